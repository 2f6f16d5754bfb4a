/* The public interface of tioli: Take It or Leave It for 2 to 5 players.
 *
 * One idea carries everything: chance is a move. The engine holds no random
 * numbers; where dice are rolled or cards dealt, the game waits for a chance
 * move that carries the outcome, and a dealer supplies it. tio_apply() is the
 * only function that changes a game. What a seat may know is its tio_view. */
#ifndef TIOLI_H
#define TIOLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) && !defined(__wasm__)
#define TIO_API __attribute__((visibility("default")))
#else
#define TIO_API
#endif

/* ---- Limits ------------------------------------------------------------ */

#define TIO_MIN_PLAYERS 2
#define TIO_MAX_PLAYERS 5
#define TIO_HAND_CARDS 5   /* a hand never holds more */
#define TIO_HAND_COMBOS 4  /* outside the free-hand variant */
#define TIO_MAX_CARDS 200  /* in a deck */
#define TIO_MAX_POINTS 20  /* on a combo */
#define TIO_MAX_SLOTS 8    /* dice shown on a combo */
#define TIO_MAX_COST 9     /* chips shown on an action */
#define TIO_MAX_DICE 20    /* 9 light, 9 dark, 2 red */
#define TIO_MAX_STARTS 9   /* times each player may start */
#define TIO_MAX_LAYOUTS 32 /* one for each set of completed cards */

#define TIO_NONE 255      /* no seat, no card, no die, no slot */
#define TIO_SPECTATOR 254 /* as a view's seat: sees what is public */

/* ---- Errors ------------------------------------------------------------ */

/* Every way in which a move, a text or a call can be wrong. The order is part
 * of the interface: new ones go to the end. */
#define TIO_ERRORS(X)                                                          \
    X(OK, "ok")                                                                \
    X(GAME_OVER, "the game is over")                                           \
    X(NOT_CHANCE, "this is for a player to decide, not for chance")            \
    X(NOT_PLAYER, "the game waits for dice or cards, not for a player")        \
    X(WRONG_CHANCE, "the game waits for another kind of chance move")          \
    X(WRONG_PHASE, "this move belongs to another part of the round")           \
    X(NO_SUCH_SEAT, "there is no such seat")                                   \
    X(NOT_YOUR_TURN, "it is another player's turn")                            \
    X(PASSED, "a player who has passed is out for the round")                  \
    X(ALREADY_ANSWERED, "this player has already answered")                    \
    X(NOTHING_TO_ANSWER, "this player has nothing to decide now")              \
    X(UNKNOWN_MOVE, "there is no such kind of move")                           \
    X(NO_SUCH_DIE, "that is not a die")                                        \
    X(DIE_NOT_IN_TRAY, "that die is not in the tray")                          \
    X(NOTHING_TO_END, "done only ends a turn after the first of two dice")     \
    X(PASS_AFTER_TAKE, "a die was taken this turn: use done, not pass")        \
    X(NO_SUCH_ACTION, "that is not an action")                                 \
    X(ACTION_NOT_IN_HAND, "that action is not in the hand")                    \
    X(ACTION_AFTER_TAKE, "an action comes before the die is taken")            \
    X(ACTION_SPENT_TURN, "one action was already played this turn")            \
    X(ACTION_SPENT_ROUND, "one action was already played this round")          \
    X(ACTION_HAS_NO_TARGET, "it can't change any die in the tray")             \
    X(TARGET_MISSING, "name at least one die for the action")                  \
    X(TARGET_NOT_IN_TRAY, "a die named for the action is not in the tray")     \
    X(TARGET_COLOUR, "the action does not work on dice of that colour")        \
    X(TARGET_TOO_MANY, "the action works on at most four dice")                \
    X(TARGET_NOT_ALL, "the action re-rolls all of that colour")                \
    X(TARGET_EXTRA, "the action does not take dice of that kind")              \
    X(CHANGE_COLOUR, "an action never changes a die's colour")                 \
    X(CHANGE_SAME_FACE, "the new face must differ from the old one")           \
    X(SWAP_NOT_PAIR, "swap needs one light and one dark die")                  \
    X(SWAP_SAME_FACE, "the two faces to swap must differ")                     \
    X(SHIFT_NOT_TWO, "shift changes a face by exactly two")                    \
    X(CAST_NOT_TAKEN, "only a die taken this round can be cast back")          \
    X(CAST_AIM_OFF, "at this table a die can't be aimed at another")           \
    X(SLOT_NOT_IN_HAND, "there is no card at that place in the hand")          \
    X(LAY_NOT_COMBO, "dice are laid on combos only")                           \
    X(LAY_DIE_NOT_TAKEN, "a die is laid more often than it was taken")         \
    X(LAY_INCOMPLETE, "those dice do not complete that combo")                 \
    X(DRAW_TOO_MANY, "a hand never holds more than five cards")                \
    X(DRAW_TOO_FEW, "a hand is filled up to five cards")                       \
    X(DRAW_NOT_FREE,                                                           \
      "how many of each to draw can be chosen only in free hand")              \
    X(START_NO_SUCH_SEAT, "the starter must be one of the players")            \
    X(ROLL_DICE, "the roll must have exactly the dice that were cast")         \
    X(LAND_DIE, "the die that lands is not the one that was cast")             \
    X(LAND_NOT_AIMED, "a throw that was not aimed can't hit anything")         \
    X(LAND_FIRST_HIT, "the first die hit must be the one aimed at")            \
    X(LAND_NO_CARRY, "at this table a hit does not carry on")                  \
    X(LAND_HIT_NOT_IN_TRAY, "a die was hit that is not in the tray")           \
    X(LAND_HIT_COLOUR, "a die that is hit keeps its colour")                   \
    X(LAND_ORDER, "dice hit after the first are named in ascending order")     \
    X(DEAL_WRONG_SEAT, "cards are dealt clockwise from the starter")           \
    X(DEAL_WRONG_COUNT, "the deal must fill the hand, no more and no less")    \
    X(DEAL_NO_SUCH_CARD, "there is no such card in the deck")                  \
    X(DEAL_NOT_IN_PILE, "that card is not in the draw pile")                   \
    X(DEAL_ORDER,                                                              \
      "combos are dealt before actions, as many as were asked for")            \
    X(SETTING_PLAYERS, "2 to 5 can play")                                      \
    X(SETTING_EDITION, "there is no such edition")                             \
    X(SETTING_STARTS, "each player starts 1 to 9 times")                       \
    X(SETTING_FIRST, "the first starter must be one of the players")           \
    X(SETTING_CAST, "there is no such rule for casting back")                  \
    X(SETTING_FLAG, "a yes-or-no setting is 0 or 1")                           \
    X(DECK_EMPTY, "a deck needs combos")                                       \
    X(TEXT, "the text can't be read")                                          \
    X(RECORD, "the record is not valid")                                       \
    X(TOO_LONG, "there is not enough room for it")                             \
    X(FILE, "the file can't be read or written")                               \
    X(MEMORY, "out of memory")

