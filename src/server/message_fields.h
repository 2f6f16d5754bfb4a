/* Reading the values of a message: one function for each sort of value. */
#ifndef SERVER_MESSAGE_FIELDS_H
#define SERVER_MESSAGE_FIELDS_H

#include <jansson.h>

#include "server/message.h"

/* A field that requests have, as server/protocol.def says. */
struct message_row {
    const char *name;
    uint8_t sort;
    size_t at; /* in a struct message */
    json_int_t low, high;
};
extern const struct message_row message_fields[MESSAGE_FIELD_COUNT];

/* A sentence in error->words and the name in error->field. Returns false, so
 * that readers can return it. */
__attribute__((format(printf, 3, 4))) bool message_wrong(
    struct message_error *error, const char *field, const char *format, ...);

bool message_read_id(const json_t *value, char out[TABLE_REQUEST],
                     struct message_error *error);
bool message_read_field(const struct message_row *row, json_t *value,
                        struct message *out, struct message_error *error);

#endif
