/* Who looks at which table, and what each is sent. All that see the same get
 * the same text, written once. */
#ifndef SERVER_WATCH_H
#define SERVER_WATCH_H

#include "server/lobby.h"
#include "server/session.h"

#define WATCH_TABLES 16 /* of one connection */
/* The most events that a resume sends: as many as anybody wants to see; with
 * views as text they are larger. */
#define WATCH_RESUME 512
#define WATCH_RESUME_TEXT 128

struct watcher {
    struct session *session;
    struct lobby_table *table;
    struct watcher *next_of_table;
    struct watcher *next_of_session;
    uint8_t sort;    /* of viewer, for whom the last news was written */
    uint8_t follows; /* the stream of states for this sort */
    uint64_t seen;   /* the number of the state that it has of it */
    bool kicked;     /* by the last events: has to go */
    bool aside;      /* sees what spectators do, whatever the person's seat
                              is, and does not count as the person */
    bool text;       /* wants the view as text with each state */
    struct catch_up *past; /* is still told what it missed; NULL: all was */
};

/* Subscribes, or does so otherwise than before: 0 or an error. Nothing is sent
 * yet. With `text` the viewer's view goes along as text with all news and
 * states. `aside` is for a screen that everybody in the room sees. */
unsigned watch_enter(struct session *session, struct lobby_table *table,
                     bool text, bool aside);
/* News after `after`, if `resume`, and the state: at once, or by and by as
 * server/catch_up.h says. The table's events must be durable. */
void watch_catch_up(struct session *session, struct lobby_table *entry,
                    bool resume, uint64_t after);
/* One event of the past, as `table` has become by it: its bytes. */
size_t watch_tell_again(struct watcher *watcher, const struct table *table,
                        const struct table_event *event);
/* The store may have events that nobody was told of: everybody who watches is
 * told what is in the log behind the last that was. */
void watch_missed(struct lobby_table *entry);
/* All of the past was told: now the state, and its bytes. The watcher may go by
 * this. */
size_t watch_caught_up(struct watcher *watcher);
void watch_exit(struct session *session, struct lobby_table *table);
/* The connection is gone. */
void watch_leave_all(struct session *session);

/* An event was folded. */
void watch_event(struct lobby_table *entry, const struct table_event *event);
/* All is durable: sends what is left of the news, and the state; and sends
 * those away who may no longer watch. watch_presence() is due then. */
void watch_flush(struct lobby_table *entry);
/* Nothing of it happened. */
void watch_drop(struct lobby_table *entry);
/* Tells the table who is there, and everybody if that changed. */
void watch_presence(struct lobby_table *entry);
/* Tells everybody who is there what a seat says: a word of show/reactions.h. */
void watch_react(struct lobby_table *entry, unsigned seat, const char *word);

#endif
