/* A file system in memory with faults and power cuts. Its own memory comes from
 * reallocarray(), so that tests in which malloc() and realloc() fail don't make
 * it fail too. */
#define _DEFAULT_SOURCE

#include "support/disk.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECTOR 512
#define FILES 8
#define NAME 512

/* `now` is what a program reads, `safe` what the next power cut leaves. */
struct image {
    uint8_t *bytes;
    size_t size, room;
};

struct entry {
    char name[NAME]; /* "": free, or a nameless temporary file */
    bool used;
    bool there, safely_there;
    bool fresh; /* made and never synced: `safe` is of the file before it */
    bool nameless;
    unsigned open;
    struct image now, safe;
    uint8_t *dirty; /* for each sector of the longer image */
    size_t dirty_room;
};

struct disk {
    sqlite3_vfs vfs; /* pAppData is the disk */
    struct entry entries[FILES];
    uint64_t random;
    bool spoils;
    uint64_t calls, fail_call;
    enum disk_fault fault;
    bool armed, failed;
    unsigned generation; /* of open files: after DISK_GONE old ones are dead */
    char failed_call[64];
};

struct handle {
    sqlite3_file base;
    struct disk *disk;
    struct entry *entry;
    unsigned generation;
    bool with_folder; /* the first sync also syncs the folder */
};

static uint64_t draw(struct disk *disk, uint64_t bound)
{
    disk->random = disk->random * 6364136223846793005u + 1442695040888963407u;
    return (disk->random >> 33) % bound;
}

/* ---- Images ------------------------------------------------------------- */

static void *need(void *memory)
{
    if (!memory) {
        fputs("the disk is out of memory\n", stderr);
        abort();
    }
    return memory;
}

/* Grows with zeros, or cuts. */
static void resize(struct image *image, size_t size)
{
    if (size > image->room) {
        size_t room = size * 2;
        image->bytes = need(reallocarray(image->bytes, room, 1));
        image->room = room;
    }
    if (size > image->size)
        memset(image->bytes + image->size, 0, size - image->size);
    image->size = size;
}

/* Marks bytes [from, to) as not synced. */
static void soil(struct entry *entry, size_t from, size_t to)
{
    size_t sectors = (to + SECTOR - 1) / SECTOR;
    if (sectors > entry->dirty_room) {
        size_t room = sectors * 2;
        entry->dirty = need(reallocarray(entry->dirty, room, 1));
        memset(entry->dirty + entry->dirty_room, 0, room - entry->dirty_room);
        entry->dirty_room = room;
    }
    assert(entry->dirty || sectors == 0);
    if (entry->dirty && from < to)
        memset(entry->dirty + from / SECTOR, 1, sectors - from / SECTOR);
}

/* One sector, or its first `part` bytes, of what is read reaches the disk. */
static void keep_sector(struct entry *entry, size_t sector, size_t part)
{
    size_t at = sector * SECTOR;
    size_t end = at + part;
    size_t written = end < entry->now.size ? end : entry->now.size;
    if (end > entry->safe.size)
        end = entry->safe.size;
    if (at >= end)
        return;
    memset(entry->safe.bytes + at, 0, end - at);
    if (written > end)
        written = end;
    if (at < written)
        memcpy(entry->safe.bytes + at, entry->now.bytes + at, written - at);
}

/* The new file takes the place of the one before. */
static void renew(struct entry *entry)
{
    if (entry->fresh)
        entry->safe.size = 0;
    entry->fresh = false;
    entry->safely_there = true;
}

static void keep_all(struct entry *entry)
{
    renew(entry);
    resize(&entry->safe, entry->now.size);
    for (size_t i = 0; i < entry->dirty_room; i++) {
        if (entry->dirty[i])
            keep_sector(entry, i, SECTOR);
        entry->dirty[i] = 0;
    }
}

/* What a power cut or a failed sync leaves of the sectors that are dirty. How
 * much that is differs from nearly all to nearly nothing. */
static void keep_some(struct disk *disk, struct entry *entry, bool tear)
{
    static const uint64_t eighths[] = {0, 1, 4, 7, 8};
    uint64_t odds = eighths[draw(disk, 5)];
    size_t size = entry->now.size;
    size_t old = entry->safe.size;
    switch (size == old ? 0 : draw(disk, 3)) {
    case 0:
        break;
    case 1:
        size = old;
        break;
    default: /* in between */
        size = size > old ? old + draw(disk, size - old + 1)
                          : size + draw(disk, old - size + 1);
        break;
    }
    resize(&entry->safe, size);
    for (size_t i = 0; i < entry->dirty_room; i++) {
        if (!entry->dirty[i])
            continue;
        entry->dirty[i] = 0;
        if (draw(disk, 8) < odds) {
            keep_sector(entry, i, SECTOR);
        } else if (tear && draw(disk, 4) == 0) {
            keep_sector(entry, i, draw(disk, SECTOR));
            for (size_t at = i * SECTOR;
                 disk->spoils && at < size && at < (i + 1) * SECTOR; at++)
                entry->safe.bytes[at] = (uint8_t)draw(disk, 256);
        }
    }
}

