/* A table without a server: no store, no network, no clock. A game at a terminal
 * is one, a game in a page, and a record that is looked at.
 *
 * Whoever owns it says what happens, one thing at a time, and nothing here ever
 * waits. A move or an undo goes in; each event that comes of it goes out through
 * `happened`, and what a seat sees can be asked for at any time. Chance and
 * thought are steps of their own: local_chance() lets one roll or deal fall, and
 * local_ask() gives what a bot has to think about, which may be done on another
 * thread, in another worker and within any budget; its answer is a move like
 * all others. So a terminal can wait for a key and a page for its next frame
 * wherever the game stands.
 *
 * Everything follows from the seed and the moves: whoever has a record of the
 * first moves can have them followed, and the game goes on as it would have. */
#ifndef TABLE_LOCAL_H
#define TABLE_LOCAL_H

#include "table/json.h"

/* What is played and by whom. It must stay where it is as long as the table
 * does; the deck may go when local_begin() has returned. */
struct local_setup {
    tio_record_head head; /* who sits there, and what is known of chance */
    const tio_deck *deck;
    char level[TIO_MAX_PLAYERS][TABLE_LEVEL]; /* of bots; "": a person, and
                                                 there must be one */
    uint64_t seed;                            /* of dice, cards and bots */
    bool undo;
    uint8_t secret[TIO_FAIR_BYTES];
    bool has_secret;           /* it was revealed */
    tio_record_writer *record; /* written as it goes on; NULL: none is */
    /* Told of each event when all else has been done about it; may be NULL. */
    void (*happened)(void *context, const struct table_event *event);
    void *context;
};

struct local {
    const struct local_setup *setup;
    struct table_host host;
    struct table *table;
    uint64_t moves;          /* made so far, chance included */
    struct table_event last; /* what happened last */
    tio_error trouble;       /* the record could not be written */
};

/* Everybody sits down and the game begins. On failure `why` has a sentence;
 * local_end() is due in any case. */
bool local_begin(struct local *local, const struct local_setup *setup,
                 char why[200]);
void local_end(struct local *local);

/* ---- What happens --------------------------------------------------- */

/* The next move of a record, of chance or of a player, whoever may have made it;
 * or why it can't be. `stand_in`: made for a person who was not there. */
bool local_follow(struct local *local, const tio_move *move, bool stand_in,
                  char why[200]);
/* A player's move, held against what that player knows. */
tio_error local_move(struct local *local, const tio_move *move);
/* The next outcome of chance: the one that is given, or if it is NULL the
 * seed's. */
tio_error local_chance(struct local *local, const tio_move *outcome);
/* All chance that is waited for, as the seed has it; and of a game that is over
 * the end, with which the record ends too. */
void local_settle(struct local *local);
/* Takes the seat's last move back, with those of bots that followed it if the
 * head says `takeback`; false if that can't be. */
bool local_undo(struct local *local, unsigned seat);

/* ---- What is thought about ------------------------------------------ */

struct local_question {
    unsigned seat;
    tio_view view;
    tio_random random; /* for this decision alone */
};

void local_ask(const struct local *local, unsigned seat,
               struct local_question *out);

/* ---- What is seen --------------------------------------------------- */

/* The state, and the news of what happened last. `eyes` is a seat or
 * TIO_SPECTATOR. */
void local_state(const struct local *local, unsigned eyes, struct json *json);
void local_news(const struct local *local, unsigned eyes, struct json *json);

#endif
