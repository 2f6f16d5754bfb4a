/* The list of players, weakest first. */
#include "bots/bots.h"

#include <string.h>

static const tio_bot bots[] = {
    {"random", "takes, passes and acts at random", random_choose},
    {"greedy",
     "takes the die that promises the best lay-out, passes when none "
     "does",
     greedy_choose},
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
