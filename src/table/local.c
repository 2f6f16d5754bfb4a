/* Events are made up as a server would make them and folded, so that states and
 * news come from the same code as on a server. Time stands still. */
#include "table/local.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/deck_text.h"
#include "table/parts.h"
#include "table/record.h"

#define OWN_DECK "own" /* for one that has the name of a built-in deck */
#define NOW 1          /* any time will do: it never passes */
/* Every chance move draws from a generator of its own, and so does every
 * decision of a bot. Both are numbered, and these are out of each other's way:
 * a game that is resumed goes on exactly as it would have. */
#define BOT_STREAMS ((uint64_t)1 << 63)

static bool fold(struct local *local, struct table_event *event, char why[200])
{
    const struct local_setup *setup = local->setup;
    event->seq = local->table->seq + 1;
    event->time = NOW;
    if (!table_fold(local->table, event, why))
        return false;
    local->last = *event;
    local->last.deck = NULL;
    if (setup->record && !local->trouble)
        local->trouble = table_record_note(setup->record, local->table, event);
    if (setup->happened)
        setup->happened(setup->context, event);
    return true;
}

/* ---- Sitting down --------------------------------------------------- */

static struct table_person person_on(unsigned seat)
{
    return (struct table_person){{(uint8_t)(seat + 1)}};
}

static bool no_memory(char why[200])
{
    (void)snprintf(why, 200, "%s", tio_error_words(TIO_E_MEMORY));
    return false;
}

static bool create(struct local *local, char why[200])
{
    const tio_settings *game = &local->setup->head.settings;
    const tio_deck *deck = local->setup->deck;
    const tio_deck *same_name = deck_builtin_named(deck->name);
    struct table_event event = table_event_new(TABLE_EVENT_CREATE);
    char *own = NULL;
    event.settings = table_settings_default(game->players);
    event.settings.game = *game;
    event.settings.hints = 0;
    event.settings.undo = local->setup->undo;
    event.settings.takeback = local->setup->head.takeback;
    event.settings.bot_ms = 0;
    event.person = person_on(TIO_MAX_PLAYERS); /* a host who has no seat */
    memcpy(event.settings.deck, deck->name, sizeof event.settings.deck);
    if (!same_name || same_name->hash != deck->hash) {
        own = malloc(DECK_TEXT);
        if (!own)
            return no_memory(why);
        deck_print(deck, own, DECK_TEXT);
        event.deck = own;
        if (same_name)
            memcpy(event.settings.deck, OWN_DECK, sizeof OWN_DECK);
    }
    bool done = fold(local, &event, why);
    free(own);
    return done;
}

static bool sit_down(struct local *local, unsigned seat, char why[200])
{
    const struct local_setup *setup = local->setup;
    bool bot = setup->level[seat][0];
    struct table_event event =
        table_event_at(bot ? TABLE_EVENT_BOT : TABLE_EVENT_SIT, seat);
    memcpy(event.name, setup->head.name[seat], sizeof event.name);
    if (bot) {
        memcpy(event.level, setup->level[seat], sizeof event.level);
    } else {
        event.person = person_on(seat);
        memcpy(event.bytes, setup->head.bytes[seat], sizeof event.bytes);
    }
    return fold(local, &event, why);
}

/* Without fair dice there is nothing to be committed to: whoever knows the seed
 * sits at the same machine. A table has to be told something, though. */
static bool all_sit_down(struct local *local, char why[200])
{
    const struct local_setup *setup = local->setup;
    struct table_event commit = table_event_new(TABLE_EVENT_COMMIT);
    memcpy(commit.secret, setup->secret, sizeof commit.secret);
    memcpy(commit.commit, setup->head.commit, sizeof commit.commit);
    if (!fold(local, &commit, why))
        return false;
    for (unsigned seat = 0; seat < setup->head.settings.players; seat++)
        if (!sit_down(local, seat, why))
            return false;
    struct table_event start = table_event_new(TABLE_EVENT_START);
    start.seat = setup->head.settings.first;
    return fold(local, &start, why);
}

bool local_begin(struct local *local, const struct local_setup *setup,
                 char why[200])
{
    memset(local, 0, sizeof *local);
    local->setup = setup;
    local->host.decks = decks_new();
    local->table = local->host.decks ? table_new(&local->host) : NULL;
    if (!local->table)
        return no_memory(why);
    return create(local, why) && all_sit_down(local, why);
}

void local_end(struct local *local)
{
    table_free(local->table);
    decks_free(local->host.decks);
    local->table = NULL;
    local->host.decks = NULL;
}

/* ---- Playing -------------------------------------------------------- */

/* A record marks the moves of a stand-in; when it came is not in it, so that it
 * comes with its first move and goes with the person's next. */
static bool change_hands(struct local *local, unsigned seat, bool stand_in,
                         char why[200])
{
    const struct table_seat *at = &local->table->seat[seat];
    if (at->kind != TABLE_SEAT_PERSON || at->stand_in == stand_in)
        return true;
    struct table_event event = table_event_at(
        stand_in ? TABLE_EVENT_STAND_IN : TABLE_EVENT_BACK, seat);
    return fold(local, &event, why);
}

