/* What the full-screen game keeps and finds: the last set-up, and the games
 * that can be gone on with. Whatever lies there, something sensible comes of
 * it. */
#define _XOPEN_SOURCE 700

#include <fcntl.h>
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "terminal/full/remembered.h"
#include "terminal/full/saves.h"
#include "terminal/game/parts.h"

#define FOLDER 64

static int make_folder(void **state)
{
    static const char pattern[] = "/tmp/tioli-test-XXXXXX";
    char *folder = malloc(FOLDER);
    if (!folder)
        return -1;
    *state = folder;
    memcpy(folder, pattern, sizeof pattern);
    if (!mkdtemp(folder))
        return -1;
    setenv("XDG_CONFIG_HOME", folder, 1);
    setenv("XDG_STATE_HOME", folder, 1);
    char path[FOLDER + 16];
    snprintf(path, sizeof path, "%s/tioli", folder);
    return mkdir(path, 0700);
}

static int remove_one(const char *path, const struct stat *found, int type,
                      struct FTW *where)
{
    (void)found;
    (void)type;
    (void)where;
    return remove(path);
}

static int remove_folder(void **state)
{
    int status = nftw(*state, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    free(*state);
    return status;
}

static void write_text(void **state, const char *name, const char *text)
{
    char path[FOLDER + 300];
    snprintf(path, sizeof path, "%s/tioli/%s", (char *)*state, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* ---- A deck of one's own ---------------------------------------------- */

/* Two cards and a long comment, `size` bytes in all. */
static void write_deck(void **state, size_t size)
{
    static char text[(1 << 20) + 2];
    const char *cards = "combo 3 D3 L4\naction swap\n";
    assert_true(size < sizeof text);
    memset(text, '#', size);
    for (size_t at = strlen(cards) + 99; at < size; at += 100)
        text[at] = '\n';
    memcpy(text, cards, strlen(cards));
    text[size - 1] = '\n';
    text[size] = 0;
    write_text(state, "own.deck", text);
}

static void decks_are_read_whole_or_refused(void **state)
{
    static tio_deck deck;
    char path[FOLDER + 300];
    char why[SAVE_ERROR] = "";
    snprintf(path, sizeof path, "%s/tioli/own.deck", (char *)*state);
    assert_false(screen_read_deck(path, &deck, why));
    assert_non_null(strstr(why, "own.deck: No such file"));
    write_deck(state, 1 << 20);
    assert_true(screen_read_deck(path, &deck, why));
    assert_int_equal(tio_deck_cards(&deck), 2);
    write_deck(state, (1 << 20) + 1);
    assert_false(screen_read_deck(path, &deck, why));
    assert_non_null(strstr(why, "own.deck: longer than 1048576 bytes"));
    /* A folder can be opened, and not read. */
    snprintf(path, sizeof path, "%s/tioli", (char *)*state);
    assert_false(screen_read_deck(path, &deck, why));
    assert_non_null(strstr(why, "/tioli: Is a directory"));
}

/* ---- The set-up -------------------------------------------------------- */

static void comes_back(void **state)
{
    (void)state;
    struct ui_setup setup;
    remembered_default(&setup);
    setup.settings.players = 4;
    setup.settings.edition = TIO_SCHMIDT;
    setup.settings.cast = TIO_CAST_OFF;
    setup.settings.free_hand = 1;
    setup.settings.piles_down = 1;
    setup.settings.starts = 2;
    setup.settings.first = 3;
    setup.hints = false;
    setup.takeback = false;
    setup.confirm = UI_CONFIRM_YES;
    setup.games = 2;
    setup.mute = true;
    strcpy(setup.name[0], "Anna Lena");
    strcpy(setup.bot[1], "expert:effort=500");
    setup.bot[2][0] = 0;
    strcpy(setup.deck, "/a path/to my.deck");
    assert_true(remembered_save(&setup));
    struct ui_setup again;
    remembered_load(&again);
    assert_memory_equal(&again, &setup, sizeof setup);
}

/* As the file was written before settings had one spelling. */
static void digits_are_still_read(void **state)
{
    write_text(state, "setup",
               "players 3\nedition schmidt\ncast aim\nfree-hand 1\n"
               "piles-down 1\nstarts 0\nfirst 0\nhints 0\n");
    struct ui_setup setup;
    remembered_load(&setup);
    assert_int_equal(setup.settings.players, 3);
    assert_int_equal(setup.settings.edition, TIO_SCHMIDT);
    assert_int_equal(setup.settings.cast, TIO_CAST_AIM);
    assert_int_equal(setup.settings.free_hand, 1);
    assert_int_equal(setup.settings.piles_down, 1);
    assert_int_equal(setup.settings.starts, 0);
    assert_int_equal(setup.settings.first, TIO_NONE);
    assert_false(setup.hints);
}

static void seed_is_forgotten(void **state)
{
    (void)state;
    struct ui_setup setup;
    remembered_default(&setup);
    strcpy(setup.seed, "17");
    assert_true(remembered_save(&setup));
    remembered_load(&setup);
    assert_string_equal(setup.seed, "");
}

static void nothing_there(void **state)
{
    (void)state;
    struct ui_setup setup;
    remembered_load(&setup);
    struct ui_setup normal;
    remembered_default(&normal);
    assert_memory_equal(&setup, &normal, sizeof setup);
    assert_int_equal(setup.settings.players, 2);
    assert_string_equal(setup.bot[0], "");
    assert_string_equal(setup.bot[1], "normal");
}

static void wrong_lines_count_for_nothing(void **state)
{
    static const char *const lines[] = {
        "players 6\n",        "players 1\n",
        "players\n",          "players 33\n",
        "edition other\n",    "cast 1\n",
        "free-hand 2\n",      "starts x\n",
        "first 9\n",          "hints \n",
        "hints nobody\n",     "piles 2\n",
        "piles-down down?\n", "first 00\n",
        "deck \x1b[2J\n",     "seat\n",
        "seat 0 person\n",    "seat 6 name Zoe\n",
        "seat 2\n",           "seat 2 bot nobody\n",
        "seat 2 bot \n",      "seat 2 name \xff\n",
        "seat 2 name  \n",    "\n\n \n",
    };
    struct ui_setup normal;
    remembered_default(&normal);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        write_text(state, "setup", lines[i]);
        struct ui_setup setup;
        remembered_load(&setup);
        assert_memory_equal(&setup, &normal, sizeof setup);
    }
}

/* Just what there is room for, and one letter more. */
static void long_texts(void **state)
{
    static const struct {
        const char *before;
        unsigned room;
    } of[] = {{"seat 2 name ", TIO_NAME_TEXT - 1},
              {"seat 2 bot cmd:", UI_LEVEL - 1 - 4}};
    struct ui_setup normal;
    struct ui_setup setup;
    char letters[100];
    char line[200];

    remembered_default(&normal);
    memset(letters, 'x', sizeof letters);
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        for (unsigned more = 0; more < 2; more++) {
            snprintf(line, sizeof line, "%s%.*s\n", of[i].before,
                     (int)(of[i].room + more), letters);
            write_text(state, "setup", line);
            remembered_load(&setup);
            assert_int_equal(memcmp(&setup, &normal, sizeof setup) == 0, more);
        }
    }
}

static void first_must_play(void **state)
{
    write_text(state, "setup", "first 4\nplayers 3\n");
    struct ui_setup setup;
    remembered_load(&setup);
    assert_int_equal(setup.settings.players, 3);
    assert_int_equal(setup.settings.first, TIO_NONE);
}

/* ---- Saves ------------------------------------------------------------- */

static char *record(const char *name, bool over)
{
    tio_record_head head = {.settings = tio_settings_default(2)};
    head.settings.starts = 1;
    snprintf(head.name[0], TIO_NAME_TEXT, "%s", name);
    strcpy(head.name[1], "Ben");
    tio_record_writer *writer = tio_record_new(tio_deck_standard(), &head);
    assert_non_null(writer);
    tio_game game;
    assert_int_equal(tio_game_init(&game, tio_deck_standard(), &head.settings),
                     TIO_OK);
    tio_random random;
    tio_random_init(&random, 1, 0);
    for (unsigned i = 0; over ? game.phase != TIO_PHASE_OVER : i < 6; i++) {
        tio_move move;
        if (tio_game_wants_chance(&game)) {
            tio_deal_random(&game, tio_deck_standard(), &random, &move);
        } else {
            unsigned seat = tio_game_deciders(&game) & 1 ? 0 : 1;
            tio_view view;
            tio_view_of(&game, seat, &view);
            tio_bot_at(0)->choose(&view, tio_deck_standard(), NULL, &random,
                                  &move);
        }
        assert_int_equal(tio_apply(&game, tio_deck_standard(), &move), TIO_OK);
        assert_int_equal(tio_record_add(writer, &game, &move), TIO_OK);
    }
    if (over)
        assert_int_equal(tio_record_end(writer, &game), TIO_OK);
    size_t length;
    char *text = strdup(tio_record_text(writer, &length));
    tio_record_free(writer);
    return text;
}

static void set_time(void **state, const char *name, time_t seconds)
{
    struct timespec times[2] = {{.tv_sec = seconds}, {.tv_sec = seconds}};
    char path[FOLDER + 300];
    snprintf(path, sizeof path, "%s/tioli/%s", (char *)*state, name);
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void newest_first(void **state)
{
    char *old = record("Anna", false);
    char *fresh = record("Zoe", false);
    char *over = record("Carla", true);
    write_text(state, "game.tioli", old);
    write_text(state, "game-2026-01-01-000000.tioli", fresh);
    write_text(state, "game-over.tioli", over);
    write_text(state, "game-broken.tioli", "tioli record 1\nplayers 9\n");
    write_text(state, "game-empty.tioli", "");
    write_text(state, "other.tioli", old);
    write_text(state, "game.seats", "tioli seats 1\n");
    set_time(state, "game.tioli", 1000000000);
    set_time(state, "game-2026-01-01-000000.tioli", 1100000000);
    struct saves *saves = saves_find();
    assert_non_null(saves);
    assert_int_equal(saves->count, 2);
    assert_string_equal(saves->shown[0].title, "Zoe: 0, Ben: 0");
    assert_string_equal(saves->shown[1].title, "Anna: 0, Ben: 0");
    assert_non_null(strstr(saves->shown[0].detail, "round 1 of 2, 2004-11-"));
    assert_non_null(strstr(saves->path[1], "/tioli/game.tioli"));
    free(saves);
    free(old);
    free(fresh);
    free(over);
}

/* A game that somebody plays stays; one that nobody does goes with its seats. */
static void deleted(void **state)
{
    char *text = record("Anna", false);
    write_text(state, "game-1.tioli", text);
    write_text(state, "game-1.seats",
               "tioli seats 1\nseed 1\nperson\nperson\n");
    char path[FOLDER + 300];
    snprintf(path, sizeof path, "%s/tioli/game-1.tioli", (char *)*state);
    struct save save;
    assert_true(save_find(&save, path));
    assert_true(save_remove(&save));
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(access(save.seats, F_OK), -1);
    assert_false(save_remove(&save));
    assert_non_null(strstr(save.error, "there is no saved game"));
    free(text);
}

static void no_saves(void **state)
{
    struct saves *saves = saves_find();
    (void)state;
    assert_non_null(saves);
    assert_int_equal(saves->count, 0);
    free(saves);
}

#define IN_FOLDER(test)                                                        \
    cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(comes_back),
        IN_FOLDER(digits_are_still_read),
        IN_FOLDER(seed_is_forgotten),
        IN_FOLDER(nothing_there),
        IN_FOLDER(wrong_lines_count_for_nothing),
        IN_FOLDER(long_texts),
        IN_FOLDER(first_must_play),
        IN_FOLDER(newest_first),
        IN_FOLDER(deleted),
        IN_FOLDER(no_saves),
        IN_FOLDER(decks_are_read_whole_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
