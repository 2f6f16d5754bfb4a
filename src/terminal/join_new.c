/* A table that is made on a server: the rules of the command line as the
 * settings that the server is asked for, and bots on its seats. */
#include "notation/deck_text.h"
#include "notation/settings.h"
#include "terminal/join_parts.h"

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

json_t *join_wish(const struct join_new *wanted, const char *code)
{
    json_t *settings = json_pack("{s:s, s:b}", "deck", wanted->deck->name,
                                 "hints", wanted->hints);
    json_t *wish = json_object();
    char text[DECK_TEXT];

    for (unsigned i = 0; i < GAME_SETTINGS; i++)
        json_object_set_new(settings, game_settings[i].name,
                            value_of(&game_settings[i], &wanted->settings));
    if (code)
        json_object_set_new(settings, "code", json_string(code));
    json_object_set_new(wish, "settings", settings);
    if (wanted->own_deck) {
        deck_print(wanted->deck, text, sizeof text);
        json_object_set_new(wish, "deck", json_string(text));
    }
    return wish;
}

void join_seat_bots(struct join *join, const struct join_new *wanted)
{
    for (unsigned i = 0; i < wanted->bots && !join->ended; i++)
        (void)join_do(join, json_pack("{s:s, s:s}", "do", "bot", "level",
                                      wanted->bot[i]->name));
}