/* ---- Faults ------------------------------------------------------------- */

/* Counts a call. True if it must fail. */
static bool strikes(struct disk *disk, const char *what, bool writes)
{
    uint64_t call = disk->calls++;
    if (!disk->armed || call < disk->fail_call)
        return false;
    if ((disk->fault == DISK_FULL || disk->fault == DISK_LOCKED) && !writes)
        return false;
    if (disk->fault == DISK_ONCE && disk->failed)
        return false;
    if (!disk->failed)
        snprintf(disk->failed_call, sizeof disk->failed_call, "%s", what);
    if (!disk->failed && disk->fault == DISK_GONE)
        disk->generation++;
    disk->failed = true;
    return true;
}

static bool strikes_file(struct handle *handle, const char *what, bool writes)
{
    if (handle->generation != handle->disk->generation) {
        handle->disk->calls++;
        return true;
    }
    return strikes(handle->disk, what, writes);
}

static bool in_the_cut(const struct disk *disk)
{
    return disk->fault == DISK_CUT && disk->calls == disk->fail_call + 1;
}

static int write_error(const struct disk *disk)
{
    return disk->fault == DISK_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

/* Whether files can only be opened for reading. */
static bool is_locked(const struct disk *disk)
{
    return disk->armed && disk->failed && disk->fault == DISK_LOCKED;
}

/* ---- Files, for SQLite -------------------------------------------------- */

static void drop(struct entry *entry)
{
    free(entry->now.bytes);
    free(entry->safe.bytes);
    free(entry->dirty);
    *entry = (struct entry){.used = false};
}

static int file_close(sqlite3_file *file)
{
    struct handle *handle = (struct handle *)file;
    struct entry *entry = handle->entry;
    entry->open--;
    if (entry->nameless && entry->open == 0)
        drop(entry);
    return SQLITE_OK;
}

static int file_read(sqlite3_file *file, void *bytes, int size,
                     sqlite3_int64 from)
{
    struct handle *handle = (struct handle *)file;
    const struct image *now = &handle->entry->now;
    size_t at = (size_t)from;
    size_t part = (size_t)size;
    if (strikes_file(handle, "read", false))
        return SQLITE_IOERR_READ;
    if (at + part <= now->size) {
        memcpy(bytes, now->bytes + at, part);
        return SQLITE_OK;
    }
    memset(bytes, 0, part);
    if (at < now->size)
        memcpy(bytes, now->bytes + at, now->size - at);
    return SQLITE_IOERR_SHORT_READ;
}

static void do_write(struct entry *entry, const void *bytes, size_t size,
                     size_t from)
{
    if (size == 0)
        return;
    if (from > entry->now.size)
        soil(entry, entry->now.size, from);
    if (from + size > entry->now.size)
        resize(&entry->now, from + size);
    memcpy(entry->now.bytes + from, bytes, size);
    soil(entry, from, from + size);
}

static int file_write(sqlite3_file *file, const void *bytes, int size,
                      sqlite3_int64 from)
{
    struct handle *handle = (struct handle *)file;
    struct disk *disk = handle->disk;
    bool dead = handle->generation != disk->generation;
    if (strikes_file(handle, "write", true)) {
        /* Some of it may have been written all the same. */
        if (!dead && (in_the_cut(disk) || disk->fault != DISK_CUT))
            do_write(handle->entry, bytes,
                     in_the_cut(disk) ? (size_t)size
                                      : draw(disk, (uint64_t)size + 1),
                     (size_t)from);
        return write_error(disk);
    }
    do_write(handle->entry, bytes, (size_t)size, (size_t)from);
    return SQLITE_OK;
}

static void do_truncate(struct entry *entry, size_t size)
{
    if (size < entry->now.size)
        soil(entry, size, entry->now.size);
    resize(&entry->now, size);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    struct handle *handle = (struct handle *)file;
    if (strikes_file(handle, "truncate", true)) {
        if (in_the_cut(handle->disk))
            do_truncate(handle->entry, (size_t)size);
        return SQLITE_IOERR_TRUNCATE;
    }
    do_truncate(handle->entry, (size_t)size);
    return SQLITE_OK;
}

static int file_sync(sqlite3_file *file, int flags)
{
    struct handle *handle = (struct handle *)file;
    struct disk *disk = handle->disk;
    bool dead = handle->generation != disk->generation;
    (void)flags;
    if (strikes_file(handle, "sync", true)) {
        if (!dead && disk->fault != DISK_CUT && !disk->spoils) {
            renew(handle->entry);
            keep_some(disk, handle->entry, false);
        }
        return SQLITE_IOERR_FSYNC;
    }
    keep_all(handle->entry);
    for (size_t i = 0; i < FILES && handle->with_folder; i++) {
        struct entry *other = &disk->entries[i];
        if (other->used && !other->there)
            drop(other);
    }
    handle->with_folder = false;
    return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    struct handle *handle = (struct handle *)file;
    if (strikes_file(handle, "size", false))
        return SQLITE_IOERR_FSTAT;
    *size = (sqlite3_int64)handle->entry->now.size;
    return SQLITE_OK;
}

static int file_lock(sqlite3_file *file, int level)
{
    (void)level;
    return strikes_file((struct handle *)file, "lock", false)
               ? SQLITE_IOERR_LOCK
               : SQLITE_OK;
}

static int file_unlock(sqlite3_file *file, int level)
{
    (void)level;
    return strikes_file((struct handle *)file, "unlock", false)
               ? SQLITE_IOERR_UNLOCK
               : SQLITE_OK;
}

static int file_is_reserved(sqlite3_file *file, int *reserved)
{
    *reserved = 0;
    return strikes_file((struct handle *)file, "reserved", false)
               ? SQLITE_IOERR_CHECKRESERVEDLOCK
               : SQLITE_OK;
}

static int file_control(sqlite3_file *file, int what, void *argument)
{
    (void)file;
    (void)what;
    (void)argument;
    return SQLITE_NOTFOUND;
}

static int file_sector(sqlite3_file *file)
{
    (void)file;
    return SECTOR;
}

static int file_traits(sqlite3_file *file)
{
    return ((struct handle *)file)->disk->spoils
               ? 0
               : SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_is_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_traits,
};

/* ---- The folder, for SQLite --------------------------------------------- */

static struct entry *find(struct disk *disk, const char *name)
{
    for (size_t i = 0; i < FILES; i++)
        if (disk->entries[i].used && !disk->entries[i].nameless &&
            strcmp(disk->entries[i].name, name) == 0)
            return &disk->entries[i];
    return NULL;
}

static struct entry *make(struct disk *disk, const char *name)
{
    for (size_t i = 0; i < FILES; i++) {
        struct entry *entry = &disk->entries[i];
        if (entry->used)
            continue;
        *entry = (struct entry){.used = true, .nameless = !name};
        if (name)
            snprintf(entry->name, NAME, "%s", name);
        return entry;
    }
    fputs("the disk has too many files\n", stderr);
    abort();
}

static int folder_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file,
                       int flags, int *out_flags)
{
    struct disk *disk = vfs->pAppData;
    struct handle *handle = (struct handle *)file;
    file->pMethods = NULL;
    if (strikes(disk, "open", false))
        return SQLITE_CANTOPEN;
    struct entry *entry = name ? find(disk, name) : NULL;
    if ((!(flags & SQLITE_OPEN_CREATE) || is_locked(disk)) &&
        (!entry || !entry->there))
        return SQLITE_CANTOPEN;
    if (!entry)
        entry = make(disk, name);
    if (!entry->there)
        entry->fresh = true;
    entry->there = true;
    entry->open++;
    /* Where SQLite's own syncs the folder. */
    int makes = SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL;
    *handle = (struct handle){.base = {&methods},
                              .with_folder = (flags & SQLITE_OPEN_CREATE) &&
                                             (flags & makes),
                              .disk = disk,
                              .entry = entry,
                              .generation = disk->generation};
    if (is_locked(disk))
        flags = (flags & ~SQLITE_OPEN_READWRITE) | SQLITE_OPEN_READONLY;
    if (out_flags)
        *out_flags = flags;
    return SQLITE_OK;
}

