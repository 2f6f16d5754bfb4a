/* The network: what src/net offers to the server, without sockets. A message
 * takes its time and none overtakes another of the same connection; a connection
 * breaks with whatever is on its way, and its two ends hear of that when they
 * do. */
#include "simulation/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/net.h"

enum parcel_kind { PARCEL_OPEN, PARCEL_TEXT, PARCEL_CLOSE };

/* One thing that a server will hear. */
struct parcel {
    struct parcel *next;
    struct link *link;
    enum parcel_kind kind;
    char *text;
};

struct net_socket {
    struct link *link;
    void *user;
    bool open;  /* the server was content with it, and was not told its end */
    bool ended; /* by the server */
};

struct link {
    struct link *next;
    struct sim *sim;
    struct person *person;
    struct node *node;
    struct net *net; /* the server's: NULL when that is gone */
    struct net_socket socket;
    char token[40];
    bool broken;    /* nothing arrives any more */
    bool told;      /* the person knows */
    uint64_t there; /* when the last arrives at the server */
    uint64_t here;  /* the same at the person */
};

struct net {
    struct node *node;
    struct net_handlers handlers;
    struct net_counts counts;
    struct parcel *first;
    struct parcel **end;
    uint64_t sent;
    bool woken;
    bool refuses;
};

/* A message on its way to a person. */
struct letter {
    struct link *link;
    json_t *said;
};

/* ---- To the server ----------------------------------------------------- */

static void arrive(struct sim *sim, void *what, uint64_t number)
{
    struct parcel *parcel = what;
    struct link *link = parcel->link;
    (void)number;
    (void)sim;
    bool end = parcel->kind == PARCEL_CLOSE;
    if (!link->net || (link->broken && !end)) {
        free(parcel->text);
        free(parcel);
        return;
    }
    *link->net->end = parcel;
    link->net->end = &parcel->next;
    nodes_turn_at(link->node, 0);
}

static void post(struct link *link, enum parcel_kind kind, const char *text)
{
    struct sim *sim = link->sim;
    struct parcel *parcel = sim_new(sizeof *parcel);
    uint64_t at = sim->now + chance_between(&sim->fate, 200, 20000);
    parcel->link = link;
    parcel->kind = kind;
    if (text) {
        parcel->text = sim_new(strlen(text) + 1);
        memcpy(parcel->text, text, strlen(text));
    }
    if (at <= link->there)
        at = link->there + 1;
    link->there = at;
    sim_surely_after(sim, at - sim->now, arrive, parcel);
}

struct link *wire_connect(struct sim *sim, struct person *person,
                          struct node *node, const char *token)
{
    struct link *link = sim_new(sizeof *link);
    link->next = sim->links;
    sim->links = link;
    link->sim = sim;
    link->person = person;
    link->node = node;
    link->socket.link = link;
    snprintf(link->token, sizeof link->token, "%s", token);
    link->net = node->server ? node->net : NULL;
    if (!link->net || link->net->refuses) {
        link->net = NULL;
        wire_break(link);
    } else {
        post(link, PARCEL_OPEN, NULL);
    }
    return link;
}

const struct node *wire_node(const struct link *link)
{
    return link->node;
}

void wire_say(struct link *link, const char *text)
{
    if (!link->broken)
        post(link, PARCEL_TEXT, text);
}

/* ---- To the person ----------------------------------------------------- */

static void person_sees_end(struct sim *sim, void *what, uint64_t number)
{
    struct link *link = what;
    (void)sim;
    (void)number;
    if (!link->told)
        person_broken(link->person, link);
    link->told = true;
}

static void person_sees_open(struct sim *sim, void *what, uint64_t number)
{
    struct link *link = what;
    (void)sim;
    (void)number;
    if (!link->broken && !link->told)
        person_opened(link->person, link);
}

static void deliver(struct sim *sim, void *what, uint64_t number)
{
    struct letter *letter = what;
    struct link *link = letter->link;
    (void)sim;
    (void)number;
    if (link->broken || link->told)
        json_decref(letter->said);
    else
        person_heard(link->person, link, letter->said);
    free(letter);
}

static uint64_t way_back(struct link *link)
{
    struct sim *sim = link->sim;
    uint64_t at = sim->now + chance_between(&sim->fate, 200, 20000);
    if (at <= link->here)
        at = link->here + 1;
    link->here = at;
    return at - sim->now;
}

void wire_break(struct link *link)
{
    struct sim *sim = link->sim;
    if (link->broken)
        return;
    link->broken = true;
    sim_after(sim, chance_between(&sim->fate, 1000, 200000), person_sees_end,
              link, 0);
    if (!link->net)
        return;
    link->there = sim->now + chance_between(&sim->fate, 1000, 500000);
    post(link, PARCEL_CLOSE, NULL);
}

void wire_break_all(struct node *node)
{
    for (struct link *link = node->sim->links; link; link = link->next)
        if (link->node == node && !link->broken)
            wire_break(link);
}

/* ---- A node's turn ----------------------------------------------------- */

static void open_one(struct net *net, struct link *link)
{
    if (!net->handlers.open(net->handlers.context, &link->socket, "/ws",
                            link->token)) {
        wire_break(link);
        return;
    }
    link->socket.open = true;
    sim_after(link->sim, way_back(link), person_sees_open, link, 0);
}

static void close_one(struct net *net, struct link *link)
{
    if (!link->socket.open)
        return;
    link->socket.open = false;
    net->handlers.close(net->handlers.context, &link->socket);
}

static void hear(struct net *net, struct parcel *parcel)
{
    struct link *link = parcel->link;
    switch (parcel->kind) {
    case PARCEL_OPEN:
        open_one(net, link);
        break;
    case PARCEL_TEXT:
        if (link->socket.open && !link->socket.ended)
            net->handlers.message(net->handlers.context, &link->socket,
                                  parcel->text, strlen(parcel->text));
        break;
    case PARCEL_CLOSE:
        close_one(net, link);
        break;
    }
}

