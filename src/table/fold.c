/* One event at a time: first whether it can follow what is there, which changes
 * nothing, then what it changes, which can't fail. Logs come from a disk, so
 * that an event is believed only as far as it was checked; who was allowed to
 * ask for it is not asked again. */
#include "table/parts.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

struct folding {
    struct table *table;
    const struct table_event *event;
    const tio_deck *deck; /* of CREATE and SET: held for the table */
    tio_game game;        /* of START, CHANCE, MOVE and UNDO: as it becomes */
};

/* NULL, or why the event can't follow. */
typedef const char *check_function(struct folding *fold);
typedef void apply_function(struct folding *fold);

/* ---- Settings ---- */

static const char *check_deck(struct folding *fold)
{
    const struct table *table = fold->table;
    const struct table_event *event = fold->event;
    const char *name = event->settings.deck;
    struct decks *decks = table->host->decks;
    if (!event->deck && table->deck && strcmp(table->deck->name, name) == 0)
        fold->deck = deck_hold(decks, table->deck);
    else
        fold->deck = deck_share(decks, name, event->deck, NULL);
    return fold->deck ? NULL : "there is no such deck, or it can't be read";
}

static const char *check_settings(struct folding *fold)
{
    const struct table *table = fold->table;
    const struct table_settings *settings = &fold->event->settings;
    if (!table_settings_check(settings, NULL, NULL))
        return "settings that are not allowed";
    for (unsigned i = settings->game.players; i < TIO_MAX_PLAYERS; i++)
        if (table->seat[i].kind != TABLE_SEAT_EMPTY)
            return "fewer seats than are taken";
    return check_deck(fold);
}

static const char *check_create(struct folding *fold)
{
    if (fold->table->seq != 0)
        return "a table is created once";
    if (table_nobody(fold->event->person))
        return "a table needs a host";
    return check_settings(fold);
}

static void apply_settings(struct folding *fold)
{
    struct table *table = fold->table;
    deck_release(table->host->decks, table->deck);
    table->deck = fold->deck;
    fold->deck = NULL;
    table->settings = fold->event->settings;
    table_tell_settings(table);
}

static void apply_create(struct folding *fold)
{
    fold->table->owner = fold->event->person;
    fold->table->created = fold->event->time;
    apply_settings(fold);
}

static const char *check_snapshot(struct folding *fold)
{
    const struct table_event *event = fold->event;
    const char *problem = table_snapshot_check(fold->table, event);
    if (!problem)
        problem = check_settings(fold);
    /* Between games the next one begins at once. */
    if (problem || event->snapshot.games == 0 || event->snapshot.open)
        return problem;
    return tio_game_init(&fold->game, fold->deck, &event->settings.game) ==
                   TIO_OK
               ? NULL
               : "the game can't be set up";
}

static void apply_snapshot(struct folding *fold)
{
    table_snapshot_restore(fold->table, fold->event);
    apply_settings(fold);
}

/* ---- Chance that can be checked ---- */

static const char *check_commit(struct folding *fold)
{
    const struct table *table = fold->table;
    if (table->has_secret || table->phase == TABLE_PLAYING)
        return "a secret for a game that has one";
    return NULL;
}

static void apply_commit(struct folding *fold)
{
    struct table *table = fold->table;
    memcpy(table->secret, fold->event->secret, TABLE_BYTES);
    memcpy(table->commit, fold->event->commit, TABLE_BYTES);
    table->has_secret = true;
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        table->seat[i].contributed = false;
        memset(table->seat[i].bytes, 0, TABLE_BYTES);
    }
}

static void apply_reveal(struct folding *fold)
{
    struct table *table = fold->table;
    memcpy(table->revealed, table->secret, TABLE_BYTES);
    memcpy(table->revealed_commit, table->commit, TABLE_BYTES);
    memset(table->secret, 0, TABLE_BYTES);
    memset(table->commit, 0, TABLE_BYTES);
    table->has_revealed = true;
    table->has_secret = false;
    if (table->game.phase == TIO_PHASE_OVER)
        table->phase = TABLE_OVER;
}

/* ---- Seats ---- */

