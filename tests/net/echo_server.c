/* A server that says again what it is told, for the tests of src/net: what a
 * message that begins with '!' asks for is done instead. Options are given as
 * NAME=NUMBER or NAME=TEXT; it says its port and ends with SIGTERM. */
#define _GNU_SOURCE
#include "net/net.h"

#include "failing.h"

#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct server {
    struct net *net;
    struct net_config config;
    const char *origins[17];
    const char *handled[17];
    struct net_socket *waker; /* who is told of the next waking, or timer */
    struct net_socket *timed;
    struct net_socket *told; /* whoever hears what somebody else asks for */
    uint64_t timer;
    bool hold;
    bool timer_armed;
    unsigned turns;
};

/* For the signal's handler alone. */
static struct net *woken_by_signal;
static volatile sig_atomic_t terminated;

static void on_signal(int number)
{
    (void)number;
    terminated = 1;
    net_wake(woken_by_signal); // NOLINT: it may be called here
}

static void send_text(struct net_socket *socket, const char *text)
{
    net_send(socket, text, strlen(text));
}

static void *wake_from_thread(void *net)
{
    net_wake(net);
    return NULL;
}

static void send_counts(struct server *server, struct net_socket *socket)
{
    const struct net_counts *counts = net_get_counts(server->net);
    char text[2048];
    int used =
        snprintf(text, sizeof text,
                 "{\"accepted\":%llu,\"open\":%u,"
                 "\"sockets\":%u,\"messages_in\":%llu,\"turns\":%u,"
                 "\"messages_out\":%llu,\"bytes_in\":%llu,"
                 "\"bytes_out\":%llu",
                 (unsigned long long)counts->accepted, counts->connections,
                 counts->sockets, (unsigned long long)counts->messages_in,
                 server->turns, (unsigned long long)counts->messages_out,
                 (unsigned long long)counts->bytes_in,
                 (unsigned long long)counts->bytes_out);
    for (int i = 0; i < NET_REFUSAL_COUNT; i++)
        used += snprintf(text + used, sizeof text - (size_t)used,
                         ",\"%s\":%llu", net_refusal_name((enum net_refusal)i),
                         (unsigned long long)counts->refused[i]);
    snprintf(text + used, sizeof text - (size_t)used, "}");
    send_text(socket, text);
}

static void send_flood(struct net_socket *socket, const char *words)
{
    char *end;
    unsigned long count = strtoul(words, &end, 10);
    unsigned long size = strtoul(end, NULL, 10);
    char *text = malloc(size + 1);
    if (!text)
        abort();
    memset(text, 'x', size);
    for (unsigned long i = 0; i < count; i++)
        net_send(socket, text, size);
    free(text);
}

/* Whatever begins with "person" is the token of one. */
static bool on_person(void *context, const char *token, size_t size,
                      uint8_t key[16])
{
    (void)context;
    if (size > 16 || strncmp(token, "person", 6) != 0)
        return false;
    memset(key, 0, 16);
    memcpy(key, token, size);
    return true;
}

static void command(struct server *server, struct net_socket *socket,
                    const char *words)
{
    pthread_t thread;
    if (strncmp(words, "end ", 4) == 0) {
        char *reason;
        unsigned long code = strtoul(words + 4, &reason, 10);
        send_text(socket, "last words");
        net_end(socket, (unsigned)code, reason + 1);
        send_text(socket, "never");
    } else if (strcmp(words, "hold") == 0) {
        send_text(socket, "held");
        server->hold = true;
    } else if (strcmp(words, "wake") == 0) {
        server->waker = socket;
        if (pthread_create(&thread, NULL, wake_from_thread, server->net) != 0)
            abort();
        pthread_detach(thread);
    } else if (strncmp(words, "timer ", 6) == 0) {
        server->timed = socket;
        server->timer = strtoull(words + 6, NULL, 10);
        server->timer_armed = false;
    } else if (strncmp(words, "flood ", 6) == 0) {
        send_flood(socket, words + 6);
    } else if (strcmp(words, "counts") == 0) {
        send_counts(server, socket);
    } else if (strcmp(words, "heap") == 0) {
        char text[32];
        snprintf(text, sizeof text, "%zu", mallinfo2().uordblks);
        send_text(socket, text);
    } else if (strncmp(words, "fail ", 5) == 0) {
        send_text(socket, "failing");
        failing = (unsigned)strtoul(words + 5, NULL, 10);
    } else if (strcmp(words, "address") == 0) {
        send_text(socket, net_address(socket));
    } else if (strncmp(words, "person", 6) == 0) {
        uint8_t key[16];
        if (on_person(NULL, words, strlen(words), key))
            net_set_person(socket, key);
        send_text(socket, net_has_share(socket) ? "own" : "shared");
    } else if (strcmp(words, "share") == 0) {
        send_text(socket, net_has_share(socket) ? "own" : "shared");
    } else if (strcmp(words, "listen") == 0) {
        server->told = socket;
        send_text(socket, "listening");
    } else if (strcmp(words, "tell") == 0 && server->told) {
        send_text(server->told, "told");
        server->told = NULL;
    } else if (strcmp(words, "waiting") == 0) {
        char text[32];
        snprintf(text, sizeof text, "%zu", net_waiting(socket));
        send_text(socket, text);
    } else if (strcmp(words, "cookie") == 0) {
        send_text(socket, net_user(socket));
    } else if (strcmp(words, "refuse") == 0) {
        net_refuse_new(server->net);
        send_text(socket, "refusing");
    } else if (strcmp(words, "stop") == 0) {
        net_stop(server->net, 5000);
    }
}

