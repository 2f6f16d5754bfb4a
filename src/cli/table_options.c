/* See table_options.h. The first starter can only be checked when the number
 * of players is known, which may come later on the command line. */
#include "cli/table_options.h"

#include <string.h>

#include "cli/cli.h"
#include "cli/match.h"
#include "notation/settings.h"

static const char *const first_words[] = {"random", "1", "2", "3",
                                          "4",      "5", NULL};
_Static_assert(TIO_MAX_PLAYERS == 5, "first_words has every seat");

static bool take_first(const struct option_row *row,
                       const struct option_call *call)
{
    for (unsigned i = 0; row->words[i]; i++)
        if (strcmp(call->text, row->words[i]) == 0) {
            *(unsigned *)call->field = i;
            return true;
        }
    return option_refuse(call->why,
                         _("--first: expected 'random' or a seat from 1 to %d, "
                           "got '%.60s'"),
                         TIO_MAX_PLAYERS, call->text);
}

#define AT(field) .at = offsetof(struct table_options, field)

const struct option_row table_players_row[] = {
    {"players", "N", OPTION_COUNT, N_("2 to 5 (default 2)"), AT(players),
     .low = TIO_MIN_PLAYERS, .high = TIO_MAX_PLAYERS, .normal = TIO_MIN_PLAYERS,
     .man = "How many play, {range}. The default is {default}."},
    {0},
};

const struct option_row table_rows[] = {
    {"edition", "NAME", OPTION_WORD, N_("gamewright (the default) or schmidt"),
     AT(edition), .words = setting_editions,
     .man = "*gamewright* (the default) or *schmidt*. The edition fixes how "
            "often an action may be played, what the re-roll actions reach, "
            "and the colours' names."},
    {"free-hand", NULL, OPTION_FLAG,
     N_("five cards in any mix of combos and actions"), AT(free_hand)},
    {"starts", "N", OPTION_COUNT,
     N_("each player starts N rounds, 1 to 9\n"
        "(default: as the box's table says)"),
     AT(starts), .low = 1, .high = TIO_MAX_STARTS,
     .man = "Each player starts <N> rounds, {range}. The default is the number "
            "in the box's table for the number of players."},
    {"first", "SEAT", OPTION_WORD,
     N_("who starts: a seat from 1, or random (default)"), AT(first),
     .words = first_words, .take = take_first,
     .man = "Who starts the first round: a seat, from 1, or *random* (the "
            "default)."},
    {"cast", "RULE", OPTION_WORD,
     N_("what a die that is cast back does to others:\n"
        "carry (default), aim or off"),
     AT(cast), .words = setting_casts,
     .man = "What a die that is cast back does to other dice: *carry* (the "
            "default: it may be aimed, and hits carry on), *aim* (hits do not "
            "carry on) or *off* (it is only rolled)."},
    {"piles-down", NULL, OPTION_FLAG,
     N_("score piles stay face down until the end"), AT(piles_down),
     .man = "Score piles stay face down until the end, so that points are not "
            "shown."},
    {"deck", "DECK", OPTION_DECK, N_("a built-in deck by name, or a file"),
     AT(deck_name),
     .man = "A built-in deck by name, or a file in the deck notation. The "
            "default is *standard*."},
    {0},
};

int table_options_settle(struct table_options *table, const char *command)
{
    if (table->first > table->players)
        return options_usage(command, _("--first: expected 1 to %u, got '%u'"),
                             table->players, table->first);
    table->deck = tio_deck_standard();
    if (table->deck_name)
        table->deck = options_deck(command, table->deck_name, &table->room);
    if (!table->deck)
        return CLI_WRONG;
    tio_settings *settings = &table->settings;
    *settings = tio_settings_default(table->players);
    settings->edition = (uint8_t)table->edition;
    settings->free_hand = table->free_hand;
    settings->starts = (uint8_t)table->starts;
    settings->first =
        table->first == 0 ? TIO_NONE : (uint8_t)(table->first - 1);
    settings->cast = (uint8_t)table->cast;
    settings->piles_down = table->piles_down;
    tio_game game;
    tio_error error = tio_game_init(&game, table->deck, settings);
    if (error != TIO_OK)
        return options_fail(command, "%s", _(tio_error_words(error)));
    return CLI_OK;
}

const struct option_row option_seed_row[] = {
    {"seed", "N", OPTION_NUMBER, N_("for dice, cards and bots (default 1)"),
     .high = UINT64_MAX, .normal = 1,
     .man = "A number that fixes dice, cards and the bots' random choices. The "
            "default is {default}."},
    {0},
};

const struct option_row option_threads_row[] = {
    {"threads", "N", OPTION_COUNT,
     N_("1 to 64 (default: one for each processor)"), .low = 1,
     .high = MATCH_MAX_THREADS,
     .man = "How many games are played at the same time, {range}. The default "
            "is one for each processor."},
    {0},
};

const struct option_row option_json_row[] = {
    {"json", NULL, OPTION_FLAG, N_("print one JSON object"),
     .man = "Print one JSON object. It has no times in it."},
    {0},
};

const struct option_row records_rows[] = {
    {"records", "DIR", OPTION_FOLDER,
     N_("write each game to DIR as 000001.tioli and so on"),
     .at = offsetof(struct records_options, folder),
     .man = "Write each game that counts as a record to the folder <DIR>, as "
            "<000001.tioli>, <000002.tioli> and so on; the players' names show "
            "who sat where. The folder is made if it is missing. If there are "
            "already records in it, nothing is played."},
    {"force", NULL, OPTION_FLAG,
     N_("replace the records that are already in DIR"),
     .at = offsetof(struct records_options, force),
     .man = "With *--records*, first remove the numbered records of earlier "
            "games from the folder. Files with other names stay, and a link "
            "is removed, not what it points at."},
    {0},
};
