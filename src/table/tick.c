/* What happens because time passes: bots' moves, stand-ins, clocks that have run
 * out, tables that everybody forgot.
 *
 * How long a bot takes must not reveal anything about its hand. So a bot always
 * answers a fixed time after it was asked: the table's setting for bots, or the
 * minimum of its level if that is longer. The minimum is long enough for any
 * hand.
 *
 * - If the machine is too busy even for that, the answer is held back for a
 *   whole number of further steps.
 * - The code that runs a bot gets the deadline as `due` and can cut a search
 *   short, so a bot is late only if it could not run at all.
 * - If a person's time runs out, a bot moves for them. It does so its level's
 *   minimum, and at least 250 ms, after the time ran out.
 *
 * - A person who has passed and is alone with bots can skip ahead. Bots then
 *   answer sooner, but still a fixed time after they were asked, which depends
 *   on their level alone.
 *
 * docs/protocol.md states the same rule. */
#include "table/parts.h"

#include <string.h>

#define HOUR_MS ((uint64_t)3600 * 1000)
#define DAY_MS (24 * HOUR_MS)
#define IDLE_MS DAY_MS             /* nobody plays */
#define IDLE_GAME_MS (7 * DAY_MS)  /* somebody should */
#define IDLE_DAYS_MS (60 * DAY_MS) /* beyond what a move may take */

/* ---- Thoughts ---- */

struct pace {
    const char *level;
    uint32_t least_ms; /* from the question to the answer, for any hand */
    uint32_t step_ms;  /* between moments for late answers, at the least */
    uint32_t hurry_ms; /* both of these while somebody skips ahead */
};

/* Searches take up to a third of that with a core to themselves. */
static const struct pace searching[] = {
    {"hard", 500, 500, 170},
    {"expert", 1500, 1500, 500}, /* also for all that are not named here */
};
/* Much less than a millisecond, but whether that ends in the millisecond of the
 * question depends on how much less. */
static const struct pace quick = {"", 20, 250, 20};
static const struct pace outside = {"", 500, 1000,
                                    500}; /* programs of others */

static const struct pace *pace_of(const char *level)
{
    const tio_bot *bot = tio_bot_named(level);
    if (!bot)
        return &outside;
    if (!bot->searches)
        return &quick;
    size_t i = 0;
    while (i + 1 < sizeof searching / sizeof *searching &&
           strcmp(searching[i].level, level) != 0)
        i++;
    return &searching[i];
}

static uint64_t longer(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Who thinks for the seat if a program has to. */
static const char *level_of(const struct table *table, unsigned i)
{
    const struct table_seat *seat = &table->seat[i];
    return seat->kind == TABLE_SEAT_BOT ? seat->level
                                        : table->settings.stand_in;
}

static bool hurries(const struct table *table)
{
    return table->hurry != 0 && table->hurry == table->game.round &&
           table->game.phase == TIO_PHASE_TURN;
}

static uint64_t answers_after(const struct table *table, unsigned i)
{
    const struct pace *pace = pace_of(level_of(table, i));
    return hurries(table) ? pace->hurry_ms
                          : longer(table->settings.bot_ms, pace->least_ms);
}

/* Nobody could think before the time was up: even a quick one gets a step. */
static uint64_t due_of(const struct table *table, unsigned i, bool machine,
                       uint64_t now)
{
    const struct pace *pace = pace_of(level_of(table, i));
    if (machine)
        return now + answers_after(table, i);
    return table_clock_end(table, i) + longer(pace->least_ms, quick.step_ms);
}

static void think_for(struct table *table, unsigned i, uint64_t now)
{
    struct table_seat *seat = &table->seat[i];
    struct table_thought *thought = &seat->thought;
    bool decides = table->phase == TABLE_PLAYING && seat->question != 0;
    bool machine = decides && table_seat_machine(seat);
    bool wanted = machine || (decides && table_clock_end(table, i) <= now);
    if (!wanted || thought->ticket != seat->question)
        memset(thought, 0, sizeof *thought);
    if (!wanted || thought->ticket != 0)
        return;
    thought->ticket = seat->question;
    thought->due = due_of(table, i, machine, now);
    thought->release = thought->due;
}

void table_think(struct table *table, uint64_t now)
{
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++)
        think_for(table, i, now);
}

/* Whoever is asked already answers sooner as well. */
void table_hurry(struct table *table, uint64_t now)
{
    table->hurry = table->game.round;
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        struct table_thought *thought = &table->seat[i].thought;
        if (thought->ticket == 0)
            continue;
        thought->due = earlier(thought->due, now + answers_after(table, i));
        thought->release = earlier(thought->release, thought->due);
    }
}

