/* The smallest program that someone else would write with the library. */
#include <stdio.h>
#include <tioli.h>

int main(void)
{
    const tio_deck *deck = tio_deck_standard();
    tio_settings settings = tio_settings_default(3);
    tio_game game;

    if (deck == NULL || tio_game_init(&game, deck, &settings) != TIO_OK)
        return 1;
    printf("%s: %u cards, %u rounds\n", tio_version(), tio_deck_cards(deck),
           (unsigned)game.rounds);
    return 0;
}
