/* See cage.h. The numbers and structures of Landlock are the kernel's, written
 * down here because a machine's headers may be older than its kernel. */
#define _GNU_SOURCE

#include "programs/cage.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The same on every machine. */
#define CALL_CREATE_RULESET 444
#define CALL_ADD_RULE 445
#define CALL_RESTRICT_SELF 446

#define VERSION_ASKED 1U
#define RULE_PATH 1

enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_DIR = 1 << 3,
    MAKE_CHAR = 1 << 6,
    MAKE_BLOCK = 1 << 11,
    TRUNCATE = 1 << 14,
    IOCTL_DEV = 1 << 15,
};

#define READ (EXECUTE | READ_FILE | READ_DIR)
#define OF_FILES (EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV)
#define NEVER (MAKE_CHAR | MAKE_BLOCK | IOCTL_DEV)

struct ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
};

struct path_rule {
    uint64_t access;
    int32_t descriptor;
} __attribute__((packed));

/* What each version brought: rights on files up to `files`, and how much of
 * struct ruleset it understands. A later one counts as the last row. */
static const struct version {
    uint32_t files;
    uint32_t network;
    uint32_t scopes;
    size_t size;
} versions[] = {
    /* files      TCP   signals, abstract sockets */
    {(1U << 13) - 1, 0, 0, 8},  /* 1 */
    {(1U << 14) - 1, 0, 0, 8},  /* 2: moving between folders */
    {(1U << 15) - 1, 0, 0, 8},  /* 3: truncate() */
    {(1U << 15) - 1, 3, 0, 16}, /* 4: bind() and connect() */
    {(1U << 16) - 1, 3, 0, 16}, /* 5: ioctl() of devices */
    {(1U << 16) - 1, 3, 3, 24}, /* 6 */
};

#define VERSIONS (sizeof versions / sizeof *versions)
#define SCOPE_VERSION 6

/* Whatever interpreters and the C library read on their own. What is not there
 * is passed over. */
static const struct {
    const char *path;
    uint32_t access;
} system_paths[] = {
    {"/usr", READ},
    {"/bin", READ},
    {"/sbin", READ},
    {"/lib", READ},
    {"/lib32", READ},
    {"/lib64", READ},
    {"/libx32", READ},
    {"/nix/store", READ},
    {"/gnu/store", READ},
    {"/etc/ld.so.cache", READ_FILE},
    {"/etc/ld.so.conf", READ_FILE},
    {"/etc/ld.so.conf.d", READ},
    {"/etc/ld.so.preload", READ_FILE},
    {"/etc/alternatives", READ},
    {"/etc/localtime", READ_FILE},
    {"/etc/ssl/openssl.cnf", READ_FILE},
    {"/dev/null", READ_FILE | WRITE_FILE | TRUNCATE},
    {"/dev/zero", READ_FILE | WRITE_FILE},
    {"/dev/full", READ_FILE | WRITE_FILE},
    {"/dev/random", READ_FILE},
    {"/dev/urandom", READ_FILE},
    {"/proc/self", READ_FILE | READ_DIR}, /* of the first process */
    {"/proc/cpuinfo", READ_FILE},
    {"/proc/meminfo", READ_FILE},
    {"/proc/stat", READ_FILE},
    {"/proc/version", READ_FILE},
    {"/proc/sys/vm/overcommit_memory", READ_FILE},
    {"/sys/devices/system/cpu", READ_FILE | READ_DIR},
    {"/sys/devices/system/node", READ_FILE | READ_DIR},
    {"/sys/kernel/mm/transparent_hugepage", READ_FILE | READ_DIR},
};

/* ---- What there is -------------------------------------------------- */

struct player_cage player_cage_parts(void)
{
    long version = syscall(CALL_CREATE_RULESET, NULL, 0, VERSION_ASKED);
    return (struct player_cage){
        .landlock = version > 0 ? (unsigned)version : 0,
        .calls = cage_calls_known(),
        .processes = geteuid() != 0,
    };
}

bool player_cage_whole(struct player_cage parts)
{
    return parts.landlock >= SCOPE_VERSION && parts.calls;
}

void player_cage_words(struct player_cage parts, char out[PLAYER_TEXT])
{
    char landlock[32] = "no Landlock";
    if (parts.landlock > 0)
        snprintf(landlock, sizeof landlock, "Landlock %u", parts.landlock);
    snprintf(out, PLAYER_TEXT, "files: %s; network: %s; signals: %s; %s",
             parts.landlock > 0 ? landlock : "open (no Landlock)",
             parts.calls           ? "none (seccomp)"
             : parts.landlock >= 4 ? "no TCP (Landlock)"
                                   : "open (no seccomp)",
             parts.landlock >= SCOPE_VERSION ? "its own (Landlock)"
             : parts.calls                   ? "not to the table (seccomp)"
                                             : "open",
             parts.processes ? "processes: bounded"
                             : "processes: not bounded for root");
}

/* ---- Files ---------------------------------------------------------- */

/* True if it was added, or there is no such path. */
static bool allow(int ruleset, const char *path, uint32_t access)
{
    struct stat about;
    int descriptor = open(path, O_PATH | O_CLOEXEC);
    if (descriptor == -1)
        return errno != EMFILE && errno != ENFILE && errno != ENOMEM;
    bool good = fstat(descriptor, &about) == 0;
    if (good) {
        struct path_rule rule = {
            .access = S_ISDIR(about.st_mode) ? access : access & OF_FILES,
            .descriptor = descriptor,
        };
        good = syscall(CALL_ADD_RULE, ruleset, RULE_PATH, &rule, 0) == 0;
    }
    int why = errno;
    close(descriptor);
    errno = why;
    return good;
}

static bool close_files(const struct cage *cage, const char *folder)
{
    unsigned number = cage->parts.landlock;
    if (number == 0)
        return true;
    const struct version *version =
        &versions[number < VERSIONS ? number - 1 : VERSIONS - 1];
    struct ruleset all = {version->files, version->network, version->scopes};
    int ruleset = (int)syscall(CALL_CREATE_RULESET, &all, version->size, 0);
    bool good = ruleset != -1 &&
                allow(ruleset, folder, version->files & ~(uint32_t)NEVER);
    for (size_t i = 0; good && i < sizeof system_paths / sizeof *system_paths;
         i++)
        good = allow(ruleset, system_paths[i].path,
                     system_paths[i].access & version->files);
    for (unsigned i = 0; good && i < cage->paths; i++)
        good = allow(ruleset, cage->path[i], READ);
    return good && syscall(CALL_RESTRICT_SELF, ruleset, 0) == 0;
}

/* ---- Root's rights -------------------------------------------------- */

/* Without them in the bounding set exec() gives them to nobody, root or not.
 * Whoever has none may not even be allowed to say so: systemd refuses it. */
static bool drop_rights(void)
{
    struct __user_cap_header_struct head = {
        .version = _LINUX_CAPABILITY_VERSION_3,
    };
    struct __user_cap_data_struct held[_LINUX_CAPABILITY_U32S_3] = {{0}};
    static const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] =
        {{0}};
    for (unsigned right = 0; right < 64; right++)
        (void)prctl(PR_CAPBSET_DROP, right, 0, 0, 0);
    (void)prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    bool has_none = syscall(SYS_capget, &head, held) == 0 &&
                    memcmp(held, none, sizeof none) == 0;
    return has_none || syscall(SYS_capset, &head, none) == 0;
}

bool cage_enter(const struct cage *cage, const char *folder, pid_t keeper)
{
    return drop_rights() && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           close_files(cage, folder) &&
           (!cage->parts.calls || cage_calls_enter(cage, keeper));
}
