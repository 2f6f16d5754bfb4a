/* The lines in which a table tells a program about a game and asks for a
 * move. */
#ifndef PROGRAMS_QUESTION_H
#define PROGRAMS_QUESTION_H

#include "base/buffer.h"
#include "tioli.h"

/* Choices of dice that are looked at to find out whether there are more moves
 * than were listed: about a millisecond of whoever serves everybody else, too.
 * A turn never needs as many; hands with few lay-outs among many dice do. */
#define QUESTION_STEPS 20000

/* From "game" to "end": settings, seats and every card of the deck. */
void question_game(struct buffer *out, const tio_deck *deck,
                   const tio_settings *settings, unsigned seat,
                   const char *const names[]);

/* "saw ..." */
void question_saw(struct buffer *out, const tio_deck *deck,
                  const tio_move *seen);

/* What the seat knows and some of its legal moves: "view ..." and "legal ...",
 * without the "go". */
void question_position(struct buffer *out, const tio_deck *deck,
                       const tio_view *view);

/* "gameover ..."; `game` may be NULL. */
void question_over(struct buffer *out, const tio_game *game);

#endif
