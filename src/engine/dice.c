/* The public names of the dice arithmetic. */
#include "engine/dice.h"

unsigned tio_dice_size(tio_dice dice)
{
    return dice_size(dice);
}

unsigned tio_dice_pips(tio_dice dice)
{
    return counts_pips(dice_light(dice) + dice_dark(dice) + dice_red(dice));
}

tio_dice tio_dice_colour(tio_dice dice, tio_colour colour)
{
    return colour == TIO_EITHER ? dice : dice_of_colour(dice, (unsigned)colour);
}

bool tio_dice_contain(tio_dice whole, tio_dice part)
{
    return dice_contain(whole, part);
}
