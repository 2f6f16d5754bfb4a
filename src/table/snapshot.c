/* How a table stands, in one event, so that nobody needs those before it any
 * more: whoever keeps the log may drop them, and a table is folded from its last
 * snapshot. One is made where nobody plays: before a game when the log has grown,
 * and at the beginning of each rematch. The events of a game stay
 * until the next one begins, for its record is made of them.
 *
 * So no log grows without end. What bounds each kind of event:
 *
 *     create                     once
 *     set, sit, stand, bot       before a game: snapshots take their place
 *     commit, start, reveal      once in a game
 *     bot, again, leave          once for each seat between two games
 *     reopen                     once between two games
 *     chance, move               the rules; moves that were taken back, by undo,
 *                                which takes back TABLE_UNDO of them at most
 *     undo                       TABLE_UNDOS of a seat in a game
 *     name                       TABLE_NAMES of a seat in a game, or before it
 *     host                       TABLE_LOG_FULL; before a game, snapshots
 *     stand-in, back             grace periods that double, and TABLE_LOG_FULL
 *     wait                       TABLE_WAITS of a seat in a game
 *     resume                     one for each start of the server
 *     snapshot                   it is the first of its log, or 16 KiB follow
 *     close                      once; nothing follows */
#include "table/parts.h"

#include <assert.h>
#include <string.h>

#include "base/utf8.h"
#include "notation/deck_text.h"

/* ---- Making one ---- */

/* All who are left have agreed, and the next game begins. */
static bool agreed(const struct table *table)
{
    for (unsigned i = 0; i < table_players(table); i++) {
        const struct table_seat *seat = &table->seat[i];
        if (seat->kind == TABLE_SEAT_EMPTY || seat->left)
            return false;
        if (seat->kind == TABLE_SEAT_PERSON &&
            (!seat->again || !seat->contributed))
            return false;
    }
    return true;
}

static bool possible(const struct table *table)
{
    if (!table->has_secret || table_nobody(table->owner))
        return false;
    return table->phase == TABLE_OPEN ||
           (table->phase == TABLE_OVER && agreed(table));
}

static void fill_seat(const struct table_seat *seat,
                      struct table_snapshot_seat *out)
{
    out->kind = seat->kind;
    memcpy(out->name, seat->name, sizeof out->name);
    if (seat->kind == TABLE_SEAT_BOT) {
        memcpy(out->level, seat->level, sizeof out->level);
    } else if (seat->kind == TABLE_SEAT_PERSON) {
        out->person = seat->person;
        out->colour = seat->colour;
        memcpy(out->bytes, seat->bytes, sizeof out->bytes);
        out->names = seat->names;
    }
}

static void fill(const struct table *table, struct table_snapshot *out)
{
    out->created = table->created;
    out->owner = table->owner;
    out->games = table->games;
    out->open = table->games > 0 && table->phase == TABLE_OPEN;
    memcpy(out->revealed, table->revealed, TABLE_BYTES);
    memcpy(out->revealed_commit, table->revealed_commit, TABLE_BYTES);
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++)
        fill_seat(&table->seat[i], &out->seat[i]);
    out->kicks = table->kicks;
    memcpy(out->kicked, table->kicked, sizeof out->kicked);
    out->requests = table->requests;
    memcpy(out->request, table->request, sizeof out->request);
}

/* The deck's text has nothing in it that an event would have to write longer,
 * and however many cards it has, there is room for it. */
bool table_snapshot_of(const struct table *table, struct table_event *out,
                       char room[TABLE_DECK])
{
    bool own = !deck_is_builtin(table->deck);
    if (!possible(table))
        return false;
    size_t size = own ? deck_print_short(table->deck, room, TABLE_DECK) : 0;
    assert(size <= TABLE_DECK);
    (void)size;
    *out = table_event_new(TABLE_EVENT_SNAPSHOT);
    out->settings = table->settings;
    out->deck = own ? room : NULL;
    memcpy(out->secret, table->secret, TABLE_BYTES);
    memcpy(out->commit, table->commit, TABLE_BYTES);
    fill(table, &out->snapshot);
    return true;
}

bool table_snapshot(struct table *table, uint64_t now)
{
    struct table_event event;
    char room[TABLE_DECK];
    return !table_snapshot_of(table, &event, room) ||
           table_emit(table, &event, now);
}

bool table_compact(struct table *table, uint64_t now)
{
    if (table->phase != TABLE_OPEN ||
        table->log - table->log_first <= TABLE_LOG_OPEN)
        return true;
    return table_snapshot(table, now);
}

/* ---- Whether one can be believed ---- */

/* In the middle of a log it says what is known already. */
static const char *check_known(const struct table *table,
                               const struct table_event *event)
{
    static const char wrong[] = "not what happened";
    struct table_event expected;
    char room[TABLE_DECK];
    char one[TABLE_EVENT];
    char two[TABLE_EVENT];
    if (!table_snapshot_of(table, &expected, room))
        return wrong;
    expected.seq = event->seq;
    expected.time = event->time;
    size_t size = table_event_print(&expected, NULL, one);
    return size > 0 && table_event_print(event, NULL, two) == size &&
                   memcmp(one, two, size) == 0
               ? NULL
               : wrong;
}

