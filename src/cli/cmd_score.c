/* tioli score: the best lay-out of dice on combos. As a filter it answers one
 * line of JSON with another, at once, so that a program may talk to it through
 * a pipe; with arguments it shows a person what lies where. */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/options.h"
#include "cli/score_line.h"

#define COMMAND "score"

enum line_kind { LINE_END, LINE_GOOD, LINE_TOO_LONG };

/* Reads up to and without the line end. Of a line that is too long the rest is
 * read and forgotten. */
static enum line_kind read_line(FILE *in, char *line, size_t *length)
{
    size_t used = 0;
    int c = getc(in);
    if (c == EOF)
        return LINE_END;
    for (; c != EOF && c != '\n'; c = getc(in)) {
        if (used < SCORE_LINE_MAX)
            line[used] = (char)c;
        used += used <= SCORE_LINE_MAX;
    }
    *length = used;
    return used <= SCORE_LINE_MAX ? LINE_GOOD : LINE_TOO_LONG;
}

static int answer_lines(void)
{
    char answer[SCORE_ANSWER_TEXT];
    int status = CLI_OK;
    char *line = malloc(SCORE_LINE_MAX);
    if (!line)
        return options_fail(COMMAND, "%s", _(tio_error_words(TIO_E_MEMORY)));
    size_t length = 0;
    enum line_kind kind;
    while ((kind = read_line(stdin, line, &length)) != LINE_END) {
        bool good = false;
        if (kind == LINE_TOO_LONG)
            score_line_too_long(answer);
        else
            good = score_line(line, length, answer);
        if (!good)
            status = CLI_WRONG;
        if (puts(answer) == EOF || fflush(stdout) != 0)
            break; /* main() says so */
    }
    if (ferror(stdin))
        status = options_fail(COMMAND, _("the standard input can't be read"));
    free(line);
    return status;
}

static bool read_question(char **words, int count,
                          struct score_question *question)
{
    tio_text_error error = {0};
    if (tio_dice_parse(words[0], &question->dice, &error) != TIO_OK)
        return options_wrong(COMMAND, _("dice '%.60s', column %u: %s"),
                             words[0], error.column, i18n_words(error.what));
    question->count = (unsigned)count - 1;
    for (unsigned i = 0; i < question->count; i++) {
        const char *word = words[i + 1];
        if (tio_combo_parse(word, &question->combo[i], &error) != TIO_OK)
            return options_wrong(COMMAND, _("combo %u '%.60s', column %u: %s"),
                                 i + 1, word, error.column,
                                 i18n_words(error.what));
        question->combos[i] = &question->combo[i];
    }
    return true;
}

static void print_laid(const tio_combo *combo, tio_dice dice)
{
    tio_kind die[TIO_MAX_DICE];
    char text[TIO_DICE_TEXT];
    unsigned count = score_order(combo, dice, die);
    for (unsigned i = 0; i < count; i++) {
        tio_dice_print(tio_dice_of(die[i]), "", text);
        printf("%s%s", i == 0 ? "" : " ", text);
    }
}

static tio_dice unused_dice(const struct score_question *question,
                            const tio_layout *layout)
{
    tio_dice left = question->dice;
    for (unsigned i = 0; i < question->count; i++)
        left -= layout->lay[i];
    return left;
}

static void print_layout(const struct score_question *question,
                         const tio_layout *layout)
{
    for (unsigned i = 0; i < question->count; i++) {
        char card[TIO_CARD_TEXT];
        tio_combo_print(question->combos[i], card);
        printf("  %u  %-24s ", i + 1, card);
        if (layout->cards >> i & 1) {
            unsigned points = question->combos[i]->points;
            print_laid(question->combos[i], layout->lay[i]);
            fputs("  ", stdout);
            options_line(ngettext("(%u point)", "(%u points)", points), points);
        } else {
            puts("-");
        }
    }
    char unused[TIO_DICE_TEXT];
    if (tio_dice_print(unused_dice(question, layout), " ", unused) == 0)
        printf("  %s\n  ", _("unused: none"));
    else
        printf("  %s %s\n  ", _("unused:"), unused);
    printf(ngettext("%u point", "%u points", layout->points), layout->points);
    fputs(" - ", stdout);
    printf(ngettext("%u chip", "%u chips", layout->chips), layout->chips);
    printf(" = %d\n", layout->net);
}

static int show_layout(char **words, int count)
{
    struct score_question question;
    tio_layout layout[TIO_MAX_LAYOUTS];
    char dice[TIO_DICE_TEXT];
    if (count - 1 > TIO_HAND_CARDS)
        return options_usage(COMMAND, _("a hand has at most %d combos, got %d"),
                             TIO_HAND_CARDS, count - 1);
    if (!read_question(words, count, &question))
        return CLI_WRONG;
    unsigned found =
        tio_layout_all(question.combos, question.count, question.dice, layout);
    tio_dice_print(question.dice, " ", dice);
    printf("%s %s\n%s\n", _("Dice:"), dice, _("The best lay-out:"));
    print_layout(&question, &layout[0]);
    for (unsigned i = 1; i < found; i++) {
        puts(i == 1 ? _("Worth the same, but leaving other cards in the hand:")
                    : _("or:"));
        print_layout(&question, &layout[i]);
    }
    return CLI_OK;
}

static int run(int argc, char **argv)
{
    struct options line = {&command_score, NULL, argc, argv, 0, 0};
    if (!options_read(&line))
        return line.status;
    return line.argc == 0 ? answer_lines() : show_layout(line.argv, line.argc);
}

const struct cli_command command_score = {
    .name = COMMAND,
    .summary = N_("find the best lay-out of dice on combos"),
    .help =
        {N_("Usage: tioli score\n"
            "       tioli score DICE [COMBO...]"),
         N_("Finds the best lay-out of dice on up to 5 combos: most points "
            "minus\n"
            "chips. Without arguments it reads one JSON object per line and "
            "answers\n"
            "each with one line:"),
         "  {\"dice\":\"D5 L1 R6\",\"combos\":[\"4 D5 L1 *6\",\"3 sum D > "
         "12\"]}\n"
         "  {\"net\":3,\"points\":4,\"chips\":1,\"lay\":[[\"D5\",\"L1\","
         "\"R6\"],[]]}",
         N_("A line that can't be read is answered by {\"error\":\"...\"}, "
            "and the\n"
            "exit status is 1 at the end. With arguments it prints the lay-out "
            "for\n"
            "a person:"),
         "  tioli score 'D5 L1 R6' '4 D5 L1 *6' '3 sum D > 12'"},
    .words = OPTION_TEXT,
    .run = run,
};
