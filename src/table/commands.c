/* What a person asks for: refused with a reason, or made into events. Nothing
 * has happened yet when something is refused. */
#include "table/parts.h"

#include <stdio.h>
#include <string.h>

#include "notation/name.h"
#include "base/utf8.h"

#define NAME_MOST 40   /* bytes of a person's name */
#define MOVE_MOST 1024 /* bytes of a move as a person writes it */
#define START_LEVEL "normal"

struct asking {
    struct table *table;
    const struct table_command *command;
    unsigned seat; /* of the person, or TIO_NONE */
    uint64_t now;
    uint64_t seq; /* of the event that carries the request */
    struct table_refusal *why;
};

typedef enum table_error command_function(struct asking *asking);

/* ---- Helpers ---- */

static struct table_event event_for(const struct asking *asking, unsigned type,
                                    unsigned seat)
{
    struct table_event event = table_event_at(type, seat);
    event.person = asking->command->person;
    memcpy(event.request, asking->command->request, sizeof event.request);
    return event;
}

/* Emits the event that carries the request. */
static enum table_error emit(struct asking *asking, struct table_event *event)
{
    if (!table_emit(asking->table, event, asking->now))
        return TABLE_E_MEMORY;
    asking->seq = event->seq;
    return TABLE_E_OK;
}

/* The person's name, for this seat or (TIO_NONE) a new one. A bot gives way to
 * a person who sits down; nobody else does. */
static enum table_error try_name(const struct asking *asking, unsigned seat)
{
    const struct table *table = asking->table;
    const char *name = asking->command->name;
    if (!utf8_fits_as_name(name, NAME_MOST + 1) ||
        !name_is_good(name, strlen(name)))
        return TABLE_E_BAD_NAME;
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        bool yields = seat == TIO_NONE && table->seat[i].kind == TABLE_SEAT_BOT;
        if (i != seat && !yields && table->seat[i].kind != TABLE_SEAT_EMPTY &&
            names_alike(table->seat[i].name, name))
            return TABLE_E_NAME_TAKEN;
    }
    return TABLE_E_OK;
}

static bool level_known(const struct table *table, const char *level)
{
    return utf8_fits_as_name(level, TABLE_LEVEL) &&
           table->host->knows(table->host->context, level);
}

/* Takes as long wherever the difference is. */
static bool code_right(const struct table *table,
                       const struct table_command *command)
{
    unsigned difference = 0;
    bool mine = true;
    bool own = true;
    for (unsigned i = 0; i < TABLE_CODE; i++) {
        unsigned char a = (unsigned char)table->settings.code[i];
        unsigned char b = (unsigned char)command->code[i];
        difference |= (mine ? a : 0U) ^ (own ? b : 0U);
        mine = mine && a;
        own = own && b;
    }
    return difference == 0;
}

static unsigned free_seat(const struct table *table)
{
    for (unsigned i = 0; i < table_players(table); i++)
        if (table->seat[i].kind == TABLE_SEAT_EMPTY)
            return i;
    return TIO_NONE;
}

/* The seat that is meant: the one named, or with TIO_NONE a free one. */
static enum table_error choose_seat(const struct asking *asking,
                                    unsigned *chosen)
{
    const struct table *table = asking->table;
    unsigned named = asking->command->seat;
    *chosen = free_seat(table);
    if (*chosen == TIO_NONE)
        return TABLE_E_FULL;
    if (named == TIO_NONE)
        return TABLE_E_OK;
    if (named >= table_players(table))
        return TABLE_E_NO_SUCH_SEAT;
    *chosen = named;
    return table->seat[named].kind == TABLE_SEAT_EMPTY ? TABLE_E_OK
                                                       : TABLE_E_SEAT_TAKEN;
}

/* ---- Before the game ---- */

static enum table_error start_game(struct asking *asking,
                                   struct table_event *event)
{
    event->seat = asking->table->settings.game.first;
    return table_emit(asking->table, event, asking->now) ? TABLE_E_OK
                                                         : TABLE_E_MEMORY;
}

