/* One game between two bots, move by move, and how it ended. */
#include <stdio.h>

#include "tioli.h"

int main(void)
{
    const tio_deck *deck = tio_deck_standard();
    const tio_bot *bot = tio_bot_named("normal");
    tio_settings settings = tio_settings_default(2);
    tio_random random;
    tio_game game;

    tio_random_init(&random, 7, 0);
    if (tio_game_init(&game, deck, &settings) != TIO_OK)
        return 1;
    while (game.phase != TIO_PHASE_OVER) {
        tio_move move;
        tio_view view;
        char text[TIO_MOVE_TEXT];

        if (tio_game_wants_chance(&game)) {
            tio_deal_random(&game, deck, &random, &move);
        } else {
            tio_view_of(&game, tio_game_deciders(&game) & 1 ? 0 : 1, &view);
            bot->choose(&view, deck, NULL, &random, &move);
        }
        if (tio_apply(&game, deck, &move) != TIO_OK)
            return 1;
        tio_move_print(deck, &move, text);
        puts(text);
    }
    printf("%d to %d\n", tio_game_total(&game, 0), tio_game_total(&game, 1));
    return 0;
}
