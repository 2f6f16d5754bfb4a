/* Records of the first release: they replay, and end where they ended then.
 * tests/golden/README.md says why they are never made anew. */
#include <dirent.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fair/verify.h"
#include "support/golden.h"

#define MOST_RECORDS 100
#define SUFFIX ".tioli"

struct golden {
    char name[64];
    uint64_t hash;
};

/* ---- The folder ---- */

static unsigned list_golden(struct golden list[MOST_RECORDS])
{
    FILE *file = golden_open("HASHES");
    char line[128];
    unsigned count = 0;
    while (fgets(line, sizeof line, file)) {
        char hash[17];
        char *end;
        assert_true(count < MOST_RECORDS);
        if (sscanf(line, "%63s %16s", list[count].name, hash) != 2)
            fail_msg("HASHES: %s", line);
        list[count++].hash = strtoull(hash, &end, 16);
        assert_true(*end == 0 && end - hash == 16);
    }
    fclose(file);
    assert_true(count >= 12);
    return count;
}

static char *read_record(const char *name, size_t *length)
{
    char *text = malloc(GOLDEN_BYTES);
    assert_non_null(text);
    *length = golden_read(name, text);
    return text;
}

/* ---- What is found in them, all together ---- */

struct found {
    unsigned players, editions, casts, free_hand, piles_down, first, starts;
    unsigned fair, stand_ins;
    unsigned own_decks, standard_decks;
    unsigned moves, actions;
    unsigned hits; /* bit n: a throw that hit n dice */
    bool lay_none;
};

static void note_head(struct found *found, const tio_record_reader *reader)
{
    const tio_settings *set = &tio_record_get_head(reader)->settings;
    bool standard =
        tio_record_get_deck(reader)->hash == tio_deck_standard()->hash;
    found->players |= 1U << set->players;
    found->editions |= 1U << set->edition;
    found->casts |= 1U << set->cast;
    found->free_hand |= 1U << set->free_hand;
    found->piles_down |= 1U << set->piles_down;
    found->first |= 1U << (set->first != TIO_NONE);
    found->starts |= 1U << (set->starts != tio_setup_starts(set->players));
    found->standard_decks += standard;
    found->own_decks += !standard;
}

static void note_move(struct found *found, const tio_move *move)
{
    static const tio_dice none[TIO_HAND_CARDS];
    found->moves |= 1U << move->type;
    if (move->type == TIO_MOVE_PLAY)
        found->actions |= 1U << move->play.action.kind;
    if (move->type == TIO_MOVE_LAND)
        found->hits |= 1U << move->land.hits;
    if (move->type == TIO_MOVE_LAY)
        found->lay_none =
            found->lay_none || memcmp(move->lay, none, sizeof move->lay) == 0;
}

/* ---- Replaying ---- */

static void expect_same_text(const char *name, tio_record_writer *writer,
                             const tio_game *game, const uint8_t *secret,
                             const char *text, size_t length)
{
    size_t written;
    assert_int_equal(tio_record_end(writer, game), TIO_OK);
    if (secret)
        assert_int_equal(tio_record_reveal(writer, secret), TIO_OK);
    const char *again = tio_record_text(writer, &written);
    if (written != length || memcmp(again, text, length) != 0)
        fail_msg("%s is written otherwise now", name);
}

static void expect_fair(const char *name, const char *text, size_t length)
{
    static const struct fair_claims none;
    struct fair_finding finding;
    assert_true(fair_verify(text, length, &none, &finding));
    if (finding.reason)
        fail_msg("%s:%u: %s", name, finding.line, fair_words(&finding));
    assert_true(finding.chances > 0);
}

static void add_move(tio_record_writer *writer, const tio_record_reader *reader,
                     const tio_move *move, struct found *found)
{
    const tio_game *game = tio_record_get_game(reader);
    bool stand_in = tio_record_was_stand_in(reader);
    assert_int_equal(stand_in ? tio_record_add_stand_in(writer, game, move)
                              : tio_record_add(writer, game, move),
                     TIO_OK);
    found->stand_ins += stand_in;
    note_move(found, move);
}

