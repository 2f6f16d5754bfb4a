/* A table's beginning and end, questions about it, and how events come about:
 * made here or by a command, folded, and told to the host. What follows by
 * itself is decided by where the table stands and nothing else, so that a log
 * that was cut short goes on as it would have. */
#include "table/parts.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/name.h"
#include "table/table.h"

struct table *table_new(const struct table_host *host)
{
    struct table *table = calloc(1, sizeof *table);
    if (table) {
        table->host = host;
        table->first = TIO_NONE;
    }
    return table;
}

void table_free(struct table *table)
{
    if (!table)
        return;
    deck_release(table->host->decks, table->deck);
    free(table);
}

/* ---- Questions ---- */

bool table_person_same(struct table_person a, struct table_person b)
{
    return memcmp(a.id, b.id, sizeof a.id) == 0;
}

bool table_nobody(struct table_person person)
{
    static const struct table_person nobody;
    return table_person_same(person, nobody);
}

unsigned table_seat_of(const struct table *table, struct table_person person)
{
    if (table_nobody(person))
        return TIO_NONE;
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++)
        if (table_seat_person(&table->seat[i]) &&
            table_person_same(table->seat[i].person, person))
            return i;
    return TIO_NONE;
}

bool table_is_owner(const struct table *table, struct table_person person)
{
    return !table_nobody(person) && table_person_same(table->owner, person);
}

bool table_was_kicked(const struct table *table, struct table_person person)
{
    if (table_nobody(person) || table_is_owner(table, person))
        return false;
    for (unsigned i = 0; i < TABLE_KICKED; i++)
        if (table_person_same(table->kicked[i], person))
            return true;
    return false;
}

unsigned table_viewer(const struct table *table, struct table_person person)
{
    unsigned seat = table_seat_of(table, person);
    if (seat != TIO_NONE)
        return seat;
    if (table_was_kicked(table, person))
        return TIO_NONE;
    bool may = table->phase == TABLE_OPEN || table_is_owner(table, person) ||
               table->settings.watch != TABLE_WATCH_NOBODY;
    return may ? TIO_SPECTATOR : TIO_NONE;
}

enum table_error table_may_see(const struct table *table,
                               struct table_person person)
{
    if (table_viewer(table, person) != TIO_NONE)
        return TABLE_E_OK;
    return table_was_kicked(table, person) ? TABLE_E_KICKED
                                           : TABLE_E_NO_WATCHING;
}

bool table_undos_spent(const struct table *table, unsigned seat)
{
    unsigned most = table->settings.undos ? table->settings.undos : TABLE_UNDOS;
    return table->seat[seat].undos >= most;
}

unsigned table_undone_shown(const struct table *table, unsigned hidden)
{
    unsigned count = table->undone;
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++)
        count -= (hidden & ~table->hidden_answers) >> i & 1;
    return count;
}

bool table_may_hurry(const struct table *table, unsigned seat)
{
    const tio_game *game = &table->game;
    return table->phase == TABLE_PLAYING && game->phase == TIO_PHASE_TURN &&
           seat < table_players(table) && game->passed >> seat & 1 &&
           table_seat_person(&table->seat[seat]) && table_persons(table) == 1;
}

bool table_solo(const struct table *table)
{
    unsigned people = 0;
    if (!table->settings.undo || !table->settings.takeback)
        return false;
    for (unsigned i = 0; i < table_players(table); i++) {
        const struct table_seat *seat = &table->seat[i];
        if (seat->kind == TABLE_SEAT_PERSON)
            people++;
        else if (seat->kind != TABLE_SEAT_BOT || !tio_bot_named(seat->level))
            return false;
    }
    return people == 1;
}

unsigned table_undo_at(const struct table *table)
{
    unsigned at = table->undo_moves;
    while (at > 0 &&
           table->seat[table->undo_move[at - 1].seat].kind != TABLE_SEAT_PERSON)
        at--;
    return at > 0 ? at - 1 : TABLE_UNDO;
}

