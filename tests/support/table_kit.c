#include "support/table_kit.h"

#include <stdarg.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- The same table ---- */

static bool same_moves(const tio_deck *deck, const tio_move *a,
                       const tio_move *b)
{
    char one[TIO_MOVE_TEXT];
    char two[TIO_MOVE_TEXT];
    tio_move_print(deck, a, one);
    tio_move_print(deck, b, two);
    return a->seat == b->seat && strcmp(one, two) == 0;
}

static bool same_settings(const struct table_settings *a,
                          const struct table_settings *b)
{
    static char one[TABLE_EVENT];
    static char two[TABLE_EVENT];
    struct table_event event = {.type = TABLE_EVENT_SET};
    event.settings = *a;
    table_event_print(&event, NULL, one);
    event.settings = *b;
    table_event_print(&event, NULL, two);
    return strcmp(one, two) == 0;
}

#define COMPARE(field)                                                         \
    do {                                                                       \
        if (a->field != b->field)                                              \
            return #field;                                                     \
    } while (0)
#define COMPARE_BYTES(field)                                                   \
    do {                                                                       \
        if (memcmp(&a->field, &b->field, sizeof a->field) != 0)                \
            return #field;                                                     \
    } while (0)

static const char *seat_difference(const struct table_seat *a,
                                   const struct table_seat *b)
{
    COMPARE(kind);
    COMPARE(stand_in);
    COMPARE(left);
    COMPARE(again);
    COMPARE(contributed);
    COMPARE_BYTES(person);
    COMPARE_BYTES(name);
    COMPARE(colour);
    COMPARE_BYTES(level);
    COMPARE_BYTES(bytes);
    COMPARE(left_ms);
    COMPARE(asked_time);
    COMPARE(question);
    COMPARE(stand_ins);
    COMPARE(names);
    COMPARE(undos);
    COMPARE(waits);
    COMPARE(wait_until);
    return NULL;
}

static const char *game_difference(const struct table *a, const struct table *b)
{
    COMPARE(first);
    COMPARE(started);
    COMPARE(position);
    COMPARE(undo_moves);
    COMPARE(hidden_answers);
    COMPARE(shown_answers);
    COMPARE(scored);
    if (a->games == 0)
        return NULL;
    for (unsigned i = 0; i < a->scored && i < TABLE_ROUNDS; i++)
        COMPARE_BYTES(score[i]);
    if (tio_game_hash(&a->game) != tio_game_hash(&b->game))
        return "game";
    if (tio_game_hash(&a->barrier) != tio_game_hash(&b->barrier))
        return "barrier";
    for (unsigned i = 0; i < a->undo_moves; i++) {
        COMPARE(undo_left[i]);
        COMPARE(undo_time[i]);
        if (!same_moves(a->deck, &a->undo_move[i], &b->undo_move[i]))
            return "undo_move";
    }
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        if (a->hidden_answers >> i & 1 &&
            !same_moves(a->deck, &a->answer[i], &b->answer[i]))
            return "answer";
        if (a->shown_answers >> i & 1 &&
            !same_moves(a->deck, &a->shown[i], &b->shown[i]))
            return "shown";
    }
    return NULL;
}

const char *kit_difference(const struct table *a, const struct table *b)
{
    COMPARE(seq);
    COMPARE(time);
    COMPARE(created);
    COMPARE(log);
    COMPARE(log_first);
    COMPARE(phase);
    COMPARE(cause);
    COMPARE(deck);
    COMPARE_BYTES(owner);
    COMPARE_BYTES(kicked);
    COMPARE(kicks);
    COMPARE(requests);
    for (unsigned i = 0; i < TABLE_REQUESTS; i++) {
        COMPARE(request[i].key);
        COMPARE(request[i].seq);
    }
    COMPARE_BYTES(secret);
    COMPARE_BYTES(commit);
    COMPARE_BYTES(revealed);
    COMPARE_BYTES(revealed_commit);
    COMPARE(has_secret);
    COMPARE(has_revealed);
    COMPARE(games);
    COMPARE(chances);
    if (!same_settings(&a->settings, &b->settings))
        return "settings";
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        const char *field = seat_difference(&a->seat[i], &b->seat[i]);
        if (field)
            return field;
    }
    return game_difference(a, b);
}

/* ---- The host ---- */

static void fold_line(struct table *table, const char *line)
{
    static char room[TABLE_DECK];
    struct table_event event;
    tio_text_error error = {0, 0, ""};
    char why[200];
    if (!table_event_parse(line, strlen(line), table->deck, &event, room,
                           &error))
        fail_msg("%s: column %u, %s", line, error.column, error.what);
    if (!table_fold(table, &event, why))
        fail_msg("%s: %s", line, why);
}

