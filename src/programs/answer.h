/* What a line from a program means to the table that waits for its move. */
#ifndef PROGRAMS_ANSWER_H
#define PROGRAMS_ANSWER_H

#include "tioli.h"

#define ANSWER_TEXT 320

enum answer {
    ANSWER_MOVE,    /* a legal one */
    ANSWER_CHATTER, /* info, or a complaint of the program: no answer */
    ANSWER_WRONG,   /* a move that can't be read or made: `words` say why */
    ANSWER_UNKNOWN, /* another message: the same */
    ANSWER_BYTES,   /* no text at all */
};

/* The line is a message to people. */
bool answer_is_chatter(const char *line);
/* Valid UTF-8 without controls. */
bool answer_is_text(const char *line, size_t size);

/* `words` become what the program is told after "error ": a code and a
 * sentence. `line` ends with a 0 that `size` does not count. */
enum answer answer_read(const char *line, size_t size, const tio_view *view,
                        const tio_deck *deck, tio_move *move,
                        char words[ANSWER_TEXT]);

#endif
