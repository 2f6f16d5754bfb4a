/* Reads the state that a server sends, whole or as what has changed of the last
 * one. Nothing in it is trusted with anything that could do harm. */
#include <string.h>

#include "base/clock.h"
#include "base/hex.h"
#include "fair/fair.h"
#include "notation/settings.h"
#include "base/utf8.h"
#include "terminal/join_parts.h"

static bool flag(const json_t *object, const char *key)
{
    return json_is_true(json_object_get(object, key));
}

static bool says(const json_t *object, const char *key, const char *word)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text && strcmp(text, word) == 0;
}

static json_int_t number(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

unsigned join_seat_of(const json_t *object, const char *key)
{
    json_int_t seat = number(object, key);
    return seat >= 1 && seat <= TIO_MAX_PLAYERS ? (unsigned)seat - 1 : TIO_NONE;
}

void join_set_name(struct join *join, unsigned seat, const json_t *object)
{
    const char *name = json_string_value(json_object_get(object, "name"));
    if (seat >= TIO_MAX_PLAYERS || !name)
        return;
    if (strlen(name) >= TIO_NAME_TEXT || !utf8_is_name(name, strlen(name)))
        name = "?";
    memcpy(join->names.of[seat], name, strlen(name) + 1);
}

/* "" or the hexadecimal text of 32 bytes. */
static void read_hex(const json_t *object, const char *key, char out[KEPT_HEX])
{
    const char *text = json_string_value(json_object_get(object, key));
    out[0] = 0;
    uint8_t bytes[FAIR_BYTES];
    if (text && hex_read(text, strlen(text), bytes, sizeof bytes))
        hex_print(bytes, sizeof bytes, out);
}

static void read_successor(struct join *join, unsigned seat,
                           const json_t *object)
{
    const char *level = json_string_value(json_object_get(object, "successor"));
    char *out = join->names.successor[seat];
    out[0] = 0;
    if (level && strlen(level) < sizeof join->names.successor[seat] &&
        utf8_is_name(level, strlen(level)))
        memcpy(out, level, strlen(level) + 1);
}

static void read_level(struct join_seat *seat, const json_t *object)
{
    const char *level = json_string_value(json_object_get(object, "level"));
    if (level && strlen(level) < sizeof seat->level &&
        utf8_is_name(level, strlen(level)))
        memcpy(seat->level, level, strlen(level) + 1);
}

/* A value that makes no sense leaves the setting at its usual value. */
static void read_setting(const struct setting *row, const json_t *value,
                         tio_settings *settings)
{
    json_int_t number = json_integer_value(value);
    char digit[] = {(char)('0' + (number & 15)), 0};
    const char *text = json_is_string(value) ? json_string_value(value) : digit;
    if (row->kind == SETTING_YES)
        setting_set(row, json_is_true(value), settings);
    else if (number >= 0 && number <= 9)
        (void)setting_scan(row, (struct word){text, strlen(text)},
                           settings->players, settings);
}

static void read_settings(struct join *join, const json_t *object)
{
    join->settings = tio_settings_default(join->players);
    for (unsigned i = SETTING_PLAYERS + 1; i < GAME_SETTINGS; i++)
        read_setting(&game_settings[i],
                     json_object_get(object, game_settings[i].name),
                     &join->settings);
}

#define LONGEST_MS ((json_int_t)1 << 40)

/* When so many milliseconds will be over. */
static uint64_t end_of(const json_t *object, const char *key)
{
    json_int_t ms = number(object, key);
    return clock_ms() + (ms > 0 && ms < LONGEST_MS ? (uint64_t)ms : 0);
}

void join_read_grace(struct join_seat *seat, const json_t *object)
{
    seat->awaited = json_is_integer(json_object_get(object, "grace"));
    seat->grace_end = end_of(object, "grace");
}

static void read_seats(struct join *join, const json_t *seats)
{
    memset(join->seats, 0, sizeof join->seats);
    for (unsigned i = 0; i < join->players; i++) {
        const json_t *at = json_array_get(seats, i);
        const char *kind = json_string_value(json_object_get(at, "kind"));
        struct join_seat *seat = &join->seats[i];
        if (!kind || strcmp(kind, "empty") == 0)
            continue;
        seat->taken = true;
        seat->bot = strcmp(kind, "bot") == 0;
        seat->away = !seat->bot && !flag(at, "present") && !flag(at, "left");
        seat->stand_in = flag(at, "stand_in");
        seat->again = flag(at, "again");
        read_level(seat, at);
        seat->clocked = flag(at, "running");
        seat->clock_end = end_of(at, "clock");
        join_read_grace(seat, at);
        join_set_name(join, i, at);
        read_successor(join, i, at);
    }
}

static int16_t difference(const json_t *now, const json_t *old, size_t seat)
{
    return (int16_t)(json_integer_value(json_array_get(now, seat)) -
                     json_integer_value(json_array_get(old, seat)));
}

/* The server has sums; a person wants to see what each round brought. */
static void read_history(struct join *join, const json_t *rounds)
{
    struct history *history = &join->history;
    size_t most = sizeof history->points / sizeof history->points[0];
    size_t count = json_array_size(rounds);
    history->rounds = (unsigned)(count < most ? count : most);
    for (size_t i = 0; i < history->rounds; i++) {
        const json_t *now = json_array_get(rounds, i);
        const json_t *old = i ? json_array_get(rounds, i - 1) : NULL;
        for (size_t seat = 0; seat < join->players; seat++) {
            history->points[i][seat] =
                difference(json_object_get(now, "points"),
                           json_object_get(old, "points"), seat);
            history->chips[i][seat] =
                difference(json_object_get(now, "chips"),
                           json_object_get(old, "chips"), seat);
        }
    }
}

static enum join_phase read_phase(const json_t *state)
{
    if (says(state, "phase", "playing"))
        return JOIN_PLAYING;
    if (says(state, "phase", "over"))
        return JOIN_OVER;
    return says(state, "phase", "open") ? JOIN_OPEN : JOIN_CLOSED;
}

/* Null stands for what is the same; of a player some keys may be missing. */
static json_t *merged_items(const json_t *old, const json_t *items)
{
    json_t *all = json_array();
    for (size_t i = 0; i < json_array_size(items); i++) {
        json_t *was = json_array_get(old, i);
        json_t *item = json_array_get(items, i);
        if (json_is_null(item)) {
            json_array_append(all, was);
        } else if (json_object_get(item, "place")) {
            json_array_append(all, item); /* a card: always whole */
        } else {
            json_t *now = was ? json_copy(was) : json_object();
            json_object_update(now, item);
            json_array_append_new(all, now);
        }
    }
    return all;
}

void join_merge(json_t *state, json_t *changes)
{
    const char *key;
    json_t *value;
    json_object_foreach(changes, key, value)
    {
        json_t *old = json_object_get(state, key);

        if (strcmp(key, "game") == 0 && json_is_object(old) &&
            json_is_object(value))
            join_merge(old, value);
        else if (json_is_array(value) &&
                 (strcmp(key, "players") == 0 || strcmp(key, "hand") == 0))
            json_object_set_new(state, key, merged_items(old, value));
        else
            json_object_set(state, key, value);
    }
}

void join_own_seat(struct join *join, const json_t *state)
{
    unsigned seat = join_seat_of(json_object_get(state, "you"), "seat");
    join->seat = seat < join->players ? seat : TIO_SPECTATOR;
}

static void read_spoken(struct join *join, const json_t *you)
{
    const char *code = json_string_value(json_object_get(you, "spoken"));
    bool good = code && strlen(code) < sizeof join->spoken;
    for (const char *at = code; good && *at; at++)
        good = *at >= 'A' && *at <= 'Z';
    snprintf(join->spoken, sizeof join->spoken, "%s", good ? code : "");
}

void join_state(struct join *join, const json_t *state)
{
    const json_t *settings = json_object_get(state, "settings");
    const json_t *you = json_object_get(state, "you");
    const json_t *fair = json_object_get(state, "fair");
    const json_t *last = json_object_get(fair, "last");
    json_int_t players = number(settings, "players");
    join->known = true;
    join->phase = read_phase(state);
    join->players = players >= TIO_MIN_PLAYERS && players <= TIO_MAX_PLAYERS
                        ? (unsigned)players
                        : TIO_MIN_PLAYERS;
    join_own_seat(join, state);
    join->host = flag(you, "host");
    read_spoken(join, you);
    join->host_seat = join_seat_of(state, "host");
    join->can_undo = flag(you, "undo");
    join->can_hurry = flag(you, "hurry");
    join->hints = flag(settings, "hints");
    join->undo = flag(settings, "undo");
    join->position = (uint64_t)number(state, "position");
    join->games = (unsigned)number(state, "games");
    read_settings(join, settings);
    read_seats(join, json_object_get(state, "seats"));
    read_history(join,
                 json_object_get(json_object_get(state, "game"), "history"));
    read_hex(fair, "commit", join->commit);
    read_hex(last, "commit", join->last_commit);
    read_hex(last, "secret", join->last_secret);
}
