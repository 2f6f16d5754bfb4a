/* The command line of any command: getopt_long() finds the options, their rows
 * say what becomes of them. */
#include "cli/cli.h"

#include <assert.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "cli/options.h"
#include "terminal/full/ui.h"

#define MOST_ROWS 60
#define FIRST_ROW 256 /* of getopt's values: above every letter */

/* The rows of a command, those of its groups among them. */
struct flat {
    unsigned count;
    struct option table[MOST_ROWS + 2];
    const struct option_row *row[MOST_ROWS];
    size_t at[MOST_ROWS];
    unsigned marks[MOST_ROWS];
    bool given[MOST_ROWS];
};

static bool takes_value(const struct option_row *row)
{
    return row->kind != OPTION_FLAG && row->kind != OPTION_OFF;
}

static bool add_row(void *context, const struct option_row *row, size_t at,
                    unsigned marks)
{
    struct flat *flat = context;
    unsigned i = flat->count++;
    assert(i < MOST_ROWS);
    flat->row[i] = row;
    flat->at[i] = at;
    flat->marks[i] = marks;
    flat->table[i] = (struct option){
        row->name, takes_value(row) ? required_argument : no_argument, NULL,
        FIRST_ROW + (int)i};
    return true;
}

/* ---- Help ----------------------------------------------------------- */

/* The columns of a line of help: two or six blanks, the option, its text. */
#define HELP_TEXT 24

static bool print_row(void *context, const struct option_row *row, size_t at,
                      unsigned marks)
{
    FILE *out = context;
    (void)at;
    (void)marks;
    bool help = strcmp(row->name, "help") == 0;
    const char *text = i18n_words(row->help);
    int used =
        fprintf(out, "  %s--%s%s%s", help ? "-h, " : "    ", row->name,
                row->argument ? " " : "", row->argument ? row->argument : "");
    if (used > HELP_TEXT - 1) {
        fputs("\n", out);
        used = 0;
    }
    for (;; used = 0) {
        size_t length = strcspn(text, "\n");
        fprintf(out, "%*s%.*s\n", HELP_TEXT - used, "", (int)length, text);
        if (!text[length])
            break;
        text += length + 1;
    }
    if (row->words && text[strlen(text) - 1] == ':') {
        char words[128];
        option_list_words(row->words, words, sizeof words);
        fprintf(out, "%*s%s\n", HELP_TEXT, "", words);
    }
    return true;
}

static const struct option_row options_help_row[] = {
    {"help", NULL, OPTION_FLAG, .help = N_("show this help")},
    {0},
};

void options_print(const struct option_row *rows, FILE *out)
{
    option_each(rows, print_row, out);
    option_each(options_help_row, print_row, out);
}

static void print_help(const struct cli_command *command)
{
    for (const char *const *part = command->help; *part; part++)
        printf("%s\n\n", i18n_words(*part));
    options_print(command->rows, stdout);
    if (command->after)
        printf("\n%s\n", i18n_words(command->after));
    if (command->more_help)
        command->more_help();
}

/* ---- Reading -------------------------------------------------------- */

/* What getopt_long() found wrong. It moves words that are not options behind
 * it, so the option at fault is the one before optind. */
static void complain(const char *command, const struct flat *flat, int problem,
                     const char *word)
{
    if (problem == ':') {
        options_usage(command, _("option '%s' needs a value"), word);
        return;
    }
    if (optopt != 0 && word[1] != '-') {
        options_usage(command, _("unknown option '-%c'"), optopt);
        return;
    }
    int length = (int)strcspn(word, "=");
    bool known = false;
    for (const struct option *o = flat->table; o->name; o++)
        known = known || (length > 2 && strlen(o->name) == (size_t)length - 2 &&
                          memcmp(o->name, word + 2, (size_t)length - 2) == 0);
    options_usage(command,
                  known ? _("option '%.*s' takes no value")
                        : _("unknown or ambiguous option '%.*s'"),
                  length, word);
}

static bool take(struct options *options, struct flat *flat, unsigned place)
{
    const struct option_row *row = flat->row[place];
    char shown[64];
    char why[OPTION_WHY];
    struct option_call call = {
        .shown = shown,
        .text = takes_value(row) ? optarg : NULL,
        .field = (char *)options->into + flat->at[place],
        .first = !flat->given[place],
        .why = why,
    };
    snprintf(shown, sizeof shown, "--%s", row->name);
    if (!option_read(row, &call)) {
        options_usage(options->command->name, "%s", why);
        return false;
    }
    flat->given[place] = true;
    options->marks |= flat->marks[place];
    return true;
}

