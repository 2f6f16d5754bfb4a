/* See records_dir.h. */
#define _POSIX_C_SOURCE 200809L

#include "cli/records_dir.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/options.h"

static bool is_record(const char *name)
{
    static const char suffix[] = ".tioli";
    size_t length = strlen(name);
    size_t tail = sizeof suffix - 1;
    return length > tail && strcmp(name + length - tail, suffix) == 0;
}

bool records_dir_open(const char *command, const char *path, bool force)
{
    if (mkdir(path, 0777) == 0) {
        return true;
    }
    if (errno != EEXIST) {
        options_fail(command, "%s: %s", path, strerror(errno));
        return false;
    }
    DIR *dir = opendir(path);
    if (dir == NULL) {
        options_fail(command, "%s: %s", path, strerror(errno));
        return false;
    }
    const struct dirent *entry;
    bool found = false;
    while (!found && (entry = readdir(dir)) != NULL) {
        found = is_record(entry->d_name);
    }
    closedir(dir);
    if (found && !force) {
        options_fail(command,
                     "%s: there are records in it already; choose another "
                     "folder, or write over them with --force",
                     path);
        return false;
    }
    return true;
}

const char *records_dir_write(const char *path, uint64_t number,
                              const char *text, size_t length, bool force)
{
    char name[4096];
    int size = snprintf(name, sizeof name, "%s/%06llu.tioli", path,
                        (unsigned long long)number);
    if (size < 0 || (size_t)size >= sizeof name) {
        return strerror(ENAMETOOLONG);
    }
    FILE *file = fopen(name, force ? "wb" : "wbx");
    if (file == NULL) {
        return strerror(errno);
    }
    bool good = fwrite(text, 1, length, file) == length;
    int why = errno;
    if (fclose(file) != 0 && good) {
        good = false;
        why = errno;
    }
    return good ? NULL : strerror(why);
}
