/* What the files of a table share and nobody else needs. */
#ifndef TABLE_PARTS_H
#define TABLE_PARTS_H

#include "table/table.h"

/* ---- Rights ---- */

/* Who asks. A player who has left for good is outside, and so is a spectator. */
enum table_role {
    TABLE_OUTSIDE,
    TABLE_PLAYER,
    TABLE_HOST_SEATED,
    TABLE_HOST_STANDING,
    TABLE_ROLES
};

enum table_role table_role_of(const struct table *table,
                              struct table_person person);
enum table_error table_right(unsigned command, enum table_role role,
                             unsigned phase);

/* ---- Seats ---- */

static inline unsigned table_players(const struct table *table)
{
    return table->settings.game.players;
}

/* A person who has not left. */
static inline bool table_seat_person(const struct table_seat *seat)
{
    return seat->kind == TABLE_SEAT_PERSON && !seat->left;
}

/* Played by a program now. */
static inline bool table_seat_machine(const struct table_seat *seat)
{
    return seat->kind == TABLE_SEAT_BOT ||
           (seat->kind == TABLE_SEAT_PERSON && (seat->left || seat->stand_in));
}

bool table_nobody(struct table_person person);
/* The place of the person's last move among those that can be taken back, with
 * all after it; TABLE_UNDO if there is none. */
unsigned table_undo_at(const struct table *table);
/* How many persons sit there who have not left. */
unsigned table_persons(const struct table *table);
/* The seat that starts a rematch. */
unsigned table_next_first(const struct table *table);
/* A seat, other than `but`, whose name is taken for this one; or TIO_NONE. */
unsigned table_namesake(const struct table *table, const char *name,
                        unsigned but);
/* A name for the bot on a seat that nobody else has: "Mia", or "program 2" for
 * one that is not ours. */
void table_bot_name(const struct table *table, unsigned seat, const char *level,
                    char out[TIO_NAME_TEXT]);

/* ---- Events ---- */

/* All zero but for its type and its seat, or TIO_NONE. */
struct table_event table_event_at(unsigned type, unsigned seat);
static inline struct table_event table_event_new(unsigned type)
{
    return table_event_at(type, TIO_NONE);
}
/* Numbers the event, folds it and tells the host. */
bool table_emit(struct table *table, struct table_event *event, uint64_t now);
/* Whatever follows by itself from where the table stands. */
bool table_settle(struct table *table, uint64_t now);
bool table_close(struct table *table, unsigned cause,
                 struct table_person person, const char *request, uint64_t now);
uint64_t table_request_key(struct table_person person, const char *request);

/* ---- Snapshots ---- */

/* The one that could be made now; `room` is for its deck. False if a game is on
 * or somebody has not agreed to the next. */
bool table_snapshot_of(const struct table *table, struct table_event *out,
                       char room[TABLE_DECK]);
/* Makes one, if it can be. False if memory is out. */
bool table_snapshot(struct table *table, uint64_t now);
/* The same if the log has grown by enough before the game. */
bool table_compact(struct table *table, uint64_t now);
/* Parts of the fold: all but settings and deck. */
const char *table_snapshot_check(const struct table *table,
                                 const struct table_event *event);
void table_snapshot_restore(struct table *table,
                            const struct table_event *event);

/* Nothing happens any more but the game that is on, and what ends it or begins
 * the next one. */
static inline bool table_log_full(const struct table *table)
{
    return table->log >= TABLE_LOG_FULL;
}

/* ---- Clocks: parts of the fold ---- */

/* The game has changed, because `mover` (or TIO_NONE) has moved: clocks of who
 * need not decide any more stop, others start. */
void table_clocks_move(struct table *table, unsigned mover, uint64_t time,
                       uint64_t seq);
/* The move behind the last in the list was taken back, with all that followed
 * it. */
void table_clocks_undo(struct table *table, unsigned mover, uint64_t time,
                       uint64_t seq);
void table_clocks_start(struct table *table);
void table_clocks_resume(struct table *table, uint64_t time);
/* What is left on a clock that may run, as the fold sees it. */
uint64_t table_clock_left(const struct table_seat *seat, uint64_t now);
/* When a person's time is up, or TABLE_NEVER. */
uint64_t table_clock_end(const struct table *table, unsigned seat);

/* ---- Thoughts: live ---- */

/* Opens those that are wanted now and drops those that are not. */
void table_think(struct table *table, uint64_t now);

#endif
