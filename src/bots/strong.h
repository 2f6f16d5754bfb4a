/* How much the strong bots search when nobody says otherwise. */
#ifndef TIOLI_BOTS_STRONG_H
#define TIOLI_BOTS_STRONG_H

#include "bots/search.h"

struct strength {
    struct search_setting search;
    unsigned casts; /* of the dice, to judge a hand between the rounds */
};

extern const struct strength strength_hard;
extern const struct strength strength_expert;

#endif
