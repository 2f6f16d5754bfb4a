/* A request from a client, read strictly: every field is checked, and one that
 * does not belong there is refused by its name. Whether the sender may do it is
 * for the table to say; who the sender is says the session, never a message. */
#ifndef SERVER_MESSAGE_H
#define SERVER_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "table/table.h"

#define MESSAGE_MOST 16384 /* bytes */
#define MESSAGE_DEPTH 4    /* objects and arrays in each other */
#define MESSAGE_TABLE 65   /* room for a table's id */
#define MESSAGE_VERSION 1

/* kind, word, fields that must be there, fields that may be */
#define MESSAGES(X)                                                            \
    X(HELLO, "hello", F(VERSION), F(TOKEN) | F(NAME) | F(COLOUR))              \
    X(ME, "me", F(NAME) | F(COLOUR), 0)                                        \
    X(CREATE, "create", 0, F(SETTINGS) | F(DECK))                              \
    X(ENTER, "enter", F(TABLE), F(AFTER) | F(TEXT))                            \
    X(EXIT, "exit", F(TABLE), 0)                                               \
    X(SIT, "sit", F(TABLE), F(SEAT) | F(BYTES) | F(CODE))                      \
    X(STAND, "stand", F(TABLE), 0)                                             \
    X(KICK, "kick", F(TABLE) | F(SEAT), 0)                                     \
    X(BOT, "bot", F(TABLE) | F(LEVEL), F(SEAT))                                \
    X(NAME, "name", F(TABLE) | F(NAME) | F(COLOUR), 0)                         \
    X(SET, "set", F(TABLE) | F(SETTINGS), F(DECK))                             \
    X(HOST, "host", F(TABLE) | F(SEAT), 0)                                     \
    X(START, "start", F(TABLE), F(LEVEL))                                      \
    X(MOVE, "move", F(TABLE) | F(MOVE), F(AT))                                 \
    X(UNDO, "undo", F(TABLE), F(AT))                                           \
    X(AGAIN, "again", F(TABLE), F(BYTES))                                      \
    X(CLOSE, "close", F(TABLE), 0)                                             \
    X(TRY, "try", F(TABLE) | F(MOVE), 0)                                       \
    X(HINT, "hint", F(TABLE), 0)                                               \
    X(DECK, "deck", F(TABLE), 0)                                               \
    X(MINE, "mine", 0, 0)                                                      \
    X(LEVELS, "levels", 0, 0)                                                  \
    X(PING, "ping", 0, 0)

enum message_kind {
#define X(name, word, must, may) MESSAGE_##name,
    MESSAGES(X)
#undef X
        MESSAGE_KINDS
};

#define MESSAGE_FIELDS(X)                                                      \
    X(TABLE, "table")                                                          \
    X(VERSION, "version")                                                      \
    X(TOKEN, "token")                                                          \
    X(NAME, "name")                                                            \
    X(COLOUR, "colour")                                                        \
    X(SETTINGS, "settings")                                                    \
    X(DECK, "deck")                                                            \
    X(BYTES, "bytes")                                                          \
    X(AFTER, "after")                                                          \
    X(TEXT, "text")                                                            \
    X(SEAT, "seat")                                                            \
    X(CODE, "code")                                                            \
    X(LEVEL, "level")                                                          \
    X(AT, "at")                                                                \
    X(MOVE, "move")

enum message_field {
#define X(name, word) MESSAGE_FIELD_##name,
    MESSAGE_FIELDS(X)
#undef X
        MESSAGE_FIELD_COUNT
};

struct message {
    uint8_t kind; /* enum message_kind */
    uint32_t has; /* bit per enum message_field */
    char id[TABLE_REQUEST];
    char table[MESSAGE_TABLE];
    char token[33];
    char name[TIO_NAME_TEXT];
    uint32_t colour;
    uint32_t settings_has; /* bit per row of table_setting() */
    struct table_settings settings;
    const char *deck; /* until message_done() */
    bool text;        /* the view goes along as text */
    uint8_t bytes[TABLE_BYTES];
    uint64_t after;
    uint8_t seat; /* from 0; TIO_NONE: any */
    char code[TABLE_CODE];
    char level[TABLE_LEVEL];
    uint64_t at;
    const char *move; /* until message_done() */
    void *root;       /* what the texts point into */
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
