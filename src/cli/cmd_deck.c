/* tioli deck: what is in a deck, whether a file is one, and how its points
 * compare with play. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "cli/table_options.h"
#include "base/json.h"

#define COMMAND "deck"
#define SIZE_TEXT 256

static void hash_text(const tio_deck *deck, char out[17])
{
    snprintf(out, 17, "%016llx", (unsigned long long)deck->hash);
}

static void card_text(const tio_deck *deck, unsigned card,
                      char out[TIO_CARD_TEXT])
{
    if (tio_deck_is_combo(deck, card))
        tio_combo_print(&deck->combo[card], out);
    else
        tio_action_print(tio_deck_action(deck, card), out);
}

/* Copies stand side by side in most decks, but need not: counts the cards that
 * say the same, or returns 0 if an earlier one did. */
static unsigned copies_from(const tio_deck *deck, unsigned card)
{
    char text[TIO_CARD_TEXT];
    char other[TIO_CARD_TEXT];
    bool combo = tio_deck_is_combo(deck, card);
    unsigned first = combo ? 0 : deck->combos;
    unsigned end = combo ? deck->combos : tio_deck_cards(deck);
    unsigned count = 0;
    card_text(deck, card, text);
    for (unsigned i = first; i < end; i++) {
        card_text(deck, i, other);
        if (strcmp(text, other) == 0) {
            if (i < card)
                return 0;
            count++;
        }
    }
    return count;
}

/* "76 combos, 34 actions, hash ...". */
static void size_text(const tio_deck *deck, char out[SIZE_TEXT])
{
    char hash[17];
    char combos[SIZE_TEXT / 4];
    char actions[SIZE_TEXT / 4];
    hash_text(deck, hash);
    snprintf(combos, sizeof combos, _("no combos"));
    snprintf(actions, sizeof actions, _("no actions"));
    if (deck->combos > 0)
        snprintf(combos, sizeof combos,
                 ngettext("%u combo", "%u combos", deck->combos), deck->combos);
    if (deck->actions > 0)
        snprintf(actions, sizeof actions,
                 ngettext("%u action", "%u actions", deck->actions),
                 deck->actions);
    /* TRANSLATORS: "76 combos", "34 actions", and a number. */
    snprintf(out, SIZE_TEXT, _("%s, %s, hash %s"), combos, actions, hash);
}

static void list_text(const tio_deck *deck)
{
    char text[TIO_CARD_TEXT];
    char size[SIZE_TEXT];
    size_text(deck, size);
    options_line(_("deck %s: %s"), deck->name, size);
    for (unsigned card = 0; card < tio_deck_cards(deck); card++) {
        unsigned copies = copies_from(deck, card);
        bool combo = tio_deck_is_combo(deck, card);
        if (card == 0 || card == deck->combos) {
            fputs("\n  ", stdout);
            options_cell(C_("column", "copies"), 6, "  ");
            puts(combo ? C_("column", "combo") : C_("column", "action"));
        }
        if (copies > 0) {
            card_text(deck, card, text);
            printf("  %6u  %s\n", copies, text);
        }
    }
}

static void json_card(struct json *json, const tio_deck *deck, unsigned card,
                      unsigned copies)
{
    char text[TIO_CARD_TEXT];
    card_text(deck, card, text);
    json_object_begin(json);
    if (tio_deck_is_combo(deck, card))
        json_key_int(json, "points", deck->combo[card].points);
    json_key_string(json, "text", text);
    json_key_int(json, "copies", copies);
    json_object_end(json);
}

static bool list_json(const tio_deck *deck)
{
    struct json json = json_growing();
    char hash[17];
    hash_text(deck, hash);
    json_object_begin(&json);
    json_key_string(&json, "name", deck->name);
    json_key_string(&json, "hash", hash);
    json_key_int(&json, "cards", tio_deck_cards(deck));
    for (unsigned part = 0; part < 2; part++) {
        unsigned card = part == 0 ? 0 : deck->combos;
        unsigned end = part == 0 ? deck->combos : tio_deck_cards(deck);
        json_key(&json, part == 0 ? "combos" : "actions");
        json_array_begin(&json);
        for (; card < end; card++) {
            unsigned copies = copies_from(deck, card);
            if (copies > 0)
                json_card(&json, deck, card, copies);
        }
        json_array_end(&json);
    }
    json_object_end(&json);
    return options_put_json(COMMAND, &json);
}

static int deck_list(char **words, int count, bool as_json)
{
    tio_deck room;
    if (count > 1)
        return options_usage(COMMAND, _("list: one deck at a time"));
    const tio_deck *deck = tio_deck_standard();
    if (count == 1)
        deck = options_deck(COMMAND, words[0], &room);
    if (!deck)
        return CLI_WRONG;
    if (as_json)
        return list_json(deck) ? CLI_OK : CLI_WRONG;
    list_text(deck);
    return CLI_OK;
}

static int deck_check(char **words, int count)
{
    int status = CLI_OK;
    if (count == 0)
        return options_usage(COMMAND, _("check: name at least one file"));
    for (int i = 0; i < count; i++) {
        tio_deck deck;
        if (!options_deck_file(COMMAND, words[i], &deck)) {
            status = CLI_WRONG;
            continue;
        }
        char size[SIZE_TEXT];
        size_text(&deck, size);
        options_put_shown(stdout, words[i]);
        fputs(": ", stdout);
        options_line(_("good: %s"), size);
    }
    return status;
}

static const struct option_row rows[] = {
    {"json", NULL, OPTION_FLAG, N_("list: print one JSON object"),
     .man = "For *list* and *stats*: print one JSON object."},
    {0},
};

static int run(int argc, char **argv)
{
    bool as_json = false;
    struct options line = {&command_deck, &as_json, argc, argv, 0, 0};
    if (argc > 1 && strcmp(argv[1], "stats") == 0)
        return command_deck_stats.run(argc - 1, argv + 1);
    if (!options_read(&line))
        return line.status;
    if (line.argc == 0)
        return options_usage(COMMAND, _("say list, check or stats"));
    const char *verb = line.argv[0];
    if (strcmp(verb, "list") == 0)
        return deck_list(line.argv + 1, line.argc - 1, as_json);
    if (strcmp(verb, "check") != 0)
        return options_usage(
            COMMAND, _("expected list, check or stats, got '%s'"), verb);
    if (as_json)
        return options_usage(COMMAND, _("check: option '--json' is only for "
                                        "list"));
    return deck_check(line.argv + 1, line.argc - 1);
}

static const struct cli_command list = {
    .name = "deck list",
    .summary = "show the cards of a deck",
    .rows = option_json_row,
    .words = OPTION_DECK,
};

static const struct cli_command check = {
    .name = "deck check",
    .summary = "find mistakes in deck files",
    .words = OPTION_FILE,
};

static const struct cli_command *const parts[] = {&list, &check,
                                                  &command_deck_stats, NULL};

const struct cli_command command_deck = {
    .name = COMMAND,
    .summary = N_("list, check and measure decks of cards"),
    .help = {N_("Usage: tioli deck list [--json] [DECK]\n"
                "       tioli deck check FILE...\n"
                "       tioli deck stats [OPTION...]"),
             N_("list   shows the cards of a deck: a built-in one by name, or "
                "a file\n"
                "       (default: the standard deck)\n"
                "check  reads deck files and names every first mistake as\n"
                "       FILE:LINE:COLUMN; '-' is the standard input\n"
                "stats  plays games and shows how often each combo was "
                "completed;\n"
                "       see 'tioli deck stats --help'")},
    .rows = rows,
    .words = OPTION_TEXT,
    .parts = parts,
    .run = run,
};
