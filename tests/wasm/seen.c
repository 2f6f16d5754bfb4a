/* What the module for the browser is asked, asked here: the same code compiled
 * natively, with libsodium, for the module to say the same byte for byte.
 *
 *     seen record FILE...   about it; for each step what an onlooker and each
 *                           seat see, and the news; whether it is fair
 *     seen open FILE...     'good', or the line and what is wrong with it
 *     seen game FILE...     settings: a game that bots play to its end
 *
 * One line for each answer. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wasm/local.h"
#include "wasm/reel.h"

#define FILE_MOST (1 << 20)

static void die(const char *why)
{
    (void)fprintf(stderr, "seen: %s\n", why);
    exit(1);
}

static char *read_file(const char *path, size_t *length)
{
    char *text = malloc(FILE_MOST);
    FILE *file = fopen(path, "rb");
    if (!text || !file)
        die(path);
    *length = fread(text, 1, FILE_MOST, file);
    (void)fclose(file);
    return text;
}

/* A line, and room for the next one. */
static void put(struct json *json)
{
    const char *text = json_text(json, NULL);
    if (!text)
        die("out of memory");
    puts(text);
    json_clear(json);
}

static unsigned eyes_of(unsigned number)
{
    return number ? number - 1 : TIO_SPECTATOR;
}

static void show_record(struct reel *reel, struct json *json)
{
    static const struct fair_claims none;
    reel_about(reel, json);
    put(json);
    for (unsigned step = 0; step <= reel_steps(reel); step++) {
        for (unsigned eyes = 0; eyes <= reel_players(reel); eyes++) {
            if (!reel_state(reel, step, eyes_of(eyes), json))
                die("a step is missing");
            put(json);
            if (!reel_news(reel, step, eyes_of(eyes), json))
                die("a step is missing");
            put(json);
        }
    }
    if (!reel_verify(reel, &none, json))
        die("out of memory");
    put(json);
}

static void see_record(const char *path, bool all, struct json *json)
{
    size_t length;
    char *text = read_file(path, &length);
    tio_text_error error;
    struct reel *reel = reel_open(text, length, &error);
    free(text);
    if (!reel)
        printf("%u: %s\n", error.line, error.what);
    else if (all)
        show_record(reel, json);
    else
        puts("good");
    reel_free(reel);
}

/* Does what the line says and prints the answer. */
__attribute__((format(printf, 3, 4))) static void act(struct local_page *game,
                                                      struct json *json,
                                                      const char *format, ...)
{
    char line[64];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(line, sizeof line, format, list);
    va_end(list);
    (void)local_page_do(game, line, json);
    put(json);
}

static void show_game(struct local_page *game, struct json *json)
{
    unsigned players = local_page_table(game)->setup->head.settings.players;
    for (unsigned eyes = 0; eyes <= players; eyes++) {
        act(game, json, "state %u", eyes);
        act(game, json, "news %u", eyes);
    }
    act(game, json, "waits");
}

static void see_game(const char *path, struct json *json)
{
    size_t length;
    char *text = read_file(path, &length);
    struct local_setup setup;
    tio_text_error error;
    struct local_page *game = NULL;
    if (local_page_read(text, length, &setup, &error))
        game = local_page_new(&setup, &error);
    free(text);
    if (!game) {
        printf("%u: %s\n", error.line, error.what);
        return;
    }
    const tio_game *now = &local_page_table(game)->table->game;
    while (now->phase != TIO_PHASE_OVER) {
        unsigned deciders = tio_game_deciders(now);
        unsigned seat = deciders ? (unsigned)__builtin_ctz(deciders) : 0;
        if (deciders)
            act(game, json, "bot %u %s", seat + 1,
                setup.level[seat][0] ? "" : "normal");
        else
            act(game, json, "chance");
        show_game(game, json);
    }
    local_page_free(game);
}

int main(int argc, char **argv)
{
    struct json json = json_growing();
    const char *what = argc > 1 ? argv[1] : "";
    if (!fair_init())
        die("no cryptography");
    for (int i = 2; i < argc; i++)
        if (strcmp(what, "game") == 0)
            see_game(argv[i], &json);
        else if (strcmp(what, "record") == 0 || strcmp(what, "open") == 0)
            see_record(argv[i], what[0] == 'r', &json);
        else
            die("record, open or game");
    json_free(&json);
    return 0;
}
