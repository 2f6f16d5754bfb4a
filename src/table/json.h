/* A table as JSON, as one viewer may see it: what the page and the terminal
 * draw. Everything about the game is written from the viewer's tio_view, so
 * that nothing hidden is at hand here. docs/protocol.md describes it. */
#ifndef TABLE_JSON_H
#define TABLE_JSON_H

#include "base/json.h"
#include "table/table.h"

struct table_viewer {
    uint8_t seat; /* or TIO_SPECTATOR */
    bool host;
};

/* How many lay-outs are looked for to write a state for one viewer (what the
 * dice are worth, and what may be laid), and to answer a try (before a die is
 * taken and after it). Each takes LAYOUT_STEPS of the engine at the most, and
 * the dice of a game are 20 for all seats together. */
#define STATE_QUESTIONS 2
#define TRY_QUESTIONS 2

/* The whole state, as an object. */
void table_json_state(struct json *json, const struct table *table,
                      struct table_viewer viewer, uint64_t now);

/* What an event was, as an object; `table` is as it became by it. */
void table_json_news(struct json *json, const struct table *table,
                     const struct table_event *event,
                     struct table_viewer viewer);

/* What a move would do, without doing it: {"legal":true,"net":3,...}. */
void table_json_try(struct json *json, const struct table *table, unsigned seat,
                    const char *text);

#endif