static const char *check_person(const struct table_snapshot *snapshot,
                                unsigned i)
{
    const struct table_snapshot_seat *seat = &snapshot->seat[i];
    if (table_nobody(seat->person))
        return "nobody on a seat";
    for (unsigned j = 0; j < i; j++)
        if (snapshot->seat[j].kind == TABLE_SEAT_PERSON &&
            table_person_same(snapshot->seat[j].person, seat->person))
            return "somebody on two seats";
    return NULL;
}

/* Between two games where the next one's START follows. */
static bool at_once(const struct table_snapshot *snapshot)
{
    return snapshot->games > 0 && !snapshot->open;
}

static const char *check_sitter(const struct table_event *event, unsigned i)
{
    const struct table_snapshot *snapshot = &event->snapshot;
    const struct table_snapshot_seat *seat = &snapshot->seat[i];
    bool beyond = i >= event->settings.game.players;
    if (seat->kind == TABLE_SEAT_EMPTY)
        return at_once(snapshot) && !beyond ? "a seat is empty" : NULL;
    if (beyond || seat->kind >= TABLE_SEAT_KINDS)
        return "there is no such seat";
    if (!utf8_fits_as_name(seat->name, sizeof seat->name))
        return "a bad name";
    if (seat->kind == TABLE_SEAT_PERSON)
        return check_person(snapshot, i);
    return utf8_fits_as_name(seat->level, sizeof seat->level) ? NULL
                                                              : "a bad name";
}

/* At the beginning of a log it can only be looked at. */
static const char *check_alone(const struct table_event *event)
{
    const struct table_snapshot *snapshot = &event->snapshot;
    if (event->seq == 0 || snapshot->created == 0 ||
        snapshot->created > event->time)
        return "time does not run backwards";
    if (table_nobody(snapshot->owner))
        return "a table needs a host";
    for (unsigned i = 0; i < TABLE_REQUESTS; i++)
        if (snapshot->request[i].seq >= event->seq)
            return "a request that is still to come";
    unsigned persons = 0;
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        const char *problem = check_sitter(event, i);
        if (problem)
            return problem;
        persons += snapshot->seat[i].kind == TABLE_SEAT_PERSON;
    }
    if (snapshot->open && snapshot->games == 0)
        return "opened again before the first game";
    return at_once(snapshot) && persons == 0 ? "nobody is there to play" : NULL;
}

const char *table_snapshot_check(const struct table *table,
                                 const struct table_event *event)
{
    return table->seq > 0 ? check_known(table, event) : check_alone(event);
}

/* ---- Starting again from one ---- */

static void restore_seat(struct table_seat *seat,
                         const struct table_snapshot_seat *from, bool again,
                         uint64_t time)
{
    bool person = from->kind == TABLE_SEAT_PERSON;
    seat->kind = from->kind;
    seat->again = person && again;
    seat->contributed = person;
    seat->person = from->person;
    memcpy(seat->name, from->name, sizeof seat->name);
    seat->colour = from->colour;
    memcpy(seat->level, from->level, sizeof seat->level);
    memcpy(seat->bytes, from->bytes, sizeof seat->bytes);
    seat->names = from->names;
    seat->absent_since = time;
}

/* What is live stays: who is there. Nobody thinks while nobody plays, and how
 * long somebody is away counts from the start of a game. */
static void keep_live(struct table *fresh, const struct table *old)
{
    fresh->host = old->host;
    fresh->context = old->context;
    if (old->seq == 0)
        return;
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++)
        fresh->seat[i].present = old->seat[i].present;
}

/* The same whether the table was there or not: of the game that is over nothing
 * is left, which the next one would have overwritten anyway. */
void table_snapshot_restore(struct table *table,
                            const struct table_event *event)
{
    const struct table_snapshot *from = &event->snapshot;
    bool again = at_once(from);
    struct table fresh;
    memset(&fresh, 0, sizeof fresh);
    fresh.deck = table->deck;
    fresh.first = TIO_NONE;
    fresh.phase = again ? TABLE_OVER : TABLE_OPEN;
    fresh.created = from->created;
    fresh.owner = from->owner;
    fresh.games = from->games;
    fresh.has_secret = true;
    memcpy(fresh.secret, event->secret, TABLE_BYTES);
    memcpy(fresh.commit, event->commit, TABLE_BYTES);
    fresh.has_revealed = from->games > 0;
    memcpy(fresh.revealed, from->revealed, TABLE_BYTES);
    memcpy(fresh.revealed_commit, from->revealed_commit, TABLE_BYTES);
    fresh.kicks = from->kicks;
    memcpy(fresh.kicked, from->kicked, sizeof fresh.kicked);
    fresh.requests = from->requests;
    memcpy(fresh.request, from->request, sizeof fresh.request);
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++)
        restore_seat(&fresh.seat[i], &from->seat[i], again, event->time);
    keep_live(&fresh, table);
    *table = fresh;
}
