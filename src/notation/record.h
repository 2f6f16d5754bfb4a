/* What the writer and the reader of records must agree on. The format is
 * specified in docs/records.md. */
#ifndef TIOLI_NOTATION_RECORD_H
#define TIOLI_NOTATION_RECORD_H

#include "base/buffer.h"
#include "tioli.h"

#define RECORD_MOST ((size_t)16 << 20) /* bytes in a record */
#define RECORD_LINE 4096               /* bytes in a line, without its end */
#define RECORD_HASH 10                 /* bytes of " =5e1f00aa" */
#define RECORD_STAND_IN '~'            /* behind the seat */
#define RECORD_TAKEBACK "takeback"     /* the key of an optional line */

/* FNV-1a, 32 bits: the number in the line that ends the head. */
uint32_t record_head_hash(const char *text, size_t size);

/* The eight digits that a line carries: the upper half of the state's hash. */
uint32_t record_state_hash(const tio_game *game);

/* A move with the player's seat in front of it, marked if a stand-in made it. */
void record_print_words(struct buffer *out, const tio_deck *deck,
                        const tio_move *move, bool stand_in);
/* A whole line without its line end. */
void record_print_move(struct buffer *out, const tio_deck *deck,
                       const tio_game *after, const tio_move *move,
                       bool stand_in);
void record_print_end(struct buffer *out, const tio_game *game);

/* Without the last move, which was added and is to be forgotten: the result and
 * the secret must not stand behind it. */
void record_take_back(tio_record_writer *writer);
/* Whether it has a place for the secret. */
bool record_is_fair(const tio_record_writer *writer);

/* Two digits a byte. */
void record_print_bytes(struct buffer *out,
                        const uint8_t bytes[TIO_FAIR_BYTES]);

#endif
