/* The ui in lines. What it is told is printed once, in order: first what the
 * log has, then the sentence. Whoever has to decide is asked by
 * terminal/line/choose.h, which waits for lines; while it waits, the game goes on
 * here, and news may make the question void. */
#define _POSIX_C_SOURCE 200809L

#include "terminal/game/line_stage.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "i18n/i18n.h"
#include "terminal/game/game.h"
#include "terminal/full/parts.h"
#include "terminal/full/remembered.h"
#include "terminal/line/choose.h"
#include "terminal/local_game.h"
#include "terminal/join_parts.h"

struct line {
    struct ui *ui;
    struct game *game; /* of the turn */
    struct keys keys;
    bool clears;           /* the screen can be cleared */
    bool watches;          /* watches even without a keyboard, */
    bool deaf;             /* which there is not any more */
    bool asking;           /* a question is on the screen, */
    bool broken;           /* and something was printed after it */
    uint64_t question;     /* its number */
    unsigned long printed; /* lines of the log */
    unsigned long seen[TIO_MAX_PLAYERS]; /* that each person here has seen */
    char waiting[SAY_TEXT];              /* last said */
};

/* ---- Printing ---------------------------------------------------------- */

/* Nothing is printed behind a question. */
static void begin_line(struct line *line)
{
    if (line->asking && !line->broken)
        putchar('\n');
    line->broken = true;
}

static void print_log(struct line *line)
{
    const struct log *log = line->ui->table.log;
    if (!line->ui->seated || line->printed == log->count)
        return;
    begin_line(line);
    log_print(log, line->printed);
    line->printed = log->count;
}

static void told(void *context, enum ui_told what, const char *text)
{
    struct line *line = context;
    const struct ui *ui = line->ui;
    print_log(line);
    begin_line(line);
    if (what == UI_TOLD_TEXT) {
        say(0, "%s", text);
        return;
    }
    line->waiting[0] = 0;
    show_end(&ui->view, ui->table.names, ui->table.history);
    if (ui->table.server)
        putchar('\n');
    if (text)
        say(0, "%s", text);
}

struct line *line_new(struct ui *ui)
{
    struct line *line = calloc(1, sizeof *line);
    const char *term = getenv("TERM");
    if (!line)
        return NULL;
    line->ui = ui;
    line->clears = isatty(STDOUT_FILENO) && isatty(STDIN_FILENO) && term &&
                   strcmp(term, "dumb") != 0;
    ui_hear(ui, told, line);
    return line;
}

void line_free(struct line *line)
{
    print_log(line);
    ui_hear(line->ui, NULL, NULL);
    free(line);
}

/* ---- Before the game --------------------------------------------------- */

void line_welcome_here(struct line *line, const struct local_game *local,
                       bool resumed)
{
    show_title(&local->game.settings, &local->names, local->game.rounds);
    crew_introduce(&local->seating, &local->names, local->onlooker);
    show_welcome(local->game.settings.edition, local->hints);
    if (local->aside[0])
        printf("%s\n  %s\n", _("The game that was saved before is now in"),
               local->aside);
    putchar('\n');
    if (!resumed)
        return;
    say(0, _("Welcome back. This round so far:"));
    line->printed = local->log.round;
    print_log(line);
}

void line_welcome_away(struct line *line, const struct join *join)
{
    bool plays = join->phase == JOIN_PLAYING && join->has_view;
    line->watches = join->options->watch;
    say(0, _("TAKE IT OR LEAVE IT at %s"), join->remote.link.origin);
    if (!line->watches)
        show_welcome(join->settings.edition, join->hints);
    putchar('\n');
    line->printed = plays ? join->log.round : join->log.count;
    if (!plays)
        return;
    say(0, join->seat < join->players
               ? _("Welcome back. This round so far:")
               : _("You are watching. This round so far:"));
    print_log(line);
}

/* ---- Waiting for a line ------------------------------------------------ */

static void say_waiting(struct line *line);
static bool at_once(void *context, const char *typed);

