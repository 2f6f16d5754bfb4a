/* tioli bot: one of our bots behind standard input and output, for any program
 * that speaks the table's side of docs/bot-protocol.md. */
#define _POSIX_C_SOURCE 200809L

#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/options.h"
#include "cli/table_options.h"
#include "programs/protocol.h"
#include "programs/responder.h"

#define COMMAND "bot"

struct bot {
    const tio_bot *level;
    tio_budget budget;
    uint64_t seed;
};

#define AT(field) .at = offsetof(struct bot, field)

static const struct option_row rows[] = {
    {"level", "NAME", OPTION_BOT,
     N_("random, easy, normal, hard (the default) or expert"), AT(level),
     .man = "Who plays: {bots} The default is *hard*."},
    {.group = budget_rows, AT(budget)},
    {"seed", "N", OPTION_NUMBER, N_("for its random choices (default 1)"),
     AT(seed), .high = UINT64_MAX, .normal = 1,
     .man = "A number that fixes the bot's random choices. The default is "
            "{default}."},
    {"threads", "N", OPTION_COUNT,
     N_("threads for one search, 1 to 64 (default 1)"), AT(budget.threads),
     .low = 1, .high = TIO_MAX_THREADS,
     .man = "How many threads one search uses, {range}. The default is 1."},
    {0},
};

/* Answers every line that has come; false once it shall quit. */
static bool answer_lines(struct responder *responder, struct lines *lines,
                         struct buffer *out)
{
    char *line;
    size_t size;
    enum lines_result result;
    while ((result = lines_next(lines, &line, &size)) != LINES_NONE)
        if (result == LINES_LONG)
            responder_long_line(out);
        else if (!responder_line(responder, line, size, out))
            return false;
    return true;
}

static bool put_out(struct buffer *out)
{
    bool good = !out->failed;
    if (out->size > 0)
        good = fwrite(out->data, 1, out->size, stdout) == out->size && good;
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
        if (size == -1 && errno == EINTR)
            continue;
        if (size == -1)
            status = options_fail(COMMAND, _("the input can't be read: %s"),
                                  strerror(errno));
        if (size < 1)
            break;
        lines_added(&lines, (size_t)size);
        goes_on = answer_lines(responder, &lines, &out);
        if (!put_out(&out))
            break; /* main() says so */
    }
    buffer_free(&out);
    return status;
}

static int run(int argc, char **argv)
{
    struct bot bot = {.level = tio_bot_named("hard")};
    struct options line = {&command_bot, &bot, argc, argv, 0, 0};
    if (!options_read(&line))
        return line.status;
    if (budget_check(&bot.budget, COMMAND) != CLI_OK)
        return CLI_USAGE;
    struct responder *responder =
        responder_new(bot.level, &bot.budget, bot.seed);
    if (!responder)
        return options_fail(COMMAND, "%s", _(tio_error_words(TIO_E_MEMORY)));
    int status = serve(responder);
    responder_free(responder);
    return status;
}

const struct cli_command command_bot = {
    .name = COMMAND,
    .summary = N_("play as a program that a table starts"),
    .help = {N_("Usage: tioli bot [OPTION...]"),
             N_("Plays as a program that a table starts: it reads what happens "
                "from the\n"
                "standard input and writes its moves to the standard output, "
                "line by\n"
                "line, as docs/bot-protocol.md describes.")},
    .rows = rows,
    .run = run,
};
