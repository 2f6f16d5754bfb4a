/* A disk that fails when it is told to: a file system for SQLite in memory. It
 * keeps what was written apart from what was synced, so that a power cut can
 * drop and tear the difference, as far as a real disk might:
 *
 * - of what was written since the last sync any sectors may be there, others
 *   not, others in part; a file may be longer or shorter than it was;
 * - a file that was made or deleted may be there or not, until something of the
 *   folder was synced;
 * - after a sync that failed the system takes for clean what never reached the
 *   disk: it can be read, and no later sync writes it.
 *
 * There is no shared memory: a database in WAL mode can only be opened by one
 * connection that locks it. */
#ifndef SUPPORT_DISK_H
#define SUPPORT_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum disk_fault {
    DISK_ONCE,     /* one call fails */
    DISK_FOR_GOOD, /* this one and all after it */
    DISK_FULL,     /* writing fails for good, the rest works */
    DISK_LOCKED,   /* the same, as a system does that finds its disk broken: it
                      is for reading alone, and so is what is opened now */
    DISK_GONE,     /* what is open fails for good, even after disk_mend() */
    DISK_CUT       /* the power goes during this call */
};

struct disk;

/* Becomes SQLite's file system. One at a time. */
struct disk *disk_new(void);
void disk_free(struct disk *disk);
/* A disk without files but this one, which is empty. */
void disk_format(struct disk *disk, const char *path, uint64_t seed);
/* A disk on which the power spoils whole sectors that were being written, also
 * bytes that were there before. Usual file systems promise better. (After a
 * failed sync this one tries again.) */
void disk_spoils(struct disk *disk, bool spoils);
/* Puts bytes in place of a file, synced. */
void disk_put(struct disk *disk, const char *path, const void *bytes,
              size_t size);

/* A copy of a file, for the caller to free. */
uint8_t *disk_get(struct disk *disk, const char *path, size_t *size);

/* Calls so far: opening, reading, writing, everything. */
uint64_t disk_calls(const struct disk *disk);
/* The call with this number fails. */
void disk_fail(struct disk *disk, uint64_t call, enum disk_fault fault);
/* Whether a fault has happened. */
bool disk_failed(const struct disk *disk);
/* What the call was that failed first. */
const char *disk_failed_call(const struct disk *disk);
/* From now on all is well again. */
void disk_mend(struct disk *disk);
/* The power goes and comes back. Nothing may be open. */
void disk_power_cut(struct disk *disk);

#endif
