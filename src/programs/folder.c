/* Nested folders are not walked down, which would need a
 * descriptor or a stack frame for each: their content is lifted to the top
 * until nothing is nested any more. */
#define _POSIX_C_SOURCE 200809L

#include "programs/process.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whoever leaves more than that wants to keep us busy. */
#define MOST_STEPS 200000

struct broom {
    int top;
    unsigned lifted;
    unsigned steps;
};

bool folder_make(char *path, size_t room)
{
    const char *place = getenv("TMPDIR");
    if (!place || place[0] != '/')
        place = "/tmp";
    int size = snprintf(path, room, "%s/tioli-bot-XXXXXX", place);
    bool good = size > 0 && (size_t)size < room && mkdtemp(path);
    if (!good)
        path[0] = '\0';
    return good;
}

static bool removed(int folder, const char *name)
{
    return unlinkat(folder, name, 0) == 0 ||
           unlinkat(folder, name, AT_REMOVEDIR) == 0;
}

static bool is_dots(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Takes one entry of a nested folder up to the top under a name of its own. */
static bool lift(struct broom *broom, int folder, const char *name)
{
    char fresh[32];
    while (broom->steps++ < MOST_STEPS) {
        snprintf(fresh, sizeof fresh, "%u", broom->lifted++);
        if (renameat(folder, name, broom->top, fresh) == 0)
            return true;
    }
    return false;
}

/* Empties a nested folder: files are removed, folders are moved up. */
static void flatten(struct broom *broom, const char *name)
{
    (void)fchmodat(broom->top, name, 0700, 0);
    int descriptor = openat(broom->top, name,
                            O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *folder = descriptor == -1 ? NULL : fdopendir(descriptor);
    if (!folder) {
        broom->steps = MOST_STEPS; /* nothing more can be done */
        if (descriptor != -1)
            close(descriptor);
        return;
    }
    struct dirent *entry;
    while (broom->steps++ < MOST_STEPS && (entry = readdir(folder))) {
        if (!is_dots(entry->d_name) && !removed(descriptor, entry->d_name)) {
            /* Moving a folder needs the right to write its '..'. */
            (void)fchmodat(descriptor, entry->d_name, 0700, 0);
            lift(broom, descriptor, entry->d_name);
        }
    }
    closedir(folder);
    (void)removed(broom->top, name);
}

/* One pass over the top; false if there was nothing left to do. */
static bool sweep(struct broom *broom)
{
    bool found = false;
    int descriptor =
        openat(broom->top, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *folder = descriptor == -1 ? NULL : fdopendir(descriptor);
    if (!folder) {
        if (descriptor != -1)
            close(descriptor);
        return false;
    }
    struct dirent *entry;
    while (broom->steps++ < MOST_STEPS && (entry = readdir(folder))) {
        if (is_dots(entry->d_name) || removed(broom->top, entry->d_name))
            continue;
        found = true;
        flatten(broom, entry->d_name);
    }
    closedir(folder);
    return found && broom->steps < MOST_STEPS;
}

void folder_remove(const char *path)
{
    if (rmdir(path) == 0)
        return;
    (void)chmod(path, 0700);
    struct broom broom = {
        .top = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
    };
    if (broom.top == -1)
        return;
    while (sweep(&broom)) {
    }
    close(broom.top);
    (void)rmdir(path);
}