typedef enum tio_error {
#define X(name, words) TIO_E_##name,
    TIO_ERRORS(X)
#undef X
        TIO_ERROR_COUNT,
    TIO_OK = TIO_E_OK
} tio_error;

/* "DIE_NOT_IN_TRAY", and an English sentence without a full stop. */
TIO_API const char *tio_error_name(tio_error error);
TIO_API const char *tio_error_words(tio_error error);

/* ---- Dice -------------------------------------------------------------- */

typedef enum tio_colour { TIO_LIGHT, TIO_DARK, TIO_RED, TIO_EITHER } tio_colour;

/* A kind of die: colour * 6 + face - 1. Equal dice are the same kind. */
typedef uint8_t tio_kind;
#define TIO_KINDS 18

/* Any number of dice, as counts per kind in one word: four bits for each light
 * and dark kind, two bits for each red one. Disjoint sets are joined by +, and
 * a part is taken away by -. At most 15 of a kind (3 of a red one). */
typedef uint64_t tio_dice;

static inline tio_kind tio_kind_of(unsigned colour, unsigned face)
{
    return (tio_kind)(colour * 6 + face - 1);
}
static inline unsigned tio_kind_colour(tio_kind kind)
{
    return kind < 6 ? TIO_LIGHT : kind < 12 ? TIO_DARK : TIO_RED;
}
static inline unsigned tio_kind_face(tio_kind kind)
{
    return kind < 6 ? kind + 1U : kind < 12 ? kind - 5U : kind - 11U;
}
static inline unsigned tio_kind_shift(tio_kind kind)
{
    return kind < 12 ? kind * 4U : kind * 2U + 24U;
}
static inline tio_dice tio_dice_of(tio_kind kind)
{
    return (tio_dice)1 << tio_kind_shift(kind);
}
static inline unsigned tio_dice_count(tio_dice dice, tio_kind kind)
{
    return (unsigned)(dice >> tio_kind_shift(kind)) & (kind < 12 ? 15U : 3U);
}

#define TIO_DICE_LIGHT ((tio_dice)0xffffff)
#define TIO_DICE_DARK ((tio_dice)0xffffff << 24)
#define TIO_DICE_RED ((tio_dice)0xfff << 48)

TIO_API unsigned tio_dice_size(tio_dice dice);
TIO_API unsigned tio_dice_pips(tio_dice dice);
TIO_API tio_dice tio_dice_colour(tio_dice dice, tio_colour colour);
/* True if every die of `part` is also in `whole`. */
TIO_API bool tio_dice_contain(tio_dice whole, tio_dice part);

/* ---- Cards and decks --------------------------------------------------- */

/* A place on a combo that shows dice: face 0 is any face. */
typedef struct tio_slot {
    uint8_t colour; /* TIO_LIGHT, TIO_DARK or TIO_EITHER */
    uint8_t face;   /* 0 to 6 */
} tio_slot;

