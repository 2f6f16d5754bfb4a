/* Saving so that nothing is ever lost: a record is replaced in one step, an
 * older save is moved aside instead of written over, and a lock keeps two games
 * from writing into one file. */
#define _POSIX_C_SOURCE 200809L

#include "terminal/save.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/utf8.h"
#include "i18n/i18n.h"

#define SEATS_LIMIT 4096
#define SEATS_HEAD "tioli seats 1\n"
#define FREE_NAMES 1000

__attribute__((format(printf, 2, 3))) static bool fail(struct save *save,
                                                       const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(save->error, sizeof save->error, format, list);
    va_end(list);
    return false;
}

__attribute__((format(printf, 2, 3))) static bool path_set(char path[SAVE_PATH],
                                                           const char *format,
                                                           ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(path, SAVE_PATH, format, list);
    va_end(list);
    return length >= 0 && length < SAVE_PATH;
}

/* ---- Places ------------------------------------------------------------ */

static bool make_folders(struct save *save, char *path)
{
    return file_make_folders(path) ||
           fail(save, "%s: %s", path, strerror(errno));
}

/* "game.tioli" has its seats in "game.seats"; another name gets an ending. */
static bool seats_path(const char *path, char out[SAVE_PATH])
{
    size_t length = strlen(path);
    size_t ending = strlen(".tioli");
    if (length > ending && strcmp(path + length - ending, ".tioli") == 0)
        length -= ending;
    return path_set(out, "%.*s.seats", (int)length, path);
}

/* Paths are printed, so they must be fit to be seen. */
static bool check_path(struct save *save, const char *path)
{
    const char *end = path + strlen(path);
    size_t step = 0;
    if (path == end)
        return fail(save, _("the file to save in has no name"));
    uint32_t character;
    char shown[SAVE_PATH];
    for (const char *at = path; at < end; at += step) {
        step = utf8_next(at, end, &character);
        if (step && !utf8_is_control(character))
            continue;
        utf8_escape(path, strlen(path), shown, sizeof shown);
        return fail(save,
                    _("'%s' can't be the file to save in: there are control "
                      "characters in it, or it is not UTF-8"),
                    shown);
    }
    if (end[-1] == '/')
        return fail(save, _("%s is the name of a folder"), path);
    return true;
}

bool save_folder(struct save *save, const char *name, char out[SAVE_PATH])
{
    char base[SAVE_PATH];
    if (!file_user_folder("XDG_STATE_HOME", ".local/state", base, sizeof base))
        return fail(save, errno == ENOENT ? _("HOME is not set")
                                          : _("the path is too long"));
    if (!path_set(out, name[0] ? "%s/%s" : "%s%s", base, name))
        return fail(save, _("the path is too long"));
    return check_path(save, out) && make_folders(save, out);
}

bool save_is_name(const char *name)
{
    size_t length = strlen(name);
    size_t ending = strlen(".tioli");
    return strncmp(name, "game", 4) == 0 &&
           (name[4] == '.' || name[4] == '-') && length > ending &&
           strcmp(name + length - ending, ".tioli") == 0;
}

/* Such a save ends among the other records, whoever names it. */
static bool is_own(const char *path, char folder[SAVE_PATH])
{
    const char *name = strrchr(path, '/');
    return name && save_is_name(name + 1) &&
           file_user_folder("XDG_STATE_HOME", ".local/state", folder,
                            SAVE_PATH) &&
           strlen(folder) == (size_t)(name - path) &&
           strncmp(folder, path, strlen(folder)) == 0;
}

bool save_is_usual(const struct save *save)
{
    const char *name = strrchr(save->path, '/');
    return save->records[0] && name && strcmp(name, "/game.tioli") == 0;
}

bool save_find(struct save *save, const char *path)
{
    memset(save, 0, sizeof *save);
    save->lock = -1;
    bool fits;
    char folder[SAVE_PATH];
    if (path) {
        /* A name that begins like an option would be taken for one. */
        fits = path_set(save->path, path[0] == '-' ? "./%s" : "%s", path) &&
               (!is_own(path, folder) ||
                path_set(save->records, "%s/records", folder));
    } else {
        if (!save_folder(save, "", folder))
            return false;
        fits = path_set(save->path, "%s/game.tioli", folder) &&
               path_set(save->records, "%s/records", folder);
    }
    if (!fits || !seats_path(save->path, save->seats))
        return fail(save, _("the path is too long"));
    return check_path(save, save->path);
}

