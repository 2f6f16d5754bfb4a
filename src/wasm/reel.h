/* A record to be looked at, forwards and backwards: what each seat saw after
 * each line, and whether chance in it was fair. */
#ifndef WASM_REEL_H
#define WASM_REEL_H

#include "fair/verify.h"
#include "base/json.h"

struct reel;

/* Reads all of the record. NULL, with the line and what is wrong, if it does
 * not hold. */
struct reel *reel_open(const char *text, size_t length, tio_text_error *error);
void reel_free(struct reel *reel);

/* Step 0 is the game before its first move, step n the game after the nth. */
unsigned reel_steps(const struct reel *reel);
unsigned reel_players(const struct reel *reel);

/* Who played what, and each step in short, as an object. */
void reel_about(const struct reel *reel, struct json *json);

/* What is seen at a step, and what happened to come there; `eyes` is a seat or
 * TIO_SPECTATOR. False if there is no such step. */
bool reel_state(struct reel *reel, unsigned step, unsigned eyes,
                struct json *json);
bool reel_news(struct reel *reel, unsigned step, unsigned eyes,
               struct json *json);

/* An object whose "fair" is true, false, or null if it can't be told. False if
 * memory is out. */
bool reel_verify(const struct reel *reel, const struct fair_claims *claims,
                 struct json *json);

#endif