static int folder_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    struct disk *disk = vfs->pAppData;
    struct entry *entry = find(disk, name);
    bool fails = strikes(disk, "delete", true);
    if (fails && !in_the_cut(disk))
        return SQLITE_IOERR_DELETE;
    if (!entry || !entry->there)
        return fails ? SQLITE_IOERR_DELETE : SQLITE_IOERR_DELETE_NOENT;
    entry->there = false;
    entry->fresh = false;
    entry->now.size = 0;
    if (entry->dirty_room)
        memset(entry->dirty, 0, entry->dirty_room);
    if (sync && !fails) {
        entry->safely_there = false;
        entry->safe.size = 0;
    }
    return fails ? SQLITE_IOERR_DELETE : SQLITE_OK;
}

static int folder_access(sqlite3_vfs *vfs, const char *name, int flags,
                         int *found)
{
    struct disk *disk = vfs->pAppData;
    const struct entry *entry = find(disk, name);
    if (strikes(disk, "access", false))
        return SQLITE_IOERR_ACCESS;
    *found = entry && entry->there;
    if (flags == SQLITE_ACCESS_EXISTS && *found && entry->now.size == 0)
        *found = 0; /* as SQLite's own does */
    return SQLITE_OK;
}

static int folder_name(sqlite3_vfs *vfs, const char *name, int size, char *out)
{
    (void)vfs;
    snprintf(out, (size_t)size, "%s", name);
    return SQLITE_OK;
}

