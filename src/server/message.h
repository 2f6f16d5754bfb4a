/* A request from a client, read strictly: every field is checked, and one that
 * does not belong there is refused by its name. Whether the sender may do it is
 * for the table to say; the session knows who the sender is, never a message. */
#ifndef SERVER_MESSAGE_H
#define SERVER_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/requests.h"
#include "table/table.h"

#define MESSAGE_MOST 16384 /* bytes */
#define MESSAGE_DEPTH 4    /* objects and arrays in each other */
#define MESSAGE_VERSION 1

/* Reading follows server/protocol.def, from which the build makes
 *     MESSAGES(X)        kind, word, fields that must be there, that may be
 *     MESSAGE_FIELDS(X)  field, its name, sort of value, least, most */
enum message_kind {
#define X(name, word, must, may) MESSAGE_##name,
    MESSAGES(X)
#undef X
        MESSAGE_KINDS
};

enum message_field {
#define X(name, word, sort, low, high) MESSAGE_FIELD_##name,
    MESSAGE_FIELDS(X)
#undef X
        MESSAGE_FIELD_COUNT
};

/* What a field is read into. Whole numbers count from 0 here, whatever they
 * begin with on the wire; hexadecimal digits stay digits. */
#define MESSAGE_PLAIN(field, most) char field[(most) + 1];
#define MESSAGE_TEXT(field, most) char field[(most) + 1];
#define MESSAGE_HEX(field, most) char field[(most) + 1];
#define MESSAGE_NAME(field, most) char field[TIO_NAME_TEXT];
#define MESSAGE_LINES(field, most) const char *field; /* until message_done() */
#define MESSAGE_RGB(field, most) uint32_t field;
#define MESSAGE_WHOLE(field, most) uint64_t field;
#define MESSAGE_YES(field, most) bool field;
#define MESSAGE_CONST(field, most) uint8_t field;
#define MESSAGE_SETTINGS(field, most) struct table_settings field;

struct message {
    uint8_t kind; /* enum message_kind */
    uint32_t has; /* bit per enum message_field */
    char id[TABLE_REQUEST];
    uint32_t settings_has; /* bit per row of table_setting() */
    void *root;            /* what lines of text point into */
#define X(name, field, sort, low, high) MESSAGE_##sort(field, high)
    MESSAGE_FIELDS(X)
#undef X
};

struct message_error {
    unsigned error;         /* enum server_error */
    char id[TABLE_REQUEST]; /* the request's, as far as it could be read */
    char field[64];         /* "settings.clock"; "": none */
    char words[200];
};

/* False with the error filled in; message_done() is due only after true. */
bool message_parse(const char *text, size_t size, struct message *out,
                   struct message_error *error);
/* The same for what is known to be of a kind: `id`, `do` and all other fields
 * may be left out. */
bool message_parse_as(enum message_kind kind, const char *text, size_t size,
                      struct message *out, struct message_error *error);
void message_done(struct message *message);

static inline bool message_has(const struct message *message,
                               enum message_field field)
{
    return message->has >> field & 1;
}

/* Puts the settings that the message names into `settings`. */
void message_settings_into(const struct message *message,
                           struct table_settings *settings);

/* What a person may be called by what is stored: see utf8_is_name(); at most 40
 * bytes. Of a name that comes in a message name_is_good() is asked as well. */
bool message_is_name(const char *name, size_t size);

#endif
