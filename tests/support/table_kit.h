/* A table to try things on: a host that deals from a seed, keeps the log, and
 * after every event folds what was written and read again into a second table,
 * which must be the same. */
#ifndef SUPPORT_TABLE_KIT_H
#define SUPPORT_TABLE_KIT_H

#include "table/table.h"

#define KIT_NOW 1700000000000 /* where time begins */

struct kit {
    struct table_host host;
    struct table *table;
    struct table *second; /* the fold of what was written; NULL: not kept */
    bool keep;            /* the log as it was before its last snapshot */
    char **line;          /* the log, from its last snapshot on */
    size_t lines;
    size_t bytes; /* of them */
    unsigned snapshots;
    size_t room;
    uint64_t seed; /* of chance */
    uint64_t secrets;
    uint64_t requests;
    uint64_t now;
    uint64_t seq; /* of the last command */
    struct table_refusal why;
    /* Called for each event, if not NULL. */
    void (*heard)(void *context, const struct table *table,
                  const struct table_event *event);
    void *context;
};

void kit_begin(struct kit *kit, uint64_t seed);
void kit_end(struct kit *kit);
/* Makes the table: person 0 is the host and does not sit yet. */
void kit_create(struct kit *kit, const struct table_settings *settings);
/* A new table from the log so far, as another process would have it; not
 * resumed yet. */
struct table *kit_fold_again(struct kit *kit);
/* The kit's table is thrown away and comes back from the log. */
void kit_reload(struct kit *kit);

/* NULL, or the first field that is not live and differs. */
const char *kit_difference(const struct table *a, const struct table *b);

struct table_person kit_person(unsigned number);
/* A command of a person, with a request of its own and a share of chance. */
struct table_command kit_command(struct kit *kit, unsigned type,
                                 unsigned person);
enum table_error kit_do(struct kit *kit, const struct table_command *command);
/* The same in short: without anything but seat, level and text. */
enum table_error kit_ask(struct kit *kit, unsigned type, unsigned person,
                         unsigned seat, const char *text);
enum table_error kit_sit(struct kit *kit, unsigned person, unsigned seat);
enum table_error kit_move(struct kit *kit, unsigned person, const char *text);
/* Some die of the tray, as its move; there until the next call. */
const char *kit_take(const struct kit *kit);

/* What a quick bot would do on that seat, as text. */
void kit_choose(struct kit *kit, unsigned seat, char text[TIO_MOVE_TEXT]);
/* Bots' questions are answered at once. */
void kit_think(struct kit *kit);
/* Time goes on until `now`, with bots that answer at once. */
void kit_run(struct kit *kit, uint64_t now);
/* Persons who have to decide do, by a quick bot's choice, one move each, and
 * time goes on a little; until the phase is not `playing` or `moves` are made.
 * Returns how many were. */
unsigned kit_play(struct kit *kit, unsigned moves);

#endif
