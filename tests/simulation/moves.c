/* What a client knows of a table, and what it could do there: from messages
 * alone. */
#include "simulation/people.h"

#include <stdio.h>
#include <string.h>

unsigned long json_number(const json_t *object, const char *key)
{
    return (unsigned long)json_integer_value(json_object_get(object, key));
}

bool json_says(const json_t *object, const char *key)
{
    return json_is_true(json_object_get(object, key));
}

const char *json_words(const json_t *object, const char *key)
{
    const char *words = json_string_value(json_object_get(object, key));
    return words ? words : "";
}

/* ---- Changes ----------------------------------------------------------- */

static void put_keys(json_t *into, json_t *from)
{
    const char *key;
    json_t *value;
    json_object_foreach(from, key, value) json_object_set(into, key, value);
}

/* Items that are null stay as they are; players have the keys that are new. */
static void put_list(json_t *game, const char *key, json_t *from, bool keys)
{
    json_t *before = json_object_get(game, key);
    json_t *after = json_array();
    size_t at;
    json_t *item;
    json_array_foreach(from, at, item)
    {
        json_t *old = json_array_get(before, at);
        if (json_is_null(item)) {
            json_array_append(after, old ? old : item);
        } else if (keys && json_is_object(old)) {
            json_t *whole = json_copy(old);
            put_keys(whole, item);
            json_array_append_new(after, whole);
        } else {
            json_array_append(after, item);
        }
    }
    json_object_set_new(game, key, after);
}

static void put_game(json_t *game, json_t *from)
{
    const char *key;
    json_t *value;
    json_object_foreach(from, key, value)
    {
        if (json_is_array(value) && strcmp(key, "players") == 0)
            put_list(game, key, value, true);
        else if (json_is_array(value) && strcmp(key, "hand") == 0)
            put_list(game, key, value, false);
        else
            json_object_set(game, key, value);
    }
}

void moves_put_together(json_t *state, json_t *changes)
{
    const char *key;
    json_t *value;
    json_object_foreach(changes, key, value)
    {
        json_t *game = json_object_get(state, "game");
        if (strcmp(key, "game") == 0 && json_is_object(game) &&
            json_is_object(value))
            put_game(game, value);
        else
            json_object_set(state, key, value);
    }
}

void moves_strip(json_t *state)
{
    static const char *const live[] = {"present", "clock", "running", "grace"};
    size_t at;
    json_t *seat;
    json_array_foreach(json_object_get(state, "seats"), at,
                       seat) for (size_t i = 0; i < sizeof live / sizeof *live;
                                  i++) json_object_del(seat, live[i]);
    json_object_del(json_object_get(state, "you"), "spoken");
    json_object_del(json_object_get(state, "you"), "hurry");
}

/* ---- Choosing ---------------------------------------------------------- */

static const json_t *one_of(struct person *person, const json_t *list)
{
    size_t count = json_array_size(list);
    return count ? json_array_get(list, chance_below(&person->mind, count))
                 : NULL;
}

/* `form` with its gaps filled in. */
static void fill_in(const char *form, const char *first, const char *second,
                    char out[TIO_MOVE_TEXT])
{
    size_t size = 0;
    while (*form && size + 1 < TIO_MOVE_TEXT) {
        const char *gap = NULL;
        if (strncmp(form, "{dice}", 6) == 0 || strncmp(form, "{die}", 5) == 0)
            gap = first;
        else if (strncmp(form, "{other}", 7) == 0)
            gap = second;
        if (!gap) {
            out[size++] = *form++;
            continue;
        }
        size_t length = strlen(gap);
        if (size + length < TIO_MOVE_TEXT)
            memcpy(out + size, gap, length);
        size += length;
        form = strchr(form, '}') + 1;
    }
    out[size < TIO_MOVE_TEXT ? size : TIO_MOVE_TEXT - 1] = '\0';
}

