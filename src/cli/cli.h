/* What main.c and the commands share: the table of commands and the meaning
 * of the exit status. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

enum cli_status {
    CLI_OK = 0,
    CLI_WRONG = 1, /* what was checked is wrong, or something failed */
    CLI_USAGE = 2, /* the command line can't be understood */
};

/* Every command gets its own part of the command line: argv[0] is its name. */
int cmd_score(int argc, char **argv);
int cmd_sim(int argc, char **argv);
int cmd_play(int argc, char **argv);
int cmd_serve(int argc, char **argv);
int cmd_arena(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_verify(int argc, char **argv);
int cmd_deck(int argc, char **argv);
int cmd_bot(int argc, char **argv);
int cmd_bench(int argc, char **argv);

#endif
