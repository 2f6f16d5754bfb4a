/* A table whose chance is chosen, and its JSON read back. */
#include "support/table_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MOMENT 1700000000000U

void bench_write_news(struct bench *bench, const struct table *table,
                      const struct table_event *event)
{
    for (unsigned i = 0; i <= TIO_MAX_PLAYERS; i++) {
        struct table_viewer viewer = {
            (uint8_t)(i < TIO_MAX_PLAYERS ? i : TIO_SPECTATOR), false};
        struct json json = json_fixed(bench->news[i], sizeof bench->news[i]);
        table_json_news(&json, table, event, viewer);
        assert_non_null(json_text(&json, NULL));
    }
}

static void happened(void *context, struct table *table,
                     const struct table_event *event)
{
    struct bench *bench = context;
    bench->event = *event;
    bench_write_news(bench, table, event);
}

static void deal(void *context, const struct table *table, tio_move *out)
{
    struct bench *bench = context;
    tio_text_error error;
    unsigned number = table->chances;
    if (number >= bench->chances) {
        tio_deal_random(&table->game, table->deck, &bench->random, out);
        return;
    }
    if (tio_move_parse(table->deck, NULL, 0, bench->chance[number], out,
                       &error))
        fail_msg("%s: %s", bench->chance[number], error.what);
}

static void secret(void *context, uint8_t out[TABLE_BYTES],
                   uint8_t commit[TABLE_BYTES])
{
    (void)context;
    memset(out, 0xaa, TABLE_BYTES);
    memset(commit, 0xbb, TABLE_BYTES);
}

static bool knows(void *context, const char *level)
{
    (void)context;
    return tio_bot_named(level) != NULL;
}

static struct table_person person_of(unsigned seat)
{
    struct table_person person = {{(uint8_t)(seat + 1)}};
    return person;
}

struct bench *bench_new(const struct table_settings *settings,
                        const char *own_deck)
{
    struct bench *bench = calloc(1, sizeof *bench);
    assert_non_null(bench);
    bench->decks = decks_new();
    bench->now = MOMENT;
    bench->json = json_growing();
    bench->host = (struct table_host){.context = bench,
                                      .decks = bench->decks,
                                      .happened = happened,
                                      .deal = deal,
                                      .secret = secret,
                                      .knows = knows};
    bench->table = table_new(&bench->host);
    tio_random_init(&bench->random, 5, 5);
    struct table_refusal why;
    if (table_create(bench->table, settings, own_deck, person_of(0), "create",
                     bench->now, &why))
        fail_msg("%s: %s", table_error_name(why.error), why.text.what);
    return bench;
}

void bench_free(struct bench *bench)
{
    json_decref(bench->root);
    json_free(&bench->json);
    table_free(bench->table);
    decks_free(bench->decks);
    free(bench);
}

enum table_error bench_do(struct bench *bench, unsigned type, unsigned seat,
                          const char *text)
{
    struct table_command what = {.type = (uint8_t)type,
                                 .seat = TIO_NONE,
                                 .person = person_of(seat),
                                 .colour = 0x3a7bd5,
                                 .has_bytes = true,
                                 .text = text};
    snprintf(what.name, sizeof what.name, "Player \"%u\"", seat + 1);
    memset(what.bytes, 0xcc, sizeof what.bytes);
    memcpy(what.code, bench->table->settings.code, sizeof what.code);
    bench->now += 1000;
    return table_do(bench->table, &what, bench->now, NULL, NULL);
}

void bench_play(struct bench *bench, unsigned seat, const char *text)
{
    enum table_error error = bench_do(bench, TABLE_DO_MOVE, seat, text);
    if (error)
        fail_msg("%s: %s", text, table_error_name(error));
}

/* ---- Reading what was written ------------------------------------------ */

static void read_json(struct bench *bench, const char *text)
{
    json_error_t error;
    assert_non_null(text);
    json_decref(bench->root);
    bench->root = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!bench->root)
        fail_msg("%s in %s", error.text, text);
}

void bench_state(struct bench *bench, unsigned seat, bool host)
{
    struct table_viewer viewer = {(uint8_t)seat, host};
    json_clear(&bench->json);
    table_json_state(&bench->json, bench->table, viewer, bench->now, NULL);
    read_json(bench, json_text(&bench->json, NULL));
}

void bench_try(struct bench *bench, unsigned seat, const char *move)
{
    json_clear(&bench->json);
    table_json_try(&bench->json, bench->table, seat, move);
    read_json(bench, json_text(&bench->json, NULL));
}

void bench_news(struct bench *bench, unsigned seat)
{
    read_json(bench,
              bench->news[seat < TIO_MAX_PLAYERS ? seat : TIO_MAX_PLAYERS]);
}

/* "game.players.0.dice": NULL if it is not there. */
json_t *bench_find(json_t *value, const char *path)
{
    char word[40];
    while (value && *path) {
        size_t size = strcspn(path, ".");
        snprintf(word, sizeof word, "%.*s", (int)size, path);
        value = json_is_array(value)
                    ? json_array_get(value, strtoul(word, NULL, 10))
                    : json_object_get(value, word);
        path += size + (path[size] == '.');
    }
    return value;
}

json_t *bench_at(struct bench *bench, const char *path)
{
    json_t *value = bench_find(bench->root, path);
    if (!value)
        fail_msg("there is no %s", path);
    return value;
}

json_int_t bench_number(struct bench *bench, const char *path)
{
    json_t *value = bench_at(bench, path);
    assert_true(json_is_integer(value));
    return json_integer_value(value);
}

/* The value there, as compact JSON. */
void bench_expect(struct bench *bench, const char *path, const char *wanted)
{
    char *text =
        json_dumps(bench_at(bench, path), JSON_COMPACT | JSON_ENCODE_ANY);
    if (strcmp(text, wanted) != 0)
        fail_msg("%s is %s, not %s", path, text, wanted);
    free(text);
}

void bench_expect_none(struct bench *bench, const char *path)
{
    if (bench_find(bench->root, path))
        fail_msg("there is a %s", path);
}