/* A name whose seats would fall on somebody's file is not free. */
static bool seats_taken(const char *path)
{
    char seats[SAVE_PATH];
    struct stat found;
    return !seats_path(path, seats) || lstat(seats, &found) == 0;
}

/* Creates an empty file under a name that nobody has yet: "start-DATE.tioli",
 * with a number added if need be. */
static bool free_name(struct save *save, const char *start, char out[SAVE_PATH])
{
    char date[32] = "undated";
    time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local))
        strftime(date, sizeof date, "%Y-%m-%d-%H%M%S", &local);
    for (unsigned i = 1; i < FREE_NAMES; i++) {
        bool fits = i == 1 ? path_set(out, "%s%s.tioli", start, date)
                           : path_set(out, "%s%s-%u.tioli", start, date, i);
        if (!fits)
            return fail(save, _("the path is too long"));
        if (seats_taken(out))
            continue;
        int file = open(out, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file >= 0) {
            close(file);
            return true;
        }
        if (errno != EEXIST)
            return fail(save, "%s: %s", out, strerror(errno));
    }
    return fail(save, _("%s: there is no free name"), out);
}

/* ---- Files ------------------------------------------------------------- */

bool save_write(struct save *save, const char *text, size_t length)
{
    return file_replace(save->path, text, length) ||
           fail(save, "%s: %s", save->path, strerror(errno));
}

static bool read_file(struct save *save, char **text, size_t *length)
{
    *text = file_read(save->path, SAVE_LIMIT, length);
    if (!*text)
        return fail(save, "%s: %s", save->path, strerror(errno));
    if (*length <= SAVE_LIMIT)
        return true;
    free(*text);
    return fail(save, _("%s: the file is too large to be a saved game"),
                save->path);
}

/* ---- Seats ------------------------------------------------------------- */

/* Reads through the descriptor that holds the lock: to open and close the file
 * again would release the lock. */
static size_t read_seats_text(struct save *save, char text[SEATS_LIMIT])
{
    size_t length = 0;
    text[0] = 0;
    if (save->lock < 0 || lseek(save->lock, 0, SEEK_SET) != 0)
        return 0;
    ssize_t got;
    while (length < SEATS_LIMIT - 1 &&
           (got = read(save->lock, text + length, SEATS_LIMIT - 1 - length)) >
               0)
        length += (size_t)got;
    text[length] = 0;
    return length;
}

/* An empty file is what a crash may leave; anything else that does not begin
 * as ours do, or is longer, belongs to somebody. */
static bool seats_are_ours(struct save *save, const struct stat *held)
{
    if (!S_ISREG(held->st_mode) || held->st_size >= SEATS_LIMIT)
        return false;
    char text[SEATS_LIMIT];
    return read_seats_text(save, text) == 0 ||
           strncmp(text, SEATS_HEAD, strlen(SEATS_HEAD)) == 0;
}

static bool open_seats(struct save *save, bool create)
{
    int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    save->new_seats = false;
    save->lock = open(save->seats, flags);
    if (save->lock < 0 && errno == ENOENT && create) {
        save->lock = open(save->seats, flags | O_CREAT | O_EXCL, 0600);
        save->new_seats = save->lock >= 0;
    }
    struct stat found;
    if (save->lock < 0) {
        int error = errno;
        bool there = lstat(save->seats, &found) == 0;
        return fail(save, "%s: %s", there ? save->seats : save->path,
                    strerror(error));
    }
    return true;
}

/* Another game may have removed the file, which it does when it ends, after it
 * was opened here: such a lock would keep nobody out. */
static bool claim(struct save *save, bool create)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (!open_seats(save, create))
        return false;
    struct stat found;
    struct stat held;
    save->held = fcntl(save->lock, F_SETLK, &whole) != 0 ||
                 fstat(save->lock, &held) != 0 ||
                 lstat(save->seats, &found) != 0 ||
                 held.st_ino != found.st_ino || held.st_dev != found.st_dev;
    if (save->held)
        fail(save, _("%s: another tioli is playing this game"), save->path);
    else if (!seats_are_ours(save, &held))
        fail(save, _("%s is in the way: it is not a tioli file"), save->seats);
    else
        return true;
    save_release(save);
    return false;
}

