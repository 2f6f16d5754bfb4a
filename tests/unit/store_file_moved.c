/* The file under an open store is deleted, moved, replaced, emptied or written by
 * somebody else: from then on nothing is acknowledged, nothing that was is lost,
 * and when the right file is back the store goes on by itself. */
#define _GNU_SOURCE

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/store_kit.h"
#include "unit/store_file.h"

/* Names of a store's files, and of others beside them. */
struct names {
    char file[128], wal[128], aside[128], aside_wal[128];
};

static struct names names_of(const struct place *place)
{
    struct names names;
    snprintf(names.file, sizeof names.file, "%s", place->path);
    snprintf(names.wal, sizeof names.wal, "%s-wal", place->path);
    snprintf(names.aside, sizeof names.aside, "%s/aside", place->folder);
    snprintf(names.aside_wal, sizeof names.aside_wal, "%s/aside-wal",
             place->folder);
    return names;
}

static void move(const char *from, const char *to)
{
    assert_int_equal(rename(from, to), 0);
}

static void copy(const char *from, const char *to)
{
    size_t size;
    char *bytes = read_file(from, &size);
    write_file(to, bytes, size);
    free(bytes);
}

static void forget_aside(const struct names *names)
{
    unlink(names->aside);
    unlink(names->aside_wal);
}

static void open_file(struct place *place)
{
    store_close(place->store);
    place->store = place_open_file(place->path);
}

static void add_event(struct place *place, uint64_t seq)
{
    put_event(place->store, "t", seq, "x");
    put_batch(place->store);
}

/* Three events that are durable, in the file itself. */
static void make_events(struct place *place)
{
    open_file(place);
    for (uint64_t seq = 1; seq <= 3; seq++)
        add_event(place, seq);
    open_file(place);
}

/* Nothing is taken, however often it is tried, and the sentence says why. */
static void expect_not_taken(struct store *store, const char *sentence)
{
    for (int tries = 0; tries < 3; tries++) {
        put_value(store, "v", "lost");
        assert_int_equal(store_commit(store), STORE_FAILED);
        if (!strstr(store_why(store), sentence))
            fail_msg("it says '%s'", store_why(store));
        assert_int_equal(store_commit(store), STORE_FAILED);
    }
}

/* What a process would find there after this one was killed. */
static void expect_after_kill(const struct place *place, const char *expected)
{
    struct names names = names_of(place);
    char copied[128], copied_wal[128];
    snprintf(copied, sizeof copied, "%s/copied", place->folder);
    snprintf(copied_wal, sizeof copied_wal, "%s/copied-wal", place->folder);
    copy(names.file, copied);
    if (access(names.wal, F_OK) == 0)
        copy(names.wal, copied_wal);
    struct store *store = place_open_file(copied);
    expect_events(store, "t", 0, expected);
    store_close(store);
    unlink(copied);
}

/* The store goes on, has all it had, and so have the files under their names. */
static void expect_taken(struct place *place, uint64_t seq)
{
    char expected[64] = "";
    add_event(place, seq);
    for (uint64_t i = 1; i <= seq; i++)
        snprintf(expected + strlen(expected), 16, "%d:x ", (int)i);
    expect_events(place->store, "t", 0, expected);
    expect_got(place->store, "v", NULL);
    expect_after_kill(place, expected);
    /* Reading the file has taken the locks away that SQLite knows of. */
    open_file(place);
    expect_events(place->store, "t", 0, expected);
}

void a_file_that_is_gone_takes_nothing(void **state)
{
    struct place *place = *state;
    struct names names = names_of(place);
    make_events(place);
    move(names.file, names.aside);
    expect_not_taken(place->store, "removed or moved");
    assert_int_not_equal(access(place->path, F_OK), 0);
    move(names.aside, names.file);
    expect_taken(place, 4);
}

void a_folder_that_is_moved_takes_nothing(void **state)
{
    struct place *place = *state;
    char moved[128];
    make_events(place);
    snprintf(moved, sizeof moved, "%s.moved", place->folder);
    move(place->folder, moved);
    expect_not_taken(place->store, "removed or moved");
    move(moved, place->folder);
    expect_taken(place, 4);
}

/* Refused, and not a byte of it is changed. */
static void expect_refused(struct place *place, const char *sentence)
{
    size_t size, after;
    char *before = read_file(place->path, &size);
    expect_not_taken(place->store, sentence);
    char *now = read_file(place->path, &after);
    assert_int_equal(size, after);
    assert_memory_equal(before, now, size);
    free(before);
    free(now);
}

void another_file_takes_nothing(void **state)
{
    struct place *place = *state;
    struct names names = names_of(place);
    char older[128], other[128];
    snprintf(older, sizeof older, "%s/older", place->folder);
    snprintf(other, sizeof other, "%s/other", place->folder);
    make_events(place);
    copy(names.file, older);
    open_file(place);
    store_close(place_open_file(other));

    move(names.file, names.aside);
    /* With the WAL that is open it would look as if it had everything. */
    copy(older, names.file);
    expect_refused(place, "not the file that was open");
    move(names.wal, names.aside_wal);
    move(older, names.file);
    expect_refused(place, "not the file that was open");
    move(other, names.file);
    expect_refused(place, "not the file that was open");
    write_file(place->path, "not a database at all", 21);
    expect_refused(place, "not a database");
    write_file(place->path, "", 0);
    expect_refused(place, "become an empty file");
    move(names.aside, names.file);
    move(names.aside_wal, names.wal);
    expect_taken(place, 4);
}

