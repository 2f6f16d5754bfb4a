/* Prints the tables of words as JSON, when the project is built: the page knows
 * codes by the same sentences as everybody else. */
#include <stdio.h>

#include "base/json.h"
#include "fair/verify.h"
#include "server/server.h"

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

static void put(struct json *json, const char *name, const struct entry *entry)
{
    json_object_begin(json_key(json, name));
    for (; entry->code; entry++)
        json_key_string(json, entry->code, entry->words);
    json_object_end(json);
}

int main(void)
{
    struct json json = json_growing();
    json_object_begin(&json);
    put(&json, "verdicts", verdicts);
    put(&json, "refusals", refusals);
    put(&json, "rules", rules);
    json_object_end(&json);
    const char *text = json_text(&json, NULL);
    bool done = text && puts(text) >= 0;
    json_free(&json);
    return done ? 0 : 1;
}
