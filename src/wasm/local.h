/* A table with nobody around it: no server, no store, no clock. Whoever owns it
 * says what happens, one move at a time, chance included, and asks what a seat
 * sees of it. A record that is looked at is one, and a game in the page too. */
#ifndef WASM_LOCAL_H
#define WASM_LOCAL_H

#include "table/json.h"

struct local {
    struct table_host host;
    struct table *table;
    tio_record_head head; /* who sits there, and what is known of chance */
    uint8_t secret[TIO_FAIR_BYTES];
    bool has_secret;         /* it was revealed */
    struct table_event last; /* what happened last */
};

/* Where nobody is a bot all levels are "". */
typedef char local_levels[TIO_MAX_PLAYERS][TABLE_LEVEL];

/* Everybody sits down and the game begins. On failure `why` has a sentence;
 * local_end() is due in any case. */
bool local_begin(struct local *local, const tio_record_head *head,
                 const tio_deck *deck, const local_levels levels,
                 char why[200]);
void local_end(struct local *local);

/* The next move, of chance or of a player; or why it can't be. `stand_in`: made
 * for a person who was not there. */
bool local_move(struct local *local, const tio_move *move, bool stand_in,
                char why[200]);

/* `eyes` is a seat or TIO_SPECTATOR. */
void local_state(const struct local *local, unsigned eyes, struct json *json);
void local_news(const struct local *local, unsigned eyes, struct json *json);

#endif