unsigned table_undo_seat(const struct table *table)
{
    unsigned at = table_undo_at(table);
    if (table->phase != TABLE_PLAYING || !table->settings.undo ||
        at == TABLE_UNDO)
        return TIO_NONE;
    unsigned number = table->undo_move[at].seat;
    const struct table_seat *seat = &table->seat[number];
    return table_seat_machine(seat) || table_undos_spent(table, number) ||
                   table_log_full(table)
               ? TIO_NONE
               : number;
}

unsigned table_shown(const struct table *table, const struct table_event *event,
                     tio_move out[TIO_MAX_PLAYERS])
{
    unsigned count = 0;
    if (event->type != TABLE_EVENT_CHANCE && event->type != TABLE_EVENT_MOVE)
        return 0;
    if (!tio_move_is_answer(event->move.type))
        out[count++] = event->move;
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++)
        if (table->shown_answers >> seat & 1)
            out[count++] = table->shown[seat];
    return count;
}

unsigned table_persons(const struct table *table)
{
    unsigned count = 0;
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++)
        count += table_seat_person(&table->seat[i]);
    return count;
}

unsigned table_namesake(const struct table *table, const char *name,
                        unsigned but)
{
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++)
        if (i != but && table->seat[i].kind != TABLE_SEAT_EMPTY &&
            names_alike(table->seat[i].name, name))
            return i;
    return TIO_NONE;
}

/* Short, and at home in many languages. More than seats: one is always free. */
#define BOT_NAMES 10
static const char *const bot_names[BOT_NAMES] = {
    "Otto", "Mia", "Hugo", "Ida", "Bruno", "Nora", "Leo", "Ada", "Max", "Lena",
};

const char *table_first_name(unsigned number)
{
    return bot_names[number % BOT_NAMES];
}

void table_bot_name(const struct table *table, unsigned seat, const char *level,
                    char out[TIO_NAME_TEXT])
{
    unsigned number = seat;
    do {
        if (tio_bot_named(level))
            (void)snprintf(out, TIO_NAME_TEXT, "%s", table_first_name(number));
        else
            (void)snprintf(out, TIO_NAME_TEXT, "%.32s %u", level, number + 1);
        number++;
    } while (table_namesake(table, out, TIO_NONE) != TIO_NONE);
}

/* FNV-1a over who and what: persons are told apart by bytes that others can't
 * know, so that nobody can aim at another's request. */
uint64_t table_request_key(struct table_person person, const char *request)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (unsigned i = 0; i < TABLE_PERSON; i++)
        hash = (hash ^ person.id[i]) * 0x100000001b3;
    for (; *request; request++)
        hash = (hash ^ (unsigned char)*request) * 0x100000001b3;
    return hash;
}

/* ---- Events ---- */

struct table_event table_event_at(unsigned type, unsigned seat)
{
    struct table_event event;
    memset(&event, 0, sizeof event);
    event.type = (uint8_t)type;
    event.seat = (uint8_t)seat;
    return event;
}

bool table_emit(struct table *table, struct table_event *event, uint64_t now)
{
    char why[200];
    event->seq = table->seq + 1;
    event->time = now > table->time ? now : table->time;
    if (event->time == 0)
        event->time = 1;
    if (event->time > TABLE_LATEST)
        event->time = TABLE_LATEST;
    bool folded = table_fold(table, event, why);
    assert(folded && "an event of our own that can't follow");
    if (!folded)
        return false;
    table_think(table, event->time);
    table->host->happened(table->host->context, table, event);
    return true;
}

bool table_close(struct table *table, unsigned cause,
                 struct table_person person, const char *request, uint64_t now)
{
    if (table->phase == TABLE_PLAYING && table->has_secret) {
        struct table_event reveal = table_event_new(TABLE_EVENT_REVEAL);
        if (!table_emit(table, &reveal, now))
            return false;
    }
    struct table_event event = table_event_new(TABLE_EVENT_CLOSE);
    event.cause = (uint8_t)cause;
    event.person = person;
    (void)snprintf(event.request, sizeof event.request, "%s", request);
    return table_emit(table, &event, now);
}

/* ---- What follows by itself ---- */

