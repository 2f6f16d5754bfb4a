/* The module imports no system call, so that it loads anywhere; SHA-256 alone
 * comes from the page (hash.c). The C library's formatting of text draws in all
 * of stdio, and with it the first three calls below; the last is only named by
 * code that the linker drops, but without it the library's own would be taken,
 * which come all in one. There are no files here: each call fails, and leaving
 * is a trap. */
#include <wasi/api.h>

__wasi_errno_t __wasi_fd_close(__wasi_fd_t fd)
{
    (void)fd;
    return __WASI_ERRNO_BADF;
}

__wasi_errno_t __wasi_fd_seek(__wasi_fd_t fd, __wasi_filedelta_t offset,
                              __wasi_whence_t whence,
                              __wasi_filesize_t *position)
{
    (void)fd;
    (void)offset;
    (void)whence;
    (void)position;
    return __WASI_ERRNO_BADF;
}

__wasi_errno_t __wasi_fd_write(__wasi_fd_t fd, const __wasi_ciovec_t *parts,
                               size_t count, __wasi_size_t *written)
{
    (void)fd;
    (void)parts;
    (void)count;
    (void)written;
    return __WASI_ERRNO_BADF;
}

_Noreturn void __wasi_proc_exit(__wasi_exitcode_t status)
{
    (void)status;
    __builtin_trap();
}
