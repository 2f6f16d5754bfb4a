/* The action cards: one row a kind, in actions.c, and everything else follows
 * from the row. What a player has to choose is the row's *shape*; whoever
 * parses, prints, offers, judges or draws an action switches on the shape and
 * reads the row's parameters, and so needs no change for a new kind. */
#ifndef TIOLI_ENGINE_ACTIONS_H
#define TIOLI_ENGINE_ACTIONS_H

#include "engine/dice.h"

/* What is chosen when an action is played. */
enum shape {
    SHAPE_NONE,  /* nothing: it lets its player take more dice */
    SHAPE_POOL,  /* dice in the tray, which are rolled again */
    SHAPE_FACE,  /* a die in the tray, and the face that it gets */
    SHAPE_PAIR,  /* a light and a dark die in the tray, which swap faces */
    SHAPE_THROW, /* one of the player's own dice, and perhaps one to aim at */
};

/* The columns that differ between editions. */
struct action_rule {
    tio_dice reach[2]; /* a mask for light cards, and for dark ones */
    uint8_t most;      /* dice in a pool */
    bool all;          /* the pool is all that it reaches: no choice */
};

struct action_row {
    /* The card in the notation. C stands for its colour, N for its cost; the
     * first word is that of moves, too. No card is the beginning of another. */
    const char *card;
    enum shape shape;
    bool colour;   /* it is for light or for dark dice */
    bool cost;     /* it costs chips */
    uint8_t step;  /* the faces by which a face changes; 0: any other face */
    uint8_t takes; /* the dice that may be taken in the turn */
    int16_t worth; /* to bots, in a round, in thousandths of a point */
    struct action_rule rule[TIO_EDITIONS];
};

extern const struct action_row action_rows[TIO_ACTION_KINDS];

static inline const struct action_row *action_row(tio_action action)
{
    return &action_rows[action.kind];
}

static inline enum shape action_shape(tio_action action)
{
    return action_row(action)->shape;
}

/* The dice that a swap makes of these two. */
static inline tio_kind kind_darkened(tio_kind light)
{
    return (tio_kind)(light + 6);
}

static inline tio_kind kind_lightened(tio_kind dark)
{
    return (tio_kind)(dark - 6);
}

/* Whether an edition allows one action a round, not one a turn. */
bool action_once_a_round(unsigned edition);

/* Whether the turn's player has played the actions that they may. */
tio_error action_spent(const tio_game *game);

/* Whether the turn's player may play an action at all now. */
tio_error action_allowed(const tio_game *game);

static inline const struct action_rule *action_rule(const tio_game *game,
                                                    tio_action action)
{
    return &action_row(action)->rule[game->settings.edition];
}

/* The dice that an action can reach: dice in the tray, or for a throw the
 * player's own. */
static inline tio_dice action_reach(const tio_game *game, tio_action action)
{
    tio_dice from = action_shape(action) == SHAPE_THROW
                        ? game->player[game->turn].taken
                        : game->tray;
    return from & action_rule(game, action)->reach[action.colour];
}

/* How many dice of a pool may be chosen, and whether it must be all of it. */
static inline unsigned action_most(const tio_game *game, tio_action action)
{
    return action_rule(game, action)->most;
}

static inline bool action_takes_all(const tio_game *game, tio_action action)
{
    return action_rule(game, action)->all;
}

/* Whether there are two dice of different colour and different face. */
bool dice_make_pair(tio_dice tray);

/* Whether the action could change anything. */
static inline bool action_has_target(const tio_game *game, tio_action action)
{
    enum shape shape = action_shape(action);
    if (shape == SHAPE_PAIR)
        return dice_make_pair(game->tray);
    return shape == SHAPE_NONE || action_reach(game, action) != 0;
}

/* Whether the dice that the move names are good for its action. */
tio_error action_check(const tio_game *game, const tio_move *move);

/* What the action does to the dice and the turn. */
void action_apply(tio_game *game, const tio_move *move);

#endif
