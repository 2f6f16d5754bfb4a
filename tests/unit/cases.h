/* What the parts of the rule-case runner share: a case in progress. */
#ifndef CASES_H
#define CASES_H

#include "tioli.h"

#define LINE_ROOM 512
#define DECK_ROOM 16384

/* One case in progress, and the file it stands in. */
typedef struct run {
    const char *file;
    unsigned line;
    unsigned points; /* TAP test points so far */
    unsigned failures;
    bool open; /* inside a case */
    bool has_rule;
    bool begun; /* the game was set up */
    bool dealt; /* the hands written in the case were dealt */
    unsigned expectations;
    char title[LINE_ROOM];
    char why[2 * LINE_ROOM]; /* the first failure, or empty */
    tio_settings settings;
    char hand[TIO_MAX_PLAYERS][LINE_ROOM];
    char stock[LINE_ROOM];
    char pack[LINE_ROOM];
    const char *plain_combo; /* fills hands up; NULL: as the README says */
    const char *plain_action;
    char text[DECK_ROOM];                            /* the deck's */
    uint8_t wanted[TIO_MAX_PLAYERS][TIO_HAND_CARDS]; /* cards of the hands */
    uint8_t wanted_count[TIO_MAX_PLAYERS];
    tio_deck deck;
    tio_game game;
    tio_combo combo[TIO_HAND_CARDS]; /* of a scoring case */
    const tio_combo *combos[TIO_HAND_CARDS];
    unsigned combo_count;
    tio_dice dice;
} run;

/* Notes the first failure of the case; always false. */
__attribute__((format(printf, 2, 3))) bool case_fail(run *r, const char *form,
                                                     ...);

/* Text that is cut up in place. */
char *text_trim(char *text);
/* Cuts the first word off `*text`. */
char *text_word(char **text);
/* Cuts what stands before `sign` off `*text`; NULL at the end. */
char *text_part(char **text, char sign);
bool text_is(const char *a, const char *b);
unsigned text_number(const char *text);
bool text_error_code(const char *name, tio_error *out);
/* "1 2" or "none" as bits of seats. */
unsigned text_seats(char *text);
int text_compare(const void *a, const void *b);

/* Cards and dice by their text. */
bool card_is_combo(const char *text);
void card_print(const tio_deck *deck, unsigned card, char out[TIO_CARD_TEXT]);
bool card_canonical(run *r, const char *text, char out[TIO_CARD_TEXT]);
unsigned card_list(const tio_deck *deck, const tio_cards *set,
                   uint8_t out[TIO_MAX_CARDS]);
bool case_dice(run *r, const char *text, tio_dice *out);
/* Compares cards with the text of cards, both in any order if `sorted`. */
bool case_same_cards(run *r, const uint8_t *cards, unsigned count,
                     char *expected, bool sorted);

/* Setting up. A line of the table, the hands or the piles: false if `key` is
 * none of these words, else *good says whether it was understood. */
bool case_setup_line(run *r, const char *key, char *rest, bool *good);
bool case_read_deck(run *r);
bool case_begin(run *r);

/* The legal moves of a seat as sorted texts. */
typedef struct walk {
    unsigned count;
    bool cut; /* there were more than we look at */
    char **text;
} walk;

bool case_walk(run *r, unsigned seat, walk *w);
bool walk_has(const walk *w, const char *text);
void walk_free(walk *w);

/* Moves. */
bool case_apply(run *r, const tio_move *move);
bool case_read_move(run *r, char *text, tio_move *move);
bool case_moves(run *r, char *line);

/* One expectation: the line after the word 'expect'. */
bool case_expect(run *r, char *line);

#endif
