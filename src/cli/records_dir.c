/* See records_dir.h. */
#define _POSIX_C_SOURCE 200809L

#include "cli/records_dir.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/options.h"

static bool is_record(const char *name)
{
    static const char suffix[] = ".tioli";
    size_t length = strlen(name);
    size_t tail = sizeof suffix - 1;
    return length > tail && strcmp(name + length - tail, suffix) == 0;
}

/* Whether it has a name that records_dir_write() gives. */
static bool is_numbered(const char *name)
{
    size_t digits = strspn(name, "0123456789");
    return digits >= 6 && strcmp(name + digits, ".tioli") == 0;
}

/* Whether the folder can be used: without records, or once those of earlier
 * games are gone. Records with other names are somebody's own and stay. */
static bool make_room(const char *command, const char *path, DIR *dir,
                      bool force)
{
    const struct dirent *entry;
    while ((entry = readdir(dir))) {
        if (!is_record(entry->d_name))
            continue;
        if (!force) {
            options_fail(command,
                         _("%s: there are records in it already; choose "
                           "another folder, or replace them with --force"),
                         path);
            return false;
        }
        if (is_numbered(entry->d_name) &&
            unlinkat(dirfd(dir), entry->d_name, 0) != 0) {
            options_fail(command, "%s/%s: %s", path, entry->d_name,
                         strerror(errno));
            return false;
        }
    }
    return true;
}

bool records_dir_open(const char *command, const char *path, bool force)
{
    if (path[0] == 0) {
        options_fail(command, _("--records: the folder's name is empty"));
        return false;
    }
    if (mkdir(path, 0777) == 0)
        return true;
    DIR *dir = errno == EEXIST ? opendir(path) : NULL;
    if (!dir) {
        options_fail(command, "%s: %s", path, strerror(errno));
        return false;
    }
    bool good = make_room(command, path, dir, force);
    closedir(dir);
    return good;
}

static bool record_path(const char *path, uint64_t number,
                        char name[RECORDS_PATH])
{
    int size = snprintf(name, RECORDS_PATH, "%s/%06llu.tioli", path,
                        (unsigned long long)number);
    return size >= 0 && size < RECORDS_PATH;
}

void records_dir_remove(const char *path, uint64_t number)
{
    char name[RECORDS_PATH];
    if (record_path(path, number, name))
        unlink(name);
}

const char *records_dir_write(const char *path, uint64_t number,
                              const char *text, size_t length,
                              char name[RECORDS_PATH])
{
    if (!record_path(path, number, name))
        return strerror(ENAMETOOLONG);
    return file_create(name, true, text, length) ? NULL : strerror(errno);
}
