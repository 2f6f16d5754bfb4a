/* What the bots choose here, for the wasm module to choose the same: positions
 * of all sorts on standard output, each a line with bot, seed, playouts and
 * move, tabs between them, and then the view. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/odd_game.h"

#define PLAYOUTS 64
#define EACH 15 /* positions in each phase in which players decide */

static void print_choices(const tio_view *view, const tio_deck *deck,
                          unsigned number)
{
    char position[TIO_VIEW_TEXT];
    tio_budget budget = {.playouts = PLAYOUTS};
    tio_view_print(deck, view, position);
    for (unsigned i = 0; tio_bot_at(i); i++) {
        const tio_bot *bot = tio_bot_at(i);
        char text[TIO_MOVE_TEXT];
        tio_random random;
        tio_move move;
        memset(&move, 0, sizeof move);
        tio_random_init(&random, number, 0);
        bot->choose(view, deck, &budget, &random, &move);
        tio_move_print(deck, &move, text);
        printf("%s\t%u\t%d\t%s\n%s", bot->name, number, PLAYOUTS, text,
               position);
    }
}

/* Odd games, but all with the standard deck: the module has no other. */
static void begin(struct odd_game *odd, unsigned number)
{
    odd_game_begin(odd, (tio_edition)(number / 2 % 2), number % 2,
                   number * 29ULL);
    tio_settings settings = odd->game.settings;
    odd->deck = tio_deck_standard();
    if (tio_game_init(&odd->game, odd->deck, &settings) != TIO_OK)
        abort();
}

static bool all_found(const unsigned found[TIO_PHASES])
{
    return found[TIO_PHASE_TURN] == EACH && found[TIO_PHASE_LAY] == EACH &&
           found[TIO_PHASE_DISCARD] == EACH && found[TIO_PHASE_DRAW] == EACH;
}

int main(void)
{
    unsigned found[TIO_PHASES] = {0};
    unsigned positions = 0;
    for (unsigned number = 0; !all_found(found); number++) {
        struct odd_game odd;
        begin(&odd, number);
        while (odd.game.phase != TIO_PHASE_OVER) {
            tio_move move;
            unsigned deciders = tio_game_deciders(&odd.game);
            if (deciders && found[odd.game.phase] < EACH &&
                tio_random_below(&odd.random, 24) == 0) {
                tio_view view;
                tio_view_of(&odd.game, odd_seat(deciders, &odd.random), &view);
                print_choices(&view, odd.deck, positions++);
                found[odd.game.phase]++;
            }
            odd_game_next(&odd, &move);
            if (tio_apply(&odd.game, odd.deck, &move) != TIO_OK)
                abort();
        }
    }
    return 0;
}
