/* Requests wait for their answers; whatever else comes in meanwhile is queued.
 * What a server sends is not believed: texts are made harmless before they are
 * shown. */
#define _POSIX_C_SOURCE 200809L

#include "terminal/join_remote.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hex.h"
#include "i18n/i18n.h"
#include "fair/fair.h"
#include "net/client.h"
#include "base/utf8.h"
#include "terminal/say.h"

#define VERSION 1
#define CONNECT_MS 10000
#define ANSWER_MS 30000
#define GIVE_UP_MS 600000
#define QUEUED_MOST 4096
#define ALIVE_MS 50 /* how often a front end looks after its screen */

bool remote_end(struct remote *remote, const char *why)
{
    if (!remote->ended)
        snprintf(remote->why, sizeof remote->why, "%s", why);
    remote->ended = true;
    return false;
}

void remote_say(const struct remote *remote, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char text[SAY_TEXT];
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    remote->front.say(remote->front.context, text);
}

/* ---- Messages ---------------------------------------------------------- */

static json_t *dequeue(struct remote *remote)
{
    json_t *message = json_incref(json_array_get(remote->queue, 0));
    json_array_remove(remote->queue, 0);
    return message;
}

static void drop_client(struct remote *remote)
{
    net_client_close(remote->client);
    remote->client = NULL;
}

/* The next message of the connection, within `ms`. What is no JSON object ends
 * the connection. */
static enum remote_event receive(struct remote *remote, int input, int ms,
                                 json_t **message)
{
    uint64_t until = clock_ms() + (uint64_t)ms;
    const char *text;
    size_t size;
    *message = NULL;
    switch (net_client_wait(remote->client, input, ms, &text, &size)) {
    case NET_MESSAGE:
        *message = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
        if (json_is_object(*message))
            return REMOTE_MESSAGE;
        json_decref(*message);
        *message = NULL;
        remote_end(remote, _("there is no tioli server at that address"));
        return REMOTE_END;
    case NET_INPUT:
        return REMOTE_INPUT;
    case NET_TIMEOUT:
        return clock_ms() >= until ? REMOTE_TIMEOUT : REMOTE_SIGNAL;
    case NET_CLOSED:
        break;
    }
    drop_client(remote);
    return REMOTE_END;
}

const char *remote_refused(const json_t *answer)
{
    const char *error = json_string_value(json_object_get(answer, "error"));
    if (json_is_true(json_object_get(answer, "ok")))
        return NULL;
    return error ? error : "bad-message";
}

void remote_words(const json_t *answer, char out[REMOTE_WHY])
{
    const char *words = json_string_value(json_object_get(answer, "words"));
    if (!words)
        words = N_("the server gives no reason");
    words = i18n_words(words); /* those of the protocol are in the catalogue */
    utf8_escape(words, strlen(words), out, REMOTE_WHY);
}

bool remote_goes_on(struct remote *remote)
{
    if (remote->front.bide(remote->front.context, 0))
        return true;
    return remote_end(remote, "");
}

/* ---- One request ------------------------------------------------------- */

static bool send_request(struct remote *remote, const json_t *request)
{
    char *text = json_dumps(request, JSON_COMPACT);
    bool sent = text && remote->client &&
                net_client_send(remote->client, text, strlen(text));
    free(text);
    return sent;
}

static bool is_answer(const json_t *message, const json_t *request)
{
    const char *re = json_string_value(json_object_get(message, "re"));
    const char *id = json_string_value(json_object_get(request, "id"));
    return re && id && strcmp(re, id) == 0;
}

/* NULL if the connection is lost. Answers to what was asked before it was are
 * thrown away. */
static json_t *try_call(struct remote *remote, const json_t *request)
{
    uint64_t until = clock_ms() + ANSWER_MS;
    unsigned queued = 0;
    if (!send_request(remote, request))
        return NULL;
    while (remote->client && !remote->ended && clock_ms() < until &&
           queued < QUEUED_MOST) {
        json_t *message;
        enum remote_event event = receive(remote, -1, ALIVE_MS, &message);
        if (event == REMOTE_TIMEOUT && !remote_goes_on(remote))
            return NULL;
        if (event != REMOTE_MESSAGE)
            continue;
        if (is_answer(message, request))
            return message;
        if (json_object_get(message, "re"))
            json_decref(message);
        else if (json_array_append_new(remote->queue, message) == 0)
            queued++;
        else
            remote_end(remote, _("out of memory"));
    }
    drop_client(remote);
    return NULL;
}

