/* Sets up the table of a rule case: settings, and a deck made of the hands that
 * the case shows. */
#include <stdio.h>
#include <string.h>

#include "cases.h"

static const char PLAIN_COMBO[] = "1 *? *? *? *? *? *? *? *?";
static const char PLAIN_ACTION[] = "take 2";

static bool read_table(run *r, char *text)
{
    static const char *const editions[] = {"gamewright", "schmidt"};
    static const char *const casts[] = {"carry", "aim", "off"};
    while (*text_trim(text) != '\0') {
        char *key = text_word(&text);
        char *value = text_word(&text);
        uint8_t n = (uint8_t)text_number(value);
        if (text_is(key, "players")) {
            uint8_t first = r->settings.first;
            r->settings = tio_settings_default(n);
            r->settings.players = n;
            r->settings.first = first;
        } else if (text_is(key, "first")) {
            r->settings.first =
                text_is(value, "random") ? TIO_NONE : (uint8_t)(n - 1);
        } else if (text_is(key, "starts")) {
            r->settings.starts = n;
        } else if (text_is(key, "edition")) {
            r->settings.edition = text_is(value, editions[0])   ? TIO_GAMEWRIGHT
                                  : text_is(value, editions[1]) ? TIO_SCHMIDT
                                                                : n;
        } else if (text_is(key, "cast")) {
            r->settings.cast = text_is(value, casts[0])   ? TIO_CAST_CARRY
                               : text_is(value, casts[1]) ? TIO_CAST_AIM
                               : text_is(value, casts[2]) ? TIO_CAST_OFF
                                                          : n;
        } else if (text_is(key, "free-hand")) {
            r->settings.free_hand = text_is(value, "yes") ? 1 : n;
        } else if (text_is(key, "piles-down")) {
            r->settings.piles_down = text_is(value, "yes") ? 1 : n;
        } else {
            return case_fail(r, "table: no setting '%s'", key);
        }
    }
    return true;
}

static bool read_hand(run *r, char *text)
{
    unsigned seat = text_number(text);
    char *cards = strchr(text, ':');
    if (seat < 1 || seat > TIO_MAX_PLAYERS || cards == NULL)
        return case_fail(r, "hand: a seat, a colon and cards");
    snprintf(r->hand[seat - 1], LINE_ROOM, "%s", text_trim(cards + 1));
    return true;
}

bool case_setup_line(run *r, const char *key, char *rest, bool *good)
{
    bool table = text_is(key, "table");
    bool hand = text_is(key, "hand");
    bool pack = text_is(key, "pack:");
    if (!table && !hand && !pack && !text_is(key, "stock:"))
        return false;
    if (r->begun) {
        *good = case_fail(r, "'%s' comes before the moves", key);
    } else if (table) {
        *good = read_table(r, rest);
    } else if (hand) {
        *good = read_hand(r, rest);
    } else {
        snprintf(pack ? r->pack : r->stock, LINE_ROOM, "%s", text_trim(rest));
        *good = true;
    }
    return true;
}

/* Adds cards of one type from a list to the deck's text; `plain` more follow
 * until there are `fill` of them. Returns how many were added. */
static unsigned add_cards(run *r, const char *list, bool combos, unsigned fill)
{
    const char *given = combos ? r->plain_combo : r->plain_action;
    const char *plain = given ? given : combos ? PLAIN_COMBO : PLAIN_ACTION;
    char copy[LINE_ROOM];
    char *rest = copy;
    unsigned added = 0;
    size_t used = strlen(r->text);
    snprintf(copy, sizeof copy, "%s", list);
    char *card;
    while (*copy != '\0' && (card = text_part(&rest, '|')) != NULL) {
        if (*card != '\0' && card_is_combo(card) == combos) {
            used +=
                (size_t)snprintf(r->text + used, sizeof r->text - used,
                                 "%s %s\n", combos ? "combo" : "action", card);
            added++;
        }
    }
    for (; added < fill; added++) {
        used += (size_t)snprintf(r->text + used, sizeof r->text - used,
                                 "%s %s\n", combos ? "combo" : "action", plain);
    }
    return added;
}

bool case_read_deck(run *r)
{
    tio_text_error error = {0};
    if (tio_deck_parse(r->text, strlen(r->text), "case", &r->deck, &error) !=
        TIO_OK) {
        return case_fail(r, "deck line %u column %u: %s", error.line,
                         error.column, error.what);
    }
    return true;
}

/* The deck is what the hands show, seat by seat, and then the stock; or, if
 * the case gives a pack, exactly that. */
static bool build_deck(run *r)
{
    unsigned seats = r->settings.players;
    unsigned next = 0;
    if (seats > TIO_MAX_PLAYERS)
        return case_fail(r, "too many players for a deck");
    r->text[0] = '\0';
    for (unsigned type = 0; type < 2; type++) {
        bool combos = type == 0;
        unsigned fill = r->settings.free_hand ? 0
                        : combos              ? TIO_HAND_COMBOS
                                              : 1;
        for (unsigned s = 0; !*r->pack && s < seats; s++) {
            unsigned count = add_cards(r, r->hand[s], combos, fill);
            for (unsigned i = 0; i < count; i++) {
                if (r->wanted_count[s] == TIO_HAND_CARDS)
                    return case_fail(r, "hand %u has too many cards", s + 1);
                r->wanted[s][r->wanted_count[s]++] = (uint8_t)next++;
            }
        }
        next += add_cards(r, r->pack, combos, 0);
        next += add_cards(r, r->stock, combos, 0);
    }
    return case_read_deck(r);
}

bool case_begin(run *r)
{
    if (r->begun)
        return true;
    r->begun = true;
    if (!build_deck(r))
        return false;
    tio_error code = tio_game_init(&r->game, &r->deck, &r->settings);
    if (code != TIO_OK)
        return case_fail(r, "the table was refused: %s", tio_error_name(code));
    return true;
}
