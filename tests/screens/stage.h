/* Games for pictures of the full-screen game: played through the rules with
 * fixed chance up to a moment, and then shown with a few keys pressed. */
#ifndef SCREENS_STAGE_H
#define SCREENS_STAGE_H

#include "terminal/full/ui.h"
#include "terminal/event.h"

/* What a game is played to. */
enum moment {
    AT_NOTHING,  /* no game at all */
    AT_TURN,     /* the first seat is to take or pass */
    AT_SECOND,   /* it may take a second die */
    AT_LAST_ONE, /* it is the last one left */
    AT_ACTION,   /* it holds an action that can be played: `kind` */
    AT_ACTIONS,  /* it holds several */
    AT_TAKEN,    /* somebody else has just taken a die */
    AT_WATCH,    /* somebody else is to play */
    AT_LAY,
    AT_RESULTS,
    AT_RED_LEFT, /* the same, and a red die lies on no card */
    AT_DISCARD,
    AT_DRAW,
    AT_END
};

struct play {
    const tio_deck *deck;
    tio_deck own_deck;
    tio_game game;
    tio_view view;
    tio_move last;
    tio_random random;
    struct names names;
    struct log log;
    struct history history;
    struct ui_table table;
    struct ui *ui;
    bool wants_actions; /* the first seat draws as many as it can */
};

struct scene_of {
    const char *name;
    enum moment moment;
    unsigned players;
    unsigned times; /* the moment comes for the how-manieth time; 0 as 1 */
    unsigned seed;  /* the first that is tried: luck may keep the moment away */
    unsigned edition;
    unsigned starts;  /* 0: the box's */
    const char *deck; /* its text; NULL: the standard deck */
    bool free_hand;
    bool piles_down;
    bool plain;    /* ASCII */
    bool people;   /* all are people at this keyboard */
    bool moving;   /* with animation, some milliseconds after the last news */
    bool small;    /* in 40x12 */
    unsigned kind; /* of AT_ACTION */
    const char *keys; /* pressed then: words, or single characters */
    void (*set)(struct play *play); /* before the keys; may be NULL */
};

/* False if the moment did not come. */
bool play_open(struct play *play, const struct scene_of *scene, unsigned rows,
               unsigned columns);
void play_close(struct play *play);

/* Presses keys: "right", "enter", "esc" ..., "=text" types a text, anything
 * else of one character is that key; "@6,3" clicks at row 6, column 3. */
void play_keys(struct play *play, const char *keys);

/* Applies a move as everybody sees it; tells the log and the ui. */
void play_move(struct play *play, const tio_move *move);
/* What the game waits for: asks the first seat, or lets chance and bots go
 * on by one move. */
bool play_step(struct play *play);

#endif
