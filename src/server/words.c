/* Prints the tables of words as JSON, when the project is built: the page knows
 * codes by the same sentences as everybody else. */
#include <stdio.h>

#include "base/json.h"
#include "fair/verify.h"
#include "notation/settings.h"
#include "server/server.h"
#include "show/reactions.h"
#include "show/tale.h"

struct entry {
    const char *code;
    const char *words;
};

static const struct entry verdicts[] = {
#define X(name, code, verdict, words) {code, words},
    FAIR_REASONS(X)
#undef X
        {0},
};

static const struct entry refusals[] = {
#define X(name, code, words) {code, words},
    TABLE_ERRORS(X) SERVER_ERRORS(X)
#undef X
        {0},
};

static const struct entry rules[] = {
#define X(name, words) {#name, words},
    TIO_ERRORS(X)
#undef X
        {0},
};

static const struct entry reactions[] = {
#define X(name, code, words) {code, words},
    SHOW_REACTIONS(X)
#undef X
        {0},
};

static void put(struct json *json, const char *name, const struct entry *entry)
{
    json_object_begin(json_key(json, name));
    for (; entry->code; entry++)
        json_key_string(json, entry->code, entry->words);
    json_object_end(json);
}

/* {"TAKES":{"mark":"told","args":["who","die"],"you":"...","other":"..."}} */
static void put_phrases(struct json *json)
{
    json_key(json, "phrases");
    json_object_begin(json);
    for (unsigned id = 0; id < TALE_IDS; id++) {
        const struct tale_row *row = &tale_rows[id];
        json_key(json, row->code);
        json_object_begin(json);
        json_key_string(json, "mark", tale_mark_words[row->mark]);
        json_key(json, "args");
        json_array_begin(json);
        for (unsigned i = 0; row->arg[i] != TALE_ARG_END; i++)
            json_str(json, tale_arg_words[row->arg[i]]);
        json_array_end(json);
        if (tale_sentences[id].you)
            json_key_string(json, "you", tale_sentences[id].you);
        if (tale_sentences[id].other)
            json_key_string(json, "other", tale_sentences[id].other);
        json_object_end(json);
    }
    json_object_end(json);
}

/* A die in a sentence, by edition and colour. */
static void put_dice(struct json *json)
{
    json_key(json, "dice");
    json_object_begin(json);
    for (unsigned edition = 0; edition < TIO_EDITIONS; edition++) {
        json_key(json, setting_editions[edition]);
        json_object_begin(json);
        for (unsigned colour = TIO_LIGHT; colour <= TIO_RED; colour++)
            json_key_string(json, (const char *const[]){"L", "D", "R"}[colour],
                            tale_dice[tale_shades[edition][colour]]);
        json_object_end(json);
    }
    json_object_end(json);
}

int main(void)
{
    struct json json = json_growing();
    json_object_begin(&json);
    put(&json, "verdicts", verdicts);
    put(&json, "refusals", refusals);
    put(&json, "rules", rules);
    put(&json, "reactions", reactions);
    put_phrases(&json);
    put_dice(&json);
    json_object_end(&json);
    const char *text = json_text(&json, NULL);
    bool done = text && puts(text) >= 0;
    json_free(&json);
    return done ? 0 : 1;
}