static void drop(struct parcel *parcel)
{
    free(parcel->text);
    free(parcel);
}

void wire_deliver(struct node *node)
{
    struct net *net = node->net;
    struct parcel *parcel = net->first;
    net->first = NULL;
    net->end = &net->first;
    while (parcel) {
        struct parcel *next = parcel->next;
        hear(net, parcel);
        drop(parcel);
        parcel = next;
    }
}

bool wire_was_woken(struct node *node)
{
    bool woken = node->net->woken;
    node->net->woken = false;
    return woken;
}

uint64_t wire_sent(const struct node *node)
{
    return node->net->sent;
}

const struct net_handlers *wire_handlers(const struct node *node)
{
    return &node->net->handlers;
}

void wire_free(struct sim *sim)
{
    while (sim->links) {
        struct link *link = sim->links;
        sim->links = link->next;
        free(link);
    }
}

/* ---- What the server calls --------------------------------------------- */

struct net *net_open(const struct net_config *config,
                     const struct net_handlers *handlers, char why[NET_WHY])
{
    struct net *net = sim_new(sizeof *net);
    (void)config;
    (void)why;
    net->node = sim_current()->running;
    net->node->net = net;
    net->handlers = *handlers;
    net->end = &net->first;
    return net;
}

unsigned net_port(const struct net *net)
{
    (void)net;
    return 1;
}

void net_run(struct net *net)
{
    (void)net;
}

void net_stop(struct net *net, unsigned ms)
{
    (void)ms;
    for (struct link *link = net->node->sim->links; link; link = link->next)
        if (link->net == net && link->socket.open)
            net_end(&link->socket, 1001, "");
    nodes_exit(net->node);
}

void net_close(struct net *net)
{
    struct node *node = net->node;
    for (struct link *link = node->sim->links; link; link = link->next)
        if (link->net == net) {
            close_one(net, link);
            wire_break(link);
            link->net = NULL;
        }
    while (net->first) {
        struct parcel *next = net->first->next;
        drop(net->first);
        net->first = next;
    }
    node->net = NULL;
    free(net);
}

void net_wake(struct net *net)
{
    net->woken = true;
    nodes_turn_at(net->node, 0);
}

void net_refuse_new(struct net *net)
{
    net->refuses = true;
}

const struct net_counts *net_get_counts(const struct net *net)
{
    return &net->counts;
}

void net_send(struct net_socket *socket, const char *text, size_t size)
{
    struct link *link = socket->link;
    struct sim *sim = link->sim;
    json_error_t error;
    if (socket->ended || !link->net || link->net->node->dying)
        return;
    link->net->sent++;
    sim_trace(sim, text, size);
    json_t *said = json_loadb(text, size, 0, &error);
    if (!said) {
        sim_fail(sim, "what a server sends is not JSON: %s", error.text);
        return;
    }
    sim_note(sim, "server %u -> %s: %.*s", link->node->number,
             person_name(link->person), size > 400 ? 400 : (int)size, text);
    person_is_told(link->person, said);
    if (link->broken) {
        json_decref(said);
        return;
    }
    struct letter *letter = sim_new(sizeof *letter);
    *letter = (struct letter){link, said};
    sim_surely_after(sim, way_back(link), deliver, letter);
}

size_t net_waiting(const struct net_socket *socket)
{
    (void)socket;
    return 0;
}

static void server_ends(struct sim *sim, void *what, uint64_t number)
{
    (void)sim;
    (void)number;
    wire_break(what);
}

void net_end(struct net_socket *socket, unsigned code, const char *reason)
{
    struct link *link = socket->link;
    (void)code;
    (void)reason;
    if (socket->ended)
        return;
    socket->ended = true;
    sim_after(link->sim, way_back(link), server_ends, link, 0);
}

void net_set_user(struct net_socket *socket, void *user)
{
    socket->user = user;
}

void *net_user(const struct net_socket *socket)
{
    return socket->user;
}

const char *net_address(const struct net_socket *socket)
{
    (void)socket;
    return "192.0.2.1";
}

void net_set_person(struct net_socket *socket, const uint8_t key[16])
{
    (void)socket;
    (void)key;
}

bool net_has_share(const struct net_socket *socket)
{
    (void)socket;
    return true;
}

/* ---- HTTP: nobody asks ------------------------------------------------- */

const char *net_method(const struct net_request *request)
{
    (void)request;
    return "GET";
}

const char *net_path(const struct net_request *request)
{
    (void)request;
    return "/";
}

const char *net_query(const struct net_request *request, const char *name)
{
    (void)request;
    (void)name;
    return NULL;
}

const char *net_body(const struct net_request *request, size_t *size)
{
    (void)request;
    *size = 0;
    return "";
}

const char *net_header(const struct net_request *request, const char *name)
{
    (void)request;
    (void)name;
    return NULL;
}

const char *net_request_cookie(const struct net_request *request)
{
    (void)request;
    return "";
}

const char *net_request_address(const struct net_request *request)
{
    (void)request;
    return "";
}

bool net_origin_allowed(const struct net_request *request)
{
    (void)request;
    return true;
}

void net_reply(struct net_request *request, unsigned status, const char *type,
               const char *headers, const char *body, size_t size)
{
    (void)request;
    (void)status;
    (void)type;
    (void)headers;
    (void)body;
    (void)size;
}

void net_hold(struct net_request *request)
{
    (void)request;
}

void net_release(struct net_request *request)
{
    (void)request;
}

bool net_is_gone(const struct net_request *request)
{
    (void)request;
    return true;
}
