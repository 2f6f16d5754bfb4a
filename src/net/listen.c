/* Listening and accepting. It is ours, not libwebsockets', so that a descriptor
 * can be inherited and a connection too many costs next to nothing. */
#define _GNU_SOURCE
#include "net/internal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "i18n/i18n.h"

/* At once, so that one busy port does not starve the sockets that are open. */
#define ACCEPT_AT_ONCE 16

static void add_listener(struct net *net, int fd)
{
    struct sockaddr_storage at = {0};
    socklen_t size = sizeof at;
    struct listener *listener = &net->listeners[net->listener_count];
    getsockname(fd, (struct sockaddr *)&at, &size);
    if (at.ss_family == AF_INET)
        net->port = ntohs(((struct sockaddr_in *)&at)->sin_port);
    else if (at.ss_family == AF_INET6)
        net->port = ntohs(((struct sockaddr_in6 *)&at)->sin6_port);
    listener->net = net;
    listener->fd = fd;
    net->listener_count++;
}

static int bind_one(const struct addrinfo *to, bool both)
{
    int yes = 1;
    int only = both ? 0 : 1;
    int fd = socket(to->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK,
                    to->ai_protocol);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (to->ai_family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &only, sizeof only);
    if (bind(fd, to->ai_addr, to->ai_addrlen) != 0 || listen(fd, 1024) != 0) {
        int error = errno;
        close(fd);
        errno = error;
        return -1;
    }
    return fd;
}

/* One socket for both families, or for IPv4 where there is no IPv6. */
static int bind_all(unsigned port)
{
    struct sockaddr_in6 six = {.sin6_family = AF_INET6,
                               .sin6_port = htons((uint16_t)port)};
    struct sockaddr_in four = {.sin_family = AF_INET,
                               .sin_port = htons((uint16_t)port)};
    struct addrinfo to = {.ai_family = AF_INET6,
                          .ai_addr = (struct sockaddr *)&six,
                          .ai_addrlen = sizeof six};
    int fd = bind_one(&to, true);
    if (fd >= 0 || (errno != EAFNOSUPPORT && errno != EADDRNOTAVAIL))
        return fd;
    to.ai_family = AF_INET;
    to.ai_addr = (struct sockaddr *)&four;
    to.ai_addrlen = sizeof four;
    return bind_one(&to, false);
}

static bool bind_named(struct net *net, char why[NET_WHY])
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo *found = NULL;
    char port[16];
    snprintf(port, sizeof port, "%u", net->config.port);
    int error = getaddrinfo(net->config.listen, port, &hints, &found);
    if (error != 0)
        return net_fail(why, _("can't listen on %s: %s"), net->config.listen,
                        gai_strerror(error));
    for (struct addrinfo *at = found; at && net->listener_count < NET_LISTENERS;
         at = at->ai_next) {
        if (net->listener_count > 0 && net->config.port == 0) {
            /* The second address gets the port that the first one found. */
            struct sockaddr_in *four = (struct sockaddr_in *)at->ai_addr;
            four->sin_port = htons((uint16_t)net->port);
        }
        int fd = bind_one(at, false);
        if (fd >= 0)
            add_listener(net, fd);
        else
            snprintf(why, NET_WHY, _("can't listen on %s, port %u: %s"),
                     net->config.listen, net->config.port, strerror(errno));
    }
    freeaddrinfo(found);
    return net->listener_count > 0;
}

static bool inherit(struct net *net, char why[NET_WHY])
{
    int fd = net->config.inherited;
    int listening = 0;
    socklen_t size = sizeof listening;
    if (getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) != 0 ||
        !listening || fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK) != 0)
        return net_fail(why, _("descriptor %d is not a listening socket"), fd);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    add_listener(net, fd);
    return true;
}

bool listen_open(struct net *net, char why[NET_WHY])
{
    net->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (net->config.inherited >= 0)
        return inherit(net, why);
    if (net->config.listen[0] != '\0')
        return bind_named(net, why);
    int fd = bind_all(net->config.port);
    if (fd < 0)
        return net_fail(why, _("can't listen on port %u: %s"), net->config.port,
                        strerror(errno));
    add_listener(net, fd);
    return true;
}

/* ---- Accepting --------------------------------------------------------- */

/* An IPv4 address of a socket for both families is written as one. */
static void print_address(const struct sockaddr_storage *from,
                          char text[NET_ADDRESS])
{
    const struct sockaddr_in *four = (const struct sockaddr_in *)from;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)from;
    const char *printed = NULL;
    if (from->ss_family == AF_INET)
        printed = inet_ntop(AF_INET, &four->sin_addr, text, NET_ADDRESS);
    else if (from->ss_family == AF_INET6 &&
             IN6_IS_ADDR_V4MAPPED(&six->sin6_addr))
        printed =
            inet_ntop(AF_INET, six->sin6_addr.s6_addr + 12, text, NET_ADDRESS);
    else if (from->ss_family == AF_INET6)
        printed = inet_ntop(AF_INET6, &six->sin6_addr, text, NET_ADDRESS);
    if (!printed)
        snprintf(text, NET_ADDRESS, "unknown");
}

/* Out of descriptors: the connection would stay in the queue and wake us again
 * and again, so it is accepted in place of the spare one and closed. */
static void turn_away(struct listener *listener)
{
    struct net *net = listener->net;
    net_refused(net, NET_REFUSED_CONNECTIONS);
    if (net->spare < 0)
        return;
    close(net->spare);
    int fd = accept4(listener->fd, NULL, NULL, SOCK_CLOEXEC);
    if (fd >= 0)
        close(fd);
    net->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static void on_connection(uv_poll_t *poll, int status, int events)
{
    struct listener *listener = poll->data;
    int yes = 1;
    int kept = NET_SEND_BUFFER;
    (void)status;
    (void)events;
    for (int i = 0; i < ACCEPT_AT_ONCE; i++) {
        struct sockaddr_storage from = {0};
        socklen_t size = sizeof from;
        char text[NET_ADDRESS];
        int fd = accept4(listener->fd, (struct sockaddr *)&from, &size,
                         SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (fd < 0) {
            if (errno == EMFILE || errno == ENFILE)
                turn_away(listener);
            return;
        }
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        /* Otherwise the kernel would keep megabytes for a client that does not
         * read. */
        setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &kept, sizeof kept);
        print_address(&from, text);
        connection_accept(listener->net, fd, text);
    }
}

bool listen_start(struct net *net, char why[NET_WHY])
{
    for (unsigned i = 0; i < net->listener_count; i++) {
        struct listener *listener = &net->listeners[i];
        int error = uv_poll_init(&net->loop, &listener->poll, listener->fd);
        if (error == 0) {
            listener->poll.data = listener;
            listener->polling = true;
            error = uv_poll_start(&listener->poll, UV_READABLE, on_connection);
        }
        if (error != 0)
            return net_fail(why, _("can't wait for connections: %s"),
                            uv_strerror(error));
    }
    return true;
}

void listen_stop(struct net *net)
{
    for (unsigned i = 0; i < net->listener_count; i++) {
        struct listener *listener = &net->listeners[i];
        if (listener->polling)
            uv_close((uv_handle_t *)&listener->poll, NULL);
        /* Whoever gave it to us may want to keep using it. */
        if (net->config.inherited < 0)
            close(listener->fd);
    }
    net->listener_count = 0;
}

void listen_close(struct net *net)
{
    listen_stop(net);
    if (net->spare >= 0)
        close(net->spare);
}