static void fill_bot(const struct table *table, unsigned seat,
                     const char *level, struct table_event *event)
{
    event->seat = (uint8_t)seat;
    (void)snprintf(event->level, sizeof event->level, "%s", level);
    table_bot_name(table, seat, level, event->name);
}

/* A bot whose name the person on this seat has gets up and sits down again
 * under another. */
static bool rename_bots(struct asking *asking, unsigned person)
{
    struct table *table = asking->table;
    unsigned seat;
    while ((seat = table_namesake(table, table->seat[person].name, person)) !=
           TIO_NONE) {
        struct table_event stand = table_event_new(TABLE_EVENT_STAND);
        struct table_event bot = table_event_new(TABLE_EVENT_BOT);
        char level[TABLE_LEVEL];
        memcpy(level, table->seat[seat].level, sizeof level);
        stand.seat = (uint8_t)seat;
        stand.cause = TABLE_CAUSE_HOST;
        if (!table_emit(table, &stand, asking->now))
            return false;
        fill_bot(table, seat, level, &bot);
        if (!table_emit(table, &bot, asking->now))
            return false;
    }
    return true;
}

static enum table_error do_sit(struct asking *asking)
{
    struct table *table = asking->table;
    const struct table_command *command = asking->command;
    unsigned seat;
    if (table_nobody(command->person))
        return TABLE_E_NOT_SEATED;
    if (table_was_kicked(table, command->person))
        return TABLE_E_KICKED;
    if (!table_is_owner(table, command->person) && !code_right(table, command))
        return TABLE_E_BAD_CODE;
    enum table_error error = try_name(asking, TIO_NONE);
    if (error)
        return error;
    if (!command->has_bytes)
        return TABLE_E_NO_BYTES;
    error = choose_seat(asking, &seat);
    if (error)
        return error;
    struct table_event event = event_for(asking, TABLE_EVENT_SIT, seat);
    memcpy(event.name, command->name, strlen(command->name));
    event.colour = command->colour;
    memcpy(event.bytes, command->bytes, TABLE_BYTES);
    error = emit(asking, &event);
    if (!error && !rename_bots(asking, seat))
        error = TABLE_E_MEMORY;
    if (error || free_seat(table) != TIO_NONE)
        return error;
    struct table_event start = table_event_new(TABLE_EVENT_START);
    return start_game(asking, &start);
}

static enum table_error do_stand(struct asking *asking)
{
    bool open = asking->table->phase == TABLE_OPEN;
    struct table_event event = event_for(
        asking, open ? TABLE_EVENT_STAND : TABLE_EVENT_LEAVE, asking->seat);
    event.cause = TABLE_CAUSE_PERSON;
    return emit(asking, &event);
}

static enum table_error do_kick(struct asking *asking)
{
    const struct table *table = asking->table;
    unsigned seat = asking->command->seat;
    if (seat >= table_players(table))
        return TABLE_E_NO_SUCH_SEAT;
    if (table->seat[seat].kind == TABLE_SEAT_EMPTY)
        return TABLE_E_NOBODY_THERE;
    if (seat == asking->seat) /* nobody is sent away for good by himself */
        return do_stand(asking);
    struct table_event event = event_for(asking, TABLE_EVENT_STAND, seat);
    event.cause = table->seat[seat].kind == TABLE_SEAT_BOT ? TABLE_CAUSE_HOST
                                                           : TABLE_CAUSE_KICKED;
    return emit(asking, &event);
}

static enum table_error do_bot(struct asking *asking)
{
    const struct table *table = asking->table;
    const struct table_command *command = asking->command;
    unsigned seat;
    if (!level_known(table, command->level))
        return TABLE_E_NO_SUCH_BOT;
    enum table_error error = choose_seat(asking, &seat);
    if (error)
        return error;
    struct table_event event = event_for(asking, TABLE_EVENT_BOT, TIO_NONE);
    fill_bot(table, seat, command->level, &event);
    return emit(asking, &event);
}

