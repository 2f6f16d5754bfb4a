/* A table that is made on a server: the rules of the command line as the
 * settings that the server is asked for, and bots on its seats. */
#include "notation/deck_text.h"
#include "notation/record.h"
#include "terminal/join_parts.h"

json_t *join_wish(const struct join_new *wanted, const char *code)
{
    const tio_settings *game = &wanted->settings;
    json_t *settings = json_pack(
        "{s:i, s:s, s:b, s:i, s:s, s:s, s:s, s:b}", "players", game->players,
        "edition", record_editions[game->edition], "free_hand", game->free_hand,
        "starts", game->starts, "cast", record_casts[game->cast], "piles",
        record_piles[game->piles_down], "deck", wanted->deck->name, "hints",
        wanted->hints);
    json_t *wish = json_object();
    char text[DECK_TEXT];

    json_object_set_new(settings, "first",
                        game->first == TIO_NONE
                            ? json_string("random")
                            : json_integer(game->first + 1));
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