/* How many dice of each sort a combo's slots ask for: byte f-1 of `face[c]` is
 * the number of slots of colour c with face f, `any[c]` those with any face. */
typedef struct tio_demand {
    uint64_t face[3]; /* light, dark, either colour */
    uint8_t any[3];
    uint8_t size;
} tio_demand;

/* `slots` > 0: the dice shown, one die to a slot. `slots` == 0: dice of
 * `colour` whose pips add up to `low` .. `high`, exactly `count` of them, or
 * any number from one if `count` is 0. */
typedef struct tio_combo {
    uint8_t points;
    uint8_t slots;
    tio_slot slot[TIO_MAX_SLOTS];
    uint8_t colour;
    uint8_t count;
    uint8_t low;
    uint8_t high;
    tio_demand demand; /* derived by tio_combo_prepare() */
} tio_combo;

#define TIO_SUM_MAX 120 /* twenty sixes: `high` of a sum with no upper end */

typedef enum tio_action_kind {
    TIO_REROLL_COLOUR, /* light or dark */
    TIO_REROLL_FOUR,   /* up to four */
    TIO_TAKE_TWO,
    TIO_CHANGE,
    TIO_CAST,
    TIO_SWAP,
    TIO_REROLL_RED,
    TIO_SHIFT,
    TIO_REROLL_ALL,
    TIO_ACTION_KINDS
} tio_action_kind;

/* What an action card says. Two cards that say the same are interchangeable. */
typedef struct tio_action {
    uint8_t kind;   /* tio_action_kind */
    uint8_t colour; /* of reroll colour, change and shift; else 0 */
    uint8_t cost;   /* chips, of change; else 0 */
} tio_action;

static inline bool tio_action_same(tio_action a, tio_action b)
{
    return a.kind == b.kind && a.colour == b.colour && a.cost == b.cost;
}

/* A card is its number in the deck: combos first, from 0, then actions. */
typedef struct tio_deck {
    char name[32];
    uint8_t combos;
    uint8_t actions;
    uint64_t hash; /* of all cards in order, not of the name */
    tio_combo combo[TIO_MAX_CARDS];
    tio_action action[TIO_MAX_CARDS];
} tio_deck;

static inline bool tio_deck_is_combo(const tio_deck *deck, unsigned card)
{
    return card < deck->combos;
}
static inline unsigned tio_deck_cards(const tio_deck *deck)
{
    return (unsigned)deck->combos + deck->actions;
}
static inline tio_action tio_deck_action(const tio_deck *deck, unsigned card)
{
    return deck->action[card - deck->combos];
}

/* Fills in what is derived from the card's face. Decks that were read by
 * tio_deck_parse() are prepared already. */
TIO_API void tio_combo_prepare(tio_combo *combo);
TIO_API void tio_deck_prepare(tio_deck *deck);

/* True if exactly these dice complete the combo. */
TIO_API bool tio_combo_accepts(const tio_combo *combo, tio_dice dice);

/* ---- Scoring ----------------------------------------------------------- */

/* Dice laid on the combos of a hand. net = points - chips. */
typedef struct tio_layout {
    int16_t net;
    uint8_t points;
    uint8_t chips;
    uint8_t cards; /* bit i: combo i is completed */
    tio_dice lay[TIO_HAND_CARDS];
} tio_layout;

/* The best lay-out of up to TIO_MAX_DICE dice on `count` (0 to 5) combos:
 * highest net, then most points, then the earlier combos. */
TIO_API void tio_layout_best(const tio_combo *const combos[], unsigned count,
                             tio_dice dice, tio_layout *out);

/* Only the net of the best lay-out: faster. */
TIO_API int tio_layout_net(const tio_combo *const combos[], unsigned count,
                           tio_dice dice);

/* One lay-out for each set of combos that reaches the best net, the one that
 * tio_layout_best() gives first; returns how many. */
TIO_API unsigned tio_layout_all(const tio_combo *const combos[], unsigned count,
                                tio_dice dice, tio_layout out[TIO_MAX_LAYOUTS]);

/* Scores the dice in `out->lay`; fills in the rest of `out`. An empty lay on a
 * combo leaves it in the hand. */
TIO_API tio_error tio_layout_score(const tio_combo *const combos[],
                                   unsigned count, tio_dice dice,
                                   tio_layout *out);

/* ---- Settings ---------------------------------------------------------- */

typedef enum tio_edition {
    TIO_GAMEWRIGHT,
    TIO_SCHMIDT,
    TIO_EDITIONS
} tio_edition;

/* What a cast-back die may do to others. */
typedef enum tio_cast_rule {
    TIO_CAST_CARRY, /* it can be aimed, and hits carry on */
    TIO_CAST_AIM,   /* it can be aimed, and hits end there */
    TIO_CAST_OFF,   /* it is only rolled */
    TIO_CAST_RULES
} tio_cast_rule;

