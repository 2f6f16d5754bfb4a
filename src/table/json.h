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

/* A state is made of sections: some keys each, or one of several like things.
 * Most events change a few of them. */
enum table_section {
    SECTION_PHASE,
    SECTION_POSITION,
    SECTION_YOU,
    SECTION_HOST,
    SECTION_SETTINGS,
    SECTION_SEATS,
    SECTION_FAIR,
    SECTION_NO_GAME,
    SECTION_ROUND,
    SECTION_TURN,
    SECTION_DICE,
    SECTION_PILES,
    SECTION_PLAYERS, /* how many; then what each has, and had last round */
    SECTION_PLAYER,
    SECTION_SCORED = SECTION_PLAYER + TIO_MAX_PLAYERS,
    SECTION_HISTORY = SECTION_SCORED + TIO_MAX_PLAYERS,
    SECTION_WINNERS,
    SECTION_HAND, /* how many cards; then each */
    SECTION_CARD,
    SECTION_LAYOUT = SECTION_CARD + TIO_HAND_CARDS,
    SECTION_MOVES,
    TABLE_SECTIONS
};

/* What a viewer was sent: a hash of each section's text, 0 for one that was not
 * sent. It comes from this viewer's own texts alone, so that nothing hidden
 * can change it. The key, any two numbers that others do not know, keeps a player
 * from finding a name with the hash of another. */
struct table_sections {
    uint64_t key[2];
    uint64_t hash[TABLE_SECTIONS];
};

/* The whole state, as an object. `sent` then has its sections; it may be
 * NULL. */
void table_json_state(struct json *json, const struct table *table,
                      struct table_viewer viewer, uint64_t now,
                      struct table_sections *sent);
/* The sections of the state that are not as they were sent, as an object of the
 * same form; docs/protocol.md says how the two are put together. */
void table_json_changes(struct json *json, const struct table *table,
                        struct table_viewer viewer, uint64_t now,
                        struct table_sections *sent);

/* An event as an object; `table` is as the event left it. */
void table_json_news(struct json *json, const struct table *table,
                     const struct table_event *event,
                     struct table_viewer viewer);

/* One move that the coach advises to the view's seat; `best` is the first. */
void table_json_hint(struct json *json, const tio_deck *deck,
                     const tio_view *view, const tio_hint_move *hint,
                     const tio_hint_move *best);

/* What a move would do, without doing it: {"legal":true,"net":3,...}. */
void table_json_try(struct json *json, const struct table *table, unsigned seat,
                    const char *text);

#endif
