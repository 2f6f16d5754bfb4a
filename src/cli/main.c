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

static const struct command {
    const char *name;
    const char *summary;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"play", "play against bots, or at one keyboard", cmd_play},
    {"serve", "serve games to friends", cmd_serve},
    {"score", "find the best lay-out of dice on combos", cmd_score},
    {"sim", "play many games between bots", cmd_sim},
    {"arena", "find out which bot is the stronger", cmd_arena},
    {"bot", "play as a program that a table starts", cmd_bot},
    {"replay", "check a record against the rules and show it", cmd_replay},
    {"verify", "check that dice and cards of a record were fair", cmd_verify},
    {"deck", "list, check and measure decks of cards", cmd_deck},
    {"bench", "measure the speed of this machine", cmd_bench},
};

#define COMMANDS (sizeof commands / sizeof commands[0])

static void print_help(FILE *out)
{
    fputs("Usage: tioli COMMAND [OPTION...]\n"
          "       tioli help COMMAND\n"
          "\n"
          "The dice-and-card game Take It or Leave It, for 2 to 5 players.\n"
          "\n"
          "Commands:\n",
          out);
    for (size_t i = 0; i < COMMANDS; i++) {
        fprintf(out, "  %-9s %s\n", commands[i].name, commands[i].summary);
    }
    fputs("  help      show the help of a command\n"
          "\n"
          "Options:\n"
          "  -h, --help     show this help\n"
          "      --version  show the version\n"
          "\n"
          "Exit status: 0 all is well, 1 what was checked is wrong or "
          "something\nfailed, 2 the command line can't be understood.\n",
          out);
}

static const struct command *find_command(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
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
    if (strlen(a) > LONGEST || width > LONGEST) {
        return LONGEST;
    }
    for (size_t j = 0; j <= width; j++) {
        row[j] = j;
    }
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
    const struct command *nearest = NULL;
    size_t best = 3; /* further away than that is another word */
    for (size_t i = 0; i < COMMANDS; i++) {
        size_t distance = edit_distance(name, commands[i].name);
        if (distance < best) {
            best = distance;
            nearest = &commands[i];
        }
    }
    if (nearest == NULL) {
        return options_usage(NULL, "there is no command '%s'", name);
    }
    return options_usage(NULL, "there is no command '%s'; did you mean '%s'?",
                         name, nearest->name);
}

static int help_command(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stdout);
        return CLI_OK;
    }
    if (argc > 2) {
        return options_usage(NULL, "help: one command at a time");
    }
    const struct command *command = find_command(argv[1]);
    if (command == NULL) {
        return unknown_command(argv[1]);
    }
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
    if ((help || version) && argc > 2) {
        return options_usage(NULL, "unexpected '%s' after '%s'", argv[2], word);
    }
    if (help) {
        print_help(stdout);
        return CLI_OK;
    }
    if (version) {
        printf("tioli %s\n", tio_version());
        return CLI_OK;
    }
    if (strcmp(word, "help") == 0) {
        return help_command(argc - 1, argv + 1);
    }
    if (word[0] == '-') {
        return options_usage(NULL, "unknown option '%s'", word);
    }
    const struct command *command = find_command(word);
    if (command == NULL) {
        return unknown_command(word);
    }
    return command->run(argc - 1, argv + 1);
}

/* A standard stream that was closed must not be reused by the next file that
 * is opened; its place is held by a descriptor on which every use fails. */
static void hold_standard_streams(void)
{
    for (int fd = 0; fd <= 2; fd++) {
        if (fcntl(fd, F_GETFD) == -1) {
            (void)open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
        }
    }
}

/* Whoever read the output may have seen enough, as head has: no fault of ours.
 * The reason of an early error may be gone by now, but not the reader's
 * absence. */
static bool nobody_reads(int why)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return why == EPIPE ||
           (poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0);
}

int main(int argc, char **argv)
{
    hold_standard_streams();
    /* A closed pipe is then an error of write(): a game that is being played
     * can still be kept. */
    signal(SIGPIPE, SIG_IGN);
    int status = run(argc, argv);
    errno = 0;
    int failed = ferror(stdout);
    if (fflush(stdout) == 0 && !failed) {
        return status;
    }
    int why = errno;
    if (!nobody_reads(why)) {
        options_say("tioli: the output can't be written%s%s",
                    why != 0 ? ": " : "", why != 0 ? strerror(why) : "");
    }
    return status == CLI_OK ? CLI_WRONG : status;
}