/* The budget goes along: it may have come from another option. */
static void print_bot(struct buffer *out, const struct player_spec *spec)
{
    const tio_budget *budget = &spec->budget;
    buffer_print(out, "bot %s", spec->bot ? spec->bot->name : spec->text);
    if (spec->bot && budget->playouts)
        buffer_print(out, ":effort=%" PRIu32, budget->playouts);
    if (spec->bot && budget->think_ms)
        buffer_print(out, ":think=%" PRIu32 "ms", budget->think_ms);
    if (spec->bot && budget->threads)
        buffer_print(out, ":threads=%" PRIu32, budget->threads);
}

static size_t print_seats(const struct seating *seating, char text[SEATS_LIMIT])
{
    struct buffer out = buffer_fixed(text, SEATS_LIMIT);
    buffer_print(&out, SEATS_HEAD "seed %" PRIu64 "\n", seating->seed);
    if (seating->clock_ms)
        buffer_print(&out, "clock %ums\n", seating->clock_ms);
    for (unsigned seat = 0; seat < seating->players; seat++) {
        if (seating_is_bot(seating, seat))
            print_bot(&out, &seating->spec[seat]);
        else
            buffer_text(&out, "person");
        buffer_char(&out, '\n');
    }
    return out.size;
}

bool save_write_seats(struct save *save, const struct seating *seating)
{
    char text[SEATS_LIMIT];
    size_t length = print_seats(seating, text);
    for (unsigned seat = 0; seat < seating->players; seat++) {
        if (strchr(seating->spec[seat].text, '\n'))
            return fail(save, _("a program with a line break in its command "
                                "can't be saved"));
    }
    if (save->lock < 0 && !claim(save, true))
        return false;
    /* Cut last: the file is never empty, whatever happens in between. */
    if (lseek(save->lock, 0, SEEK_SET) != 0 ||
        !file_write(save->lock, text, length) ||
        ftruncate(save->lock, (off_t)length) != 0)
        return fail(save, "%s: %s", save->seats, strerror(errno));
    return true;
}

static bool parse_seed(const char *line, uint64_t *seed)
{
    const char *digits = line + strlen("seed ");
    if (strncmp(line, "seed ", 5) != 0 || digits[0] < '0' || digits[0] > '9')
        return false;
    errno = 0;
    char *end;
    *seed = strtoull(digits, &end, 10);
    return errno == 0 && !*end;
}

static bool parse_seat(const char *line, struct seating *out)
{
    struct player_spec *spec = &out->spec[out->players];
    if (out->players == TIO_MAX_PLAYERS)
        return false;
    out->players++;
    if (strcmp(line, "person") == 0)
        return true;
    char why[PLAYER_TEXT];
    return strncmp(line, "bot ", 4) == 0 && line[4] &&
           player_spec_parse(line + 4, strlen(line + 4), NULL, spec, why);
}

static bool parse_seats_line(const char *line, unsigned number,
                             struct seating *out)
{
    if (number == 1)
        return strcmp(line, "tioli seats 1") == 0;
    if (number == 2)
        return parse_seed(line, &out->seed);
    if (number == 3 && strncmp(line, "clock ", 6) == 0)
        return player_time_parse(line + 6, strlen(line + 6), 1,
                                 TIO_MAX_THINK_MS, &out->clock_ms);
    return parse_seat(line, out);
}

/* A file that starts programs must be the user's own work. */
static bool may_start_programs(const struct save *save)
{
    struct stat held;
    return fstat(save->lock, &held) == 0 && held.st_uid == geteuid() &&
           !(held.st_mode & (S_IWGRP | S_IWOTH));
}

bool save_read_seats(struct save *save, struct seating *out)
{
    char text[SEATS_LIMIT];
    char *rest = NULL;
    unsigned number = 0;
    read_seats_text(save, text);
    char *line;
    *out = (struct seating){0};
    for (line = strtok_r(text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest)) {
        if (!parse_seats_line(line, ++number, out))
            return fail(save, _("%s: line %u can't be understood"), save->seats,
                        number);
    }
    if (!out->players)
        return fail(save, _("%s: there is nothing in it"), save->seats);
    for (unsigned seat = 0; seat < out->players; seat++) {
        if (out->spec[seat].command[0] && !may_start_programs(save))
            return fail(save,
                        _("%s names a program to start, but others may have "
                          "written it"),
                        save->seats);
    }
    return true;
}

