/* All tables of a server: by id, made, loaded from the store, put away. */
#ifndef SERVER_LOBBY_H
#define SERVER_LOBBY_H

#include <string.h>

#include "base/map.h"
#include "server/keyed.h"
#include "server/server.h"

#define LOBBY_LINK (SERVER_URL + SERVER_TABLE_ID + 8)

struct watcher;
struct news;
struct stream;
struct thought;

struct lobby_seat {
    uint8_t kind; /* enum table_seat_kind */
    char name[TIO_NAME_TEXT];
};

/* What a list shows of a table, kept while the table itself is put away. */
struct lobby_about {
    uint8_t phase;   /* enum table_phase */
    uint8_t watch;   /* enum table_watch */
    uint8_t players; /* seats */
    uint8_t taken;   /* of them, by persons and bots */
    uint8_t edition;
    bool listed;
    bool free_hand;
    bool code;     /* a password is needed */
    bool moved;    /* a person has made a move here, ever */
    uint8_t clock; /* enum table_clock_kind */
    unsigned games;
    uint64_t created;
    uint64_t time;    /* of the last event */
    uint8_t host;     /* the host's seat, or TIO_NONE */
    uint8_t round;    /* of the game that is on */
    uint8_t rounds;   /* the same; 0: none is */
    uint8_t deciders; /* bit per seat that has to decide */
    struct lobby_seat seat[TIO_MAX_PLAYERS];
    char deck[32];
};

/* One table, in memory or not. */
struct lobby_table {
    struct server *server;
    char id[SERVER_TABLE_ID];
    /* By whom it is found, until it is closed: those who sit there and have not
     * left, the host, and the address of its maker in this process. */
    struct keyed_link sitter[TIO_MAX_PLAYERS];
    struct keyed_link owner;
    struct keyed_link maker;
    struct lobby_about about;
    struct table *table;             /* NULL: put away */
    struct lobby_table *next_loaded; /* of those that are not put away */
    struct lobby_table *before_loaded;
    struct lobby_table *next_shown; /* in the same public list, older */
    struct lobby_table *before_shown;
    uint64_t seq;      /* durable */
    uint64_t due;      /* when it is looked after again */
    uint64_t used;     /* last */
    uint64_t cost;     /* bytes of events that nobody was charged for */
    size_t heap_place; /* from 1; 0: not in the heap */
    struct map_link by_id;
    char spoken[TABLE_SPOKEN]; /* its spoken code while it is open, or "" */
    struct map_link by_spoken;
    struct watcher *watchers;
    struct thought *thoughts; /* questions that are thought about */
    struct news *news;        /* the last event's, until the lap ends */
    struct stream *streams;   /* what watchers were sent of the state */
    uint64_t snapshot;        /* of this lap: events before it go; 0: none */
    struct lobby_table *next_touched;
    struct lobby_table *next_hungry;
    struct lobby_table *next_behind;
    uint64_t checked_us;   /* when it was last compared with the store */
    uint64_t unchecked_us; /* when it last could not be */
    uint64_t line_due;     /* when the line about it says that it is due */
    struct table_person *elsewhere; /* who is there by way of other servers */
    unsigned elsewhere_count;
    char claimed[TABLE_SPOKEN]; /* the code that is stored as its own, or "" */
    bool known;                 /* whoever made it has played before */
    bool touched;               /* something happened in this lap */
    bool unsaved;               /* it has events that are not durable */
    bool saving;   /* and nothing happens to it before they are: see lap.c */
    bool changed;  /* so that its summary is another now */
    bool at_once;  /* the stored summary says that the game is on, and that the
                      table is read at once after a start: then moves need not
                      be noted there */
    bool shown;    /* in a public list */
    bool unseen;   /* nobody has come since the server started: not even its
                      events were read */
    bool made;     /* in this lap: gone if it can't be saved */
    bool revealed; /* a game ended in this lap: its record is due */
    bool hungry;   /* a bot's question found no room: it is in the list */
    bool fresh;    /* state is to be sent, even without news */
    bool doubtful; /* it has events that may be saved, although they were given
                      up: nobody has been told of them */
    bool owned;    /* its lease was ours when that was last looked at: time and
                      bots are our business */
    bool paused;   /* there was no server for it: when it is taken up by its
                      owner its clocks go on */
    bool behind;   /* others may have written: it is in the list of those to be
                      compared with the store */
    bool by_time;  /* what happened in this lap did because time has passed */
    bool left_out; /* of the commit that has just come back */
    bool gone;     /* another server has put it into the archive */
    bool damaged;  /* what is stored can't be right: it stays as it is */
};

/* The next table in no particular order; NULL begins, NULL ends. */
struct lobby_table *lobby_next(const struct lobby *lobby,
                               const struct lobby_table *last);

/* The same of those that are in memory. */
struct lobby_table *lobby_next_loaded(const struct lobby *lobby,
                                      const struct lobby_table *last);

/* The public lists, the latest first: tables with free seats, and games that
 * may be watched. NULL begins, NULL ends. */
