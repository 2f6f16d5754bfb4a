/* What the commands have in common: messages, columns, decks by name or file,
 * whole files in memory. Every function that can fail prints one line that names
 * the option or the file. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "i18n/i18n.h"
#include "base/json.h"
#include "options/option.h"
#include "tioli.h"

/* Writes text from outside so that it can't play tricks with a terminal: what
 * is not printable UTF-8, or turns the reading direction, becomes \xHH. */
void options_put_shown(FILE *out, const char *text);

/* The same for a column of a table: `width` columns, cut or filled up. */
#define OPTIONS_COLUMN 160 /* room for 39 characters */
void options_column(const char *text, unsigned width, char out[OPTIONS_COLUMN]);

/* Prints a column's head and what follows it: at the right of `width` columns,
 * or at the left if that is negative. What is too wide is cut. */
void options_cell(const char *head, int width, const char *after);

/* printf() of a whole line, with its line end. */
__attribute__((format(printf, 1, 2))) void options_line(const char *format,
                                                        ...);

/* Prints one line to the standard error as options_put_shown() does. Whatever
 * is wrong is said through this or one of the next two. */
__attribute__((format(printf, 1, 2))) void options_say(const char *format, ...);

/* Prints "tioli COMMAND: what" and where help is; returns CLI_USAGE. No
 * command is NULL. */
__attribute__((format(printf, 2, 3))) int options_usage(const char *command,
                                                        const char *format,
                                                        ...);

/* Prints "tioli COMMAND: what"; returns CLI_WRONG. */
__attribute__((format(printf, 2, 3))) int options_fail(const char *command,
                                                       const char *format, ...);

/* The same, but returns false. */
__attribute__((format(printf, 2, 3))) bool options_wrong(const char *command,
                                                         const char *format,
                                                         ...);

/* Bots beside the levels that arena and sim know, ended by NULL. */
extern const tio_bot *const options_more_bots[];

/* Fills the list up to `players` by repeating those that were given; with none
 * given, `normal` sits everywhere. */
void options_seat_players(struct option_players *list, unsigned players);

/* A whole file, "-" for the standard input, with a final 0 that `length` does
 * not count. The caller frees it. NULL after a message if it can't be read or
 * is longer than `limit`. */
char *options_read_file(const char *command, const char *path, size_t limit,
                        size_t *length);

/* Prints the text and a line end, and frees it. False after a message. */
bool options_put_json(const char *command, struct json *json);

/* A built-in deck by name, or a file. `room` is used for a file's deck. NULL
 * after a message, as FILE:LINE:COLUMN: where the file has a mistake. */
const tio_deck *options_deck(const char *command, const char *where,
                             tio_deck *room);

/* Reads a deck from a file only. */
bool options_deck_file(const char *command, const char *path, tio_deck *deck);

#endif
