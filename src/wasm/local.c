/* Events are made up as a server would make them and folded, so that states and
 * news come from the same code as on a server. Time stands still. */
#include "wasm/local.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/deck_text.h"

#define OWN_DECK "own" /* for one that has the name of a built-in deck */
#define NOW 1          /* any time will do: it never passes */

static bool fold(struct local *local, struct table_event *event, char why[200])
{
    event->seq = local->table->seq + 1;
    event->time = NOW;
    if (!table_fold(local->table, event, why))
        return false;
    local->last = *event;
    local->last.deck = NULL;
    return true;
}

/* ---- Sitting down ------------------------------------------------------ */

static struct table_person person_on(unsigned seat)
{
    return (struct table_person){{(uint8_t)(seat + 1)}};
}

static const tio_deck *builtin_named(const char *name)
{
    const tio_deck *deck;
    for (unsigned i = 0; (deck = tio_deck_builtin(i)); i++)
        if (strcmp(deck->name, name) == 0)
            return deck;
    return NULL;
}

static bool create(struct local *local, const tio_deck *deck, char why[200])
{
    struct table_event event = {.type = TABLE_EVENT_CREATE};
    const tio_deck *same_name = builtin_named(deck->name);
    char *own = NULL;
    event.settings = table_settings_default(local->head.settings.players);
    event.settings.game = local->head.settings;
    event.settings.hints = 0;
    event.settings.undo = 0;
    event.settings.bot_ms = 0;
    event.person = person_on(TIO_MAX_PLAYERS); /* a host who has no seat */
    memcpy(event.settings.deck, deck->name, sizeof event.settings.deck);
    if (deck != same_name) {
        own = malloc(DECK_TEXT);
        if (!own) {
            (void)snprintf(why, 200, "%s", tio_error_words(TIO_E_MEMORY));
            return false;
        }
        deck_print(deck, own, DECK_TEXT);
        event.deck = own;
        if (same_name)
            memcpy(event.settings.deck, OWN_DECK, sizeof OWN_DECK);
    }
    bool done = fold(local, &event, why);
    free(own);
    return done;
}

static bool sit_down(struct local *local, unsigned seat, const char *level,
                     char why[200])
{
    struct table_event event = {.seat = (uint8_t)seat};
    memcpy(event.name, local->head.name[seat], sizeof event.name);
    if (level[0]) {
        event.type = TABLE_EVENT_BOT;
        memcpy(event.level, level, sizeof event.level);
    } else {
        event.type = TABLE_EVENT_SIT;
        event.person = person_on(seat);
        memcpy(event.bytes, local->head.bytes[seat], sizeof event.bytes);
    }
    return fold(local, &event, why);
}

static bool all_sit_down(struct local *local, const local_levels levels,
                         char why[200])
{
    struct table_event commit = {.type = TABLE_EVENT_COMMIT};
    memcpy(commit.commit, local->head.commit, sizeof commit.commit);
    if (!fold(local, &commit, why))
        return false;
    for (unsigned seat = 0; seat < local->head.settings.players; seat++)
        if (!sit_down(local, seat, levels[seat], why))
            return false;
    struct table_event start = {.type = TABLE_EVENT_START};
    start.seat = local->head.settings.first;
    return fold(local, &start, why);
}

bool local_begin(struct local *local, const tio_record_head *head,
                 const tio_deck *deck, const local_levels levels, char why[200])
{
    memset(local, 0, sizeof *local);
    local->head = *head;
    local->host.decks = decks_new();
    local->table = local->host.decks ? table_new(&local->host) : NULL;
    if (!local->table) {
        (void)snprintf(why, 200, "%s", tio_error_words(TIO_E_MEMORY));
        return false;
    }
    return create(local, deck, why) && all_sit_down(local, levels, why);
}

void local_end(struct local *local)
{
    table_free(local->table);
    decks_free(local->host.decks);
    local->table = NULL;
    local->host.decks = NULL;
}

/* ---- Playing ----------------------------------------------------------- */

/* A record marks the moves of a stand-in; when it came is not in it, so that it
 * comes with its first move and goes with the person's next. */
static bool change_hands(struct local *local, unsigned seat, bool stand_in,
                         char why[200])
{
    struct table_event event = {.seat = (uint8_t)seat};
    const struct table_seat *at = &local->table->seat[seat];
    if (at->kind != TABLE_SEAT_PERSON || at->stand_in == stand_in)
        return true;
    event.type = stand_in ? TABLE_EVENT_STAND_IN : TABLE_EVENT_BACK;
    return fold(local, &event, why);
}

bool local_move(struct local *local, const tio_move *move, bool stand_in,
                char why[200])
{
    struct table_event event = {.type = TABLE_EVENT_CHANCE, .move = *move};
    unsigned seat = move->seat;
    if (tio_move_is_chance(move->type))
        return fold(local, &event, why);
    if (seat >= local->head.settings.players) {
        (void)snprintf(why, 200, "%s", tio_error_words(TIO_E_NO_SUCH_SEAT));
        return false;
    }
    if (!change_hands(local, seat, stand_in, why))
        return false;
    event.type = TABLE_EVENT_MOVE;
    event.seat = (uint8_t)seat;
    event.person = local->table->seat[seat].person;
    if (local->table->seat[seat].kind == TABLE_SEAT_BOT)
        event.cause = TABLE_CAUSE_BOT;
    else
        event.cause = stand_in ? TABLE_CAUSE_STAND_IN : TABLE_CAUSE_PERSON;
    return fold(local, &event, why);
}

/* ---- Looking ----------------------------------------------------------- */

static struct table_viewer viewer_of(unsigned eyes)
{
    return (struct table_viewer){.seat = (uint8_t)eyes};
}

/* What a fold needs, but is not so: a table without fair dice has no commitment
 * and no bytes. And what no event has said: all are there, and the end of a
 * game is the end. */
void local_state(const struct local *local, unsigned eyes, struct json *json)
{
    struct table shown = *local->table;
    bool over = shown.game.phase == TIO_PHASE_OVER;
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++) {
        shown.seat[seat].present = true;
        shown.seat[seat].contributed =
            local->head.fair && local->head.contributed >> seat & 1;
    }
    shown.has_secret = local->head.fair && !over;
    shown.has_revealed = local->head.fair && over && local->has_secret;
    if (shown.has_revealed) {
        memcpy(shown.revealed, local->secret, TABLE_BYTES);
        memcpy(shown.revealed_commit, local->head.commit, TABLE_BYTES);
    }
    if (over)
        shown.phase = TABLE_OVER;
    table_json_state(json, &shown, viewer_of(eyes), NOW, NULL);
}

void local_news(const struct local *local, unsigned eyes, struct json *json)
{
    table_json_news(json, local->table, &local->last, viewer_of(eyes));
}