static const char *check_seat(const struct folding *fold)
{
    return fold->event->seat < table_players(fold->table)
               ? NULL
               : "there is no such seat";
}

static struct table_seat *seat_of(struct folding *fold)
{
    return &fold->table->seat[fold->event->seat];
}

static const char *check_sit(struct folding *fold)
{
    const struct table *table = fold->table;
    const struct table_event *event = fold->event;
    if (check_seat(fold) || seat_of(fold)->kind != TABLE_SEAT_EMPTY)
        return "that seat is not free";
    if (table_nobody(event->person) ||
        table_seat_of(table, event->person) != TIO_NONE)
        return "nobody, or somebody who sits there already";
    return utf8_fits_as_name(event->name, sizeof event->name) ? NULL
                                                              : "a bad name";
}

static void apply_sit(struct folding *fold)
{
    const struct table_event *event = fold->event;
    struct table_seat *seat = seat_of(fold);
    memset(seat, 0, sizeof *seat);
    seat->kind = TABLE_SEAT_PERSON;
    seat->person = event->person;
    memcpy(seat->name, event->name, sizeof seat->name);
    seat->colour = event->colour & 0xffffff;
    seat->contributed = true;
    memcpy(seat->bytes, event->bytes, TABLE_BYTES);
    seat->absent_since = event->time;
}

static const char *check_bot(struct folding *fold)
{
    const struct table *table = fold->table;
    const struct table_event *event = fold->event;
    if (check_seat(fold))
        return "there is no such seat";
    const struct table_seat *seat = seat_of(fold);
    bool free_seat =
        table->phase == TABLE_OPEN && seat->kind == TABLE_SEAT_EMPTY;
    bool left = table->phase == TABLE_OVER && seat->kind == TABLE_SEAT_PERSON &&
                seat->left;
    if (!free_seat && !left)
        return "that seat is not free";
    return utf8_fits_as_name(event->name, sizeof event->name) &&
                   utf8_fits_as_name(event->level, sizeof event->level)
               ? NULL
               : "a bad name";
}

static void apply_bot(struct folding *fold)
{
    struct table_seat *seat = seat_of(fold);
    memset(seat, 0, sizeof *seat);
    seat->kind = TABLE_SEAT_BOT;
    memcpy(seat->name, fold->event->name, sizeof seat->name);
    memcpy(seat->level, fold->event->level, sizeof seat->level);
}

static const char *check_stand(struct folding *fold)
{
    if (check_seat(fold) || seat_of(fold)->kind == TABLE_SEAT_EMPTY)
        return "nobody sits there";
    bool bot = seat_of(fold)->kind == TABLE_SEAT_BOT;
    switch (fold->event->cause) {
    case TABLE_CAUSE_PERSON:
    case TABLE_CAUSE_KICKED:
        return bot ? "a bot does not leave by itself" : NULL;
    case TABLE_CAUSE_HOST:
        return bot ? NULL : "a person is not a bot";
    default:
        return "no reason to stand up";
    }
}

static void host_gone(struct table *table, const struct table_seat *seat)
{
    if (seat->kind == TABLE_SEAT_PERSON &&
        table_person_same(seat->person, table->owner))
        memset(&table->owner, 0, sizeof table->owner);
}

static void apply_stand(struct folding *fold)
{
    struct table *table = fold->table;
    struct table_seat *seat = seat_of(fold);
    if (fold->event->cause == TABLE_CAUSE_KICKED)
        table->kicked[table->kicks++ % TABLE_KICKED] = seat->person;
    host_gone(table, seat);
    memcpy(table->stood, seat->name, sizeof table->stood);
    memset(seat, 0, sizeof *seat);
}

static const char *check_name(struct folding *fold)
{
    if (check_seat(fold) || !table_seat_person(seat_of(fold)))
        return "nobody sits there";
    return utf8_fits_as_name(fold->event->name, sizeof fold->event->name)
               ? NULL
               : "a bad name";
}

static void apply_name(struct folding *fold)
{
    struct table_seat *seat = seat_of(fold);
    memcpy(fold->table->stood, seat->name, sizeof seat->name);
    memcpy(seat->name, fold->event->name, sizeof seat->name);
    seat->colour = fold->event->colour & 0xffffff;
    seat->names++;
}

