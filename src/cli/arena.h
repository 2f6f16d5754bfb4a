/* What the parts of `tioli arena` share: who plays, which tables that makes,
 * and what the deals played so far add up to. */
#ifndef CLI_ARENA_H
#define CLI_ARENA_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/arena_stats.h"
#include "cli/match.h"
#include "cli/tally.h"
#include "programs/player.h"
#include "tioli.h"

#define ARENA_MAX_BOTS STATS_MAX_RANKS
#define ARENA_MAX_TABLES (ARENA_MAX_BOTS * (ARENA_MAX_BOTS - 1) / 2)
/* All the results of a run are kept in memory until it ends. */
#define ARENA_MAX_GAMES UINT64_C(10000000)

struct arena_bot {
    struct player_spec spec;
    char name[TIO_NAME_TEXT]; /* no two bots have the same */
    /* Games of complete deals that it broke off, by kind. */
    uint64_t faults[PLAYER_FAULT_COUNT];
    uint64_t trouble_game;       /* the earliest such game, */
    char trouble[MATCH_TROUBLE]; /* and what happened; or "" */
};

/* A bot at a table. A deal counts as one value of a tally, the sum over its
 * games. */
struct arena_side {
    unsigned bot;
    unsigned seats;  /* how many it has at the table */
    uint64_t wins;   /* no other bot among the winners */
    uint64_t shared; /* with another bot */
    uint64_t losses;
    struct tally share;                 /* of wins, in sixtieths */
    struct tally seat[TIO_MAX_PLAYERS]; /* the same by seat, */
    struct tally starting;              /* having started the first round, */
    struct tally waiting;               /* and not */
    struct tally score;                 /* every game and seat on its own */
    struct tally margin; /* score - that of the others: arena_margin_unit() */
};

/* Bots that play together: all of them, or a pair of a round robin. */
struct arena_table {
    unsigned member[TIO_MAX_PLAYERS]; /* places in the crew, by chair */
    unsigned sides;
    struct arena_side side[TIO_MAX_PLAYERS];
    uint64_t deals;    /* that count */
    uint64_t left_out; /* deals with an abandoned game */
    uint64_t broken;   /* games that were abandoned */
};

struct arena_sprt {
    bool wanted;
    double elo0;
    double elo1;
    double ratio; /* its logarithm so far */
    int decided;  /* 1: elo1, -1: elo0, 0: not yet */
};

struct arena_game; /* one result: arena_run.c */

struct arena {
    struct match match;
    unsigned bots;
    struct arena_bot bot[ARENA_MAX_BOTS];
    /* Who opens a player: a bot for each chair, or each bot in a round robin. */
    unsigned crew_size;
    unsigned crew_bot[ARENA_MAX_BOTS];
    const struct player_spec *crew_spec[ARENA_MAX_BOTS];
    struct match_crew crew;
    unsigned tables;
    struct arena_table table[ARENA_MAX_TABLES];
    uint64_t deals; /* to be played at each table */
    struct arena_sprt sprt;
    /* The run. */
    pthread_mutex_t lock; /* of all the results */
    const atomic_bool *abandon;
    struct arena_game *games; /* owned */
    uint64_t counted;         /* the first games, of which all is known */
    bool interrupted;
    bool failed;
    double seconds;
};

/* Fills in the tables for the bots that were named. */
void arena_seat(struct arena *arena);

/* Plays until all is played, the test is decided or Ctrl-C. False if nothing
 * came of it, after a message. */
bool arena_run(struct arena *arena, unsigned threads);

static inline bool arena_is_round_robin(const struct arena *arena)
{
    return arena->bots > arena->match.settings.players;
}
/* The narrowest column that a name has to fit into. */
static inline unsigned arena_name_width(const struct arena *arena)
{
    return arena_is_round_robin(arena)                   ? 13
           : arena->bots < arena->match.settings.players ? 14
                                                         : 18;
}
static inline unsigned arena_players(const struct arena *arena)
{
    return arena->match.settings.players;
}
/* Games of a deal at one table: each seat is everybody's once. */
static inline uint64_t arena_games(const struct arena *arena, uint64_t deals)
{
    return deals * arena_players(arena);
}

/* The share of wins of all the seats of a side, from 0 to 1, and what it would
 * be if all were even. */
struct stats_interval arena_share(const struct arena *arena,
                                  const struct arena_side *side);
/* The same for one of its seats. */
struct stats_interval arena_seat_share(const struct arena *arena,
                                       const struct arena_side *side);
struct stats_interval arena_by_seat(const struct arena_side *side,
                                    unsigned seat);
struct stats_interval arena_starting(const struct arena_side *side);
struct stats_interval arena_waiting(const struct arena *arena,
                                    const struct arena_side *side);
struct stats_interval arena_margin(const struct arena *arena,
                                   const struct arena_side *side);
struct stats_interval arena_elo(const struct arena *arena,
                                const struct arena_side *side);

/* Elo of all the bots of a round robin. */
void arena_ladder(const struct arena *arena,
                  struct stats_interval out[ARENA_MAX_BOTS]);
/* The bots from the strongest to the weakest; those without a result last. */
void arena_ranking(const struct arena *arena,
                   const struct stats_interval elo[ARENA_MAX_BOTS],
                   unsigned out[ARENA_MAX_BOTS]);
/* The table of two bots of a round robin, and the first one's side there. */
const struct arena_table *arena_pair(const struct arena *arena, unsigned bot,
                                     unsigned other,
                                     const struct arena_side **side);
/* The mean share of a bot over its tables; not a number if it has none. */
double arena_mean_share(const struct arena *arena, unsigned bot);

uint64_t arena_broken(const struct arena *arena);

void arena_print(const struct arena *arena, unsigned threads);
/* False after a message if memory ran out. */
bool arena_print_json(const struct arena *arena, const char *command);
/* A picture of the result. NULL, or why it could not be written. */
const char *arena_plot(const struct arena *arena, const char *path);

#endif