static enum table_error do_name(struct asking *asking)
{
    const struct table_command *command = asking->command;
    enum table_error error = try_name(asking, asking->seat);
    if (error)
        return error;
    if (asking->table->seat[asking->seat].names >= TABLE_NAMES)
        return TABLE_E_TOO_MANY_NAMES;
    struct table_event event =
        event_for(asking, TABLE_EVENT_NAME, asking->seat);
    memcpy(event.name, command->name, strlen(command->name));
    event.colour = command->colour;
    return emit(asking, &event);
}

static enum table_error bad_setting(struct table_refusal *why,
                                    const char *field, const char *what)
{
    (void)snprintf(why->field, sizeof why->field, "%s", field);
    (void)snprintf(why->text.what, sizeof why->text.what, "%s: %s", field,
                   what);
    return TABLE_E_BAD_SETTING;
}

static enum table_error bad_deck(struct table_refusal *why, const char *what)
{
    why->text.line = 1;
    why->text.column = 1;
    (void)snprintf(why->text.what, sizeof why->text.what, "%s", what);
    return TABLE_E_BAD_DECK;
}

/* Whether the deck is available; it is held for the table's fold to share. */
static enum table_error try_deck(const struct table *table,
                                 const struct table_event *event,
                                 struct table_refusal *why,
                                 const tio_deck **held)
{
    static const char too_long[] = "the deck is too long";
    struct decks *decks = table->host->decks;
    const char *name = event->settings.deck;
    char text[TABLE_EVENT];
    if (event->deck && strlen(event->deck) >= TABLE_DECK)
        return bad_deck(why, too_long);
    /* With room for the numbers in front, which are not known yet. */
    if (event->deck &&
        table_event_print(event, NULL, text) - 1 >= TABLE_EVENT - 64)
        return bad_deck(why, too_long);
    if (!event->deck && table->deck && strcmp(table->deck->name, name) == 0)
        *held = deck_hold(decks, table->deck);
    else
        *held = deck_share(decks, name, event->deck, &why->text);
    if (!*held)
        return event->deck ? TABLE_E_BAD_DECK
                           : bad_setting(why, "deck", "there is no such deck");
    return TABLE_E_OK;
}

static enum table_error try_settings(const struct table *table,
                                     const struct table_settings *settings,
                                     struct table_refusal *why)
{
    if (!table_settings_check(settings, why->field, &why->text))
        return TABLE_E_BAD_SETTING;
    if (settings->grace_ms < TABLE_GRACE)
        return bad_setting(why, "grace", "at least 1 second");
    if (!level_known(table, settings->stand_in))
        return bad_setting(why, "stand_in", "there is no such bot");
    for (unsigned i = settings->game.players; i < TIO_MAX_PLAYERS; i++)
        if (table->seat[i].kind != TABLE_SEAT_EMPTY)
            return bad_setting(why, "players",
                               "somebody sits on a seat that would go");
    return TABLE_E_OK;
}

/* CREATE and SET. */
static enum table_error settle_settings(struct table *table,
                                        struct table_event *event,
                                        struct table_refusal *why, uint64_t now)
{
    const tio_deck *held;
    enum table_error error = try_settings(table, &event->settings, why);
    if (!error)
        error = try_deck(table, event, why, &held);
    if (error)
        return error;
    bool done = table_emit(table, event, now);
    deck_release(table->host->decks, held);
    return done ? TABLE_E_OK : TABLE_E_MEMORY;
}

static enum table_error do_set(struct asking *asking)
{
    struct table_event event = event_for(asking, TABLE_EVENT_SET, TIO_NONE);
    event.settings = asking->command->settings;
    event.deck = asking->command->deck;
    enum table_error error =
        settle_settings(asking->table, &event, asking->why, asking->now);
    asking->seq = event.seq;
    return error;
}

static enum table_error do_host(struct asking *asking)
{
    const struct table *table = asking->table;
    unsigned seat = asking->command->seat;
    if (seat >= table_players(table))
        return TABLE_E_NO_SUCH_SEAT;
    if (!table_seat_person(&table->seat[seat]))
        return TABLE_E_NOBODY_THERE;
    struct table_event event = event_for(asking, TABLE_EVENT_HOST, TIO_NONE);
    event.person = table->seat[seat].person;
    return emit(asking, &event);
}