static void next_commit(const struct table *table, struct table_event *event)
{
    event->type = TABLE_EVENT_COMMIT;
    table->host->secret(table->host->context, event->secret, event->commit);
}

/* The first person: there is one, or the table would be deserted. */
static void next_host(const struct table *table, struct table_event *event)
{
    unsigned i = 0;
    while (!table_seat_person(&table->seat[i]))
        i++;
    event->type = TABLE_EVENT_HOST;
    event->person = table->seat[i].person;
}

static bool next_playing(const struct table *table, struct table_event *event)
{
    if (table->game.phase == TIO_PHASE_OVER) {
        event->type = TABLE_EVENT_REVEAL;
        return true;
    }
    if (!tio_game_wants_chance(&table->game))
        return false;
    event->type = TABLE_EVENT_CHANCE;
    table->host->deal(table->host->context, table, &event->move);
    return true;
}

unsigned table_next_first(const struct table *table)
{
    unsigned next = table->first + 1U;
    return next < table_players(table) ? next : 0;
}

/* All who are left want to play again: bots for the others, then it begins. */
static bool next_over(const struct table *table, struct table_event *event)
{
    unsigned gone = TIO_NONE;
    for (unsigned i = table_players(table); i-- > 0;) {
        const struct table_seat *seat = &table->seat[i];
        if (seat->left)
            gone = i;
        else if (seat->kind == TABLE_SEAT_PERSON && !seat->again)
            return false;
    }
    if (gone == TIO_NONE) {
        event->type = TABLE_EVENT_START;
        event->seat = (uint8_t)table_next_first(table);
        return true;
    }
    event->type = TABLE_EVENT_BOT;
    event->seat = (uint8_t)gone;
    memcpy(event->level, table->settings.stand_in, sizeof event->level);
    table_bot_name(table, gone, event->level, event->name);
    return true;
}

static bool next_event(const struct table *table, struct table_event *event)
{
    if (table_nobody(table->owner)) {
        next_host(table, event);
        return true;
    }
    switch (table->phase) {
    case TABLE_PLAYING:
        return next_playing(table, event);
    case TABLE_OVER:
        if (table->has_secret)
            return next_over(table, event);
        next_commit(table, event);
        return true;
    default:
        if (table->has_secret)
            return false;
        next_commit(table, event);
        return true;
    }
}

/* Nobody is left who could want anything. A host who does not sit can still
 * wait for others to come, but not for a game's players to come back. */
static bool deserted(const struct table *table)
{
    if (table_persons(table) > 0)
        return false;
    return table->phase != TABLE_OPEN || table_nobody(table->owner);
}

bool table_settle(struct table *table, uint64_t now)
{
    const struct table_person nobody = {{0}};
    while (table->phase != TABLE_CLOSED && table->seq > 0) {
        if (deserted(table))
            return table_close(table, TABLE_CAUSE_EMPTY, nobody, "", now);
        if (table->phase == TABLE_PLAYING && !table->has_secret)
            return table_close(table, TABLE_CAUSE_HOST, nobody, "", now);
        struct table_event event = table_event_new(TABLE_EVENT_COMMIT);
        if (!next_event(table, &event))
            return true;
        if (table->phase == TABLE_OVER && event.type == TABLE_EVENT_START &&
            !table_snapshot(table, now))
            return false;
        if (!table_emit(table, &event, now))
            return false;
    }
    return true;
}

/* ---- How the game stood after each round ---------------------------- */

/* The game itself keeps only the last round and the sums; players want to see
 * how they came there. */

static unsigned rounds_scored(const tio_game *game)
{
    if (game->round == 0)
        return 0;
    bool between =
        game->phase == TIO_PHASE_DISCARD || game->phase == TIO_PHASE_OVER;
    return between ? game->round : game->round - 1U;
}

void table_keep_scores(struct table *table)
{
    unsigned scored = rounds_scored(&table->game);
    if (scored > table->scored && scored <= TABLE_ROUNDS) {
        for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++) {
            const tio_player *player = &table->game.player[seat];
            table->score[scored - 1][seat] =
                (struct table_score){player->points, player->chips};
        }
    }
    table->scored = scored;
}