static json_t *new_request(struct remote *remote, const char *what)
{
    char id[REMOTE_ID];
    snprintf(id, sizeof id, "%s-%lu", remote->prefix, ++remote->requests);
    return json_pack("{s:s, s:s}", "id", id, "do", what);
}

/* ---- A connection ------------------------------------------------------ */

/* What no other try could change. */
static void say_fatal(struct remote *remote, const char *error,
                      const json_t *answer)
{
    char words[REMOTE_WHY];
    remote_words(answer, words);
    char why[REMOTE_WHY];
    if (strcmp(error, "no-such-table") == 0)
        snprintf(why, sizeof why,
                 _("there is no such table at %.250s: check the link, or ask "
                   "for a new one"),
                 remote->link.origin);
    else if (strcmp(error, "no-such-code") == 0)
        snprintf(why, sizeof why,
                 _("no table at %.200s is waiting with the code %s: ask for "
                   "the code again, or for the table's link"),
                 remote->link.origin, remote->link.spoken);
    else if (strcmp(error, "bad-version") == 0)
        snprintf(why, sizeof why,
                 _("the server speaks another version of the protocol "
                   "(%.200s); one of the two programs is too old"),
                 words);
    else if (strcmp(error, "no-watching") == 0)
        snprintf(why, sizeof why, "%s",
                 _("the game has started, and watching is turned off at this "
                   "table"));
    else
        snprintf(why, sizeof why, "%s", words);
    remote_end(remote, why);
}

static bool passing(const char *error)
{
    return strcmp(error, "busy") == 0 || strcmp(error, "rate") == 0 ||
           strcmp(error, "draining") == 0 || strcmp(error, "not-saved") == 0;
}

/* True if all is well; false if the connection is of no use. */
static bool accepted(struct remote *remote, const json_t *answer)
{
    const char *error = answer ? remote_refused(answer) : NULL;
    if (answer && !error)
        return true;
    if (answer && passing(error))
        remote_words(answer, remote->why);
    else if (answer)
        say_fatal(remote, error, answer);
    /* A person who leaves gets the terminal back before the server is told. */
    if (!remote->ended)
        drop_client(remote);
    return false;
}

/* Takes the request; the caller frees the answer. */
static bool asked(struct remote *remote, json_t *request, json_t **answer)
{
    *answer = try_call(remote, request);
    json_decref(request);
    return accepted(remote, *answer);
}

static bool greet(struct remote *remote)
{
    json_t *request = new_request(remote, "hello");
    json_object_set_new(request, "version", json_integer(VERSION));
    if (remote->token[0])
        json_object_set_new(request, "token", json_string(remote->token));
    if (remote->name[0])
        json_object_set_new(request, "name", json_string(remote->name));
    json_t *answer;
    bool good = asked(remote, request, &answer);
    const char *token = json_string_value(json_object_get(answer, "token"));
    char why[LINK_URL];
    if (good && token && strcmp(token, remote->token) != 0) {
        uint8_t bytes[16];
        if (hex_read(token, strlen(token), bytes, sizeof bytes)) {
            hex_print(bytes, sizeof bytes, remote->token);
            if (!remote->stranger &&
                !kept_save_token(&remote->link, remote->token, why))
                remote_say(remote,
                           _("Your identity could not be saved (%s), so you "
                             "will not be able to come back to your seat."),
                           why);
        }
    }
    json_decref(answer);
    return good;
}

/* Where the new table is, as far as the server can be believed. */
static bool note_table(struct remote *remote, const json_t *answer)
{
    const char *id = json_string_value(json_object_get(answer, "table"));
    const char *told = json_string_value(json_object_get(answer, "link"));
    snprintf(remote->url, sizeof remote->url, "%s/t/%.*s", remote->link.origin,
             LINK_TABLE, id ? id : "");
    struct link link;
    if (link_parse(remote->url, &link) || strcmp(link.table, id) != 0)
        return remote_end(remote,
                          _("there is no tioli server at that address"));
    memcpy(remote->link.table, link.table, sizeof link.table);
    /* The operator may know a better address than the one used here. */
    if (told && !link_parse(told, &link) &&
        strcmp(link.table, remote->link.table) == 0)
        snprintf(remote->url, sizeof remote->url, "%s/t/%s", link.origin,
                 link.table);
    return true;
}

/* Finds the table under the code that people say. */
static bool find(struct remote *remote)
{
    json_t *request = new_request(remote, "find");
    json_object_set_new(request, "spoken", json_string(remote->link.spoken));
    json_t *answer;
    bool good = asked(remote, request, &answer) && note_table(remote, answer);
    json_decref(answer);
    return good;
}

