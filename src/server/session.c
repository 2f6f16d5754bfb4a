/* Connections and the persons behind them. */
#include "server/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hex.h"
#include "fair/fair.h"
#include "server/message.h"
#include "server/played.h"
#include "server/thoughts.h"
#include "server/lap.h"
#include "server/upkeep.h"
#include "server/waiting.h"
#include "server/watch.h"

_Static_assert(TABLE_PERSON == 16, "the network counts by 16 bytes");

#define SEEN_MS ((uint64_t)24 * 3600 * 1000)

struct sessions {
    struct session *first;
};

void session_token(char out[SESSION_TOKEN])
{
    uint8_t bytes[(SESSION_TOKEN - 1) / 2];
    fair_random(bytes, sizeof bytes);
    hex_print(bytes, sizeof bytes, out);
}

bool session_person(const char *token, size_t size, struct table_person *out)
{
    uint8_t bytes[(SESSION_TOKEN - 1) / 2];
    if (size != sizeof bytes * 2 || !hex_read(token, size, bytes, sizeof bytes))
        return false;
    char canonical[SESSION_TOKEN];
    hex_print(bytes, sizeof bytes, canonical);
    uint8_t hash[FAIR_BYTES];
    fair_hash(canonical, sizeof canonical - 1, hash);
    memcpy(out->id, hash, sizeof out->id);
    return true;
}

/* ---- What a person is called ------------------------------------------- */

/* Until they choose: a name that stays the same and reveals nothing of who it
 * is. */
static void make_up(struct table_person person, struct session_about *out)
{
    static const uint32_t colours[] = {0x2b6cb0, 0xc05621, 0x2f855a, 0x6b46c1,
                                       0xb83280, 0x00838f, 0x8d6e00, 0x9b2c2c};
    uint8_t hash[FAIR_BYTES];
    fair_hash(person.id, TABLE_PERSON, hash);
    snprintf(out->name, sizeof out->name, "Guest %u",
             1000 + (hash[0] | (unsigned)hash[1] << 8) % 9000);
    out->colour = colours[hash[2] % (sizeof colours / sizeof *colours)];
}

/* A made-up name is stored, too, if only a colour was chosen. */
bool session_about_made_up(struct table_person person,
                           const struct session_about *about)
{
    struct session_about made;
    make_up(person, &made);
    return strcmp(made.name, about->name) == 0;
}

/* "rrggbb name" */
static bool read_about(const char *text, size_t size, struct session_about *out)
{
    uint8_t rgb[3];
    if (size < 8 || text[6] != ' ' || !hex_read(text, 6, rgb, sizeof rgb) ||
        !message_is_name(text + 7, size - 7))
        return false;
    memcpy(out->name, text + 7, size - 7);
    out->name[size - 7] = 0;
    out->colour = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
    return true;
}

void session_about_load(struct server *server, struct table_person person,
                        struct session_about *out)
{
    void *bytes = NULL;
    size_t size = 0;
    make_up(person, out);
    char key[STORE_KEY];
    played_list(person, key);
    enum store_status status = store_get(server->store, key, &bytes, &size);
    if (status == STORE_OK && !read_about(bytes, size, out))
        log_line(server->config.log, LOG_LEVEL_WARNING,
                 "what is stored of a person can't be read");
    if (status == STORE_OK)
        free(bytes);
    else if (status != STORE_MISSING)
        log_line(server->config.log, LOG_LEVEL_WARNING,
                 "a person's name can't be read: %s", store_why(server->store));
}

/* Whether something is stored under this key. */
static bool is_stored(struct server *server, const char *key)
{
    void *bytes = NULL;
    size_t size;
    bool found = store_get(server->store, key, &bytes, &size) == STORE_OK;
    free(bytes);
    return found;
}

bool session_about_save(struct server *server, struct table_person person,
                        const char *address, const struct session_about *about)
{
    struct upkeep_for whom = {person, address};
    char text[TIO_NAME_TEXT + 8];
    int size = snprintf(text, sizeof text, "%06" PRIx32 " %s",
                        about->colour & UINT32_C(0xffffff), about->name);
    char key[STORE_KEY];
    played_list(person, key);
    if (!upkeep_allows(server, &whom,
                       is_stored(server, key) ? QUOTA_RENAME : QUOTA_NAME))
        return false;
    lap_wrote(server->lap,
              store_put_dated(server->store, key, server_now(server), text,
                              (size_t)size));
    return true;
}

/* Noted once in a day: it is a commit. */
void session_seen(struct server *server, struct table_person person)
{
    char key[STORE_KEY];
    void *bytes = NULL;
    size_t size = 0;
    uint64_t now = server_now(server);
    played_list(person, key);
    uint64_t seen;
    if (server->down || store_dated(server->store, key, &seen) != STORE_OK ||
        now < seen + SEEN_MS ||
        store_get(server->store, key, &bytes, &size) != STORE_OK)
        return;
    lap_wrote(server->lap,
              store_put_dated(server->store, key, now, bytes, size));
    free(bytes);
}

/* ---- Connections ------------------------------------------------------- */

struct sessions *sessions_new(void)
{
    return calloc(1, sizeof(struct sessions));
}

void sessions_free(struct sessions *sessions)
{
    free(sessions);
}

struct session *session_next(const struct sessions *sessions,
                             const struct session *last)
{
    return last ? last->next : sessions->first;
}

bool session_key(void *context, const char *token, size_t size, uint8_t key[16])
{
    (void)context;
    struct table_person person;
    if (!session_person(token, size, &person))
        return false;
    memcpy(key, person.id, sizeof person.id);
    return true;
}

bool session_open(void *context, struct net_socket *socket, const char *path,
                  const char *token)
{
    struct server *server = context;
    (void)path;
    if (server->draining)
        return false;
    struct session *session;
    session = calloc(1, sizeof *session);
    if (!session)
        return false;
    session->server = server;
    session->socket = socket;
    session->known = session_person(token, strlen(token), &session->person);
    session->next = server->sessions->first;
    if (session->next)
        session->next->before = session;
    server->sessions->first = session;
    net_set_user(socket, session);
    return true;
}

void session_close(void *context, struct net_socket *socket)
{
    struct server *server = context;
    struct session *session = net_user(socket);
    if (!session)
        return;
    net_set_user(socket, NULL);
    lap_forget(server->lap, session);
    waiting_forget(session);
    if (session->hint)
        thought_drop(session->hint);
    watch_leave_all(session);
    if (session->hello)
        server->counts.sessions--;
    if (session->before)
        session->before->next = session->next;
    else
        server->sessions->first = session->next;
    if (session->next)
        session->next->before = session->before;
    free(session);
}

unsigned session_hello(struct session *session, const char *token)
{
    struct table_person person = session->person;
    if (token[0]) {
        if (!session_person(token, strlen(token), &person))
            return SERVER_E_BAD_MESSAGE;
        /* A connection never changes hands. */
        if (session->hello && !table_person_same(person, session->person))
            return SERVER_E_BAD_MESSAGE;
    } else if (!session->known) {
        session_token(session->token);
        (void)session_person(session->token, SESSION_TOKEN - 1, &person);
    }
    session->person = person;
    session->known = true;
    net_set_person(session->socket, person.id);
    if (!session->hello) {
        session_about_load(session->server, person, &session->about);
        session_seen(session->server, person);
        session->server->counts.sessions++;
    }
    session->hello = true;
    return 0;
}