/* The odds of a throw, as numerator and denominator. */
#define TIO_AIM_HITS 2
#define TIO_AIM_OF 3
#define TIO_CARRY_HITS 1
#define TIO_CARRY_OF 3

typedef struct tio_settings {
    uint8_t players;
    uint8_t edition;
    uint8_t free_hand;
    uint8_t starts;     /* rounds each player starts; 0: the box's table */
    uint8_t first;      /* the first starter's seat, or TIO_NONE: at random */
    uint8_t cast;       /* tio_cast_rule */
    uint8_t piles_down; /* score piles stay face down until the end */
} tio_settings;

TIO_API tio_settings tio_settings_default(unsigned players);

/* The set-up table: dice of a colour, and rounds each player starts. */
TIO_API unsigned tio_setup_dice(unsigned players, tio_colour colour);
TIO_API unsigned tio_setup_starts(unsigned players);

/* ---- Moves ------------------------------------------------------------- */

typedef enum tio_move_type {
    TIO_MOVE_TAKE,    /* kind */
    TIO_MOVE_DONE,    /* ends a turn without the second die of take two */
    TIO_MOVE_PASS,    /* out for the round */
    TIO_MOVE_PLAY,    /* play */
    TIO_MOVE_LAY,     /* lay */
    TIO_MOVE_DISCARD, /* slot */
    TIO_MOVE_KEEP,    /* discards nothing */
    TIO_MOVE_DRAW,    /* draw: free hand only */
    TIO_MOVE_START,   /* chance: seat becomes the first starter */
    TIO_MOVE_DEAL,    /* chance: deal, to seat */
    TIO_MOVE_ROLL,    /* chance: roll */
    TIO_MOVE_LAND,    /* chance: land, after cast back */
    TIO_MOVE_TYPES
} tio_move_type;

static inline bool tio_move_is_chance(unsigned type)
{
    return type >= TIO_MOVE_START;
}

/* Of a common phase. */
static inline bool tio_move_is_answer(unsigned type)
{
    return type >= TIO_MOVE_LAY && type <= TIO_MOVE_DRAW;
}

typedef struct tio_hit {
    tio_kind from;
    tio_kind to;
} tio_hit;

typedef struct tio_move {
    uint8_t type;
    uint8_t seat; /* who moves; of start and deal, whom it concerns */
    union {
        tio_kind kind;
        uint8_t slot; /* place in the hand, from 0 */
        struct {
            /* Dice that the action has no use for are TIO_NONE, and 0. */
            tio_action action;
            tio_kind die;   /* change, shift: old; swap: light; cast: thrown */
            tio_kind other; /* change, shift: new; swap: dark; cast: aimed at,
                                or TIO_NONE */
            tio_dice dice;  /* what a re-roll re-rolls */
        } play;
        tio_dice lay[TIO_HAND_CARDS]; /* by place in the hand */
        struct {
            uint8_t combos;
            uint8_t actions;
        } draw;
        struct {
            uint8_t count;
            uint8_t card[TIO_HAND_CARDS]; /* combos first */
        } deal;
        tio_dice roll; /* the faces that came up */
        struct {
            tio_kind die; /* the thrown die as it came to rest */
            uint8_t hits; /* the first hit is the die aimed at, the rest are
                             in ascending order: their order has no meaning */
            tio_hit hit[TIO_MAX_DICE - 1];
        } land;
    };
} tio_move;

/* ---- The game ---------------------------------------------------------- */

typedef enum tio_phase {
    TIO_PHASE_START,   /* chance: who starts the first round */
    TIO_PHASE_DRAW,    /* players, together: how many of each card */
    TIO_PHASE_DEAL,    /* chance: cards for deal_seat */
    TIO_PHASE_ROLL,    /* chance: the faces of the dice in `rolling` */
    TIO_PHASE_LAND,    /* chance: where a cast-back die comes to rest */
    TIO_PHASE_TURN,    /* `turn` plays an action, takes or passes */
    TIO_PHASE_LAY,     /* players, together: dice onto combos */
    TIO_PHASE_DISCARD, /* players, together: discard one card or keep all */
    TIO_PHASE_OVER,
    TIO_PHASES
} tio_phase;

/* Phases in which players decide together: nobody sees an answer before the last
 * has come. */
static inline bool tio_phase_is_common(unsigned phase)
{
    return phase == TIO_PHASE_DRAW || phase == TIO_PHASE_LAY ||
           phase == TIO_PHASE_DISCARD;
}

/* A set of cards: bit c of the 200. */
typedef struct tio_cards {
    uint64_t word[4];
} tio_cards;

static inline bool tio_cards_have(const tio_cards *cards, unsigned card)
{
    return cards->word[card / 64] >> (card % 64) & 1;
}

