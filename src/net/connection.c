/* Connections from accept to the end: adopting them, how long each may wait
 * for what, and getting rid of those that are late. */
#define _GNU_SOURCE
#include "net/internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "net/http_text.h"

/* Thousands that came together are late together: who plays meanwhile must not
 * wait for all of them to be pinged, or closed. libwebsockets looks at every
 * other connection whenever one comes or goes. */
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

static void is_late(struct net_socket *socket, enum waiting waiting)
{
    struct net *net = socket->net;
    switch (waiting) {
    case WAIT_PING:
        ping_or_drop(socket);
        return;
    case WAIT_HEADER:
        /* Who has been answered and asks nothing more has done no wrong. */
        if (socket->requests == 0 || socket->request)
            net_refused(net, NET_REFUSED_SLOW_HEADER);
        break;
    case WAIT_PIECES:
        net_refused(net, NET_REFUSED_SLOW_HEADER);
        break;
    case WAIT_REPLY:
        net_refused(net, NET_REFUSED_SLOW_READER);
        break;
    default:
        break;
    }
    connection_drop(socket);
}

/* Takes the first out of a list, if it is late. */
static struct net_socket *take_late(struct wait_list *list, uint64_t now)
{
    struct net_socket *socket = list->first;
    if (!socket || socket->late > now)
        return NULL;
    list->first = socket->wait_after;
    if (list->first)
        list->first->wait_before = NULL;
    else
        list->last = NULL;
    socket->waiting = WAIT_COUNT;
    return socket;
}

bool connection_tick(struct net *net)
{
    uint64_t now = net_now(net);
    bool more = false;
    for (int i = 0; i < WAIT_COUNT; i++) {
        struct net_socket *socket;
        unsigned done = 0;
        while (done++ < LATE_AT_ONCE &&
               (socket = take_late(&net->waits[i], now))) {
            if (socket->wsi)
                is_late(socket, (enum waiting)i);
            else
                connection_free(socket);
        }
        more = more || done > LATE_AT_ONCE;
    }
    return more;
}

void connection_unspin(struct net *net)
{
    struct net_socket *after;
    struct net_socket *at = net->waits[WAIT_REPLY].first;
    for (; at; at = after) {
        int pending = 0;
        char byte;
        int fd = lws_get_socket_fd(at->wsi);
        after = at->wait_after;
        if (ioctl(fd, FIONREAD, &pending) != 0 || pending > 0 ||
            recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0) {
            net_refused(net, NET_REFUSED_BAD_REQUEST);
            connection_drop(at);
        }
    }
}

/* ---- Beginning and end ------------------------------------------------- */

/* Why a new one can't be had, or NET_REFUSAL_COUNT. */
static enum net_refusal no_room_for(const struct net *net,
                                    const struct address *address)
{
    unsigned most = net->config.limits.connections_per_address;
    if (net->counts.connections >= net->config.limits.connections)
        return NET_REFUSED_CONNECTIONS;
    if (most > 0 && address->connections > most && !net->config.trust_proxy)
        return NET_REFUSED_ADDRESS_CONNECTIONS;
    return NET_REFUSAL_COUNT;
}

static struct net_socket *connection_new(struct net *net, const char *text)
{
    struct net_socket *socket = calloc(1, sizeof *socket);
    uint8_t key[16];
    address_key(text, key);
    if (!socket)
        return NULL;
    socket->address = addresses_hold(&net->addresses, key, net_now(net));
    if (!socket->address) {
        free(socket);
        return NULL;
    }
    socket->net = net;
    socket->waiting = WAIT_COUNT;
    socket->stage = STAGE_REQUEST;
    memcpy(socket->text, text, strlen(text) + 1);
    return socket;
}

void connection_accept(struct net *net, int fd, const char *address)
{
    struct net_socket *socket = connection_new(net, address);
    if (!socket) {
        close(fd);
        return;
    }
    socket->refusal = no_room_for(net, socket->address);
    socket->over_cap = socket->refusal != NET_REFUSAL_COUNT;
    if (socket->over_cap)
        net_refused(net, socket->refusal);
    if (socket->over_cap && net->overflow >= NET_OVERFLOW) {
        addresses_release(&net->addresses, socket->address);
        free(socket);
        close(fd);
        return;
    }
    if (socket->over_cap) {
        net->overflow++;
    } else {
        net->counts.connections++;
        net->counts.accepted++;
    }
    lws_adopt_desc_t adopt = {
        .vh = net->vhost,
        .type = LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP | LWS_ADOPT_ALLOW_SSL,
        .fd = {.sockfd = fd},
        .opaque = socket,
    };
    connection_wait(socket, WAIT_HEADER);
    /* If it fails, its end is told to us as that of any other, or never: then
     * it is late one day. */
    socket->wsi = lws_adopt_descriptor_vhost_via_info(&adopt);
}

bool connection_set_address(struct net_socket *socket, const char *address)
{
    struct net *net = socket->net;
    unsigned most = net->config.limits.connections_per_address;
    uint8_t key[16];
    if (strcmp(address, socket->text) == 0)
        return true;
    address_key(address, key);
    struct address *held = addresses_hold(&net->addresses, key, net_now(net));
    if (!held)
        return false;
    addresses_release(&net->addresses, socket->address);
    socket->address = held;
    memcpy(socket->text, address, strlen(address) + 1);
    return most == 0 || held->connections <= most;
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
    while (socket->dirty && *link) {
        if (*link == socket) {
            *link = socket->next_dirty;
            return;
        }
        link = &(*link)->next_dirty;
    }
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
        if (!socket->request->in_turn)
            request_free(socket->request);
    }
    addresses_release(&net->addresses, socket->address);
    if (socket->over_cap)
        net->overflow--;
    else
        net->counts.connections--;
    free(socket->end_reason);
    free(socket);
}
