/* See settings.h. Every spelling of a value is here, read and written side by
 * side. */
#include "notation/settings.h"

#include <string.h>

#define N_(text) text /* translated where it is shown */

const char *const setting_editions[TIO_EDITIONS + 1] = {
    [TIO_GAMEWRIGHT] = "gamewright",
    [TIO_SCHMIDT] = "schmidt",
};
static const char *const editions_said[TIO_EDITIONS] = {
    [TIO_GAMEWRIGHT] = N_("Gamewright: orange, blue and red dice"),
    [TIO_SCHMIDT] = N_("Schmidt: white, black and red dice"),
};
const char *const setting_casts[TIO_CAST_RULES + 1] = {
    [TIO_CAST_CARRY] = "carry",
    [TIO_CAST_AIM] = "aim",
    [TIO_CAST_OFF] = "off",
};
static const char *const casts_said[TIO_CAST_RULES] = {
    [TIO_CAST_CARRY] = N_("Aimed, and hits carry on"),
    [TIO_CAST_AIM] = N_("Aimed, one hit"),
    [TIO_CAST_OFF] = N_("Not aimed"),
};
static const char *const no_yes[] = {"no", "yes"};
static const char *const free_hands_said[] = {
    N_("no: four combos and one action"), N_("yes: five cards in any mix")};
static const char *const piles[] = {"open", "down"};
static const char *const piles_said[] = {N_("Seen by all"),
                                         N_("Secret until the end")};
static const char *const by_lot[] = {"random"};
static const char *const by_lot_said[] = {N_("Chosen at random")};

#define GAME(field) .at = offsetof(tio_settings, field)

const struct setting game_settings[GAME_SETTINGS] = {
    [SETTING_PLAYERS] = {"players", "players", NULL, SETTING_NUMBER,
                         GAME(players), .record = 1, .view = 0,
                         .low = TIO_MIN_PLAYERS, .high = TIO_MAX_PLAYERS,
                         .label = N_("Players"),
                         .help = N_("Two to five can play. More players have "
                                    "more dice in the tray.")},
    [SETTING_EDITION] = {"edition", "edition", NULL, SETTING_WORD,
                         GAME(edition), .record = 0, .view = 1,
                         .high = TIO_EDITIONS, .words = setting_editions,
                         .label = N_("Edition"), .said = editions_said},
    [SETTING_FREE_HAND] = {"free_hand", "free-hand", NULL, SETTING_YES,
                           GAME(free_hand), .record = 2, .view = 2, .high = 2,
                           .words = no_yes, .label = N_("Free hand"),
                           .said = free_hands_said,
                           .help = N_("Five cards in any mix: you choose how "
                                      "many combos and actions to draw."),
                           .told = N_("free hand")},
    [SETTING_STARTS_EACH] = {"starts", "starts", NULL, SETTING_STARTS,
                             GAME(starts), .record = 3, .view = 5, .low = 1,
                             .high = TIO_MAX_STARTS,
                             .label = N_("Each player starts"),
                             .help = N_("How often everybody starts a "
                                        "round.")},
    [SETTING_FIRST] = {"first", "first", NULL, SETTING_SEAT, GAME(first),
                       .record = 4, .view = 6, .low = 1,
                       .high = TIO_MAX_PLAYERS, .words = by_lot,
                       .label = N_("First starter"), .said = by_lot_said,
                       .help = N_("Who starts the first round.")},
    [SETTING_CAST] = {"cast", "cast", NULL, SETTING_WORD, GAME(cast),
                      .record = 5, .view = 3, .high = TIO_CAST_RULES,
                      .words = setting_casts, .label = N_("Casting a die back"),
                      .said = casts_said,
                      .help =
                          N_("What a die thrown back into the tray can hit."),
                      .told = N_("cast back: %s")},
    [SETTING_PILES] = {"piles", "piles", "piles-down", SETTING_EITHER,
                       GAME(piles_down), .record = 6, .view = 4, .high = 2,
                       .words = piles, .label = N_("Other players' points"),
                       .said = piles_said,
                       .help = N_("In the printed rules, completed cards lie "
                                  "face down. Open totals make a friendlier "
                                  "game."),
                       .told = N_("score piles face down")},
};

const struct setting *setting_in_record(unsigned place)
{
    const struct setting *row = game_settings;
    while (row->record != place)
        row++;
    return row;
}

const struct setting *setting_in_view(unsigned place)
{
    const struct setting *row = game_settings;
    while (row->view != place)
        row++;
    return row;
}

/* ---- Values --------------------------------------------------------- */

size_t setting_size(const struct setting *row)
{
    if (row->kind >= SETTING_TEXT)
        return row->high + 1;
    return row->kind == SETTING_MS ? sizeof(uint32_t) : sizeof(uint8_t);
}

