/* How players are called in tables and records: briefly, and no two of them
 * alike, for programs often differ only at the far end of a long command. */
#define _POSIX_C_SOURCE 200809L

#include "cli/match.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/utf8.h"
#include "cli/options.h"
#include "programs/command.h"

#define NUMBER 3 /* characters of "#10" */

/* "/home/me/bots/mine" is known as "mine". */
static const char *without_folder(const char *word)
{
    const char *slash = strrchr(word, '/');
    return slash && slash[1] != 0 ? slash + 1 : word;
}

static void trim_end(char *text)
{
    size_t size = strlen(text);
    while (size > 0 && text[size - 1] == ' ')
        text[--size] = 0;
}

void match_name(const char *text, char out[MATCH_NAME])
{
    static const char prefix[] = "cmd:";
    struct command command;
    char words[PLAYER_TEXT] = "";
    if (strncmp(text, prefix, sizeof prefix - 1) == 0 &&
        !command_split(text + sizeof prefix - 1, &command)) {
        for (unsigned i = 0; i < command.count; i++) {
            size_t used = strlen(words);
            snprintf(words + used, sizeof words - used, "%s%s",
                     i == 0 ? "" : " ", without_folder(command.word[i]));
        }
        text = words;
    }
    text += strspn(text, " ");
    utf8_escape(text, strlen(text), out, MATCH_NAME);
    trim_end(out);
    if (out[0] == 0)
        snprintf(out, MATCH_NAME, "program");
}

static bool look_alike(const char *one, const char *other, unsigned width)
{
    char left[OPTIONS_COLUMN];
    char right[OPTIONS_COLUMN];
    options_column(one, width, left);
    options_column(other, width, right);
    return strcmp(left, right) == 0;
}

/* A number takes room from its name, so that more of them may look alike than
 * did before: these count together. */
void match_number_names(char names[][TIO_NAME_TEXT], unsigned count,
                        unsigned width)
{
    uint32_t alike = 0; /* a bit for each name */
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = 0; j < i; j++)
            if (look_alike(names[i], names[j], width))
                alike |= UINT32_C(1) << i | UINT32_C(1) << j;
    }
    /* From the last one, because those before it are compared as they were. */
    for (unsigned i = count; i-- > 0;) {
        unsigned number = 1;
        for (unsigned j = 0; j < i; j++)
            number += (alike >> j & 1) != 0 &&
                      look_alike(names[i], names[j], width - NUMBER);
        if ((alike >> i & 1) != 0) {
            size_t used = strlen(names[i]);
            snprintf(names[i] + used, TIO_NAME_TEXT - used, "#%u", number);
        }
    }
}

void match_name_column(const char *name, unsigned width,
                       char out[OPTIONS_COLUMN])
{
    char text[OPTIONS_COLUMN];
    const char *mark = strrchr(name, '#');
    size_t size = mark ? strlen(mark) : 0;
    if (size < 2 || size > NUMBER ||
        strspn(mark + 1, "0123456789") != size - 1) {
        options_column(name, width, out);
        return;
    }
    snprintf(text, sizeof text, "%.*s", (int)(mark - name), name);
    options_column(text, width - (unsigned)size, out);
    trim_end(out);
    snprintf(text, sizeof text, "%.*s%s", OPTIONS_COLUMN - NUMBER - 1, out,
             mark);
    options_column(text, width, out);
}

/* ---- Where their records go ----------------------------------------- */

static bool is_record(const char *name)
{
    static const char suffix[] = ".tioli";
    size_t length = strlen(name);
    size_t tail = sizeof suffix - 1;
    return length > tail && strcmp(name + length - tail, suffix) == 0;
}

/* Whether it has a name that records_dir_write() gives. */
static bool is_numbered(const char *name)
{
    size_t digits = strspn(name, "0123456789");
    return digits >= 6 && strcmp(name + digits, ".tioli") == 0;
}

/* Whether the folder can be used: without records, or once those of earlier
 * games are gone. Records with other names are somebody's own and stay. */
static bool make_room(const char *command, const char *path, DIR *dir,
                      bool force)
{
    const struct dirent *entry;
    while ((entry = readdir(dir))) {
        if (!is_record(entry->d_name))
            continue;
        if (!force)
            return options_wrong(
                command,
                _("%s: there are records in it already; choose "
                  "another folder, or replace them with --force"),
                path);
        if (is_numbered(entry->d_name) &&
            unlinkat(dirfd(dir), entry->d_name, 0) != 0)
            return options_wrong(command, "%s/%s: %s", path, entry->d_name,
                                 strerror(errno));
    }
    return true;
}

bool records_dir_open(const char *command, const char *path, bool force)
{
    if (path[0] == 0)
        return options_wrong(command,
                             _("--records: the folder's name is empty"));
    if (mkdir(path, 0777) == 0)
        return true;
    DIR *dir = errno == EEXIST ? opendir(path) : NULL;
    if (!dir)
        return options_wrong(command, "%s: %s", path, strerror(errno));
    bool good = make_room(command, path, dir, force);
    closedir(dir);
    return good;
}

static bool record_path(const char *path, uint64_t number,
                        char name[RECORDS_PATH])
{
    int size = snprintf(name, RECORDS_PATH, "%s/%06llu.tioli", path,
                        (unsigned long long)number);
    return size >= 0 && size < RECORDS_PATH;
}

void records_dir_remove(const char *path, uint64_t number)
{
    char name[RECORDS_PATH];
    if (record_path(path, number, name))
        unlink(name);
}

const char *records_dir_write(const char *path, uint64_t number,
                              const char *text, size_t length,
                              char name[RECORDS_PATH])
{
    if (!record_path(path, number, name))
        return strerror(ENAMETOOLONG);
    return file_create(name, true, text, length) ? NULL : strerror(errno);
}
