/* The connection of a terminal to a table on a server: requests and answers,
 * and a new connection whenever the old one is lost. A request keeps its id
 * when it is sent again, so that it is carried out once. */
#ifndef TERMINAL_JOIN_REMOTE_H
#define TERMINAL_JOIN_REMOTE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "terminal/join_kept.h"
#include "terminal/say.h"
#include "tioli.h"

#define REMOTE_WHY 400
#define REMOTE_ID 33

enum remote_event {
    REMOTE_MESSAGE, /* about the table; the caller frees it */
    REMOTE_INPUT,   /* the keyboard */
    REMOTE_TIMEOUT,
    REMOTE_SIGNAL,
    REMOTE_END /* for good: `why` says why, or the person gave up */
};

/* Whoever shows the game. */
struct remote_front {
    void *context;
    void (*say)(void *context, const char *text);
    /* A move, as the own seat sees it. The log has it already. */
    void (*moved)(void *context, const tio_view *before, const tio_move *seen,
                  const tio_view *after);
    /* Lets `ms` pass; false: the person does not want to wait any longer. */
    bool (*bide)(void *context, int ms);
};

struct remote {
    struct net_client *client; /* NULL: not connected */
    struct link link;
    const json_t *wish; /* of a new table, if the link names none */
    char url[LINK_URL + LINK_TABLE +
             8]; /* of the one that was made, for others */
    char token[KEPT_TOKEN];
    bool stranger;    /* whoever only watches is unknown to the server, even
                         where the person has a seat */
    const char *name; /* to go by, or "": as before */
    int input;        /* where the person is heard, or -1 */
    struct remote_front front;
    uint64_t seq; /* of the last event that is known */
    bool ended;
    char why[REMOTE_WHY]; /* of the end; "": all is well, or the person left */
    char prefix[17];      /* of this process's ids */
    unsigned long requests;
    json_t *queue; /* what came while an answer was waited for */
};

/* Says something about the table, wherever that is to be seen. */
void remote_say(const struct remote *remote, const char *format, ...)
    SAY_FORMAT(2, 3);

/* Ends it all, unless it has ended; always false. */
bool remote_end(struct remote *remote, const char *why);

/* The first connection: false with `why`. */
bool remote_open(struct remote *remote);
void remote_close(struct remote *remote);

/* Whoever only looked on is known to the server from now on. */
void remote_be_known(struct remote *remote);

/* The front end has a look at its screen. False if the person
 * does not want to wait any longer: then all has ended. */
bool remote_goes_on(struct remote *remote);

/* What comes next, within `ms`. */
enum remote_event remote_wait(struct remote *remote, int ms, json_t **message);

/* Sends a request, whose "id" and "table" are filled in, and waits for the
 * answer; takes the request, and the caller frees the answer. NULL at the
 * end. */
json_t *remote_call(struct remote *remote, json_t *request);

/* NULL if the answer is ok, else its error's code ... */
const char *remote_refused(const json_t *answer);
/* ... and words, fit to be printed. */
void remote_words(const json_t *answer, char out[REMOTE_WHY]);

#endif
