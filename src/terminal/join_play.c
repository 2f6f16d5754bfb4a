/* What a person does at a table on a server. */
#include <string.h>

#include "base/hex.h"
#include "i18n/i18n.h"
#include "fair/fair.h"
#include "base/utf8.h"
#include "notation/deck_text.h"
#include "notation/settings.h"
#include "terminal/join_parts.h"

/* ---- Asking the server ------------------------------------------------- */

/* For something at the table; says so if the server refuses. */
static bool ask_for(struct join *join, json_t *request)
{
    json_t *answer = remote_call(&join->remote, request);
    const char *error = answer ? remote_refused(answer) : "";
    char words[REMOTE_WHY];
    if (answer && error && strcmp(error, "stale") != 0) {
        remote_words(answer, words);
        remote_say(&join->remote, _("That can't be done: %s."), words);
    }
    json_decref(answer);
    return answer && !error;
}

void join_make_bytes(struct join *join)
{
    uint8_t bytes[FAIR_BYTES];
    fair_random(bytes, sizeof bytes);
    hex_print(bytes, sizeof bytes, join->proof.bytes);
    memcpy(join->proof.commit, join->commit, sizeof join->commit);
    if (!kept_save_proof(&join->remote.link, &join->proof))
        remote_say(&join->remote, _("Your random bytes could not be saved: "
                                    "check the dice before you quit."));
}

/* ---- A game ------------------------------------------------------------ */

const char *join_no_undo(const struct join *join)
{
    if (join->can_undo)
        return NULL;
    return join->undo ? past_why_not(&join->past, join->seat)
                      : _("Taking moves back is turned off at this table.");
}

bool join_decides(const struct join *join)
{
    return join->phase == JOIN_PLAYING && join->has_view &&
           join->seat < join->players &&
           tio_game_deciders(&join->view.game) >> join->seat & 1;
}

bool join_send_undo(struct join *join)
{
    json_t *request = json_pack("{s:s}", "do", "undo");
    json_object_set_new(request, "at",
                        json_integer((json_int_t)join->position));
    return ask_for(join, request);
}

bool join_send_hurry(struct join *join)
{
    return ask_for(join, json_pack("{s:s}", "do", "hurry"));
}

bool join_send_move(struct join *join, const tio_move *move)
{
    json_t *request = json_pack("{s:s}", "do", "move");
    char text[TIO_MOVE_TEXT];
    tio_move_print(&join->deck, move, text);
    json_object_set_new(request, "move", json_string(text));
    json_object_set_new(request, "at",
                        json_integer((json_int_t)join->position));
    return ask_for(join, request);
}

bool join_send_level(struct join *join, const char *what, const char *level)
{
    json_t *request = json_pack("{s:s}", "do", what);
    if (level[0] && utf8_is_name(level, strlen(level)))
        json_object_set_new(request, "level", json_string(level));
    else if (strcmp(what, "bot") == 0)
        json_object_set_new(request, "level", json_string("normal"));
    return ask_for(join, request);
}

bool join_send_share(struct join *join, const char *what)
{
    json_t *request = json_pack("{s:s}", "do", what);
    join_make_bytes(join);
    json_object_set_new(request, "bytes", json_string(join->proof.bytes));
    if (strcmp(what, "sit") == 0 && join->options->code)
        json_object_set_new(request, "code", json_string(join->options->code));
    return ask_for(join, request);
}

bool join_send_seat(struct join *join, const char *what, unsigned seat)
{
    return ask_for(join, json_pack("{s:s, s:i}", "do", what, "seat", seat + 1));
}

/* ---- Making a table ---------------------------------------------------- */

/* The value as a request has it. */
static json_t *value_of(const struct setting *row, const tio_settings *game)
{
    char text[SETTING_EXPECTED];
    struct buffer out = buffer_fixed(text, sizeof text);
    unsigned number = setting_number(row, game);
    setting_print(&out, row, game);
    if (row->kind == SETTING_YES)
        return json_boolean(number);
    return text[0] >= '0' && text[0] <= '9' ? json_integer(text[0] - '0')
                                            : json_string(text);
}

bool join_send_setting(struct join *join, unsigned row, unsigned value)
{
    tio_settings settings = join->settings;
    setting_set(&game_settings[row], value, &settings);
    return ask_for(join, json_pack("{s:s, s:{s:o}}", "do", "set", "settings",
                                   game_settings[row].name,
                                   value_of(&game_settings[row], &settings)));
}

json_t *join_wish(const struct join_new *wanted, const char *code)
{
    json_t *settings = json_pack("{s:s, s:b}", "deck", wanted->deck->name,
                                 "hints", wanted->hints);
    json_t *wish = json_object();
    /* Servers of earlier versions don't know it: they are told only if it is
     * not as usual. */
    if (!wanted->takeback)
        json_object_set_new(settings, "takeback", json_false());
    for (unsigned i = 0; i < GAME_SETTINGS; i++)
        json_object_set_new(settings, game_settings[i].name,
                            value_of(&game_settings[i], &wanted->settings));
    if (code)
        json_object_set_new(settings, "code", json_string(code));
    json_object_set_new(wish, "settings", settings);
    char text[DECK_TEXT];
    if (wanted->own_deck) {
        deck_print(wanted->deck, text, sizeof text);
        json_object_set_new(wish, "deck", json_string(text));
    }
    return wish;
}

void join_seat_bots(struct join *join, const struct join_new *wanted)
{
    for (unsigned i = 0; i < wanted->bots && !join->remote.ended; i++)
        (void)ask_for(join, json_pack("{s:s, s:s}", "do", "bot", "level",
                                      wanted->bot[i]->name));
}
