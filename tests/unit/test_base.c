/* What everybody builds on: text that piles up, hexadecimal digits, whole files,
 * and things found by their key. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/grow.h"
#include "base/hex.h"
#include "base/map.h"

static void a_format_fits_or_fails(void **state)
{
    struct buffer growing = buffer_growing();
    char room[8];
    struct buffer fixed = buffer_fixed(room, sizeof room);
    (void)state;
    buffer_print(&growing, "%d-%s.", 1, "a");
    buffer_print(&growing, "%5000d", 2);
    assert_false(growing.failed);
    assert_int_equal(growing.size, 5004);
    assert_memory_equal(growing.data, "1-a.  ", 6);
    assert_string_equal(growing.data + 5002, " 2");
    buffer_free(&growing);

    buffer_print(&fixed, "%s", "1234");
    buffer_print(&fixed, "%s", "567");
    assert_false(fixed.failed);
    assert_string_equal(room, "1234567");
    buffer_clear(&fixed);
    buffer_print(&fixed, "%s", "1234");
    buffer_print(&fixed, "%s", "5678");
    assert_true(fixed.failed);
    assert_string_equal(room, "1234"); /* nothing of what did not fit */
    buffer_print(&fixed, "%s", "5");
    assert_string_equal(room, "1234");
}

static void an_array_grows_and_keeps_what_it_has(void **state)
{
    uint16_t *numbers = NULL;
    size_t room = 0;
    unsigned moved = 0;
    (void)state;
    for (size_t count = 0; count < 5000; count++) {
        size_t before = room;
        assert_true(grow(&numbers, count, &room, sizeof *numbers));
        assert_true(count < room);
        moved += room != before;
        numbers[count] = (uint16_t)count;
    }
    for (size_t i = 0; i < 5000; i++)
        assert_int_equal(numbers[i], i);
    assert_in_range(moved, 2, 12);
    /* More than there can be: nothing has changed. */
    assert_false(grow(&numbers, SIZE_MAX / 4, &room, sizeof *numbers));
    assert_int_equal(numbers[4999], 4999);
    assert_true(room < 20000);
    free(numbers);
}

static void escapes_are_two_digits(void **state)
{
    (void)state;
    assert_int_equal(hex_escaped("0a"), 0x0a);
    assert_int_equal(hex_escaped("fF9"), 0xff);
    assert_int_equal(hex_escaped(""), -1);
    assert_int_equal(hex_escaped("a"), -1);
    assert_int_equal(hex_escaped("ag"), -1);
    assert_int_equal(hex_escaped("G0"), -1);
}

/* ---- Files ---- */

static char folder[64];