static const char *check_host(struct folding *fold)
{
    return table_seat_of(fold->table, fold->event->person) != TIO_NONE
               ? NULL
               : "the host must be seated";
}

static void apply_host(struct folding *fold)
{
    fold->table->owner = fold->event->person;
}

static const char *check_person(struct folding *fold)
{
    return check_seat(fold) || !table_seat_person(seat_of(fold))
               ? "nobody sits there"
               : NULL;
}

static void apply_leave(struct folding *fold)
{
    struct table_seat *seat = seat_of(fold);
    host_gone(fold->table, seat);
    seat->left = true;
    seat->gave_up = fold->table->phase == TABLE_PLAYING;
    seat->stand_in = false;
    seat->again = false;
}

static const char *check_stand_in(struct folding *fold)
{
    return check_seat(fold) || !table_seat_person(seat_of(fold)) ||
                   seat_of(fold)->stand_in
               ? "nobody to stand in for"
               : NULL;
}

static void apply_wait(struct folding *fold)
{
    struct table_seat *seat = seat_of(fold);
    seat->wait_until = fold->event->time + (uint64_t)TABLE_WAIT;
    seat->waits++;
}

static const char *check_back(struct folding *fold)
{
    if (check_seat(fold))
        return "there is no such seat";
    const struct table_seat *seat = seat_of(fold);
    return table_seat_person(seat) && seat->stand_in ? NULL
                                                     : "nobody stands in there";
}

static void apply_stand_in(struct folding *fold)
{
    struct table_seat *seat = seat_of(fold);
    seat->stand_in = fold->event->type == TABLE_EVENT_STAND_IN;
    seat->stand_ins += seat->stand_in;
}

/* ---- The game ---- */

static void game_changed(struct folding *fold, unsigned mover)
{
    struct table *table = fold->table;
    table->game = fold->game;
    table_keep_scores(table);
    table_clocks_move(table, mover, fold->event->time, fold->event->seq);
}

static void set_barrier(struct table *table)
{
    table->barrier = table->game;
    table->undo_moves = 0;
}

static const char *check_start(struct folding *fold)
{
    const struct table *table = fold->table;
    bool again = table->phase == TABLE_OVER;
    if (table_persons(table) == 0)
        return "nobody is there to play";
    for (unsigned i = 0; i < table_players(table); i++) {
        const struct table_seat *seat = &table->seat[i];
        if (seat->kind == TABLE_SEAT_EMPTY || seat->left)
            return "a seat is empty";
        if (seat->kind == TABLE_SEAT_PERSON &&
            (!seat->contributed || seat->again != again))
            return "somebody has not agreed to play";
    }
    tio_settings settings = table->settings.game;
    settings.first = fold->event->seat;
    return tio_game_init(&fold->game, table->deck, &settings) == TIO_OK
               ? NULL
               : "the game can't be set up";
}

static void apply_start(struct folding *fold)
{
    struct table *table = fold->table;
    table->phase = TABLE_PLAYING;
    table->games++;
    table->chances = 0;
    table->first = fold->event->seat;
    table->started = fold->event->time;
    table->hidden_answers = 0;
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        table->seat[i].again = false;
        table->seat[i].stand_in = false;
        table->seat[i].stand_ins = 0;
        table->seat[i].names = 0;
        table->seat[i].undos = 0;
        table->seat[i].waits = 0;
        table->seat[i].wait_until = 0;
    }
    table_clocks_start(table);
    game_changed(fold, TIO_NONE);
    set_barrier(table);
    table->position = fold->event->seq;
}

static const char *check_any_move(struct folding *fold)
{
    const struct table *table = fold->table;
    if (table->phase != TABLE_PLAYING || !table->has_secret)
        return "no game is on";
    fold->game = table->game;
    tio_error error = tio_apply(&fold->game, table->deck, &fold->event->move);
    return error ? tio_error_words(error) : NULL;
}

