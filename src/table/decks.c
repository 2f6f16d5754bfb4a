/* A short list is enough: few tables have own decks, and one is looked for only
 * when a table is made or loaded. */
#include "table/decks.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct held {
    struct held *next;
    size_t holders;
    tio_deck deck;
};

struct decks {
    struct held *first;
};

struct decks *decks_new(void)
{
    return calloc(1, sizeof(struct decks));
}

void decks_free(struct decks *decks)
{
    if (!decks)
        return;
    while (decks->first) {
        struct held *held = decks->first;
        decks->first = held->next;
        free(held);
    }
    free(decks);
}

size_t decks_held(const struct decks *decks)
{
    size_t count = 0;
    for (const struct held *held = decks->first; held; held = held->next)
        count++;
    return count;
}

const tio_deck *deck_builtin_named(const char *name)
{
    const tio_deck *deck;
    for (unsigned i = 0; (deck = tio_deck_builtin(i)); i++)
        if (strcmp(deck->name, name) == 0)
            return deck;
    return NULL;
}

bool deck_is_builtin(const tio_deck *deck)
{
    const tio_deck *other;
    for (unsigned i = 0; (other = tio_deck_builtin(i)); i++)
        if (other == deck)
            return true;
    return false;
}

static const tio_deck *refuse(tio_text_error *error, const char *what)
{
    if (error) {
        error->line = 1;
        error->column = 1;
        (void)snprintf(error->what, sizeof error->what, "%s", what);
    }
    return NULL;
}

/* Card by card: structs have gaps whose bytes say nothing. */
static bool same_combo(const tio_combo *a, const tio_combo *b)
{
    if (a->points != b->points || a->slots != b->slots ||
        a->colour != b->colour || a->count != b->count || a->low != b->low ||
        a->high != b->high)
        return false;
    for (unsigned i = 0; i < a->slots; i++)
        if (a->slot[i].colour != b->slot[i].colour ||
            a->slot[i].face != b->slot[i].face)
            return false;
    return true;
}

static bool same_deck(const tio_deck *a, const tio_deck *b)
{
    if (a->hash != b->hash || strcmp(a->name, b->name) != 0 ||
        a->combos != b->combos || a->actions != b->actions)
        return false;
    for (unsigned i = 0; i < a->combos; i++)
        if (!same_combo(&a->combo[i], &b->combo[i]))
            return false;
    for (unsigned i = 0; i < a->actions; i++)
        if (!tio_action_same(a->action[i], b->action[i]))
            return false;
    return true;
}

static const tio_deck *share_own(struct decks *decks, struct held *fresh)
{
    for (struct held *held = decks->first; held; held = held->next) {
        if (same_deck(&held->deck, &fresh->deck)) {
            free(fresh);
            held->holders++;
            return &held->deck;
        }
    }
    fresh->holders = 1;
    fresh->next = decks->first;
    decks->first = fresh;
    return &fresh->deck;
}

const tio_deck *deck_share(struct decks *decks, const char *name,
                           const char *own_text, tio_text_error *error)
{
    const tio_deck *builtin = deck_builtin_named(name);
    if (!own_text)
        return builtin ? builtin : refuse(error, "there is no such deck");
    if (builtin)
        return refuse(error, "an own deck needs a name of its own");
    struct held *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return refuse(error, "out of memory");
    if (tio_deck_parse(own_text, strlen(own_text), name, &fresh->deck, error)) {
        free(fresh);
        return NULL;
    }
    return share_own(decks, fresh);
}

static struct held **find(struct decks *decks, const tio_deck *deck)
{
    struct held **link = &decks->first;
    while (*link && &(*link)->deck != deck)
        link = &(*link)->next;
    assert(*link && "a deck that nobody shares");
    return link;
}

const tio_deck *deck_hold(struct decks *decks, const tio_deck *deck)
{
    if (deck && !deck_is_builtin(deck))
        (*find(decks, deck))->holders++;
    return deck;
}

void deck_release(struct decks *decks, const tio_deck *deck)
{
    if (!deck || deck_is_builtin(deck))
        return;
    struct held **link = find(decks, deck);
    struct held *held = *link;
    if (--held->holders > 0)
        return;
    *link = held->next;
    free(held);
}
