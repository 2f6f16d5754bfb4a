/* Signals of a server, taken by a thread of their own. */
#ifndef CLI_SERVE_SIGNALS_H
#define CLI_SERVE_SIGNALS_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

#include "server/server.h"

struct serve_signals {
    struct server *server;
    sigset_t set;
    pthread_t thread;
};

/* From now on they wait until somebody takes them: to be called before any
 * thread is started, for threads inherit it. */
void serve_signals_hold(struct serve_signals *signals);
/* SIGTERM and SIGINT drain; a second SIGINT, or a drain that takes too long,
 * ends the process; SIGHUP means nothing. */
bool serve_signals_start(struct serve_signals *signals, struct server *server);
void serve_signals_stop(struct serve_signals *signals);

#endif
