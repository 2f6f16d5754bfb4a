/* Logs folded once more; the record of a game that has ended comes from its log,
 * so that nothing of it has to be kept while it is played. */
#include "server/replay.h"

#include <string.h>

#include "base/json.h"
#include "notation/settings.h"
#include "server/lap.h"
#include "table/record.h"

struct fold {
    struct lobby_table *entry;
    struct table *into;
    replay_visit *visit;
    void *context;
    bool bad;
    uint64_t seq;             /* the last that was folded */
    struct replay_part *part; /* NULL: all of it */
    bool follows;             /* it goes on from what is in memory, */
    bool cut;                 /* and does not fit */
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
    char why[200] = "";
    if (fold->follows && seq != fold->into->seq + 1) {
        fold->cut = true;
        return false;
    }
    fold->bad = true;
    fold->entry->server->counts.replay_bytes += size;
    if (fold->part && seq != fold->into->seq + 1 && !start_over(fold))
        return false;
    tio_text_error error;
    struct table_event event;
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
    else if (status == STORE_MISSING && server->peers)
        fold->entry->gone = true;
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
    struct fold fold = {.entry = entry, .into = into};
    bool good = load(&fold) && into->seq > 0;
    entry->about.created = into->created;
    return good;
}

enum replay_result replay_follow(struct lobby_table *entry, replay_visit *visit,
                                 void *context)
{
    struct fold fold = {
        .entry = entry,
        .into = entry->table,
        .visit = visit,
        .context = context,
        .seq = entry->table->seq,
        .follows = true,
    };
    if (!load(&fold))
        return REPLAY_BAD;
    return fold.cut ? REPLAY_CUT : REPLAY_GOOD;
}

bool replay_part(struct replay_part *part, struct table **into,
                 replay_visit *visit, void *context)
{
    struct fold fold = {
        .entry = part->entry,
        .into = *into,
        .visit = visit,
        .context = context,
        .seq = (*into)->seq,
        .part = part,
    };
    bool good = load(&fold);
    *into = fold.into;
    return good;
}

/* *passed: somebody else has written in the meantime, so that what this lap has
 * does not follow: it will be left out of the commit. */
static bool run(struct lobby_table *entry, replay_visit *visit, void *context,
                bool *passed)
{
    struct fold fold = {
        .entry = entry,
        .into = table_new(lobby_host(entry->server->lobby)),
        .visit = visit,
        .context = context,
    };
    bool good = fold.into && (entry->made || load(&fold));
    *passed = good && fold.into->seq > entry->seq;
    if (good && !*passed)
        lap_visit(entry->server->lap, entry, fold_one, &fold);
    table_free(fold.into);
    return good && !*passed && !fold.bad;
}

bool replay_run(struct lobby_table *entry, replay_visit *visit, void *context)
{
    bool passed;
    return run(entry, visit, context, &passed);
}

/* ---- Records ----------------------------------------------------------- */

/* The last game that was begun. */
struct game_log {
    struct lobby_table *entry;
    enum store_status status;
    tio_record_writer *record; /* NULL: none has begun */
    struct played_game played;
    bool failed;
};

static void begin_game(struct game_log *log, const struct table *table)
{
    struct played_game *played = &log->played;
    *played = (struct played_game){
        .game = table->games,
        .players = table->game.settings.players,
    };
    memcpy(played->table, log->entry->id, sizeof played->table);
    for (unsigned seat = 0; seat < played->players; seat++) {
        const struct table_seat *from = &table->seat[seat];
        memcpy(played->name[seat], from->name, sizeof played->name[seat]);
        if (from->kind == TABLE_SEAT_PERSON)
            played->person[seat] = from->person;
    }
    tio_record_free(log->record);
    log->record = table_record_new(table);
    log->failed = !log->record;
}

/* For lists: nothing that is not in the record. */
static void write_about(struct json *json, const struct played_game *played,
                        const struct table *table)
{
    const tio_settings *settings = &table->game.settings;
    json_object_begin(json);
    json_key_bool(json, "public", played->watch == TABLE_WATCH_PUBLIC);
    json_key_bool(json, "finished", played->finished);
    json_key_string(json, "edition", setting_editions[settings->edition]);
    json_key_bool(json, "free_hand", settings->free_hand);
    json_key_string(json, "deck", table->deck->name);
    json_key(json, "players");
    json_array_begin(json);
    for (unsigned seat = 0; seat < played->players; seat++) {
        json_object_begin(json);
        json_key_string(json, "name", played->name[seat]);
        if (played->finished)
            json_key_int(json, "total", played->total[seat]);
        json_object_end(json);
    }
    json_array_end(json);
    json_object_end(json);
}

/* The record, and the game in its players' lists. */
static enum store_status store_game(const struct game_log *log,
                                    const char *about)
{
    struct server *server = log->entry->server;
    const struct played_game *played = &log->played;
    uint8_t readers[PLAYED_READERS];
    struct store_marks marks = {
        .marks = (played->watch == TABLE_WATCH_PUBLIC ? STORE_LISTED : 0U) |
                 (played->kept ? STORE_KEPT : 0U),
        .readers = readers,
        .readers_size = played_readers(played, readers),
    };
    size_t size;
    const char *text = tio_record_text(log->record, &size);
    enum store_status status =
        store_record_marked(server->store, played->table, played->game,
                            played->time, about, &marks, text, size);
    return status == STORE_OK ? played_write(server, played) : status;
}

static void end_game(struct game_log *log, const struct table *table)
{
    struct played_game *played = &log->played;
    struct json about = json_growing();
    played->time = table->time;
    played->finished = table->game.phase == TIO_PHASE_OVER;
    played->watch = table->settings.watch;
    played->host = table->owner;
    played->gave_up = 0;
    for (unsigned seat = 0; seat < played->players; seat++) {
        played->total[seat] = tio_game_total(&table->game, seat);
        played->gave_up |= (unsigned)table->seat[seat].gave_up << seat;
    }
    write_about(&about, played, table);
    const char *words = json_text(&about, NULL);
    if (words)
        log->status = store_game(log, words);
    else
        log->failed = true;
    json_free(&about);
}

static bool follow(void *context, const struct table *table,
                   const struct table_event *event)
{
    struct game_log *log = context;
    if (event->type == TABLE_EVENT_START)
        begin_game(log, table);
    else if (log->record)
        log->failed = table_record_note(log->record, table, event) != TIO_OK;
    /* Though it may have been taken back. */
    if (event->type == TABLE_EVENT_MOVE && event->cause == TABLE_CAUSE_PERSON)
        log->played.kept = true;
    /* At once, because the next game may begin, and even end, in this lap. */
    if (event->type == TABLE_EVENT_REVEAL && event->seq > log->entry->seq &&
        log->record && !log->failed)
        end_game(log, table);
    return !log->failed && log->status == STORE_OK;
}

/* A game without a record is a loss, but none that may stop the others. */
enum store_status replay_record(struct lobby_table *entry)
{
    struct game_log log = {.entry = entry, .status = STORE_OK};
    bool passed;
    bool good = run(entry, follow, &log, &passed) && !log.failed;
    tio_record_free(log.record);
    if (!good && !passed)
        log_line(entry->server->config.log, LOG_LEVEL_ERROR,
                 "the record of a game can't be made");
    return log.status;
}
