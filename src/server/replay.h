/* A table's history once more from its log, for whoever was away, for records
 * and for programs that start in the middle of a game. */
#ifndef SERVER_REPLAY_H
#define SERVER_REPLAY_H

#include "server/lobby.h"
#include "server/played.h"

/* `table` is as it became by the event. */
typedef bool replay_visit(void *context, const struct table *table,
                          const struct table_event *event);

/* Every event, also those of this lap. False if the log can't be read. */
bool replay_run(struct lobby_table *entry, replay_visit *visit, void *context);

/* A part of the durable log. */
struct replay_part {
    struct lobby_table *entry;
    size_t bytes; /* after so many, read and told, it is enough */
    size_t read;  /* so many they were */
    size_t told;  /* for the visit to count */
};

/* Goes on folding the durable log where *into stands. If what it stands on is
 * gone, because a snapshot has taken its place, another table begins with that.
 * False if the log can't be read. */
bool replay_part(struct replay_part *part, struct table **into,
                 replay_visit *visit, void *context);

/* Folds what the durable log has behind what is in memory into that. */
enum replay_result {
    REPLAY_GOOD,
    REPLAY_CUT, /* what follows is gone, a snapshot has taken its place */
    REPLAY_BAD  /* it can't be read now */
};
enum replay_result replay_follow(struct lobby_table *entry, replay_visit *visit,
                                 void *context);

/* Folds the durable log into an empty table. */
bool replay_load(struct lobby_table *entry, struct table *into);

/* Records of the table's games that ended in this lap, for the store's batch;
 * and what their players' lists show of them. */
enum store_status replay_record(struct lobby_table *entry);

#endif
