/* Servers that share a database: which of them are there, which does what time
 * does at a table, and what they tell each other.
 *
 * Nothing here is the truth; that is the log of a table, and each append to it is
 * judged by the database. What is told here says where to look, and a slow poll
 * finds whatever a lost hint would have said.
 *
 * **Leases.** Tables are dealt out into CLUSTER_SHARDS shards by their ids. A row
 * for each says which server has it, with an epoch that grows whenever it
 * changes hands; it is good for as long as the row of that server is, which the
 * server prolongs once a second. So a lease costs the same however many tables
 * there are, and all of a dead server's end at once. Servers take what is free
 * until each has its share, and give away what is above it.
 *
 * **Who is there.** A person's connection is at one server, and the others have
 * to know: rows (table, who, server), which end with their server.
 *
 * All of it has a connection and a thread of its own, so that neither a commit
 * nor a slow database keeps a lease from being prolonged, and the loop never
 * waits for it. But for cluster_open() and cluster_close() these functions
 * return at once. */
#ifndef STORE_CLUSTER_H
#define STORE_CLUSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/store.h"

#define CLUSTER_SHARDS 64
#define CLUSTER_NAME 64       /* room for a server's name */
#define CLUSTER_NOTE 200      /* bytes of a note at most */
#define CLUSTER_LEASE_MS 5000 /* how long a server that says nothing is there */

struct cluster;

struct cluster_config {
    const char *name; /* what operators call this server; keys of a store are
                         names */
    /* From another thread: there is something for cluster_next(). */
    void (*wake)(void *context);
    void *context;
};

/* `store` is one that store_is_shared(), and stays open longer. What
 * cluster_next() tells begins here, so tables are read afterwards. If there is a
 * server of that name, it is replaced: should it be alive after all, it hears
 * CLUSTER_DRAIN. NULL with a sentence in `why`: the database does not answer. */
struct cluster *cluster_open(struct store *store,
                             const struct cluster_config *config,
                             char why[STORE_WHY]);
/* Gives leases and names back, so that others need not wait for their end. */
void cluster_close(struct cluster *cluster);

/* The database's clock, in milliseconds since 1970, as far as it is known here:
 * all servers have the same. */
uint64_t cluster_wall_ms(struct cluster *cluster);

/* ---- Leases ------------------------------------------------------------ */

unsigned cluster_shard(const char *table);
/* Whether time at the table is ours: by our own clock, which ends it early
 * rather than late. */
bool cluster_owns(struct cluster *cluster, const char *table);
/* All of them are given back now, and none is taken any more. */
void cluster_give_up(struct cluster *cluster);

/* ---- Telling ----------------------------------------------------------- */

/* Events up to `seq` are durable; `line`: what lists show of it, too. */
void cluster_tell(struct cluster *cluster, const char *table, uint64_t seq,
                  bool line);
/* A word for all who follow the table, which is kept nowhere. */
void cluster_note(struct cluster *cluster, const char *table, const char *text);
/* Somebody is at the table by way of this server, or not any more. `who` is like
 * a key. */
void cluster_present(struct cluster *cluster, const char *table,
                     const char *who, bool there);

/* ---- Hearing ----------------------------------------------------------- */

/* A table that this server has in memory, which it knows up to `seq`: from now on
 * there is news of it. */
void cluster_follow(struct cluster *cluster, const char *table, uint64_t seq);
void cluster_unfollow(struct cluster *cluster, const char *table);

enum cluster_kind {
    CLUSTER_EVENTS, /* a table that is followed has events up to `seq` */
    CLUSTER_LINE,   /* any table: `text` is what lists show of it as of `seq`;
                       0 and "": it is gone */
    CLUSTER_THERE,  /* one that is followed: `text` has all who are there by way
                       of other servers, with blanks between them */
    CLUSTER_SAID,   /* one that is followed: somebody's cluster_note() */
    CLUSTER_LEASES, /* which tables are ours is different now */
    CLUSTER_DRAIN   /* an operator wants this server to stop, or another one
                       was started under its name */
};

struct cluster_news {
    enum cluster_kind kind;
    char table[STORE_KEY];
    uint64_t seq;
    const char *text; /* until the next call */
};

/* What is new from others. False: nothing is. What came from this server itself
 * may be among it. */
bool cluster_next(struct cluster *cluster, struct cluster_news *out);

/* ---- Figures, and operators -------------------------------------------- */

struct cluster_figures {
    bool connected;
    unsigned servers;    /* that are there */
    unsigned shards;     /* ours */
    uint64_t gained;     /* shards, ever */
    uint64_t lost;       /* the same, not given away */
    uint64_t reconnects; /* of its connection */
    uint64_t hints_sent, hints_heard;
    uint64_t found;  /* tables of which only the poll knew something new */
    uint64_t lag_us; /* from a hint's sending to its hearing, the last */
};
struct cluster_figures cluster_figures(struct cluster *cluster);

/* The servers on a database. */
struct cluster_server {
    char name[CLUSTER_NAME];
    unsigned shards;
    uint64_t seen_ms;  /* since it last said something */
    uint64_t since_ms; /* since it came */
    bool draining;     /* it was asked to stop */
};
typedef bool cluster_visit(void *context, const struct cluster_server *server);
/* Without being one of them. */
enum store_status cluster_list(const char *url, cluster_visit *visit,
                               void *context, char why[STORE_WHY]);
/* The same as names with commas between them, as far as there is room; "": no
 * server is there. */
enum store_status cluster_names(const char *url, char names[STORE_WHY],
                                char why[STORE_WHY]);
/* Asks the server of that name to stop; STORE_MISSING if there is none. */
enum store_status cluster_ask_drain(const char *url, const char *name,
                                    char why[STORE_WHY]);

#endif
