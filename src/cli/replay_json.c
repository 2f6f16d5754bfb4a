/* See replay_json.h. Seats count from 1, as in the record itself. */
#include "cli/replay_json.h"

#include <stdio.h>
#include <string.h>

#include "base/hex.h"
#include "fair/fair.h"
#include "notation/settings.h"

static void json_hash(struct json *json, uint64_t hash)
{
    char text[17];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    json_key_string(json, "hash", text);
}

static void json_hex(struct json *json, const uint8_t *bytes)
{
    char text[2 * TIO_FAIR_BYTES + 1];
    hex_print(bytes, TIO_FAIR_BYTES, text);
    json_str(json, text);
}

/* null without fair dice; null for a seat that gave no bytes. */
static void json_fairness(struct json *json, const tio_record_head *head)
{
    json_key(json, "fair");
    if (!head->fair) {
        json_none(json);
        return;
    }
    json_object_begin(json);
    json_hex(json_key(json, "commit"), head->commit);
    json_array_begin(json_key(json, "bytes"));
    for (unsigned seat = 0; seat < head->settings.players; seat++)
        if (head->contributed >> seat & 1)
            json_hex(json, head->bytes[seat]);
        else
            json_none(json);
    json_array_end(json);
    json_object_end(json);
}

/* A choice of two is a flag here, and nobody is null. */
static void json_setting(struct json *json, const struct setting *row,
                         const tio_settings *settings)
{
    char name[SETTING_EXPECTED];
    snprintf(name, sizeof name, "%s", row->flag ? row->flag : row->name);
    for (char *dash = name; (dash = strchr(dash, '-'));)
        *dash = '_';
    json_key(json, name);
    if (row->flag)
        json_bool(json, setting_number(row, settings));
    else if (row->kind == SETTING_SEAT &&
             setting_number(row, settings) == TIO_NONE)
        json_none(json);
    else
        setting_json(json, row, settings);
}

static void json_names(struct json *json, const tio_record_head *head)
{
    json_array_begin(json_key(json, "names"));
    for (unsigned seat = 0; seat < head->settings.players; seat++)
        json_str(json, head->name[seat]);
    json_array_end(json);
}

void replay_json_head(struct json *json, const tio_record_head *head,
                      const tio_deck *deck)
{
    const tio_settings *settings = &head->settings;
    json_object_begin(json_key(json, "head"));
    for (unsigned i = 0; i < GAME_SETTINGS; i++) {
        const struct setting *row = setting_in_record(i);
        json_setting(json, row, settings);
        if (row == &game_settings[SETTING_PLAYERS])
            json_names(json, head);
    }
    if (head->takeback)
        json_key_bool(json, "takeback", true);
    json_fairness(json, head);
    json_object_begin(json_key(json, "deck"));
    json_key_string(json, "name", deck->name);
    json_hash(json, deck->hash);
    json_object_end(json);
    json_object_end(json);
    json_array_begin(json_key(json, "moves"));
}

void replay_json_move(struct json *json, const tio_deck *deck, unsigned round,
                      const tio_move *move, unsigned line, bool stand_in)
{
    char text[TIO_MOVE_TEXT];
    tio_move_print(deck, move, text);
    json_object_begin(json);
    json_key_int(json, "line", line);
    json_key_int(json, "round", round);
    json_key(json, "seat");
    if (tio_move_is_chance(move->type))
        json_none(json);
    else
        json_int(json, move->seat + 1);
    json_key_string(json, "move", text);
    json_key_bool(json, "stand_in", stand_in);
    json_object_end(json);
}

static void json_scores(struct json *json, const tio_game *game)
{
    json_array_begin(json);
    for (unsigned seat = 0; seat < game->settings.players; seat++) {
        json_object_begin(json);
        json_key_int(json, "seat", seat + 1);
        json_key_int(json, "points", game->player[seat].points);
        json_key_int(json, "chips", game->player[seat].chips);
        json_key_int(json, "total", tio_game_total(game, seat));
        json_object_end(json);
    }
    json_array_end(json);
}

void replay_json_game(struct json *json, const tio_game *game, bool finished)
{
    json_array_end(json);
    json_scores(json_key(json, "scores"), game);
    json_key(json, "result");
    if (finished) {
        unsigned leaders = tio_game_leaders(game);
        json_object_begin(json);
        json_array_begin(json_key(json, "winners"));
        for (unsigned seat = 0; seat < game->settings.players; seat++)
            if (leaders >> seat & 1)
                json_int(json, seat + 1);
        json_array_end(json);
        json_object_end(json);
    } else {
        json_none(json);
    }
    json_hash(json, tio_game_hash(game));
    json_key_bool(json, "finished", finished);
}

void replay_json_secret(struct json *json, const uint8_t *secret)
{
    json_key(json, "secret");
    if (!secret)
        json_none(json);
    else
        json_hex(json, secret);
}

void replay_json_error(struct json *json, unsigned line, const char *what)
{
    json_key(json, "error");
    if (line == 0) {
        json_none(json);
        return;
    }
    json_object_begin(json);
    json_key_int(json, "line", line);
    json_key_string(json, "what", what);
    json_object_end(json);
}
