/* A record on the full screen, move by move, with anybody's eyes. All positions
 * are kept, so that going back is as quick as going forward; what is told is
 * told again from the beginning, which no one can notice. */
#include "terminal/game/screen.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "i18n/i18n.h"
#include "terminal/game/parts.h"
#include "terminal/event.h"

/* A position, and the move that led there; the first has none. */
struct step {
    tio_game game;
    tio_move move;
    bool loud;  /* it is told to everybody: where stepping stops */
    bool opens; /* a round: its dice are cast */
};

struct replay {
    struct game game;
    tio_deck deck;
    struct names names;
    struct log log;
    struct history history;
    struct step *step;
    size_t count;
    size_t room;
    size_t at;
    unsigned eyes; /* a seat, or TIO_SPECTATOR */
};

/* ---- Reading ----------------------------------------------------------- */

/* Score piles that lay face down are open to whoever reads a record. */
static bool add_step(struct replay *replay, const tio_game *game,
                     const tio_move *move)
{
    if (!grow(&replay->step, replay->count, &replay->room,
              sizeof *replay->step))
        return false;
    struct step *step;
    step = &replay->step[replay->count++];
    *step = (struct step){.game = *game, .move = *move};
    step->game.settings.piles_down = 0;
    step->opens = replay->count > 1 && move->type == TIO_MOVE_ROLL &&
                  step[-1].game.turn == TIO_NONE;
    return true;
}

/* As far as it holds. */
static bool read_all(struct replay *replay, tio_record_reader *reader)
{
    tio_text_error where = {0};
    tio_move move = {0};
    bool more = true;
    replay->deck = *tio_record_get_deck(reader);
    memcpy(replay->names.of, tio_record_get_head(reader)->name,
           sizeof replay->names.of);
    if (!add_step(replay, tio_record_get_game(reader), &move))
        return false;
    while (tio_record_next(reader, &move, &more, &where) == TIO_OK && more)
        if (!add_step(replay, tio_record_get_game(reader), &move))
            return false;
    return true;
}

/* ---- Telling ----------------------------------------------------------- */

static void keep_score(struct replay *replay, const struct step *step)
{
    struct history *history = &replay->history;
    unsigned row = history->rounds;
    if (!tale_scores(&step->move, &step->game) ||
        row >= sizeof history->points / sizeof *history->points)
        return;
    for (unsigned seat = 0; seat < step->game.settings.players; seat++) {
        const tio_player *now = &step->game.player[seat];
        const tio_player *old = &step[-1].game.player[seat];
        history->points[row][seat] = (int16_t)(now->points - old->points);
        history->chips[row][seat] = (int16_t)(now->chips - old->chips);
    }
    history->rounds++;
}

/* As everybody saw it, whoever's cards are shown. */
static void tell_step(struct replay *replay, const struct step *step)
{
    struct teller teller = {.deck = &replay->deck,
                            .names = &replay->names,
                            .log = &replay->log,
                            .you = TIO_NONE};
    tio_move seen = tio_move_seen(&replay->deck, &step->move, TIO_SPECTATOR);
    tio_view before;
    tio_view_of(&step[-1].game, TIO_SPECTATOR, &before);
    tio_view after;
    tio_view_of(&step->game, TIO_SPECTATOR, &after);
    event_tell(&teller, &before, &seen, &after);
    keep_score(replay, step);
}

/* Everything up to here; returns the line that told of the last move. */
static const char *tell_all(struct replay *replay)
{
    struct log *log = &replay->log;
    unsigned long line = 0;
    memset(log, 0, sizeof *log);
    memset(&replay->history, 0, sizeof replay->history);
    log->spoken = true;
    for (size_t i = 1; i <= replay->at; i++) {
        line = log->count;
        tell_step(replay, &replay->step[i]);
        replay->step[i].loud |= log->count > line;
    }
    return line < log->count ? log->line[line % LOG_LINES] : "";
}

static void sit(struct replay *replay)
{
    struct ui_table *table = &replay->game.table;
    *table = (struct ui_table){
        .deck = &replay->deck,
        .names = &replay->names,
        .log = &replay->log,
        .history = &replay->history,
        .players = replay->step[0].game.settings.players,
    };
    for (unsigned seat = 0; seat < table->players; seat++)
        table->clock_ms[seat] = -1;
    ui_sit(replay->game.ui, table);
}