static const char *check_chance(struct folding *fold)
{
    if (!tio_move_is_chance(fold->event->move.type))
        return "a player's move is not chance";
    return check_any_move(fold);
}

static void apply_chance(struct folding *fold)
{
    struct table *table = fold->table;
    if (fold->event->move.type == TIO_MOVE_START)
        table->first = fold->event->move.seat;
    table->chances++;
    game_changed(fold, TIO_NONE);
    set_barrier(table);
    table->position = fold->event->seq;
}

/* Who can have made a move on that seat. */
static bool cause_fits(const struct table_seat *seat,
                       const struct table_event *event)
{
    if (seat->kind == TABLE_SEAT_BOT || seat->left)
        return event->cause == TABLE_CAUSE_BOT;
    if (seat->stand_in)
        return event->cause == TABLE_CAUSE_STAND_IN;
    if (event->cause == TABLE_CAUSE_PERSON)
        return table_person_same(seat->person, event->person);
    return event->cause == TABLE_CAUSE_LATE;
}

static const char *check_move(struct folding *fold)
{
    const struct table_event *event = fold->event;
    if (tio_move_is_chance(event->move.type) || check_seat(fold) ||
        event->move.seat != event->seat)
        return "the move is not of that seat";
    if (!cause_fits(seat_of(fold), event))
        return "somebody else plays on that seat";
    return check_any_move(fold);
}

/* In a common phase: hides the answer, or shows all of them. */
static void note_answer(struct folding *fold, bool shows)
{
    struct table *table = fold->table;
    unsigned seat = fold->event->seat;
    table->answer[seat] = fold->event->move;
    table->hidden_answers |= 1U << seat;
    if (!shows)
        return;
    table->shown_answers = table->hidden_answers;
    memcpy(table->shown, table->answer, sizeof table->shown);
    table->hidden_answers = 0;
}

/* Whether nothing can be taken back beyond the move: it shows a card, or a
 * machine has made it. Bots' moves that answer a person's can go back together
 * with that where the table wants it. */
static bool is_final(const struct folding *fold, bool shows)
{
    const struct table *table = fold->table;
    const struct table_event *event = fold->event;
    if (shows || event->move.type == TIO_MOVE_PLAY)
        return true;
    if (event->cause == TABLE_CAUSE_PERSON)
        return false;
    return event->cause != TABLE_CAUSE_BOT || table->undo_moves == 0 ||
           !table_solo(table);
}

/* Before the game changes: the move joins those that can be taken back. There
 * is always room, for without chance or a final move the players can only take
 * the dice of the tray, forgo one, pass and answer. */
static void remember(struct folding *fold)
{
    struct table *table = fold->table;
    unsigned seat = fold->event->seat;
    unsigned last = table->undo_moves;
    if (last > 0 && table->undo_move[last - 1].seat != seat &&
        !table_solo(table))
        set_barrier(table);
    assert(table->undo_moves < TABLE_UNDO);
    last = table->undo_moves++;
    table->undo_move[last] = fold->event->move;
    table->undo_left[last] =
        table_clock_left(&table->seat[seat], fold->event->time);
    table->undo_time[last] = fold->event->time;
}

static void apply_move(struct folding *fold)
{
    struct table *table = fold->table;
    const struct table_event *event = fold->event;
    bool common = tio_phase_is_common(table->game.phase);
    bool shows = common && fold->game.phase != table->game.phase;
    bool final = is_final(fold, shows);
    if (common)
        note_answer(fold, shows);
    if (!final)
        remember(fold);
    game_changed(fold, event->seat);
    if (final)
        set_barrier(table);
    if (!common || shows)
        table->position = event->seq;
}

static const char *check_undo(struct folding *fold)
{
    const struct table *table = fold->table;
    unsigned at = table_undo_at(table);
    /* A game that is over ended with a move that stays. */
    if (!table->has_secret || at == TABLE_UNDO ||
        table->undo_move[at].seat != fold->event->seat)
        return "nothing to take back";
    fold->game = table->barrier;
    for (unsigned i = 0; i < at; i++)
        if (tio_apply(&fold->game, table->deck, &table->undo_move[i]))
            return "nothing to take back";
    return NULL;
}

