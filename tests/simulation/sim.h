/* A world in one process and one thread, made of one number: servers, their
 * database, the network between them and people who play. The sources of the
 * server are the real ones; what they ask of the machine below is answered here
 * (the linker puts our functions in their place): sockets, clocks, random bytes,
 * the database, threads. So everything that happens is an action at a moment of
 * simulated time, and the same seed has the same actions, to the last byte.
 *
 *     sim.c       time, chance, the trace
 *     wire.c      the network: net/net.h
 *     database.c  what all servers write into: a store, and its commits
 *     cluster.c   leases, hints, who is there: store/cluster.h
 *     minds.c     bots that think in no time: server/thinkers.h
 *     nodes.c     servers that start, die, stand still; what goes wrong
 *     people.c    clients, by the protocol and from what they are told alone
 *     moves.c     what they choose
 *     check.c     whether all was well */
#ifndef SIMULATION_SIM_H
#define SIMULATION_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "server/server.h"
#include "store/store.h"

#define SIM_NODES 4
#define SIM_PARTIES 4
#define SIM_PARTY 4 /* people of one table, with one who may only watch */
#define SIM_PEOPLE (SIM_PARTIES * SIM_PARTY)
#define SIM_SECOND UINT64_C(1000000)
#define SIM_STANDSTILL (10 * SIM_SECOND) /* what no table may take longer */

struct sim;
struct link;
struct person;
struct database;
struct crowd;
struct registry;
struct cluster;

struct chance {
    uint64_t state;
};

/* A place where a server runs, one after the other. */
struct node {
    struct sim *sim;
    unsigned number;
    struct server *server; /* NULL: none runs */
    struct net *net;       /* its own, and */
    struct cluster *cluster;
    unsigned life; /* servers that ran here */
    bool dying;    /* it is being taken apart: nothing leaves it */
    bool turning;  /* a turn is planned */
    uint64_t turn_at;
    uint64_t stopped_until; /* it stands still */
    uint64_t cut_until;     /* it does not reach the database */
    uint64_t uneasy_until;  /* something was wrong with it, or still is */
    uint64_t booted;        /* when its clock began to count */
    int64_t drift;          /* its clock: parts in a million */
    int64_t wall_ms;        /* its date: ahead of the true one */
    struct chance bytes;    /* for whatever wants random ones */
};

/* What is wished of a run. */
struct sim_wish {
    uint64_t seed;
    unsigned nodes;
    bool talk; /* every action is told on standard error */
};

struct sim {
    struct sim_wish wish;
    uint64_t now; /* microseconds since it began */
    struct action *action;
    size_t actions, action_room;
    uint64_t order;
    uint64_t trace; /* a hash of all that happened */
    bool failed;
    char why[600];
    struct chance fate; /* for what goes wrong, and how long all takes */
    struct node node[SIM_NODES];
    struct node *running; /* whose code runs now; NULL: nobody's */
    struct database *database;
    struct registry *registry;
    struct link *links;
    struct crowd *crowd;
    bool quiet;       /* nobody begins anything new, nothing fails */
    uint64_t excused; /* until then tables may stand still */
    bool finishing;   /* what is left is only freed */
    bool over;        /* nothing is due any more */
    uint64_t turns, faults, events, moves, games;
};

/* From now on this is the world. */
void sim_begin(struct sim *sim);
/* The world whose code runs. */
struct sim *sim_current(void);

/* ---- Chance ------------------------------------------------------------ */

uint64_t chance_next(struct chance *chance);
/* 0 to below `count`. */
uint64_t chance_below(struct chance *chance, uint64_t count);
bool chance_one_in(struct chance *chance, uint64_t count);
/* Between both, also they. */
uint64_t chance_between(struct chance *chance, uint64_t low, uint64_t high);
void chance_hex(struct chance *chance, unsigned bytes, char *out);

/* ---- Time -------------------------------------------------------------- */

typedef void sim_action(struct sim *sim, void *what, uint64_t number);

void sim_after(struct sim *sim, uint64_t us, sim_action *action, void *what,
               uint64_t number);
