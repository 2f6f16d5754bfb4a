/* A player that is not a person: one of the bots with its budget, or
 * somebody else's program behind a pair of pipes. Whatever such a program does,
 * a move comes back in time: its own, or a stand-in's together with the fault
 * that made one necessary. */
#ifndef PROGRAMS_PLAYER_H
#define PROGRAMS_PLAYER_H

#include <stdbool.h>
#include <stdio.h>
#include <stddef.h>

#include "tioli.h"

#define PLAYER_TEXT 256
#define PLAYER_MEMORY_MB 2048U /* of a program, unless another is said */

/* Who is to play: "hard", "expert:effort=2000", "expert:think=200ms:threads=2",
 * "cmd:./mybot --fast". */
struct player_spec {
    char text[PLAYER_TEXT]; /* as it was written */
    const tio_bot *bot;     /* NULL: a program */
    tio_budget budget;
    char command[PLAYER_TEXT]; /* of a program: words, and quotes as in a
                                  shell, but no shell reads it */
};

/* Reads `length` bytes. `more` are bots beside those of tio_bot_at(), up to a
 * NULL, or is NULL itself. False with a sentence in `why` that names what was
 * found. */
bool player_spec_parse(const char *text, size_t length,
                       const tio_bot *const more[], struct player_spec *out,
                       char why[PLAYER_TEXT]);

/* "200ms" or "1.5s", from `low` to `high` thousandths of a second. */
bool player_time_parse(const char *text, size_t length, unsigned low,
                       unsigned high, unsigned *ms);

/* What can go wrong with a program. The order is part of JSON output. */
#define PLAYER_FAULTS(X)                                                       \
    X(NONE, "fine", "played on")                                               \
    X(NO_START, "no-start", "could not be started")                            \
    X(START_LATE, "start-late", "did not say \"ready\" in time")               \
    X(LATE, "late", "did not move in time")                                    \
    X(LONG_LINE, "long-line", "sent a line that is too long")                  \
    X(GARBAGE, "garbage", "sent something that is not a message")              \
    X(ILLEGAL, "illegal", "made an illegal move")                              \
    X(CLOSED, "closed", "closed its pipes")                                    \
    X(DIED, "died", "ended before the game did")

enum player_fault {
#define X(name, word, sentence) PLAYER_##name,
    PLAYER_FAULTS(X)
#undef X
        PLAYER_FAULT_COUNT
};

const char *player_fault_name(enum player_fault fault);
const char *player_fault_words(enum player_fault fault);

/* Where what programs are told and what they say is written down. */
struct player_trace {
    FILE *file;
    double began; /* by clock_seconds() */
};

struct player_limits {
    unsigned start_ms;    /* until its hello */
    unsigned move_ms;     /* for one move */
    unsigned quit_ms;     /* until it is killed */
    unsigned memory_mb;   /* 0: no limit */
    unsigned cpu_seconds; /* 0: no limit */
    bool show_errors;     /* its standard error goes to ours, not to nowhere */
    bool background;      /* whatever else runs here goes first */
    bool uncaged;         /* it may do whatever we may */
    const struct player_trace *trace; /* or NULL */
    const char *hidden[2]; /* files that it must not read wherever it lies, and
                             that outlive it; NULL: none */
    int hurry;             /* not 0: a descriptor; once it can be read, nobody
                             waits for the program any longer */
};

struct player_limits player_limits_default(void);

/* The cage that programs are in here (cage.h). */
struct player_cage {
    unsigned landlock; /* its version, 0: none */
    bool calls;        /* seccomp */
    bool processes;    /* how many there are is bounded: not for root */
};

struct player_cage player_cage_parts(void);

/* Does it keep all that docs/bot-protocol.md says? How many processes there are
 * is separate: that is not a hole in it. */
bool player_cage_whole(struct player_cage parts);

/* Which parts do what, in English, as for a log. */
void player_cage_words(struct player_cage parts, char out[PLAYER_TEXT]);

struct player;

/* Never NULL unless memory is out. A program that does not start is a player
 * too, of stand-in moves: *fault says so. A player belongs to one thread. */
struct player *player_open(const struct player_spec *spec,
                           const struct player_limits *limits,
                           enum player_fault *fault);

/* A new game begins; `names` has one for each seat. A program that failed in
 * an earlier game is started again. */
enum player_fault player_begin(struct player *player, const tio_deck *deck,
                               const tio_settings *settings, unsigned seat,
                               const char *const names[]);

/* News: a move that was carried out, as the seat may see it. Answers of a
 * common phase are told together, after the last has come. */
void player_saw(struct player *player, const tio_deck *deck,
                const tio_move *seen);

/* Always a legal move: the player's own, or a stand-in's and the fault. After
 * a fault the rest of the game is a stand-in's, and gives the same fault. */
enum player_fault player_choose(struct player *player, const tio_view *view,
                                const tio_deck *deck, tio_random *random,
                                tio_move *out);

/* What a program sent that was wrong, safe to show; "" without a fault. */
const char *player_fault_detail(const struct player *player);

/* The game is over, or abandoned if `game` is NULL. */
void player_end(struct player *player, const tio_game *game);

/* Ends a program and waits for it: none is left behind. */
void player_close(struct player *player);

#endif
