/* What a person does at a table on a server: decides, waits, asks for things.
 * While a question is open, news may come, and may make it void. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hex.h"
#include "i18n/i18n.h"
#include "fair/fair.h"
#include "base/utf8.h"
#include "terminal/choose.h"
#include "terminal/join_parts.h"

#define WAIT_MS 60000

/* ---- Asking the server ------------------------------------------------- */

bool join_do(struct join *join, json_t *request)
{
    json_t *answer = remote_call(&join->remote, request);
    const char *error = answer ? remote_refused(answer) : "";
    char words[REMOTE_WHY];

    if (answer && error && strcmp(error, "stale") != 0) {
        remote_words(answer, words);
        join_say(join, _("That can't be done: %s."), words);
    }
    json_decref(answer);
    return answer && !error;
}

void join_make_bytes(struct join *join)
{
    uint8_t bytes[FAIR_BYTES];

    fair_random(bytes, sizeof bytes);
    hex_print(bytes, sizeof bytes, join->proof.bytes);
    memcpy(join->proof.commit, join->commit, sizeof join->commit);
    if (!kept_save_proof(&join->remote.link, &join->proof))
        join_say(join, _("Your share of the dice could not be kept: check them "
                         "before you quit."));
}

/* ---- While a question is open ------------------------------------------ */

/* What a question is about: if any of it changes, the question is void. */
struct question {
    struct join *join;
    uint64_t position;
    enum join_phase phase;
    bool can_undo;
};

static bool still_stands(const struct question *question)
{
    const struct join *join = question->join;

    return join_decides(join) && join->position == question->position &&
           join->phase == question->phase &&
           join->can_undo == question->can_undo;
}

static enum keys_wait wait_asking(void *context)
{
    struct question *question = context;
    struct join *join = question->join;
    json_t *message;

    for (;;) {
        unsigned long printed = join->printed;

        switch (remote_wait(&join->remote, WAIT_MS, &message)) {
        case REMOTE_MESSAGE:
            join_message(join, message);
            join_print(join);
            break;
        case REMOTE_INPUT:
            return KEYS_READY;
        case REMOTE_TIMEOUT:
            break;
        case REMOTE_SIGNAL:
        case REMOTE_END:
            return KEYS_STOP;
        }
        if (join->ended || !still_stands(question))
            return KEYS_NEWS;
        if (printed != join->printed || join->remote.renewed) {
            join->remote.renewed = false;
            printf("%s> ", _("Your choice"));
            fflush(stdout);
        }
    }
}

static enum keys_wait wait_idle(void *context)
{
    struct join *join = context;
    json_t *message;

    for (;;) {
        switch (remote_wait(&join->remote, WAIT_MS, &message)) {
        case REMOTE_MESSAGE:
            join_message(join, message);
            join_print(join);
            return KEYS_NEWS;
        case REMOTE_INPUT:
            return KEYS_READY;
        case REMOTE_TIMEOUT:
            break;
        case REMOTE_SIGNAL:
            join_end(join, "");
            return KEYS_STOP;
        case REMOTE_END:
            return KEYS_STOP;
        }
    }
}

/* ---- Deciding ---------------------------------------------------------- */

const char *join_no_undo(const struct join *join)
{
    if (join->can_undo)
        return NULL;
    return join->undo ? past_why_not(&join->past, join->seat)
                      : _("Moves are not taken back at this table.");
}

static struct person person_of(const struct join *join)
{
    return (struct person){
        .view = &join->view,
        .deck = &join->deck,
        .names = &join->names,
        .log = &join->log,
        .keys = (struct keys *)&join->keys,
        .alone = true,
        .away = true,
        .hints = join->hints,
        .no_undo = join_no_undo(join),
        .seed = join->position,
        .number = join->past.count,
    };
}

bool join_decides(const struct join *join)
{
    return join->phase == JOIN_PLAYING && join->has_view &&
           join->seat < join->players &&
           tio_game_deciders(&join->view.game) >> join->seat & 1;
}

void join_send_undo(struct join *join)
{
    json_t *request = json_pack("{s:s}", "do", "undo");

    json_object_set_new(request, "at",
                        json_integer((json_int_t)join->position));
    join_do(join, request);
}

void join_send_move(struct join *join, const tio_move *move)
{
    json_t *request = json_pack("{s:s}", "do", "move");
    char text[TIO_MOVE_TEXT];

    tio_move_print(&join->deck, move, text);
    json_object_set_new(request, "move", json_string(text));
    json_object_set_new(request, "at",
                        json_integer((json_int_t)join->position));
    join_do(join, request);
}