/* Copies a file that has no name any more, but is open in this process. */
static void rescue(const char *name, const char *to)
{
    char wanted[160], path[32], found[160];
    snprintf(wanted, sizeof wanted, "%s (deleted)", name);
    for (int i = 0; i < 256; i++) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", i);
        ssize_t size = readlink(path, found, sizeof found - 1);
        found[size > 0 ? size : 0] = '\0';
        if (strcmp(found, wanted) == 0) {
            copy(path, to);
            return;
        }
    }
    fail_msg("%s is not open any more", name);
}

/* How many of the files in a folder this process has open. */
static unsigned open_in(const char *folder)
{
    unsigned count = 0;
    for (int fd = 0; fd < 1024; fd++) {
        char link[40];
        char target[256];
        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
        ssize_t size = readlink(link, target, sizeof target - 1);
        target[size > 0 ? size : 0] = '\0';
        count += strncmp(target, folder, strlen(folder)) == 0;
    }
    return count;
}

/* As long as the process lives, what it has open can be saved. */
void a_whole_copy_is_taken(void **state)
{
    struct place *place = *state;
    struct names names = names_of(place);
    make_events(place);
    add_event(place, 4);
    unsigned open_before = open_in(place->folder);
    assert_int_equal(unlink(names.file), 0);
    assert_int_equal(unlink(names.wal), 0);
    expect_not_taken(place->store, "removed or moved");
    rescue(names.wal, names.aside_wal);
    rescue(names.file, names.aside);
    move(names.aside_wal, names.wal);
    move(names.aside, names.file);
    add_event(place, 5);
    /* Nothing of what was there before is still open. */
    assert_int_equal(open_in(place->folder), open_before);
    expect_taken(place, 6);
}

/* It is open all the same, so nothing is lost and nobody has to wait. */
void a_wal_that_is_gone_is_made_anew(void **state)
{
    struct place *place = *state;
    struct names names = names_of(place);
    make_events(place);
    add_event(place, 4);
    assert_int_equal(unlink(names.wal), 0);
    expect_taken(place, 5);
    move(names.wal, names.aside_wal);
    write_file(names.wal, "something else", 14);
    expect_taken(place, 6);
    forget_aside(&names);
}

void a_wal_of_another_store_is_not_taken(void **state)
{
    struct place *place = *state;
    struct names names = names_of(place);
    struct store *other = place_open_file(names.aside);
    make_events(place);
    add_event(place, 4);
    assert_int_equal(unlink(names.wal), 0);
    copy(names.aside_wal, names.wal);
    expect_not_taken(place->store, "");
    store_close(other);
    assert_int_equal(unlink(names.wal), 0);
    expect_taken(place, 5);
    forget_aside(&names);
}

void a_file_turned_empty_takes_nothing(void **state)
{
    struct place *place = *state;
    struct stat found;
    size_t size;
    make_events(place);
    char *bytes = read_file(place->path, &size);
    assert_int_equal(truncate(place->path, 0), 0);
    expect_not_taken(place->store, "become an empty file");
    assert_int_equal(stat(place->path, &found), 0);
    assert_int_equal(found.st_size, 0);
    write_file(place->path, bytes, size);
    free(bytes);
    expect_taken(place, 4);
}

/* The same file with an older content, as `cp` leaves it: the store must not go
 * on with what it remembers of the pages. */
void a_file_written_by_others_is_looked_at_again(void **state)
{
    struct place *place = *state;
    struct names names = names_of(place);
    size_t size;
    make_events(place);
    char *older = read_file(place->path, &size);
    add_event(place, 4);
    open_file(place);
    copy(names.file, names.aside);
    copy(names.wal, names.aside_wal);

    write_file(place->path, older, size);
    free(older);
    assert_int_equal(truncate(names.wal, 0), 0);
    expect_not_taken(place->store, "not the file that was open");
    copy(names.aside_wal, names.wal);
    copy(names.aside, names.file);
    expect_taken(place, 5);
    forget_aside(&names);
}

void a_file_that_was_touched_is_still_the_same(void **state)
{
    struct place *place = *state;
    static const struct timespec long_ago[2] = {{1, 0}, {1, 0}};
    make_events(place);
    assert_int_equal(utimensat(AT_FDCWD, place->path, long_ago, 0), 0);
    expect_taken(place, 4);
}

/* What was put there has a WAL, which is not ours to remove. */
void closing_leaves_files_of_others(void **state)
{
    struct place *place = *state;
    struct names names = names_of(place);
    struct place old = *place;
    char old_wal[128];
    snprintf(old.path, sizeof old.path, "%s/old", place->folder);
    snprintf(old_wal, sizeof old_wal, "%s-wal", old.path);
    make_events(place);
    struct store *other = place_open_file(names.aside);
    put_value(other, "v", "theirs");
    put_batch(other);
    move(names.file, old.path);
    move(names.wal, old_wal);
    copy(names.aside, names.file);
    copy(names.aside_wal, names.wal);
    store_close(place->store);
    store_close(other);
    place->store = place_open_file(place->path);
    expect_got(place->store, "v", "theirs");
    /* And what was ours is whole where it was moved to. */
    old.store = place_open_file(old.path);
    expect_events(old.store, "t", 0, "1:x 2:x 3:x ");
    store_close(old.store);
    unlink(old.path);
    forget_aside(&names);
}