enum lobby_list { LOBBY_JOIN, LOBBY_WATCH, LOBBY_LISTS };
struct lobby_table *lobby_next_shown(const struct lobby *lobby,
                                     enum lobby_list list,
                                     const struct lobby_table *last);

/* The next of a person's tables: where they sit or are the host, and which are
 * not closed, in no particular order. NULL begins, NULL ends. */
struct keyed_link *lobby_next_of(const struct lobby *lobby,
                                 struct table_person person,
                                 const struct keyed_link *last);
/* The person's seat, or TIO_NONE; without the table being loaded. */
unsigned lobby_seat_of(const struct lobby_table *table,
                       struct table_person person);

static inline struct table_person lobby_owner(const struct lobby_table *table)
{
    struct table_person person;
    memcpy(person.id, table->owner.key, sizeof person.id);
    return person;
}

/* What to open; a path if the server does not know its own address. */
void lobby_link(const struct lobby_table *table, char out[LOBBY_LINK]);
const char *lobby_phase_name(unsigned phase);

/* NULL if there is none. Not loaded by this. */
struct lobby_table *lobby_find(const struct lobby *lobby, const char *id);
/* The same; one that another server has made is looked for in the store, unless
 * that is busy with a commit. Without one *error says whether there is none, or
 * nobody can tell at the moment. */
struct lobby_table *lobby_get(struct lobby *lobby, const char *id,
                              unsigned *error);

/* The one that waits under this spoken code, or NULL. */
struct lobby_table *lobby_find_spoken(const struct lobby *lobby,
                                      const char *code);

/* It has no spoken code any more. */
void lobby_take_code(struct lobby_table *entry);

/* Loads it if it was put away; false if the store can't or it is damaged. */
bool lobby_load(struct lobby_table *table);
/* What to answer when it did not. */
unsigned lobby_why_not(const struct lobby_table *table);

/* What a new table is to be like. */
struct lobby_wish {
    struct table_person person;
    const char *address; /* the network's, for counting */
    const char *request; /* "": none; with one, a retry finds the same table */
    struct table_settings settings;
    const char *deck; /* text of an own one, or NULL */
};

/* Returns 0 or what is wrong (enum table_error or server_error). *again: it
 * had been made before. Durable after server_commit(). */
unsigned lobby_create(struct server *server, const struct lobby_wish *wish,
                      struct lobby_table **out, bool *again,
                      struct table_refusal *why);

/* ---- For the parts of the server --------------------------------------- */

/* NULL if memory is out. */
struct lobby *lobby_new(struct server *server);
void lobby_free(struct lobby *lobby);
/* What tables need of this process. */
const struct table_host *lobby_host(const struct lobby *lobby);

/* Knows every table of the store from now on; those that it does not know by
 * their summary it reads. False if the store can't be read. */
bool lobby_start(struct lobby *lobby);

/* `now` for a table: never before its last event. */
uint64_t lobby_now(const struct lobby_table *table);
/* After a lap's events are durable: bots are asked, the next moment is noted,
 * and lists know of it. */
void lobby_serve(struct lobby_table *entry);
/* Looks after tables whose moment has come. */
void lobby_tick(struct lobby *lobby, uint64_t now);
/* When lobby_tick() is due, or TABLE_NEVER. */
uint64_t lobby_due(const struct lobby *lobby);
/* Answers of bots that were thought out; frees the list. */
void lobby_thought(struct lobby *lobby, struct thought *done);

/* The stored data can't be right from event `seq` on: nobody can continue,
 * and what is there stays for somebody to look at. */
void lobby_damaged(struct lobby_table *table, uint64_t seq, const char *why);
/* How long a closed table stays. */
uint64_t lobby_closed_ms(const struct lobby_table *table);
/* What lists show of a table. */
void lobby_describe(struct lobby_about *about, const struct table *table);
/* Out of memory, not out of the store. */
void lobby_put_away(struct lobby_table *table);
/* As if it had never been: for one that could not be saved. */
void lobby_forget(struct lobby_table *table);
/* The server's time is later at once: nobody pays for it, no table is older by
 * it. */
void lobby_leap(struct lobby *lobby, uint64_t ms);
/* The store is back: every table goes on from what is durable. */
void lobby_reload_all(struct lobby *lobby);

/* ---- With other servers (lobby_shared.c) ------------------------------- */

/* What lists show of a table, which may be new. NULL if memory is out. */
struct lobby_table *lobby_heard(struct lobby *lobby, const char *id,
                                uint64_t seq, const char *line);
/* Reads what others have written and tells it. False if it can't be read. */
bool lobby_follow(struct lobby_table *entry);
/* The table is read again, because what it has in memory is not what is stored;
 * whoever watches is told the difference. */
void lobby_read_again(struct lobby_table *entry);
/* Which leases are ours may be different now. */
void lobby_look_at_leases(struct lobby *lobby);
/* Time at the table is somebody else's. */
void lobby_let_go(struct lobby_table *entry);

#endif
