/* The search of the strong bots: every sensible move is tried in many worlds
 * that the seat can't tell from the real one, each played on to the end of the
 * round. What counts is the chance to win the game with the totals reached.
 * All sums are whole numbers, so that neither threads nor machines matter. */
#ifndef TIOLI_BOTS_SEARCH_H
#define TIOLI_BOTS_SEARCH_H

#include "bots/budget.h"
#include "bots/playout.h"
#include "bots/reckon.h"

#define SEARCH_MOVES 48 /* 18 dice, stopping, 5 targets of 5 actions */

/* What was seen of a move, summed over its playouts. */
struct search_sums {
    uint64_t playouts;
    int64_t utility;
    int64_t win; /* of 10000 each */
    int64_t net; /* of the round, in parts of a point */
    int64_t net_squares;
    int64_t nets[TIO_MAX_PLAYERS];      /* of all seats, to explain it */
    uint64_t completed[TIO_HAND_CARDS]; /* by place in the hand */
};

struct search_move {
    tio_move move;
    int prior; /* what the seat's own table promises */
    int price; /* of playing an action: it could have waited */
    struct search_sums sums;
};

struct search_setting {
    unsigned playouts;  /* in all; a budget may change it */
    unsigned per_world; /* for each move in each world */
    unsigned guesses;   /* hands to choose from for each world */
    unsigned width;     /* of the tables */
    bool explain;       /* count completed combos, and whole chances to win */
};

struct search {
    const tio_view *view;
    const tio_deck *deck;
    struct search_setting setting;
    const tio_budget *budget; /* or NULL */
    uint64_t seed;
    bool stopped; /* nobody needs the result any more */
    /* results */
    unsigned moves;
    struct search_move move[SEARCH_MOVES]; /* best first */
    uint64_t playouts;
};

/* Only in TIO_PHASE_TURN, for the turn's player. False if memory is out. */
bool search_run(struct search *search);

/* ---- Shared by the parts of the search ---- */

/* Whether somebody still waits for the result. */
static inline bool search_goes_on(struct search *search)
{
    search->stopped = search->stopped || !budget_goes_on(search->budget);
    return !search->stopped;
}

/* What a search works with, for one thread. */
struct search_room {
    struct nets nets[TIO_MAX_PLAYERS];
    struct reckon table[TIO_MAX_PLAYERS];
    struct tray_kinds tray; /* after an action */
    struct search_sums sums[SEARCH_MOVES];
};

/* The tray as it is, and the seat's own table for it: the same in all worlds,
 * and for all threads. */
struct search_ground {
    struct tray_kinds tray;
    struct nets nets;
    struct reckon mine;
};

void search_make_table(struct reckon *table, struct nets *nets,
                       const tio_game *game, unsigned seat,
                       const struct tray_kinds *tray, unsigned depth,
                       unsigned width);

/* Carries the move out, and the chance that follows it. */
bool search_apply(tio_game *game, const tio_deck *deck, const tio_move *move,
                  tio_random *random);

/* Lists the moves that are worth trying. */
void search_list(struct search *search, const struct search_ground *ground,
                 struct search_room *room);

/* Tries the first `alive` moves in world `number` and adds to room->sums. */
void search_world(const struct search *search,
                  const struct search_ground *ground, struct search_room *room,
                  unsigned number, unsigned alive);

#endif