static bool create(struct remote *remote)
{
    json_t *request = new_request(remote, "create");
    json_object_update(request, (json_t *)remote->wish);
    json_t *answer;
    bool good = asked(remote, request, &answer) && note_table(remote, answer);
    json_decref(answer);
    return good;
}

/* Everything after what is known, with views, so that it can be told. */
static bool enter(struct remote *remote)
{
    json_t *request = new_request(remote, "enter");
    json_object_set_new(request, "table", json_string(remote->link.table));
    json_object_set_new(request, "after",
                        json_integer((json_int_t)remote->seq));
    json_object_set_new(request, "text", json_true());
    json_t *answer;
    bool good = asked(remote, request, &answer);
    json_decref(answer);
    return good;
}

static bool lasts(void *context)
{
    return remote_goes_on(context);
}

/* False with `why`; another try is of use unless all has ended. */
static bool connect_once(struct remote *remote, char why[NET_WHY])
{
    struct net_patience patience = {lasts, remote};
    remote->client = net_client_open(remote->link.socket, remote->token,
                                     CONNECT_MS, &patience, why);
    if (!remote->client)
        return false;
    remote->why[0] = 0;
    if (!greet(remote) ||
        (!remote->link.table[0] &&
         !(remote->link.spoken[0] ? find(remote) : create(remote))) ||
        !enter(remote)) {
        snprintf(why, NET_WHY, "%.*s", NET_WHY - 1,
                 remote->why[0] ? remote->why : _("the connection was lost"));
        return false;
    }
    return true;
}

static bool reconnect(struct remote *remote)
{
    uint64_t until = clock_ms() + GIVE_UP_MS;
    char why[NET_WHY] = "";
    int delay = 500;
    drop_client(remote);
    if (remote->ended)
        return false;
    remote_say(remote,
               _("The connection to the server is lost. Trying again ..."));
    while (clock_ms() < until) {
        if (!remote->front.bide(remote->front.context, delay))
            return remote_end(remote, "");
        if (connect_once(remote, why)) {
            remote_say(remote, _("Connected again."));
            return true;
        }
        if (remote->ended)
            return false;
        if (delay < 15000)
            delay *= 2;
    }
    char end[REMOTE_WHY];
    snprintf(end, sizeof end,
             _("the server at %.200s is not coming back; try later with --join "
               "and the table's link"),
             remote->link.origin);
    return remote_end(remote, end);
}

bool remote_open(struct remote *remote)
{
    if (!fair_init())
        return remote_end(remote, _("the system gives no random numbers"));
    uint8_t bytes[8];
    fair_random(bytes, sizeof bytes);
    hex_print(bytes, sizeof bytes, remote->prefix);
    if (!remote->stranger)
        kept_token(&remote->link, remote->token);
    remote->queue = json_array();
    char why[NET_WHY];
    return connect_once(remote, why) || remote_end(remote, why);
}

/* If that fails, the next request connects again. */
void remote_be_known(struct remote *remote)
{
    if (!remote->stranger)
        return;
    remote->stranger = false;
    kept_token(&remote->link, remote->token);
    drop_client(remote);
    char why[NET_WHY];
    (void)connect_once(remote, why);
}

void remote_close(struct remote *remote)
{
    drop_client(remote);
    json_decref(remote->queue);
}

/* ---- For the table ----------------------------------------------------- */

enum remote_event remote_wait(struct remote *remote, int ms, json_t **message)
{
    for (;;) {
        *message = dequeue(remote);
        if (*message)
            return REMOTE_MESSAGE;
        if (!remote->ended && !remote->client)
            reconnect(remote);
        if (remote->ended)
            return REMOTE_END;
        if (json_array_size(remote->queue))
            continue;
        enum remote_event event = receive(remote, remote->input, ms, message);
        if (event == REMOTE_MESSAGE && json_object_get(*message, "re")) {
            json_decref(*message);
            *message = NULL;
            continue;
        }
        if (event != REMOTE_END)
            return event;
    }
}

json_t *remote_call(struct remote *remote, json_t *request)
{
    char id[REMOTE_ID];
    json_t *answer = NULL;
    snprintf(id, sizeof id, "%s-%lu", remote->prefix, ++remote->requests);
    json_object_set_new(request, "id", json_string(id));
    json_object_set_new(request, "table", json_string(remote->link.table));
    while (!answer && !remote->ended)
        if (remote->client || reconnect(remote))
            answer = try_call(remote, request);
    json_decref(request);
    return answer;
}
