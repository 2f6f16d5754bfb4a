/* The line game: the same ui as the full screen, printed line by line, and
 * asked for by lines; at a terminal, or through pipes. */
#ifndef TERMINAL_GAME_LINE_STAGE_H
#define TERMINAL_GAME_LINE_STAGE_H

#include <stdbool.h>

#include "terminal/full/ui.h"

struct game;
struct local_game;
struct join;
struct line;

/* The ui must outlive it. NULL if memory is out. */
struct line *line_new(struct ui *ui);
/* Prints what was not printed yet. */
void line_free(struct line *line);

/* Introductions before a game: here, and on a server. */
void line_welcome_here(struct line *line, const struct local_game *local,
                       bool resumed);
void line_welcome_away(struct line *line, const struct join *join);

/* Prints what is new; then the person acts, or something happens. */
void line_lap(struct line *line, struct game *game);

/* Lets `ms` pass without a server; false: the person does not want to wait any
 * longer. */
bool line_bide(struct line *line, int ms);

#endif
