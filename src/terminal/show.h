/* What a person sees when they look at the table: the tray, the players, their
 * own hand, the final reckoning. Everything is printed from a seat's view. */
#ifndef TERMINAL_SHOW_H
#define TERMINAL_SHOW_H

#include "terminal/say.h"
#include "terminal/words.h"
#include "tioli.h"

/* Points and chips of each round that was scored. */
struct history {
    unsigned rounds;
    int16_t points[TIO_MAX_PLAYERS * TIO_MAX_STARTS][TIO_MAX_PLAYERS];
    int16_t chips[TIO_MAX_PLAYERS * TIO_MAX_STARTS][TIO_MAX_PLAYERS];
};

void show_title(const tio_settings *settings, const struct names *names,
                unsigned rounds);
void show_welcome(unsigned edition, bool hints);
void show_help(const tio_deck *deck, const tio_settings *settings);
void show_rules(const tio_settings *settings);
/* One of them after another, from 0; NULL past the last. */
const char *show_rule(const tio_settings *settings, unsigned number);

void show_tray(const tio_game *game);
void show_players(const tio_view *view, const struct names *names);
void show_hand(const tio_view *view, const tio_deck *deck);

/* Everything but the tray, which follows with the choices of the turn. `alone`:
 * the only person among bots is addressed as 'you', not by name. */
void show_table(const tio_view *view, const tio_deck *deck,
                const struct names *names, bool alone);

/* "Your turn! Round 2 of 6, started by Anna". */
void show_turn(struct text *out, const tio_view *view,
               const struct names *names, bool alone);

/* The table of scores has a row for each round, and then these. */
enum { SCORE_POINTS, SCORE_CHIPS, SCORE_TOTAL, SCORE_SUMS };
/* The columns of the widest head of a row, and `least` at least. */
unsigned score_heads(unsigned least);
void score_head(const struct history *history, unsigned row, struct text *out);
void score_cell(const tio_view *view, const struct history *history,
                unsigned row, unsigned seat, struct text *out);

/* "Anna wins with 12."; `you` is the seat that is not called by name, or no
 * seat. */
void show_winners(struct text *out, const tio_game *game,
                  const struct names *names, unsigned you);

void show_end(const tio_view *view, const struct names *names,
              const struct history *history);

#endif