static bool still_stands(const struct line *line)
{
    return line->asking && ui_asks(line->ui) && !line->ui->waiting &&
           line->ui->questions == line->question;
}

static enum keys_wait wait_for_line(void *context)
{
    struct line *line = context;
    int input = line->deaf ? -1 : STDIN_FILENO;
    for (;;) {
        enum game_event event = game_wait(line->game, input, -1);
        if (event == GAME_INPUT)
            return KEYS_READY;
        if (event == GAME_SIGNAL)
            game_leave(line->game, PARTING_LEFT);
        if (event == GAME_SIGNAL || event == GAME_GONE)
            return KEYS_STOP;
        if (event == GAME_NEWS)
            game_go_on(line->game);
        print_log(line);
        if (event == GAME_TIME && line->ui->table.server && !line->asking)
            say_waiting(line);
        if (line->game->left || (event == GAME_NEWS && !still_stands(line)))
            return KEYS_NEWS;
        if (line->broken && line->asking) {
            printf("%s> ", _("Your choice"));
            fflush(stdout);
            line->broken = false;
        }
    }
}

/* Waits while there is no connection. Lines typed for the table are refused. */
bool line_bide(struct line *line, int ms)
{
    struct pollfd keyboard = {.fd = line->deaf ? -1 : STDIN_FILENO,
                              .events = POLLIN};
    enum keys_wait (*wait)(void *) = line->keys.wait;
    uint64_t until = clock_ms() + (uint64_t)ms;
    bool stays = true;
    fflush(stdout);
    line->keys.wait = NULL;
    int left;
    while (stays && (left = clock_left(until)) > 0) {
        int ready = poll(&keyboard, 1, left);
        stays = ready >= 0;
        if (ready <= 0)
            continue;
        char text[KEYS_LINE];
        stays =
            keys_line(&line->keys, text) != KEYS_GOT_END && !ask_is_quit(text);
        if (stays)
            say(0,
                _("There is no connection: that was not sent. Wait, or quit."));
        fflush(stdout);
    }
    line->keys.wait = wait;
    return stays;
}

/* ---- Deciding ---------------------------------------------------------- */

static struct person person_of(struct line *line, const tio_view *view)
{
    const struct ui_table *table = &line->ui->table;
    return (struct person){
        .view = view,
        .deck = table->deck,
        .names = table->names,
        .log = table->log,
        .keys = &line->keys,
        .save_path = table->save_path,
        .alone = ui_alone(line->ui) == view->seat,
        .away = table->server,
        .hints = table->hints,
        .no_undo = table->no_undo,
        .seed = table->seed,
        .number = table->number,
        .command = table->server ? at_once : NULL,
        .context = line,
    };
}

static bool are_several(const struct line *line)
{
    unsigned here = line->ui->table.here;
    return here & (here - 1);
}

static void hide(const struct line *line)
{
    if (line->clears && are_several(line))
        fputs("\033[H\033[2J\033[3J", stdout);
}

static void want_undo(struct ui *ui)
{
    if (!ui_asks(ui))
        ui->at_keyboard = TIO_NONE;
    ui_want_done(ui, UI_WISH_UNDO);
}

/* Between two people at one keyboard a hand must not be seen by the other.
 * Whoever has just moved may still think better of it. */
static void hand_over(struct line *line)
{
    struct ui *ui = line->ui;
    unsigned seat = ui->view.seat;
    bool may = ui->table.undo;
    putchar('\n');
    printf(may ? _("Pass the keyboard to %s (or type undo); press Enter when "
                   "ready.")
               : _("Pass the keyboard to %s; press Enter when ready."),
           ui->table.names->of[seat]);
    putchar(' ');
    enum ask ask = ask_ready(&line->keys);
    if (ask == ASK_STOP) {
        game_leave(line->game, PARTING_LEFT);
    } else if (ask == ASK_UNDO && may) {
        want_undo(ui);
    } else if (ask == ASK_UNDO) {
        say(0, _("There is nothing to take back."));
    } else {
        hide(line);
        if (line->clears)
            log_print(ui->table.log, line->seen[seat]);
        ui_key(ui, &(struct ui_key){.type = UI_KEY_ENTER});
    }
}

