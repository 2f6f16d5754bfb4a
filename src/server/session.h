/* Who is at the other end: a connection belongs to a person, who is known by a
 * random token. Only a hash of the token is ever kept. */
#ifndef SERVER_SESSION_H
#define SERVER_SESSION_H

#include "server/server.h"

#define SESSION_TOKEN 33 /* room for a token: 32 hexadecimal digits */

/* A fresh token. */
void session_token(char out[SESSION_TOKEN]);
/* False if the text is not a token. */
bool session_person(const char *token, size_t size, struct table_person *out);

/* What a person is called: kept in the store, or made up. */
struct session_about {
    char name[TIO_NAME_TEXT];
    uint32_t colour; /* 0xrrggbb */
};

void session_about_load(struct server *server, struct table_person person,
                        struct session_about *out);
/* Whether nobody has chosen the name. */
bool session_about_made_up(struct table_person person,
                           const struct session_about *about);
/* Into the batch of the store. False: they, or newcomers at their address, have
 * had too much stored; then nothing is. */
bool session_about_save(struct server *server, struct table_person person,
                        const char *address, const struct session_about *about);
/* Somebody is here: what is kept of them is kept for longer. */
void session_seen(struct server *server, struct table_person person);

/* ---- Connections ------------------------------------------------------- */

struct watcher;
struct catch_up;
struct thought;

struct session {
    struct server *server;
    struct net_socket *socket;
    struct table_person person;
    struct session_about about;
    bool known;                /* `person` is, from a cookie or a hello */
    bool hello;                /* was said */
    char token[SESSION_TOKEN]; /* that was made for this connection, should
                                  the answer to hello be asked for again */
    bool owed;                 /* an answer has to wait for its load: what comes
                                  after it does, too */
    uint64_t asked_us;         /* when what is carried out was asked */
    bool put_back;  /* the request that is carried out has to wait, after all */
    bool stuck;     /* one that waits can't be carried out yet */
    size_t waiting; /* bytes of requests that wait */
    struct thought *hint; /* that is being thought about, or NULL */
    struct watcher *watchers;
    unsigned watching;
    struct catch_up *catching; /* of the watchers, whose log is being read */
    struct session *next;
    struct session *before;
};

struct sessions *sessions_new(void);
void sessions_free(struct sessions *sessions);

/* For struct net_handlers; `context` is the server. */
bool session_key(void *context, const char *token, size_t size,
                 uint8_t key[16]);
bool session_open(void *context, struct net_socket *socket, const char *path,
                  const char *token);
void session_close(void *context, struct net_socket *socket);

/* The next of all connections; NULL begins, NULL ends. */
struct session *session_next(const struct sessions *sessions,
                             const struct session *last);

/* Identifies a connection that has not said hello yet; returns 0 or an error.
 * Without a token a new one is made, which is then in session->token. */
unsigned session_hello(struct session *session, const char *token);

#endif