static int make_place(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/tioli-base-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_place(void **state)
{
    char path[128];
    (void)state;
    snprintf(path, sizeof path, "%s/a/file", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/a", folder);
    rmdir(path);
    return rmdir(folder);
}

static void files_are_read_within_a_limit(void **state)
{
    static const size_t limits[] = {1, 100, 4095, 4096, 4097, 9000, 100000};
    static char text[200000];
    size_t length = 0;
    (void)state;
    memset(text, 'x', sizeof text);
    char path[128];
    snprintf(path, sizeof path, "%s/a/file", folder);
    assert_true(file_make_parents(path));
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        size_t limit = limits[i];
        for (size_t size = limit - 1; size <= limit + 1; size++) {
            assert_true(file_replace(path, text, size));
            char *got = file_read(path, limit, &length);
            assert_non_null(got);
            assert_int_equal(length, size);
            assert_memory_equal(got, text, length);
            assert_int_equal(got[length], 0);
            free(got);
        }
        assert_true(file_replace(path, text, sizeof text));
        char *got = file_read(path, limit, &length);
        assert_int_equal(length, limit + 1); /* and no more */
        free(got);
    }
    struct stat found;
    assert_int_equal(stat(path, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);
}

static void a_new_file_takes_nobodys_place(void **state)
{
    size_t length = 0;
    (void)state;
    umask(022);
    char path[128];
    snprintf(path, sizeof path, "%s/new", folder);
    char link[128];
    snprintf(link, sizeof link, "%s/link", folder);
    struct stat found;
    for (unsigned shared = 0; shared < 2; shared++) {
        assert_true(file_create(path, shared, "first", 5));
        assert_false(file_create(path, shared, "second", 6));
        assert_int_equal(errno, EEXIST);
        char *got = file_read(path, 100, &length);
        assert_string_equal(got, "first");
        free(got);
        assert_int_equal(stat(path, &found), 0);
        assert_int_equal(found.st_mode & 0777, shared ? 0644 : 0600);
        unlink(path);
        /* Not even one that a link leads to, and that is not there yet. */
        assert_int_equal(symlink(path, link), 0);
        assert_false(file_create(link, shared, "third", 5));
        assert_int_equal(stat(path, &found), -1);
        unlink(link);
    }
    snprintf(path, sizeof path, "%s/none/new", folder);
    assert_false(file_create(path, true, "x", 1));
    assert_int_equal(errno, ENOENT);
}

static bool place(const char *named, const char *home, char out[32])
{
    if (named)
        setenv("XDG_SOME_HOME", named, 1);
    else
        unsetenv("XDG_SOME_HOME");
    if (home)
        setenv("HOME", home, 1);
    else
        unsetenv("HOME");
    return file_user_folder("XDG_SOME_HOME", ".some", out, 32);
}

static void a_users_folder_is_named_or_at_home(void **state)
{
    (void)state;
    char out[32];
    assert_true(place("/some", "/home/a", out));
    assert_string_equal(out, "/some/tioli");
    assert_true(place(NULL, "/home/a", out));
    assert_string_equal(out, "/home/a/.some/tioli");
    assert_true(place("some", "/home/a", out)); /* a path that is relative */
    assert_string_equal(out, "/home/a/.some/tioli");
    assert_true(place("/some", NULL, out));
    assert_false(place("", "home", out));
    assert_int_equal(errno, ENOENT);
    assert_false(place(NULL, NULL, out));
    assert_int_equal(errno, ENOENT);
    assert_true(place(NULL, "/789012345678901234", out)); /* just fits */
    assert_int_equal(strlen(out), 31);
    assert_false(place(NULL, "/7890123456789012345", out));
    assert_int_equal(errno, ENAMETOOLONG);
}

static void what_fails_says_why(void **state)
{
    size_t length = 0;
    (void)state;
    char path[128];
    snprintf(path, sizeof path, "%s/none", folder);
    assert_null(file_read(path, 10, &length));
    assert_int_equal(errno, ENOENT);
    assert_null(file_read(folder, 10, &length));
    assert_int_equal(errno, EISDIR);
    assert_false(file_replace(folder, "x", 1)); /* a folder is not replaced */
    assert_int_equal(errno, EISDIR);
    snprintf(path, sizeof path, "%s/none/file", folder);
    assert_false(file_replace(path, "x", 1));
    assert_int_equal(errno, ENOENT);
    snprintf(path, sizeof path, "%s/a/file/b/c", folder);
    assert_false(file_make_folders(path));
    assert_int_equal(errno, ENOTDIR);
    assert_string_equal(path + strlen(path) - 9, "/a/file/b");
}

/* ---- Maps ---- */

/* The example of the paper on SipHash: a secret of 00 to 0f, a key of 00 to
 * 0e. */
static void the_hash_is_siphash(void **state)
{
    struct map_link link = {0};
    (void)state;
    uint8_t key[15];
    for (unsigned i = 0; i < sizeof key; i++)
        key[i] = (uint8_t)i;
    struct map map;
    assert_true(map_init(&map));
    map.secret[0] = 0x0706050403020100;
    map.secret[1] = 0x0f0e0d0c0b0a0908;
    map_add(&map, &link, key, sizeof key);
    assert_true(link.hash == 0xa129ca6149be45e5);
    map_free(&map);
}

struct thing {
    unsigned number;
    char name[12];
    struct map_link link;
};

static void all_are_met_once(void **state)
{
    enum { THINGS = 1000 };
    static struct thing thing[THINGS];
    struct map map;
    unsigned met = 0;

    (void)state;
    assert_true(map_init(&map));
    assert_null(map_next(&map, NULL));
    for (unsigned i = 0; i < THINGS; i++) {
        thing[i].number = i;
        snprintf(thing[i].name, sizeof thing[i].name, "%u", i);
        map_add(&map, &thing[i].link, thing[i].name, strlen(thing[i].name));
    }
    for (unsigned i = 0; i < THINGS; i += 2)
        map_remove(&map, &thing[i].link);
    map_remove(&map, &thing[0].link); /* again: nothing happens */
    assert_int_equal(map.count, THINGS / 2);
    for (unsigned i = 0; i < THINGS; i++)
        assert_ptr_equal(MAP_THING(map_find(&map, thing[i].name,
                                            strlen(thing[i].name), NULL),
                                   struct thing, link),
                         i % 2 ? &thing[i] : NULL);
    for (struct map_link *at = NULL; (at = map_next(&map, at)); met++) {
        struct thing *one = MAP_THING(at, struct thing, link);
        assert_int_equal(one->number % 2, 1);
        one->number = 0;
    }
    assert_int_equal(met, THINGS / 2);
    map_clear(&map);
    assert_null(map_next(&map, NULL));
    map_free(&map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_format_fits_or_fails),
        cmocka_unit_test(an_array_grows_and_keeps_what_it_has),
        cmocka_unit_test(escapes_are_two_digits),
        cmocka_unit_test(files_are_read_within_a_limit),
        cmocka_unit_test(a_new_file_takes_nobodys_place),
        cmocka_unit_test(a_users_folder_is_named_or_at_home),
        cmocka_unit_test(what_fails_says_why),
        cmocka_unit_test(the_hash_is_siphash),
        cmocka_unit_test(all_are_met_once),
    };
    return cmocka_run_group_tests(tests, make_place, remove_place);
}
