/* What the writers of a table's JSON share: the values that only a game has. */
#ifndef TABLE_JSON_PARTS_H
#define TABLE_JSON_PARTS_H

#include "table/json.h"

/* One state that is being written. The game is the viewer's view of it. */
struct json_page {
    struct json *json;
    const struct table *table;
    const tio_deck *deck;
    unsigned seat; /* or TIO_SPECTATOR */
    tio_view view;
    const struct table_sections *known; /* are left out; NULL: none */
    struct table_sections *sent;        /* are noted here; NULL: nowhere */
};

/* ---- Sections: json_sections.c ---- */

/* Where a text began that may be taken back. */
struct section {
    size_t size;
    bool comma;
};

static inline struct section section_begin(const struct json_page *page)
{
    return (struct section){page->json->buffer.size, page->json->comma};
}

/* Unwrites what was written since. */
void section_undo(const struct json_page *page, struct section begun);
/* Takes a section back that the viewer has. Whether it stays. */
bool section_end(const struct json_page *page, unsigned section,
                 struct section begun);
/* The same for several like things: whether their number is another. */
bool section_count(const struct json_page *page, unsigned section,
                   unsigned count);

/* ---- Small values: json_parts.c ---- */

/* A seat as on the wire, from 1; null if it is none. */
void json_seat(struct json *json, unsigned seat);
/* The seats whose bits are set. */
void json_seats(struct json *json, unsigned seats);
/* "D5", or null. */
void json_die(struct json *json, unsigned kind);
/* ["L1","L1","D5"], sorted light, dark, red, by face. */
void json_dice(struct json *json, tio_dice dice);
/* The same, each kind once. */
void json_kinds(struct json *json, tio_dice dice);
/* The dice on a combo: as its slots show them, or sorted on a sum. */
void json_dice_on(struct json *json, const tio_combo *combo, tio_dice dice);
void json_hex(struct json *json, const uint8_t *bytes, size_t size);
void json_colour(struct json *json, uint32_t colour);
void json_move(struct json *json, const tio_deck *deck, const tio_move *move);
/* Whether the seat has answered the question that all were asked. */
bool json_answered(const tio_game *game, unsigned seat);
/* "card":"c17","text":"3 D3 L4" inside an object. */
void json_card(struct json *json, const tio_deck *deck, unsigned card);
/* The same and all that a card shows which everybody can see. */
void json_seen_card(struct json *json, const tio_deck *deck, unsigned card);
/* "colour" and "face" inside an object; "colour", "count", "low" and "high". */
void json_slot(struct json *json, tio_slot slot);
void json_sum(struct json *json, const tio_combo *combo);
/* "combos" and "actions" inside an object: how many cards to draw. */
void json_drawn(struct json *json, unsigned combos, unsigned actions);
/* ["TAKES",1,"D5"]: the phrase, the seat that it is about, and its arguments. */
void json_phrase(struct json *json, const tio_deck *deck,
                 const struct tale_phrase *phrase);
/* "rule":"DIE_NOT_IN_TRAY","words":"..." inside an object. */
void json_rule(struct json *json, tio_error rule);

/* Dice that stay over, with what each costs, and what red dice that are laid
 * cost: "surplus":[{"die":"R2","chips":2}],"red":1 inside an object. */
void json_surplus(struct json *json, tio_dice surplus, tio_dice laid);
/* "lay":[{"place":1,"dice":["D5"]}] inside an object; returns all laid dice. */
tio_dice json_lay(struct json *json, const tio_combo *const combos[],
                  const tio_dice lay[TIO_HAND_CARDS]);
/* "points", "chips" and "net" inside an object. */
void json_worth(struct json *json, int points, int chips);

/* How the last round was scored for a seat, as an object. */
void json_round(const struct json_page *page, unsigned seat);

/* The game, as a value; false if it is empty, for nothing of it is new. */
bool json_game(const struct json_page *page);
/* "hand", "layout", "answer" and "moves" inside the game's object. */
void json_own(const struct json_page *page);
/* What a decider may do, as an object. */
void json_moves(const struct json_page *page);

#endif
