/* The loop of the plain game. This is the one place that holds the full game:
 * bots and people are handed views, and what is told is what a view shows. */
#define _DEFAULT_SOURCE

#include "terminal/plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "notation/utf8.h"
#include "terminal/ask.h"
#include "terminal/choose.h"
#include "terminal/crew.h"
#include "terminal/event.h"
#include "terminal/save.h"
#include "terminal/show.h"

/* Every chance move and every decision of a bot draws from a generator of its
 * own, numbered, so that a resumed game goes on exactly as it would have. */
#define BOT_STREAMS ((uint64_t)1 << 63)

/* A script that starts the program says in the environment by which name a
 * person can call it again. */
#define COMMAND_LENGTH 200

struct plain {
    tio_game game;
    tio_deck deck;
    struct names names;
    struct seating seating;
    struct crew crew;
    bool hints;
    uint64_t chances; /* chance moves so far */
    uint64_t moves;   /* all moves so far */
    tio_record_writer *record;
    struct save save;
    bool guessed; /* nothing but names says who is a bot */
    bool saving;
    bool save_failed;
    struct answers answers;
    struct history history;
    struct log log;
    bool screen;                         /* can be cleared */
    unsigned people;                     /* bit per seat */
    unsigned onlooker;                   /* whose view is told from */
    unsigned at_keyboard;                /* seat, or TIO_NONE */
    unsigned long seen[TIO_MAX_PLAYERS]; /* log lines each person has seen */
};

static int complain(const char *what)
{
    fflush(stdout);
    fprintf(stderr, "tioli play: %s\n", what);
    return 1;
}