static void say_clock(const struct line *line)
{
    long ms = line->ui->table.clock_ms[line->ui->view.seat];
    unsigned long seconds = (unsigned long)ms / 1000;
    if (ms < 0)
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

static void ask_no_more(struct ui *ui)
{
    struct ui_setup setup = *ui_get_setup(ui);
    setup.confirm = UI_CONFIRM_NO;
    ui_set_setup(ui, &setup);
    (void)remembered_save(&setup);
}

static void ask(struct line *line)
{
    struct ui *ui = line->ui;
    tio_view view = ui->view; /* news may come while it is looked at */
    struct person person = person_of(line, &view);
    bool asks_first = turn_asks_first(ui);
    bool confirms = asks_first;
    line->waiting[0] = 0;
    person.confirms = &confirms;
    person.no_undo = ui->no_undo[0] ? ui->no_undo : NULL;
    say_clock(line);
    line->question = ui->questions;
    line->asking = true;
    line->broken = false;
    tio_move move;
    enum ask ask = choose_move(&person, &move);
    line->asking = false;
    if (asks_first && !confirms)
        ask_no_more(ui);
    line->seen[view.seat] = ui->table.log->count;
    hide(line);
    if (ask == ASK_OK)
        ui_want_move(ui, &move);
    else if (ask == ASK_UNDO)
        want_undo(ui);
    else if (ask == ASK_STOP)
        game_leave(line->game, PARTING_LEFT);
}

/* ---- At a table on a server, while others decide ------------------------ */

static bool is_seated(const struct line *line)
{
    return line->ui->table.here;
}

static void waiting_open(const struct ui_table *table, struct text *out)
{
    unsigned all = (1U << table->players) - 1;
    unsigned count = 0;
    for (unsigned left = all & ~table->taken; left; left &= left - 1)
        count++;
    struct text people;
    text_clear(&people);
    if (table->taken)
        words_names(&people, table->names, table->taken);
    else
        text_add(&people, "%s", _("nobody yet"));
    text_add(out,
             ngettext("At the table: %s; %u seat is free.",
                      "At the table: %s; %u seats are free.", count),
             people.at, count);
    text_add(out, " ");
    if (table->spoken && table->spoken[0]) {
        text_add(out, _("The table's code is %s."), table->spoken);
        text_add(out, " ");
    }
    text_add(out, "%s",
             table->host ? _("You are the host: type start to begin now with "
                             "bots in the free seats, or bot LEVEL to add one.")
                         : _("The game starts when all are taken or the host "
                             "starts it."));
    if (!table->here && count)
        text_add(out, " %s", _("Type sit to sit down."));
}

static void waiting_playing(const struct ui *ui, struct text *out)
{
    unsigned deciders = tio_game_deciders(&ui->view.game);
    if (!deciders || deciders & ui->table.here)
        return;
    struct text who;
    text_clear(&who);
    words_names(&who, ui->table.names, deciders);
    text_add(out, _("Waiting for %s."), who.at);
}

/* In steps, because each of them is printed: half minutes, then ten seconds. */
static void waiting_absent(const struct ui_table *table, struct text *out)
{
    unsigned seat = ui_awaited(table);
    unsigned long ms = seat == TIO_NONE ? 0 : table->grace_ms[seat];
    unsigned long step = ms > 30000 ? 30000 : 10000;
    if (seat == TIO_NONE)
        return;
    text_add(out, out->length ? " " : "");
    words_awaited(out, table->names->of[seat], (ms + step - 1) / step * step);
    if (table->host)
        text_add(out, " %s",
                 _("You are the host: type relieve to let the bot play at "
                   "once, or wait to give them five more minutes."));
}

/* The host may begin a rematch with those who want it. */
static bool may_start_again(const struct ui_table *table)
{
    return table->host && table->again &&
           (!table->here || table->again & table->here);
}

static void waiting_over(const struct ui_table *table, struct text *out)
{
    if (!table->here)
        text_add(
            out, "%s",
            _("The game is over; another may follow. Type quit to leave."));
    else if (table->again & table->here)
        text_add(out, "%s",
                 _("Waiting for the others to agree to another game."));
    else
        text_add(out, "%s",
                 _("Type again for another game with the same players, or quit "
                   "to leave."));
    if (table->host)
        text_add(out, " %s",
                 _("Type reopen to play with other settings or other people."));
    if (may_start_again(table))
        text_add(out, " %s",
                 _("You are the host: type start to begin now; bots play for "
                   "anyone who has not typed again."));
}

static void say_waiting(struct line *line)
{
    const struct ui *ui = line->ui;
    struct text text;
    text_clear(&text);
    if (ui->table.open)
        waiting_open(&ui->table, &text);
    else if (ui->table.over)
        waiting_over(&ui->table, &text);
    else if (ui->has_view)
        waiting_playing(ui, &text);
    waiting_absent(&ui->table, &text);
    if (!text.length || strcmp(text.at, line->waiting) == 0)
        return;
    say(0, "%s", text.at);
    memcpy(line->waiting, text.at, text.length + 1);
}

static void show_word(const char *typed, const char *what)
{
    say(11, "  %-8s %s", typed, what);
}

/* What has to be so for a word to work. */
enum {
    WHEN_OPEN = 1,
    WHEN_OVER = 2,
    WHEN_HOST = 4,
    WHEN_SEATED = 8,
    WHEN_STANDING = 16,
    WHEN_AWAITED = 32, /* a stand-in is about to play */
};

static const struct {
    const char *typed;
    unsigned when;
    const char *what;
} server_words[] = {
    {"who", 0, N_("who sits at the table")},
    {"mute", 0, N_("mute reactions, or show them again")},
    {"sit", WHEN_OPEN | WHEN_STANDING, N_("take a free seat")},
    {"set", WHEN_OPEN,
     N_("the settings of the game; the host changes them, as by 'set edition "
        "schmidt'")},
    {"start", WHEN_OPEN | WHEN_HOST,
     N_("start the game; bots take the free seats ('start hard' sets their "
        "level)")},
    {"bot", WHEN_OPEN | WHEN_HOST,
     N_("add a bot ('bot expert' sets its level)")},
    {"wait", WHEN_AWAITED | WHEN_HOST,
     N_("give somebody who is away five more minutes")},
    {"relieve", WHEN_AWAITED | WHEN_HOST,
     N_("let a bot play at once for somebody who is away")},
    {"again", WHEN_OVER | WHEN_SEATED,
     N_("another game with the same players")},
    {"start", WHEN_OVER | WHEN_HOST,
     N_("start it with those who typed again; bots take the other seats "
        "('start hard' sets their level)")},
    {"reopen", WHEN_OVER | WHEN_HOST,
     N_("open the table again, for other settings and other players")},
};

static void show_commands(const struct line *line)
{
    const struct ui_table *table = &line->ui->table;
    unsigned now = (table->open ? WHEN_OPEN : 0) |
                   (table->over ? WHEN_OVER : 0) |
                   (table->host ? WHEN_HOST : 0) |
                   (is_seated(line) ? WHEN_SEATED : WHEN_STANDING) |
                   (ui_awaited(table) != TIO_NONE ? WHEN_AWAITED : 0);
    say(0, _("These words work while you wait:"));
    for (size_t i = 0; i < sizeof server_words / sizeof *server_words; i++)
        if (!(server_words[i].when & ~now))
            show_word(server_words[i].typed, _(server_words[i].what));
    if (line->ui->has_view && !is_seated(line))
        show_word("tray, scores, log, rules  ", _("what you see of the game"));
    else if (line->ui->has_view && !table->open && !table->over)
        show_word("hand, tray, scores, log, rules, undo  ",
                  _("as in your own turn"));
    else if (line->ui->has_view)
        show_word("hand, tray, scores, log, rules  ", _("as in your own turn"));
    if (!is_seated(line))
        show_word("quit", _("leave"));
    else
        show_word("quit", _("disconnect; your seat is kept, and the same "
                            "command brings you back to it"));
}

/* Notes about a player, after the name. */
static const char *about(const struct ui_table *table, unsigned seat)
{
    bool you = table->here >> seat & 1;
    if (table->stand_in >> seat & 1)
        return you ? _("(you) (a bot plays for you)")
                   : _("(a bot plays for them)");
    if (table->away >> seat & 1)
        return you ? _("(you) (not connected)") : _("(not connected)");
    return you ? _("(you)") : table->bots >> seat & 1 ? _("(a bot)") : "";
}

static void show_who(const struct ui_table *table)
{
    for (unsigned i = 0; i < table->players; i++) {
        bool taken = table->taken >> i & 1;
        const char *more = taken ? about(table, i) : "";
        if (!taken)
            say(4, "  %u  %s", i + 1, _("(free)"));
        else
            say(4, "  %u  %s%s%s", i + 1, table->names->of[i],
                more[0] ? " " : "", more);
    }
}

/* "start", or "start hard". */
static bool wants_level(struct line *line, const char *typed, const char *word,
                        enum ui_wish_type type)
{
    struct ui_wish wish = {.type = (uint8_t)type};
    size_t length = strlen(word);
    if (strncmp(typed, word, length) != 0 ||
        (typed[length] && typed[length] != ' '))
        return false;
    typed += length;
    snprintf(wish.text, sizeof wish.text, "%s", typed + strspn(typed, " "));
    ui_want(line->ui, &wish);
    return true;
}

/* "wait", or "wait 2": for whoever's stand-in comes first, or for that seat. */
static bool about_absent(struct line *line, const char *typed, const char *word,
                         enum ui_wish_type type)
{
    size_t length = strlen(word);
    unsigned seat = ui_awaited(&line->ui->table) + 1;
    if (strncmp(typed, word, length) != 0 ||
        (typed[length] &&
         (typed[length] != ' ' || !ask_is_number(typed + length + 1, &seat))))
        return false;
    ui_absent(line->ui, type, seat - 1);
    return true;
}

static void show_settings(const struct ui_table *table)
{
    for (unsigned i = 0; i < GAME_SETTINGS; i++) {
        char value[SETTING_EXPECTED];
        struct buffer out = buffer_fixed(value, sizeof value);
        setting_print(&out, &game_settings[i], &table->settings);
        char expected[SETTING_EXPECTED];
        say(24, "  %-10s %-11s %s (%s)", game_settings[i].key, value,
            _(game_settings[i].label),
            setting_expected(&game_settings[i], expected));
    }
}

/* "edition schmidt". */
static void change_setting(struct ui *ui, const char *typed)
{
    struct ui_wish wish = {.type = UI_WISH_SET};
    tio_settings settings = ui->table.settings;
    size_t length = strcspn(typed, " ");
    const char *value = typed + length + strspn(typed + length, " ");
    char expected[SETTING_EXPECTED];
    for (unsigned i = 0; i < GAME_SETTINGS; i++) {
        const struct setting *row = &game_settings[i];
        if (strlen(row->key) != length || strncmp(row->key, typed, length) != 0)
            continue;
        wish.index = i;
        if (!setting_scan(row, (struct word){value, strlen(value)},
                          settings.players, &settings)) {
            say(0, _("Expected: %s."), setting_expected(row, expected));
            return;
        }
        wish.seat = setting_number(row, &settings);
        ui_want(ui, &wish);
        return;
    }
    say(0, _("There is no such setting. Type set to see them all."));
}

static bool about_settings(struct line *line, const char *typed)
{
    struct ui *ui = line->ui;
    if (!ui->table.open || strncmp(typed, "set", 3) != 0 ||
        (typed[3] && typed[3] != ' '))
        return false;
    typed += 3 + strspn(typed + 3, " ");
    if (!typed[0])
        show_settings(&ui->table);
    else if (!ui->table.host)
        say(0, _("Only the host can change the settings."));
    else
        change_setting(ui, typed);
    return true;
}

/* Words that work whenever there is a table on a server, in one's own turn as
 * well. */
static bool server_word(struct line *line, const char *typed)
{
    if (strcmp(typed, "who") == 0)
        show_who(&line->ui->table);
    else if (strcmp(typed, "mute") == 0)
        ui_mute(line->ui);
    else
        return about_absent(line, typed, "wait", UI_WISH_PATIENCE) ||
               about_absent(line, typed, "relieve", UI_WISH_RELIEVE);
    return true;
}

/* In the middle of a question, which stays: wishes can't wait for its end. */
static bool at_once(void *context, const char *typed)
{
    struct line *line = context;
    if (!server_word(line, typed))
        return false;
    struct ui_wish wish;
    while (ui_wish(line->ui, &wish))
        line->game->source->grant(line->game, &wish);
    return true;
}

static bool about_hand(const char *typed)
{
    return strncmp(typed, "h", 1) == 0 && strcmp(typed, "help") != 0;
}

/* Words that need a view; a spectator has no hand to be asked about. */
static void answer_words(struct line *line, const char *typed)
{
    struct person person = person_of(line, &line->ui->view);
    if (!line->ui->has_view)
        say(0, _("Type help to see what you can do now."));
    else if (about_hand(typed) && !is_seated(line))
        say(0, _("You are watching: you have no hand."));
    else if (strncmp(typed, "hint", 4) == 0 || strcmp(typed, "h") == 0)
        say(0, _("There is nothing for you to decide now."));
    else if (!ask_answered(&person, typed))
        say(0, "%s",
            is_seated(line)
                ? _("It is not your turn. Type help to see what you can do.")
                : _("You are watching. Type help to see what you can do."));
}

static void command(struct line *line, const char *typed)
{
    const struct ui_table *table = &line->ui->table;
    if (strcmp(typed, "help") == 0 || strcmp(typed, "?") == 0)
        show_commands(line);
    else if (server_word(line, typed) || about_settings(line, typed) ||
             ((table->open || table->over) &&
              wants_level(line, typed, "start", UI_WISH_START)) ||
             (table->open && wants_level(line, typed, "bot", UI_WISH_BOT)))
        return;
    else if (table->over && strcmp(typed, "again") == 0)
        ui_want_type(line->ui, UI_WISH_AGAIN);
    else if (table->over && table->host && strcmp(typed, "reopen") == 0)
        ui_want_type(line->ui, UI_WISH_REOPEN);
    else if (table->open && !table->here && strcmp(typed, "sit") == 0)
        ui_want_type(line->ui, UI_WISH_SIT);
    else if (table->undo && strcmp(typed, "undo") == 0)
        want_undo(line->ui);
    else
        answer_words(line, typed);
}

static void idle(struct line *line)
{
    say_waiting(line);
    char typed[KEYS_LINE];
    enum keys_got got = keys_line(&line->keys, typed);
    if (got == KEYS_GOT_NEWS || line->game->left)
        return;
    if (got == KEYS_GOT_END && line->watches && !is_seated(line) &&
        !line->deaf) {
        line->deaf = true;
        line->keys.ended = false;
    } else if (got == KEYS_GOT_END || ask_is_quit(typed)) {
        game_leave(line->game, PARTING_LEFT);
    } else if (got == KEYS_GOT_LINE && typed[0]) {
        command(line, typed);
    }
}

/* ---- A lap of the loop ------------------------------------------------ */

void line_lap(struct line *line, struct game *game)
{
    struct ui *ui = line->ui;
    line->game = game;
    line->keys.wait = wait_for_line;
    line->keys.context = line;
    /* A question is best asked when all is known. */
    while (game_wait(game, -1, 0) == GAME_NEWS) {
        game_go_on(game);
        print_log(line);
    }
    print_log(line);
    if (game->left)
        return;
    if (ui_asks(ui) && !ui->waiting)
        ask(line);
    else if (ui->mode == MODE_HAND_OVER)
        hand_over(line);
    else if (ui->table.server)
        idle(line);
    else if (ui->mode == MODE_END)
        game_leave(game, PARTING_LEFT);
    else
        game_wait(game, -1, -1);
}
