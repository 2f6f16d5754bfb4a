/* A game at this machine: its table, bots, record and save, for whichever front
 * end shows it. The table holds the only full game: bots and people are handed
 * views, and what is told is what a view shows. Nothing here writes to the
 * screen. */
#ifndef TERMINAL_LOCAL_GAME_H
#define TERMINAL_LOCAL_GAME_H

#include "programs/player.h"
#include "table/local.h"
#include "terminal/crew.h"
#include "terminal/event.h"
#include "terminal/past.h"
#include "terminal/save.h"
#include "terminal/show.h"
#include "tioli.h"

/* What a game is to be. */
struct local_game_options {
    tio_settings settings;
    const tio_deck *deck;
    struct player_spec bot[TIO_MAX_PLAYERS]; /* no text: a person */
    struct player_limits limits;             /* of programs */
    char name[TIO_MAX_PLAYERS][TIO_NAME_TEXT];
    uint64_t seed;
    bool seeded;
    bool clock;    /* the limit for a move was given */
    bool hints;    /* a person may ask for them */
    bool takeback; /* whoever plays alone against bots may take back a move that
                      they have answered */
    bool resume;   /* settings, deck, names and bots come from the save */
    const char *save_path; /* NULL: the default place */
};

/* What a front end is told while something happens; each may be NULL. */
struct local_game_eyes {
    void *context;
    /* A move, as the viewer sees it. The log already has it. */
    void (*moved)(void *context, const tio_view *before, const tio_move *seen,
                  const tio_view *after);
    void (*took_back)(void *context, unsigned seat);
    /* Saving failed, and had not before: local->save.error says why. And it
     * works again. */
    void (*not_saved)(void *context);
    void (*saved_again)(void *context);
};

struct local_game {
    struct local_game_eyes eyes;
    struct local_setup setup;
    struct local driver;
    struct table *table; /* of `driver` */
    tio_game game;       /* as it was when it was last told of */
    tio_deck deck;
    struct names names;
    struct seating seating;
    struct crew crew;
    bool hints;
    struct past past;
    struct save save;
    bool guessed; /* nothing but names says who is a bot */
    bool saving;
    bool save_failed;
    struct log log;
    unsigned people;        /* bit per seat */
    unsigned onlooker;      /* whose view the news is told from */
    char aside[SAVE_PATH];  /* where an older save was put, or "" */
    char error[SAVE_ERROR]; /* what went wrong last, in words */
};

/* Every function that returns bool is false with `error` filled in. */

/* ---- From the beginning to the end: local_game.c ----------------------------- */

/* Begins a game or continues one, as the options say. `eyes` may be set before,
 * in memory that is otherwise zero. Whatever comes of it, local_game_close()
 * must follow. */
bool local_game_open(struct local_game *local,
                     const struct local_game_options *options);
/* The game is over: finishes the record and puts it where it stays, which is
 * written to `where` ("" if nothing is saved). */
bool local_game_finish(struct local_game *local, char where[SAVE_PATH]);
/* What each round brought. */
struct history local_game_history(const struct local_game *local);
/* A program that fails is told of once; its seat is played on. */
void local_game_tell_faults(struct local_game *local);
/* The lowest seat that has to decide; TIO_NONE if nobody has to. */
unsigned local_game_decider(const struct local_game *local);
/* True if there is only one thing to do: nobody needs to be asked. */
bool local_game_no_choice(const struct local_game *local, const tio_view *view,
                          tio_move *out);
/* What a bot is asked, and its answer. The latter may take long, and only it
 * may run on another thread: it touches nothing but the crew. */
void local_game_ask_bot(struct local_game *local, unsigned seat,
                        struct local_question *out);
void local_game_bot_chooses(struct local_game *local,
                            struct local_question *question, tio_move *out);
void local_game_close(struct local_game *local);

/* ---- The table: local_game_table.c ------------------------------------------- */

/* Everybody sits down, and the game begins. `setup` must have its head and its
 * record; deck, names, seating and people must be known. */
bool local_game_seat(struct local_game *local);
/* A move of the record that is being continued. */
bool local_game_follow(struct local_game *local, const tio_move *move);
/* The game continues, with whatever chance does first. */
void local_game_go_on(struct local_game *local);
/* Anybody's move, and a person's undo. */
bool local_game_do(struct local_game *local, unsigned seat,
                   const tio_move *move);
bool local_game_undo(struct local_game *local, unsigned seat);
void local_game_save(struct local_game *local);

/* Keeps the words for the caller; always false. */
bool local_game_fail(struct local_game *local, const char *format, ...)
    SAY_FORMAT(2, 3);

#endif
