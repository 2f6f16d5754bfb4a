/* A disk that a test can stop while a program runs: loaded before the C library
 * (LD_PRELOAD), it makes syncs wait. The file that SLOW_DISK names is locked by
 * the test for as long as no sync may end; if there is anything in the file then,
 * the sync fails. */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Whether the sync may be made. */
static int pass_gate(void)
{
    const char *path = getenv("SLOW_DISK");
    int gate = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    struct stat about = {0};
    if (gate < 0)
        return 1;
    while (flock(gate, LOCK_SH) != 0 && errno == EINTR)
        ;
    fstat(gate, &about);
    close(gate);
    return about.st_size == 0;
}

static int slow_sync(long number, int file)
{
    if (pass_gate())
        return (int)syscall(number, file);
    errno = EIO;
    return -1;
}

/* The names are those of the C library, for the linker alone. */
int slow_fsync(int file) __asm__("fsync");
int slow_fdatasync(int file) __asm__("fdatasync");

int slow_fsync(int file)
{
    return slow_sync(SYS_fsync, file);
}

int slow_fdatasync(int file)
{
    return slow_sync(SYS_fdatasync, file);
}
