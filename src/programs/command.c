/* See command.h. No shell takes part, so nothing in a command can surprise:
 * what is not a blank, a quote or a backslash stands for itself. */
#define _POSIX_C_SOURCE 200809L

#include "programs/command.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "i18n/i18n.h"

/* One word from *text into *out, which moves on past its final 0. */
static const char *split_word(const char **text, char **out)
{
    const char *at = *text;
    char *put = *out;
    char quote = '\0';
    for (; *at != '\0' && (quote != '\0' || (*at != ' ' && *at != '\t'));
         at++) {
        if (*at == quote) {
            quote = '\0';
        } else if (quote == '\0' && (*at == '\'' || *at == '"')) {
            quote = *at;
        } else {
            if (*at == '\\' && quote != '\'' && *++at == '\0')
                return N_("a backslash at the end");
            *put++ = *at;
        }
    }
    *put++ = '\0';
    *text = at;
    *out = put;
    return quote != '\0' ? N_("a quote that is not closed") : NULL;
}

const char *command_split(const char *text, struct command *out)
{
    char *put = out->room;
    out->count = 0;
    for (;;) {
        text += strspn(text, " \t");
        if (*text == '\0')
            break;
        if (out->count == COMMAND_WORDS)
            return N_("too many words");
        out->word[out->count++] = put;
        const char *wrong = split_word(&text, &put);
        if (wrong)
            return wrong;
    }
    out->word[out->count] = NULL;
    return out->count == 0 || out->word[0][0] == '\0'
               ? N_("expected the name of a program")
               : NULL;
}

/* ---- Full paths ----------------------------------------------------- */

struct room {
    char *at;
    char *end;
    char here[PATH_MAX]; /* the user's folder, "" if it is not known */
};

static bool add(struct room *room, const char *text, size_t size)
{
    if ((size_t)(room->end - room->at) <= size)
        return false;
    memcpy(room->at, text, size);
    room->at += size;
    *room->at = '\0';
    return true;
}

/* `folder` has `size` bytes and may be relative or empty, as in PATH. */
static char *full_path(struct room *room, const char *folder, size_t size,
                       const char *name)
{
    char *path = room->at;
    bool relative = size == 0 || folder[0] != '/';
    bool good = true;
    if (relative)
        good = room->here[0] != '\0' &&
               add(room, room->here, strlen(room->here)) && add(room, "/", 1);
    if (good && size > 0)
        good = add(room, folder, size) && add(room, "/", 1);
    good = good && add(room, name, strlen(name));
    if (!good || room->at == room->end) {
        room->at = path;
        return NULL;
    }
    room->at++;
    return path;
}

static const char no_such[] = N_("there is no such program");
static const char not_executable[] = N_("it is not executable");

/* NULL, or why it is none. */
static const char *not_a_program(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return no_such;
    if (S_ISDIR(about.st_mode))
        return N_("it is a folder");
    return S_ISREG(about.st_mode) && access(path, X_OK) == 0 ? NULL
                                                             : not_executable;
}

static char *copy_word(struct room *room, const char *word)
{
    char *start = room->at;
    if (!add(room, word, strlen(word)) || room->at == room->end)
        return NULL;
    room->at++;
    return start;
}

/* NULL and a reason if there is none. */
static char *find_program(struct room *room, const char *name, const char **why)
{
    *why = no_such;
    if (strchr(name, '/')) {
        char *path = name[0] == '/' ? copy_word(room, name)
                                    : full_path(room, "", 0, name);
        *why = path ? not_a_program(path) : no_such;
        return !*why ? path : NULL;
    }
    const char *folders = getenv("PATH");
    if (!folders)
        folders = "/usr/local/bin:/usr/bin:/bin";
    for (;;) {
        size_t size = strcspn(folders, ":");
        char *start = room->at;
        char *path = full_path(room, folders, size, name);
        const char *wrong = path ? not_a_program(path) : no_such;
        if (!wrong)
            return path;
        if (wrong == not_executable)
            *why = wrong;
        room->at = start;
        if (folders[size] == '\0')
            return NULL;
        folders += size + 1;
    }
}

/* An argument that names a file of the user's is meant to be that file. */
static char *resolve_word(struct room *room, const char *word)
{
    char *start = room->at;
    struct stat about;
    if (word[0] != '/' && word[0] != '-' && word[0] != '\0') {
        char *path = full_path(room, "", 0, word);
        if (path && stat(path, &about) == 0)
            return path;
        room->at = start;
    }
    return copy_word(room, word);
}

char **command_resolve(const struct command *command, const char **why)
{
    struct room room;
    size_t list = (command->count + 1) * sizeof(char *);
    size_t texts = (command->count + 1) * (size_t)(2 * PATH_MAX);
    char **words = malloc(list + texts);
    *why = N_("out of memory");
    if (!words)
        return NULL;
    room.at = (char *)words + list;
    room.end = room.at + texts;
    if (!getcwd(room.here, sizeof room.here))
        room.here[0] = '\0';
    words[0] = find_program(&room, command->word[0], why);
    bool good = words[0];
    for (unsigned i = 1; good && i < command->count; i++) {
        words[i] = resolve_word(&room, command->word[i]);
        good = words[i];
    }
    words[command->count] = NULL;
    if (!good) {
        if (words[0])
            *why = N_("its words are too long");
        free(words);
        return NULL;
    }
    *why = NULL;
    return words;
}