/* `moved`: what happened last is shown as it happens. */
static void show(struct replay *replay, bool moved)
{
    const struct step *step = &replay->step[replay->at];
    struct ui_replay shown = {.at = (unsigned)replay->at,
                              .moves = (unsigned)replay->count - 1};
    struct text said;
    text_clear(&said);
    text_add(&said, "%s", tell_all(replay));
    if (step->game.phase == TIO_PHASE_OVER)
        show_winners(&said, &step->game, &replay->names, TIO_NONE);
    snprintf(shown.said, sizeof shown.said, "%.*s", (int)sizeof shown.said - 1,
             said.at);
    sit(replay);
    tio_view view;
    tio_view_of(&step->game, replay->eyes, &view);
    if (moved && replay->at) {
        tio_move seen = tio_move_seen(&replay->deck, &step->move, replay->eyes);
        tio_view before;
        tio_view_of(&step[-1].game, replay->eyes, &before);
        ui_news(replay->game.ui, &before, &seen, &view);
    } else {
        ui_watch(replay->game.ui, &view);
    }
    ui_replay(replay->game.ui, &shown);
}

/* ---- Going there ------------------------------------------------------- */

static bool stops(const struct replay *replay, size_t at, bool round)
{
    return at == 0 || at + 1 == replay->count ||
           (round ? replay->step[at].opens : replay->step[at].loud);
}

static void seek(struct replay *replay, unsigned where)
{
    bool round = where == UI_SEEK_ROUND_BACK || where == UI_SEEK_ROUND_ON;
    bool back = where == UI_SEEK_BACK || where == UI_SEEK_ROUND_BACK;
    size_t before = replay->at;
    size_t last = replay->count - 1;
    if (where == UI_SEEK_FIRST || where == UI_SEEK_LAST) {
        replay->at = where == UI_SEEK_FIRST ? 0 : last;
    } else if (where == UI_SEEK_EYES) {
        unsigned players = replay->step[0].game.settings.players;
        replay->eyes = replay->eyes == TIO_SPECTATOR ? 0 : replay->eyes + 1;
        if (replay->eyes >= players)
            replay->eyes = TIO_SPECTATOR;
    } else {
        do {
            if (back ? replay->at == 0 : replay->at == last)
                break;
            replay->at += back ? (size_t)-1 : 1;
        } while (!stops(replay, replay->at, round));
    }
    show(replay, where == UI_SEEK_ON && replay->at != before);
}

static void grant(struct game *game, const struct ui_wish *wish)
{
    if (wish->type == UI_WISH_SEEK)
        seek(game->context, wish->index);
}

static void go_on(struct game *game)
{
    (void)game;
}

static enum game_event await(struct game *game, int input, int ms)
{
    struct pollfd from = {.fd = input, .events = POLLIN};
    (void)game;
    return poll(&from, 1, ms) == 1 ? GAME_INPUT : GAME_TIME;
}

/* From where all hands are dealt, with the eyes of the first player. */
static void begin(struct replay *replay)
{
    replay->at = replay->count - 1;
    tell_all(replay); /* so that it is known what is loud */
    replay->at = 0;
    seek(replay, UI_SEEK_ROUND_ON);
}

static int look(struct replay *replay, bool animation)
{
    static const struct game_source source = {
        .wait = await, .go_on = go_on, .grant = grant};
    struct stage stage;
    if (!stage_open(&stage, animation))
        return SCREEN_NONE;
    replay->game.source = &source;
    replay->game.context = replay;
    if (game_open(&replay->game, &stage, NULL)) {
        begin(replay);
        game_play(&replay->game);
    }
    game_close(&replay->game);
    int number = stage.signal;
    stage_close(&stage);
    screen_die_of(number);
    return 0;
}

int screen_replay(const char *record, size_t length, bool animation)
{
    struct replay *replay = calloc(1, sizeof *replay);
    tio_record_reader *reader = NULL;
    tio_text_error where = {0};
    int status = 0;
    if (replay && tio_record_open(record, length, &reader, &where) == TIO_OK &&
        read_all(replay, reader) && replay->count > 1)
        status = look(replay, animation);
    if (reader)
        tio_record_close(reader);
    if (replay)
        free(replay->step);
    free(replay);
    return status;
}
