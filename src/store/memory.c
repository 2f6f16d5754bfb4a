/* The store of tests and of servers that may forget: everything is a node of
 * one ordered list (events by table and number, values by name, records by
 * table and game and once more by time), so that every reading function is a
 * walk along it. Nothing is allocated while a batch is taken back. */
#include "store/backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEVELS 20

/* In the order of the list. */
enum node_kind { NODE_EVENT, NODE_RECORD, NODE_TIME, NODE_VALUE };

struct node {
    enum node_kind kind;
    uint64_t age; /* NODE_TIME: UINT64_MAX less the time, else 0 */
    char key[STORE_KEY];
    uint64_t number;
    const char *about;
    const char *bytes;
    size_t size;
    unsigned levels;
    struct node **next; /* `levels` of them, behind the struct */
};

/* What was done to the list since the batch began. */
struct step {
    struct node *node;
    bool added;
};

struct memory_store {
    struct store store;
    struct node *head[LEVELS];
    uint64_t random; /* how tall the next node is: its speed, nothing else */
    struct step *steps;
    size_t steps_count, steps_room;
};

static struct memory_store *of(struct store *store)
{
    return (struct memory_store *)store;
}

/* ---- The list ----------------------------------------------------------- */

/* Where in the list something is or would be. */
struct spot {
    enum node_kind kind;
    uint64_t age;
    const char *key;
    uint64_t number;
};

static int compare(const struct node *node, const struct spot *spot)
{
    if (node->kind != spot->kind)
        return node->kind < spot->kind ? -1 : 1;
    if (node->age != spot->age)
        return node->age < spot->age ? -1 : 1;
    int keys = strcmp(node->key, spot->key);
    if (keys != 0)
        return keys;
    if (node->number != spot->number)
        return node->number < spot->number ? -1 : 1;
    return 0;
}

/* For each level the link that leads to the first node not before the spot.
 * Returns the last node before it, or NULL. */
static struct node *find(struct memory_store *memory, const struct spot *spot,
                         struct node **links[LEVELS])
{
    struct node *before = NULL;
    for (unsigned level = LEVELS; level-- > 0;) {
        struct node **link =
            before ? &before->next[level] : &memory->head[level];
        while (*link && compare(*link, spot) < 0) {
            before = *link;
            link = &before->next[level];
        }
        links[level] = link;
    }
    return before;
}

static struct node *first_from(struct memory_store *memory,
                               const struct spot *spot)
{
    struct node **links[LEVELS];
    find(memory, spot, links);
    return *links[0];
}

static struct spot spot_of(const struct node *node)
{
    return (struct spot){node->kind, node->age, node->key, node->number};
}

static void link_node(struct memory_store *memory, struct node *node)
{
    struct node **links[LEVELS];
    struct spot spot = spot_of(node);
    find(memory, &spot, links);
    for (unsigned level = 0; level < node->levels; level++) {
        node->next[level] = *links[level];
        *links[level] = node;
    }
}

static void unlink_node(struct memory_store *memory, struct node *node)
{
    struct node **links[LEVELS];
    struct spot spot = spot_of(node);
    find(memory, &spot, links);
    for (unsigned level = 0; level < node->levels; level++)
        *links[level] = node->next[level];
}

/* One node in four is taller by a level than the others. */
static unsigned random_height(struct memory_store *memory)
{
    unsigned height = 1;
    memory->random ^= memory->random << 13;
    memory->random ^= memory->random >> 7;
    memory->random ^= memory->random << 17;
    for (uint64_t bits = memory->random; height < LEVELS && !(bits & 3);
         bits >>= 2)
        height++;
    return height;
}

static struct node *new_node(struct memory_store *memory,
                             const struct spot *spot, const char *about,
                             const char *bytes, size_t size)
{
    unsigned levels = random_height(memory);
    size_t links = levels * sizeof(struct node *);
    size_t text = strlen(about) + 1;
    struct node *node = malloc(sizeof *node + links + text + size);
    if (!node)
        return NULL;
    *node = (struct node){.kind = spot->kind,
                          .age = spot->age,
                          .number = spot->number,
                          .size = size,
                          .levels = levels,
                          .next = (struct node **)(node + 1)};
    memcpy(node->key, spot->key, strlen(spot->key) + 1);
    char *data = (char *)(node + 1) + links;
    memcpy(data, about, text);
    if (size)
        memcpy(data + text, bytes, size);
    node->about = data;
    node->bytes = data + text;
    return node;
}

/* ---- Batches ------------------------------------------------------------ */

