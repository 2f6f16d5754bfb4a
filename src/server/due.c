/* The heap of moments. */
#include "server/due.h"

#include <assert.h>
#include <stdlib.h>

#include "base/grow.h"

bool due_reserve(struct due *due, size_t count)
{
    return grow(&due->heap, count, &due->room, sizeof(struct lobby_table *));
}

void due_free(struct due *due)
{
    free(due->heap);
    *due = (struct due){0};
}

static void put(struct due *due, size_t place, struct lobby_table *table)
{
    due->heap[place] = table;
    table->heap_place = place;
}

static void rise(struct due *due, size_t place, struct lobby_table *table)
{
    while (place > 1 && due->heap[place / 2]->due > table->due) {
        put(due, place, due->heap[place / 2]);
        place /= 2;
    }
    put(due, place, table);
}

static void sink(struct due *due, size_t place, struct lobby_table *table)
{
    for (;;) {
        size_t child = place * 2;
        if (child > due->count)
            break;
        if (child < due->count &&
            due->heap[child + 1]->due < due->heap[child]->due)
            child++;
        if (due->heap[child]->due >= table->due)
            break;
        put(due, place, due->heap[child]);
        place = child;
    }
    put(due, place, table);
}

static void take_out(struct due *due, struct lobby_table *table)
{
    size_t place = table->heap_place;
    struct lobby_table *last = due->heap[due->count--];
    table->heap_place = 0;
    if (last == table)
        return;
    rise(due, place, last);
    sink(due, last->heap_place, last);
}

void due_set(struct due *due, struct lobby_table *table, uint64_t when)
{
    if (table->heap_place)
        take_out(due, table);
    table->due = when;
    if (when == TABLE_NEVER)
        return;
    assert(due->count + 1 < due->room);
    rise(due, ++due->count, table);
}

struct lobby_table *due_first(const struct due *due)
{
    return due->count ? due->heap[1] : NULL;
}
