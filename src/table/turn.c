/* What time brings: bots' moves, stand-ins, clocks that have run out, tables
 * that everybody forgot. When a bot moves never depends on how it came to its
 * move, for that would tell of its hand: always the same time after the
 * question, or, where that was too short, a whole number of times later. */
#include "table/parts.h"

#include <string.h>

#define HOUR_MS ((uint64_t)3600 * 1000)
#define DAY_MS (24 * HOUR_MS)
#define IDLE_MS DAY_MS             /* nobody plays */
#define IDLE_GAME_MS (7 * DAY_MS)  /* somebody should */
#define IDLE_DAYS_MS (60 * DAY_MS) /* beyond what a move may take */
#define LEAST_STEP_MS 250          /* between moments for late answers */

/* ---- Thoughts ---- */

static void think_for(struct table *table, unsigned i, uint64_t now)
{
    struct table_seat *seat = &table->seat[i];
    struct table_thought *thought = &seat->thought;
    bool decides = table->phase == TABLE_PLAYING && seat->question != 0;
    bool machine = decides && table_seat_machine(seat);
    uint64_t end = table_clock_end(table, i);
    bool wanted = machine || (decides && end <= now);
    if (!wanted || thought->ticket != seat->question)
        memset(thought, 0, sizeof *thought);
    if (!wanted || thought->ticket != 0)
        return;
    thought->ticket = seat->question;
    thought->due = machine ? now + table->settings.bot_ms : end;
    thought->release = thought->due;
}

void table_think(struct table *table, uint64_t now)
{
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++)
        think_for(table, i, now);
}

bool table_wants(struct table *table, uint64_t now, struct table_want *out)
{
    table_think(table, now);
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        struct table_seat *seat = &table->seat[i];
        struct table_thought *thought = &seat->thought;
        if (thought->ticket == 0 || thought->asked)
            continue;
        thought->asked = true;
        out->seat = (uint8_t)i;
        out->ticket = thought->ticket;
        out->level = seat->kind == TABLE_SEAT_BOT ? seat->level
                                                  : table->settings.stand_in;
        out->due = thought->due;
        tio_view_of(&table->game, i, &out->view);
        return true;
    }
    return false;
}

static uint64_t release_of(const struct table *table, uint64_t due,
                           uint64_t now)
{
    uint64_t step = table->settings.bot_ms;
    if (now <= due)
        return due;
    if (step < LEAST_STEP_MS)
        step = LEAST_STEP_MS;
    return due + (now - due + step - 1) / step * step;
}

enum table_answer_status table_answer(struct table *table, unsigned seat,
                                      uint64_t ticket, const tio_move *move,
                                      uint64_t now)
{
    if (seat >= TIO_MAX_PLAYERS || ticket == 0)
        return TABLE_ANSWER_OLD;
    struct table_thought *thought = &table->seat[seat].thought;
    if (thought->ticket != ticket || thought->answered)
        return TABLE_ANSWER_OLD;
    if (tio_move_is_chance(move->type) || move->seat != seat ||
        tio_check(&table->game, table->deck, move) != TIO_OK)
        return TABLE_ANSWER_ILLEGAL;
    thought->answered = true;
    thought->move = *move;
    thought->release = release_of(table, thought->due, now);
    return TABLE_ANSWER_TAKEN;
}

static unsigned cause_of(const struct table_seat *seat)
{
    if (seat->kind == TABLE_SEAT_BOT || seat->left)
        return TABLE_CAUSE_BOT;
    return seat->stand_in ? TABLE_CAUSE_STAND_IN : TABLE_CAUSE_LATE;
}

static bool tick_thoughts(struct table *table, uint64_t now)
{
    table_think(table, now);
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        const struct table_seat *seat = &table->seat[i];
        if (!seat->thought.answered || seat->thought.release > now)
            continue;
        struct table_event event = table_event_new(TABLE_EVENT_MOVE);
        event.seat = (uint8_t)i;
        event.cause = (uint8_t)cause_of(seat);
        event.move = seat->thought.move;
        return table_emit(table, &event, now) && table_settle(table, now);
    }
    return false;
}

/* ---- Presence ---- */

/* When somebody is to stand in for a person who is away. */
static uint64_t grace_end(const struct table *table, unsigned i)
{
    const struct table_seat *seat = &table->seat[i];
    if (table->phase != TABLE_PLAYING || !table_seat_person(seat) ||
        seat->stand_in || seat->present ||
        table->settings.clock == TABLE_CLOCK_DAYS)
        return TABLE_NEVER;
    uint64_t since = seat->absent_since > table->started ? seat->absent_since
                                                         : table->started;
    return since + table->settings.grace_ms;
}

static bool tick_presence(struct table *table, uint64_t now)
{
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        if (grace_end(table, i) > now)
            continue;
        struct table_event event = table_event_new(TABLE_EVENT_STAND_IN);
        event.seat = (uint8_t)i;
        return table_emit(table, &event, now);
    }
    return false;
}

void table_present(struct table *table, unsigned seat, bool present,
                   uint64_t now)
{
    if (seat >= TIO_MAX_PLAYERS || table->seat[seat].kind != TABLE_SEAT_PERSON)
        return;
    struct table_seat *who = &table->seat[seat]; /* who may have left */
    if (who->present && !present)
        who->absent_since = now;
    who->present = present;
    if (!present || !who->stand_in || who->left || table->phase == TABLE_CLOSED)
        return;
    struct table_event event = table_event_new(TABLE_EVENT_BACK);
    event.seat = (uint8_t)seat;
    event.person = who->person;
    (void)table_emit(table, &event, now);
}

/* ---- Time ---- */

static uint64_t old_at(const struct table *table)
{
    if (table->phase == TABLE_CLOSED || table->seq == 0)
        return TABLE_NEVER;
    if (table->phase != TABLE_PLAYING)
        return table->time + IDLE_MS;
    if (table->settings.clock == TABLE_CLOCK_DAYS)
        return table->time + table->settings.base_ms + IDLE_DAYS_MS;
    return table->time + IDLE_GAME_MS;
}

static bool tick_old(struct table *table, uint64_t now)
{
    const struct table_person nobody = {{0}};
    return old_at(table) <= now &&
           table_close(table, TABLE_CAUSE_OLD, nobody, "", now);
}

/* Each turn of the loop makes an event, and none makes the same one due again;
 * a move needs an answer, which only the caller gives. */
void table_tick(struct table *table, uint64_t now)
{
    while (table->phase != TABLE_CLOSED && table->seq > 0) {
        if (!tick_old(table, now) && !tick_presence(table, now) &&
            !tick_thoughts(table, now))
            return;
    }
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t table_due(const struct table *table)
{
    uint64_t due = old_at(table);
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        const struct table_seat *seat = &table->seat[i];
        due = earlier(due, grace_end(table, i));
        if (seat->thought.answered)
            due = earlier(due, seat->thought.release);
        else if (seat->thought.ticket == 0)
            due = earlier(due, table_clock_end(table, i));
    }
    return due;
}

void table_resume(struct table *table, uint64_t now)
{
    if (table->phase == TABLE_CLOSED || table->seq == 0)
        return;
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        struct table_seat *seat = &table->seat[i];
        seat->present = false;
        seat->absent_since = now;
        memset(&seat->thought, 0, sizeof seat->thought);
    }
    if (table->phase == TABLE_PLAYING) {
        struct table_event event = table_event_new(TABLE_EVENT_RESUME);
        if (!table_emit(table, &event, now))
            return;
    }
    (void)table_settle(table, now);
}