bool local_follow(struct local *local, const tio_move *move, bool stand_in,
                  char why[200])
{
    bool chance = tio_move_is_chance(move->type);
    struct table_event event =
        table_event_new(chance ? TABLE_EVENT_CHANCE : TABLE_EVENT_MOVE);
    event.move = *move;
    if (!chance) {
        unsigned seat = move->seat;
        if (seat >= table_players(local->table)) {
            (void)snprintf(why, 200, "%s", tio_error_words(TIO_E_NO_SUCH_SEAT));
            return false;
        }
        if (!change_hands(local, seat, stand_in, why))
            return false;
        event.seat = (uint8_t)seat;
        event.person = local->table->seat[seat].person;
        if (local->table->seat[seat].kind == TABLE_SEAT_BOT)
            event.cause = TABLE_CAUSE_BOT;
        else
            event.cause = stand_in ? TABLE_CAUSE_STAND_IN : TABLE_CAUSE_PERSON;
    }
    local->moves++;
    if (fold(local, &event, why))
        return true;
    local->moves--;
    return false;
}

/* What the rules allow can be folded. */
static tio_error carry_out(struct local *local, const tio_move *move)
{
    char why[200];
    bool done = local_follow(local, move, false, why);
    assert(done && "a legal move that can't follow");
    return done ? TIO_OK : TIO_E_WRONG_PHASE;
}

tio_error local_move(struct local *local, const tio_move *move)
{
    const struct table *table = local->table;
    tio_view view;
    if (tio_move_is_chance(move->type))
        return TIO_E_NOT_CHANCE;
    if (move->seat >= table_players(table))
        return TIO_E_NO_SUCH_SEAT;
    tio_view_of(&table->game, move->seat, &view);
    tio_error rule = tio_check(&view.game, table->deck, move);
    return rule ? rule : carry_out(local, move);
}

tio_error local_chance(struct local *local, const tio_move *outcome)
{
    const struct table *table = local->table;
    tio_move move;
    if (!tio_game_wants_chance(&table->game))
        return table->game.phase == TIO_PHASE_OVER ? TIO_E_GAME_OVER
                                                   : TIO_E_NOT_CHANCE;
    if (outcome) {
        tio_error rule = tio_move_is_chance(outcome->type)
                             ? tio_check(&table->game, table->deck, outcome)
                             : TIO_E_NOT_PLAYER;
        return rule ? rule : carry_out(local, outcome);
    }
    tio_random random;
    tio_random_init(&random, local->setup->seed, table->chances);
    tio_deal_random(&table->game, table->deck, &random, &move);
    return carry_out(local, &move);
}

void local_settle(struct local *local)
{
    char why[200];
    while (tio_game_wants_chance(&local->table->game))
        (void)local_chance(local, NULL);
    if (local->table->phase == TABLE_PLAYING &&
        local->table->game.phase == TIO_PHASE_OVER) {
        struct table_event reveal = table_event_new(TABLE_EVENT_REVEAL);
        (void)fold(local, &reveal, why);
    }
}

bool local_undo(struct local *local, unsigned seat)
{
    char why[200];
    struct table_event event = table_event_new(TABLE_EVENT_UNDO);
    if (seat == TIO_NONE || table_undo_seat(local->table) != seat)
        return false;
    event.seat = (uint8_t)seat;
    event.person = person_on(seat);
    if (!fold(local, &event, why))
        return false;
    local->moves -= local->table->undone;
    return true;
}

void local_ask(const struct local *local, unsigned seat,
               struct local_question *out)
{
    out->seat = seat;
    tio_view_of(&local->table->game, seat, &out->view);
    tio_random_init(&out->random, local->setup->seed,
                    BOT_STREAMS + local->moves);
}

/* ---- Looking -------------------------------------------------------- */

static struct table_viewer viewer_of(unsigned eyes)
{
    return (struct table_viewer){.seat = (uint8_t)eyes};
}

/* The folded table has a commitment and bytes even where the dice were not
 * fair, because a fold needs them: here they are taken out, or replaced by
 * those of the record. And some things no event has told it: everybody is
 * present, and the table ends with its game. */
void local_state(const struct local *local, unsigned eyes, struct json *json)
{
    const struct local_setup *setup = local->setup;
    struct table shown = *local->table;
    bool fair = setup->head.fair;
    bool over = shown.game.phase == TIO_PHASE_OVER;
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++) {
        shown.seat[seat].present = true;
        shown.seat[seat].contributed =
            fair && setup->head.contributed >> seat & 1;
    }
    shown.has_secret = fair && !over;
    shown.has_revealed = fair && over && setup->has_secret;
    if (shown.has_revealed) {
        memcpy(shown.revealed, setup->secret, TABLE_BYTES);
        memcpy(shown.revealed_commit, setup->head.commit, TABLE_BYTES);
    }
    if (over)
        shown.phase = TABLE_OVER;
    table_json_state(json, &shown, viewer_of(eyes), NOW, NULL);
}

void local_news(const struct local *local, unsigned eyes, struct json *json)
{
    table_json_news(json, local->table, &local->last, viewer_of(eyes));
}