static void replay(const struct golden *golden, struct found *found)
{
    size_t length;
    tio_record_reader *reader;
    tio_text_error error;
    tio_move move;
    bool more = true;
    char *text = read_record(golden->name, &length);
    if (tio_record_open(text, length, &reader, &error) != TIO_OK)
        fail_msg("%s:%u: %s", golden->name, error.line, error.what);
    const tio_game *game = tio_record_get_game(reader);
    const tio_deck *deck = tio_record_get_deck(reader);
    tio_record_writer *writer =
        tio_record_new(deck, tio_record_get_head(reader));
    note_head(found, reader);
    for (;;) {
        if (tio_record_next(reader, &move, &more, &error) != TIO_OK)
            fail_msg("%s:%u: %s", golden->name, error.line, error.what);
        if (!more)
            break;
        game = tio_record_get_game(reader);
        assert_null(tio_game_check(game, deck, NULL));
        add_move(writer, reader, &move, found);
    }
    assert_true(tio_record_finished(reader));
    if (tio_game_hash(game) != golden->hash)
        fail_msg("%s ends with hash %016" PRIx64, golden->name,
                 tio_game_hash(game));
    const uint8_t *secret = tio_record_secret(reader);
    expect_same_text(golden->name, writer, game, secret, text, length);
    assert_int_equal(secret != NULL, tio_record_get_head(reader)->fair);
    if (secret)
        expect_fair(golden->name, text, length);
    found->fair += secret != NULL;
    tio_record_free(writer);
    tio_record_close(reader);
    free(text);
}

static void records_end_where_they_ended(void **state)
{
    struct golden list[MOST_RECORDS];
    struct found found = {0};
    unsigned count = list_golden(list);
    (void)state;
    for (unsigned i = 0; i < count; i++)
        replay(&list[i], &found);
    printf("# %u golden records\n", count);
}

/* No way to play is without its record. */
static void records_have_all_there_is(void **state)
{
    struct golden list[MOST_RECORDS];
    struct found found = {0};
    unsigned count = list_golden(list);
    const tio_deck *standard = tio_deck_standard();
    (void)state;
    for (unsigned i = 0; i < count; i++)
        replay(&list[i], &found);
    assert_int_equal(found.players, 0x3c);
    assert_int_equal(found.editions, (1U << TIO_EDITIONS) - 1);
    assert_int_equal(found.casts, (1U << TIO_CAST_RULES) - 1);
    assert_int_equal(found.free_hand, 3);
    assert_int_equal(found.piles_down, 3);
    assert_int_equal(found.first, 3);
    assert_int_equal(found.starts, 3);
    assert_true(found.own_decks > 0 && found.standard_decks > 0);
    assert_int_equal(found.moves, (1U << TIO_MOVE_TYPES) - 1);
    for (unsigned i = 0; i < standard->actions; i++)
        assert_true(found.actions >> standard->action[i].kind & 1);
    assert_int_equal(found.hits & 3, 3);
    assert_true(found.hits >> 2); /* and one that carried on */
    assert_true(found.lay_none);
    assert_true(found.fair >= 3 && found.stand_ins > 10);
}

/* Nothing in the folder is forgotten. */
static void every_record_is_listed(void **state)
{
    struct golden list[MOST_RECORDS];
    char path[1024];
    unsigned count = list_golden(list);
    unsigned files = 0;
    (void)state;
    golden_path("", path);
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        const char *dot = strrchr(entry->d_name, '.');
        bool listed = false;
        if (!dot || strcmp(dot, SUFFIX) != 0)
            continue;
        for (unsigned i = 0; i < count; i++)
            listed = listed || strcmp(list[i].name, entry->d_name) == 0;
        if (!listed)
            fail_msg("%s is not in HASHES", entry->d_name);
        files++;
    }
    closedir(folder);
    assert_int_equal(files, count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_end_where_they_ended),
        cmocka_unit_test(records_have_all_there_is),
        cmocka_unit_test(every_record_is_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
