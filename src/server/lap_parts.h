/* What the files of the lap share: lap.c collects, lap_save.c saves and tells. */
#ifndef SERVER_LAP_PARTS_H
#define SERVER_LAP_PARTS_H

#include "base/buffer.h"
#include "server/lap.h"

struct event_text {
    struct lobby_table *table;
    uint64_t seq;
    uint32_t size;
    bool move;
    size_t at;
};

struct parcel {
    struct session *session; /* NULL: gone */
    size_t text;
    bool safe;   /* true whatever becomes of the load */
    bool answer; /* to a request: others of the session don't overtake it */
    const struct lobby_table *table; /* that it is about; NULL: not one alone */
};

/* An HTTP request that is held, with its reply. */
struct held_reply {
    struct net_request *request;
    const struct lobby_table *table; /* that it is about, or NULL */
};

/* How much of a load there was at some moment. */
struct lap_extent {
    size_t events;
    size_t writes;
    size_t parcels;
};

/* Texts are a number of bytes and then the bytes. */
struct load {
    struct buffer event_bytes;
    struct event_text *event;
    size_t events, event_room;
    struct buffer text_bytes;
    struct parcel *parcel;
    size_t parcels, parcel_room;
    struct lap_question *question; /* answered */
    size_t questions, question_room;
    struct buffer asked; /* the requests behind answers that are not safe, as
                            far as they may be asked again */
    struct held_reply *reply;
    size_t replies, reply_room;
    struct lobby_table *touched;
    size_t writes; /* into the store's batch, by hand */
    bool failed;   /* something did not fit into memory, or the batch */
    bool left_out; /* it is told, and some of its tables are not in it */
};

struct lap {
    struct server *server;
    struct load now;
    struct load away;
    struct lap_question open; /* being carried out; without a session: none */
    struct lap_extent open_since; /* the load when that began */
    uint64_t began_us;            /* when the commit did */
    bool flying;                  /* one is in flight */
    bool probing;                 /* and only tries whether the store is back */
    char why[STORE_WHY];          /* the store fails, as it was logged last */
    bool busy;                    /* saving or telling: not inside of it */
};

/* All loads, beginning with `now`. */
static inline struct load *next_load(struct lap *lap, struct load *load)
{
    return load == &lap->now ? &lap->away : NULL;
}

#endif
