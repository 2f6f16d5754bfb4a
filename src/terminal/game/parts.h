/* What the drivers of the full-screen game share. */
#ifndef TERMINAL_GAME_PARTS_H
#define TERMINAL_GAME_PARTS_H

#include "terminal/game/game.h"
#include "terminal/local_game.h"

/* A game here: local.c. `local` is zero. When `last` is set and the person
 * leaves, the stage is closed and the person told where the game is kept. A bot
 * may still think then: think_leave() closes the game. */
struct local_play_options {
    const struct local_game_options *game;
    bool last;
};
enum parting local_play(struct stage *stage,
                        const struct local_play_options *options,
                        struct local_game *local, struct think *think,
                        char why[SAVE_ERROR]);

/* The deck in a file of the person's. False with a sentence in `why`. */
bool screen_read_deck(const char *path, tio_deck *deck, char why[SAVE_ERROR]);

/* Gives the ui what was chosen the last time, and the person's habits. */
void screen_remember(struct ui *ui);

/* Says what is wrong on the standard error. */
void screen_complain(const char *what);

/* After the stage is closed: whoever sent the signal, if there was one, learns
 * that it was the end of the program. */
void screen_die_of(int number);

/* The first game, with a teacher: learn.c. */
enum parting learn_play(struct stage *stage);
/* What the teacher says in a step, from 0; false past the last. */
bool learn_lesson(unsigned number, bool wrong, struct ui_lesson *out);

#endif
