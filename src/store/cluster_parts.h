/* What the parts of a cluster share: cluster.c is what the loop calls, and only
 * touches what the lock guards; cluster_talk.c is the thread that talks to the
 * database; cluster_beat.c is how a server stays there and who has which lease;
 * cluster_list.c is for operators. */
#ifndef STORE_CLUSTER_PARTS_H
#define STORE_CLUSTER_PARTS_H

#include "store/cluster.h"
#include "store/postgres.h"

#include <pthread.h>

#define CLUSTER_BEAT_MS 1000
#define CLUSTER_POLL_MS 2000
#define CLUSTER_MARGIN_MS 500 /* how much sooner we end a lease by our clock */
#define CLUSTER_NEWS 20000    /* that wait for the loop, at most */
#define CLUSTER_TELLS 20000   /* that wait for the thread */
#define CLUSTER_CHUNK 1000    /* tables in a question */
#define CLUSTER_PAYLOAD 7900  /* bytes in a NOTIFY */

/* News for the loop. */
struct heard {
    struct heard *next;
    struct cluster_news news;
    char text[];
};

/* A table that is followed. They stand in a ring, in the order in which they are
 * polled; new ones first. */
struct follow {
    struct map_link link;
    struct follow *next, *before;
    struct heard *queued; /* CLUSTER_EVENTS that the loop has not fetched */
    uint64_t known;
    uint64_t there; /* a digest of who is there, 0: nobody */
    bool fresh;     /* was never polled */
    char table[STORE_KEY];
};

/* A table of which others are to be told, or that somebody told us of. */
struct tell {
    struct map_link link;
    struct tell *next;
    uint64_t seq;
    bool events, line, there;
    char table[STORE_KEY];
};
struct tells {
    struct map by_table;
    struct tell *first, **end;
    size_t count;
};

struct note {
    struct note *next;
    char table[STORE_KEY];
    char text[CLUSTER_NOTE + 1];
};

/* Somebody who is at a table by way of us. */
struct present {
    struct map_link link; /* by the table's and the person's names */
    struct present *next; /* of those that the database does not know yet */
    bool dirty, there;
    char who[STORE_KEY];
    char table[STORE_KEY];
    char key[2 * STORE_KEY];
};

/* A line that the loop was told, as of a transaction that may be looked at
 * again. */
struct told_line {
    struct map_link link;
    uint64_t changed;
    char table[STORE_KEY];
};

struct cluster {
    struct cluster_config config;
    char name[CLUSTER_NAME];
    char writer[POSTGRES_SERVER];
    pthread_t thread;
    pthread_mutex_t lock;
    int bell; /* an eventfd: there is something for the thread */

    /* Guarded by the lock. */
    bool stop, giving_up, draining, overflow;
    bool replaced;   /* by another server with our name */
    uint64_t shards; /* ours, as bits */
    uint64_t ours_until_ms;
    int64_t offset_us; /* from our clock to the database's */
    struct map follows;
    struct follow ring; /* its beginning and end */
    unsigned fresh;
    struct tells tells;
    struct note *notes, **notes_end;
    unsigned note_count;
    struct map presents;
    struct present *dirty;
    struct heard *news, **news_end, *fetched;
    size_t news_count;
    struct cluster_figures figures;

    /* The thread's own, once it runs. */
    bool thread_runs;
    struct postgres_store *line;
    uint64_t beat_at, poll_at, connect_at;
    unsigned backoff;
    bool gave_up;      /* and beat once since */
    bool all_presence; /* the database knows none of them */
    bool call_others;  /* to beat, because there is something to take */
    uint64_t members;  /* a digest of who they are */
    uint64_t beats;
    uint64_t cursor;    /* all lines of transactions before it were told */
    struct map told;    /* lines */
    struct tells asked; /* what hints said that has to be read */
};

uint64_t cluster_now_us(struct cluster *cluster);
bool tells_init(struct tells *tells);
/* The entry of the table; NULL if memory is out. */
struct tell *tells_get(struct tells *tells, const char *table);
void tells_clear(struct tells *tells);
struct follow *cluster_find(struct cluster *cluster, const char *table);
void ring_remove(struct follow *follow);
void ring_add(struct follow *follow, struct follow *before);

/* These want the lock to be held, and say whether there was room. */
bool cluster_hear(struct cluster *cluster, enum cluster_kind kind,
                  const char *table, uint64_t seq, const char *text);
bool cluster_hear_events(struct cluster *cluster, struct follow *follow,
                         uint64_t seq);
void cluster_shards_now(struct cluster *cluster, uint64_t shards);

/* ---- cluster_beat.c ---- */

/* Says that we are there. */
enum store_status cluster_beat(struct cluster *cluster);
/* Leaves nothing behind. */
void cluster_resign(struct cluster *cluster);

/* ---- cluster_talk.c ---- */

/* Where the feed of lines begins. */
enum store_status cluster_begin_feed(struct cluster *cluster);
void *cluster_run(void *context);

#endif
