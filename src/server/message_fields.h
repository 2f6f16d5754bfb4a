/* Reading the values of a message, one function for each field. */
#ifndef SERVER_MESSAGE_FIELDS_H
#define SERVER_MESSAGE_FIELDS_H

#include <jansson.h>

#include "server/message.h"

/* A sentence in error->words and the name in error->field. Returns false, so
 * that readers can return it. */
__attribute__((format(printf, 3, 4))) bool message_wrong(
    struct message_error *error, const char *field, const char *format, ...);

/* 1 to 32 characters A-Z a-z 0-9 _ -. */
bool message_read_id(const json_t *value, const char *field,
                     char out[TABLE_REQUEST], struct message_error *error);
bool message_read_field(enum message_field field, json_t *value,
                        struct message *out, struct message_error *error);

#endif
