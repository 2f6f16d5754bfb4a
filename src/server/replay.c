/* Logs folded once more. */
#include "server/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "notation/settings.h"
#include "server/turn.h"

struct fold {
    struct lobby_table *entry;
    struct table *into;
    replay_visit *visit;
    void *context;
    bool bad;
    uint64_t seq;             /* the last that was folded */
    struct replay_part *part; /* NULL: all of it */
    char room[TABLE_DECK];
};

/* The log was cut off behind what was folded so far. */
static bool start_over(struct fold *fold)
{
    struct table *fresh = table_new(lobby_host(fold->entry->server->lobby));

    if (!fresh)
        return false;
    table_free(fold->into);
    fold->into = fresh;
    return true;
}

static bool is_enough(struct fold *fold, size_t size)
{
    if (!fold->part)
        return false;
    fold->part->read += size;
    return fold->part->read + fold->part->told >= fold->part->bytes;
}

static bool fold_one(void *context, uint64_t seq, const void *bytes,
                     size_t size)
{
    struct fold *fold = context;
    struct table_event event;
    tio_text_error error;
    char why[200] = "";

    fold->bad = true;
    fold->entry->server->counts.replay_bytes += size;
    if (fold->part && seq != fold->into->seq + 1 && !start_over(fold))
        return false;
    if (!table_event_parse(bytes, size, fold->into->deck, &event, fold->room,
                           &error) ||
        event.seq != seq || !table_fold(fold->into, &event, why))
        return false;
    fold->bad = false;
    fold->seq = seq;
    if (event.type == TABLE_EVENT_MOVE && event.cause == TABLE_CAUSE_PERSON)
        fold->entry->about.moved = true;
    if (fold->visit && !fold->visit(fold->context, fold->into, &event))
        return false;
    return !is_enough(fold, size);
}

static bool load(struct fold *fold)
{
    struct server *server = fold->entry->server;
    enum store_status status = store_load(server->store, fold->entry->id,
                                          fold->into->seq, fold_one, fold);

    /* The sentence of a parser may quote a card: it stays out of the log. */
    if (status == STORE_CORRUPT)
        lobby_damaged(fold->entry, fold->seq + 1, store_why(server->store));
    else if (status == STORE_MISSING)
        lobby_damaged(fold->entry, 1, "it has no events");
    else if (fold->bad)
        lobby_damaged(fold->entry, fold->seq + 1, "it does not follow");
    else if (status != STORE_OK)
        log_line(server->config.log, LOG_LEVEL_ERROR,
                 "a table can't be loaded: %s", store_why(server->store));
    return status == STORE_OK && !fold->bad;
}

bool replay_load(struct lobby_table *entry, struct table *into)
{
    struct fold *fold = calloc(1, sizeof *fold);
    bool good;

    if (!fold)
        return false;
    fold->entry = entry;
    fold->into = into;
    good = load(fold) && into->seq > 0;
    entry->about.created = into->created;
    free(fold);
    return good;
}

bool replay_part(struct replay_part *part, struct table **into,
                 replay_visit *visit, void *context)
{
    struct fold *fold = calloc(1, sizeof *fold);
    bool good;

    if (!fold)
        return false;
    fold->entry = part->entry;
    fold->into = *into;
    fold->seq = (*into)->seq;
    fold->visit = visit;
    fold->context = context;
    fold->part = part;
    good = load(fold);
    *into = fold->into;
    free(fold);
    return good;
}

bool replay_run(struct lobby_table *entry, replay_visit *visit, void *context)
{
    struct fold *fold = calloc(1, sizeof *fold);
    bool good = false;

    if (!fold)
        return false;
    fold->entry = entry;
    fold->visit = visit;
    fold->context = context;
    fold->into = table_new(lobby_host(entry->server->lobby));
    if (fold->into) {
        good = entry->made || load(fold);
        if (good)
            turn_visit(entry->server->turn, entry, fold_one, fold);
        good = good && !fold->bad;
        table_free(fold->into);
    }
    free(fold);
    return good;
}

/* ---- Records ----------------------------------------------------------- */

struct log_move {
    tio_move move;
    bool stand_in;
};

