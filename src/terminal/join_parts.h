/* What the files of a game on a server share: all that this terminal knows of
 * the table, which is what the server told its seat. */
#ifndef TERMINAL_JOIN_PARTS_H
#define TERMINAL_JOIN_PARTS_H

#include "terminal/event.h"
#include "terminal/join.h"
#include "terminal/join_remote.h"
#include "terminal/past.h"
#include "terminal/show.h"

#define JOIN_LEVEL 64
#define JOIN_SPOKEN 6

enum join_phase { JOIN_OPEN, JOIN_PLAYING, JOIN_OVER, JOIN_CLOSED };

struct join_seat {
    bool taken;
    bool bot;
    bool away;              /* a person who is not connected */
    bool stand_in;          /* a bot plays for them */
    bool again;             /* wants another game */
    char level[JOIN_LEVEL]; /* of a bot, or "" */
    bool clocked;
    bool awaited; /* away, and a stand-in comes */
    /* By clock_ms(): when the time on the clock is over, and when the stand-in
     * plays. */
    uint64_t clock_end;
    uint64_t grace_end;
};

struct join {
    struct remote remote;
    const struct join_options *options;
    json_t *wish;
    json_t *state; /* the last one, as the server wrote it; NULL: none */
    uint64_t state_seq;
    bool missing; /* it was asked for again */
    /* The table, as of the last state. */
    bool known; /* there was one */
    enum join_phase phase;
    unsigned players;
    unsigned seat; /* own, or TIO_SPECTATOR */
    bool host;
    char
        spoken[JOIN_SPOKEN]; /* the table's spoken code while it waits, or "" */
    unsigned host_seat;      /* whoever it is; or no seat */
    tio_settings settings;
    bool hints;
    bool undo;      /* is allowed */
    bool can_undo;  /* now */
    bool can_hurry; /* now */
    uint64_t position;
    bool muted; /* reactions are not told */
    unsigned games;
    struct join_seat seats[TIO_MAX_PLAYERS];
    struct names names;
    struct history history;
    struct kept_proof proof;
    char commit[KEPT_HEX]; /* of the game that is on, or next; or "" */
    char last_commit[KEPT_HEX];
    char last_secret[KEPT_HEX];
    /* The game. */
    bool has_deck;
    tio_deck deck;
    bool has_view;
    tio_view view;
    struct past past;
    unsigned ended_game; /* number of the last whose end was shown */
    /* What the server has sent. */
    struct log log;
};

/* ---- Coming and going: join.c ------------------------------------------ */

/* Neither is connected yet; NULL if memory is out. */
struct join *join_open(const struct join_options *options);
/* Finds the table, and learns how it stands. False if it has ended. */
bool join_connect(struct join *join);
/* Sits down, or finds the own seat; bots that were wished for sit down too. */
void join_take_part(struct join *join);
/* Ends it; a sentence is what went wrong. */
void join_end(struct join *join, const char *why);
/* Says how to come back. */
void join_say_goodbye(const struct join *join);
void join_close(struct join *join);
/* Whether the last game's dice were fair, as a sentence; NULL: can't be known
 * yet. */
const char *join_verdict(const struct join *join);
/* Prints how that can be worked out again. */
void join_show_proof(const struct join *join);

/* ---- Making a table: join_play.c -------------------------------------- */

/* What is asked of a server beside "do"; the caller frees it. */
json_t *join_wish(const struct join_new *wanted, const char *code);
void join_seat_bots(struct join *join, const struct join_new *wanted);

/* ---- What the server sends: join_news.c -------------------------------- */

/* Takes the message. What there is to tell goes into the log. */
void join_message(struct join *join, json_t *message);

/* ---- Tales: join_tale.c ------------------------------------------------- */

/* Tells what the news tell, in the log. */
void join_tell(struct join *join, const json_t *news);

/* ---- State: join_state.c ----------------------------------------------- */

void join_state(struct join *join, const json_t *state);
/* Puts what has changed into a state. */
void join_merge(json_t *state, json_t *changes);
/* Only whose state it is. */
void join_own_seat(struct join *join, const json_t *state);
/* A seat as the server counts, from 1; TIO_NONE if it is none. */
unsigned join_seat_of(const json_t *object, const char *key);
/* A name that is fit to be shown. */
void join_set_name(struct join *join, unsigned seat, const json_t *object);
/* Until when somebody who is away is waited for, as far as it is told. */
void join_read_grace(struct join_seat *seat, const json_t *object);

/* ---- Doing: join_play.c ------------------------------------------------ */

bool join_decides(const struct join *join);
/* Why the last move can't be taken back, or NULL: it can. */
const char *join_no_undo(const struct join *join);
/* These are false if the server refuses, which is said. */
bool join_send_move(struct join *join, const tio_move *move);
bool join_send_undo(struct join *join);
bool join_send_hurry(struct join *join);
/* "again", "reopen" or "sit": what takes the own share of chance. */
bool join_send_share(struct join *join, const char *what);
/* "wait" or "relieve", for somebody who is away. */
bool join_send_seat(struct join *join, const char *what, unsigned seat);
/* A row of game_settings is to have another value. */
bool join_send_setting(struct join *join, unsigned row, unsigned value);
/* "start" or "bot"; the level may be "". */
bool join_send_level(struct join *join, const char *what, const char *level);
/* Fresh bytes of chance, which are kept. */
void join_make_bytes(struct join *join);

#endif
