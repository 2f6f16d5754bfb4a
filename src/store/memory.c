/* The store of tests and of servers that may forget: everything is a node of
 * one ordered list (events by table and number, values by name, entries by list
 * and time, records by table and game and once more by time), so that every
 * reading function is a walk along it. Nothing is allocated while a batch is
 * taken back. */
#include "store/backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEVELS 20

/* In the order of the list. */
enum node_kind {
    NODE_EVENT,
    NODE_ABOUT,
    NODE_RECORD,
    NODE_TIME,   /* a record's time and text */
    NODE_LISTED, /* the same, of those that are listed */
    NODE_ENTRY,
    NODE_VALUE,
    NODE_KINDS
};

struct node {
    enum node_kind kind;
    uint64_t age; /* of what is found by time: UINT64_MAX less it; else 0 */
    char key[STORE_KEY];
    uint64_t number; /* NODE_ENTRY: the later it was entered the smaller */
    uint64_t time;   /* NODE_RECORD, NODE_VALUE */
    uint64_t game;   /* NODE_ENTRY */
    bool kept;       /* NODE_RECORD, NODE_ENTRY */
    const char *about;
    const char *bytes; /* NODE_ENTRY: the table's id */
    const char *more;  /* NODE_RECORD: who may read it */
    size_t size;
    size_t more_size;
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
    uint64_t random;  /* how tall the next node is: its speed, nothing else */
    uint64_t entered; /* entries, ever */
    uint64_t count[NODE_KINDS];
    uint64_t bytes; /* of all nodes */
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
    int keys = strcmp(node->key, spot->key);
    /* A list is read as one piece; all else that has a time is found by it. */
    if (spot->kind == NODE_ENTRY && keys != 0)
        return keys;
    if (node->age != spot->age)
        return node->age < spot->age ? -1 : 1;
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

static size_t bytes_of(const struct node *node)
{
    return sizeof *node + node->levels * sizeof(struct node *) +
           strlen(node->about) + node->size + node->more_size;
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
    memory->count[node->kind]++;
    memory->bytes += bytes_of(node);
}

static void unlink_node(struct memory_store *memory, struct node *node)
{
    struct node **links[LEVELS];
    struct spot spot = spot_of(node);
    find(memory, &spot, links);
    for (unsigned level = 0; level < node->levels; level++)
        *links[level] = node->next[level];
    memory->count[node->kind]--;
    memory->bytes -= bytes_of(node);
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

/* A copy of `like`, which has a place, with all that it points to. */
static struct node *new_node(struct memory_store *memory,
                             const struct node *like)
{
    unsigned levels = random_height(memory);
    size_t links = levels * sizeof(struct node *);
    size_t text = strlen(like->about) + 1;
    struct node *node =
        malloc(sizeof *node + links + text + like->size + like->more_size);
    if (!node)
        return NULL;
    *node = *like;
    node->levels = levels;
    node->next = (struct node **)(node + 1);
    char *data = (char *)(node + 1) + links;
    memcpy(data, like->about, text);
    if (like->size)
        memcpy(data + text, like->bytes, like->size);
    if (like->more_size)
        memcpy(data + text + like->size, like->more, like->more_size);
    node->about = data;
    node->bytes = data + text;
    node->more = data + text + like->size;
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

static enum store_status put_in(struct memory_store *memory, const char *key,
                                const struct node *like)
{
    struct node *node = new_node(memory, like);
    if (!node || !note(memory, node, true)) {
        free(node);
        return no_memory(memory);
    }
    memcpy(node->key, key, strlen(key) + 1);
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
    return put_in(memory, op->key,
                  &(struct node){.kind = NODE_EVENT,
                                 .number = op->number,
                                 .about = "",
                                 .bytes = op->bytes,
                                 .size = op->size});
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
    struct node by_time = {.kind = NODE_TIME,
                           .age = UINT64_MAX - op->time,
                           .number = op->number,
                           .about = op->about};
    if (exactly(memory, &(struct spot){NODE_RECORD, 0, op->key, op->number}))
        return store_fail(&memory->store, STORE_CONFLICT,
                          "a record is there already");
    enum store_status status =
        put_in(memory, op->key,
               &(struct node){.kind = NODE_RECORD,
                              .number = op->number,
                              .time = op->time,
                              .kept = op->marks & STORE_KEPT,
                              .about = "",
                              .bytes = op->bytes,
                              .size = op->size,
                              .more = op->more,
                              .more_size = op->more_size});
    if (status == STORE_OK)
        status = put_in(memory, op->key, &by_time);
    by_time.kind = NODE_LISTED;
    if (status == STORE_OK && op->marks & STORE_LISTED)
        status = put_in(memory, op->key, &by_time);
    return status;
}

/* A record, wherever it is found. */
static enum store_status drop_record(struct memory_store *memory,
                                     struct node *node)
{
    const enum node_kind kinds[] = {NODE_TIME, NODE_LISTED};
    enum store_status status = STORE_OK;
    for (int i = 0; i < 2 && status == STORE_OK; i++) {
        struct spot spot = {kinds[i], UINT64_MAX - node->time, node->key,
                            node->number};
        struct node *other = exactly(memory, &spot);
        if (other)
            status = take_out(memory, other);
    }
    return status == STORE_OK ? take_out(memory, node) : status;
}

/* The records of a table, or those that are not to be kept. */
static enum store_status drop_records(struct memory_store *memory,
                                      const char *table, bool all)
{
    enum store_status status = STORE_OK;
    struct node *node =
        first_from(memory, &(struct spot){NODE_RECORD, 0, table, 0});
    while (status == STORE_OK && node && node->kind == NODE_RECORD &&
           strcmp(node->key, table) == 0) {
        struct node *next = node->next[0];
        if (all || !node->kept)
            status = drop_record(memory, node);
        node = next;
    }
    return status;
}

/* Entries are found by list: this looks at all of them. */
static enum store_status drop_entries(struct memory_store *memory,
                                      const char *table, bool all)
{
    enum store_status status = STORE_OK;
    struct node *node =
        first_from(memory, &(struct spot){NODE_ENTRY, 0, "", 0});
    while (status == STORE_OK && node && node->kind == NODE_ENTRY) {
        struct node *next = node->next[0];
        if ((all || !node->kept) && strcmp(node->bytes, table) == 0)
            status = take_out(memory, node);
        node = next;
    }
    return status;
}

static enum store_status drop_table(struct memory_store *memory,
                                    const char *table, bool all)
{
    enum store_status status = take_all(memory, NODE_EVENT, table);
    if (status == STORE_OK)
        status = take_all(memory, NODE_ABOUT, table);
    if (status == STORE_OK)
        status = drop_records(memory, table, all);
    if (status == STORE_OK)
        status = drop_entries(memory, table, all);
    return status;
}

static enum store_status enter(struct memory_store *memory,
                               const struct store_op *op)
{
    return put_in(memory, op->key,
                  &(struct node){.kind = NODE_ENTRY,
                                 .age = UINT64_MAX - op->time,
                                 .number = UINT64_MAX - ++memory->entered,
                                 .game = op->number,
                                 .kept = op->marks & STORE_KEPT,
                                 .about = op->about,
                                 .bytes = op->more,
                                 .size = op->more_size});
}

/* What there is once of a key is replaced. */
static enum store_status replace(struct memory_store *memory,
                                 enum node_kind kind, const struct store_op *op)
{
    enum store_status status = take_all(memory, kind, op->key);
    if (status != STORE_OK)
        return status;
    return put_in(memory, op->key,
                  &(struct node){.kind = kind,
                                 .time = op->time,
                                 .about = op->about,
                                 .bytes = op->bytes,
                                 .size = op->size});
}

/* ---- What is old -------------------------------------------------------- */

/* The time of what can become too old, or 0. */
static uint64_t time_of(const struct node *node)
{
    return node->kind == NODE_ENTRY ? UINT64_MAX - node->age : node->time;
}

static bool has_list(struct memory_store *memory, const char *name)
{
    const struct node *node =
        first_from(memory, &(struct spot){NODE_ENTRY, 0, name, 0});
    return node && node->kind == NODE_ENTRY && strcmp(node->key, name) == 0;
}

/* Which of two goes first; of the same time the record that is listed last, the
 * entry that was entered first, the first value by name. */
static bool goes_before(const struct node *node, const struct node *other)
{
    if (time_of(node) != time_of(other))
        return time_of(node) < time_of(other);
    return node->kind == NODE_RECORD ||
           (node->kind == NODE_ENTRY && node->number > other->number);
}

static struct node *oldest(struct memory_store *memory, enum store_kind which)
{
    static const enum node_kind kinds[STORE_KINDS] = {NODE_RECORD, NODE_ENTRY,
                                                      NODE_VALUE};
    enum node_kind kind = kinds[which];
    struct node *found = NULL;
    struct node *node = first_from(memory, &(struct spot){kind, 0, "", 0});
    for (; node && node->kind == kind; node = node->next[0]) {
        bool dated = kind != NODE_VALUE || node->time > 0;
        if (dated && (!found || goes_before(node, found)))
            found = node;
    }
    return found;
}

/* The oldest value with a date that comes after `last`; NULL begins. */
static struct node *next_value(struct memory_store *memory,
                               const struct node *last)
{
    struct node *found = NULL;
    struct node *node =
        first_from(memory, &(struct spot){NODE_VALUE, 0, "", 0});
    for (; node && node->kind == NODE_VALUE; node = node->next[0]) {
        bool after =
            !last || node->time > last->time ||
            (node->time == last->time && strcmp(node->key, last->key) > 0);
        if (node->time > 0 && after && (!found || node->time < found->time))
            found = node;
    }
    return found;
}

static enum store_status date_value(struct memory_store *memory,
                                    struct node *node, uint64_t time)
{
    struct node later = *node;
    later.time = time;
    enum store_status status = take_out(memory, node);
    return status == STORE_OK ? put_in(memory, later.key, &later) : status;
}

/* Of the oldest those without a list go; and of the oldest that are then there
 * those with one get a later date. */
static enum store_status expire_values(struct memory_store *memory,
                                       const struct store_op *op)
{
    enum store_status status = STORE_OK;
    for (int listed = 0; listed < 2; listed++) {
        struct node *node = next_value(memory, NULL);
        for (uint64_t i = 0; i < op->number && status == STORE_OK && node &&
                             node->time < op->time;
             i++) {
            struct node *next = next_value(memory, node);
            if (!listed && !has_list(memory, node->key))
                status = take_out(memory, node);
            else if (listed && has_list(memory, node->key))
                status = date_value(memory, node, op->time);
            node = next;
        }
    }
    return status;
}

static enum store_status expire(struct memory_store *memory,
                                enum store_kind kind, const struct store_op *op)
{
    enum store_status status = STORE_OK;
    if (kind == STORE_VALUES)
        return expire_values(memory, op);
    for (uint64_t i = 0; i < op->number && status == STORE_OK; i++) {
        struct node *node = oldest(memory, kind);
        if (!node || time_of(node) >= op->time)
            break;
        status = kind == STORE_RECORDS ? drop_record(memory, node)
                                       : take_out(memory, node);
    }
    return status;
}

static enum store_status apply(struct memory_store *memory,
                               const struct store_op *op)
{
    switch (op->kind) {
    case STORE_OP_APPEND:
        return append(memory, op);
    case STORE_OP_TRIM:
        return trim(memory, op);
    case STORE_OP_RECORD:
        return record(memory, op);
    case STORE_OP_ENTER:
        return enter(memory, op);
    case STORE_OP_ABOUT:
        return replace(memory, NODE_ABOUT, op);
    case STORE_OP_ARCHIVE:
        return drop_table(memory, op->key, false);
    case STORE_OP_DELETE:
        return drop_table(memory, op->key, true);
    case STORE_OP_PUT:
        return replace(memory, NODE_VALUE, op);
    case STORE_OP_REMOVE:
        return take_all(memory, NODE_VALUE, op->key);
    case STORE_OP_EXPIRE_RECORDS:
    case STORE_OP_EXPIRE_ENTRIES:
    case STORE_OP_EXPIRE_VALUES:
        return expire(memory, op->kind - STORE_OP_EXPIRE_RECORDS, op);
    }
    return STORE_OK;
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
        const struct node *about =
            exactly(of(store), &(struct spot){NODE_ABOUT, 0, node->key, 0});
        if (!visit(context, node->key, last_seq(of(store), node->key),
                   about ? about->about : ""))
            break;
        node = first_from(of(store), &spot);
    }
    return STORE_OK;
}

static enum store_status walk_records(struct memory_store *memory,
                                      const struct spot *from,
                                      store_record_visit *visit, void *context)
{
    const struct node *node = first_from(memory, from);
    while (node && node->kind == from->kind &&
           visit(context, node->key, (unsigned)node->number,
                 UINT64_MAX - node->age, node->about))
        node = node->next[0];
    return STORE_OK;
}

static enum store_status memory_records(struct store *store, uint64_t before,
                                        const char *table, unsigned game,
                                        store_record_visit *visit,
                                        void *context)
{
    struct spot from = {NODE_TIME, UINT64_MAX - before, table,
                        (uint64_t)game + 1};
    return walk_records(of(store), &from, visit, context);
}

static enum store_status memory_listed(struct store *store, uint64_t before,
                                       const char *table, unsigned game,
                                       store_record_visit *visit, void *context)
{
    struct spot from = {NODE_LISTED, UINT64_MAX - before, table,
                        (uint64_t)game + 1};
    return walk_records(of(store), &from, visit, context);
}

static enum store_status memory_entries(struct store *store, const char *list,
                                        unsigned most, store_entry_visit *visit,
                                        void *context)
{
    struct spot from = {NODE_ENTRY, 0, list, 0};
    const struct node *node = first_from(of(store), &from);
    while (most-- > 0 && node && node->kind == NODE_ENTRY &&
           strcmp(node->key, list) == 0 &&
           visit(context, node->bytes, (unsigned)node->game,
                 UINT64_MAX - node->age, node->kept, node->about))
        node = node->next[0];
    return STORE_OK;
}

static enum store_status memory_oldest(struct store *store,
                                       enum store_kind kind, uint64_t *time)
{
    const struct node *node = oldest(of(store), kind);
    if (node)
        *time = time_of(node);
    return node ? STORE_OK : STORE_MISSING;
}

static struct store_size memory_size(struct store *store)
{
    const struct memory_store *memory = of(store);
    return (struct store_size){
        .bytes = memory->bytes,
        .free = UINT64_MAX,
        .rows = {[STORE_RECORDS] = memory->count[NODE_RECORD],
                 [STORE_ENTRIES] = memory->count[NODE_ENTRY],
                 [STORE_VALUES] = memory->count[NODE_VALUE]},
    };
}

static enum store_status memory_read_readers(struct store *store,
                                             const char *table, unsigned game,
                                             void **bytes, size_t *size)
{
    const struct node *node =
        exactly(of(store), &(struct spot){NODE_RECORD, 0, table, game});
    if (!node)
        return STORE_MISSING;
    return store_copy(store, node->more, node->more_size, bytes, size);
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

static enum store_status memory_dated(struct store *store, const char *name,
                                      uint64_t *time)
{
    const struct node *node =
        exactly(of(store), &(struct spot){NODE_VALUE, 0, name, 0});
    if (node)
        *time = node->time;
    return node ? STORE_OK : STORE_MISSING;
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
    .listed = memory_listed,
    .entries = memory_entries,
    .oldest = memory_oldest,
    .size = memory_size,
    .read_readers = memory_read_readers,
    .read_record = memory_read_record,
    .dated = memory_dated,
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
