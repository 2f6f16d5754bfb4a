/* Whether the files that are open are those that lie under their names. Systems
 * let a program keep writing to a file that was deleted or moved away, and
 * every call succeeds; but the data is gone when the process ends. So names and
 * open files are compared around each commit, at the price of three calls. */
#define _POSIX_C_SOURCE 200809L

#include "store/sqlite.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#define PATH "%.150s"

static struct sqlite_file file_of(const struct stat *found)
{
    return (struct sqlite_file){
        .device = (uint64_t)found->st_dev,
        .number = (uint64_t)found->st_ino,
        .size = (int64_t)found->st_size,
        .seconds = (int64_t)found->st_mtim.tv_sec,
        .nanoseconds = (int64_t)found->st_mtim.tv_nsec,
    };
}

static bool same_file(const struct sqlite_file *a, const struct sqlite_file *b)
{
    return a->device == b->device && a->number == b->number;
}

/* As far as can be told without reading it. */
static bool same_content(const struct sqlite_file *a,
                         const struct sqlite_file *b)
{
    return a->size == b->size && a->seconds == b->seconds &&
           a->nanoseconds == b->nanoseconds;
}

/* Beside the file, wherever the path of that leads. */
static const char *wal_path(struct sqlite_store *self)
{
    return sqlite3_filename_wal(sqlite3_db_filename(self->db, "main"));
}

/* Asks SQLite about the name. */
static int ask_moved(struct sqlite_store *self, int *moved)
{
    *moved = 0;
    return sqlite3_file_control(self->db, "main", SQLITE_FCNTL_HAS_MOVED,
                                moved);
}

int sqlite_note_place(struct sqlite_store *self)
{
    struct stat file, wal;
    int moved;
    self->place.known = false;
    /* A file system that is not the system's has no names to look at. */
    if (ask_moved(self, &moved) == SQLITE_NOTFOUND)
        return SQLITE_OK;
    if (stat(self->path, &file) != 0 || stat(wal_path(self), &wal) != 0)
        return SQLITE_CANTOPEN;
    /* Makes sure that the file found under the name is the one that is open. */
    if (ask_moved(self, &moved) != SQLITE_OK || moved)
        return SQLITE_CANTOPEN;
    self->place = (struct sqlite_place){
        .known = true, .file = file_of(&file), .wal = file_of(&wal)};
    return SQLITE_OK;
}

static enum sqlite_where lost(struct sqlite_store *self,
                              enum sqlite_where where, const char *words)
{
    store_fail(&self->store, STORE_FAILED, PATH ": %s", self->path, words);
    return where;
}

bool sqlite_has_wal(struct sqlite_store *self)
{
    struct stat found;
    if (stat(wal_path(self), &found) != 0)
        return false;
    struct sqlite_file wal = file_of(&found);
    return same_file(&wal, &self->place.wal);
}

bool sqlite_is_empty(struct sqlite_store *self)
{
    struct stat found;
    if (!self->place.known || stat(self->path, &found) != 0 ||
        found.st_size != 0)
        return false;
    lost(self, SQLITE_CHANGED, "it has become an empty file");
    return true;
}

enum sqlite_where sqlite_look(struct sqlite_store *self, bool written)
{
    struct sqlite_file *before = &self->place.file;
    struct stat found;
    if (!self->place.known)
        return SQLITE_IN_PLACE;
    if (stat(self->path, &found) != 0)
        return lost(self, SQLITE_GONE,
                    errno == ENOENT || errno == ENOTDIR
                        ? "it was removed or moved while it was open"
                        : strerror(errno));
    struct sqlite_file file = file_of(&found);
    if (!same_file(&file, before))
        return lost(self, SQLITE_REPLACED,
                    "it is not the file that was open before");
    if (file.size == 0)
        return lost(self, SQLITE_CHANGED, "it has become an empty file");
    if (!written && !same_content(&file, before))
        return lost(self, SQLITE_CHANGED, "somebody else has written into it");
    *before = file;
    return sqlite_has_wal(self)
               ? SQLITE_IN_PLACE
               : lost(self, SQLITE_WITHOUT_WAL,
                      "its -wal was removed or replaced while it was open");
}