static unsigned count_bits(unsigned bits)
{
    unsigned count = 0;

    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

/* ---- Following the game ------------------------------------------------ */

static void forget_answers(struct plain *plain)
{
    memset(&plain->answers, TIO_NONE, sizeof plain->answers);
}

static void note_round(struct plain *plain)
{
    struct history *history = &plain->history;
    unsigned row = history->rounds++;

    for (unsigned seat = 0; seat < plain->game.settings.players; seat++) {
        int points = plain->game.player[seat].points;
        int chips = plain->game.player[seat].chips;

        for (unsigned i = 0; i < row; i++) {
            points -= history->points[i][seat];
            chips -= history->chips[i][seat];
        }
        history->points[row][seat] = (int16_t)points;
        history->chips[row][seat] = (int16_t)chips;
    }
}

/* Carries a move out, writes it down and tells it. */
static tio_error follow(struct plain *plain, const tio_move *move)
{
    struct teller teller = {
        .deck = &plain->deck,
        .names = &plain->names,
        .log = &plain->log,
        .you = plain->onlooker,
    };
    tio_move seen = tio_move_seen(&plain->deck, move, plain->onlooker);
    tio_error error = tio_check(&plain->game, &plain->deck, move);
    unsigned phase = plain->game.phase;
    tio_view before;
    tio_view after;

    if (error != TIO_OK)
        return error;
    tio_view_of(&plain->game, plain->onlooker, &before);
    answers_note(&plain->answers, move);
    error = tio_apply(&plain->game, &plain->deck, move);
    if (error == TIO_OK)
        error = tio_record_add(plain->record, &plain->game, move);
    if (error != TIO_OK)
        return error;
    crew_saw(&plain->crew, &plain->deck, phase, move, plain->game.phase);
    plain->moves++;
    plain->chances += tio_move_is_chance(move->type);
    if (event_scores(move, &plain->game))
        note_round(plain);
    tio_view_of(&plain->game, plain->onlooker, &after);
    event_tell(&teller, &before, &seen, &after, &plain->answers);
    if (plain->game.phase != TIO_PHASE_DISCARD &&
        plain->game.phase != TIO_PHASE_DRAW)
        forget_answers(plain);
    return TIO_OK;
}

static void save_now(struct plain *plain)
{
    size_t length;
    const char *text = tio_record_text(plain->record, &length);
    bool failed_before = plain->save_failed;

    if (!plain->saving)
        return;
    plain->save_failed = !save_write(&plain->save, text, length);
    if (plain->save_failed && !failed_before)
        say(0, "The game could not be saved: %s", plain->save.error);
}

/* ---- Deciding ---------------------------------------------------------- */

static void chance_moves(const struct plain *plain, tio_move *out)
{
    tio_random random;

    tio_random_init(&random, plain->seating.seed, plain->chances);
    tio_deal_random(&plain->game, &plain->deck, &random, out);
}

/* A program that fails is told of once; its seat is played on. */
static void tell_faults(struct plain *plain)
{
    unsigned seat;

    while ((seat = crew_fault(&plain->crew)) != TIO_NONE)
        tell(&plain->log, "%s %s; a stand-in plays on for it.",
             plain->names.of[seat],
             player_fault_words(plain->crew.fault[seat]));
}

static void bot_moves(struct plain *plain, unsigned seat, tio_move *out)
{
    tio_random random;
    tio_view view;

    tio_random_init(&random, plain->seating.seed, BOT_STREAMS + plain->moves);
    tio_view_of(&plain->game, seat, &view);
    crew_choose(&plain->crew, seat, &view, &plain->deck, &random, out);
    tell_faults(plain);
}

static void hide(const struct plain *plain)
{
    if (plain->screen && count_bits(plain->people) > 1)
        fputs("\033[H\033[2J\033[3J", stdout);
}

/* Between two people at one keyboard a hand must not be seen by the other. */
static enum ask hand_over(struct plain *plain, unsigned seat)
{
    enum ask ask;

    if (count_bits(plain->people) < 2 || plain->at_keyboard == seat)
        return ASK_OK;
    printf("\nPass the keyboard to %s; Enter when ready. ",
           plain->names.of[seat]);
    ask = ask_ready();
    if (ask != ASK_OK)
        return ask;
    hide(plain);
    if (plain->screen)
        log_print(&plain->log, plain->seen[seat]);
    plain->at_keyboard = seat;
    return ASK_OK;
}

/* True if there is only one thing to do: nobody needs to be asked. */
static bool no_choice(const struct plain *plain, const tio_view *view,
                      tio_move *out)
{
    tio_moves moves;
    tio_move second;

    tio_moves_begin(&moves, &plain->deck, view);
    return tio_moves_next(&moves, out) && !tio_moves_next(&moves, &second);
}

static enum ask person_moves(struct plain *plain, unsigned seat, tio_move *out)
{
    tio_view view;
    bool saved = plain->saving && !plain->save_failed;
    struct person person = {
        .view = &view,
        .deck = &plain->deck,
        .names = &plain->names,
        .log = &plain->log,
        .save_path = saved ? plain->save.path : NULL,
        .alone = plain->onlooker == seat,
        .hints = plain->hints,
        .seed = plain->seating.seed,
        .number = plain->moves,
    };
    enum ask ask;

    tio_view_of(&plain->game, seat, &view);
    if (no_choice(plain, &view, out))
        return ASK_OK;
    ask = hand_over(plain, seat);
    if (ask == ASK_OK)
        ask = choose_move(&person, out);
    plain->seen[seat] = plain->log.count;
    hide(plain);
    return ask;
}

static enum ask next_move(struct plain *plain, tio_move *out)
{
    unsigned deciders = tio_game_deciders(&plain->game);
    unsigned seat = 0;

    if (tio_game_wants_chance(&plain->game)) {
        chance_moves(plain, out);
        return ASK_OK;
    }
    while (!(deciders >> seat & 1))
        seat++;
    if (!(plain->people >> seat & 1)) {
        bot_moves(plain, seat, out);
        return ASK_OK;
    }
    return person_moves(plain, seat, out);
}

/* ---- From the first move to the last ----------------------------------- */

static void say_command(const char *variable, const char *otherwise)
{
    const char *name = getenv(variable);
    size_t length = name ? strlen(name) : 0;

    fputs("  ", stdout);
    if (length && length <= COMMAND_LENGTH && utf8_is_name(name, length))
        say_shell_word(name);
    else
        fputs(otherwise, stdout);
}

static int leave(struct plain *plain)
{
    if (!plain->saving) {
        say(0, "Goodbye. This game was not saved.");
        return 0;
    }
    if (plain->save_failed)
        return complain(plain->save.error);
    printf("The game is saved in\n  %s\n", plain->save.path);
    puts("Go on with");
    say_command("TIOLI_PLAY_COMMAND", "tioli play");
    fputs(" --resume", stdout);
    if (!plain->save.records[0]) {
        fputs(" --save ", stdout);
        say_shell_word(plain->save.path);
    }
    putchar('\n');
    return 0;
}

static int finish(struct plain *plain)
{
    char where[SAVE_PATH];
    tio_view view;

    tio_view_of(&plain->game, plain->onlooker, &view);
    show_end(&view, &plain->names, &plain->history);
    if (tio_record_end(plain->record, &plain->game) != TIO_OK)
        return complain("the record could not be finished");
    if (!plain->saving)
        return 0;
    save_now(plain);
    if (plain->save_failed || !save_finish(&plain->save, where))
        return complain(plain->save.error);
    printf("The record of the game is in\n  %s\n", where);
    puts("See it again with");
    say_command("TIOLI_COMMAND", "tioli");
    fputs(" replay ", stdout);
    say_shell_word(where);
    putchar('\n');
    return 0;
}

static int run(struct plain *plain)
{
    while (plain->game.phase != TIO_PHASE_OVER) {
        tio_move move;
        tio_error error;

        if (next_move(plain, &move) != ASK_OK)
            return leave(plain);
        error = follow(plain, &move);
        if (error != TIO_OK)
            return complain(tio_error_words(error));
        save_now(plain);
    }
    return finish(plain);
}

static bool draw_seed(uint64_t *seed)
{
    return getrandom(seed, sizeof *seed, 0) == (ssize_t)sizeof *seed;
}

/* What follows from who sits where. */
static void seat_all(struct plain *plain, unsigned players)
{
    plain->people = 0;
    for (unsigned seat = 0; seat < players; seat++)
        plain->people |= (seating_is_bot(&plain->seating, seat) ? 0U : 1U)
                         << seat;
    plain->onlooker = TIO_SPECTATOR;
    for (unsigned seat = 0; seat < players; seat++) {
        if (plain->people == 1U << seat)
            plain->onlooker = seat;
    }
}

static int set_up(struct plain *plain, const struct plain_options *options)
{
    tio_record_head head = {.settings = options->settings};
    tio_error error;

    plain->deck = *options->deck;
    memcpy(plain->names.of, options->name, sizeof plain->names.of);
    memcpy(head.name, options->name, sizeof head.name);
    memcpy(plain->seating.spec, options->bot, sizeof plain->seating.spec);
    plain->seating.clock_ms = options->clock ? options->limits.move_ms : 0;
    plain->seating.players = options->settings.players;
    plain->seating.seed = options->seed;
    if (!options->seeded && !draw_seed(&plain->seating.seed))
        return complain("the system gives no random numbers");
    error = tio_game_init(&plain->game, &plain->deck, &options->settings);
    if (error != TIO_OK)
        return complain(tio_error_words(error));
    plain->record = tio_record_new(&plain->deck, &head);
    if (!plain->record)
        return complain("out of memory, or a name that can't be written");
    seat_all(plain, options->settings.players);
    return 0;
}

static int start_crew(struct plain *plain, const struct plain_options *options)
{
    struct player_limits limits = options->limits;

    if (plain->seating.clock_ms)
        limits.move_ms = plain->seating.clock_ms;
    if (!crew_open(&plain->crew, &plain->seating, &limits, &plain->deck,
                   &plain->game.settings, &plain->names))
        return complain("out of memory");
    return 0;
}

static void welcome(struct plain *plain)
{
    show_title(&plain->game.settings, &plain->names, plain->game.rounds);
    crew_introduce(&plain->seating, &plain->names, plain->onlooker);
    show_welcome(plain->game.settings.edition, plain->hints);
}

static int start_new(struct plain *plain, const struct plain_options *options)
{
    char aside[SAVE_PATH] = "";
    int status = set_up(plain, options);

    if (status)
        return status;
    plain->saving = save_find(&plain->save, options->save_path) &&
                    save_claim_new(&plain->save, &plain->seating, aside);
    if (!plain->saving && options->save_path)
        return complain(plain->save.error);
    status = start_crew(plain, options);
    if (status)
        return status;
    welcome(plain);
    if (!plain->saving)
        say(0, "This game will not be saved. %s", plain->save.error);
    if (aside[0])
        printf("The game that was saved before is kept in\n  %s\n", aside);
    putchar('\n');
    tell_faults(plain);
    return 0;
}

/* Without the file that says so, a seat is a bot's if it bears a bot's name:
 * 'hard', 'hard 2'. */
static const tio_bot *bot_by_name(const char *name)
{
    const tio_bot *bot;

    for (unsigned i = 0; (bot = tio_bot_at(i)) != NULL; i++) {
        size_t length = strlen(bot->name);

        if (strncmp(name, bot->name, length) == 0 &&
            (!name[length] || name[length] == ' '))
            return bot;
    }
    return NULL;
}

static int guess_seating(struct plain *plain, unsigned players)
{
    plain->guessed = true;
    plain->seating = (struct seating){.players = players};
    for (unsigned seat = 0; seat < players; seat++) {
        const tio_bot *bot = bot_by_name(plain->names.of[seat]);
        struct player_spec *spec = &plain->seating.spec[seat];
        char why[PLAYER_TEXT];

        if (bot)
            player_spec_parse(bot->name, strlen(bot->name), NULL, spec, why);
    }
    return draw_seed(&plain->seating.seed)
               ? 0
               : complain("the system gives no random numbers");
}

static int find_seating(struct plain *plain,
                        const struct plain_options *options, unsigned players)
{
    char what[SAVE_ERROR];
    unsigned seats;

    if (plain->save.lock < 0) {
        int status = guess_seating(plain, players);

        if (status)
            return status;
    } else if (!save_read_seats(&plain->save, &plain->seating)) {
        return complain(plain->save.error);
    }
    seats = plain->seating.players;
    if (seats != players) {
        snprintf(what, sizeof what, "%s has %u seat%s, the record %u",
                 plain->save.seats, seats, seats == 1 ? "" : "s", players);
        return complain(what);
    }
    if (options->seeded)
        plain->seating.seed = options->seed;
    if (options->clock)
        plain->seating.clock_ms = options->limits.move_ms;
    return 0;
}

static int complain_record(const struct plain *plain,
                           const tio_text_error *where)
{
    char what[SAVE_ERROR];

    snprintf(what, sizeof what, "%s:%u:%u: %s", plain->save.path, where->line,
             where->column, where->what);
    return complain(what);
}

/* Plays the record up to where it stops. */
static int follow_record(struct plain *plain, tio_record_reader *reader)
{
    tio_text_error where = {0};
    char what[SAVE_ERROR];
    tio_move move;
    bool more;

    for (;;) {
        tio_error error;

        if (tio_record_next(reader, &move, &more, &where) != TIO_OK)
            return complain_record(plain, &where);
        if (!more)
            break;
        error = follow(plain, &move);
        if (error != TIO_OK)
            return complain(tio_error_words(error));
    }
    if (!tio_record_finished(reader))
        return 0;
    snprintf(what, sizeof what,
             "%s: this game is over; see it with tioli "
             "replay",
             plain->save.path);
    return complain(what);
}

static int open_record(struct plain *plain, const struct plain_options *options,
                       tio_record_reader *reader)
{
    const tio_record_head *head = tio_record_get_head(reader);
    unsigned players = head->settings.players;
    tio_error error;
    int status;

    plain->deck = *tio_record_get_deck(reader);
    memcpy(plain->names.of, head->name, sizeof plain->names.of);
    status = find_seating(plain, options, players);
    if (status)
        return status;
    seat_all(plain, players);
    error = tio_game_init(&plain->game, &plain->deck, &head->settings);
    if (error != TIO_OK)
        return complain(tio_error_words(error));
    plain->record = tio_record_new(&plain->deck, head);
    if (!plain->record)
        return complain("out of memory");
    status = start_crew(plain, options);
    return status ? status : follow_record(plain, reader);
}

static int start_old(struct plain *plain, const struct plain_options *options)
{
    tio_record_reader *reader = NULL;
    tio_text_error where = {0};
    char *text = NULL;
    size_t length = 0;
    int status;

    if (!save_find(&plain->save, options->save_path) ||
        !save_claim_old(&plain->save, &text, &length))
        return complain(plain->save.error);
    plain->log.quiet = true;
    if (tio_record_open(text, length, &reader, &where) != TIO_OK)
        status = complain_record(plain, &where);
    else
        status = open_record(plain, options, reader);
    free(text);
    if (reader)
        tio_record_close(reader);
    if (status)
        return status;
    plain->saving = true;
    if (!save_write_seats(&plain->save, &plain->seating))
        return complain(plain->save.error);
    if (plain->guessed)
        say(0,
            "There is no %s to tell who plays: whoever has a bot's name is "
            "taken for a bot.",
            plain->save.seats);
    welcome(plain);
    putchar('\n');
    say(0, "Welcome back. This round so far:");
    log_print(&plain->log, plain->log.round);
    plain->log.quiet = false;
    tell_faults(plain);
    return 0;
}

int plain_play(const struct plain_options *options)
{
    struct plain *plain = calloc(1, sizeof *plain);
    const char *term = getenv("TERM");
    int status;

    if (!plain)
        return complain("out of memory");
    plain->save.lock = -1;
    plain->hints = options->hints;
    plain->at_keyboard = TIO_NONE;
    plain->screen = isatty(STDOUT_FILENO) && isatty(STDIN_FILENO) && term &&
                    strcmp(term, "dumb") != 0;
    forget_answers(plain);
    status =
        options->resume ? start_old(plain, options) : start_new(plain, options);
    if (status == 0)
        status = run(plain);
    crew_close(&plain->crew,
               plain->game.phase == TIO_PHASE_OVER ? &plain->game : NULL);
    save_release(&plain->save);
    if (plain->record)
        tio_record_free(plain->record);
    free(plain);
    return status;
}