typedef struct tio_player {
    uint8_t combos;               /* cards in hand: combos come first, */
    uint8_t actions;              /* then actions, each in order of dealing */
    uint8_t hand[TIO_HAND_CARDS]; /* card, or TIO_NONE where a view can't see */
    uint8_t old;                  /* bit i: hand[i] was dealt before the last
                                      reshuffle of its pile */
    uint8_t answer;               /* laid cards as bits, slot to discard (or
                                      TIO_NONE), combos to draw */
    uint8_t round_points;         /* of the lay-out */
    uint8_t round_chips;          /* of the lay-out */
    uint8_t discarded;            /* the card discarded after the last round,
                                      or TIO_NONE */
    int16_t points;               /* completed combos so far */
    int16_t chips;                /* so far */
    /* The last lay-out: the card at each place of the hand, or TIO_NONE, */
    uint8_t laid_card[TIO_HAND_CARDS];
    tio_dice laid[TIO_HAND_CARDS]; /* and the dice on it */
    tio_dice taken;                /* this round */
} tio_player;

/* A game: plain data without pointers, copied by =. Read it freely; only
 * tio_game_init() and tio_apply() write it. */
typedef struct tio_game {
    tio_settings settings;
    uint8_t phase;
    uint8_t round; /* from 1 */
    uint8_t rounds;
    uint8_t starter;   /* of this round, or of the next while cards are drawn */
    uint8_t turn;      /* whose turn in TIO_PHASE_TURN and its chance moves */
    uint8_t passed;    /* bit per seat */
    uint8_t acted;     /* bit per seat: played an action this round */
    uint8_t acted_now; /* the turn's player played an action this turn */
    uint8_t takes;     /* dice the turn's player may still take this turn */
    uint8_t took;      /* dice taken this turn */
    uint8_t pending;   /* bit per seat: still to answer in a common phase */
    uint8_t deal_seat; /* whose cards are dealt in TIO_PHASE_DEAL */
    uint8_t deal_combos; /* how many cards that seat gets */
    uint8_t deal_actions;
    uint8_t draw_combos; /* cards in the draw piles */
    uint8_t draw_actions;
    tio_kind thrown; /* cast back: the die, */
    tio_kind aim;    /* and the die it is aimed at, or TIO_NONE */
    tio_dice tray;
    tio_dice rolling; /* dice out of the tray until a roll brings them back,
                          as they lay; all dice at the start of a round */
    tio_cards draw;   /* both draw piles: order is chance's to decide */
    tio_cards discards;
    tio_cards pile[TIO_MAX_PLAYERS]; /* completed combos */
    tio_player player[TIO_MAX_PLAYERS];
} tio_game;

#ifndef __cplusplus /* which spells it otherwise */
_Static_assert(sizeof(tio_game) <= 1024, "a game stays small enough to copy");
#endif

/* Sets a game up to the point before the first chance move. */
TIO_API tio_error tio_game_init(tio_game *game, const tio_deck *deck,
                                const tio_settings *settings);

/* Checks a move against every rule and changes nothing. */
TIO_API tio_error tio_check(const tio_game *game, const tio_deck *deck,
                            const tio_move *move);

/* Carries a move out, or returns why not and changes nothing. */
TIO_API tio_error tio_apply(tio_game *game, const tio_deck *deck,
                            const tio_move *move);

/* True if the game waits for a chance move. */
static inline bool tio_game_wants_chance(const tio_game *game)
{
    return game->phase <= TIO_PHASE_LAND && game->phase != TIO_PHASE_DRAW;
}

/* The seats that have to decide now, as bits; 0 while chance or nobody is. */
TIO_API unsigned tio_game_deciders(const tio_game *game);

static inline int tio_game_total(const tio_game *game, unsigned seat)
{
    return game->player[seat].points - game->player[seat].chips;
}

/* The seats with the highest total, as bits: more than one share the win. */
TIO_API unsigned tio_game_leaders(const tio_game *game);

/* A hash of everything in the state: the same on every machine. */
TIO_API uint64_t tio_game_hash(const tio_game *game);

/* NULL if every invariant holds, else the one that does not. `before` may be
 * the game as it was one move earlier, or NULL. */
TIO_API const char *tio_game_check(const tio_game *game, const tio_deck *deck,
                                   const tio_game *before);

/* The combos in a hand, in order, as the scoring functions want them. In a
 * view's game only its own seat has a hand to ask for. */
TIO_API unsigned tio_hand_combos(const tio_game *game, const tio_deck *deck,
                                 unsigned seat,
                                 const tio_combo *out[TIO_HAND_CARDS]);

/* The best lay-out of a seat's dice, as its move. */
TIO_API void tio_hand_lay_best(const tio_game *game, const tio_deck *deck,
                               unsigned seat, tio_move *out);

/* ---- Views ------------------------------------------------------------- */

/* What one seat knows: the public facts and its own hand. In `game` the cards
 * of other hands, the draw piles, answers not yet revealed and, while score
 * piles are face down, other players' points are erased. That game is for
 * reading and for tio_check(): to play on, fill it with tio_view_fill(). */
