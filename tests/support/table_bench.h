/* A table whose chance is chosen, and its JSON read back: for tests of what is
 * written. What goes wrong fails the test. */
#ifndef SUPPORT_TABLE_BENCH_H
#define SUPPORT_TABLE_BENCH_H

#include <jansson.h>

#include "table/json.h"

struct bench {
    struct decks *decks;
    struct table_host host;
    struct table *table;
    tio_random random;
    const char *chance[16]; /* what is dealt and rolled first */
    unsigned chances;
    uint64_t now;
    struct json json;
    json_t *root;             /* what was written last */
    struct table_event event; /* the last */
    char news[TIO_MAX_PLAYERS + 1]
             [4096]; /* of it, for each seat and onlookers */
};

/* Made by the person of seat 0, a bit before anything else. */
struct bench *bench_new(const struct table_settings *settings,
                        const char *own_deck);
void bench_free(struct bench *bench);

/* The person of that seat asks; each time a second has passed. */
enum table_error bench_do(struct bench *bench, unsigned type, unsigned seat,
                          const char *text);
/* A move, which must be allowed. */
void bench_play(struct bench *bench, unsigned seat, const char *text);
/* Fills in `news` for an event. */
void bench_write_news(struct bench *bench, const struct table *table,
                      const struct table_event *event);

/* Each leaves in `root` what was written for a seat, or for onlookers. */
void bench_state(struct bench *bench, unsigned seat, bool host);
void bench_try(struct bench *bench, unsigned seat, const char *move);
void bench_news(struct bench *bench, unsigned seat);

/* "game.players.0.dice": NULL if it is not there. */
json_t *bench_find(json_t *value, const char *path);
/* The same in `root`, where it must be. */
json_t *bench_at(struct bench *bench, const char *path);
json_int_t bench_number(struct bench *bench, const char *path);
/* The value there, as compact JSON. */
void bench_expect(struct bench *bench, const char *path, const char *wanted);
void bench_expect_none(struct bench *bench, const char *path);

#endif
