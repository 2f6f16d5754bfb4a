/* The tables of the SQLite store, version by version. */
#ifndef STORE_SCHEMA_H
#define STORE_SCHEMA_H

#include "store/store.h"

#include <sqlite3.h>

/* Whether the file is ours and which version it has, 0 when it is empty. It
 * only reads. `status` says what is wrong: STORE_FAILED by SQLite's `*code`,
 * STORE_CORRUPT (not ours, or not as that version made it), STORE_NEWER. */
enum store_status schema_check(sqlite3 *db, int *version, int *code,
                               char why[STORE_WHY]);
/* Brings a checked file to the newest version, in one transaction. Returns
 * SQLite's code; after an error the file is as before. */
int schema_migrate(sqlite3 *db, int version);

#endif