/* A player who has not agreed is treated as one who has left: first all of
 * them, because from then on the rest follows by itself. */
static bool put_out(struct asking *asking)
{
    struct table *table = asking->table;
    for (unsigned i = 0; i < table_players(table); i++) {
        const struct table_seat *seat = &table->seat[i];
        if (!table_seat_person(seat) || seat->again)
            continue;
        struct table_event leave = table_event_at(TABLE_EVENT_LEAVE, i);
        leave.person = asking->command->person;
        if (!table_emit(table, &leave, asking->now))
            return false;
    }
    return true;
}

static bool seat_bots(struct asking *asking, const char *level)
{
    struct table *table = asking->table;
    for (unsigned i = 0; i < table_players(table); i++) {
        if (!table->seat[i].left)
            continue;
        struct table_event bot = table_event_new(TABLE_EVENT_BOT);
        fill_bot(table, i, level, &bot);
        if (!table_emit(table, &bot, asking->now))
            return false;
    }
    return true;
}

/* A rematch with those who want it: the host does not wait for the others. */
static enum table_error start_again(struct asking *asking)
{
    struct table *table = asking->table;
    const char *level = asking->command->level;
    bool agreed = false;
    for (unsigned i = 0; i < table_players(table); i++)
        agreed = agreed || table->seat[i].again;
    if (!agreed ||
        (asking->seat != TIO_NONE && !table->seat[asking->seat].again))
        return TABLE_E_NOT_AGREED;
    if (!level[0])
        level = table->settings.stand_in;
    if (!level_known(table, level))
        return TABLE_E_NO_SUCH_BOT;
    if (!put_out(asking) || !seat_bots(asking, level))
        return TABLE_E_MEMORY;
    struct table_event event =
        event_for(asking, TABLE_EVENT_START, table_next_first(table));
    return table_snapshot(table, asking->now) ? emit(asking, &event)
                                              : TABLE_E_MEMORY;
}

static enum table_error do_start(struct asking *asking)
{
    struct table *table = asking->table;
    const char *level = asking->command->level;
    unsigned seat;
    if (table->phase == TABLE_OVER)
        return start_again(asking);
    if (!level[0])
        level = START_LEVEL;
    if (table_persons(table) == 0)
        return TABLE_E_TOO_FEW;
    if (free_seat(table) != TIO_NONE && !level_known(table, level))
        return TABLE_E_NO_SUCH_BOT;
    while ((seat = free_seat(table)) != TIO_NONE) {
        struct table_event bot = table_event_new(TABLE_EVENT_BOT);
        fill_bot(table, seat, level, &bot);
        if (!table_emit(table, &bot, asking->now))
            return TABLE_E_MEMORY;
    }
    struct table_event event = event_for(asking, TABLE_EVENT_START, TIO_NONE);
    enum table_error error = start_game(asking, &event);
    asking->seq = event.seq;
    return error;
}

/* ---- The game ---- */

static bool is_stale(const struct asking *asking)
{
    return asking->command->at != 0 &&
           asking->command->at != asking->table->position;
}

/* With what the seat knows and nothing else, so that no refusal can tell of
 * hidden cards. */
static enum table_error read_move(const struct asking *asking, tio_move *move)
{
    const struct table *table = asking->table;
    const char *text = asking->command->text;
    tio_view view;
    if (!text || strlen(text) > MOVE_MOST) {
        (void)snprintf(asking->why->text.what, sizeof asking->why->text.what,
                       "%s", text ? "the move is too long" : "no move");
        return TABLE_E_BAD_MOVE;
    }
    tio_view_of(&table->game, asking->seat, &view);
    if (tio_move_parse(table->deck, &view, asking->seat, text, move,
                       &asking->why->text))
        return TABLE_E_BAD_MOVE;
    asking->why->rule = tio_move_is_chance(move->type)
                            ? TIO_E_NOT_CHANCE
                            : tio_check(&view.game, table->deck, move);
    return asking->why->rule ? TABLE_E_ILLEGAL : TABLE_E_OK;
}

