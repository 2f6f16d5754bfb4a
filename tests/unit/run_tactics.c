/* Gives the tactical positions of tests/tactics to a bot that searches: in each
 * of them anyone can tell by counting which moves are right, so the bot must
 * find one of these, whatever its random numbers. The format is described in
 * tests/tactics/README.md. Prints TAP, one test point per position.
 *
 * usage: run_tactics BOT FILE...       seeds: $TIOLI_TEST_SEEDS, or 3 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"

#define MOVES 24
#define SEEDS 3

/* What fills hands up can't be completed with two players' dice, and is never
 * worth its chips. */
static const char HOPELESS[] = "1 L6 L6 L6 L6 L6 L6 L6 L6";
static const char DEAR[] = "change D cost 9";

struct list {
    unsigned count;
    char move[MOVES][TIO_MOVE_TEXT];
};

struct tactic {
    run run;
    const tio_bot *bot;
    unsigned seeds;
    bool reasoned;
    unsigned seat; /* from 1; 0: nothing was asked */
    struct list best;
    struct list never;
};

/* ---- Reading ----------------------------------------------------------- */

/* Rounds in which nobody does anything, up to the roll of the last. */
static bool skip_to_last(run *r)
{
    char deal[] = "deal";
    if (!case_moves(r, deal))
        return false;
    while (r->game.round < r->game.rounds || r->game.phase != TIO_PHASE_ROLL) {
        unsigned deciders = tio_game_deciders(&r->game);
        tio_move move = {.type = TIO_MOVE_PASS};
        if (r->game.phase == TIO_PHASE_ROLL) {
            char roll[] = "roll rest 1";
            if (!case_moves(r, roll))
                return false;
            continue;
        }
        while (move.seat < TIO_MAX_PLAYERS && !(deciders >> move.seat & 1))
            move.seat++;
        if (r->game.phase == TIO_PHASE_DISCARD)
            move.type = TIO_MOVE_KEEP;
        if (move.seat == TIO_MAX_PLAYERS || !case_apply(r, &move))
            return case_fail(r, "last: the round can't be skipped");
    }
    return true;
}

/* '1: take D6 | take D5': a seat, and moves that it can make. */
static bool read_moves(struct tactic *t, char *text, struct list *out)
{
    run *r = &t->run;
    char *moves = strchr(text, ':');
    unsigned seat = text_number(text);
    char *move;
    walk w;
    bool good;

    if (moves == NULL || seat < 1 || seat > r->settings.players)
        return case_fail(r, "a seat, a colon and moves");
    if (t->seat != 0 && t->seat != seat)
        return case_fail(r, "one seat is asked");
    if (!case_begin(r))
        return false;
    t->seat = seat;
    moves++;
    good = case_walk(r, seat - 1, &w);
    while (good && (move = text_part(&moves, '|')) != NULL)
        if (out->count == MOVES)
            good = case_fail(r, "too many moves");
        else if (!walk_has(&w, move))
            good = case_fail(r, "seat %u can't '%s'", seat, move);
        else
            snprintf(out->move[out->count++], TIO_MOVE_TEXT, "%s", move);
    walk_free(&w);
    return good;
}

static bool read_line(struct tactic *t, char *line)
{
    run *r = &t->run;
    char copy[LINE_ROOM];
    char *rest = copy;
    const char *key;
    bool good = false;

    snprintf(copy, sizeof copy, "%s", line);
    key = text_word(&rest);
    if (text_is(key, "why")) {
        t->reasoned = true;
        return true;
    }
    if (text_is(key, "best"))
        return read_moves(t, rest, &t->best);
    if (text_is(key, "never"))
        return read_moves(t, rest, &t->never);
    if (case_setup_line(r, key, rest, &good))
        return good;
    if (t->seat != 0)
        return case_fail(r, "moves come before the question");
    if (!case_begin(r))
        return false;
    return text_is(key, "last") ? skip_to_last(r) : case_moves(r, line);
}

/* ---- Asking ------------------------------------------------------------ */

static bool list_has(const struct list *list, const char *move)
{
    for (unsigned i = 0; i < list->count; i++)
        if (text_is(list->move[i], move))
            return true;
    return false;
}

