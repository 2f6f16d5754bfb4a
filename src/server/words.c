/* Prints the tables of words as JSON, when the project is built: the page knows
 * codes by the same sentences as everybody else. So it does with the few facts
 * of the rules that it explains: what is set up, and which actions there are. */
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "fair/verify.h"
#include "notation/settings.h"
#include "server/server.h"
#include "show/card_words.h"
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

static const char *const shades[SHADES] = {
    [ORANGE] = "orange", [BLUE] = "blue", [WHITE] = "white",
    [BLACK] = "black",   [RED] = "red",   [ANY] = "any",
};

/* {"gamewright":{"L":"orange", ...}}: what the colours are in an edition. */
static void put_shades(struct json *json)
{
    static const char *const letters[] = {"L", "D", "R", "*"};
    json_object_begin(json_key(json, "shades"));
    for (unsigned edition = 0; edition < TIO_EDITIONS; edition++) {
        json_object_begin(json_key(json, setting_editions[edition]));
        for (unsigned colour = TIO_LIGHT; colour <= TIO_EITHER; colour++)
            json_key_string(json, letters[colour],
                            shades[card_shades[edition][colour]]);
        json_object_end(json);
    }
    json_object_end(json);
}

/* What the number of players decides: {"players":2,"light":6, ...}. */
static void put_setups(struct json *json)
{
    json_array_begin(json_key(json, "setups"));
    for (unsigned n = TIO_MIN_PLAYERS; n <= TIO_MAX_PLAYERS; n++) {
        json_object_begin(json);
        json_key_int(json, "players", n);
        json_key_int(json, "light", tio_setup_dice(n, TIO_LIGHT));
        json_key_int(json, "dark", tio_setup_dice(n, TIO_DARK));
        json_key_int(json, "red", tio_setup_dice(n, TIO_RED));
        json_key_int(json, "starts", tio_setup_starts(n));
        json_key_int(json, "rounds", (int64_t)n * tio_setup_starts(n));
        json_object_end(json);
    }
    json_array_end(json);
}

/* The texts of actions: one of each kind, as a deck writes it; and the different
 * ones of the standard deck, in its order. */
static void put_samples(struct json *json)
{
    const tio_deck *deck = tio_deck_standard();
    char text[TIO_CARD_TEXT];
    json_array_begin(json_key(json, "samples"));
    for (unsigned kind = 0; kind < TIO_ACTION_KINDS; kind++) {
        tio_action_print((tio_action){(uint8_t)kind, TIO_DARK, .cost = 1},
                         text);
        json_str(json, text);
    }
    json_array_end(json);
    json_array_begin(json_key(json, "standard"));
    for (unsigned i = 0; i < deck->actions; i++) {
        if (i > 0 && tio_action_same(deck->action[i], deck->action[i - 1]))
            continue;
        tio_action_print(deck->action[i], text);
        json_str(json, text);
    }
    json_array_end(json);
}

static void put_phrase(struct json *json, const char *name, phrases of)
{
    json_object_begin(json_key(json, name));
    for (unsigned shade = 0; shade < SHADES; shade++)
        if (of[shade])
            json_key_string(json, shades[shade], of[shade]);
    json_object_end(json);
}

static void put_pair(struct json *json, const char *name,
                     struct card_forms forms)
{
    json_array_begin(json_key(json, name));
    json_str(json, forms.one);
    json_str(json, forms.many);
    json_array_end(json);
}

static void put_forms(struct json *json, const char *name,
                      const struct card_forms of[SHADES])
{
    json_object_begin(json_key(json, name));
    for (unsigned shade = 0; shade < SHADES; shade++)
        put_pair(json, shades[shade], of[shade]);
    json_object_end(json);
}

/* Combos, and what is said of all actions. */
static void put_cards(struct json *json)
{
    const struct combo_words *say = &combo_words;
    json_object_begin(json_key(json, "cards"));
    json_array_begin(json_key(json, "number"));
    for (unsigned i = 0; i < sizeof say->number / sizeof *say->number; i++)
        json_str(json, say->number[i]);
    json_array_end(json);
    put_phrase(json, "face", say->a_face);
    put_phrase(json, "anyDie", say->any_die);
    put_phrase(json, "anyNumber", say->any_number);
    put_forms(json, "faces", say->faces);
    put_forms(json, "dice", say->dice);
    put_pair(json, "ofSum", say->of_sum);
    json_key_string(json, "exactly", say->exactly);
    json_key_string(json, "more", say->more);
    json_key_string(json, "less", say->less);
    json_key_string(json, "oneExactly", say->one_exactly);
    json_key_string(json, "oneMore", say->one_more);
    json_key_string(json, "oneLess", say->one_less);
    json_key_string(json, "cost", say->cost);
    json_object_end(json);
}

/* {"CHANGE":{"whole":{...},"brief":{...}}} */
static void put_kinds(struct json *json)
{
    json_object_begin(json_key(json, "kinds"));
    for (unsigned kind = 0; kind < TIO_ACTION_KINDS; kind++) {
        json_object_begin(json_key(json, action_words[kind].code));
        put_phrase(json, "whole", action_words[kind].whole);
        put_phrase(json, "brief", action_words[kind].brief);
        json_object_end(json);
    }
    json_object_end(json);
}

/* An action, unless another one that was written says the same. */
static void put_action(struct json *json, tio_action action)
{
    char text[TIO_CARD_TEXT];
    char like[TIO_CARD_TEXT];
    tio_action_print((tio_action){.kind = action.kind, .cost = action.cost},
                     like);
    tio_action_print(action, text);
    if (action.colour && !strcmp(text, like))
        return;
    tio_action_print((tio_action){.kind = action.kind, .colour = action.colour},
                     like);
    if (action.cost && !strcmp(text, like))
        return;
    json_object_begin(json_key(json, text));
    json_key_string(json, "kind", action_words[action.kind].code);
    json_key_string(json, "colour", action.colour ? "D" : "L");
    json_key_int(json, "cost", action.cost);
    json_object_end(json);
}

/* {"change D cost 1":{"kind":"CHANGE","colour":"D","cost":1}}: all that an
 * action can be, by the text of its card, so that nobody has to read it. */
static void put_actions(struct json *json)
{
    json_object_begin(json_key(json, "actions"));
    for (unsigned kind = 0; kind < TIO_ACTION_KINDS; kind++)
        for (unsigned colour = TIO_LIGHT; colour <= TIO_DARK; colour++)
            for (unsigned cost = 0; cost <= TIO_MAX_COST; cost++)
                put_action(json, (tio_action){.kind = (uint8_t)kind,
                                              .colour = (uint8_t)colour,
                                              .cost = (uint8_t)cost});
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
    put_shades(&json);
    put_setups(&json);
    put_samples(&json);
    put_cards(&json);
    put_kinds(&json);
    put_actions(&json);
    json_object_end(&json);
    const char *text = json_text(&json, NULL);
    bool done = text && puts(text) >= 0;
    json_free(&json);
    return done ? 0 : 1;
}