static bool on_open(void *context, struct net_socket *socket, const char *path,
                    const char *cookie)
{
    (void)context;
    (void)path;
    if (strcmp(cookie, "unwelcome") == 0) {
        net_end(socket, 4001, "not you");
        return false;
    }
    if (strcmp(cookie, "nobody") == 0)
        return false;
    net_set_user(socket, strdup(cookie));
    return true;
}

static void on_message(void *context, struct net_socket *socket,
                       const char *text, size_t size)
{
    if (size > 1 && text[0] == '!') {
        char words[256];
        size_t length = size - 1 < sizeof words ? size - 1 : sizeof words - 1;
        memcpy(words, text + 1, length);
        words[length] = '\0';
        command(context, socket, words);
    } else {
        net_send(socket, text, size);
    }
}

static void on_close(void *context, struct net_socket *socket)
{
    struct server *server = context;
    free(net_user(socket));
    if (server->waker == socket)
        server->waker = NULL;
    if (server->timed == socket)
        server->timed = NULL;
    if (server->told == socket)
        server->told = NULL;
}

static void on_request(void *context, struct net_request *request)
{
    char text[4096];
    size_t size;
    const char *body = net_body(request, &size);
    const char *query = net_query(request, "a");
    const char *agent = net_header(request, "user-agent");
    const char *own = net_header(request, "x-own");
    (void)context;
    if (strcmp(net_path(request), "/silent") == 0)
        return;
    if (strcmp(net_path(request), "/fields") == 0) {
        /* As many of them as the query says. */
        unsigned long count = query ? strtoul(query, NULL, 10) : 0;
        text[0] = '\0';
        for (unsigned long i = 0; i < count; i++)
            strcat(text, "X-Field: 1\r\n");
        net_reply(request, 200, NULL, text, "x", 1);
        return;
    }
    if (strcmp(net_path(request), "/origin") == 0) {
        net_reply(request, net_origin_allowed(request) ? 200 : 403, NULL, "",
                  "x", 1);
        return;
    }
    if (strcmp(net_path(request), "/long") == 0 && query) {
        /* One of them, which is as long as the query says. */
        snprintf(text, sizeof text, "X-Field: %0*d\r\n",
                 (int)strtol(query, NULL, 10), 0);
        net_reply(request, 200, NULL, text, "x", 1);
        return;
    }
    if (strcmp(net_path(request), "/status") == 0 && query) {
        net_reply(request, (unsigned)strtoul(query, NULL, 10), "text/plain", "",
                  "x", 1);
        return;
    }
    if (strcmp(net_path(request), "/cached") == 0) {
        net_reply(request, 200, "text/plain",
                  "X-A: b\r\ncache-control: max-age=1\r\n", "x", 1);
        return;
    }
    if (strcmp(net_path(request), "/echo") != 0) {
        net_reply(request, 404, "text/plain", "", "none\n", 5);
        return;
    }
    int used = snprintf(
        text, sizeof text, "%s %s a=%s agent=%s own=%s cookie=%s from=%s\n",
        net_method(request), net_path(request), query ? query : "(none)",
        agent ? agent : "(none)", own ? own : "(none)",
        net_request_cookie(request), net_request_address(request));
    size_t rest = sizeof text - (size_t)used;
    if (size < rest) {
        memcpy(text + used, body, size);
        used += (int)size;
    }
    net_reply(request, 500, "text/plain", "", "wrong\n", 6);
    net_reply(request, 200, "text/plain", "X-Echo: yes\r\n", text,
              (size_t)used);
}

