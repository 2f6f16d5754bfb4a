/* The list of players, weakest first. */
#include "bots/bots.h"

#include <string.h>

/* Marks a text for the translators; the library itself translates nothing. */
#define N_(text) text

static const tio_bot bots[] = {
    {"random", N_("takes, passes and acts at random"), false, random_choose},
    {"easy", N_("collects what fits its cards, now and then carelessly"), false,
     easy_choose},
    {"normal",
     N_("looks three dice ahead for its own cards and plays its actions"),
     false, normal_choose},
    {"hard", N_("plays the round out in its mind, a few hundred times"), true,
     hard_choose},
    {"expert",
     N_("guesses your cards from what you take and plays thousands of rounds "
        "out"),
     true, expert_choose},
};

const tio_bot *tio_bot_at(unsigned index)
{
    return index < sizeof bots / sizeof *bots ? &bots[index] : NULL;
}

const tio_bot *tio_bot_named(const char *name)
{
    for (unsigned i = 0; i < sizeof bots / sizeof *bots; i++)
        if (strcmp(bots[i].name, name) == 0)
            return &bots[i];
    return NULL;
}
