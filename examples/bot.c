/* A bot as a program of its own, with libtioli: it reads what happens from the
 * standard input and answers on the standard output, as docs/bot-protocol.md
 * says. Put an idea of your own into choose().
 *
 *     cc -o bot bot.c -ltioli
 *     tioli sim --bots cmd:./bot,random --games 20 */
#include <stdio.h>
#include <string.h>

#include "tioli.h"

/* What dice are worth if some of the tray follow, in hundredths of a point: the
 * die that helps most comes with a chance of one half, else the next best with
 * one half, and so on; and whoever has enough stops. */
static int promise(const tio_combo *const combos[], unsigned count,
                   tio_dice dice, tio_dice tray, unsigned more)
{
    int now = 100 * tio_layout_net(combos, count, dice), value = now;
    int then[TIO_MAX_DICE + 1], size = 0;
    for (tio_kind kind = 0; more > 0 && kind < TIO_KINDS; kind++) {
        tio_dice die = tio_dice_of(kind);
        int at = size, next = now;
        if (tio_dice_count(tray, kind) == 0)
            continue;
        next = promise(combos, count, dice + die, tray - die, more - 1);
        for (; at > 0 && then[at - 1] > next; at--)
            then[at] = then[at - 1];
        then[at] = next;
        size++;
    }
    for (int i = 0; i < size; i++) /* the worst first */
        value = ((then[i] > now ? then[i] : now) + value) / 2;
    return value;
}

static void choose(const tio_view *view, const tio_deck *deck, tio_move *best)
{
    const tio_game *game = &view->game;
    const tio_combo *combos[TIO_HAND_CARDS];
    unsigned count = tio_hand_combos(game, deck, view->seat, combos);
    tio_dice mine = game->player[view->seat].taken;
    int most = 100 * tio_layout_net(combos, count, mine);
    tio_moves moves;
    tio_move move;
    tio_moves_begin(&moves, deck, view);
    tio_moves_next(&moves, &move); /* keep every card, draw combos */
    *best = move;
    if (game->phase == TIO_PHASE_LAY)
        tio_hand_lay_best(game, deck, view->seat, best);
    if (game->phase != TIO_PHASE_TURN)
        return;
    best->type = game->took > 0 ? TIO_MOVE_DONE : TIO_MOVE_PASS;
    do {
        tio_dice die = tio_dice_of(move.kind);
        int value = promise(combos, count, mine + die, game->tray - die, 2);
        if (value > most) {
            most = value;
            *best = move;
        }
    } while (tio_moves_next(&moves, &move) && move.type == TIO_MOVE_TAKE);
}

int main(void)
{
    static char line[8192], deck_text[32768], view_text[TIO_VIEW_TEXT];
    static char move_text[TIO_MOVE_TEXT];
    static tio_deck deck;
    tio_view view;
    tio_move move;
    while (fgets(line, sizeof line, stdin) && strcmp(line, "quit\n") != 0) {
        if (strncmp(line, "tioli ", 6) == 0) {
            puts("name Example in C\nready 1");
        } else if (strcmp(line, "ping\n") == 0) {
            puts("pong");
        } else if (strcmp(line, "game\n") == 0) {
            deck_text[0] = '\0';
        } else if (strncmp(line, "combo ", 6) == 0 ||
                   strncmp(line, "action ", 7) == 0) {
            if (strlen(deck_text) + strlen(line) < sizeof deck_text)
                strcat(deck_text, line);
        } else if (strcmp(line, "end\n") == 0) {
            tio_deck_parse(deck_text, strlen(deck_text), "", &deck, NULL);
        } else if (strcmp(line, "view tioli view 1\n") == 0) {
            strcpy(view_text, line + 5); /* the first line of a new view */
        } else if (strncmp(line, "view ", 5) == 0) {
            if (strlen(view_text) + strlen(line) < sizeof view_text)
                strcat(view_text, line + 5);
        } else if (strncmp(line, "go ", 3) == 0 &&
                   tio_view_parse(&deck, view_text, strlen(view_text), &view,
                                  NULL) == TIO_OK) {
            choose(&view, &deck, &move);
            tio_move_print(&deck, &move, move_text);
            printf("move %s\n", move_text);
        }
        fflush(stdout);
    }
    return 0;
}