static void apply_undo(struct folding *fold)
{
    struct table *table = fold->table;
    const struct table_event *event = fold->event;
    bool same_question = tio_phase_is_common(table->game.phase) &&
                         fold->game.phase == table->game.phase;
    unsigned at = table_undo_at(table);
    table->undone = table->undo_moves - at;
    for (unsigned i = at; i < table->undo_moves; i++)
        if (tio_move_is_answer(table->undo_move[i].type))
            table->hidden_answers &= ~(1U << table->undo_move[i].seat);
    table->undo_moves = at;
    table->hurry = 0;
    table->seat[event->seat].undos++;
    table->game = fold->game;
    table_keep_scores(table);
    table_clocks_undo(table, event->seat, event->time, event->seq);
    if (!same_question)
        table->position = event->seq;
}

static void apply_again(struct folding *fold)
{
    struct table_seat *seat = seat_of(fold);
    seat->again = true;
    seat->contributed = true;
    memcpy(seat->bytes, fold->event->bytes, TABLE_BYTES);
}

/* Whoever agreed keeps the seat, and so do bots. */
static void apply_reopen(struct folding *fold)
{
    struct table *table = fold->table;
    table->phase = TABLE_OPEN;
    set_barrier(table);
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        struct table_seat *seat = &table->seat[i];
        bool stays = seat->kind == TABLE_SEAT_BOT ||
                     (table_seat_person(seat) && seat->again);
        if (!stays)
            memset(seat, 0, sizeof *seat);
        seat->again = false;
        seat->stand_in = false;
        seat->names = 0;
    }
}

static void apply_resume(struct folding *fold)
{
    table_clocks_resume(fold->table, fold->event->time);
}

static const char *check_close(struct folding *fold)
{
    const struct table *table = fold->table;
    if (table->phase == TABLE_PLAYING && table->has_secret)
        return "the secret of the game was not revealed";
    switch (fold->event->cause) {
    case TABLE_CAUSE_HOST:
    case TABLE_CAUSE_EMPTY:
    case TABLE_CAUSE_OLD:
        return NULL;
    default:
        return "no reason to close";
    }
}

static void apply_close(struct folding *fold)
{
    struct table *table = fold->table;
    table->phase = TABLE_CLOSED;
    table->cause = fold->event->cause;
    table->has_secret = false;
    memset(table->secret, 0, TABLE_BYTES);
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        table->seat[i].asked_time = 0;
        table->seat[i].question = 0;
    }
}

/* ---- All of them ---- */

#define OPEN (1U << TABLE_OPEN)
#define PLAYING (1U << TABLE_PLAYING)
#define OVER (1U << TABLE_OVER)
#define ANY (OPEN | PLAYING | OVER)

/* An event can follow in some phases, and where it says so only while there is a
 * secret; then the rest is checked, if there is any. */
