/* What happens in a lap of the loop: events that are to be written down, and
 * texts that may go out once they are. Nothing that depends on an event reaches
 * a socket before the store has said that the event is durable. */
#ifndef SERVER_LAP_H
#define SERVER_LAP_H

#include "server/lobby.h"
#include "server/session.h"

/* NULL if memory is out. */
struct lap *lap_new(struct server *server);
void lap_free(struct lap *lap);
/* Before the network goes: nobody is told any more. */
void lap_drop_replies(struct lap *lap);

/* Whether a commit is in flight: nothing can be read from the store, and tables
 * that are `saving` stay as they are. */
bool lap_is_flying(const struct lap *lap);

/* An event of a table, for the log. */
void lap_event(struct lap *lap, struct lobby_table *table,
               const struct table_event *event);
/* Looks whether the store works, if nothing waits for it anyway. */
void lap_check(struct lap *lap);
/* Something was put into the store's batch by hand. */
void lap_wrote(struct lap *lap, enum store_status status);
/* Whether something was, and was not taken by the store yet: what it returns may
 * be old. */
bool lap_has_written(const struct lap *lap);
bool lap_has_events(const struct lap *lap);
/* Requests one after another. Each is open while it is carried out, and all
 * that is said meanwhile is its answer. If the lap can't be saved it is
 * refused as not saved instead, unless its answer stood on what was durable
 * before. */
struct lap_question {
    struct session *session; /* NULL: gone */
    uint64_t us;             /* when it came */
    bool move;               /* for the figures */
    bool safe; /* its answer is true whatever becomes of the lap */
    char id[TABLE_REQUEST];
    /* What was asked, while it is open; if another server has written first, it
     * is asked again. NULL: never. */
    const char *text;
    size_t size;
    size_t at;                       /* where that is kept */
    const struct lobby_table *table; /* that it is about, or NULL */
};

void lap_open(struct lap *lap, const struct lap_question *question);
/* The open question as it was asked: these stay until it is closed. */
void lap_keep(struct lap *lap, const char *text, size_t size);
/* It is answered. `table` is the one that the answer is about, or NULL. */
void lap_close(struct lap *lap, const struct lobby_table *table);
/* The answer is about what the lap did, whatever table that was at. */
void lap_unsafe(struct lap *lap);
/* It will be answered later: by what is said between these two. */
void lap_put_off(struct lap *lap);
size_t lap_late_begin(const struct lap *lap);
void lap_late_end(struct lap *lap, size_t begin,
                  const struct lap_question *question);

/* A text that may go to several, and who gets it. */
size_t lap_text(struct lap *lap, const char *text, size_t size);
/* `table`: it depends on events of that one which are not durable; NULL: it is
 * safe. Answers to a question are as safe as the question is. */
void lap_send(struct lap *lap, struct session *session, size_t text,
              const struct lobby_table *table);
/* Both at once, with a text that is safe. */
void lap_say(struct lap *lap, struct session *session, const char *text,
             size_t size);
/* The reply to an HTTP request goes out when what happened so far is durable,
 * or becomes a refusal. `table`: it is about that one, or NULL. */
void lap_hold_reply(struct lap *lap, struct net_request *request,
                    const struct lobby_table *table);
/* The connection is gone. */
void lap_forget(struct lap *lap, const struct session *session);

/* Events so far; and forgetting those that came after. */
size_t lap_mark(const struct lap *lap);
void lap_rewind(struct lap *lap, size_t mark);
/* A table's events of this lap, in order, as store_load() would give them. */
void lap_visit(const struct lap *lap, const struct lobby_table *table,
               store_event_visit *visit, void *context);

/* The table changed, or has to be looked after at the end of the lap. */
void lap_touch(struct lap *lap, struct lobby_table *table);
/* It is about to go. */
void lap_untouch(struct lap *lap, struct lobby_table *table);

/* While the store fails: tries it again, and continues when it is back. */
void lap_retry(struct lap *lap);

#endif
