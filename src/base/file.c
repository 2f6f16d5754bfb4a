#define _POSIX_C_SOURCE 200809L

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Reading ---- */

char *file_read_rest(FILE *file, size_t limit, size_t *length)
{
    size_t room = limit < 4096 ? limit + 1 : 4096;
    size_t used = 0;
    char *text = malloc(room + 1);
    while (text) {
        errno = 0;
        used += fread(text + used, 1, room - used, file);
        if (ferror(file)) {
            int why = errno ? errno : EIO;
            free(text);
            errno = why;
            return NULL;
        }
        if (used < room || used > limit) {
            text[used] = '\0';
            *length = used;
            return text;
        }
        room = room < limit / 2 ? room * 2 : limit + 1;
        char *larger = realloc(text, room + 1);
        if (!larger)
            free(text);
        text = larger;
    }
    errno = ENOMEM;
    return NULL;
}

char *file_read(const char *path, size_t limit, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *text = file_read_rest(file, limit, length);
    int why = errno;
    fclose(file);
    errno = why;
    return text;
}

/* ---- Writing ---- */

static bool write_all(int file, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(file, text, length);
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
    return true;
}

bool file_write(int file, const char *text, size_t length)
{
    return write_all(file, text, length) && fsync(file) == 0;
}

bool file_create(const char *path, bool shared, const char *text, size_t length)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                    shared ? 0666 : 0600);
    if (file < 0)
        return false;
    bool good =
        shared ? write_all(file, text, length) : file_write(file, text, length);
    int why = errno;
    if (close(file) != 0 && good) {
        good = false;
        why = errno;
    }
    if (!good)
        unlink(path);
    errno = why;
    return good;
}

/* The path of the folder that a file lies in, and behind it `name`. */
static bool beside(const char *path, const char *name, char out[PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    int size = slash ? (int)(slash - path) + 1 : 0;
    if (snprintf(out, PATH_MAX, "%.*s%s", size, path, name) < PATH_MAX)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

void file_sync_folder(const char *path)
{
    char folder[PATH_MAX];
    int file = beside(path, ".", folder)
                   ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
                   : -1;
    if (file < 0)
        return;
    (void)fsync(file);
    close(file);
}

bool file_replace(const char *path, const char *text, size_t length)
{
    char fresh[PATH_MAX];
    int file = beside(path, ".tioli-XXXXXX", fresh) ? mkstemp(fresh) : -1;
    if (file < 0)
        return false;
    bool good = file_write(file, text, length);
    int why = errno;
    if (close(file) != 0 && good) {
        good = false;
        why = errno;
    }
    if (good && rename(fresh, path) != 0) {
        good = false;
        why = errno;
    }
    if (good)
        file_sync_folder(path);
    else
        unlink(fresh);
    errno = why;
    return good;
}

/* ---- Folders ---- */

bool file_user_folder(const char *variable, const char *usual, char *out,
                      size_t room)
{
    const char *named = getenv(variable);
    const char *home = getenv("HOME");
    bool has_name = named && named[0] == '/';
    if (!has_name && (!home || home[0] != '/')) {
        errno = ENOENT;
        return false;
    }
    int length = has_name ? snprintf(out, room, "%s/tioli", named)
                          : snprintf(out, room, "%s/%s/tioli", home, usual);
    errno = ENAMETOOLONG;
    return length > 0 && (size_t)length < room;
}

static bool make_folder(const char *path)
{
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

bool file_make_parents(char *path)
{
    for (char *slash = path; (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        if (!make_folder(path))
            return false;
        *slash = '/';
    }
    return true;
}

bool file_make_folders(char *path)
{
    return file_make_parents(path) && make_folder(path);
}