/* The last game that was begun, as its record will tell it. */
struct game_log {
    struct lobby_table *entry;
    enum store_status status;
    tio_record_head head;
    tio_deck deck;
    unsigned number;
    struct table_person person[TIO_MAX_PLAYERS]; /* all zero: no person */
    struct table_person host;
    uint8_t watch; /* enum table_watch */
    uint64_t time; /* of its end */
    uint8_t secret[TABLE_BYTES];
    struct log_move *move;
    size_t count;
    size_t room;
    bool moved; /* a person has, though it may have been taken back */
    bool failed;
};

static void begin_game(struct game_log *log, const struct table *table)
{
    tio_record_head *head = &log->head;

    memset(head, 0, sizeof *head);
    log->deck = *table->deck;
    head->settings = table->game.settings;
    head->fair = true;
    memcpy(head->commit, table->commit, sizeof head->commit);
    for (unsigned seat = 0; seat < head->settings.players; seat++) {
        const struct table_seat *from = &table->seat[seat];

        memcpy(head->name[seat], from->name, sizeof head->name[seat]);
        memcpy(head->bytes[seat], from->bytes, sizeof head->bytes[seat]);
        head->contributed =
            (uint8_t)(head->contributed | (unsigned)from->contributed << seat);
        log->person[seat] = from->kind == TABLE_SEAT_PERSON
                                ? from->person
                                : (struct table_person){{0}};
    }
    log->number = table->games;
    log->count = 0;
    log->moved = false;
}

static void add_move(struct game_log *log, const struct table_event *event)
{
    if (log->count == log->room) {
        size_t room = (log->room + 64) * 2;
        struct log_move *larger = realloc(log->move, room * sizeof *larger);

        if (!larger) {
            log->failed = true;
            return;
        }
        log->move = larger;
        log->room = room;
    }
    log->moved = log->moved || (event->type == TABLE_EVENT_MOVE &&
                                event->cause == TABLE_CAUSE_PERSON);
    log->move[log->count++] = (struct log_move){
        .move = event->move,
        .stand_in = event->type == TABLE_EVENT_MOVE &&
                    (event->cause == TABLE_CAUSE_STAND_IN ||
                     event->cause == TABLE_CAUSE_LATE),
    };
}

/* A seat takes back the last move that it made; in a common phase others may
 * have answered since. */
static void take_back(struct game_log *log, unsigned seat)
{
    size_t place = log->count;

    while (place > 0 && (log->move[place - 1].move.seat != seat ||
                         tio_move_is_chance(log->move[place - 1].move.type)))
        place--;
    if (!place) {
        log->failed = true;
        return;
    }
    memmove(&log->move[place - 1], &log->move[place],
            (log->count - place) * sizeof *log->move);
    log->count--;
}

static tio_error write_record(const struct game_log *log,
                              tio_record_writer *writer, tio_game *game)
{
    const tio_deck *deck = &log->deck;
    tio_error error = tio_game_init(game, deck, &log->head.settings);

    for (size_t i = 0; i < log->count && error == TIO_OK; i++) {
        const struct log_move *one = &log->move[i];

        error = tio_apply(game, deck, &one->move);
        if (error == TIO_OK)
            error = one->stand_in
                        ? tio_record_add_stand_in(writer, game, &one->move)
                        : tio_record_add(writer, game, &one->move);
    }
    if (error == TIO_OK && game->phase == TIO_PHASE_OVER)
        error = tio_record_end(writer, game);
    if (error == TIO_OK)
        error = tio_record_reveal(writer, log->secret);
    return error;
}

/* For lists: nothing that is not in the record. */
static void write_about(struct json *json, const struct game_log *log,
                        const tio_game *game)
{
    const tio_settings *settings = &log->head.settings;
    bool finished = game->phase == TIO_PHASE_OVER;

    json_object_begin(json);
    json_key_bool(json, "public", log->watch == TABLE_WATCH_PUBLIC);
    json_key_bool(json, "finished", finished);
    json_key_string(json, "edition", setting_editions[settings->edition]);
    json_key_bool(json, "free_hand", settings->free_hand);
    json_key_string(json, "deck", log->deck.name);
    json_key(json, "players");
    json_array_begin(json);
    for (unsigned seat = 0; seat < settings->players; seat++) {
        json_object_begin(json);
        json_key_string(json, "name", log->head.name[seat]);
        if (finished)
            json_key_int(json, "total", tio_game_total(game, seat));
        json_object_end(json);
    }
    json_array_end(json);
    json_object_end(json);
}

