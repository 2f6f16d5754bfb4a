/* A folder of records, one file for each game of a simulation. Nothing that
 * is already there is ever written over unasked. */
#ifndef CLI_RECORDS_DIR_H
#define CLI_RECORDS_DIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes the folder if it is missing. False after a message, also if it has
 * records in it and `force` is not set; if it is, those of earlier games are
 * removed, and a link is, not what it points at. */
bool records_dir_open(const char *command, const char *path, bool force);

#define RECORDS_PATH 4096 /* room for the path of a record */

/* Writes DIR/NNNNNN.tioli, whose path is left in `name`. NULL, or why it
 * failed; then no part of a record is left behind. Safe on any thread. */
const char *records_dir_write(const char *path, uint64_t number,
                              const char *text, size_t length,
                              char name[RECORDS_PATH]);

/* Removes a record that records_dir_write() wrote. */
void records_dir_remove(const char *path, uint64_t number);

#endif
