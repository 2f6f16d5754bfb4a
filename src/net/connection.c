/* Connections from accept to the end: adopting them, how long each may wait
 * for what, and getting rid of those that are late. */
#define _GNU_SOURCE
#include "net/internal.h"

#include <stdlib.h>
#include <sys/socket.h>

/* How many overdue connections of each kind are pinged or closed in one pass.
 * Connections that were opened together fall due together, and closing one makes
 * libwebsockets scan all the others. Dealing with thousands in one pass would
 * hold up the people who are playing. */
#define LATE_AT_ONCE 16

/* ---- Waiting ----------------------------------------------------------- */

static void wait_leave(struct net_socket *socket)
{
    if (socket->waiting == WAIT_COUNT)
        return;
    struct wait_list *list = &socket->net->waits[socket->waiting];
    if (socket->wait_before)
        socket->wait_before->wait_after = socket->wait_after;
    else
        list->first = socket->wait_after;
    if (socket->wait_after)
        socket->wait_after->wait_before = socket->wait_before;
    else
        list->last = socket->wait_before;
    socket->waiting = WAIT_COUNT;
}

void connection_wait(struct net_socket *socket, enum waiting waiting)
{
    wait_leave(socket);
    if (socket->over_cap)
        waiting = WAIT_SURPLUS;
    struct wait_list *list = &socket->net->waits[waiting];
    socket->waiting = waiting;
    socket->late = net_now(socket->net) + list->ms;
    socket->wait_before = list->last;
    socket->wait_after = NULL;
    if (list->last)
        list->last->wait_after = socket;
    else
        list->first = socket;
    list->last = socket;
}

static void ping_or_drop(struct net_socket *socket)
{
    if (socket->pinged && !socket->heard) {
        net_refused(socket->net, NET_REFUSED_IDLE);
        connection_drop(socket);
        return;
    }
    socket->pinged = true;
    socket->heard = false;
    socket->want_ping = true;
    connection_wait(socket, WAIT_PING);
    lws_callback_on_writable(socket->wsi);
}

/* Whoever has been answered and asks nothing more has done no wrong, and a
 * browser that has connected to be quick later is not told what it did not ask
 * for. */
static void late_request(struct net_socket *socket)
{
    bool coming = socket->stage == STAGE_HEAD || socket->stage == STAGE_BODY;
    bool begun = coming && (socket->request || socket->head_text.size > 0);
    if (coming && (socket->requests == 0 || begun))
        net_refused(socket->net, NET_REFUSED_SLOW_HEADER);
    if (begun)
        refuse_now(socket, 408, "The request took too long.");
    if (!begun || connection_linger(socket) != 0)
        connection_drop(socket);
}

static void is_late(struct net_socket *socket, enum waiting waiting)
{
    struct net *net = socket->net;
    switch (waiting) {
    case WAIT_PING:
        ping_or_drop(socket);
        return;
    case WAIT_HEADER:
    case WAIT_SURPLUS:
        late_request(socket);
        return;
    case WAIT_PIECES:
        net_refused(net, NET_REFUSED_SLOW_HEADER);
        break;
    case WAIT_REPLY:
        net_refused(net, NET_REFUSED_SLOW_READER);
        break;
    case WAIT_CLOSE:
    case WAIT_COUNT:
        break;
    }
    connection_drop(socket);
}

/* The first of a list, if it is late. Whatever is done then makes it wait for
 * something else, or for longer. */
static struct net_socket *first_late(const struct wait_list *list, uint64_t now)
{
    struct net_socket *socket = list->first;
    return socket && socket->late <= now ? socket : NULL;
}

bool connection_tick(struct net *net)
{
    uint64_t now = net_now(net);
    bool more = false;
    for (int i = 0; i < WAIT_COUNT; i++) {
        struct net_socket *socket;
        unsigned done = 0;
        while (done++ < LATE_AT_ONCE &&
               (socket = first_late(&net->waits[i], now)))
            if (socket->wsi)
                is_late(socket, (enum waiting)i);
            else
                connection_free(socket);
        more = more || done > LATE_AT_ONCE;
    }
    return more;
}

/* ---- Beginning and end ------------------------------------------------- */

static struct net_socket *connection_new(struct net *net, const char *text)
{
    struct net_socket *socket = calloc(1, sizeof *socket);
    if (!socket)
        return NULL;
    socket->net = net;
    socket->waiting = WAIT_COUNT;
    socket->stage = STAGE_HEAD;
    if (!payer_set_address(socket, text)) {
        free(socket);
        return NULL;
    }
    return socket;
}

