/* The other side of docs/bot-protocol.md: one of our bots, as a program that
 * any table can start. Lines go in, answers come out; no file is touched. */
#ifndef PROGRAMS_RESPONDER_H
#define PROGRAMS_RESPONDER_H

#include "base/buffer.h"
#include "tioli.h"

struct responder;

/* NULL if memory is out. */
struct responder *responder_new(const tio_bot *bot, const tio_budget *budget,
                                uint64_t seed);
void responder_free(struct responder *responder);

/* Takes a line in, which ends with a 0 that `size` does not count, and adds the
 * answers to `out`. False once it was told to quit. */
bool responder_line(struct responder *responder, const char *line, size_t size,
                    struct buffer *out);

/* The same for a line that was too long to be kept. */
void responder_long_line(struct buffer *out);

#endif
