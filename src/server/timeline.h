/* The server's own time: milliseconds since 1970, by which tables live.
 *
 * A machine's clock may be wrong when the server starts (a small computer has no
 * battery for it) and be set while it runs. So the time here runs by the clock
 * that never jumps, is kept with the tables, and never goes back, not even
 * between two runs. It follows the machine's clock forward, at a start or once
 * that clock has been steady, for the sake of dates; each such leap is noted as a
 * gap, during which nobody could play, and nothing ages by a gap. It reads no
 * clock: what the clocks show are arguments. */
#ifndef SERVER_TIMELINE_H
#define SERVER_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TIMELINE_JUMP_MS 2000    /* no clock is slewed by so much at once */
#define TIMELINE_FOLLOW_MS 60000 /* ahead of us by so much, dates are wrong */
#define TIMELINE_STEADY_MS 60000 /* without a jump before it is followed */
#define TIMELINE_GAPS 32
#define TIMELINE_TEXT (21 + TIMELINE_GAPS * 42 + 1)

struct timeline_gap {
    uint64_t end; /* of the server's time */
    uint64_t ms;
};

struct timeline {
    uint64_t base;      /* the server's time */
    uint64_t base_us;   /* when the clock that never jumps showed this */
    int64_t ahead;      /* the machine's clock, when last seen, of our time */
    uint64_t steady_us; /* since when it has been so, by the other clock */
    unsigned gaps;
    struct timeline_gap gap[TIMELINE_GAPS]; /* the earliest first */
};

/* Begins with what the machine's clock shows, but not before `last`, the time
 * that timeline_parse() found; 0: none. The gaps that it found stay. */
void timeline_start(struct timeline *timeline, uint64_t wall, uint64_t us,
                    uint64_t last);
uint64_t timeline_now(const struct timeline *timeline, uint64_t us);

/* Compares with the machine's clock. Returns by how many milliseconds that has
 * jumped since the last look: 0 if it has not. */
int64_t timeline_look(struct timeline *timeline, uint64_t wall, uint64_t us);
/* How far to leap so that dates are right again; 0 if that is not needed, or
 * not yet. */
uint64_t timeline_behind(const struct timeline *timeline, uint64_t us);
/* The time is later at once, by a gap. */
void timeline_leap(struct timeline *timeline, uint64_t ms, uint64_t us);
/* The same with a clock that several servers go by: one that has stood still for
 * a while is with the others again at once, and that was no gap. */
void timeline_keep_up(struct timeline *timeline, uint64_t wall, uint64_t us);
/* How much of the time since `since` was gaps. */
uint64_t timeline_rested(const struct timeline *timeline, uint64_t since);
/* The moment before `now` since when `ms` have passed besides the gaps. */
uint64_t timeline_ago(const struct timeline *timeline, uint64_t now,
                      uint64_t ms);

/* The time and the gaps as text, for keeping: its size. */
size_t timeline_print(const struct timeline *timeline, uint64_t us,
                      char out[TIMELINE_TEXT]);
/* Finds the gaps, and in *last the time. False, and neither, if it is not such
 * a text. */
bool timeline_parse(struct timeline *timeline, const char *text,
                    uint64_t *last);

#endif