static enum table_error do_move(struct asking *asking)
{
    struct table *table = asking->table;
    struct table_event event = event_for(asking, TABLE_EVENT_MOVE, TIO_NONE);
    if (is_stale(asking))
        return TABLE_E_STALE;
    enum table_error error = read_move(asking, &event.move);
    if (error)
        return error;
    if (table->seat[asking->seat].stand_in) {
        struct table_event back =
            table_event_at(TABLE_EVENT_BACK, asking->seat);
        back.person = asking->command->person;
        if (!table_emit(table, &back, asking->now))
            return TABLE_E_MEMORY;
    }
    event.seat = (uint8_t)asking->seat;
    event.cause = TABLE_CAUSE_PERSON;
    return emit(asking, &event);
}

static enum table_error do_undo(struct asking *asking)
{
    const struct table *table = asking->table;
    if (!table->settings.undo)
        return TABLE_E_NO_UNDO;
    if (is_stale(asking))
        return TABLE_E_STALE;
    if (table_undos_spent(table, asking->seat))
        return TABLE_E_TOO_MANY_UNDOS;
    if (table_undo_seat(table) != asking->seat)
        return TABLE_E_NOTHING_TO_UNDO;
    struct table_event event =
        event_for(asking, TABLE_EVENT_UNDO, asking->seat);
    return emit(asking, &event);
}

/* No event: it changes when bots answer, never what. */
static enum table_error do_hurry(struct asking *asking)
{
    if (!table_may_hurry(asking->table, asking->seat))
        return TABLE_E_NO_HURRY;
    table_hurry(asking->table, asking->now);
    asking->seq = asking->table->seq;
    return TABLE_E_OK;
}

static enum table_error do_again(struct asking *asking)
{
    const struct table *table = asking->table;
    if (!asking->command->has_bytes)
        return TABLE_E_NO_BYTES;
    if (table->seat[asking->seat].again) {
        asking->seq = table->seq;
        return TABLE_E_OK;
    }
    struct table_event event =
        event_for(asking, TABLE_EVENT_AGAIN, asking->seat);
    memcpy(event.bytes, asking->command->bytes, TABLE_BYTES);
    return emit(asking, &event);
}

/* ---- Between games, and while somebody is away ---- */

/* The host keeps the seat by a share of chance for the next game. */
static enum table_error do_reopen(struct asking *asking)
{
    struct table *table = asking->table;
    if (asking->seat != TIO_NONE && !table->seat[asking->seat].again &&
        asking->command->has_bytes) {
        struct table_event again =
            table_event_at(TABLE_EVENT_AGAIN, asking->seat);
        again.person = asking->command->person;
        memcpy(again.bytes, asking->command->bytes, TABLE_BYTES);
        if (!table_emit(table, &again, asking->now))
            return TABLE_E_MEMORY;
    }
    struct table_event event = event_for(asking, TABLE_EVENT_REOPEN, TIO_NONE);
    return emit(asking, &event);
}

/* RELIEVE and WAIT: what the host decides about somebody who is away. */
static enum table_error about_absent(struct asking *asking, unsigned type)
{
    const struct table *table = asking->table;
    unsigned i = asking->command->seat;
    if (i >= table_players(table))
        return TABLE_E_NO_SUCH_SEAT;
    if (table_grace_end(table, i) == TABLE_NEVER)
        return TABLE_E_NOT_AWAITED;
    const struct table_seat *seat = &table->seat[i];
    if (type == TABLE_EVENT_WAIT ? seat->waits >= TABLE_WAITS
                                 : seat->stand_ins >= TABLE_STAND_INS)
        return TABLE_E_TOO_OFTEN;
    struct table_event event = event_for(asking, type, i);
    return emit(asking, &event);
}

static enum table_error do_relieve(struct asking *asking)
{
    return about_absent(asking, TABLE_EVENT_STAND_IN);
}

static enum table_error do_wait(struct asking *asking)
{
    return about_absent(asking, TABLE_EVENT_WAIT);
}