static bool note(struct memory_store *memory, struct node *node, bool added)
{
    if (memory->steps_count == memory->steps_room) {
        size_t room = memory->steps_room ? 2 * memory->steps_room : 64;
        struct step *steps = realloc(memory->steps, room * sizeof *steps);
        if (!steps)
            return false;
        memory->steps = steps;
        memory->steps_room = room;
    }
    memory->steps[memory->steps_count++] = (struct step){node, added};
    return true;
}

static enum store_status no_memory(struct memory_store *memory)
{
    return store_fail(&memory->store, STORE_FAILED, "out of memory");
}

static enum store_status put_in(struct memory_store *memory,
                                const struct spot *spot, const char *about,
                                const char *bytes, size_t size)
{
    struct node *node = new_node(memory, spot, about, bytes, size);
    if (!node || !note(memory, node, true)) {
        free(node);
        return no_memory(memory);
    }
    link_node(memory, node);
    return STORE_OK;
}

static enum store_status take_out(struct memory_store *memory,
                                  struct node *node)
{
    if (!note(memory, node, false))
        return no_memory(memory);
    unlink_node(memory, node);
    return STORE_OK;
}

/* Takes out all nodes of a kind under a key. */
static enum store_status take_all(struct memory_store *memory,
                                  enum node_kind kind, const char *key)
{
    enum store_status status = STORE_OK;
    struct spot spot = {kind, 0, key, 0};
    struct node *node = first_from(memory, &spot);
    while (status == STORE_OK && node && node->kind == kind &&
           strcmp(node->key, key) == 0) {
        struct node *next = node->next[0];
        status = take_out(memory, node);
        node = next;
    }
    return status;
}

static uint64_t last_seq(struct memory_store *memory, const char *table)
{
    struct node **links[LEVELS];
    struct spot spot = {NODE_EVENT, 0, table, UINT64_MAX};
    const struct node *before = find(memory, &spot, links);
    return before && before->kind == NODE_EVENT &&
                   strcmp(before->key, table) == 0
               ? before->number
               : 0;
}

static struct node *exactly(struct memory_store *memory,
                            const struct spot *spot)
{
    struct node *node = first_from(memory, spot);
    return node && compare(node, spot) == 0 ? node : NULL;
}

static enum store_status append(struct memory_store *memory,
                                const struct store_op *op)
{
    if (op->number != last_seq(memory, op->key) + 1)
        return store_fail(&memory->store, STORE_CONFLICT, STORE_NOT_NEXT);
    struct spot spot = {NODE_EVENT, 0, op->key, op->number};
    return put_in(memory, &spot, "", op->bytes, op->size);
}

static enum store_status trim(struct memory_store *memory,
                              const struct store_op *op)
{
    enum store_status status = STORE_OK;
    if (!exactly(memory, &(struct spot){NODE_EVENT, 0, op->key, op->number}))
        return store_fail(&memory->store, STORE_CONFLICT, STORE_NOT_THERE);
    struct node *node =
        first_from(memory, &(struct spot){NODE_EVENT, 0, op->key, 0});
    while (status == STORE_OK && node->number < op->number) {
        struct node *next = node->next[0];
        status = take_out(memory, node);
        node = next;
    }
    return status;
}

static enum store_status record(struct memory_store *memory,
                                const struct store_op *op)
{
    struct spot spot = {NODE_RECORD, 0, op->key, op->number};
    struct spot by_time = {NODE_TIME, UINT64_MAX - op->time, op->key,
                           op->number};
    if (exactly(memory, &spot))
        return store_fail(&memory->store, STORE_CONFLICT,
                          "a record is there already");
    enum store_status status = put_in(memory, &spot, "", op->bytes, op->size);
    if (status == STORE_OK)
        status = put_in(memory, &by_time, op->about, "", 0);
    return status;
}

/* Records are found by time, too, and the time is not known here. */
static enum store_status delete_records(struct memory_store *memory,
                                        const char *table)
{
    enum store_status status = take_all(memory, NODE_RECORD, table);
    struct spot spot = {NODE_TIME, 0, "", 0};
    struct node *node = first_from(memory, &spot);
    while (status == STORE_OK && node && node->kind == NODE_TIME) {
        struct node *next = node->next[0];
        if (strcmp(node->key, table) == 0)
            status = take_out(memory, node);
        node = next;
    }
    return status;
}

