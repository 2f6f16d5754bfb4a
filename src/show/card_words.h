/* What cards say in words, once for terminals and page: the sentences that both
 * put together, to be translated where they are shown. A new kind of action gets
 * its row here. Adjectives agree with their nouns in most languages, so every
 * colour has whole phrases of its own, which fit after a verb. */
#ifndef SHOW_CARD_WORDS_H
#define SHOW_CARD_WORDS_H

#include "tioli.h"

/* The colours of dice as people see them. */
enum shade { ORANGE, BLUE, WHITE, BLACK, RED, ANY, SHADES };

/* By edition: light, dark, red, either. */
extern const uint8_t card_shades[TIO_EDITIONS][4];

/* A phrase for each shade of dice, or where one serves them all, for ANY. */
typedef const char *const phrases[SHADES];

/* Forms of a phrase for one and for more. */
struct card_forms {
    const char *one;
    const char *many;
};

struct combo_words {
    const char *number[10]; /* "two", as it stands before a noun */
    phrases a_face;         /* "an orange %u" */
    phrases any_die;
    phrases any_number;
    struct card_forms faces[SHADES]; /* "%s orange %us": a number and a face */
    struct card_forms dice[SHADES];  /* "%s orange dice" */
    struct card_forms of_sum;        /* the same of any colour, on a sum */
    /* Dice and what they add up to, or what one of them shows. */
    const char *exactly, *more, *less;
    const char *one_exactly, *one_more, *one_less;
    const char *cost; /* "%s, for %s": an action and the chips for it */
};

extern const struct combo_words combo_words;

/* An action by the card's colour, or for ANY where it makes no difference. */
struct action_words {
    const char *code;
    phrases whole; /* what it does: "re-roll all the red dice in the tray" */
    phrases brief; /* where the whole can be read nearby, and as a title */
};

extern const struct action_words action_words[TIO_ACTION_KINDS];

#endif
