/* The parts of docs/bot-protocol.md for both sides of it: its numbers, its lines,
 * and what a table writes and reads. */
#ifndef PROGRAMS_PROTOCOL_H
#define PROGRAMS_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "tioli.h"

#define PROTOCOL_VERSION 1
#define PROTOCOL_BOT_LINE 1024   /* bytes in a bot's line, without its end */
#define PROTOCOL_TABLE_LINE 4608 /* and in a table's: a view's is longest */
#define PROTOCOL_TRIES 3         /* to answer one question */
#define PROTOCOL_CHATTER 1000    /* lines of info to one question */
#define PROTOCOL_TARGETS 30      /* listed moves of one action */
#define PROTOCOL_LAG_MS 100      /* for the pipes, beyond the clock */

/* ---- Lines out of a stream of bytes that somebody else wrote -------- */

/* Bounded, whatever comes. */

#define LINES_ROOM ((size_t)4 * PROTOCOL_TABLE_LINE)

struct lines {
    size_t most; /* bytes in a line, without its end */
    size_t used; /* bytes handed out already */
    size_t size;
    bool skips; /* the rest of a line that was too long */
    char bytes[LINES_ROOM];
};

enum lines_result {
    LINES_NONE, /* more bytes are needed */
    LINES_LINE,
    LINES_LONG, /* reported once; the line is skipped */
};

void lines_init(struct lines *lines, size_t most);

/* Where `*room` more bytes may be put, and then how many were. There is always
 * room after LINES_NONE. */
char *lines_room(struct lines *lines, size_t *room);
void lines_added(struct lines *lines, size_t size);

/* The next line without its LF or CR LF, ended by 0 (which may also be among
 * its bytes). It stays as it is until the next call. */
enum lines_result lines_next(struct lines *lines, char **line, size_t *size);

/* ---- What a table tells and asks ------------------------------------ */

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

/* ---- What a program's line means to the table ----------------------- */

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

/* `words` become what the program is told after "error ": a code and a
 * sentence. `line` ends with a 0 that `size` does not count. */
enum answer answer_read(const char *line, size_t size, const tio_view *view,
                        const tio_deck *deck, tio_move *move,
                        char words[ANSWER_TEXT]);

#endif