static enum store_status apply(struct memory_store *memory,
                               const struct store_op *op)
{
    enum store_status status = STORE_OK;
    switch (op->kind) {
    case STORE_OP_APPEND:
        return append(memory, op);
    case STORE_OP_TRIM:
        return trim(memory, op);
    case STORE_OP_RECORD:
        return record(memory, op);
    case STORE_OP_ARCHIVE:
        return take_all(memory, NODE_EVENT, op->key);
    case STORE_OP_DELETE:
        status = take_all(memory, NODE_EVENT, op->key);
        return status == STORE_OK ? delete_records(memory, op->key) : status;
    case STORE_OP_PUT:
        status = take_all(memory, NODE_VALUE, op->key);
        if (status != STORE_OK)
            return status;
        return put_in(memory, &(struct spot){NODE_VALUE, 0, op->key, 0}, "",
                      op->bytes, op->size);
    case STORE_OP_REMOVE:
        return take_all(memory, NODE_VALUE, op->key);
    }
    return status;
}

static enum store_status memory_commit(struct store *store,
                                       const struct store_op *first)
{
    struct memory_store *memory = of(store);
    enum store_status status = STORE_OK;
    for (const struct store_op *op = first; op && status == STORE_OK;
         op = op->next)
        status = apply(memory, op);
    if (status == STORE_OK) {
        for (size_t i = 0; i < memory->steps_count; i++) {
            if (!memory->steps[i].added)
                free(memory->steps[i].node);
        }
    } else {
        for (size_t i = memory->steps_count; i-- > 0;) {
            struct node *node = memory->steps[i].node;
            if (memory->steps[i].added) {
                unlink_node(memory, node);
                free(node);
            } else {
                link_node(memory, node);
            }
        }
    }
    memory->steps_count = 0;
    return status;
}

/* ---- Reading ------------------------------------------------------------ */

static enum store_status memory_load(struct store *store, const char *table,
                                     uint64_t after, store_event_visit *visit,
                                     void *context)
{
    if (last_seq(of(store), table) == 0)
        return STORE_MISSING;
    if (after >= STORE_NUMBER_MAX)
        return STORE_OK;
    struct spot spot = {NODE_EVENT, 0, table, after + 1};
    const struct node *node = first_from(of(store), &spot);
    while (node && node->kind == NODE_EVENT && strcmp(node->key, table) == 0 &&
           visit(context, node->number, node->bytes, node->size))
        node = node->next[0];
    return STORE_OK;
}

static enum store_status memory_tables(struct store *store,
                                       store_table_visit *visit, void *context)
{
    struct spot spot = {NODE_EVENT, 0, "", 0};
    const struct node *node = first_from(of(store), &spot);
    while (node && node->kind == NODE_EVENT) {
        spot = (struct spot){NODE_EVENT, 0, node->key, UINT64_MAX};
        if (!visit(context, node->key, last_seq(of(store), node->key)))
            break;
        node = first_from(of(store), &spot);
    }
    return STORE_OK;
}

static enum store_status memory_records(struct store *store, uint64_t before,
                                        const char *table, unsigned game,
                                        store_record_visit *visit,
                                        void *context)
{
    struct spot spot = {NODE_TIME, UINT64_MAX - before, table,
                        (uint64_t)game + 1};
    const struct node *node = first_from(of(store), &spot);
    while (node && node->kind == NODE_TIME &&
           visit(context, node->key, (unsigned)node->number,
                 UINT64_MAX - node->age, node->about))
        node = node->next[0];
    return STORE_OK;
}

static enum store_status copy_of(struct store *store, const struct spot *spot,
                                 void **bytes, size_t *size)
{
    const struct node *node = exactly(of(store), spot);
    if (!node)
        return STORE_MISSING;
    return store_copy(store, node->bytes, node->size, bytes, size);
}

static enum store_status memory_read_record(struct store *store,
                                            const char *table, unsigned game,
                                            void **bytes, size_t *size)
{
    return copy_of(store, &(struct spot){NODE_RECORD, 0, table, game}, bytes,
                   size);
}

static enum store_status memory_get(struct store *store, const char *name,
                                    void **bytes, size_t *size)
{
    return copy_of(store, &(struct spot){NODE_VALUE, 0, name, 0}, bytes, size);
}

static void memory_close(struct store *store)
{
    struct memory_store *memory = of(store);
    for (struct node *node = memory->head[0], *next; node; node = next) {
        next = node->next[0];
        free(node);
    }
    free(memory->steps);
    free(memory);
}

static const struct store_methods memory_methods = {
    .close = memory_close,
    .commit = memory_commit,
    .load = memory_load,
    .tables = memory_tables,
    .records = memory_records,
    .read_record = memory_read_record,
    .get = memory_get,
};

struct store *store_open_memory(char why[STORE_WHY])
{
    struct memory_store *memory = calloc(1, sizeof *memory);
    if (!memory) {
        snprintf(why, STORE_WHY, "out of memory");
        return NULL;
    }
    store_init(&memory->store, &memory_methods);
    memory->random = 0x9e3779b97f4a7c15;
    return &memory->store;
}