typedef struct tio_view {
    uint8_t seat; /* or TIO_SPECTATOR */
    tio_game game;
    tio_cards unseen; /* cards that are in a draw pile or an unseen hand, */
    tio_cards held;   /* and those of them that must be in hands: dealt before
                         the last reshuffle */
} tio_view;

TIO_API void tio_view_of(const tio_game *game, unsigned seat, tio_view *out);

#define TIO_UNSEEN_COMBO TIO_NONE
#define TIO_UNSEEN_ACTION (TIO_NONE - 1)

/* What a move looks like to a seat: a deal to another shows only which of the
 * cards are combos and which are actions. Answers of a common phase are not
 * shown at all before all have answered: that is for the caller, who knows
 * when. */
TIO_API tio_move tio_move_seen(const tio_deck *deck, const tio_move *move,
                               unsigned seat);

/* ---- Legal moves ------------------------------------------------------- */

/* Walks through the moves that a view's seat may make, one at a time and each
 * once (equal dice and equal cards are one choice), in constant memory:
 *     tio_moves_begin(&moves, deck, &view);
 *     while (tio_moves_next(&moves, &move)) ...
 * The view and the deck must outlive the walk. */
typedef struct tio_moves {
    const tio_deck *deck;
    const tio_view *view;
    uint8_t stage;
    uint8_t slot;
    uint8_t die;
    uint8_t other;
    uint8_t depth;
    uint32_t steps; /* choices looked at so far, legal ones and others */
    uint32_t limit; /* set it after tio_moves_begin() to have the walk end after
                       so many steps; `steps` is larger then. 0: no limit */
    tio_dice pool;
    tio_dice pick;
    tio_dice lay[TIO_HAND_CARDS];
} tio_moves;

TIO_API void tio_moves_begin(tio_moves *moves, const tio_deck *deck,
                             const tio_view *view);
TIO_API bool tio_moves_next(tio_moves *moves, tio_move *move);

/* ---- Text -------------------------------------------------------------- */

/* Where and why a text could not be read; line and column count from 1. */
typedef struct tio_text_error {
    unsigned line;
    unsigned column;
    char what[200];
} tio_text_error;

#define TIO_MOVE_TEXT 256 /* room for any move's text with its final 0 */
#define TIO_CARD_TEXT 64  /* room for any card's text */
#define TIO_DICE_TEXT 64  /* room for 20 dice, one byte between two */

/* The canonical text of a move, without the seat of a player's move. Returns
 * its length. Cards are c1, c2 ... and a1, a2 ...; unseen ones c? and a?. */
TIO_API size_t tio_move_print(const tio_deck *deck, const tio_move *move,
                              char out[TIO_MOVE_TEXT]);

/* Reads a move; the seat of a player's move is taken from `seat`. With a view,
 * words that only make sense at the table are understood too ('all', a cost
 * left out); without one only the full form is. */
TIO_API tio_error tio_move_parse(const tio_deck *deck, const tio_view *view,
                                 unsigned seat, const char *text, tio_move *out,
                                 tio_text_error *error);

TIO_API size_t tio_dice_print(tio_dice dice, const char *between,
                              char out[TIO_DICE_TEXT]);
TIO_API tio_error tio_dice_parse(const char *text, tio_dice *out,
                                 tio_text_error *error);

/* A view as lines of text, each a word and what it stands for: all that the
 * seat knows, and the same view again when it is read. Cards are named as in
 * moves. Returns the length; the text ends with a line end and a 0. */
#define TIO_VIEW_TEXT 4096 /* room for any view */
TIO_API size_t tio_view_print(const tio_deck *deck, const tio_view *view,
                              char out[TIO_VIEW_TEXT]);
/* `view` is written only on success: it then is one that a game could have
 * shown, so that bots may be asked about it. */
TIO_API tio_error tio_view_parse(const tio_deck *deck, const char *text,
                                 size_t length, tio_view *view,
                                 tio_text_error *error);

/* "3 D3 L4", "3 sum D > 12"; "reroll D", "change D cost 1". */
TIO_API size_t tio_combo_print(const tio_combo *combo, char out[TIO_CARD_TEXT]);
TIO_API size_t tio_action_print(tio_action action, char out[TIO_CARD_TEXT]);
TIO_API tio_error tio_combo_parse(const char *text, tio_combo *out,
                                  tio_text_error *error);

/* Reads a deck in the notation of docs/rules.md. `deck` is written only on
 * success. */
TIO_API tio_error tio_deck_parse(const char *text, size_t length,
                                 const char *name, tio_deck *deck,
                                 tio_text_error *error);

/* The decks that are built in: the standard one first, and older versions of
 * it, so that old records can still be read. NULL past the last. */
TIO_API const tio_deck *tio_deck_builtin(unsigned index);
static inline const tio_deck *tio_deck_standard(void)
{
    return tio_deck_builtin(0);
}

