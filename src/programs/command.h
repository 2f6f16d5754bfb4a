/* A command line without a shell: words, quotes, and the user's own files by
 * their full path, because the program will run in another folder. */
#ifndef PROGRAMS_COMMAND_H
#define PROGRAMS_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "programs/player.h"

#define COMMAND_WORDS 32

struct command {
    unsigned count;
    char *word[COMMAND_WORDS + 1]; /* ended by NULL; in `room` */
    char room[PLAYER_TEXT];
};

/* Splits at blanks; '...' and "..." keep them, and a backslash keeps the next
 * byte. NULL, or what is wrong. */
const char *command_split(const char *text, struct command *out);

/* The same words as the program shall get them. The first word is looked up in
 * PATH unless it has a slash; it and any other word that names an existing file
 * get their full path. Returns one block of memory that holds the list and the
 * texts, to be freed, with the program first; NULL and a reason if there is no
 * such program. */
char **command_resolve(const struct command *command, const char **why);

#endif
