/* What somebody may do now, worked out once for everybody who asks: the JSON of
 * a state prints it, and both games on a terminal step through it with their own
 * keys. A seat may make some moves whole, and has actions in its hand that want
 * dice to be chosen first. Whoever offers those needs no rule: an offer says
 * what can be chosen, and after each choice what comes next. */
#ifndef SHOW_OFFER_H
#define SHOW_OFFER_H

#include "engine/actions.h"

/* An action in the hand: what bars it, or what there is to choose. */
struct show_offer {
    tio_action action;
    uint8_t place;    /* in the hand */
    bool again;       /* an earlier card says the same */
    tio_error barred; /* why it can't be played now; if it can, TIO_OK and: */
    bool all;         /* the pool is rolled whole: no choice */
    uint8_t least;    /* how many of the dice */
    uint8_t most;
    tio_dice dice;              /* a pool, or what may be chosen first */
    tio_dice others[TIO_KINDS]; /* what may follow each of those */
};

/* All that a seat may do. Of moves that lay dice the lay-outs that score most
 * are here, and not every one that the rules allow. */
struct show_offers {
    unsigned moves;
    tio_move move[TIO_MAX_LAYOUTS];     /* in a turn, to leave it is the last */
    tio_layout layout[TIO_MAX_LAYOUTS]; /* what each move lays, if it does */
    unsigned usual;      /* the move that is proposed, or TIO_NONE */
    tio_error no_action; /* why none can be played, or TIO_OK */
    unsigned actions;
    struct show_offer action[TIO_HAND_CARDS];
};

/* Nothing at all if the view's seat has nothing to decide. */
void show_offers(const tio_view *view, const tio_deck *deck,
                 struct show_offers *out);

/* One action that the view's seat has in hand, in its own turn. */
void show_offer(const tio_view *view, const tio_deck *deck, tio_action action,
                struct show_offer *out);

/* Where that lies what is chosen next. */
enum show_from {
    SHOW_TRAY,
    SHOW_OWN,  /* among the player's own dice */
    SHOW_FACES /* nowhere yet: it is what a die becomes */
};

struct show_step {
    enum show_from from;
    tio_dice choice; /* what may be chosen, with what is chosen of a pool */
    unsigned least;  /* 0: it may be left out */
    unsigned most;
};

/* The move of which nothing is chosen yet. */
tio_move show_draft(const struct show_offer *offer, unsigned seat);

/* What comes as choice 0 or 1, if the draft has all that comes before it; false
 * if there is no such choice. */
bool show_step(const struct show_offer *offer, const tio_move *draft,
               unsigned number, struct show_step *out);

/* Puts what was chosen, or nothing, into the draft. */
void show_pick(tio_move *draft, unsigned number, tio_dice picked);

/* The best lay-out of these dice on the combos of the view's seat. */
void show_best(const tio_view *view, const tio_deck *deck, tio_dice dice,
               tio_layout *out);

/* Whether the round is over when the player whose turn it is passes. */
bool show_last(const tio_game *game);

#endif
