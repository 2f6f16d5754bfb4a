/* News of the past, for watchers who were away. A table's log has to be folded
 * again for it, in the thread that serves everybody: so it is read and told bit
 * by bit, between other work, and what it costs is counted in bytes. A watcher
 * a watcher who is still being sent it hears nothing else of the table.
 * Whatever happens there meanwhile is in the log, too, and so comes in its
 * order; the state comes last, and from then on the watcher is like any other.
 * Nothing piles up in memory for those who read slowly: their log is not read
 * any further. */
#ifndef SERVER_CATCH_UP_H
#define SERVER_CATCH_UP_H

#include "server/watch.h"

/* Bytes that are read of logs and told in one lap of the loop for all together,
 * some three thousandths of a second; and at a time for each, in turn. */
#define CATCH_UP_TURN ((size_t)64 << 10)
#define CATCH_UP_SLICE ((size_t)16 << 10)
#define CATCH_UP_LEAST ((size_t)1 << 10) /* what looking into a log counts */
/* Bytes that wait to be sent to a connection until it is told more: a quarter of
 * what may wait at all. */
#define CATCH_UP_WAITING ((size_t)64 << 10)
#define CATCH_UP_LOOK 256 /* watchers that are looked at in one lap */
#define CATCH_UP_WAIT_MS                                                       \
    20 /* until a connection that waited is looked at again */

/* Sends what happened after event `after` from now on, for the first time or
 * again. False if memory is out. */
bool catch_up_begin(struct watcher *watcher, uint64_t after);
/* The watcher goes, or needs no more of it. */
void catch_up_end(struct watcher *watcher);

/* One lap's share of it. True if anything was told: it is to be sent. */
bool catch_up_run(struct server *server);
/* Milliseconds until catch_up_run() has something to do, or UINT64_MAX. */
uint64_t catch_up_due(const struct server *server);

#endif
