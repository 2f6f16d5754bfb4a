/* What players can say to each other at a table: these eight things and nothing
 * else. A reaction is not an event: it is told to whoever is there, and nobody
 * keeps it. */
#ifndef SHOW_REACTIONS_H
#define SHOW_REACTIONS_H

#include "i18n/i18n.h"

/* Name, the word on the wire, and what people read. */
#define SHOW_REACTIONS(X)                                                      \
    X(HELLO, "hello", N_("Hello!"))                                            \
    X(LUCK, "luck", N_("Good luck!"))                                          \
    X(BRAVO, "bravo", N_("Bravo!"))                                            \
    X(WOW, "wow", N_("Wow!"))                                                  \
    X(LAUGH, "laugh", N_("Ha ha!"))                                            \
    X(OUCH, "ouch", N_("Ouch!"))                                               \
    X(HURRY, "hurry", N_("Your turn!"))                                        \
    X(THANKS, "thanks", N_("Thanks!"))

enum show_reaction {
#define X(name, word, words) SHOW_REACTION_##name,
    SHOW_REACTIONS(X)
#undef X
        SHOW_REACTION_COUNT
};

#endif
