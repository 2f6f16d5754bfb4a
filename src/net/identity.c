/* Whose token a request has. There may be many cookies, of other programs on
 * the same host, for cookies know no ports; several even with our name, of
 * which any may be the right one. */
#define _GNU_SOURCE
#include "net/internal.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "net/http_text.h"

static bool is_somebody(const struct net *net, const char *token,
                        uint8_t key[16])
{
    return net->handlers.person(net->handlers.context, token, strlen(token),
                                key);
}

void cookie_read(const struct net_socket *socket, char token[NET_TOKEN],
                 bool *valid, uint8_t key[16])
{
    const struct head *head = socket->head;
    const char *name = socket->net->config.cookie;
    bool any = false;
    token[0] = '\0';
    *valid = false;
    for (unsigned i = 0; name && i < head->count; i++) {
        const char *at = head->field[i].value;
        char value[NET_TOKEN];
        if (strcmp(head->field[i].name, "cookie") != 0)
            continue;
        while (cookie_next(&at, name, value, sizeof value)) {
            *valid = is_somebody(socket->net, value, key);
            if (*valid || !any)
                memcpy(token, value, sizeof value);
            if (*valid)
                return;
            any = true;
        }
    }
}

void identity_read(const struct net_socket *socket, char token[NET_TOKEN],
                   bool *valid, uint8_t key[16])
{
    static const char scheme[] = "bearer ";
    const char *bearer = http_field(socket, "authorization");
    if (bearer && strncasecmp(bearer, scheme, sizeof scheme - 1) == 0) {
        snprintf(token, NET_TOKEN, "%s", bearer + sizeof scheme - 1);
        *valid = is_somebody(socket->net, token, key);
    } else {
        cookie_read(socket, token, valid, key);
    }
}
