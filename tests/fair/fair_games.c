/* Writes records of games with fair dice, for two verifiers to agree on: every
 * setting, odd decks, stand-ins, games that were broken off; and if asked to,
 * games in which one chance move is another than the key gave, and everything
 * after it is in order again.
 *
 *     fair_games FOLDER FIRST COUNT honest|cheat
 *
 * Prints for each game its file's name and the line that is not fair, or 0. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fair/fair.h"
#include "support/odd_game.h"

struct fair_game {
    struct odd_game odd;
    tio_record_head head;
    tio_record_writer *writer;
    uint8_t secret[FAIR_BYTES];
    uint8_t key[FAIR_BYTES];
    uint32_t chances;
    uint32_t cheat_from; /* the first chance move to try it at */
    unsigned cheated;    /* in this line */
};

static void die(const char *why)
{
    fprintf(stderr, "fair_games: %s\n", why);
    exit(1);
}

static void fill(tio_random *random, uint8_t bytes[FAIR_BYTES])
{
    for (unsigned i = 0; i < FAIR_BYTES; i++)
        bytes[i] = (uint8_t)tio_random_below(random, 256);
}

static void begin(struct fair_game *game, unsigned number, bool cheat)
{
    tio_random *random = &game->odd.random;
    memset(game, 0, sizeof *game);
    odd_game_begin(&game->odd, number / 4 % TIO_EDITIONS, number / 8 % 2,
                   number);
    tio_record_head *head = &game->head;
    unsigned players = game->odd.game.settings.players;
    head->settings = game->odd.game.settings;
    head->fair = true;
    head->contributed = (uint8_t)tio_random_below(random, 1U << players);
    fill(random, game->secret);
    fair_commit(game->secret, head->commit);
    for (unsigned seat = 0; seat < players; seat++) {
        snprintf(head->name[seat], sizeof head->name[seat], "player %u", seat);
        if (head->contributed >> seat & 1)
            fill(random, head->bytes[seat]);
    }
    fair_key(game->secret, players, head->contributed,
             (const uint8_t(*)[FAIR_BYTES])head->bytes, game->key);
    game->cheat_from = cheat ? tio_random_below(random, 12) : UINT32_MAX;
    game->writer = tio_record_new(game->odd.deck, head);
    if (!game->writer)
        die("a record can't be begun");
}

static unsigned lines_of(const tio_record_writer *writer)
{
    unsigned lines = 0;
    for (const char *c = tio_record_text(writer, NULL); *c; c++)
        lines += *c == '\n';
    return lines;
}

/* Another outcome than the fair one, if chance has another to give. */
static void cheat(struct fair_game *game, tio_move *move)
{
    const tio_deck *deck = game->odd.deck;
    char fair[TIO_MOVE_TEXT];
    char text[TIO_MOVE_TEXT];
    tio_move_print(deck, move, fair);
    for (unsigned tries = 0; tries < 50; tries++) {
        tio_move other;
        tio_deal_random(&game->odd.game, deck, &game->odd.random, &other);
        tio_move_print(deck, &other, text);
        if (strcmp(text, fair) == 0)
            continue;
        *move = other;
        game->cheated = lines_of(game->writer) + 1;
        return;
    }
}

static void step(struct fair_game *game)
{
    struct odd_game *odd = &game->odd;
    bool chance = tio_game_wants_chance(&odd->game);
    bool stand_in = !chance && tio_random_below(&odd->random, 5) == 0;
    tio_move move;
    if (chance) {
        fair_deal(game->key, game->chances++, &odd->game, odd->deck, &move);
        if (game->chances > game->cheat_from && game->cheated == 0)
            cheat(game, &move);
    } else {
        odd_game_next(odd, &move);
    }
    if (tio_apply(&odd->game, odd->deck, &move) != TIO_OK)
        die("a move is not legal");
    tio_error code =
        stand_in ? tio_record_add_stand_in(game->writer, &odd->game, &move)
                 : tio_record_add(game->writer, &odd->game, &move);
    if (code != TIO_OK)
        die("a move can't be recorded");
}

static void write_file(const char *folder, unsigned number,
                       const struct fair_game *game)
{
    char path[1024];
    size_t size;
    const char *text = tio_record_text(game->writer, &size);
    snprintf(path, sizeof path, "%s/%06u.tioli", folder, number);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(text, 1, size, file) != size || fclose(file) != 0)
        die("a record can't be written");
    printf("%06u.tioli %u\n", number, game->cheated);
}

static void play(const char *folder, unsigned number, bool cheats)
{
    struct fair_game game;
    begin(&game, number, cheats);
    bool broken_off = tio_random_below(&game.odd.random, 10) == 0;
    unsigned most =
        broken_off ? tio_random_below(&game.odd.random, 60) : 1000000;
    for (unsigned n = 0; n < most && game.odd.game.phase != TIO_PHASE_OVER; n++)
        step(&game);
    if (game.odd.game.phase == TIO_PHASE_OVER &&
        tio_record_end(game.writer, &game.odd.game) != TIO_OK)
        die("a result can't be recorded");
    if (tio_record_reveal(game.writer, game.secret) != TIO_OK)
        die("a secret can't be recorded");
    write_file(folder, number, &game);
    tio_record_free(game.writer);
}

int main(int argc, char **argv)
{
    if (argc != 5 || !fair_init())
        die("usage: fair_games FOLDER FIRST COUNT honest|cheat");
    unsigned first = (unsigned)strtoul(argv[2], NULL, 10);
    unsigned count = (unsigned)strtoul(argv[3], NULL, 10);
    for (unsigned number = first; number < first + count; number++)
        play(argv[1], number, strcmp(argv[4], "cheat") == 0);
    return 0;
}
