/* A game as whoever plays it at this terminal sees it: what has happened is
 * shown before anybody decides, wishes are granted one after another, bots and
 * hints are thought about on a thread. Where the table is, is another matter (a
 * source: here.c, away.c), and how it is shown a third one (a stage: the full
 * screen, or lines). */
#ifndef TERMINAL_GAME_GAME_H
#define TERMINAL_GAME_GAME_H

#include "terminal/game/stage.h"
#include "terminal/game/think.h"
#include "terminal/full/ui.h"

/* How a table was left. */
enum parting {
    PARTING_LEFT,
    PARTING_AGAIN, /* another game with the same players */
    PARTING_ENDS,  /* the program has to end */
    PARTING_FAILED /* `why` says why */
};

enum game_event {
    GAME_NEWS,   /* the table told something, or a thought is finished */
    GAME_INPUT,  /* the person did something */
    GAME_TIME,   /* nothing of the kind */
    GAME_SIGNAL, /* the same, before its time */
    GAME_GONE    /* there is no table any more */
};

struct game;

struct game_source {
    /* Waits for news from the table, for `input` (or -1), and at most `ms`
     * milliseconds (negative: without end), and takes in what has come. */
    enum game_event (*wait)(struct game *game, int input, int ms);
    /* Everything that has happened is shown: who is asked, or what else there is
     * to see. Called again and again. */
    void (*go_on)(struct game *game);
    /* All but hints and leaving. */
    void (*grant)(struct game *game, const struct ui_wish *wish);
    /* A thought that the source has begun; NULL if it never does. */
    void (*thought)(struct game *game, enum think_about about);
};

/* What has happened and was not shown yet: a ring. */
#define NEWS_MOST 64 /* more than follow from any one move */

struct news {
    unsigned first;
    unsigned count;
    struct {
        tio_view before;
        tio_view after;
        tio_move move;
    } item[NEWS_MOST];
};

struct game {
    const struct game_source *source;
    void *context; /* the source's */
    struct stage *stage;
    struct ui *ui;
    struct think *think;
    struct ui_table table;
    struct news news;
    int input; /* becomes readable when the person does something */
    bool left;
    enum parting parting;
};

/* False if the system does not let it. `think` is the caller's; NULL: nothing
 * is ever thought about. */
bool game_open(struct game *game, struct stage *stage, struct think *think);
void game_close(struct game *game);

/* Until it is left. */
void game_play(struct game *game);
void game_leave(struct game *game, enum parting parting);

/* A move, as somebody here sees it; `context` is a struct game. Answers of a
 * common phase are news only when the last one has come. If there are too many,
 * the oldest is forgotten. */
void game_moved(void *context, const tio_view *before, const tio_move *move,
                const tio_view *after);
/* Shows as many moves as the ui can take now; true if there are none left, and
 * the person has seen them. */
bool game_shows(struct game *game);

/* For stages: what the source's functions do, and thoughts. */
enum game_event game_wait(struct game *game, int input, int ms);
void game_go_on(struct game *game);

#endif