static struct played_game played_of(const struct game_log *log,
                                    const tio_game *game)
{
    struct played_game one = {
        .game = log->number,
        .time = log->time,
        .finished = game->phase == TIO_PHASE_OVER,
        .kept = log->moved,
        .watch = log->watch,
        .players = log->head.settings.players,
        .host = log->host,
    };

    memcpy(one.table, log->entry->id, sizeof one.table);
    for (unsigned seat = 0; seat < one.players; seat++) {
        memcpy(one.name[seat], log->head.name[seat], sizeof one.name[seat]);
        one.person[seat] = log->person[seat];
        one.total[seat] = tio_game_total(game, seat);
    }
    return one;
}

/* The record, and the game in its players' lists. */
static enum store_status store_game(const struct game_log *log,
                                    const tio_game *game, const char *about,
                                    const char *text, size_t size)
{
    struct store *store = log->entry->server->store;
    struct played_game played = played_of(log, game);
    uint8_t readers[PLAYED_READERS];
    struct store_marks marks = {
        .marks = (log->watch == TABLE_WATCH_PUBLIC ? STORE_LISTED : 0U) |
                 (log->moved ? STORE_KEPT : 0U),
        .readers = readers,
        .readers_size = played_readers(&played, readers),
    };
    enum store_status status =
        store_record_marked(store, log->entry->id, log->number, log->time,
                            about, &marks, text, size);

    return status == STORE_OK ? played_write(log->entry->server, &played)
                              : status;
}

static enum store_status save_record(const struct game_log *log)
{
    struct server *server = log->entry->server;
    tio_record_writer *writer = tio_record_new(&log->deck, &log->head);
    struct json about = json_growing();
    enum store_status status = STORE_OK;
    const char *words = NULL;
    tio_game game;

    if (writer && write_record(log, writer, &game) == TIO_OK) {
        write_about(&about, log, &game);
        words = json_text(&about, NULL);
    }
    if (words) {
        size_t size;
        const char *text = tio_record_text(writer, &size);

        status = store_game(log, &game, words, text, size);
    } else {
        log_line(server->config.log, LOG_LEVEL_ERROR,
                 "the record of a game can't be written");
    }
    json_free(&about);
    tio_record_free(writer);
    return status;
}

static bool follow(void *context, const struct table *table,
                   const struct table_event *event)
{
    struct game_log *log = context;

    if (event->type == TABLE_EVENT_START)
        begin_game(log, table);
    else if (event->type == TABLE_EVENT_CHANCE ||
             event->type == TABLE_EVENT_MOVE)
        add_move(log, event);
    else if (event->type == TABLE_EVENT_UNDO)
        take_back(log, event->seat);
    else if (event->type == TABLE_EVENT_REVEAL) {
        log->time = event->time;
        log->watch = table->settings.watch;
        log->host = table->owner;
        memcpy(log->secret, table->revealed, sizeof log->secret);
        /* At once, for the next game may begin, and even end, in this turn. */
        if (event->seq > log->entry->seq && !log->failed)
            log->status = save_record(log);
    }
    return !log->failed && log->status == STORE_OK;
}

/* A game without a record is a loss, but none that may stop the others. */
enum store_status replay_record(struct lobby_table *entry)
{
    struct game_log *log = calloc(1, sizeof *log);
    enum store_status status = STORE_OK;
    bool good = false;

    if (log) {
        log->entry = entry;
        log->status = STORE_OK;
        good = replay_run(entry, follow, log) && !log->failed;
        status = log->status;
        free(log->move);
    }
    free(log);
    if (!good)
        log_line(entry->server->config.log, LOG_LEVEL_ERROR,
                 "the record of a game can't be made");
    return status;
}