static void say_clock(const struct join *join)
{
    const struct join_seat *seat = &join->seats[join->seat];
    unsigned long seconds = seat->clock_ms / 1000;

    if (!seat->clocked)
        return;
    if (seconds < 120)
        say(0,
            ngettext("You have %lu second.", "You have %lu seconds.", seconds),
            seconds);
    else if (seconds < 7200)
        say(0,
            ngettext("You have %lu minute.", "You have %lu minutes.",
                     seconds / 60),
            seconds / 60);
    else
        say(0,
            ngettext("You have %lu hour.", "You have %lu hours.",
                     seconds / 3600),
            seconds / 3600);
}

/* Nothing is ever decided without a key, even where there is no choice: an
 * answer that comes at once would tell the others so. */
void join_decide(struct join *join)
{
    struct question question = {join, join->position, join->phase,
                                join->can_undo};
    struct person person = person_of(join);
    tio_view view = join->view; /* news may come while it is looked at */
    tio_move move;
    enum ask ask;

    person.view = &view;
    join->waiting[0] = 0;
    say_clock(join);
    join->remote.renewed = false;
    join->keys.wait = wait_asking;
    join->keys.context = &question;
    join->asking = true;
    ask = choose_move(&person, &move);
    join->asking = false;
    join->keys.wait = NULL;
    if (ask == ASK_OK)
        join_send_move(join, &move);
    else if (ask == ASK_UNDO)
        join_send_undo(join);
    else if (ask == ASK_STOP)
        join_end(join, join->remote.ended ? join->remote.why : "");
}

/* ---- Waiting ----------------------------------------------------------- */

static void add_people(const struct join *join, struct text *out)
{
    unsigned taken = 0;

    for (unsigned seat = 0; seat < join->players; seat++)
        taken |= (unsigned)join->seats[seat].taken << seat;
    if (taken)
        words_names(out, &join->names, taken);
    else
        text_add(out, "%s", _("nobody yet"));
}

static unsigned free_seats(const struct join *join)
{
    unsigned count = 0;

    for (unsigned seat = 0; seat < join->players; seat++)
        count += !join->seats[seat].taken;
    return count;
}

static void waiting_open(const struct join *join, struct text *out)
{
    unsigned count = free_seats(join);
    struct text people;

    text_clear(&people);
    add_people(join, &people);
    text_add(out,
             ngettext("At the table: %s; %u seat is free.",
                      "At the table: %s; %u seats are free.", count),
             people.at, count);
    text_add(out, " %s",
             join->host ? _("You are the host: start begins now, with bots on "
                            "free seats; bot LEVEL seats one.")
                        : _("The game begins when all are taken or the host "
                            "says so."));
}

static void waiting_playing(const struct join *join, struct text *out)
{
    unsigned deciders = tio_game_deciders(&join->view.game);

    struct text who;

    if (!deciders)
        return;
    text_clear(&who);
    words_names(&who, &join->names, deciders);
    text_add(out, _("Waiting for %s."), who.at);
}

/* Whether the host may begin a rematch with those who want it. */
static bool may_start_again(const struct join *join)
{
    bool wanted = false;

    for (unsigned seat = 0; seat < join->players; seat++)
        wanted = wanted || join->seats[seat].again;
    return join->host && wanted &&
           (join->seat >= join->players || join->seats[join->seat].again);
}

static void waiting_over(const struct join *join, struct text *out)
{
    if (join->seat >= join->players)
        text_add(out, "%s",
                 _("The game is over; another may follow. quit leaves."));
    else if (join->seats[join->seat].again)
        text_add(out, "%s", _("Waiting for the others to want another game."));
    else
        text_add(out, "%s",
                 _("again plays another game with the same players, quit "
                   "leaves."));
    if (may_start_again(join))
        text_add(out, " %s",
                 _("You are the host: start does not wait, and bots play for "
                   "who has not said again."));
}

static void say_waiting(struct join *join)
{
    struct text text;

    text_clear(&text);
    if (join->phase == JOIN_OPEN)
        waiting_open(join, &text);
    else if (join->phase == JOIN_PLAYING && join->has_view)
        waiting_playing(join, &text);
    else if (join->phase == JOIN_OVER)
        waiting_over(join, &text);
    if (!text.length || strcmp(text.at, join->waiting) == 0)
        return;
    say(0, "%s", text.at);
    memcpy(join->waiting, text.at, text.length + 1);
}

/* ---- Commands ---------------------------------------------------------- */

static void show_word(const char *typed, const char *what)
{
    say(11, "  %-8s %s", typed, what);
}