/* Why a new one is refused, or NET_REFUSAL_COUNT. Behind a proxy its address
 * says nothing. */
static enum net_refusal no_room_for(struct net_socket *socket)
{
    const struct net *net = socket->net;
    if (net->counts.connections >= net->config.limits.connections)
        return NET_REFUSED_CONNECTIONS;
    return net->config.trust_proxy ? NET_REFUSAL_COUNT : payer_seat(socket);
}

/* One too many is heard, because it may be somebody with a share of their own, or
 * at least gets an answer. The oldest of them makes room for the next, whatever
 * it waits for. */
static void make_surplus(struct net_socket *socket)
{
    struct net *net = socket->net;
    struct net_socket *oldest = net->waits[WAIT_SURPLUS].first;
    if (net->overflow == NET_OVERFLOW) {
        /* It goes in a moment, and is not counted until then. */
        if (oldest->stage == STAGE_HEAD)
            net_refused(net, oldest->refusal);
        oldest->over_cap = false;
        oldest->uncounted = true;
        net->overflow--;
        connection_drop(oldest);
    }
    net->overflow++;
    socket->over_cap = true;
}

void connection_accept(struct net *net, int fd, const char *address)
{
    struct net_socket *socket = connection_new(net, address);
    if (!socket) {
        close(fd);
        return;
    }
    socket->refusal = no_room_for(socket);
    if (socket->refusal != NET_REFUSAL_COUNT)
        make_surplus(socket);
    if (!socket->over_cap) {
        net->counts.connections++;
        net->counts.accepted++;
    }
    lws_adopt_desc_t adopt = {
        .vh = net->vhost,
        .type = net->config.cert ? LWS_ADOPT_SOCKET | LWS_ADOPT_ALLOW_SSL
                                 : LWS_ADOPT_SOCKET,
        .fd = {.sockfd = fd},
        .opaque = socket,
    };
    connection_wait(socket, WAIT_HEADER);
    /* If it fails, its end is told to us as that of any other, or never: then
     * it is late one day. */
    socket->wsi = lws_adopt_descriptor_vhost_via_info(&adopt);
}

bool connection_has_room(struct net_socket *socket)
{
    struct net *net = socket->net;
    bool full = socket->over_cap &&
                net->counts.connections >= net->config.limits.connections;
    socket->refusal = full ? NET_REFUSED_CONNECTIONS : payer_seat(socket);
    if (socket->refusal != NET_REFUSAL_COUNT) {
        net_refused(net, socket->refusal);
        return false;
    }
    if (socket->over_cap) {
        socket->over_cap = false;
        net->overflow--;
        net->counts.connections++;
        net->counts.accepted++;
        connection_wait(socket, WAIT_HEADER);
    }
    return true;
}

void connection_listen(struct net_socket *socket, bool listen)
{
    if (socket->deaf == !listen)
        return;
    socket->deaf = !listen;
    lws_rx_flow_control(socket->wsi, listen);
}

/* Closing at once would send a reset if anything had come in, and the other
 * side, still busy with its own words, might never see ours. */
int connection_linger(struct net_socket *socket)
{
    socket->stage = STAGE_LINGER;
    connection_wait(socket, WAIT_CLOSE);
    if (lws_partial_buffered(socket->wsi)) {
        lws_callback_on_writable(socket->wsi);
        return 0;
    }
    connection_listen(socket, true);
    return shutdown(lws_get_socket_fd(socket->wsi), SHUT_WR) == 0 ? 0 : -1;
}

void connection_drop(struct net_socket *socket)
{
    socket->stage = STAGE_DROPPED;
    connection_wait(socket, WAIT_CLOSE);
    /* Nothing more can be written: so nothing is waited for. */
    shutdown(lws_get_socket_fd(socket->wsi), SHUT_RDWR);
    lws_set_timeout(socket->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_SYNC);
}

static void unmark(struct net_socket *socket)
{
    struct net_socket **link = &socket->net->dirty;
    if (!socket->dirty)
        return;
    while (*link != socket)
        link = &(*link)->next_dirty;
    *link = socket->next_dirty;
}

void connection_free(struct net_socket *socket)
{
    struct net *net = socket->net;
    socket_closed(socket);
    socket_forget(socket);
    wait_leave(socket);
    unmark(socket);
    if (socket->request) {
        socket->request->socket = NULL;
        if (!socket->request->in_lap)
            request_free(socket->request);
    }
    payer_leave(socket);
    input_forget(socket);
    if (socket->over_cap)
        net->overflow--;
    else if (!socket->uncounted)
        net->counts.connections--;
    free(socket);
}
