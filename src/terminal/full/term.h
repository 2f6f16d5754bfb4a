/* The terminal in full-screen mode: shows cells, reads keys and the mouse, and
 * is as it was before when the program ends, however that happens. */
#ifndef TERMINAL_FULL_TERM_H
#define TERMINAL_FULL_TERM_H

#include <stdbool.h>

#include "terminal/full/cells.h"
#include "terminal/full/ui.h"

struct term;

/* What there is after waiting; bits. */
enum term_event {
    TERM_KEYS = 1,   /* term_key() has some */
    TERM_SIZE = 4,   /* another size: see term_size() */
    TERM_LEAVE = 8,  /* the program has to end now: see term_signal() */
    TERM_FRESH = 16, /* all must be shown again */
};

/* True if the standard streams are a terminal that can do this. */
bool term_possible(void);

/* NULL if this is not a terminal that can do it: then nothing was changed. */
struct term *term_open(void);
void term_close(struct term *term);

/* Whether it shows more than ASCII, and keeps up with pictures that move. */
bool term_is_utf8(const struct term *term);
bool term_is_quick(const struct term *term);
/* Asks the terminal whether it has come so far; false if it is not asked: it is
 * behind still, or would not know what is meant. It is behind until it answers,
 * if it is one that does. */
bool term_ask(struct term *term);
bool term_is_behind(const struct term *term);
void term_size(const struct term *term, unsigned *rows, unsigned *columns);

void term_show(struct term *term, const struct cells *cells);

/* What term_wait() waits for, for callers that wait for more. */
#define TERM_DESCRIPTORS 2
void term_descriptors(const struct term *term, int out[TERM_DESCRIPTORS]);

/* Waits for keys, for a signal, and at most for `ms` milliseconds, or without
 * end if that is negative. Returns what there is. */
unsigned term_wait(struct term *term, int ms);
/* The next key that is there already; false if there is none. */
bool term_key(struct term *term, struct ui_key *key);

/* After TERM_LEAVE: the signal that wants the program to end, or 0 if the
 * terminal is gone. */
int term_signal(const struct term *term);

#endif
