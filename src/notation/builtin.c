/* The built-in decks, read from their text when one is first asked for. This
 * cache is the library's only variable state: it is written once, by whichever
 * thread comes first, and never changes after that. */
#include "notation/builtin.h"

#include <assert.h>
#include <stdatomic.h>

#include "tioli.h"

#define MOST_BUILTIN 8

enum { UNREAD, READING, READ };

static tio_deck cache[MOST_BUILTIN];
static atomic_int cache_state;

static void read_all(void)
{
    for (unsigned i = 0; i < builtin_deck_count && i < MOST_BUILTIN; i++) {
        const struct builtin_deck *source = &builtin_decks[i];
        tio_error code = tio_deck_parse(source->text, source->length,
                                        source->name, &cache[i], NULL);
        assert(code == TIO_OK);
        (void)code;
    }
}

/* Neither pthread_once nor call_once exists in the browser's C library. So a
 * second thread spins until the first is done: reading takes under a millisecond
 * and happens once. */
static void read_once(void)
{
    int expected = UNREAD;
    if (atomic_load_explicit(&cache_state, memory_order_acquire) == READ)
        return;
    if (atomic_compare_exchange_strong(&cache_state, &expected, READING)) {
        read_all();
        atomic_store_explicit(&cache_state, READ, memory_order_release);
        return;
    }
    while (atomic_load_explicit(&cache_state, memory_order_acquire) != READ)
        continue;
}

const tio_deck *tio_deck_builtin(unsigned index)
{
    assert(builtin_deck_count <= MOST_BUILTIN);
    if (index >= builtin_deck_count || index >= MOST_BUILTIN)
        return NULL;
    read_once();
    return &cache[index];
}

const tio_deck *builtin_by_hash(uint64_t hash)
{
    const tio_deck *deck;
    for (unsigned i = 0; (deck = tio_deck_builtin(i)); i++)
        if (deck->hash == hash)
            return deck;
    return NULL;
}

const char *tio_version(void)
{
    return TIOLI_VERSION;
}
