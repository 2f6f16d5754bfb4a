/* Tables with four clients each, who sit on real WebSockets of a real server
 * and play whatever is legal, cheaply: nothing is parsed that a move does not
 * need. For load; what a server says is checked elsewhere. */
#ifndef BENCH_LOAD_TABLES_H
#define BENCH_LOAD_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LOAD_SEATS 4

enum load_end {               /* when a table has had its moves */
                LOAD_END_NEW, /* it is closed, and they make a new one */
                LOAD_END_EXIT /* all leave the room, and the game stays on */
};

struct load_plan {
    unsigned port;
    unsigned other_port;     /* of a second server, where every other player of
                                each table is; 0: there is none */
    unsigned tables;         /* at once */
    unsigned source;         /* the first address; each table has its own */
    unsigned think_ms;       /* 0: at once; else half to one and a half of it */
    unsigned moves_of_table; /* 0: until the game is over */
    unsigned tables_each;    /* that the same four play one after the other;
                                0: without end */
    unsigned starts;         /* of each player, for a short game; 0: the box */
    enum load_end end;
};

/* Both directions are counted in whole messages, as the server sees them. */
struct load_sums {
    uint64_t moves;     /* answered with ok */
    uint64_t in, out;   /* messages to and from the server */
    uint64_t bytes_in;  /* of their texts */
    uint64_t bytes_out; /* */
    uint64_t games;     /* that ended */
    uint64_t tables;    /* that have had their moves, and were left */
    uint64_t stale;     /* somebody else was quicker */
    uint64_t refused;   /* for any other reason: none is expected */
    unsigned lost;      /* connections: none is expected */
    unsigned seated;    /* tables whose four have said hello */
    unsigned done;      /* tables whose four have played all they should */
    uint32_t *us;       /* from each move to its answer */
    size_t times, room;
};

struct load_tables;

/* NULL with a message on standard error. */
struct load_tables *load_tables_new(const struct load_plan *plan);
void load_tables_free(struct load_tables *all);
/* Waits up to `ms` for something to happen, and keeps playing. */
void load_tables_run(struct load_tables *all, int ms);
/* Nobody plays before this: memory can be measured in between. */
void load_tables_begin(struct load_tables *all);
struct load_sums *load_tables_sums(struct load_tables *all);
/* From now on times and load_tables_least() count from zero. */
void load_tables_mark(struct load_tables *all);
/* The moves of the table that has made the fewest since. */
uint64_t load_tables_least(const struct load_tables *all);
/* In microseconds; `part` of the times are below it. Sorts them. */
double load_sums_time(struct load_sums *sums, double part);

#endif
