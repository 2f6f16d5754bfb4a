/* What a program in a cage may read beside the system: the folder that it lies
 * in and those of the files that its command names, so that what was written
 * beside it is found; what its interpreter was installed with. Never a folder
 * that has the user's own things below it. */
#define _GNU_SOURCE

#include "programs/cage.h"

#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "programs/command.h"

/* ---- Folders that are not for reading ------------------------------- */

/* Is `path` this folder or file, or below it? Both are real paths. */
static bool is_below(const char *path, const char *folder)
{
    size_t size = strlen(folder);
    return strcmp(folder, "/") == 0 ||
           (strncmp(path, folder, size) == 0 &&
            (path[size] == '/' || path[size] == '\0'));
}

static bool has_below(const char *folder, const char *path)
{
    char real[PATH_MAX];
    return path && realpath(path, real) && is_below(real, folder);
}

/* The home, and where desktops keep keys and saved games. */
static bool has_home(const char *folder)
{
    static const char *const places[] = {"", "/.local/share", "/.config",
                                         "/.ssh"};
    char path[PATH_MAX];
    const char *home = getenv("HOME");
    for (unsigned i = 0; home && i < sizeof places / sizeof *places; i++) {
        snprintf(path, sizeof path, "%s%s", home, places[i]);
        if (has_below(folder, path))
            return true;
    }
    return false;
}

static bool is_hidden(const char *path, const struct player_limits *limits)
{
    bool found = false;
    for (unsigned i = 0; i < sizeof limits->hidden / sizeof *limits->hidden;
         i++)
        found = found || has_below(path, limits->hidden[i]);
    return found;
}

/* Those of everybody, and those with anything of the user's below them. */
static bool is_private(const char *folder, const struct player_limits *limits)
{
    static const char *const places[] = {"/tmp", "/var/tmp", "/etc",
                                         "/proc/self", "/dev/shm"};
    bool found = has_home(folder) || is_hidden(folder, limits) ||
                 has_below(folder, getenv("TMPDIR"));
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
        found = found || has_below(folder, places[i]);
    return found;
}

/* ---- The list ------------------------------------------------------- */

static void add(struct cage *cage, const char *path)
{
    for (unsigned i = 0; i < cage->paths; i++)
        if (is_below(path, cage->path[i]))
            return;
    if (cage->paths < CAGE_PATHS)
        snprintf(cage->path[cage->paths++], PATH_MAX, "%s", path);
}

/* Makes of a path that of its folder; false if that is the topmost. */
static bool go_up(char *path)
{
    char *slash = strrchr(path, '/');
    if (!slash || slash == path)
        return false;
    *slash = '\0';
    return true;
}

/* Everything in a folder of programs ("venv/bin") was installed together with
 * what is beside that folder. */
static void add_folder(struct cage *cage, char *folder,
                       const struct player_limits *limits)
{
    if (is_private(folder, limits))
        return;
    const char *name = strrchr(folder, '/');
    bool programs = strcmp(name, "/bin") == 0 || strcmp(name, "/shims") == 0;
    add(cage, folder);
    if (programs && go_up(folder) && !is_private(folder, limits))
        add(cage, folder);
}

/* A file comes with its folder: with that of its name too, for
 * "venv/bin/python3" is /usr/bin/python3 and means what is in venv. */
static void add_path(struct cage *cage, const char *path,
                     const struct player_limits *limits)
{
    char real[PATH_MAX];
    char named[PATH_MAX];
    struct stat about;
    if (!realpath(path, real) || stat(real, &about) != 0 ||
        is_hidden(real, limits))
        return;
    if (S_ISDIR(about.st_mode)) {
        add_folder(cage, real, limits);
        return;
    }
    add(cage, real);
    if (go_up(real))
        add_folder(cage, real, limits);
    snprintf(named, sizeof named, "%s", path);
    if (go_up(named) && realpath(named, real))
        add_folder(cage, real, limits);
}

/* ---- Interpreters --------------------------------------------------- */

/* "#!/usr/bin/env python3" means the one that PATH has. */
static void add_from_path(struct cage *cage, const char *name,
                          const struct player_limits *limits)
{
    struct command command;
    const char *why = command_split(name, &command);
    char **words = !why ? command_resolve(&command, &why) : NULL;
    if (words)
        add_path(cage, words[0], limits);
    free(words);
}

static void add_interpreter(struct cage *cage, const char *program,
                            const struct player_limits *limits)
{
    char line[PLAYER_TEXT];
    char *rest = line;
    int file = open(program, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t size = file != -1 ? read(file, line, sizeof line - 1) : -1;
    if (file != -1)
        close(file);
    if (size < 2 || memcmp(line, "#!", 2) != 0)
        return;
    line[size] = '\0';
    line[strcspn(line, "\n")] = '\0';
    rest += 2;
    const char *interpreter = strtok_r(rest, " \t", &rest);
    if (!interpreter || interpreter[0] != '/')
        return;
    add_path(cage, interpreter, limits);
    const char *slash = strrchr(interpreter, '/');
    const char *name = strtok_r(NULL, " \t", &rest);
    while (name && (name[0] == '-' || strchr(name, '=')))
        name = strtok_r(NULL, " \t", &rest);
    if (strcmp(slash, "/env") == 0 && name)
        add_from_path(cage, name, limits);
}

/* Debian keeps a little of what belongs to them apart. */
static void add_settings(struct cage *cage)
{
    static const char *const patterns[] = {"/etc/python*", "/etc/perl",
                                           "/etc/java-*"};
    for (unsigned i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        glob_t found;
        if (glob(patterns[i], 0, NULL, &found) == 0) {
            for (size_t j = 0; j < found.gl_pathc; j++)
                add(cage, found.gl_pathv[j]);
            globfree(&found);
        }
    }
}

struct cage *cage_new(char *const *words, const struct player_limits *limits)
{
    struct cage *cage = calloc(1, sizeof *cage);
    if (!cage)
        return NULL;
    cage->parts = player_cage_parts();
    cage->ours = getpid();
    cage->group = getpgrp();
    add_path(cage, words[0], limits);
    add_interpreter(cage, words[0], limits);
    add_settings(cage);
    for (unsigned i = 1; words[i]; i++)
        if (words[i][0] == '/')
            add_path(cage, words[i], limits);
    return cage;
}

/* ---- How many processes there are ----------------------------------- */

/* A number behind a word at the start of a line of /proc/PID/status. */
static unsigned long field(const char *status, const char *word)
{
    const char *at = strstr(status, word);
    return at ? strtoul(at + strlen(word), NULL, 10) : 0;
}

static unsigned threads_of(const char *process, uid_t user)
{
    char text[2048];
    snprintf(text, sizeof text, "/proc/%.20s/status", process);
    int file = open(text, O_RDONLY | O_CLOEXEC);
    if (file == -1)
        return 0;
    ssize_t size = read(file, text, sizeof text - 1);
    close(file);
    text[size > 0 ? size : 0] = '\0';
    return field(text, "\nUid:") == user ? (unsigned)field(text, "\nThreads:")
                                         : 0;
}

unsigned cage_processes(void)
{
    unsigned count = 0;
    uid_t user = getuid();
    struct dirent *entry;
    DIR *folder = opendir("/proc");
    while (folder && (entry = readdir(folder)))
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9')
            count += threads_of(entry->d_name, user);
    if (folder)
        closedir(folder);
    return count;
}