/* The same of something that frees what it is given, and so is run in any case:
 * when all is over it does no more than that. */
void sim_surely_after(struct sim *sim, uint64_t us, sim_action *action,
                      void *what);
void sim_finish(struct sim *sim);
/* Everything until then. */
void sim_run(struct sim *sim, uint64_t until);

/* ---- What is known of a run -------------------------------------------- */

/* It is not as it must be: the first sentence stays. */
__attribute__((format(printf, 2, 3))) void sim_fail(struct sim *sim,
                                                    const char *format, ...);
__attribute__((format(printf, 2, 3))) void sim_note(struct sim *sim,
                                                    const char *format, ...);
void sim_trace(struct sim *sim, const void *bytes, size_t size);
/* Something failed: for so long it is nobody's fault if a table waits. */
void sim_excuse(struct sim *sim, uint64_t until);

/* ---- The parts --------------------------------------------------------- */

void *sim_new(size_t size);

/* Something is wrong there until then, and for a while after that. */
void node_suffers(struct node *node, uint64_t until);

/* wire.c */
/* From a person to whatever runs there; it opens later, or breaks. */
struct link *wire_connect(struct sim *sim, struct person *person,
                          struct node *node, const char *token);
const struct node *wire_node(const struct link *link);
void wire_say(struct link *link, const char *text);
/* Either end is gone: both hear of it, at different times. */
void wire_break(struct link *link);
void wire_break_all(struct node *node);
/* What came in is given to the server: for a node's turn. */
void wire_deliver(struct node *node);
bool wire_was_woken(struct node *node);
uint64_t wire_sent(const struct node *node);
const struct net_handlers *wire_handlers(const struct node *node);
void wire_free(struct sim *sim);

/* database.c */
struct db_event {
    char *bytes;
    size_t size;
    uint64_t at; /* when it became durable */
    unsigned node;
    bool owner; /* that had the table's lease then */
};
struct db_table {
    struct db_table *next;
    char id[STORE_KEY];
    char *about;
    uint64_t line; /* the number of the last change of `about`, of all tables */
    struct db_event *event; /* all there ever were, by number from 1 */
    uint64_t events;
    size_t room;
    uint64_t first; /* that can still be read */
    bool gone;
};
struct database *database_new(struct sim *sim);
void database_free(struct database *database);
/* Whether the server there reaches it now. */
bool database_reaches(const struct node *node);
struct db_table *database_tables(struct database *database);
struct db_table *database_find(struct database *database, const char *id);
void database_mend(struct sim *sim);
void database_break(struct sim *sim, uint64_t until);
/* The node died: what it has sent may still come about. */
void database_lose(struct sim *sim, struct node *node);
typedef void database_record_visit(void *context, const char *table,
                                   unsigned game, const char *bytes,
                                   size_t size);
void database_records(struct database *database, database_record_visit *visit,
                      void *context);

/* cluster.c */
struct registry *registry_new(struct sim *sim);
void registry_free(struct registry *registry);
/* By the database: whether the lease of the table is that server's. */
bool registry_owns(const struct registry *registry, const struct node *node,
                   const char *table);

/* nodes.c */
void nodes_start(struct sim *sim);
void nodes_turn_at(struct node *node, uint64_t us);
void nodes_fail_sometimes(struct sim *sim);
void nodes_look(struct sim *sim);
void nodes_mend(struct sim *sim);
void nodes_exit(struct node *node);
void nodes_free(struct sim *sim);
uint64_t node_clock_us(const struct node *node);
uint64_t node_wall_us(const struct node *node);

/* people.c */
void people_come(struct sim *sim);
void people_free(struct sim *sim);
void person_opened(struct person *person, struct link *link);
/* The text as it was parsed: for the person to keep or to drop. */
void person_heard(struct person *person, struct link *link, json_t *said);
void person_broken(struct person *person, struct link *link);
/* It leaves the server now: is it durable? */
void person_is_told(struct person *person, json_t *said);
const char *person_name(const struct person *person);

/* check.c */
void check_standstill(struct sim *sim);
void check_end(struct sim *sim);

#endif
