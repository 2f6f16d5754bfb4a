/* Decks by content: tables that play with the same cards share them, because a
 * deck is larger than all else about a table. Built-in decks are always there;
 * own ones live as long as a table holds them. For one thread. */
#ifndef TABLE_DECKS_H
#define TABLE_DECKS_H

#include "tioli.h"

struct decks;

/* NULL if memory is out. All tables go before their decks do. */
struct decks *decks_new(void);
void decks_free(struct decks *decks);
/* Own decks that are held now. */
size_t decks_held(const struct decks *decks);

/* The deck of that name: the built-in one, or with `own_text` the one that is
 * written there, whose name must not be a built-in one's. NULL with the reason
 * in `error`, which may be NULL. */
const tio_deck *deck_share(struct decks *decks, const char *name,
                           const char *own_text, tio_text_error *error);
/* One more holder of a deck that deck_share() gave. */
const tio_deck *deck_hold(struct decks *decks, const tio_deck *deck);
/* Whether it is, by the pointer: a deck with the same cards may be an own one. */
bool deck_is_builtin(const tio_deck *deck);
/* NULL if none has that name. */
const tio_deck *deck_builtin_named(const char *name);
/* Takes NULL. */
void deck_release(struct decks *decks, const tio_deck *deck);

#endif