static void on_turn(void *context)
{
    struct server *server = context;
    char line[16];
    server->turns++;
    if (!server->hold)
        return;
    server->hold = false;
    printf("in turn\n");
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin))
        exit(1);
}

static uint64_t on_timer(void *context)
{
    struct server *server = context;
    if (!server->timed)
        return UINT64_MAX;
    if (!server->timer_armed) {
        server->timer_armed = true;
        return server->timer;
    }
    send_text(server->timed, "timer");
    server->timed = NULL;
    return UINT64_MAX;
}

static void on_woken(void *context)
{
    struct server *server = context;
    if (terminated)
        net_stop(server->net, 1000);
    else if (server->waker)
        send_text(server->waker, "woken");
    server->waker = NULL;
}

static void on_log(void *context, const char *words)
{
    (void)context;
    fprintf(stderr, "%s\n", words);
}

static bool set_limit(struct net_limits *limits, const char *name,
                      const char *value)
{
    const struct {
        const char *name;
        unsigned *limit;
    } known[] = {
        {"connections", &limits->connections},
        {"per_person", &limits->connections_per_person},
        {"person_rate", &limits->person_per_second},
        {"person_burst", &limits->person_burst},
        {"per_address", &limits->connections_per_address},
        {"message_bytes", &limits->message_bytes},
        {"body_bytes", &limits->body_bytes},
        {"queue_bytes", &limits->queue_bytes},
        {"rate", &limits->messages_per_second},
        {"burst", &limits->messages_burst},
        {"address_rate", &limits->address_per_second},
        {"address_burst", &limits->address_burst},
        {"header_ms", &limits->header_ms},
        {"idle_ms", &limits->idle_ms},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i].name, name) == 0) {
            *known[i].limit = (unsigned)strtoul(value, NULL, 10);
            return true;
        }
    return false;
}

static void set_list(const char *out[17], char *list)
{
    size_t count = 0;
    for (char *at = strtok(list, ","); at && count < 16; at = strtok(NULL, ","))
        out[count++] = at;
}

static bool set_option(struct server *server, char *option)
{
    struct net_config *config = &server->config;
    char *value = strchr(option, '=');
    if (!value)
        return false;
    *value++ = '\0';
    if (set_limit(&config->limits, option, value))
        return true;
    if (strcmp(option, "listen") == 0)
        snprintf(config->listen, sizeof config->listen, "%s", value);
    else if (strcmp(option, "port") == 0)
        config->port = (unsigned)strtoul(value, NULL, 10);
    else if (strcmp(option, "inherited") == 0)
        config->inherited = (int)strtol(value, NULL, 10);
    else if (strcmp(option, "cert") == 0)
        config->cert = value;
    else if (strcmp(option, "key") == 0)
        config->key = value;
    else if (strcmp(option, "host") == 0)
        config->host = value;
    else if (strcmp(option, "files") == 0)
        config->files = value;
    else if (strcmp(option, "handled") == 0)
        set_list(server->handled, value);
    else if (strcmp(option, "proxy") == 0)
        config->trust_proxy = strcmp(value, "1") == 0;
    else if (strcmp(option, "origins") == 0)
        set_list(server->origins, value);
    else
        return false;
    return true;
}

int main(int count, char **words)
{
    struct server server = {.timer = UINT64_MAX};
    char why[NET_WHY];
    struct net_handlers handlers = {
        .context = &server,
        .person = on_person,
        .open = on_open,
        .message = on_message,
        .close = on_close,
        .request = on_request,
        .lap = on_turn,
        .timer = on_timer,
        .woken = on_woken,
        .log = on_log,
    };
    server.config = (struct net_config){
        .listen = "127.0.0.1",
        .inherited = -1,
        .socket_path = "/ws",
        .cookie = "tioli",
        .origins = server.origins,
        .handled = server.handled,
        .limits = net_limits_default(),
    };
    for (int i = 1; i < count; i++)
        if (!set_option(&server, words[i])) {
            fprintf(stderr, "what is %s?\n", words[i]);
            return 2;
        }
    server.net = net_open(&server.config, &handlers, why);
    if (!server.net) {
        fprintf(stderr, "%s\n", why);
        return 1;
    }
    woken_by_signal = server.net;
    signal(SIGTERM, on_signal);
    printf("port %u\n", net_port(server.net));
    fflush(stdout);
    net_run(server.net);
    net_close(server.net);
    /* A socket that was given to it is still its owner's. */
    if (server.config.inherited >= 0 &&
        fcntl(server.config.inherited, F_GETFD) < 0)
        return 1;
    return 0;
}