static const struct fold_row {
    check_function *check;
    apply_function *apply;
    uint8_t when; /* bits by enum table_phase */
    bool secret;
    const char *not_now;
} folds[TABLE_EVENT_TYPES] = {
    [TABLE_EVENT_CREATE] = {check_create, apply_create, ANY, false, NULL},
    [TABLE_EVENT_SET] = {check_settings, apply_settings, OPEN, false,
                         "the game has started"},
    [TABLE_EVENT_COMMIT] = {check_commit, apply_commit, ANY, false, NULL},
    [TABLE_EVENT_SIT] = {check_sit, apply_sit, OPEN, true,
                         "nobody can sit down now"},
    [TABLE_EVENT_BOT] = {check_bot, apply_bot, ANY, false, NULL},
    [TABLE_EVENT_STAND] = {check_stand, apply_stand, OPEN, false,
                           "the game has started"},
    [TABLE_EVENT_NAME] = {check_name, apply_name, ANY, false, NULL},
    [TABLE_EVENT_HOST] = {check_host, apply_host, ANY, false, NULL},
    [TABLE_EVENT_START] = {check_start, apply_start, OPEN | OVER, true,
                           "no game can begin now"},
    [TABLE_EVENT_CHANCE] = {check_chance, apply_chance, ANY, false, NULL},
    [TABLE_EVENT_MOVE] = {check_move, apply_move, ANY, false, NULL},
    [TABLE_EVENT_UNDO] = {check_undo, apply_undo, ANY, false, NULL},
    [TABLE_EVENT_STAND_IN] = {check_stand_in, apply_stand_in, PLAYING, false,
                              "nobody to stand in for"},
    [TABLE_EVENT_BACK] = {check_back, apply_stand_in, ANY, false, NULL},
    [TABLE_EVENT_LEAVE] = {check_person, apply_leave, PLAYING | OVER, false,
                           "the game has not begun"},
    [TABLE_EVENT_REVEAL] = {NULL, apply_reveal, PLAYING, true,
                            "nothing to reveal"},
    [TABLE_EVENT_AGAIN] = {check_person, apply_again, OVER, true,
                           "the game is not over"},
    [TABLE_EVENT_WAIT] = {check_stand_in, apply_wait, PLAYING, false,
                          "nobody to stand in for"},
    [TABLE_EVENT_REOPEN] = {NULL, apply_reopen, OVER, true,
                            "the game is not over"},
    [TABLE_EVENT_RESUME] = {NULL, apply_resume, PLAYING, false,
                            "no game is on"},
    [TABLE_EVENT_SNAPSHOT] = {check_snapshot, apply_snapshot, ANY, false, NULL},
    [TABLE_EVENT_CLOSE] = {check_close, apply_close, ANY, false, NULL},
};

static const char *check_row(struct folding *fold)
{
    const struct fold_row *row = &folds[fold->event->type];
    if (!(row->when >> fold->table->phase & 1) ||
        (row->secret && !fold->table->has_secret))
        return row->not_now;
    return row->check ? row->check(fold) : NULL;
}

static const char *check_frame(const struct table *table,
                               const struct table_event *event)
{
    if (event->type >= TABLE_EVENT_TYPES)
        return "there is no such event";
    bool begins = table->seq == 0 && event->type == TABLE_EVENT_SNAPSHOT;
    if (event->seq != table->seq + 1 && !begins)
        return "an event is missing, or comes twice";
    if (event->time == 0 || event->time < table->time ||
        event->time > TABLE_LATEST)
        return "time does not run backwards";
    if (table->seq == 0 && event->type != TABLE_EVENT_CREATE && !begins)
        return "a table begins with its creation, or with a snapshot";
    if (table->phase == TABLE_CLOSED)
        return "the table is closed";
    if (event->request[0] && table_nobody(event->person))
        return "a request of nobody";
    return NULL;
}

/* The host's name changes with HOST: who asked was the host before it. */
static void remember_request(struct table *table,
                             const struct table_event *event)
{
    if (!event->request[0])
        return;
    struct table_person person =
        event->type == TABLE_EVENT_HOST ? table->owner : event->person;
    struct table_request *request =
        &table->request[table->requests++ % TABLE_REQUESTS];
    request->key = table_request_key(person, event->request);
    request->seq = event->seq;
}

/* Adds the event to the size of the log. */
static void count_bytes(struct table *table, const struct table_event *event)
{
    char text[TABLE_EVENT];
    size_t size = table_event_print(event, table->deck, text);
    if (event->type == TABLE_EVENT_SNAPSHOT)
        table->log = table->log_first = size;
    else
        table->log += size;
}

bool table_fold(struct table *table, const struct table_event *event,
                char why[200])
{
    struct folding fold = {.table = table, .event = event};
    const char *problem = check_frame(table, event);
    if (!problem)
        problem = check_row(&fold);
    if (problem) {
        deck_release(table->host->decks, fold.deck);
        (void)snprintf(why, 200, "event %llu, %s: %s",
                       (unsigned long long)event->seq,
                       table_event_name(event->type), problem);
        return false;
    }
    table->shown_answers = 0;
    table->undone = 0;
    table->ground = tale_ground_of(&table->game);
    remember_request(table, event);
    folds[event->type].apply(&fold);
    table->seq = event->seq;
    table->time = event->time;
    table->rested = 0;
    count_bytes(table, event);
    return true;
}
