/* The system calls that a program in a cage does without. A list of what is
 * refused, not of what is allowed: interpreters differ too much, and what
 * Landlock looks after needs no second guard here. The list has what reaches
 * around Landlock: sockets, changing files by their names without opening
 * them, other processes, and corners of the kernel that no bot needs. Calls
 * that are younger than this list do not exist for the program. */
#define _GNU_SOURCE

#include "programs/cage.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#if defined(__x86_64__) && !defined(__ILP32__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define MACHINE AUDIT_ARCH_RISCV64
#else
#define MACHINE 0
#endif

/* Where a 32-bit value is within 64 bits. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LOW_HALF 0
#else
#define LOW_HALF 4
#endif

/* Younger than some headers; the same on every machine. */
#define CALL_FCHMODAT2 452
#define CALL_SETXATTRAT 463
#define CALL_REMOVEXATTRAT 466
#define CALL_OPEN_TREE_ATTR 467
#define CALL_FILE_SETATTR 469
#define CALL_LAST_KNOWN 469

#define NAMESPACES                                                             \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |             \
     CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

/* When a call is refused. Only the lower half of an argument is looked at:
 * all of these are ints, or flags that are there. */
enum test {
    ALWAYS,
    EQUAL,
    UNLIKE,
    ANY_BIT,
};

struct row {
    unsigned call;
    enum test test;
    unsigned argument;
    uint32_t value;
    int error;
};

#define NO(name)                                                               \
    {                                                                          \
        .call = SYS_##name, .error = EPERM                                     \
    }
#define NO_IF(name, argument, test, value)                                     \
    {                                                                          \
        SYS_##name, test, argument, value, EPERM                               \
    }

static const struct row rows[] = {
    /* The network, and the services of this machine. A pair of sockets is a
     * pipe in two directions, but a pair for datagrams can send anywhere. */
    {.call = SYS_socket, .error = EACCES},
    NO(connect),
    NO(bind),
    NO(listen),
    NO_IF(socketpair, 0, UNLIKE, AF_UNIX),
    NO_IF(socketpair, 1, ANY_BIT, SOCK_DGRAM),
    /* Memory and messages that everybody of the same user shares. */
    NO(shmget),
    NO(shmat),
    NO(semget),
    NO(msgget),
    NO(mq_open),
    NO(mq_unlink),
    NO(add_key),
    NO(request_key),
    NO(keyctl),
    /* Other processes: their memory, descriptors, limits and priorities. */
    NO(process_vm_readv),
    NO(process_vm_writev),
    NO(process_madvise),
    NO(process_mrelease),
    NO(kcmp),
    NO(pidfd_getfd),
    NO(pidfd_send_signal),
    NO(tkill),
    NO(rt_sigqueueinfo),
    NO(rt_tgsigqueueinfo),
    NO(move_pages),
    NO(migrate_pages),
    NO_IF(kill, 0, EQUAL, UINT32_MAX), /* everybody */
    NO_IF(prlimit64, 0, UNLIKE, 0),
    NO_IF(sched_setaffinity, 0, UNLIKE, 0),
    NO_IF(sched_setscheduler, 0, UNLIKE, 0),
    NO_IF(sched_setparam, 0, UNLIKE, 0),
    NO_IF(sched_setattr, 0, UNLIKE, 0),
    NO_IF(setpriority, 1, UNLIKE, 0),
    NO_IF(ioprio_set, 1, UNLIKE, 0),
    /* Files by their names, where Landlock does not look; a descriptor shows
     * that the file could be opened. */
    NO(fchmodat),
    NO(fchownat),
    NO(utimensat),
    NO(truncate),
    NO(setxattr),
    NO(lsetxattr),
    NO(removexattr),
    NO(lremovexattr),
    NO(name_to_handle_at),
    NO(open_by_handle_at),
    NO(inotify_add_watch),
    NO(fanotify_init),
    {.call = CALL_FCHMODAT2, .error = EPERM},
    {.call = CALL_SETXATTRAT, .error = EPERM},
    {.call = CALL_REMOVEXATTRAT, .error = EPERM},
    {.call = CALL_FILE_SETATTR, .error = EPERM},
#ifdef SYS_chmod
    NO(chmod),
    NO(chown),
    NO(lchown),
    NO(utime),
    NO(utimes),
    NO(futimesat),
#endif
    /* Words put into somebody's terminal. */
    NO_IF(ioctl, 1, EQUAL, TIOCSTI),
    NO_IF(ioctl, 1, EQUAL, TIOCLINUX),
    /* Another world to live in. What asks for it by clone3() is out of a
     * filter's sight; the C library has another way if there is no such call.
     */
    NO(unshare),
    NO(setns),
    NO_IF(clone, 0, ANY_BIT, NAMESPACES),
    {.call = SYS_clone3, .error = ENOSYS},
    NO(chroot),
    NO(pivot_root),
    NO(mount),
    NO(umount2),
    NO(fsopen),
    NO(fspick),
    NO(fsconfig),
    NO(fsmount),
    NO(move_mount),
    NO(open_tree),
    NO(mount_setattr),
    {.call = CALL_OPEN_TREE_ATTR, .error = EPERM},
    /* Corners of the kernel, where its mistakes are. */
    NO(bpf),
    NO(perf_event_open),
    NO(userfaultfd),
    NO(io_uring_setup),
    NO(io_uring_enter),
    NO(io_uring_register),
    NO(init_module),
    NO(finit_module),
    NO(delete_module),
    NO(kexec_load),
    NO(reboot),
    NO(swapon),
    NO(swapoff),
    NO(acct),
    NO(quotactl),
    NO(quotactl_fd),
    NO(syslog),
    NO(vhangup),
    NO(sethostname),
    NO(setdomainname),
    NO(settimeofday),
    NO(clock_settime),
    NO(clock_adjtime),
    NO(adjtimex),
#ifdef SYS_kexec_file_load
    NO(kexec_file_load),
#endif
#ifdef SYS_iopl
    NO(iopl),
    NO(ioperm),
    NO(modify_ldt),
#endif
};