static int give_randomness(sqlite3_vfs *vfs, int size, char *out)
{
    struct disk *disk = vfs->pAppData;
    for (int i = 0; i < size; i++)
        out[i] = (char)draw(disk, 256);
    return size;
}

static int give_sleep(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    return microseconds;
}

static int give_time(sqlite3_vfs *vfs, double *days)
{
    (void)vfs;
    *days = 2460000.5;
    return SQLITE_OK;
}

static int give_error(sqlite3_vfs *vfs, int size, char *out)
{
    (void)vfs;
    (void)size;
    (void)out;
    return 0;
}

/* ---- The disk, for tests ------------------------------------------------ */

struct disk *disk_new(void)
{
    struct disk *disk = need(calloc(1, sizeof *disk));
    disk->vfs = (sqlite3_vfs){.iVersion = 1,
                              .szOsFile = sizeof(struct handle),
                              .mxPathname = NAME - 20,
                              .zName = "tests",
                              .pAppData = disk,
                              .xOpen = folder_open,
                              .xDelete = folder_delete,
                              .xAccess = folder_access,
                              .xFullPathname = folder_name,
                              .xRandomness = give_randomness,
                              .xSleep = give_sleep,
                              .xCurrentTime = give_time,
                              .xGetLastError = give_error};
    sqlite3_vfs_register(&disk->vfs, 1);
    return disk;
}

void disk_free(struct disk *disk)
{
    sqlite3_vfs_unregister(&disk->vfs);
    for (size_t i = 0; i < FILES; i++)
        drop(&disk->entries[i]);
    free(disk);
}

void disk_put(struct disk *disk, const char *path, const void *bytes,
              size_t size)
{
    struct entry *entry = find(disk, path);
    if (!entry)
        entry = make(disk, path);
    assert(entry->open == 0);
    entry->there = true;
    do_truncate(entry, 0);
    do_write(entry, bytes, size, 0);
    keep_all(entry);
}

uint8_t *disk_get(struct disk *disk, const char *path, size_t *size)
{
    const struct entry *entry = find(disk, path);
    assert(entry);
    uint8_t *copy = need(reallocarray(NULL, entry->now.size + 1, 1));
    memcpy(copy, entry->now.bytes, entry->now.size);
    *size = entry->now.size;
    return copy;
}

void disk_format(struct disk *disk, const char *path, uint64_t seed)
{
    for (size_t i = 0; i < FILES; i++) {
        assert(disk->entries[i].open == 0);
        drop(&disk->entries[i]);
    }
    disk->random = seed * 2 + 1;
    draw(disk, 1);
    disk->calls = 0;
    disk_mend(disk);
    disk_put(disk, path, "", 0);
}

void disk_spoils(struct disk *disk, bool spoils)
{
    disk->spoils = spoils;
}

uint64_t disk_calls(const struct disk *disk)
{
    return disk->calls;
}

void disk_fail(struct disk *disk, uint64_t call, enum disk_fault fault)
{
    disk->armed = true;
    disk->failed = false;
    disk->fail_call = call;
    disk->fault = fault;
}

bool disk_failed(const struct disk *disk)
{
    return disk->failed;
}

const char *disk_failed_call(const struct disk *disk)
{
    return disk->failed_call;
}

void disk_mend(struct disk *disk)
{
    disk->armed = false;
    disk->failed = false;
}

/* One file when the power goes. */
static void cut(struct disk *disk, struct entry *entry)
{
    bool either = draw(disk, 2);
    if (!entry->there) {
        entry->there = entry->safely_there && either;
    } else if (entry->fresh && either) {
        entry->there = entry->safely_there;
    } else {
        renew(entry);
        keep_some(disk, entry, true);
    }
    if (!entry->there) {
        drop(entry);
        return;
    }
    entry->fresh = false;
    entry->safely_there = true;
    entry->now.size = 0;
    resize(&entry->now, entry->safe.size);
    if (entry->now.size)
        memcpy(entry->now.bytes, entry->safe.bytes, entry->now.size);
    if (entry->dirty_room)
        memset(entry->dirty, 0, entry->dirty_room);
}

void disk_power_cut(struct disk *disk)
{
    disk_mend(disk);
    for (size_t i = 0; i < FILES; i++) {
        assert(disk->entries[i].open == 0);
        if (disk->entries[i].used)
            cut(disk, &disk->entries[i]);
    }
}