/* ---- The life of a save ------------------------------------------------ */

static bool copy_seats(struct save *save, const char *to)
{
    char text[SEATS_LIMIT];
    size_t length = read_seats_text(save, text);
    return !length || file_create(to, false, text, length) ||
           fail(save, "%s: %s", to, strerror(errno));
}

/* The seats go along, as a copy: the file itself is held by the lock. */
static bool set_aside(struct save *save, char aside[SAVE_PATH])
{
    char start[SAVE_PATH];
    size_t length = strlen(save->seats) - strlen(".seats");
    if (!path_set(start, "%.*s-", (int)length, save->seats))
        return fail(save, _("the path is too long"));
    if (!free_name(save, start, aside))
        return false;
    char seats[SAVE_PATH];
    if (!seats_path(aside, seats)) {
        fail(save, _("the path is too long"));
    } else if (copy_seats(save, seats)) {
        if (rename(save->path, aside) == 0)
            return true;
        fail(save, "%s: %s", save->path, strerror(errno));
        unlink(seats);
    }
    unlink(aside);
    return false;
}

/* Whether a record lies there; a folder, a pipe or a link is none, and nothing
 * to be moved or replaced. */
static bool look(struct save *save, bool *there)
{
    struct stat found;
    *there = lstat(save->path, &found) == 0;
    if (!*there && errno != ENOENT)
        return fail(save, "%s: %s", save->path, strerror(errno));
    if (*there && !S_ISREG(found.st_mode))
        return fail(save, _("%s is not a regular file"), save->path);
    return true;
}

/* The default place is another game's: a name beside it. */
static bool claim_beside(struct save *save)
{
    char start[SAVE_PATH];
    size_t length = strlen(save->seats) - strlen(".seats");
    if (!path_set(start, "%.*s-", (int)length, save->seats))
        return fail(save, _("the path is too long"));
    if (!free_name(save, start, save->path))
        return false;
    if (seats_path(save->path, save->seats) ? claim(save, true)
                                            : fail(save, _("the path is too "
                                                           "long")))
        return true;
    unlink(save->path);
    return false;
}

bool save_claim_new(struct save *save, const struct seating *seating,
                    char aside[SAVE_PATH])
{
    aside[0] = 0;
    bool there;
    if (!look(save, &there))
        return false;
    if (!claim(save, true)) {
        if (!save->held || !save_is_usual(save) || !claim_beside(save))
            return false;
        there = false;
        save->beside = true;
    }
    if ((!there || set_aside(save, aside)) && save_write_seats(save, seating))
        return true;
    if (save->new_seats)
        unlink(save->seats);
    if (save->beside)
        unlink(save->path);
    save_release(save);
    return false;
}

/* A game that is there, and that nobody else plays now. */
static bool claim_there(struct save *save)
{
    bool there;
    if (!look(save, &there))
        return false;
    if (!there)
        return fail(save, _("there is no saved game at %s"), save->path);
    struct stat found;
    return lstat(save->seats, &found) != 0 || claim(save, false);
}

bool save_claim_old(struct save *save, char **text, size_t *length)
{
    return claim_there(save) && read_file(save, text, length);
}

bool save_finish(struct save *save, char where[SAVE_PATH])
{
    unlink(save->seats);
    if (!save->records[0])
        return path_set(where, "%s", save->path);
    if (!make_folders(save, save->records))
        return false;
    char start[SAVE_PATH];
    if (!path_set(start, "%s/", save->records) ||
        !free_name(save, start, where))
        return fail(save, _("%s: no name for the record"), save->records);
    if (rename(save->path, where) != 0) {
        fail(save, "%s: %s", where, strerror(errno));
        unlink(where);
        return false;
    }
    file_sync_folder(where);
    return true;
}

/* The record first, because seats without a record can't be continued. */
bool save_remove(struct save *save)
{
    if (!claim_there(save))
        return false;
    if (unlink(save->path) != 0) {
        fail(save, "%s: %s", save->path, strerror(errno));
        save_release(save);
        return false;
    }
    if (save->lock >= 0)
        unlink(save->seats);
    save_release(save);
    return true;
}

void save_release(struct save *save)
{
    if (save->lock >= 0)
        close(save->lock);
    save->lock = -1;
}
