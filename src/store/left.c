/* What a commit leaves out: the tables about which somebody else has written. A
 * store decides which they are; the list, and which operations that means, are
 * the same for all of them. */
#define _POSIX_C_SOURCE 200809L

#include "store/backend.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct store_left {
    struct store_left *next;
    struct map_link link;
    char table[STORE_KEY];
};

const char *store_op_table(const struct store_op *op)
{
    switch (op->kind) {
    case STORE_OP_APPEND:
    case STORE_OP_BEGIN:
    case STORE_OP_TRIM:
    case STORE_OP_RECORD:
    case STORE_OP_ABOUT:
    case STORE_OP_ARCHIVE:
    case STORE_OP_DELETE:
    case STORE_OP_OWNER:
        return op->key;
    case STORE_OP_ENTER:
    case STORE_OP_CLAIM:
        return op->more;
    case STORE_OP_REMOVE: /* a name that a table gives free */
        return op->more_size ? op->more : NULL;
    case STORE_OP_PUT:
    case STORE_OP_EXPIRE_RECORDS:
    case STORE_OP_EXPIRE_ENTRIES:
    case STORE_OP_EXPIRE_VALUES:
        break;
    }
    return NULL;
}

static struct store_left *find(const struct store *store, const char *table)
{
    return MAP_THING(
        map_find(&store->left_by_table, table, strlen(table), NULL),
        struct store_left, link);
}

void store_left_clear(struct store *store)
{
    map_clear(&store->left_by_table);
    while (store->left) {
        struct store_left *next = store->left->next;
        free(store->left);
        store->left = next;
    }
    store->left_end = &store->left;
}

bool store_leave_out(struct store *store, const char *table)
{
    if (!store->left_by_table.slot && !map_init(&store->left_by_table))
        return false;
    if (find(store, table))
        return true;
    struct store_left *left = calloc(1, sizeof *left);
    if (!left)
        return false;
    snprintf(left->table, sizeof left->table, "%s", table);
    map_add(&store->left_by_table, &left->link, left->table, strlen(table));
    *store->left_end = left;
    store->left_end = &left->next;
    return true;
}

bool store_left_begin(struct store *store, const struct store_op *first)
{
    bool good = true;
    store_left_clear(store);
    for (const struct store_op *op = first; op && good; op = op->next)
        if (op->kind == STORE_OP_CLAIM && (op->marks & STORE_CLAIM_TAKEN))
            good = store_leave_out(store, op->more);
    return good;
}

bool store_leaves_out(const struct store *store, const char *table)
{
    return store->left && find(store, table);
}

bool store_is_left_out(const struct store *store, const struct store_op *op)
{
    const char *table = store->left ? store_op_table(op) : NULL;
    return table && find(store, table);
}

const char *store_left_out(const struct store *store, const char *last)
{
    assert(!store->committing);
    const struct store_left *next = store->left;
    if (last) {
        const struct store_left *before = find(store, last);
        next = before ? before->next : NULL;
    }
    return next ? next->table : NULL;
}