/* ---- Records ----------------------------------------------------------- */

#define TIO_NAME_TEXT 64  /* room for a player's name, UTF-8 */
#define TIO_FAIR_BYTES 32 /* of a secret, its hash and a player's share */

/* What stands above the moves of a record. A game with fair dice (see
 * docs/fairness.md) also has what was said about them before it began. */
typedef struct tio_record_head {
    tio_settings settings;
    char name[TIO_MAX_PLAYERS][TIO_NAME_TEXT];
    bool takeback; /* one person played against bots, whose moves could be taken
                      back together with the person's */
    bool fair;     /* the rest counts */
    uint8_t contributed;            /* bit per seat: it gave bytes */
    uint8_t commit[TIO_FAIR_BYTES]; /* the hash of the table's secret */
    uint8_t bytes[TIO_MAX_PLAYERS][TIO_FAIR_BYTES];
} tio_record_head;

/* Writes a record line by line into memory that grows. */
typedef struct tio_record_writer tio_record_writer;

TIO_API tio_record_writer *tio_record_new(const tio_deck *deck,
                                          const tio_record_head *head);
/* Adds a move that was just applied; `game` is the state after it. */
TIO_API tio_error tio_record_add(tio_record_writer *writer,
                                 const tio_game *game, const tio_move *move);
/* The same for a move that a bot made on a seat whose player was not there.
 * Only a fair record can tell it. */
TIO_API tio_error tio_record_add_stand_in(tio_record_writer *writer,
                                          const tio_game *game,
                                          const tio_move *move);
/* Adds the result; the game must be over. */
TIO_API tio_error tio_record_end(tio_record_writer *writer,
                                 const tio_game *game);
/* Adds the secret to a fair record: behind the result, or behind the last move
 * of an abandoned game. Nothing can be added after it. */
TIO_API tio_error tio_record_reveal(tio_record_writer *writer,
                                    const uint8_t secret[TIO_FAIR_BYTES]);
TIO_API const char *tio_record_text(const tio_record_writer *writer,
                                    size_t *length);
TIO_API void tio_record_free(tio_record_writer *writer);

/* Reads a record and plays it through the rules. */
typedef struct tio_record_reader tio_record_reader;

/* Takes a copy of the text and reads the head. */
TIO_API tio_error tio_record_open(const char *text, size_t length,
                                  tio_record_reader **out,
                                  tio_text_error *error);
TIO_API const tio_record_head *tio_record_get_head(const tio_record_reader *);
TIO_API const tio_deck *tio_record_get_deck(const tio_record_reader *);
/* The state after the moves read so far. */
TIO_API const tio_game *tio_record_get_game(const tio_record_reader *);
/* Reads and applies one more move. *more is false, and nothing is read, once
 * the result has been read and found right, or where an unfinished record
 * stops; tio_record_finished() tells which. */
TIO_API tio_error tio_record_next(tio_record_reader *reader, tio_move *move,
                                  bool *more, tio_text_error *error);
TIO_API bool tio_record_finished(const tio_record_reader *reader);
/* Whether the last move read was made by a stand-in. */
TIO_API bool tio_record_was_stand_in(const tio_record_reader *reader);
/* The secret, TIO_FAIR_BYTES of it, once everything has been read; NULL if the
 * record has none. */
TIO_API const uint8_t *tio_record_secret(const tio_record_reader *reader);
/* The line of the last move read, from 1. */
TIO_API unsigned tio_record_line(const tio_record_reader *reader);
TIO_API void tio_record_close(tio_record_reader *reader);

/* ---- Dealers ----------------------------------------------------------- */

/* A fast generator (xoshiro256**): the same numbers on every machine. */
typedef struct tio_random {
    uint64_t state[4];
} tio_random;

/* Different (seed, stream) pairs give unrelated sequences. */
TIO_API void tio_random_init(tio_random *random, uint64_t seed,
                             uint64_t stream);
TIO_API uint64_t tio_random_next(tio_random *random);
/* Evenly from 0 .. bound-1; bound is at least 1. */
TIO_API uint32_t tio_random_below(tio_random *random, uint32_t bound);

/* Draws the outcome of the chance move that the game waits for: a full game,
 * not a view's, which has no cards to draw. */
TIO_API void tio_deal_random(const tio_game *game, const tio_deck *deck,
                             tio_random *random, tio_move *out);

/* 32 even and unrelated bits, from wherever `context` has them. */
typedef uint32_t tio_words(void *context);

/* The same from words, in a way that is set down in docs/fairness.md for others
 * to follow: the same words give the same outcome in every version. */
TIO_API void tio_deal_words(const tio_game *game, const tio_deck *deck,
                            tio_words *next, void *context, tio_move *out);

/* A full game that the view can't tell from the real one: unseen cards are
 * placed at random, consistently with what the seat knows. */
