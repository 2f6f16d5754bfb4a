/* Clocks are part of the fold: what is left on one, and since when it runs,
 * come from the times of the events alone. They run for whoever has to decide,
 * bots included, but only a person's time can be up. */
#include "table/parts.h"

uint64_t table_clock_left(const struct table_seat *seat, uint64_t now)
{
    if (seat->asked_time == 0 || now <= seat->asked_time)
        return seat->left_ms;
    uint64_t used = now - seat->asked_time;
    return used < seat->left_ms ? seat->left_ms - used : 0;
}

static void stop(struct table_seat *seat, uint64_t time)
{
    seat->left_ms = table_clock_left(seat, time);
    seat->asked_time = 0;
    seat->question = 0;
}

static void start(struct table_seat *seat, uint64_t time, uint64_t seq)
{
    seat->asked_time = time;
    seat->question = seq;
}

static bool each_move(const struct table *table)
{
    return table->settings.clock == TABLE_CLOCK_MOVE ||
           table->settings.clock == TABLE_CLOCK_DAYS;
}

void table_clocks_start(struct table *table)
{
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        struct table_seat *seat = &table->seat[i];
        seat->asked_time = 0;
        seat->question = 0;
        seat->left_ms = table->settings.base_ms;
    }
}

void table_clocks_move(struct table *table, unsigned mover, uint64_t time,
                       uint64_t seq)
{
    unsigned deciders = tio_game_deciders(&table->game);
    for (unsigned i = 0; i < table_players(table); i++) {
        struct table_seat *seat = &table->seat[i];
        bool decides = deciders >> i & 1;
        if (seat->asked_time != 0 && (!decides || i == mover)) {
            stop(seat, time);
            if (i == mover && table->settings.clock == TABLE_CLOCK_GAME)
                seat->left_ms += table->settings.more_ms;
        }
        if (decides && seat->asked_time == 0) {
            if (each_move(table))
                seat->left_ms = table->settings.base_ms;
            start(seat, time, seq);
        }
    }
}

/* The seat decides again what it had decided, with what it had left then and
 * without the time since, whoever was asked meanwhile: taking back is not
 * a way to think for free. A question to others is withdrawn and not charged; a
 * bot whose answer went back as well is asked again. */
static uint64_t left_again(const struct table *table, unsigned mover,
                           uint64_t time)
{
    uint64_t left = table->undo_left[table->undo_moves];
    uint64_t since = time - table->undo_time[table->undo_moves];
    uint64_t now = table_clock_left(&table->seat[mover], time);
    /* Bots have answered, and nobody waits for a person who is alone with them:
     * what counts is the time that was spent on the next decision. */
    if (table->undone > 1)
        return now < left ? now : left;
    return left > since ? left - since : 0; /* time does not run backwards */
}

void table_clocks_undo(struct table *table, unsigned mover, uint64_t time,
                       uint64_t seq)
{
    unsigned deciders = tio_game_deciders(&table->game);
    for (unsigned i = 0; i < table_players(table); i++) {
        struct table_seat *seat = &table->seat[i];
        if (i == mover) {
            seat->left_ms = left_again(table, mover, time);
            start(seat, time, seq);
        } else if (!(deciders >> i & 1)) {
            seat->asked_time = 0;
            seat->question = 0;
        } else if (seat->asked_time == 0) {
            start(seat, time, seq);
        }
    }
}

void table_clocks_resume(struct table *table, uint64_t time)
{
    uint64_t down = time - table->time;
    for (unsigned i = 0; i < table->undo_moves; i++)
        table->undo_time[i] += down;
    for (unsigned i = 0; i < table_players(table); i++) {
        struct table_seat *seat = &table->seat[i];
        if (seat->asked_time == 0)
            continue;
        seat->left_ms = table_clock_left(seat, table->time);
        seat->asked_time = time;
    }
}

static bool has_clock(const struct table *table, unsigned seat)
{
    return table->phase == TABLE_PLAYING &&
           table->settings.clock != TABLE_CLOCK_NONE &&
           seat < table_players(table) && table_seat_person(&table->seat[seat]);
}

uint64_t table_clock(const struct table *table, unsigned seat, uint64_t now)
{
    if (!has_clock(table, seat))
        return TABLE_NEVER;
    return table_clock_left(&table->seat[seat], now);
}

uint64_t table_clock_end(const struct table *table, unsigned seat)
{
    const struct table_seat *who = &table->seat[seat];
    if (!has_clock(table, seat) || who->asked_time == 0)
        return TABLE_NEVER;
    return who->asked_time + who->left_ms;
}
