/* Who pays for what a connection asks for. Somebody with a token has a bucket
 * of their own, so that nobody at the same address can use it up; a token that
 * was not seen before gets one only if its address has not brought too many new
 * ones lately, or tokens would be worth as much as the time to make them up. */
#define _GNU_SOURCE
#include "net/internal.h"

#include <string.h>

#include "net/http_text.h"

/* All connections of an address, those of persons included, as a multiple of
 * what it may have without them: else persons could use up the server's. */
#define ALL_TOGETHER 4

/* Counted at the address, and how. */
static void set_seat(struct net_socket *socket, enum seat seat)
{
    if (socket->seat != SEAT_NONE)
        socket->address->seats[socket->seat]--;
    socket->seat = seat;
    if (seat != SEAT_NONE)
        socket->address->seats[seat]++;
}

static void release_person(struct net_socket *socket)
{
    if (socket->person)
        addresses_release(&socket->net->persons, socket->person);
    socket->person = NULL;
    if (socket->seat == SEAT_OWN)
        set_seat(socket, SEAT_NONE);
}

static void release_address(struct net_socket *socket)
{
    if (!socket->address)
        return;
    set_seat(socket, SEAT_NONE);
    addresses_release(&socket->net->addresses, socket->address);
    socket->address = NULL;
}

void payer_leave(struct net_socket *socket)
{
    release_person(socket);
    release_address(socket);
}

/* Whether the connection is one of those that a person has for themselves. */
static bool has_own(const struct net_socket *socket)
{
    return socket->person &&
           socket->person->connections <=
               socket->net->config.limits.connections_per_person;
}

/* Gives a person a share, if there is one to give. */
static void admit_person(struct net_socket *socket)
{
    struct net *net = socket->net;
    const struct net_limits *limits = &net->config.limits;
    uint64_t now = net_now(net);
    if (!socket->named || socket->person)
        return;
    /* Where addresses are not counted all may have the same. */
    if (limits->connections_per_address > 0 &&
        !addresses_find(&net->persons, socket->key) &&
        !address_admits(socket->address, now))
        return;
    socket->person = addresses_hold(&net->persons, socket->key, now);
    /* Their share is no longer taken from the address's. */
    if (socket->seat == SEAT_GUEST && has_own(socket))
        set_seat(socket, SEAT_OWN);
}

bool payer_set_address(struct net_socket *socket, const char *address)
{
    struct net *net = socket->net;
    uint8_t key[16];
    if (strcmp(address, socket->text) == 0)
        return true;
    address_key(address, key);
    struct address *held = addresses_hold(&net->addresses, key, net_now(net));
    if (!held)
        return false;
    payer_leave(socket);
    socket->address = held;
    memcpy(socket->text, address, strlen(address) + 1);
    return true;
}

void payer_set_person(struct net_socket *socket, const uint8_t *key)
{
    bool same = key && socket->named && memcmp(key, socket->key, 16) == 0;
    if (!same) {
        release_person(socket);
        socket->named = key;
        if (key)
            memcpy(socket->key, key, 16);
    }
    admit_person(socket);
}

enum net_refusal payer_seat(struct net_socket *socket)
{
    unsigned most = socket->net->config.limits.connections_per_address;
    const unsigned *seats = socket->address->seats;
    enum seat seat = has_own(socket) ? SEAT_OWN : SEAT_GUEST;
    if (socket->seat != SEAT_NONE)
        return NET_REFUSAL_COUNT;
    if (most > 0 && (seats[SEAT_GUEST] + (uint64_t)seats[SEAT_OWN] >=
                         (uint64_t)most * ALL_TOGETHER ||
                     (seat == SEAT_GUEST && seats[SEAT_GUEST] >= most)))
        return NET_REFUSED_ADDRESS_CONNECTIONS;
    set_seat(socket, seat);
    return NET_REFUSAL_COUNT;
}

enum net_refusal payer_pays(struct net_socket *socket)
{
    const struct net_limits *limits = &socket->net->config.limits;
    uint64_t now = net_now(socket->net);
    admit_person(socket);
    if (socket->person)
        return bucket_take(&socket->person->bucket, now,
                           limits->person_per_second, limits->person_burst)
                   ? NET_REFUSAL_COUNT
                   : NET_REFUSED_PERSON_RATE;
    return bucket_take(&socket->address->bucket, now,
                       limits->address_per_second, limits->address_burst)
               ? NET_REFUSAL_COUNT
               : NET_REFUSED_ADDRESS_RATE;
}

void net_set_person(struct net_socket *socket, const uint8_t key[16])
{
    payer_set_person(socket, key);
}

bool net_has_share(const struct net_socket *socket)
{
    return socket->person;
}