static void some_dice(struct person *person, const json_t *play,
                      char out[TIO_MOVE_TEXT])
{
    const json_t *dice = json_object_get(play, "dice");
    size_t least = json_number(play, "least");
    size_t most = json_number(play, "most");
    size_t left = chance_between(&person->mind, least, most);
    size_t count = json_array_size(dice);
    out[0] = '\0';
    for (size_t i = 0; i < count && left > 0; i++) {
        if (chance_below(&person->mind, count - i) >= left)
            continue;
        size_t size = strlen(out);
        snprintf(out + size, TIO_MOVE_TEXT - size, "%s%s", size ? " " : "",
                 json_string_value(json_array_get(dice, i)));
        left--;
    }
}

static bool choose_play(struct person *person, const json_t *play,
                        char out[TIO_MOVE_TEXT])
{
    const char *shape = json_words(play, "shape");
    const char *form = json_words(play, "form");
    char dice[TIO_MOVE_TEXT] = "";
    if (!*form)
        return false;
    if (strcmp(shape, "pool") == 0) {
        some_dice(person, play, dice);
        fill_in(form, dice, "", out);
        return true;
    }
    if (strcmp(shape, "none") == 0) {
        fill_in(form, "", "", out);
        return true;
    }
    const json_t *target = one_of(person, json_object_get(play, "targets"));
    if (!target)
        return false;
    const char *die = json_is_string(target) ? json_string_value(target)
                                             : json_words(target, "die");
    const json_t *other = one_of(person, json_object_get(target, "others"));
    fill_in(form, die, other ? json_string_value(other) : "", out);
    return other || !strstr(form, "{other}");
}

static bool choose_turn(struct person *person, const json_t *moves,
                        char out[TIO_MOVE_TEXT])
{
    const json_t *die = one_of(person, json_object_get(moves, "take"));
    const json_t *play = one_of(person, json_object_get(moves, "play"));
    bool may_pass = json_says(moves, "pass");
    if (play && chance_one_in(&person->mind, 3) &&
        choose_play(person, play, out))
        return true;
    if (may_pass && (!die || chance_one_in(&person->mind, 5)))
        snprintf(out, TIO_MOVE_TEXT, "pass");
    else if (json_says(moves, "done") &&
             (!die || chance_one_in(&person->mind, 3)))
        snprintf(out, TIO_MOVE_TEXT, "done");
    else if (die)
        snprintf(out, TIO_MOVE_TEXT, "take %s", json_string_value(die));
    else
        return false;
    return true;
}

/* Laying, discarding and drawing, all at once. */
static bool choose_between(struct person *person, const json_t *moves,
                           char out[TIO_MOVE_TEXT])
{
    static const char *const kinds[] = {"lay", "draw"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const json_t *way = one_of(person, json_object_get(moves, kinds[i]));
        if (way) {
            snprintf(out, TIO_MOVE_TEXT, "%s", json_words(way, "move"));
            return true;
        }
    }
    const json_t *place = one_of(person, json_object_get(moves, "discard"));
    if (place && chance_one_in(&person->mind, 2)) {
        snprintf(out, TIO_MOVE_TEXT, "discard %d",
                 (int)json_integer_value(place));
        return true;
    }
    snprintf(out, TIO_MOVE_TEXT, "keep");
    return json_says(moves, "keep");
}

static bool has_to_decide(const struct person *person)
{
    const json_t *game = json_object_get(person->state, "game");
    const json_t *you = json_object_get(person->state, "you");
    unsigned long seat = json_number(you, "seat");
    size_t at;
    json_t *decider;
    json_array_foreach(
        json_object_get(game, "deciders"), at,
        decider) if (seat > 0 && (unsigned long)json_integer_value(decider) ==
                                     seat) return true;
    return false;
}

bool moves_choose(struct person *person, char out[TIO_MOVE_TEXT])
{
    const json_t *game = json_object_get(person->state, "game");
    const json_t *moves = json_object_get(game, "moves");
    if (!json_is_object(moves) || !has_to_decide(person))
        return false;
    if (strcmp(json_words(game, "phase"), "turn") == 0)
        return choose_turn(person, moves, out);
    return choose_between(person, moves, out);
}