bool table_has_wants(struct table *table, uint64_t now)
{
    table_think(table, now);
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++)
        if (table->seat[i].thought.ticket != 0 && !table->seat[i].thought.asked)
            return true;
    return false;
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
        out->level = level_of(table, i);
        out->due = thought->due;
        tio_view_of(&table->game, i, &out->view);
        return true;
    }
    return false;
}

static uint64_t release_of(const struct table *table, unsigned i, uint64_t due,
                           uint64_t now)
{
    if (now <= due)
        return due;
    const struct pace *pace = pace_of(level_of(table, i));
    uint64_t step = hurries(table)
                        ? pace->hurry_ms
                        : longer(table->settings.bot_ms, pace->step_ms);
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
    thought->release = release_of(table, seat, thought->due, now);
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
        struct table_event event = table_event_at(TABLE_EVENT_MOVE, i);
        event.cause = (uint8_t)cause_of(seat);
        event.move = seat->thought.move;
        return table_emit(table, &event, now) && table_settle(table, now);
    }
    return false;
}

/* ---- Presence ---- */

/* Somebody who comes and goes without end would fill the log: after many times
 * each next one takes twice as long. */
static uint64_t grace_of(const struct table *table,
                         const struct table_seat *seat)
{
    uint64_t grace = longer(table->settings.grace_ms, TABLE_GRACE);
    for (unsigned i = TABLE_STAND_INS; i <= seat->stand_ins && grace < DAY_MS;
         i++)
        grace *= 2;
    return grace < DAY_MS ? grace : DAY_MS;
}

uint64_t table_grace_end(const struct table *table, unsigned seat)
{
    const struct table_seat *away = &table->seat[seat];
    if (table->phase != TABLE_PLAYING || !table_seat_person(away) ||
        away->stand_in || away->present ||
        table->settings.clock == TABLE_CLOCK_DAYS)
        return TABLE_NEVER;
    uint64_t since = away->absent_since > table->started ? away->absent_since
                                                         : table->started;
    return longer(since + grace_of(table, away), away->wait_until);
}

uint64_t table_grace_left(const struct table *table, unsigned seat,
                          uint64_t now)
{
    uint64_t end = table_grace_end(table, seat);
    return end > now ? end - now : 0;
}

static bool tick_presence(struct table *table, uint64_t now)
{
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        if (table_grace_end(table, i) > now)
            continue;
        struct table_event event = table_event_at(TABLE_EVENT_STAND_IN, i);
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
    if (!present || !who->stand_in || who->left ||
        table->phase == TABLE_CLOSED || table_log_full(table))
        return;
    struct table_event event = table_event_at(TABLE_EVENT_BACK, seat);
    event.person = who->person;
    (void)table_emit(table, &event, now);
}

/* ---- Time ---- */

static uint64_t old_at(const struct table *table)
{
    if (table->phase == TABLE_CLOSED || table->seq == 0)
        return TABLE_NEVER;
    uint64_t since = table->time + table->rested;
    if (table->phase != TABLE_PLAYING)
        return since + IDLE_MS;
    if (table->settings.clock == TABLE_CLOCK_DAYS)
        return since + table->settings.base_ms + IDLE_DAYS_MS;
    return since + IDLE_GAME_MS;
}

static bool tick_old(struct table *table, uint64_t now)
{
    const struct table_person nobody = {{0}};
    return old_at(table) <= now &&
           table_close(table, TABLE_CAUSE_OLD, nobody, "", now);
}

/* Each lap of the loop makes an event, and none makes the same one due again;
 * a move needs an answer, which only the caller gives. */
void table_tick(struct table *table, uint64_t now)
{
    while (table->phase != TABLE_CLOSED && table->seq > 0)
        if (!tick_old(table, now) && !tick_presence(table, now) &&
            !tick_thoughts(table, now))
            return;
}

uint64_t table_due(const struct table *table)
{
    uint64_t due = old_at(table);
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        const struct table_seat *seat = &table->seat[i];
        due = earlier(due, table_grace_end(table, i));
        if (seat->thought.answered)
            due = earlier(due, seat->thought.release);
        else if (seat->thought.ticket == 0)
            due = earlier(due, table_clock_end(table, i));
    }
    return due;
}

void table_rest(struct table *table)
{
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++)
        memset(&table->seat[i].thought, 0, sizeof table->seat[i].thought);
}

void table_join(struct table *table, uint64_t now)
{
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        table->seat[i].present = false;
        table->seat[i].absent_since = now;
    }
    table_rest(table);
}

void table_resume(struct table *table, uint64_t now)
{
    if (table->phase == TABLE_CLOSED || table->seq == 0)
        return;
    table_join(table, now);
    if (table->phase == TABLE_PLAYING) {
        struct table_event event = table_event_new(TABLE_EVENT_RESUME);
        if (!table_emit(table, &event, now))
            return;
    }
    if (table_settle(table, now))
        (void)table_compact(table, now);
}