TIO_API void tio_view_fill(const tio_view *view, const tio_deck *deck,
                           tio_random *random, tio_game *out);

/* ---- Bots -------------------------------------------------------------- */

/* How much a bot may think about one move. Those that don't search (random,
 * easy, normal) take no notice. With a budget of playouts the same view, seed
 * and version give the same move on every machine and any number of threads;
 * with a budget of time they need not. */
typedef struct tio_budget {
    uint32_t playouts; /* 0: as many as the bot is made for */
    uint32_t think_ms; /* not 0: think this long instead */
    uint32_t threads;  /* 0 or 1: none beside the caller's */
    uint32_t limit_ms; /* not 0: after this long it is the best found so far,
                          whatever else was to be tried */
    /* Not NULL: called with `context` every few milliseconds, by the caller's
     * thread. False: nobody needs the answer any more, and what is chosen is
     * any legal move. As long as it returns true it changes nothing. */
    bool (*go_on)(void *context);
    void *context;
} tio_budget;

#define TIO_MAX_PLAYOUTS 10000000
#define TIO_MAX_THINK_MS 3600000
#define TIO_MAX_THREADS 64

/* A player that is a program. It gets a view and chooses one of the seat's
 * legal moves; whatever it needs of chance comes from `random`. `budget` may
 * be NULL. */
typedef struct tio_bot {
    const char *name;
    const char *about; /* one line for a person */
    bool searches;     /* takes notice of a budget */
    void (*choose)(const tio_view *view, const tio_deck *deck,
                   const tio_budget *budget, tio_random *random, tio_move *out);
} tio_bot;

/* By name, or NULL; and by number for listing, NULL past the last. They are in
 * the order of strength, the weakest first. */
TIO_API const tio_bot *tio_bot_named(const char *name);
TIO_API const tio_bot *tio_bot_at(unsigned index);

/* ---- Hints ------------------------------------------------------------- */

/* Why a move is good, for a front end to put into words. `card` is a place in
 * the hand, `seat` another player, where the reason has one. New ones go to
 * the end. */
#define TIO_REASONS(X)                                                         \
    X(BEST, "looks the most promising")                                        \
    X(COMPLETES, "completes a combo")                                          \
    X(COMPLETES_MORE, "completes more than one combo")                         \
    X(TOWARDS, "brings you closer to a combo")                                 \
    X(OPEN_SUM, "keeps an open sum within reach")                              \
    X(SURPLUS, "can be laid on an open sum at no cost")                        \
    X(DENIES, "keeps a die from another player")                               \
    X(STOP, "stop: every die left would cost you")                             \
    X(STOP_RISK, "stop: what is left is not worth the risk")                   \
    X(FETCH, "the action brings a die that is needed")                         \
    X(HURTS, "the action leaves worse dice for others")                        \
    X(TWO, "two dice at once, before others take them")                        \
    X(RID, "gets rid of a die that would only cost you")                       \
    X(CHANCE, "a new roll promises more than any die in the tray")             \
    X(LAY, "scores the most")                                                  \
    X(LAY_KEEPS, "scores as much and lets you keep the better cards")          \
    X(DISCARD, "the card is hard to complete for its points")                  \
    X(KEEP, "every card is worth keeping")                                     \
    X(DRAW, "the best mix of combos and actions")                              \
    X(ONLY, "there is no other move")

typedef enum tio_reason {
#define X(name, words) TIO_REASON_##name,
    TIO_REASONS(X)
#undef X
        TIO_REASON_COUNT
} tio_reason;

/* "COMPLETES", and a few English words without a full stop. */
TIO_API const char *tio_reason_name(tio_reason reason);
TIO_API const char *tio_reason_words(tio_reason reason);

#define TIO_HINTS 16

typedef struct tio_hint_move {
    tio_move move;
    int32_t gain;   /* expected net of the round, in thousandths of a point */
    int32_t spread; /* its standard deviation, in thousandths */
    uint16_t win;   /* chance to win the game, of 10000; a shared win counts
                       in parts */
    uint16_t combo[TIO_HAND_CARDS]; /* chance of completing it this round, of
                                       10000, by place in the hand */
    uint8_t reason;                 /* tio_reason */
    uint8_t card;                   /* place in the hand, or TIO_NONE */
    uint8_t seat;                   /* another player, or TIO_NONE */
} tio_hint_move;

/* The sensible moves, the best first: that is what `expert` plays with the
 * same view, budget and random numbers. */
typedef struct tio_hint {
    unsigned count;
    tio_hint_move move[TIO_HINTS];
} tio_hint;

/* The view's seat must be one that has to decide, or the hint is empty. */
TIO_API void tio_hint_of(const tio_view *view, const tio_deck *deck,
                         const tio_budget *budget, tio_random *random,
                         tio_hint *out);

/* ---- Library ----------------------------------------------------------- */

TIO_API const char *tio_version(void);

#ifdef __cplusplus
}
#endif
#endif
