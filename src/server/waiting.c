/* A queue. Each connection is served in order: what it says while something of
 * it waits stands behind that. What comes in pays for itself when it comes, so
 * that the rate of messages bounds who is in the queue; here bytes are bounded,
 * because a commit can take long. */
#include "server/waiting.h"

#include <stdlib.h>
#include <string.h>

#include "server/lap.h"
#include "server/request.h"
#include "server/rest.h"
#include "server/thoughts.h"

#define OF_SESSION ((size_t)64 << 10) /* bytes */
#define OF_ALL ((size_t)64 << 20)

struct waiter {
    struct waiter *next;
    struct session *session;     /* of a message, or NULL */
    struct net_request *request; /* else */
    uint64_t us;
    size_t size;
    char text[];
};

struct waiting {
    struct waiter *first;
    struct waiter **last;
    size_t bytes;
};

struct waiting *waiting_new(void)
{
    struct waiting *waiting = calloc(1, sizeof *waiting);
    if (waiting)
        waiting->last = &waiting->first;
    return waiting;
}

static size_t cost_of(const struct waiter *waiter)
{
    return sizeof *waiter + waiter->size;
}

/* Takes it out of the queue. */
static struct waiter *take_out(struct server *server, struct waiter **at)
{
    struct waiting *waiting = server->waiting;
    struct waiter *waiter = *at;
    *at = waiter->next;
    if (waiting->last == &waiter->next)
        waiting->last = at;
    waiting->bytes -= cost_of(waiter);
    server->counts.waiting--;
    if (waiter->session)
        waiter->session->waiting -= cost_of(waiter);
    return waiter;
}

static void put(struct server *server, struct waiter *waiter)
{
    struct waiting *waiting = server->waiting;
    waiter->next = NULL;
    *waiting->last = waiter;
    waiting->last = &waiter->next;
    waiting->bytes += cost_of(waiter);
    server->counts.waiting++;
    if (waiter->session)
        waiter->session->waiting += cost_of(waiter);
}

void waiting_free(struct waiting *waiting)
{
    if (!waiting)
        return;
    while (waiting->first) {
        struct waiter *waiter = waiting->first;
        waiting->first = waiter->next;
        if (waiter->request)
            net_release(waiter->request);
        if (waiter->session)
            waiter->session->waiting = 0; /* its end comes after this */
        free(waiter);
    }
    free(waiting);
}

static void put_first(struct server *server, struct waiter *waiter)
{
    struct waiting *waiting = server->waiting;
    waiter->next = waiting->first;
    waiting->first = waiter;
    if (!waiter->next)
        waiting->last = &waiter->next;
    waiting->bytes += cost_of(waiter);
    server->counts.waiting++;
    if (waiter->session)
        waiter->session->waiting += cost_of(waiter);
}

void waiting_put_first(struct session *session, const char *text, size_t size,
                       uint64_t us)
{
    struct waiter *waiter = malloc(sizeof *waiter + size);
    if (!waiter) {
        net_end(session->socket, 1013, "out of memory");
        return;
    }
    *waiter = (struct waiter){.session = session, .us = us, .size = size};
    memcpy(waiter->text, text, size);
    put_first(session->server, waiter);
}

void waiting_put_request_first(struct server *server,
                               struct net_request *request)
{
    struct waiter *waiter = calloc(1, sizeof *waiter);
    if (!waiter) {
        rest_refuse_error(server, request, TABLE_E_MEMORY, "", "");
        net_release(request);
        return;
    }
    waiter->request = request;
    put_first(server, waiter);
}

bool waiting_add(struct session *session, const char *text, size_t size,
                 uint64_t us)
{
    struct server *server = session->server;
    size_t cost = sizeof(struct waiter) + size;
    if (session->waiting + cost > OF_SESSION ||
        server->waiting->bytes + cost > OF_ALL)
        return false;
    struct waiter *waiter = malloc(cost);
    if (!waiter)
        return false;
    *waiter = (struct waiter){.session = session, .us = us, .size = size};
    memcpy(waiter->text, text, size);
    put(server, waiter);
    return true;
}

void waiting_add_request(struct server *server, struct net_request *request)
{
    struct waiter *waiter = calloc(1, sizeof *waiter);
    if (!waiter) {
        rest_refuse_error(server, request, TABLE_E_MEMORY, "", "");
        return;
    }
    waiter->request = request;
    net_hold(request);
    put(server, waiter);
}

void waiting_forget(struct session *session)
{
    struct server *server = session->server;
    struct waiter **at = &server->waiting->first;
    while (session->waiting)
        if ((*at)->session == session)
            free(take_out(server, at));
        else
            at = &(*at)->next;
}

static void run_request(struct server *server, struct net_request *request)
{
    net_release(request);
    if (!net_is_gone(request))
        rest_request(server, request);
}

/* True if it does not wait any more. One that still has to stays in its
 * place, and so do those of the same connection behind it. */
static bool try_again(struct server *server, struct waiter **at)
{
    struct waiter *waiter = *at;
    struct session *session = waiter->session;
    if (session && (session->stuck || !request_try(session, waiter->text,
                                                   waiter->size, waiter->us))) {
        session->stuck = true;
        return false;
    }
    take_out(server, at);
    if (waiter->request)
        run_request(server, waiter->request);
    free(waiter);
    return true;
}

/* No request makes a commit begin, so the store can be read all the time. */
void waiting_run(struct server *server)
{
    struct waiter **at = &server->waiting->first;
    size_t count = server->counts.waiting;
    thoughts_take(server);
    for (; count > 0; count--)
        if (!try_again(server, at))
            at = &(*at)->next;
    for (struct waiter *waiter = server->waiting->first; waiter;
         waiter = waiter->next)
        if (waiter->session)
            waiter->session->stuck = false;
}
