/* The inside of the text of views, shared by its files: the lines, and what is
 * asked before a view is let in. */
#ifndef TIOLI_NOTATION_VIEW_TEXT_H
#define TIOLI_NOTATION_VIEW_TEXT_H

#include "base/buffer.h"
#include "notation/scan.h"

struct view_reader {
    const tio_deck *deck;
    const char *at; /* where the next line begins */
    const char *end;
    struct scan scan;               /* the line that is read */
    const struct view_field *field; /* what it should be */
    unsigned seat;                  /* whose it is, if it is a player's */
    tio_view view;
};

/* A line that is written. */
struct view_line {
    struct buffer *out;
    const tio_deck *deck;
    const tio_view *view;
    unsigned seat;
    const struct view_field *field;
};

/* A line: its key, for a player's lines the seat, and a value of some sort, `at`
 * its place in the view. */
struct view_field {
    const char *key;
    void (*print)(const struct view_line *line, const void *at);
    tio_error (*read)(struct view_reader *reader, void *at);
    size_t offset; /* in the view, for seat 0 */
    size_t stride;
    unsigned low;  /* the least number, or what `words[0]` stands for */
    unsigned high; /* the highest number, or how many words */
    const char *const *words;
};

/* Behind the settings the lines of the game, then those of each player in
 * turn. */
#define VIEW_GAME_FIELDS 24
#define VIEW_PLAYER_FIELDS 12
extern const struct view_field view_game_fields[VIEW_GAME_FIELDS];
extern const struct view_field view_player_fields[VIEW_PLAYER_FIELDS];

/* A card's name, c17 or a3. */
void view_out_card(struct buffer *out, const tio_deck *deck, unsigned card);
/* Goes past a card's name; TIO_NONE if there is none that the deck has. */
unsigned view_scan_card(struct scan *scan, const tio_deck *deck);

/* Why no game can look like this, and the line that shows it. */
struct view_fault {
    const char *key;
    unsigned seat; /* of the line, or TIO_NONE */
    const char *words;
};

/* The view's fields are within their ranges already; this asks whether they go
 * together. */
bool view_check(const tio_view *view, const tio_deck *deck,
                struct view_fault *fault);

/* Whether the seat had something to decide when the common phase began. */
bool view_was_asked(const tio_game *game, unsigned seat);

#endif