unsigned setting_number(const struct setting *row, const void *settings)
{
    const uint8_t *at = (const uint8_t *)settings + row->at;
    uint32_t large = *at;
    if (row->kind == SETTING_MS)
        memcpy(&large, at, sizeof large);
    return large;
}

void setting_set(const struct setting *row, unsigned number, void *settings)
{
    uint8_t *at = (uint8_t *)settings + row->at;
    uint32_t large = number;
    if (row->kind == SETTING_MS)
        memcpy(at, &large, sizeof large);
    else
        *at = (uint8_t)number;
}

void setting_reset(const struct setting *row, void *settings)
{
    char *text = (char *)settings + row->at;
    if (row->kind < SETTING_TEXT)
        setting_set(row, row->usual, settings);
    else
        memcpy(text, row->usual_text, strlen(row->usual_text) + 1);
}

bool setting_is_usual(const struct setting *row, const void *settings)
{
    const char *text = (const char *)settings + row->at;
    return row->kind < SETTING_TEXT
               ? setting_number(row, settings) == row->usual
               : strcmp(text, row->usual_text) == 0;
}

const char *setting_word(const struct setting *row, const void *settings)
{
    unsigned number = setting_number(row, settings);
    return number < row->high ? row->words[number] : "?";
}

tio_settings settings_settled(const tio_settings *settings)
{
    tio_settings settled = *settings;
    if (settled.starts == 0)
        settled.starts = (uint8_t)tio_setup_starts(settled.players);
    return settled;
}

static bool is_choice(const struct setting *row)
{
    return row->kind >= SETTING_WORD && row->kind <= SETTING_EITHER;
}

/* ---- Lines of text -------------------------------------------------- */

void setting_print(struct buffer *out, const struct setting *row,
                   const void *settings)
{
    unsigned number = setting_number(row, settings);
    if (is_choice(row))
        buffer_text(out, setting_word(row, settings));
    else if (row->kind != SETTING_SEAT)
        buffer_number(out, (int)number);
    else if (number == TIO_NONE)
        buffer_text(out, row->words[0]);
    else
        buffer_number(out, (int)number + 1);
}

/* A digit: no setting of a game has more. */
static bool scan_digit(const struct setting *row, struct word word,
                       unsigned players, void *settings)
{
    bool seat = row->kind == SETTING_SEAT;
    unsigned low = row->kind == SETTING_STARTS && players == 0 ? 0 : row->low;
    unsigned high = seat && players > 0 ? players : row->high;
    unsigned number;
    if (word.size != 1 || !word_number(word, &number) || number < low ||
        number > high)
        return false;
    setting_set(row, seat ? number - 1 : number, settings);
    return true;
}

bool setting_scan(const struct setting *row, struct word word, unsigned players,
                  void *settings)
{
    for (unsigned i = 0; is_choice(row) && i < row->high; i++) {
        if (word_same(word, row->words[i])) {
            setting_set(row, i, settings);
            return true;
        }
    }
    if (is_choice(row))
        return false;
    if (row->kind != SETTING_SEAT || !word_same(word, row->words[0]))
        return scan_digit(row, word, players, settings);
    setting_set(row, TIO_NONE, settings);
    return true;
}

const char *setting_expected(const struct setting *row,
                             char text[SETTING_EXPECTED])
{
    struct buffer out = buffer_fixed(text, SETTING_EXPECTED);
    if (row->kind == SETTING_SEAT) {
        buffer_text(&out, "'random' or a player's seat");
    } else if (!is_choice(row)) {
        buffer_number(&out, (int)row->low);
        buffer_text(&out, " to ");
        buffer_number(&out, (int)row->high);
    }
    for (unsigned i = 0; is_choice(row) && i < row->high; i++) {
        buffer_text(&out, i == 0 ? "" : i + 1 == row->high ? " or " : ", ");
        buffer_text(&out, row->words[i]);
    }
    return text;
}

/* ---- JSON ----------------------------------------------------------- */

void setting_json(struct json *json, const struct setting *row,
                  const void *settings)
{
    const char *text = (const char *)settings + row->at;
    unsigned number = setting_number(row, settings);
    switch ((enum setting_kind)row->kind) {
    case SETTING_NUMBER:
    case SETTING_STARTS:
    case SETTING_MS:
        json_uint(json, number);
        break;
    case SETTING_SEAT:
        if (number == TIO_NONE)
            json_str(json, row->words[0]);
        else
            json_uint(json, number + 1);
        break;
    case SETTING_WORD:
    case SETTING_EITHER:
        json_str(json, setting_word(row, settings));
        break;
    case SETTING_YES:
        json_bool(json, number);
        break;
    case SETTING_TEXT:
    case SETTING_DECK:
        json_str(json, text);
        break;
    case SETTING_CODE: /* whether there is one is all that others may know */
        json_bool(json, text[0] != '\0');
        break;
    }
}
