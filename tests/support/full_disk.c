/* A disk that is full, for a database: loaded before the C library (LD_PRELOAD),
 * it writes nothing behind the end of a file of its tables while the file that
 * TIOLI_FULL_DISK names is there. The log of transactions still has room, as it
 * has on a disk of its own. */
#define _GNU_SOURCE

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int has_room(int file, off_t end)
{
    char name[64];
    char path[4096];
    struct stat found;
    const char *full = getenv("TIOLI_FULL_DISK");
    if (!full || access(full, F_OK) != 0)
        return 1;
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    ssize_t size = readlink(name, path, sizeof path - 1);
    if (size < 0 || fstat(file, &found) != 0)
        return 1;
    path[size] = '\0';
    return !strstr(path, "/base/") || end <= found.st_size;
}

/* The names are those of the C library, for the linker alone. */
ssize_t full_write(int file, const void *bytes, size_t size,
                   off_t at) __asm__("pwrite");
ssize_t full_write_64(int file, const void *bytes, size_t size,
                      off_t at) __asm__("pwrite64");

ssize_t full_write(int file, const void *bytes, size_t size, off_t at)
{
    if (has_room(file, at + (off_t)size))
        return syscall(SYS_pwrite64, file, bytes, size, at);
    errno = ENOSPC;
    return -1;
}

ssize_t full_write_64(int file, const void *bytes, size_t size, off_t at)
{
    return full_write(file, bytes, size, at);
}
