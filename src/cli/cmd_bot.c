/* tioli bot: one of our bots behind standard input and output, for any program
 * that speaks the table's side of docs/bot-protocol.md. */
#define _POSIX_C_SOURCE 200809L

#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/options.h"
#include "players/lines.h"
#include "players/player.h"
#include "players/responder.h"

#define COMMAND "bot"

static const struct option_help help[] = {
    {NULL, N_("Usage: tioli bot [OPTION...]")},
    {NULL, ""},
    {NULL,
     N_("Plays as a program that a table starts: it reads what happens from "
        "the\n"
        "standard input and writes its moves to the standard output, line by\n"
        "line, as docs/bot-protocol.md says.")},
    {NULL, ""},
    {"--level NAME", N_("random, easy, normal, hard (the default) or expert")},
    {"--effort N", N_("playouts for each move of a bot that searches")},
    {"--think TIME", N_("let such a bot think this long instead: 200ms, 1.5s")},
    {"--seed N", N_("for what it chooses by chance (default 1)")},
    {"--threads N", N_("threads for one search, 1 to 64 (default 1)")},
    {"-h, --help", N_("show this help")},
    {NULL, NULL},
};

enum bot_option {
    OPTION_LEVEL = 1,
    OPTION_EFFORT,
    OPTION_THINK,
    OPTION_SEED,
    OPTION_THREADS,
};

static const struct option options[] = {
    {"level", required_argument, NULL, OPTION_LEVEL},
    {"effort", required_argument, NULL, OPTION_EFFORT},
    {"think", required_argument, NULL, OPTION_THINK},
    {"seed", required_argument, NULL, OPTION_SEED},
    {"threads", required_argument, NULL, OPTION_THREADS},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

struct bot {
    const tio_bot *level;
    tio_budget budget;
    uint64_t seed;
};

static bool take_level(struct bot *bot, const char *name)
{
    const char *words[32] = {NULL};
    unsigned place;
    for (unsigned i = 0; i < 31 && tio_bot_at(i) != NULL; i++) {
        words[i] = tio_bot_at(i)->name;
    }
    if (!options_word(COMMAND, "--level", name, words, &place)) {
        return false;
    }
    bot->level = tio_bot_at(place);
    return true;
}

static bool take_think(struct bot *bot, const char *text)
{
    if (player_time_parse(text, strlen(text), 1, TIO_MAX_THINK_MS,
                          &bot->budget.think_ms)) {
        return true;
    }
    options_usage(
        COMMAND,
        _("--think: expected a time from 1ms to %us, such as 200ms or "
          "1.5s, got '%.60s'"),
        TIO_MAX_THINK_MS / 1000U, text);
    return false;
}

static bool take_option(struct bot *bot, int option)
{
    switch (option) {
    case OPTION_LEVEL:
        return take_level(bot, optarg);
    case OPTION_EFFORT:
        return options_small(COMMAND, "--effort", optarg, 1, TIO_MAX_PLAYOUTS,
                             &bot->budget.playouts);
    case OPTION_THINK:
        return take_think(bot, optarg);
    case OPTION_SEED:
        return options_number(COMMAND, "--seed", optarg, 0, UINT64_MAX,
                              &bot->seed);
    default:
        return options_small(COMMAND, "--threads", optarg, 1, TIO_MAX_THREADS,
                             &bot->budget.threads);
    }
}

/* Answers every line that has come; false once it shall quit. */
static bool answer_lines(struct responder *responder, struct lines *lines,
                         struct buffer *out)
{
    char *line;
    size_t size;
    enum lines_result result;
    while ((result = lines_next(lines, &line, &size)) != LINES_NONE) {
        if (result == LINES_LONG) {
            responder_long_line(out);
        } else if (!responder_line(responder, line, size, out)) {
            return false;
        }
    }
    return true;
}

static bool put_out(struct buffer *out)
{
    bool good = !out->failed;
    if (out->size > 0) {
        good = fwrite(out->data, 1, out->size, stdout) == out->size && good;
    }
    good = fflush(stdout) == 0 && good;
    buffer_clear(out);
    return good;
}

/* Until "quit", the end of the input, or a table that does not listen. */
static int serve(struct responder *responder)
{
    struct lines lines;
    struct buffer out = buffer_growing();
    bool goes_on = true;
    int status = CLI_OK;
    lines_init(&lines, PROTOCOL_TABLE_LINE);
    while (goes_on) {
        size_t room;
        char *at = lines_room(&lines, &room);
        ssize_t size = read(STDIN_FILENO, at, room);
        if (size == -1 && errno == EINTR) {
            continue;
        }
        if (size == -1) {
            status = options_fail(COMMAND, _("the input can't be read: %s"),
                                  strerror(errno));
        }
        if (size < 1) {
            break;
        }
        lines_added(&lines, (size_t)size);
        goes_on = answer_lines(responder, &lines, &out);
        if (!put_out(&out)) {
            break; /* main() says so */
        }
    }
    buffer_free(&out);
    return status;
}

int cmd_bot(int argc, char **argv)
{
    struct bot bot = {.level = tio_bot_named("hard"), .seed = 1};
    int option;
    while ((option = options_next(COMMAND, argc, argv, options)) != -1) {
        if (option == 'h') {
            options_help(help);
            return CLI_OK;
        }
        if (option == '?' || !take_option(&bot, option)) {
            return CLI_USAGE;
        }
    }
    if (optind < argc) {
        return options_usage(COMMAND, _("unexpected '%s'"), argv[optind]);
    }
    if (bot.budget.playouts > 0 && bot.budget.think_ms > 0) {
        return options_usage(COMMAND,
                             _("--effort and --think do not go together"));
    }
    struct responder *responder =
        responder_new(bot.level, &bot.budget, bot.seed);
    if (responder == NULL) {
        return options_fail(COMMAND, "%s", _(tio_error_words(TIO_E_MEMORY)));
    }
    int status = serve(responder);
    responder_free(responder);
    return status;
}
