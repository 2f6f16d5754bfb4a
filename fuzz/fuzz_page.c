/* What a page hands to its own engine: the settings of a game, a blank line, and
 * then a line for each thing that is done: '1 take D5' on a seat, '1' for a bot
 * there, and anything else for chance; each is also taken as it stands. Nothing
 * of it may break a game, and it can be looked at from all sides at any time. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wasm/local.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define LINES_MOST 400 /* a game is long enough to be tiring */

static void look(const struct local_page *game, struct json *json)
{
    const struct local *local = local_page_table(game);
    unsigned players = local->setup->head.settings.players;
    for (unsigned eyes = 0; eyes <= players; eyes++) {
        unsigned seat = eyes < players ? eyes : TIO_SPECTATOR;
        json_clear(json);
        local_state(local, seat, json);
        local_news(local, seat, json);
        if (!json_text(json, NULL))
            abort();
    }
    if (tio_game_check(&local->table->game, local->table->deck, NULL))
        abort();
}

/* As a line of the game: the words of a corpus are shorter. */
static void act(struct local_page *game, const char *line, struct json *json)
{
    static const char *const seated[] = {"try", "move"};
    bool has_seat = line[0] >= '0' && line[0] <= '9';
    char text[2048];
    for (unsigned i = 0; i < (has_seat && line[1] ? 2 : 1); i++) {
        const char *word = !has_seat ? "chance" : line[1] ? seated[i] : "bot";
        (void)snprintf(text, sizeof text, "%s %s%s", word, line,
                       has_seat && !line[1] ? " easy" : "");
        json_clear(json);
        (void)local_page_do(game, text, json);
        if (!json_text(json, NULL))
            abort();
    }
    json_clear(json);
    (void)local_page_do(game, line, json);
    if (!json_text(json, NULL))
        abort();
}

static void play(struct local_page *game, char *text)
{
    struct json json = json_growing();
    unsigned lines = 0;
    for (char *feed = text; feed && lines < LINES_MOST; lines++) {
        char *line = feed;
        feed = strchr(line, '\n');
        if (feed)
            *feed++ = '\0';
        act(game, line, &json);
        if (lines % 8 == 0 || !feed)
            look(game, &json);
    }
    json_free(&json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct local_setup setup;
    tio_text_error error;
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    char *blank = strstr(text, "\n\n");
    size_t head = blank ? (size_t)(blank - text) : size;
    if (local_page_read(text, head, &setup, &error)) {
        struct local_page *game = local_page_new(&setup, &error);
        if (!game)
            abort();
        if (blank)
            play(game, blank + 2);
        local_page_free(game);
    } else if (!error.what[0]) {
        abort();
    }
    free(text);
    return 0;
}