/* The best hint is the move that the strongest bot plays. */
static void check_hint(struct tactic *t, const tio_view *view, unsigned seed,
                       const char *played)
{
    char text[TIO_MOVE_TEXT] = "nothing";
    tio_random random;
    tio_random_init(&random, seed, 0);
    tio_hint hint;
    tio_hint_of(view, &t->run.deck, NULL, &random, &hint);
    if (hint.count > 0)
        tio_move_print(&t->run.deck, &hint.move[0].move, text);
    if (!text_is(text, played)) {
        case_fail(&t->run, "seed %u: the hint is '%s', %s plays '%s'", seed,
                  text, t->bot->name, played);
    }
}

static void ask(struct tactic *t, unsigned seed)
{
    tio_view view;
    tio_view_of(&t->run.game, t->seat - 1, &view);
    tio_random random;
    tio_random_init(&random, seed, 0);
    tio_move move;
    t->bot->choose(&view, &t->run.deck, NULL, &random, &move);
    char text[TIO_MOVE_TEXT];
    tio_move_print(&t->run.deck, &move, text);
    if (list_has(&t->never, text) ||
        (t->best.count > 0 && !list_has(&t->best, text)))
        case_fail(&t->run, "seed %u: %s plays '%s'", seed, t->bot->name, text);
    if (t->bot == tio_bot_named("expert"))
        check_hint(t, &view, seed, text);
}

static void finish_case(struct tactic *t)
{
    run *r = &t->run;

    if (!r->open)
        return;
    r->open = false;
    if (!t->reasoned)
        case_fail(r, "the position gives no reason");
    if (t->seat == 0)
        case_fail(r, "the position asks nothing");
    for (unsigned seed = 1; seed <= t->seeds && r->why[0] == '\0'; seed++)
        ask(t, seed);
    r->points++;
    r->failures += r->why[0] != '\0';
    printf("%sok %u - %s: %s\n", r->why[0] != '\0' ? "not " : "", r->points,
           t->bot->name, r->title);
    if (r->why[0] != '\0')
        printf("# %s\n", r->why);
    fflush(stdout);
}

static void start_case(struct tactic *t, const char *title)
{
    run fresh = {.file = t->run.file,
                 .line = t->run.line,
                 .points = t->run.points,
                 .failures = t->run.failures,
                 .plain_combo = HOPELESS,
                 .plain_action = DEAR,
                 .open = true};

    *t = (struct tactic){.run = fresh, .bot = t->bot, .seeds = t->seeds};
    t->run.settings = tio_settings_default(2);
    t->run.settings.first = 0;
    snprintf(t->run.title, sizeof t->run.title, "%s", title);
}

static bool run_file(struct tactic *t, const char *path)
{
    const char *slash = strrchr(path, '/');
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    t->run.file = slash == NULL ? path : slash + 1;
    t->run.line = 0;
    char buffer[LINE_ROOM];
    while (fgets(buffer, sizeof buffer, file) != NULL) {
        char *line = text_trim(buffer);
        t->run.line++;
        if (strncmp(line, "case ", 5) == 0) {
            finish_case(t);
            start_case(t, line + 5);
        } else if (*line != '\0' && *line != '#' && t->run.open &&
                   t->run.why[0] == '\0') {
            read_line(t, line);
        }
    }
    finish_case(t);
    fclose(file);
    return true;
}

int main(int argc, char **argv)
{
    const char *seeds = getenv("TIOLI_TEST_SEEDS");
    struct tactic *t = calloc(1, sizeof *t);
    bool good = false;
    if (t != NULL && argc > 2) {
        t->bot = tio_bot_named(argv[1]);
        t->seeds = seeds != NULL ? text_number(seeds) : SEEDS;
        good = t->bot != NULL && t->seeds > 0;
    }
    if (!good)
        printf("Bail out! expected a bot and files\n");
    for (int i = 2; good && i < argc; i++) {
        good = run_file(t, argv[i]);
        if (!good)
            printf("Bail out! %s can't be read\n", argv[i]);
    }
    if (good) {
        printf("1..%u\n", t->run.points);
        good = t->run.failures == 0 && t->run.points > 0;
    }
    free(t);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
