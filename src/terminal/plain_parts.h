/* What the files of the plain game share. The table holds the only full game:
 * bots and people are handed views, and what is told is what a view shows. */
#ifndef TERMINAL_PLAIN_PARTS_H
#define TERMINAL_PLAIN_PARTS_H

#include "table/table.h"
#include "terminal/ask.h"
#include "terminal/crew.h"
#include "terminal/event.h"
#include "terminal/past.h"
#include "terminal/save.h"

struct plain {
    struct table_host host;
    struct table *table;
    tio_game game; /* as it was when it was last told of */
    tio_deck deck;
    tio_record_head head;
    struct names names;
    struct seating seating;
    struct crew crew;
    struct keys keys;
    bool hints;
    struct past past;
    tio_record_writer *record;
    tio_error trouble; /* while something was written down */
    struct save save;
    bool guessed; /* nothing but names says who is a bot */
    bool saving;
    bool save_failed;
    struct answers answers;
    struct log log;
    bool screen;                         /* can be cleared */
    unsigned people;                     /* bit per seat */
    unsigned onlooker;                   /* whose view is told from */
    unsigned at_keyboard;                /* seat, or TIO_NONE */
    unsigned long seen[TIO_MAX_PLAYERS]; /* log lines each person has seen */
};

/* Says what is wrong on the standard error; returns the exit status 1. */
int plain_complain(const char *what);

/* ---- The table: plain_table.c ------------------------------------------ */

/* Everybody sits down, and the game begins. `head`, names, seating and people
 * must be known. 0, or the exit status after a message. */
int plain_seat(struct plain *plain);
/* A move of the record that is gone on with. */
int plain_follow(struct plain *plain, const tio_move *move);
/* The game goes on, with whatever chance does first. */
void plain_go_on(struct plain *plain);
/* Anybody's move, and a person's undo. 0, or the exit status after a message. */
int plain_do(struct plain *plain, unsigned seat, const tio_move *move);
int plain_undo(struct plain *plain, unsigned seat);
void plain_save(struct plain *plain);
void plain_free(struct plain *plain);

/* ---- Deciding: plain_turn.c -------------------------------------------- */

/* A program that fails is told of once; its seat is played on. */
void plain_tell_faults(struct plain *plain);
/* Somebody decides, and what they decide happens. ASK_STOP: a person leaves.
 * *status becomes the exit status if something went wrong. */
enum ask plain_turn(struct plain *plain, int *status);

#endif
