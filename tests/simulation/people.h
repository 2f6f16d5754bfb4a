/* People, as far as files about them share it. */
#ifndef SIMULATION_PEOPLE_H
#define SIMULATION_PEOPLE_H

#include "simulation/sim.h"
#include "server/request.h"
#include "table/json.h"
#include "table/table.h"

/* Something that was asked for, once or often. */
struct wish {
    struct wish *next; /* the one before it */
    char id[TABLE_REQUEST];
    char what[12];
    char *text;
    bool over; /* answered, or given up */
    bool ok;
    bool idle;    /* done before: who wants a rematch already is told so */
    bool unsure;  /* a refusal after which it may be in the log all the same */
    uint64_t seq; /* of its answer */
    uint64_t basis; /* of the state on which it was decided */
    uint64_t after; /* of the last that was answered before it was asked */
    uint64_t asked; /* when, first on this connection */
    bool again;     /* refused for the moment: to be said again */
    uint64_t found; /* in the log; 0: not yet */
    unsigned sent;
    char error[24];
};

/* News as it was told. */
struct heard {
    struct heard *next;
    uint64_t seq;
    bool late; /* told again after `enter` */
    char *text;
};

struct party;

struct person {
    struct sim *sim;
    struct party *party;
    unsigned number;
    bool watches; /* never sits down */
    char name[16];
    char token[33];
    uint8_t id[TABLE_PERSON];
    struct chance mind;
    struct link *link;
    bool opened;
    bool entered; /* the last `enter` was answered */
    bool gone;    /* nothing more is told about the table */
    bool left;    /* has left the game */
    char entering[TABLE_REQUEST];
    char hello[TABLE_REQUEST];
    uint64_t began;    /* when the connection did, or was asked something */
    uint64_t heard_at; /* when anything was heard last */
    bool pinged;       /* since then */
    unsigned node;     /* that is tried next */
    uint64_t away_until;
    unsigned requests;
    struct wish *wishes; /* the last first */
    struct wish *open;   /* not answered */
    /* What the table is like. */
    json_t *state; /* NULL: none yet */
    uint64_t state_seq;
    uint64_t seq;         /* of the last news */
    bool resuming;        /* until the first state after `enter` */
    uint64_t asked_after; /* with the last `enter` */
    uint64_t acked;       /* the last answered number */
    struct heard *heard;  /* the last first */
};

struct party {
    unsigned size; /* people who sit down */
    unsigned bots;
    unsigned people; /* with the one who watches */
    struct person *host;
    char table[SERVER_TABLE_ID]; /* "" until it is known */
    bool closed;
    uint64_t over_since;
    unsigned games;
};

struct crowd {
    struct party party[SIM_PARTIES];
    unsigned parties;
    struct person person[SIM_PEOPLE];
    unsigned people;
};

/* moves.c */
/* A legal move, from what the state offers; false if none is due. */
bool moves_choose(struct person *person, char out[TIO_MOVE_TEXT]);
unsigned long json_number(const json_t *object, const char *key);
bool json_says(const json_t *object, const char *key);
const char *json_words(const json_t *object, const char *key);
/* The parts that changed, into the whole. */
void moves_put_together(json_t *state, json_t *changes);
/* Without what is not the same for ever: clocks, who is there. */
void moves_strip(json_t *state);

#endif