/* One option; false at the last one, or when there is a status to end with. */
static bool next(struct options *options, struct flat *flat)
{
    int at = optind > 0 ? optind : 1;
    int got =
        getopt_long(options->argc, options->argv, ":h", flat->table, NULL);
    if (got == -1) {
        options->status = -1;
    } else if (got == 'h') {
        print_help(options->command);
        options->status = CLI_OK;
    } else if (got == '?' || got == ':') {
        options->status = CLI_USAGE;
        complain(options->command->name, flat, got,
                 options->argv[optind > at ? optind - 1 : at]);
    } else {
        options->status = CLI_USAGE;
        return take(options, flat, (unsigned)(got - FIRST_ROW));
    }
    return false;
}

bool options_read_more(struct options *options)
{
    struct flat flat = {0};
    option_each(options->command->rows, add_row, &flat);
    flat.table[flat.count] = (struct option){"help", no_argument, NULL, 'h'};
    options->marks = 0;
    opterr = 0;
    optind = 0; /* from the start, even if this is not the first time */
    while (next(options, &flat))
        ;
    if (options->status != -1)
        return false;
    options->argc -= optind;
    options->argv += optind;
    if (options->argc > 0 && options->command->words == OPTION_FLAG) {
        options->status = options_usage(options->command->name,
                                        _("unexpected '%s'"), options->argv[0]);
        return false;
    }
    return true;
}

bool options_read(struct options *options)
{
    option_defaults(options->command->rows, options->into);
    return options_read_more(options);
}

/* ---- All of it as JSON, for pages and completions ------------------- */

/* tools/option-pages makes man pages and completions of it when the program is
 * built. */

static void key_text(struct json *json, const char *key, const char *text)
{
    if (text)
        json_key_string(json, key, text);
}

static void key_words(struct json *json, const char *const *words)
{
    if (!words)
        return;
    json_array_begin(json_key(json, "words"));
    for (; *words; words++)
        json_str(json, *words);
    json_array_end(json);
}

static bool describe_row(void *context, const struct option_row *row, size_t at,
                         unsigned marks)
{
    struct json *json = context;
    (void)at;
    (void)marks;
    json_object_begin(json);
    json_key_string(json, "name", row->name);
    key_text(json, "argument", row->argument);
    json_key_string(json, "kind", option_kind_word(row->kind));
    json_key_uint(json, "low", row->low);
    json_key_uint(json, "high", row->high);
    json_key_uint(json, "normal", row->normal);
    json_key_int(json, "scale", row->kind == OPTION_SECONDS ? 1000 : 1);
    key_words(json, row->words);
    json_key_bool(json, "repeats", row->repeats);
    json_key_string(json, "help", row->help);
    json_key_string(json, "man", row->man ? row->man : row->help);
    json_object_end(json);
    return true;
}

static void describe_rows(struct json *json, const struct option_row *rows)
{
    json_array_begin(json_key(json, "options"));
    option_each(rows, describe_row, json);
    option_each(options_help_row, describe_row, json);
    json_array_end(json);
}

static void describe(struct json *json, const struct cli_command *command)
{
    json_object_begin(json);
    json_key_string(json, "name", command->name);
    json_key_string(json, "summary", command->summary);
    json_key_string(json, "words", option_kind_word(command->words));
    json_key_bool(json, "runs", command->run);
    describe_rows(json, command->rows);
    json_object_end(json);
}

static void describe_keys(struct json *json)
{
    struct screen_key key;
    json_array_begin(json_key(json, "keys"));
    for (unsigned i = 0; screen_key(i, &key); i++) {
        json_object_begin(json);
        json_str(json_key(json, "when"), key.when);
        json_str(json_key(json, "key"), key.key);
        json_str(json_key(json, "words"), key.words);
        json_object_end(json);
    }
    json_array_end(json);
}

int describe_commands(const struct cli_command *const commands[],
                      const struct option_row *own)
{
    struct json json = json_growing();
    json_object_begin(&json);
    describe_rows(&json, own);
    json_array_begin(json_key(&json, "commands"));
    for (; *commands; commands++) {
        describe(&json, *commands);
        for (const struct cli_command *const *part = (*commands)->parts;
             part && *part; part++)
            describe(&json, *part);
    }
    json_array_end(&json);
    json_array_begin(json_key(&json, "bots"));
    for (unsigned i = 0; tio_bot_at(i); i++) {
        json_object_begin(&json);
        json_key_string(&json, "name", tio_bot_at(i)->name);
        json_key_string(&json, "about", tio_bot_at(i)->about);
        json_object_end(&json);
    }
    json_array_end(&json);
    describe_keys(&json);
    json_array_begin(json_key(&json, "decks"));
    for (unsigned i = 0; tio_deck_builtin(i); i++)
        json_str(&json, tio_deck_builtin(i)->name);
    json_array_end(&json);
    json_object_end(&json);
    return options_put_json("help", &json) ? CLI_OK : CLI_WRONG;
}
