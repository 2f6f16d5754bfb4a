/* An option of a command, or a setting of the server, is a row: its name, the
 * kind of its value, least and most, where the value goes and what it does in
 * words. Whatever has to do with options is a loop over rows: the command line,
 * the server's file and environment (server/config.c), --help, and, when the
 * program is built, the OPTIONS of the man pages and the completions of three
 * shells (tools/option-pages). To add an option, add its row and use its field. */
#ifndef OPTIONS_OPTION_H
#define OPTIONS_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "i18n/i18n.h"
#include "programs/player.h"
#include "tioli.h"

#define OPTION_WHY 512          /* room for what is wrong with a value */
#define OPTION_MOST_PLAYERS 10U /* in a list */

/* What a value is, the type of its field, and what shells complete it with. */
#define OPTION_KINDS(X)                                                        \
    X(FLAG, "flag")       /* bool: true; a setting says yes or no */           \
    X(OFF, "flag")        /* bool: false */                                    \
    X(COUNT, "number")    /* unsigned, low to high */                          \
    X(NUMBER, "number")   /* uint64_t, low to high */                          \
    X(SECONDS, "time")    /* uint64_t: "0.25", low to high thousandths */      \
    X(TIME, "time")       /* unsigned: "200ms", low to high thousandths */     \
    X(WORD, "word")       /* unsigned: the place among `words` */              \
    X(TEXT, "text")       /* const char *, as are the next three */            \
    X(FILE, "file")       /* to be written or read */                          \
    X(FOLDER, "folder")   /* */                                                \
    X(DECK, "deck")       /* a built-in one, or a file */                      \
    X(BOT, "bot")         /* const tio_bot *, by its name */                   \
    X(PLAYERS, "players") /* struct option_players, at most `high` */

enum option_kind {
#define X(kind, word) OPTION_##kind,
    OPTION_KINDS(X)
#undef X
};

struct option_players {
    unsigned count;
    struct player_spec spec[OPTION_MOST_PLAYERS];
};

struct option_call {
    const char *shown; /* "--games" */
    const char *text;  /* the value; NULL: a flag of the command line */
    void *field;
    bool first; /* of its name in this source: a list starts again */
    char *why;  /* OPTION_WHY bytes */
};

struct option_row {
    const char *name;     /* "games"; NULL in the last row and for a group */
    const char *argument; /* "N"; NULL for a flag */
    enum option_kind kind;
    const char *help;         /* N_(); the words follow a colon at its end */
    size_t at;                /* the offset of its field */
    uint64_t low, high;       /* what is least and most */
    uint64_t normal;          /* the field before, if it is not 0 */
    const char *const *words; /* ended by NULL: of OPTION_WORD, or for shells */
    const tio_bot *const *more;     /* bots beside the levels, ended by NULL */
    const struct option_row *group; /* rows whose fields begin at `at` */
    unsigned marks; /* of the command's own; see struct options */
    bool repeats;   /* it may be given several times */
    /* Reads a value that is like no other, in place of its kind. */
    bool (*take)(const struct option_row *row, const struct option_call *call);
    /* The man page's words, NULL for those of the help: *bold*, <italic>,
     * {range}, {default}, {words}, {bots}. */
    const char *man;
};

/* Reads a value into its field. False with a sentence in `why` that begins with
 * the name; a list may then be half of it. */
bool option_read(const struct option_row *row, const struct option_call *call);

/* False; the sentence goes to `why`, so that it can be shown anywhere. */
__attribute__((format(printf, 2, 3))) bool option_refuse(char why[OPTION_WHY],
                                                         const char *format,
                                                         ...);

/* The same of a sentence that does not say the name yet. */
__attribute__((format(printf, 2, 3))) bool option_refuse_value(
    const struct option_call *call, const char *format, ...);

/* Refuses a value that is not one of the words. */
bool option_refuse_word(const struct option_call *call,
                        const char *const words[]);

/* "en, de": `words` with a comma between them. */
void option_list_words(const char *const words[], char *out, size_t size);

/* Calls `each` for every row, those of groups too, with the offset of its field
 * and its marks, until it returns false. */
typedef bool option_visit(void *context, const struct option_row *row,
                          size_t at, unsigned marks);
bool option_each(const struct option_row *rows, option_visit *each,
                 void *context);

/* Puts what is normal into the fields. */
void option_defaults(const struct option_row *rows, void *into);

/* "flag", "number": what pages and shells have to know of a kind. */
const char *option_kind_word(enum option_kind kind);

#endif
