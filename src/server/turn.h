/* What happens in one turn of the loop: events that are to be written down, and
 * texts that may go out once they are. Nothing here reaches a socket before the
 * store has said that everything is durable. */
#ifndef SERVER_TURN_H
#define SERVER_TURN_H

#include "server/lobby.h"
#include "server/session.h"

/* NULL if memory is out. */
struct turn *turn_new(struct server *server);
void turn_free(struct turn *turn);

/* An event of a table, for the log. */
void turn_event(struct turn *turn, struct lobby_table *table,
                const struct table_event *event);
/* Looks whether the store works, if nothing waits for it anyway. */
void turn_check(struct turn *turn);
/* Something was put into the store's batch by hand. */
void turn_wrote(struct turn *turn, enum store_status status);
/* Whether something was, in this turn: what the store returns may be old. */
bool turn_has_written(const struct turn *turn);
bool turn_has_events(const struct turn *turn);
/* Requests one after another. Each is open while it is carried out, and all
 * that is said meanwhile is its answer. If the turn can't be saved it is
 * refused as not saved instead, unless its answer stood on what was durable
 * before. */
struct turn_question {
    struct session *session; /* NULL: gone */
    uint64_t us;             /* when it came */
    bool move;               /* for the figures */
    bool safe; /* its answer is true whatever becomes of the turn */
    char id[TABLE_REQUEST];
};

void turn_open(struct turn *turn, const struct turn_question *question);
/* It is answered. `table` is the one that the answer is about, or NULL. */
void turn_close(struct turn *turn, const struct lobby_table *table);
/* The answer is about what the turn did, whatever table that was at. */
void turn_unsafe(struct turn *turn);
/* It will be answered later: by what is said between these two. */
void turn_put_off(struct turn *turn);
size_t turn_late_begin(const struct turn *turn);
void turn_late_end(struct turn *turn, size_t begin,
                   const struct turn_question *question);

/* A text that may go to several, and who gets it. */
size_t turn_text(struct turn *turn, const char *text, size_t size);
void turn_send(struct turn *turn, struct session *session, size_t text);
/* Both at once. */
void turn_say(struct turn *turn, struct session *session, const char *text,
              size_t size);
/* The connection is gone. */
void turn_forget(struct turn *turn, const struct session *session);

/* Events so far; and forgetting those that came after. */
size_t turn_mark(const struct turn *turn);
void turn_rewind(struct turn *turn, size_t mark);
/* A table's events of this turn, in order, as store_load() would give them. */
void turn_visit(const struct turn *turn, const struct lobby_table *table,
                store_event_visit *visit, void *context);

/* The table changed, or has to be looked after at the end of the turn. */
void turn_touch(struct turn *turn, struct lobby_table *table);
/* It is about to go. */
void turn_untouch(struct turn *turn, struct lobby_table *table);

/* While the store fails: tries it again, and goes on if it is back. */
void turn_retry(struct turn *turn);

#endif