enum {
    ROWS = sizeof rows / sizeof *rows,
    MORE_ROWS = 6, /* for the processes that are never sent a signal */
    LAST_ROWS = 1, /* where there is no Landlock */
    ROW_STEPS = 5,
    STEPS = 8 + (ROWS + MORE_ROWS + LAST_ROWS) * ROW_STEPS,
};

struct filter {
    struct sock_filter step[STEPS];
    unsigned short steps;
};

static void step(struct filter *filter, unsigned code, uint32_t value,
                 unsigned if_true, unsigned if_false)
{
    filter->step[filter->steps++] = (struct sock_filter){
        .code = (uint16_t)code,
        .jt = (uint8_t)if_true,
        .jf = (uint8_t)if_false,
        .k = value,
    };
}

static void load(struct filter *filter, size_t offset)
{
    step(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void answer(struct filter *filter, uint32_t value)
{
    step(filter, BPF_RET | BPF_K, value, 0, 0);
}

/* The call's number is loaded before and after it. */
static void add_row(struct filter *filter, const struct row *row)
{
    const unsigned if_equal = BPF_JMP | BPF_JEQ | BPF_K;
    uint32_t refusal = SECCOMP_RET_ERRNO | (uint32_t)row->error;
    if (row->test == ALWAYS) {
        step(filter, if_equal, row->call, 0, 1);
        answer(filter, refusal);
        return;
    }
    step(filter, if_equal, row->call, 0, 4);
    load(filter, offsetof(struct seccomp_data, args) +
                     row->argument * sizeof(uint64_t) + LOW_HALF);
    if (row->test == ANY_BIT) {
        step(filter, BPF_JMP | BPF_JSET | BPF_K, row->value, 0, 1);
    } else {
        step(filter, if_equal, row->value, row->test == UNLIKE,
             row->test == EQUAL);
    }
    answer(filter, refusal);
    load(filter, offsetof(struct seccomp_data, nr));
}

/* On a kernel whose Landlock knows no signals this is all that stands between
 * the program and us. */
static void add_signals(struct filter *filter, const struct cage *cage,
                        pid_t keeper)
{
    const struct row more[MORE_ROWS] = {
        NO_IF(kill, 0, EQUAL, (uint32_t)cage->ours),
        NO_IF(kill, 0, EQUAL, (uint32_t)-cage->group),
        NO_IF(kill, 0, EQUAL, (uint32_t)keeper),
        NO_IF(kill, 0, EQUAL, (uint32_t)-keeper),
        NO_IF(tgkill, 0, EQUAL, (uint32_t)cage->ours),
        NO_IF(tgkill, 0, EQUAL, (uint32_t)keeper),
    };
    for (unsigned i = 0; i < MORE_ROWS; i++)
        add_row(filter, &more[i]);
}

bool cage_calls_known(void)
{
    /* Without a filter to read: EFAULT if filters are known, else EINVAL. */
    return MACHINE != 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL, 0, 0) == -1 &&
           errno == EFAULT;
}

bool cage_calls_enter(const struct cage *cage, pid_t keeper)
{
    struct filter filter = {.steps = 0};
    load(&filter, offsetof(struct seccomp_data, arch));
    step(&filter, BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0);
    answer(&filter, SECCOMP_RET_KILL_PROCESS); /* another machine's numbers */
    load(&filter, offsetof(struct seccomp_data, nr));
    step(&filter, BPF_JMP | BPF_JGT | BPF_K, CALL_LAST_KNOWN, 0, 1);
    answer(&filter, SECCOMP_RET_ERRNO | ENOSYS);
    for (unsigned i = 0; i < ROWS; i++)
        add_row(&filter, &rows[i]);
    add_signals(&filter, cage, keeper);
    if (cage->parts.landlock == 0) {
        /* Landlock keeps it to the program's own processes, where debuggers
         * and leak checkers need it. */
        add_row(&filter, &(struct row)NO(ptrace));
    }
    answer(&filter, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {filter.steps, filter.step};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}
