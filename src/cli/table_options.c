/* See table_options.h. The first starter can only be checked when the number
 * of players is known, which may come later on the command line. */
#include "cli/table_options.h"

#include <string.h>

#include "cli/cli.h"
#include "notation/settings.h"

void table_options_init(struct table_options *table, unsigned players)
{
    memset(table, 0, sizeof *table);
    table->players = players;
    table->edition = TIO_GAMEWRIGHT;
    table->cast = TIO_CAST_CARRY;
}

static bool take_first(struct table_options *table, const char *command,
                       const char *value)
{
    if (strcmp(value, "random") == 0) {
        table->first = 0;
        return true;
    }
    if (strlen(value) == 1 && value[0] >= '1' &&
        value[0] <= '0' + TIO_MAX_PLAYERS) {
        table->first = (unsigned)(value[0] - '0');
        return true;
    }
    options_usage(command,
                  _("--first: expected 'random' or a seat from 1 to %d, "
                    "got '%.60s'"),
                  TIO_MAX_PLAYERS, value);
    return false;
}

bool table_options_take(struct table_options *table, const char *command,
                        int option, const char *value)
{
    switch (option) {
    case OPTION_PLAYERS:
        return options_small(command, "--players", value, TIO_MIN_PLAYERS,
                             TIO_MAX_PLAYERS, &table->players);
    case OPTION_EDITION:
        return options_word(command, "--edition", value, setting_editions,
                            &table->edition);
    case OPTION_FREE_HAND:
        table->free_hand = true;
        return true;
    case OPTION_STARTS:
        return options_small(command, "--starts", value, 1, TIO_MAX_STARTS,
                             &table->starts);
    case OPTION_FIRST:
        return take_first(table, command, value);
    case OPTION_CAST:
        return options_word(command, "--cast", value, setting_casts,
                            &table->cast);
    case OPTION_PILES_DOWN:
        table->piles_down = true;
        return true;
    case OPTION_DECK:
        table->deck_name = value;
        return true;
    default:
        return false;
    }
}

int table_options_settle(struct table_options *table, const char *command)
{
    if (table->first > table->players) {
        return options_usage(command, _("--first: expected 1 to %u, got '%u'"),
                             table->players, table->first);
    }
    table->deck = tio_deck_standard();
    if (table->deck_name != NULL) {
        table->deck = options_deck(command, table->deck_name, &table->room);
    }
    if (table->deck == NULL) {
        return CLI_WRONG;
    }
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
    if (error != TIO_OK) {
        return options_fail(command, "%s", _(tio_error_words(error)));
    }
    return CLI_OK;
}