static void forget_lines(struct kit *kit)
{
    for (size_t i = 0; i < kit->lines; i++)
        free(kit->line[i]);
    kit->lines = 0;
}

/* Alone it is all that came before: so that goes. */
static void begin_with_snapshot(struct kit *kit, const struct table *table,
                                const char *text)
{
    struct table *fresh = table_new(&kit->host);
    assert_non_null(fresh);
    fold_line(fresh, text);
    const char *field = kit_difference(table, fresh);
    if (field)
        fail_msg("%s differs after %s alone", field, text);
    table_free(fresh);
    if (!kit->keep)
        forget_lines(kit);
    kit->bytes = 0;
    kit->snapshots++;
}

static void happened(void *context, struct table *table,
                     const struct table_event *event)
{
    static char text[TABLE_EVENT];
    struct kit *kit = context;
    bool snapshot = event->type == TABLE_EVENT_SNAPSHOT;
    size_t size = table_event_print(event, table->deck, text);
    assert_int_not_equal(size, 0);
    if (snapshot)
        begin_with_snapshot(kit, table, text);
    if (kit->lines == kit->room) {
        kit->room = kit->room ? 2 * kit->room : 64;
        kit->line = realloc(kit->line, kit->room * sizeof *kit->line);
        assert_non_null(kit->line);
    }
    kit->line[kit->lines] = malloc(size + 1);
    assert_non_null(kit->line[kit->lines]);
    memcpy(kit->line[kit->lines++], text, size + 1);
    kit->bytes += size;
    assert_int_equal(table->log, kit->bytes);
    if (kit->second) {
        fold_line(kit->second, text);
        const char *field = kit_difference(table, kit->second);
        if (field)
            fail_msg("%s differs after %s", field, text);
    }
    /* Between games there is none. */
    if (table->games > 0 && !snapshot && table->phase != TABLE_OPEN) {
        const char *broken = tio_game_check(&table->game, table->deck, NULL);
        if (broken)
            fail_msg("%s after %s", broken, text);
    }
    if (kit->heard)
        kit->heard(kit->context, table, event);
}

static void deal(void *context, const struct table *table, tio_move *out)
{
    const struct kit *kit = context;
    tio_random random;
    uint64_t key;
    memcpy(&key, table->secret, sizeof key);
    tio_random_init(&random, kit->seed ^ key, table->chances);
    memset(out, 0, sizeof *out);
    tio_deal_random(&table->game, table->deck, &random, out);
}

static void secret(void *context, uint8_t out[TABLE_BYTES],
                   uint8_t commit[TABLE_BYTES])
{
    struct kit *kit = context;
    kit->secrets++;
    for (unsigned i = 0; i < TABLE_BYTES; i++) {
        out[i] = (uint8_t)(kit->secrets * 17 + i);
        commit[i] = (uint8_t)(255 - out[i]);
    }
}

static bool knows(void *context, const char *level)
{
    (void)context;
    return tio_bot_named(level) != NULL;
}

void kit_begin(struct kit *kit, uint64_t seed)
{
    memset(kit, 0, sizeof *kit);
    kit->host.context = kit;
    kit->host.decks = decks_new();
    kit->host.happened = happened;
    kit->host.deal = deal;
    kit->host.secret = secret;
    kit->host.knows = knows;
    kit->seed = seed;
    kit->now = KIT_NOW;
    kit->table = table_new(&kit->host);
    kit->second = table_new(&kit->host);
    assert_non_null(kit->host.decks);
    assert_non_null(kit->table);
    assert_non_null(kit->second);
}

void kit_end(struct kit *kit)
{
    table_free(kit->table);
    table_free(kit->second);
    assert_int_equal(decks_held(kit->host.decks), 0);
    decks_free(kit->host.decks);
    forget_lines(kit);
    free(kit->line);
}

void kit_create(struct kit *kit, const struct table_settings *settings)
{
    enum table_error error =
        table_create(kit->table, settings, NULL, kit_person(0), "create",
                     kit->now, &kit->why);
    if (error)
        fail_msg("create: %s %s", table_error_name(error), kit->why.text.what);
}

struct table *kit_fold_again(struct kit *kit)
{
    struct table *table = table_new(&kit->host);
    assert_non_null(table);
    for (size_t i = 0; i < kit->lines; i++)
        fold_line(table, kit->line[i]);
    return table;
}

void kit_reload(struct kit *kit)
{
    struct table *table = kit_fold_again(kit);
    const char *field = kit_difference(kit->table, table);
    if (field)
        fail_msg("%s differs after a reload", field);
    table_free(kit->table);
    kit->table = table;
    table_resume(table, kit->now);
}

/* ---- Persons ---- */

struct table_person kit_person(unsigned number)
{
    struct table_person person;
    memset(&person, 0xa0 + (int)number, sizeof person);
    return person;
}

