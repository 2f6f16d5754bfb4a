/* A folder of records, one file for each game of a simulation. Nothing that
 * is already there is ever written over unasked. */
#ifndef CLI_RECORDS_DIR_H
#define CLI_RECORDS_DIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes the folder if it is missing. False after a message, also if it has
 * records in it and `force` is not set. */
bool records_dir_open(const char *command, const char *path, bool force);

/* Writes DIR/NNNNNN.tioli. NULL, or why it failed. Safe on any thread. */
const char *records_dir_write(const char *path, uint64_t number,
                              const char *text, size_t length, bool force);

#endif
