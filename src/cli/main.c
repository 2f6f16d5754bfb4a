/* The only main(): finds the command, runs it, and makes sure that what was
 * printed has really been written before it reports success. */
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/options.h"
#include "tioli.h"

static const struct cli_command *const commands[] = {
    &command_play,  &command_serve, &command_score,  &command_sim,
    &command_arena, &command_bot,   &command_replay, &command_verify,
    &command_store, &command_deck,  &command_bench,  NULL,
};

/* Taken out of the command line by hand, because they come before a command; the
 * rows are for whoever asks what there is. */
static const struct option_row rows[] = {
    {"version", NULL, OPTION_FLAG, .help = N_("show the version")},
    {"lang", "LANG", OPTION_WORD,
     N_("the language of any command (default: the locale's):"),
     .words = i18n_languages,
     .man = "The language: one of {words}. It may come before or after any "
            "command. The default is the language of the locale."},
    {0},
};

static void print_help(FILE *out)
{
    fprintf(out, "%s\n\n%s\n\n%s\n",
            _("Usage: tioli COMMAND [OPTION...]\n"
              "       tioli help COMMAND"),
            _("The dice-and-card game Take It or Leave It, for 2 to 5 "
              "players."),
            _("Commands:"));
    for (size_t i = 0; commands[i]; i++)
        fprintf(out, "  %-9s %s\n", commands[i]->name, _(commands[i]->summary));
    fprintf(out, "  %-9s %s\n\n", "help", _("show the help of a command"));
    fprintf(out, "%s\n", _("Options:"));
    options_print(rows, out);
    fprintf(out, "\n%s\n",
            _("Exit status: 0 if all is well, 1 if a check or anything else "
              "failed,\n"
              "2 if the command line can't be understood."));
}

static const struct cli_command *find_command(const char *name)
{
    for (size_t i = 0; commands[i]; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many letters must be added, dropped or replaced to turn a into b. */
static size_t edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 32 };
    size_t row[LONGEST + 1];
    size_t width = strlen(b);
    if (strlen(a) > LONGEST || width > LONGEST)
        return LONGEST;
    for (size_t j = 0; j <= width; j++)
        row[j] = j;
    for (size_t i = 0; a[i] != 0; i++) {
        size_t corner = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < width; j++) {
            size_t change = corner + (a[i] != b[j]);
            corner = row[j + 1];
            row[j + 1] = least(change, least(row[j], corner) + 1);
        }
    }
    return row[width];
}

static int unknown_command(const char *name)
{
    const struct cli_command *nearest = NULL;
    size_t best = 3; /* further away than that is another word */
    for (size_t i = 0; commands[i]; i++) {
        size_t distance = edit_distance(name, commands[i]->name);
        if (distance < best) {
            best = distance;
            nearest = commands[i];
        }
    }
    if (!nearest)
        return options_usage(NULL, _("there is no command '%s'"), name);
    return options_usage(NULL,
                         _("there is no command '%s'; did you mean '%s'?"),
                         name, nearest->name);
}

static int help_command(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stdout);
        return CLI_OK;
    }
    if (argc == 2 && strcmp(argv[1], "--json") == 0)
        return describe_commands(commands, rows);
    if (argc > 2)
        return options_usage(NULL, _("help: one command at a time"));
    const struct cli_command *command = find_command(argv[1]);
    if (!command)
        return unknown_command(argv[1]);
    char option[] = "--help";
    char *words[] = {argv[1], option, NULL};
    return command->run(2, words);
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return CLI_USAGE;
    }
    const char *word = argv[1];
    bool help = strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
    bool version = strcmp(word, "--version") == 0;
    if ((help || version) && argc > 2)
        return options_usage(NULL, _("unexpected '%s' after '%s'"), argv[2],
                             word);
    if (help) {
        print_help(stdout);
        return CLI_OK;
    }
    if (version) {
        printf("tioli %s\n", tio_version());
        return CLI_OK;
    }
    if (strcmp(word, "help") == 0)
        return help_command(argc - 1, argv + 1);
    if (word[0] == '-')
        return options_usage(NULL, _("unknown option '%s'"), word);
    const struct cli_command *command = find_command(word);
    if (!command)
        return unknown_command(word);
    return command->run(argc - 1, argv + 1);
}

/* A standard stream that was closed must not be reused by the next file that
 * is opened; its place is held by a descriptor on which every use fails. */
static void hold_standard_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1)
            (void)open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

/* Whoever read the output may have seen enough, as head has: not our fault.
 * The reason of an early error may be gone by now, but not the reader's
 * absence. */
static bool nobody_reads(int why)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return why == EPIPE ||
           (poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0);
}

/* Takes --lang out of the words of the command line, wherever it stands: every
 * command speaks every language. Words after '--' are not options. NULL if it
 * is not there, "" if there is nothing behind it. */
static const char *take_language(int *argc, char **argv)
{
    static const char option[] = "--lang";
    const char *language = NULL;
    int kept = 0;
    bool options = true;
    for (int i = 0; i < *argc; i++) {
        options = options && strcmp(argv[i], "--") != 0;
        if (options && strcmp(argv[i], option) == 0) {
            i++;
            language = i < *argc ? argv[i] : "";
        } else if (options && strncmp(argv[i], "--lang=", sizeof option) == 0) {
            language = argv[i] + sizeof option;
        } else {
            argv[kept++] = argv[i];
        }
    }
    *argc = kept;
    argv[kept] = NULL;
    return language;
}

int main(int argc, char **argv)
{
    hold_standard_streams();
    i18n_begin();
    const char *language = take_language(&argc, argv);
    if (language && !i18n_begin_in(language)) {
        char why[OPTION_WHY];
        struct option_call call = {
            .shown = "--lang", .text = language, .why = why};
        option_refuse_word(&call, i18n_languages);
        return options_usage(NULL, "%s", why);
    }
    /* A closed pipe, or a file that may not grow, is then an error of write():
     * a game that is being played can still be kept, or played to its end. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    int status = run(argc, argv);
    errno = 0;
    int failed = ferror(stdout);
    if (fflush(stdout) == 0 && !failed)
        return status;
    int why = errno;
    if (!nobody_reads(why)) {
        if (why != 0) {
            options_say("tioli: %s: %s", _("the output can't be written"),
                        strerror(why));
        } else {
            options_say("tioli: %s", _("the output can't be written"));
        }
    }
    return status == CLI_OK ? CLI_WRONG : status;
}