struct table_command kit_command(struct kit *kit, unsigned type,
                                 unsigned person)
{
    struct table_command command;
    memset(&command, 0, sizeof command);
    command.type = (uint8_t)type;
    command.seat = TIO_NONE;
    command.person = kit_person(person);
    (void)snprintf(command.request, sizeof command.request, "r%llu",
                   (unsigned long long)++kit->requests);
    (void)snprintf(command.name, sizeof command.name, "Person %u", person);
    command.colour = 0x102030 + person;
    command.has_bytes = true;
    memset(command.bytes, (int)(person + kit->requests), sizeof command.bytes);
    return command;
}

enum table_error kit_do(struct kit *kit, const struct table_command *command)
{
    return table_do(kit->table, command, kit->now, &kit->seq, &kit->why);
}

enum table_error kit_ask(struct kit *kit, unsigned type, unsigned person,
                         unsigned seat, const char *text)
{
    struct table_command command = kit_command(kit, type, person);
    command.seat = (uint8_t)seat;
    command.text = text;
    if (text)
        (void)snprintf(command.level, sizeof command.level, "%s", text);
    return kit_do(kit, &command);
}

enum table_error kit_sit(struct kit *kit, unsigned person, unsigned seat)
{
    enum table_error error = kit_ask(kit, TABLE_DO_SIT, person, seat, NULL);
    if (!error)
        table_present(kit->table, table_seat_of(kit->table, kit_person(person)),
                      true, kit->now);
    return error;
}

enum table_error kit_move(struct kit *kit, unsigned person, const char *text)
{
    return kit_ask(kit, TABLE_DO_MOVE, person, TIO_NONE, text);
}

const char *kit_take(const struct kit *kit)
{
    static char text[TIO_MOVE_TEXT];
    tio_move move = {.type = TIO_MOVE_TAKE};
    for (move.kind = 0; move.kind < TIO_KINDS; move.kind++)
        if (tio_dice_count(kit->table->game.tray, move.kind))
            break;
    tio_move_print(kit->table->deck, &move, text);
    return text;
}

/* ---- Playing ---- */

static void choose(struct kit *kit, const tio_view *view, tio_move *move)
{
    const struct table *table = kit->table;
    tio_random random;
    tio_random_init(&random, kit->seed, table->seq);
    memset(move, 0, sizeof *move);
    tio_bot_named(table->seq % 3 ? "easy" : "random")
        ->choose(view, table->deck, NULL, &random, move);
}

void kit_choose(struct kit *kit, unsigned seat, char text[TIO_MOVE_TEXT])
{
    tio_view view;
    tio_move move;
    tio_view_of(&kit->table->game, seat, &view);
    choose(kit, &view, &move);
    tio_move_print(kit->table->deck, &move, text);
}

void kit_think(struct kit *kit)
{
    struct table_want want;
    while (table_wants(kit->table, kit->now, &want)) {
        tio_move move;
        choose(kit, &want.view, &move);
        assert_int_equal(
            table_answer(kit->table, want.seat, want.ticket, &move, kit->now),
            TABLE_ANSWER_TAKEN);
    }
}

void kit_run(struct kit *kit, uint64_t now)
{
    for (;;) {
        table_tick(kit->table, kit->now);
        kit_think(kit);
        uint64_t due = table_due(kit->table);
        if (due > now)
            break;
        if (due > kit->now)
            kit->now = due;
    }
    kit->now = now;
    table_tick(kit->table, now);
    kit_think(kit);
}

/* The first person who has to decide, or TIO_NONE. */
static unsigned waiting(const struct table *table)
{
    unsigned deciders = tio_game_deciders(&table->game);
    for (unsigned i = 0; i < table->settings.game.players; i++)
        if (deciders >> i & 1 && table->seat[i].kind == TABLE_SEAT_PERSON &&
            !table->seat[i].left && !table->seat[i].stand_in)
            return i;
    return TIO_NONE;
}

unsigned kit_play(struct kit *kit, unsigned moves)
{
    unsigned made = 0;
    while (kit->table->phase == TABLE_PLAYING && made < moves) {
        unsigned seat = waiting(kit->table);
        if (seat == TIO_NONE) {
            kit_run(kit, kit->now + 500);
            continue;
        }
        struct table_command command = kit_command(kit, TABLE_DO_MOVE, 0);
        char text[TIO_MOVE_TEXT];
        kit_choose(kit, seat, text);
        command.person = kit->table->seat[seat].person;
        command.at = kit->table->position;
        command.text = text;
        enum table_error error = kit_do(kit, &command);
        if (error)
            fail_msg("%s: %s %s", text, table_error_name(error),
                     tio_error_name(kit->why.rule));
        made++;
    }
    return made;
}