static void show_commands(const struct join *join)
{
    say(0, _("These words work while you wait:"));
    show_word("who", _("who sits at the table"));
    if (join->phase == JOIN_OPEN && join->host) {
        show_word("start", _("begin the game; free seats get bots ('start "
                             "hard': which)"));
        show_word("bot", _("seat a bot ('bot expert': which)"));
    }
    if (join->phase == JOIN_OVER && join->seat < join->players)
        show_word("again", _("another game with the same players"));
    if (join->phase == JOIN_OVER && join->host)
        show_word("start", _("begin it with those who said again; the others "
                             "lose their seats to bots ('start hard': "
                             "which)"));
    if (join->has_view && join->seat >= join->players)
        show_word("tray, scores, log, rules  ", _("what you see of the game"));
    else if (join->has_view && join->phase == JOIN_PLAYING)
        show_word("hand, tray, scores, log, rules, undo  ",
                  _("as at any time"));
    else if (join->has_view)
        show_word("hand, tray, scores, log, rules  ", _("as at any time"));
    if (join->seat >= join->players)
        show_word("quit", _("leave"));
    else
        show_word("quit", _("leave the connection; your seat stays, and the "
                            "same command comes back to it"));
}

/* What is to be known of who sits there, after the name. */
static const char *about(const struct join *join, unsigned number)
{
    const struct join_seat *seat = &join->seats[number];
    bool you = number == join->seat;

    if (seat->stand_in)
        return you ? _("(you) (a bot plays for you)")
                   : _("(a bot plays for them)");
    if (seat->away)
        return you ? _("(you) (not connected)") : _("(not connected)");
    return you ? _("(you)") : seat->bot ? _("(a bot)") : "";
}

static void show_who(const struct join *join)
{
    for (unsigned i = 0; i < join->players; i++) {
        const char *more = join->seats[i].taken ? about(join, i) : "";

        if (!join->seats[i].taken)
            say(4, "  %u  %s", i + 1, _("(free)"));
        else
            say(4, "  %u  %s%s%s", i + 1, join->names.of[i], more[0] ? " " : "",
                more);
    }
}

/* "start", or "start hard". */
static bool with_level(const char *line, const char *word, const char **level)
{
    size_t length = strlen(word);

    if (strncmp(line, word, length) != 0 ||
        (line[length] && line[length] != ' '))
        return false;
    *level = line + length + strspn(line + length, " ");
    return true;
}

bool join_send_level(struct join *join, const char *what, const char *level)
{
    json_t *request = json_pack("{s:s}", "do", what);

    if (level[0] && utf8_is_name(level, strlen(level)))
        json_object_set_new(request, "level", json_string(level));
    else if (strcmp(what, "bot") == 0)
        json_object_set_new(request, "level", json_string("normal"));
    return join_do(join, request);
}

void join_send_again(struct join *join)
{
    json_t *request = json_pack("{s:s}", "do", "again");

    join_make_bytes(join);
    json_object_set_new(request, "bytes", json_string(join->proof.bytes));
    join_do(join, request);
}

static bool about_hand(const char *line)
{
    return strncmp(line, "h", 1) == 0 && strcmp(line, "help") != 0;
}

/* Words that need a view; an onlooker has no hand to be asked about. */
static void answer_words(struct join *join, const char *line)
{
    struct person person = person_of(join);

    if (!join->has_view)
        say(0, _("Type help for what can be done now."));
    else if (about_hand(line) && join->seat >= join->players)
        say(0, _("You are looking on: you have no hand."));
    else if (strncmp(line, "hint", 4) == 0 || strcmp(line, "h") == 0)
        say(0, _("There is nothing for you to decide now."));
    else if (!ask_answered(&person, line))
        say(0, "%s",
            join->seat < join->players
                ? _("It is not your turn. Type help for what can be done.")
                : _("You are looking on. Type help for what can be done."));
}

static void command(struct join *join, const char *line)
{
    const char *level;

    if (!line[0])
        return;
    if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0)
        show_commands(join);
    else if (strcmp(line, "who") == 0)
        show_who(join);
    else if ((join->phase == JOIN_OPEN || join->phase == JOIN_OVER) &&
             with_level(line, "start", &level))
        join_send_level(join, "start", level);
    else if (join->phase == JOIN_OPEN && with_level(line, "bot", &level))
        join_send_level(join, "bot", level);
    else if (join->phase == JOIN_OVER && strcmp(line, "again") == 0)
        join_send_again(join);
    else if (strcmp(line, "undo") == 0 && join->can_undo)
        join_send_undo(join);
    else
        answer_words(join, line);
}

/* An onlooker without a keyboard goes on looking. */
void join_idle(struct join *join)
{
    char line[KEYS_LINE];
    enum keys_got got;

    say_waiting(join);
    join->keys.wait = wait_idle;
    join->keys.context = join;
    got = keys_line(&join->keys, line);
    join->keys.wait = NULL;
    if (got == KEYS_GOT_NEWS || join->ended)
        return;
    if (got == KEYS_GOT_END && join->watch && !join->remote.ended &&
        join->remote.keyboard) {
        join->remote.keyboard = false;
        join->keys.ended = false;
    } else if (got == KEYS_GOT_END || ask_is_quit(line)) {
        join_end(join, join->remote.ended ? join->remote.why : "");
    } else if (got == KEYS_GOT_LINE) {
        command(join, line);
    }
}
