/* Nothing that is hidden reaches anybody. A random table is played to a random
 * moment; then once more with the cards that one observer has never seen put
 * elsewhere, and with other answers where they are not shown yet. Everything
 * that this observer is sent, by this server, by one that was started again and
 * by another one that reads the log, and when the table wants to be looked after,
 * must be the same to the byte. And what nobody may ever see is planted, and looked
 * for in all that is written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/table_script.h"

#define PAIRS (SLOW_BUILD ? 100 : 250) /* TIOLI_TEST_PAIRS has another number */
#define PLANTED (SLOW_BUILD ? 6 : 15)  /* tables, for all viewers each */
#define VIEWERS (TIO_MAX_PLAYERS + 1)

/* ---- Planted secrets ---------------------------------------------------- */

static void hex_of(const uint8_t *bytes, size_t size, char *out)
{
    for (size_t i = 0; i < size; i++)
        sprintf(out + 2 * i, "%02x", bytes[i]);
}

static void refuse_text(const char *text, const char *secret, const char *what)
{
    if (strstr(text, secret))
        fail_msg("%s is in: %.3000s", what, text);
}

static void refuse_hex(const char *text, const uint8_t *bytes, size_t size,
                       const char *what)
{
    char hex[2 * TABLE_BYTES + 1];
    hex_of(bytes, size, hex);
    refuse_text(text, hex, what);
}

static void look_for_secrets(const struct table *table, const char *text,
                             struct table_viewer viewer)
{
    assert_non_null(text);
    if (table->has_secret)
        refuse_hex(text, table->secret, TABLE_BYTES, "the secret");
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++) {
        uint8_t bytes[TABLE_BYTES];
        struct table_person person = script_person(seat);
        script_bytes(seat, bytes);
        refuse_hex(text, person.id, TABLE_PERSON, "a person's id");
        refuse_hex(text, bytes, TABLE_BYTES, "somebody's share of chance");
    }
    refuse_text(text, "Rq7x", "a request's id");
    if (!viewer.host)
        refuse_text(text, "Sesame", "the invitation code");
    else if (table->settings.code[0] && strstr(text, "\"you\""))
        assert_non_null(strstr(text, "\"code\":\"Sesame-4711\""));
}

static void check_everybody(const struct table *table,
                            const struct table_event *event)
{
    struct json json = json_growing();
    for (unsigned i = 0; i < VIEWERS; i++) {
        unsigned seat = i < TIO_MAX_PLAYERS ? i : TIO_SPECTATOR;
        struct table_viewer viewer = side_viewer(table, seat);
        json_clear(&json);
        table_json_news(&json, table, event, viewer);
        look_for_secrets(table, json_text(&json, NULL), viewer);
        if (seat < TIO_MAX_PLAYERS && seat >= table->settings.game.players)
            continue;
        json_clear(&json);
        table_json_state(&json, table, viewer, event->time, NULL);
        look_for_secrets(table, json_text(&json, NULL), viewer);
        if (seat == TIO_SPECTATOR || table->games == 0)
            continue;
        json_clear(&json);
        table_json_try(&json, table, seat, "take D5");
        look_for_secrets(table, json_text(&json, NULL), viewer);
    }
    json_free(&json);
}

/* ---- The other side ----------------------------------------------------- */

/* Cards that the observer has never seen change places among themselves. */
static void choose_cards(struct side *side, const struct side *first)
{
    const tio_deck *deck = first->table->deck;
    for (unsigned type = 0; type < 2; type++) {
        unsigned from = type ? deck->combos : 0;
        unsigned end = type ? tio_deck_cards(deck) : deck->combos;
        uint8_t list[TIO_MAX_CARDS];
        unsigned count = 0;
        for (unsigned card = from; card < end; card++) {
            side->card[card] = (uint8_t)card;
            if (!first->shown[card])
                list[count++] = (uint8_t)card;
        }
        uint8_t mixed[TIO_MAX_CARDS];
        memcpy(mixed, list, sizeof mixed);
        for (unsigned i = count; i > 1; i--) {
            unsigned k = tio_random_below(&side->random, i);
            uint8_t card = mixed[i - 1];
            mixed[i - 1] = mixed[k];
            mixed[k] = card;
        }
        for (unsigned i = 0; i < count; i++)
            side->card[list[i]] = mixed[i];
    }
}

/* The same script; answers that are not shown may have to be others. */
static void script_follow(struct side *side)
{
    const struct script *script = side->script;
    side_create(side);
    for (unsigned i = 0; i < script->count && !side->broken; i++) {
        struct step step = script->step[i];
        bool other = step.moves && step.seat != script->observer &&
                     (script_is_answer(&step.move) || step.kind == STEP_WANT);
        if (other && side->table->phase == TABLE_PLAYING &&
            tio_game_deciders(&side->table->game) >> step.seat & 1) {
            bool legal =
                !tio_check(&side->table->game, side->table->deck, &step.move);
            if (step.hidden || !legal)
                side_any_move(side, step.seat, &step.move);
        }
        side_step(side, &step);
    }
}

/* The observer was away, and asks for all after some event; and the process
 * was too. */