static enum table_error do_close(struct asking *asking)
{
    struct table *table = asking->table;
    if (!table_close(table, TABLE_CAUSE_HOST, asking->command->person,
                     asking->command->request, asking->now))
        return TABLE_E_MEMORY;
    asking->seq = table->seq;
    return TABLE_E_OK;
}

/* ---- All of them ---- */

static command_function *const commands[TABLE_COMMAND_TYPES] = {
    [TABLE_DO_SIT] = do_sit,         [TABLE_DO_STAND] = do_stand,
    [TABLE_DO_KICK] = do_kick,       [TABLE_DO_BOT] = do_bot,
    [TABLE_DO_NAME] = do_name,       [TABLE_DO_SET] = do_set,
    [TABLE_DO_HOST] = do_host,       [TABLE_DO_START] = do_start,
    [TABLE_DO_MOVE] = do_move,       [TABLE_DO_UNDO] = do_undo,
    [TABLE_DO_HURRY] = do_hurry,     [TABLE_DO_AGAIN] = do_again,
    [TABLE_DO_RELIEVE] = do_relieve, [TABLE_DO_WAIT] = do_wait,
    [TABLE_DO_REOPEN] = do_reopen,   [TABLE_DO_CLOSE] = do_close,
};

/* What a table whose log is full refuses. Moves come to an end with the game, a
 * rematch is agreed to once and begins a new log, and seats are left once, as
 * long as nothing of this happens. */
static const bool grows[TABLE_COMMAND_TYPES] = {
    [TABLE_DO_SIT] = true,  [TABLE_DO_KICK] = true, [TABLE_DO_BOT] = true,
    [TABLE_DO_NAME] = true, [TABLE_DO_SET] = true,  [TABLE_DO_HOST] = true,
    [TABLE_DO_UNDO] = true, [TABLE_DO_WAIT] = true, [TABLE_DO_RELIEVE] = true,
};

/* The number of the event that the same request made before, or 0. */
static uint64_t done_before(const struct table *table,
                            const struct table_command *command)
{
    if (!command->request[0])
        return 0;
    uint64_t key = table_request_key(command->person, command->request);
    for (unsigned i = 0; i < TABLE_REQUESTS; i++)
        if (table->request[i].key == key)
            return table->request[i].seq;
    return 0;
}

static enum table_error carry_out(struct asking *asking)
{
    struct table *table = asking->table;
    const struct table_command *command = asking->command;
    asking->seq = done_before(table, command);
    if (asking->seq)
        return TABLE_E_OK;
    enum table_error error = table_right(
        command->type, table_role_of(table, command->person), table->phase);
    if (error)
        return error;
    if (table_log_full(table) && grows[command->type])
        return TABLE_E_LOG_FULL;
    asking->seat = table_seat_of(table, command->person);
    error = commands[command->type](asking);
    if (error)
        return error;
    return table_settle(table, asking->now) && table_compact(table, asking->now)
               ? TABLE_E_OK
               : TABLE_E_MEMORY;
}

enum table_error table_do(struct table *table,
                          const struct table_command *command, uint64_t now,
                          uint64_t *seq, struct table_refusal *why)
{
    struct table_refusal unread;
    struct asking asking = {table, command, TIO_NONE, now, 0, &unread};
    if (why)
        asking.why = why;
    memset(asking.why, 0, sizeof *asking.why);
    asking.why->error = carry_out(&asking);
    if (seq)
        *seq = asking.seq;
    return asking.why->error;
}

enum table_error table_create(struct table *table,
                              const struct table_settings *settings,
                              const char *own_deck, struct table_person owner,
                              const char *request, uint64_t now,
                              struct table_refusal *why)
{
    struct table_refusal unread;
    struct table_event event = table_event_new(TABLE_EVENT_CREATE);
    if (!why)
        why = &unread;
    memset(why, 0, sizeof *why);
    event.person = owner;
    (void)snprintf(event.request, sizeof event.request, "%s", request);
    event.settings = *settings;
    event.deck = own_deck;
    why->error = settle_settings(table, &event, why, now);
    if (!why->error && !table_settle(table, now))
        why->error = TABLE_E_MEMORY;
    return why->error;
}
