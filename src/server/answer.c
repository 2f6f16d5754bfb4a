/* Words for clients. */
#include "server/answer.h"

#include <stdio.h>
#include <string.h>

#include "server/lap.h"

const char *server_error_name(unsigned error)
{
    static const char *const names[] = {
#define X(name, word, words) word,
        SERVER_ERRORS(X)
#undef X
    };
    if (error < TABLE_ERROR_COUNT)
        return table_error_name(error);
    return names[error - TABLE_ERROR_COUNT];
}

const char *server_error_words(unsigned error)
{
    static const char *const sentences[] = {
#define X(name, word, words) words,
        SERVER_ERRORS(X)
#undef X
    };
    if (error < TABLE_ERROR_COUNT)
        return table_error_words(error);
    return sentences[error - TABLE_ERROR_COUNT];
}

static void say(struct session *session, struct json *json)
{
    size_t size;
    const char *text = json_text(json, &size);
    if (text)
        lap_say(session->server->lap, session, text, size);
    else
        net_end(session->socket, 1013, "out of memory");
}

struct json answer_begin(const char *id)
{
    struct json json = json_growing();
    json_object_begin(&json);
    json_key_string(&json, "re", id);
    json_key_bool(&json, "ok", true);
    return json;
}

void answer_end(struct session *session, struct json *json)
{
    json_object_end(json);
    say(session, json);
    json_free(json);
}

void answer_error(struct session *session, const char *id,
                  const struct answer_error *what)
{
    char room[1024];
    struct json json = json_fixed(room, sizeof room);
    session->server->counts.refused[what->error]++;
    json_object_begin(&json);
    json_key(&json, "re");
    if (id[0])
        json_str(&json, id);
    else
        json_none(&json);
    json_key_string(&json, "error", server_error_name(what->error));
    json_key_string(&json, "words",
                    what->words ? what->words
                                : server_error_words(what->error));
    if (what->rule)
        json_key_string(&json, "rule", what->rule);
    if (what->field)
        json_key_string(&json, "field", what->field);
    if (what->position)
        json_uint(json_key(&json, "position"), what->position);
    json_object_end(&json);
    say(session, &json);
}

void answer_refusal(struct session *session, const char *id, unsigned error,
                    const struct table_refusal *why, const char *field)
{
    struct answer_error what = {.error = error, .field = field};
    if (error == TABLE_E_ILLEGAL) {
        what.rule = tio_error_name(why->rule);
        what.words = tio_error_words(why->rule);
    } else if ((error == TABLE_E_BAD_MOVE || error == TABLE_E_BAD_DECK ||
                error == TABLE_E_BAD_SETTING || error == SERVER_E_RATE) &&
               why->text.what[0]) {
        what.words = why->text.what;
    }
    char setting[32];
    if (error == TABLE_E_BAD_SETTING && why->field[0]) {
        snprintf(setting, sizeof setting, "settings.%s", why->field);
        what.field = setting;
    }
    answer_error(session, id, &what);
}

void answer_notice(struct server *server, const char *notice, const char *words)
{
    char room[512];
    struct json json = json_fixed(room, sizeof room);
    struct session *session = NULL;
    json_object_begin(&json);
    json_key_string(&json, "notice", notice);
    json_key_string(&json, "words", words);
    json_object_end(&json);
    size_t size;
    const char *text = json_text(&json, &size);
    if (!text)
        return;
    size_t place = lap_text(server->lap, text, size);
    while ((session = session_next(server->sessions, session)))
        if (session->hello)
            lap_send(server->lap, session, place, NULL);
}