static void send_resume(struct side *side, uint64_t after, uint64_t now)
{
    struct table *again = table_new(&side->host);
    char why[200];
    unsigned events = side->events;
    assert_non_null(again);
    for (unsigned i = 0; i < events; i++) {
        if (!table_fold(again, &side->log[i], why))
            fail_msg("%s", why);
        if (side->log[i].seq <= after)
            continue;
        table_json_news(&side->sent, again, &side->log[i],
                        side_viewer(again, side->script->observer));
        side_end_line(side);
    }
    side_state(side, again, now);
    if (!side->broken)
        table_resume(again, now);
    side_note(side, "due", table_due(again));
    side_state(side, again, now);
    table_free(again);
}

/* The observer is at another server, which reads each event from the log and
 * tells what follows from it; and whose business time is not. */
static void send_elsewhere(struct side *side)
{
    static char text[TABLE_EVENT];
    static char room[TABLE_DECK];
    struct table *other = table_new(&side->host);
    unsigned events = side->events;
    char why[200];
    assert_non_null(other);
    for (unsigned i = 0; i < events; i++) {
        struct table_event event;
        tio_text_error error;
        size_t size = table_event_print(&side->log[i], other->deck, text);
        assert_true(size > 0);
        assert_true(
            table_event_parse(text, size, other->deck, &event, room, &error));
        if (!table_fold(other, &event, why))
            fail_msg("%s", why);
        if (i == 0)
            table_join(other, event.time);
        table_json_news(&side->sent, other, &event,
                        side_viewer(other, side->script->observer));
        side_end_line(side);
        side_state(side, other, event.time);
        side_note(side, "due", table_due(other));
    }
    table_free(other);
}

static void compare(const struct side *first, const struct side *second)
{
    const char *a = first->sent.buffer.data;
    const char *b = second->sent.buffer.data;
    size_t size = first->sent.buffer.size;
    if (size == second->sent.buffer.size && memcmp(a, b, size) == 0)
        return;
    size_t at = 0;
    while (a[at] && a[at] == b[at])
        at++;
    while (at > 0 && a[at - 1] != '\n')
        at--;
    print_error("seed %llu, observer %u: one was sent\n",
                (unsigned long long)first->script->seed,
                first->script->observer);
    print_error("%.900s\n", a + at);
    print_error("and the other\n%.900s\n", b + at);
    fail();
}

struct tally {
    unsigned pairs;
    unsigned differ; /* in what is hidden */
    unsigned broken;
    unsigned answers; /* not shown, and another one was given */
};

struct world {
    struct decks *decks;
    struct script *script;
    struct side *first;
    struct side *second;
};

static struct world world_new(void)
{
    struct world world = {decks_new(), calloc(1, sizeof *world.script),
                          calloc(1, sizeof *world.first),
                          calloc(1, sizeof *world.second)};
    assert_true(world.decks && world.script && world.first && world.second);
    return world;
}

static void world_free(struct world *world)
{
    decks_free(world->decks);
    free(world->script);
    free(world->first);
    free(world->second);
}

static void one_pair(struct world *world, uint64_t seed, struct tally *tally)
{
    struct script *script = world->script;
    script_begin(script, seed);
    side_begin(world->first, script, true, world->decks);
    side_write(world->first);
    side_begin(world->second, script, false, world->decks);
    choose_cards(world->second, world->first);
    script_follow(world->second);
    tally->pairs++;
    if (world->second->broken) {
        tally->broken++;
    } else {
        uint64_t last = world->first->table->time;
        uint64_t after = seed % (world->first->table->seq + 1);
        tally->differ += tio_game_hash(&world->first->table->game) !=
                         tio_game_hash(&world->second->table->game);
        tally->answers += world->first->table->hidden_answers != 0;
        send_resume(world->first, after, last + 5000);
        send_resume(world->second, after, last + 5000);
        send_elsewhere(world->first);
        send_elsewhere(world->second);
        compare(world->first, world->second);
    }
    side_end(world->first);
    side_end(world->second);
}

/* ---- Tests -------------------------------------------------------------- */

static unsigned how_many(void)
{
    const char *text = getenv("TIOLI_TEST_PAIRS");
    return text ? (unsigned)strtoul(text, NULL, 10) : PAIRS;
}

static void test_hidden_cards_make_no_difference(void **state)
{
    (void)state;
    struct world world = world_new();
    struct tally tally = {0};
    unsigned pairs = how_many();
    for (uint64_t seed = 1; seed <= pairs; seed++)
        one_pair(&world, seed, &tally);
    print_message("# %u pairs, %u differ in what is hidden, %u with answers "
                  "not shown yet, %u left out\n",
                  tally.pairs, tally.differ, tally.answers, tally.broken);
    assert_true(tally.differ > pairs / 2);
    assert_true(tally.answers > pairs / 20);
    assert_true(tally.broken < pairs / 10 + 1);
    world_free(&world);
}

static void test_planted_secrets_stay_where_they_are(void **state)
{
    (void)state;
    struct world world = world_new();
    for (uint64_t seed = 1; seed <= PLANTED; seed++) {
        script_begin(world.script, 1000000 + seed);
        side_begin(world.first, world.script, true, world.decks);
        world.first->look = check_everybody;
        side_write(world.first);
        side_end(world.first);
    }
    world_free(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hidden_cards_make_no_difference),
        cmocka_unit_test(test_planted_secrets_stay_where_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
