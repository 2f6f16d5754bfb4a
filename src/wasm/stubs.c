/* The module must load anywhere with no imports. Formatting text in memory
 * draws the whole of stdio in, and that the calls below; there are no files
 * here, so each of them fails, and leaving is a trap. */
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
