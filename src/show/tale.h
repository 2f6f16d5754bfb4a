/* What happened, as one reader may be told it: a short list of *phrases*, each
 * an id with typed arguments. A tale is made here, once, of what the reader
 * sees; terminals, the wire and the page only fill the sentences of phrases.def,
 * each in its own language and with its own words for dice and cards. Whatever
 * moves dice on a screen reads the same arguments. */
#ifndef SHOW_TALE_H
#define SHOW_TALE_H

#include "tioli.h"

/* How a phrase is told. */
#define TALE_MARKS(X)                                                          \
    X(TOLD, "told")                                                            \
    X(PART, "part")     /* an item of what the phrase before announces */      \
    X(DETAIL, "detail") /* of such an item; where there are no pictures */     \
    X(LINES, "lines")   /* where there are no pictures */                      \
    X(ASIDE, "aside")   /* where many small things are told */

enum tale_mark {
#define X(name, word) TALE_##name,
    TALE_MARKS(X)
#undef X
        TALE_MARK_COUNT
};

/* The sorts of arguments, and the member of union tale_value that has it. */
#define TALE_ARGS(X)                                                           \
    X(END, "")                                                                 \
    X(WHO, "who")         /* the phrase's seat, unless that is the reader */   \
    X(NAME, "name")       /* name: somebody's as it was then */                \
    X(LEVEL, "level")     /* name: of a bot's level, or of a program */        \
    X(NUMBER, "number")   /* number */                                         \
    X(DIE, "die")         /* die */                                            \
    X(FACE, "face")       /* die: of which the face is told */                 \
    X(DICE, "dice")       /* dice */                                           \
    X(THESE, "these")     /* dice: that a player chooses */                    \
    X(CARD, "card")       /* number: of the deck */                            \
    X(ACTION, "action")   /* action: what its card says */                     \
    X(CHIPS, "chips")     /* number */                                         \
    X(POINTS, "points")   /* number */                                         \
    X(COMBOS, "combos")   /* number */                                         \
    X(ACTIONS, "actions") /* number */                                         \
    X(RED, "red")         /* dice: what those on a card cost */                \
    X(COST, "cost")       /* dice: what those on no card cost */               \
    X(SCORE, "score")     /* each: points and chips */                         \
    X(TOTALS, "totals")   /* each: a total for each seat */                    \
    X(SEATS, "seats")     /* number: of those that have names */

enum tale_arg {
#define X(name, word) TALE_ARG_##name,
    TALE_ARGS(X)
#undef X
        TALE_ARG_COUNT
};

#define TALE_VALUES 5 /* arguments of a phrase at the most */

union tale_value {
    int64_t number;
    tio_kind die;
    tio_dice dice;
    tio_action action;
    const char *name; /* lives as long as what the tale was made of */
    struct {
        uint8_t count;
        int16_t of[TIO_MAX_PLAYERS];
    } each;
};

enum tale_id {
#define X(id, ...) TALE_OF_##id,
#include "show/phrases.def"
#undef X
    TALE_IDS
};

struct tale_row {
    const char *code; /* "TAKES" */
    uint8_t mark;
    uint8_t arg[TALE_VALUES + 1]; /* enum tale_arg, up to TALE_ARG_END */
};

/* The sentences of a row, to be translated: separate from it, because whoever
 * only passes tales on. */
struct tale_sentences {
    const char *you;   /* NULL: like any other */
    const char *other; /* NULL: is told to the reader alone */
};

extern const struct tale_row tale_rows[TALE_IDS];
extern const struct tale_sentences tale_sentences[TALE_IDS];
extern const char *const tale_arg_words[TALE_ARG_COUNT];
extern const char *const tale_mark_words[TALE_MARK_COUNT];

struct tale_phrase {
    uint8_t id;
    uint8_t seat;                        /* that it is about, or TIO_NONE */
    union tale_value value[TALE_VALUES]; /* by the row; none for WHO */
};

/* A round with five players on whose every card there are dice. */
#define TALE_PHRASES 48

struct tale {
    unsigned count;
    struct tale_phrase phrase[TALE_PHRASES];
};

typedef union tale_value tale_values[TALE_VALUES];

/* Adds a phrase; no values: `tale_nothing`. */
void tale_add(struct tale *tale, enum tale_id id, unsigned seat,
              const tale_values values);
extern const tale_values tale_nothing;

/* What has to be known of the position before a move. All can see it. */
struct tale_ground {
    tio_dice rolling;
    tio_dice taken[TIO_MAX_PLAYERS];
    uint8_t round;
    uint8_t turn;
    uint8_t took;
    uint8_t aim;
};

struct tale_ground tale_ground_of(const tio_game *before);

/* True if the move ended a round and scored it. */
bool tale_scores(const tio_move *move, const tio_game *after);

/* Adds what a move, as the view's seat sees it, has brought. Choices that all
 * make together are told when the last of them has chosen. */
void tale_move(struct tale *tale, const tio_deck *deck,
               const struct tale_ground *ground, const tio_move *seen,
               const tio_view *after);

/* Adds what an action does, in a group of phrases: TALE_OF_REROLLS when it was
 * played, TALE_OF_PLAN_REROLL or TALE_OF_WILL_REROLL before. */
void tale_play(struct tale *tale, enum tale_id first, const tio_move *move);

#endif
