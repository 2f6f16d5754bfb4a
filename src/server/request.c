/* Requests: from a message to an answer. Whoever asks is known by the session;
 * whether they may is the table's to say. */
#include "server/request.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hex.h"
#include "net/http_text.h"
#include "notation/deck_text.h"
#include "server/answer.h"
#include "server/find.h"
#include "server/guesses.h"
#include "server/hint.h"
#include "server/message.h"
#include "server/mine.h"
#include "server/peers.h"
#include "server/lap.h"
#include "server/waiting.h"
#include "server/watch.h"
#include "show/reactions.h"
#include "table/json.h"

#define DEFAULT_PLAYERS 4
#define REACTIONS_MOST 4 /* of a seat at once */
#define REACTION_MS 3000 /* after which there is room for another one */

static void refuse(struct session *session, const struct message *message,
                   unsigned error)
{
    answer_error(session, message->id, &(struct answer_error){.error = error});
}

static void answer_ok(struct session *session, const struct message *message)
{
    struct json json = answer_begin(message->id);
    answer_end(session, &json);
}

static void answer_seq(struct session *session, const struct message *message,
                       uint64_t seq, bool again)
{
    struct json json = answer_begin(message->id);
    json_uint(json_key(&json, "seq"), seq);
    if (again)
        json_key_bool(&json, "again", true);
    answer_end(session, &json);
}

/* ---- Who one is -------------------------------------------------------- */

static void say_hello(struct session *session, const struct message *message)
{
    struct json json = answer_begin(message->id);
    char colour[8];
    snprintf(colour, sizeof colour, "#%06" PRIx32,
             session->about.colour & UINT32_C(0xffffff));
    json_key_int(&json, "version", MESSAGE_VERSION);
    json_key_string(&json, "name", session->about.name);
    json_key_string(&json, "colour", colour);
    if (session_about_made_up(session->person, &session->about))
        json_key_bool(&json, "made_up", true);
    if (session->token[0])
        json_key_string(&json, "token", session->token);
    answer_end(session, &json);
}

/* Compared with what is kept, not with what this connection believes: a rename
 * that could not be saved is then saved by the retry. What the same lap has
 * written before is not known: it might be another name of the same person. */
static bool rename_me(struct session *session, const struct message *message)
{
    if (message_has(message, MESSAGE_FIELD_NAME))
        memcpy(session->about.name, message->name, sizeof message->name);
    if (message_has(message, MESSAGE_FIELD_COLOUR))
        session->about.colour = message->colour;
    struct session_about kept;
    session_about_load(session->server, session->person, &kept);
    if (strcmp(kept.name, session->about.name) == 0 &&
        kept.colour == session->about.colour &&
        !lap_has_written(session->server->lap))
        return true;
    return session_about_save(session->server, session->person,
                              net_address(session->socket), &session->about);
}

static void do_hello(struct session *session, const struct message *message)
{
    bool names = message_has(message, MESSAGE_FIELD_NAME) ||
                 message_has(message, MESSAGE_FIELD_COLOUR);
    unsigned error = session_hello(session, message->token);
    if (error) {
        answer_error(session, message->id,
                     &(struct answer_error){
                         .error = error,
                         .field = "token",
                         .words = "this connection is somebody else's"});
        return;
    }
    /* Without its store the server greets, but keeps no name; nor does it
     * where too much is kept for that address already. */
    if (names && !session->server->down)
        (void)rename_me(session, message);
    say_hello(session, message);
}

static void do_me(struct session *session, const struct message *message)
{
    struct session_about old = session->about;
    if (session->server->down) {
        refuse(session, message, SERVER_E_NOT_SAVED);
        return;
    }
    if (rename_me(session, message)) {
        answer_ok(session, message);
    } else {
        session->about = old;
        refuse(session, message, SERVER_E_RATE);
    }
}

/* ---- Coming and going -------------------------------------------------- */

/* The table of a request, in memory; or the refusal is sent. */
static struct lobby_table *table_of(struct session *session,
                                    const struct message *message)
{
    struct server *server = session->server;
    unsigned error;
    struct lobby_table *entry =
        lobby_get(server->lobby, message->table, &error);
    if (!entry) {
        refuse(session, message, error);
        return NULL;
    }
    if (!lobby_load(entry)) {
        refuse(session, message, lobby_why_not(entry));
        return NULL;
    }
    return entry;
}

/* It waits, after all. */
static void put_back(struct session *session)
{
    session->put_back = true;
    lap_put_off(session->server->lap);
}

/* Only durable events are sent to a client that catches up, so that each is
 * sent once: now, and not again when it is durable. */
static bool must_be_durable(struct session *session,
                            const struct lobby_table *entry)
{
    if (!entry->unsaved)
        return true;
    put_back(session);
    return false;
}

/* Whoever was told something by another server must not hear less here: before
 * somebody who knows more comes in, or anybody is refused, the store is asked
 * whether there is more. */
static bool is_compared(struct session *session, const struct message *message,
                        struct lobby_table *entry)
{
    enum peers_checked checked = peers_check(entry, session->asked_us);
    if (checked == PEERS_WAIT)
        put_back(session);
    else if (checked == PEERS_UNKNOWN)
        refuse(session, message, SERVER_E_NOT_SAVED);
    return checked == PEERS_SAME;
}

static void do_enter(struct session *session, const struct message *message)
{
    struct lobby_table *entry = table_of(session, message);
    if (!entry || !must_be_durable(session, entry) ||
        (message->after > entry->table->seq &&
         !is_compared(session, message, entry)))
        return;
    unsigned error = watch_enter(session, entry, message->text, message->aside);
    if (error) {
        refuse(session, message, error);
        return;
    }
    answer_ok(session, message);
    watch_catch_up(session, entry, message_has(message, MESSAGE_FIELD_AFTER),
                   message->after);
    /* That somebody is back may be an event, which has to be saved: the answer
     * is true whatever becomes of it. */
    lap_touch(session->server->lap, entry);
}

static void do_exit(struct session *session, const struct message *message)
{
    struct lobby_table *entry =
        lobby_find(session->server->lobby, message->table);
    if (entry)
        watch_exit(session, entry);
    answer_ok(session, message);
}

static void answer_created(struct session *session,
                           const struct message *message,
                           const struct lobby_table *entry, bool again,
                           bool entered)
{
    struct json json = answer_begin(message->id);
    char link[LOBBY_LINK];
    lobby_link(entry, link);
    json_key_string(&json, "table", entry->id);
    json_key_string(&json, "link", link);
    json_key_bool(&json, "entered", entered);
    if (again)
        json_key_bool(&json, "again", true);
    answer_end(session, &json);
}

struct lobby_wish request_wish(const struct message *message,
                               struct table_person person)
{
    bool told = message->settings_has >> SETTING_PLAYERS & 1;
    unsigned players = told ? message->settings.game.players : DEFAULT_PLAYERS;
    struct lobby_wish wish = {
        .person = person,
        .request = message->id,
        .settings = table_settings_default(players),
        .deck = message->deck,
    };
    message_settings_into(message, &wish.settings);
    return wish;
}

static void do_create(struct session *session, const struct message *message)
{
    struct server *server = session->server;
    struct lobby_wish wish = request_wish(message, session->person);
    struct table_refusal why = {0};
    wish.address = net_address(session->socket);
    bool again;
    struct lobby_table *entry;
    unsigned error = lobby_create(server, &wish, &entry, &again, &why);
    if (error) {
        answer_refusal(session, message->id, error, &why, NULL);
        return;
    }
    if (again && !must_be_durable(session, entry))
        return;
    bool entered = watch_enter(session, entry, false, false) == 0;
    answer_created(session, message, entry, again, entered);
    if (!again) {
        /* Its state is told when it is durable. */
        entry->fresh = true;
    } else if (entered) {
        watch_catch_up(session, entry, false, 0);
        watch_presence(entry);
    }
}

/* ---- At a table -------------------------------------------------------- */

static const uint8_t commands[MESSAGE_KINDS] = {
    [MESSAGE_SIT] = TABLE_DO_SIT + 1,
    [MESSAGE_STAND] = TABLE_DO_STAND + 1,
    [MESSAGE_KICK] = TABLE_DO_KICK + 1,
    [MESSAGE_BOT] = TABLE_DO_BOT + 1,
    [MESSAGE_NAME] = TABLE_DO_NAME + 1,
    [MESSAGE_SET] = TABLE_DO_SET + 1,
    [MESSAGE_HOST] = TABLE_DO_HOST + 1,
    [MESSAGE_START] = TABLE_DO_START + 1,
    [MESSAGE_MOVE] = TABLE_DO_MOVE + 1,
    [MESSAGE_UNDO] = TABLE_DO_UNDO + 1,
    [MESSAGE_HURRY] = TABLE_DO_HURRY + 1,
    [MESSAGE_AGAIN] = TABLE_DO_AGAIN + 1,
    [MESSAGE_CLOSE] = TABLE_DO_CLOSE + 1,
    [MESSAGE_RELIEVE] = TABLE_DO_RELIEVE + 1,
    [MESSAGE_WAIT] = TABLE_DO_WAIT + 1,
    [MESSAGE_REOPEN] = TABLE_DO_REOPEN + 1,
};

static void make_command(const struct session *session,
                         const struct message *message,
                         const struct table *table, struct table_command *out)
{
    memset(out, 0, sizeof *out);
    out->type = (uint8_t)(commands[message->kind] - 1);
    out->seat = (uint8_t)message->seat;
    out->person = session->person;
    memcpy(out->request, message->id, sizeof out->request);
    out->at = message->at;
    if (message->kind == MESSAGE_NAME) {
        memcpy(out->name, message->name, sizeof out->name);
        out->colour = message->colour;
    } else {
        memcpy(out->name, session->about.name, sizeof out->name);
        out->colour = session->about.colour;
    }
    out->has_bytes = message_has(message, MESSAGE_FIELD_BYTES);
    (void)hex_read(message->bytes, strlen(message->bytes), out->bytes,
                   sizeof out->bytes);
    memcpy(out->code, message->code, sizeof out->code);
    memcpy(out->level, message->level, sizeof out->level);
    out->text = message->move;
    out->settings = table->settings;
    message_settings_into(message, &out->settings);
    out->deck = message->deck;
}

static void refuse_command(struct session *session,
                           const struct message *message,
                           const struct lobby_table *entry, unsigned error,
                           const struct table_refusal *why)
{
    if (error == TABLE_E_STALE) {
        answer_error(session, message->id,
                     &(struct answer_error){
                         .error = error, .position = entry->table->position});
        return;
    }
    answer_refusal(session, message->id, error, why,
                   error == TABLE_E_BAD_MOVE || error == TABLE_E_ILLEGAL
                       ? "move"
                   : error == TABLE_E_BAD_DECK ? "deck"
                                               : NULL);
}

/* ---- Passwords --------------------------------------------------------- */

/* Whose guesses a password is counted with: the person's, and the address's. */
static unsigned guessers(const struct session *session,
                         const struct lobby_table *entry,
                         struct guesses_of of[2])
{
    const struct server *server = session->server;
    for (unsigned i = 0; i < 2; i++)
        of[i] = (struct guesses_of){.secret = server->key, .table = entry->id};
    memcpy(of[0].who, session->person.id, sizeof of[0].who);
    /* Where addresses are not counted all may have the same. */
    return server->config.net.limits.connections_per_address &&
                   address_key(net_address(session->socket), of[1].who)
               ? 2
               : 1;
}

/* By which count a guess is not heard, or -1. Somebody else's wrong passwords from
 * the same address are not held against whoever the network can tell apart and
 * who has made none. */
static int guess_refused(const struct session *session,
                         const struct lobby_table *entry)
{
    const struct server *server = session->server;
    uint64_t now = server_now(server);
    struct guesses_of of[2];
    unsigned count = guessers(session, entry, of);
    if (guesses_spent(server->guesses, &of[0], now))
        return SERVER_GUESSES_PERSON;
    if (count == 2 && guesses_spent(server->guesses, &of[1], now) &&
        !(net_has_share(session->socket) &&
          guesses_none(server->guesses, &of[0], now)))
        return SERVER_GUESSES_ADDRESS;
    return -1;
}

/* Somebody who has guessed too often waits; not who sits there already, for
 * that is a retry, nor the host, who needs no password. */
static bool must_wait(const struct session *session,
                      const struct message *message,
                      const struct lobby_table *entry)
{
    const struct table *table = entry->table;
    if (message->kind != MESSAGE_SIT || !table->settings.code[0] ||
        table_seat_of(table, session->person) != TIO_NONE ||
        table_is_owner(table, session->person))
        return false;
    int refused = guess_refused(session, entry);
    if (refused >= 0)
        session->server->counts.guesses_refused[refused]++;
    return refused >= 0;
}

static void count_guess(const struct session *session,
                        const struct lobby_table *entry)
{
    struct guesses_of of[2];
    for (unsigned i = guessers(session, entry, of); i-- > 0;) {
        unsigned place = guesses_place(&of[i]);
        guesses_wrong_at(session->server->guesses, place,
                         server_now(session->server));
        peers_spent(session->server, PEERS_GUESSES, place, 1);
    }
}

/* ---- Commands ---------------------------------------------------------- */

static void do_command(struct session *session, const struct message *message)
{
    struct lobby_table *entry = table_of(session, message);
    struct table_refusal why = {0};
    uint64_t seq = 0;
    unsigned unseen; /* why the table may not be seen, or 0 */
    if (!entry)
        return;
    if (session->server->down) {
        refuse(session, message, SERVER_E_NOT_SAVED);
        return;
    }
    if (must_wait(session, message, entry)) {
        answer_error(session, message->id,
                     &(struct answer_error){
                         .error = SERVER_E_RATE,
                         .field = "code",
                         .words = "too many wrong passwords: wait a minute"});
        return;
    }
    unseen = table_may_see(entry->table, session->person);
    uint64_t before = entry->table->seq;
    struct table_command command;
    make_command(session, message, entry->table, &command);
    unsigned error =
        table_do(entry->table, &command, lobby_now(entry), &seq, &why);
    if (error && !entry->unsaved && !is_compared(session, message, entry))
        return;
    if (error == TABLE_E_BAD_CODE)
        count_guess(session, entry);
    if (error && unseen) {
        /* Anyone who may not watch must not learn the state of the table. */
        refuse(session, message, unseen);
    } else if (error) {
        refuse_command(session, message, entry, error, &why);
    } else {
        answer_seq(session, message, seq, seq <= before);
        /* Skipping ahead is not an event, yet bots are due sooner. */
        if (message->kind == MESSAGE_HURRY)
            peers_hurry(entry);
        lap_touch(session->server->lap, entry);
        watch_presence(entry);
    }
}

/* The seat of the person who asks, if they have one and see the table. */
static bool seat_for(struct session *session, const struct message *message,
                     const struct lobby_table *entry, unsigned *seat)
{
    unsigned unseen = table_may_see(entry->table, session->person);
    *seat = table_seat_of(entry->table, session->person);
    if (unseen)
        refuse(session, message, unseen);
    else if (*seat == TIO_NONE || entry->table->seat[*seat].left)
        refuse(session, message, TABLE_E_NOT_SEATED);
    else
        return true;
    return false;
}

/* A reaction is told at once and kept nowhere. */
static void do_react(struct session *session, const struct message *message)
{
    static const char *const words[] = {
#define X(name, word, words) word,
        SHOW_REACTIONS(X)
#undef X
    };
    struct lobby_table *entry = table_of(session, message);
    uint64_t now = server_now(session->server);
    unsigned seat;
    unsigned which = 0;
    if (!entry || !seat_for(session, message, entry, &seat))
        return;
    while (which < SHOW_REACTION_COUNT &&
           strcmp(words[which], message->reaction) != 0)
        which++;
    if (which == SHOW_REACTION_COUNT || entry->table->phase == TABLE_CLOSED) {
        refuse(session, message,
               which == SHOW_REACTION_COUNT ? SERVER_E_BAD_MESSAGE
                                            : TABLE_E_CLOSED);
        return;
    }
    uint64_t *end = &entry->table->seat[seat].reacted;
    if (*end > now + (REACTIONS_MOST - 1) * (uint64_t)REACTION_MS) {
        refuse(session, message, SERVER_E_RATE);
        return;
    }
    *end = (*end > now ? *end : now) + REACTION_MS;
    answer_ok(session, message);
    watch_react(entry, seat, words[which]);
    peers_react(entry, seat, words[which]);
}

static void do_try(struct session *session, const struct message *message)
{
    struct lobby_table *entry = table_of(session, message);
    unsigned seat;
    if (!entry || !seat_for(session, message, entry, &seat))
        return;
    struct json json = answer_begin(message->id);
    json_key(&json, "try");
    table_json_try(&json, entry->table, seat, message->move);
    answer_end(session, &json);
}

/* All of a deck's cards are known to all: only where they are is not. */
static void do_deck(struct session *session, const struct message *message)
{
    struct lobby_table *entry = table_of(session, message);
    if (!entry)
        return;
    unsigned unseen = table_may_see(entry->table, session->person);
    if (unseen) {
        refuse(session, message, unseen);
        return;
    }
    char text[DECK_TEXT];
    deck_print(entry->table->deck, text, sizeof text);
    struct json json = answer_begin(message->id);
    json_key_string(&json, "deck", text);
    answer_end(session, &json);
}

static void do_hint(struct session *session, const struct message *message)
{
    struct lobby_table *entry = table_of(session, message);
    unsigned seat;
    if (entry && seat_for(session, message, entry, &seat))
        hint_ask(session, message->id, entry, seat);
}

/* ---- The rest ---------------------------------------------------------- */

static void do_levels(struct session *session, const struct message *message)
{
    const struct server_config *config = &session->server->config;
    struct json json = answer_begin(message->id);
    json_array_begin(json_key(&json, "levels"));
    const tio_bot *bot;
    for (unsigned i = 0; (bot = tio_bot_at(i)); i++) {
        json_object_begin(&json);
        json_key_string(&json, "level", bot->name);
        json_key_string(&json, "about", bot->about);
        json_object_end(&json);
    }
    for (unsigned i = 0; i < config->programs; i++) {
        json_object_begin(&json);
        json_key_string(&json, "level", config->program[i].name);
        json_key_string(&json, "about", "is a program of this server's");
        json_object_end(&json);
    }
    json_array_end(&json);
    answer_end(session, &json);
}

static void carry_out(struct session *session, const struct message *message)
{
    if (message->kind == MESSAGE_HELLO) {
        do_hello(session, message);
        return;
    }
    if (!session->hello) {
        refuse(session, message, SERVER_E_HELLO_FIRST);
        return;
    }
    switch (message->kind) {
    case MESSAGE_ME:
        do_me(session, message);
        break;
    case MESSAGE_CREATE:
        do_create(session, message);
        break;
    case MESSAGE_ENTER:
        do_enter(session, message);
        break;
    case MESSAGE_EXIT:
        do_exit(session, message);
        break;
    case MESSAGE_FIND:
        find_table(session, message);
        break;
    case MESSAGE_REACT:
        do_react(session, message);
        break;
    case MESSAGE_TRY:
        do_try(session, message);
        break;
    case MESSAGE_HINT:
        do_hint(session, message);
        break;
    case MESSAGE_DECK:
        do_deck(session, message);
        break;
    case MESSAGE_MINE:
        mine_answer(session, message->id);
        break;
    case MESSAGE_LEVELS:
        do_levels(session, message);
        break;
    case MESSAGE_PING:
        answer_ok(session, message);
        break;
    default:
        do_command(session, message);
        break;
    }
}

static void open_question(struct session *session, const char *id, uint64_t us,
                          bool move)
{
    struct lap_question question = {.session = session, .us = us, .move = move};
    session->asked_us = us;
    memcpy(question.id, id, strlen(id) + 1);
    lap_open(session->server->lap, &question);
}

static void close_question(struct server *server, const struct message *message)
{
    /* A list has whatever tables there are, and a code finds any. */
    if ((message->kind == MESSAGE_MINE || message->kind == MESSAGE_FIND) &&
        lap_has_events(server->lap))
        lap_unsafe(server->lap);
    lap_close(server->lap, message->table[0]
                               ? lobby_find(server->lobby, message->table)
                               : NULL);
}

/* What reads from the store, whatever else it does. */
static bool reads_store(const struct session *session,
                        const struct message *message)
{
    switch (message->kind) {
    case MESSAGE_HELLO:
        return !session->hello || message_has(message, MESSAGE_FIELD_NAME) ||
               message_has(message, MESSAGE_FIELD_COLOUR);
    case MESSAGE_ME:
    case MESSAGE_CREATE:
    case MESSAGE_MINE:
    case MESSAGE_FIND: /* not this; but any table may be the one */
        return true;
    default:
        return false;
    }
}

static bool must_wait_for_commit(const struct session *session,
                                 const struct message *message)
{
    const struct server *server = session->server;
    const struct lobby_table *entry =
        message->table[0] ? lobby_find(server->lobby, message->table) : NULL;
    if (entry && (entry->saving || entry->behind))
        return true;
    if (!lap_is_flying(server->lap))
        return false;
    return reads_store(session, message) ||
           (entry ? !entry->table && !entry->damaged
                  : server->peers && message->table[0]);
}

static void refuse_text(struct session *session, uint64_t us,
                        const struct message_error *error)
{
    struct server *server = session->server;
    open_question(session, error->id, us, false);
    answer_error(session, error->id,
                 &(struct answer_error){
                     .error = error->error,
                     .words = error->words,
                     .field = error->field[0] ? error->field : NULL,
                 });
    lap_close(server->lap, NULL);
}

bool request_try(struct session *session, const char *text, size_t size,
                 uint64_t us)
{
    struct message message;
    struct message_error error;
    if (!message_parse(text, size, &message, &error)) {
        refuse_text(session, us, &error);
        return true;
    }
    session->put_back = must_wait_for_commit(session, &message);
    if (!session->put_back) {
        open_question(session, message.id, us, message.kind == MESSAGE_MOVE);
        lap_keep(session->server->lap, text, size);
        carry_out(session, &message);
        close_question(session->server, &message);
    }
    message_done(&message);
    return !session->put_back;
}

/* There is no room for it in the queue. */
static void refuse_busy(struct session *session, const char *text, size_t size,
                        uint64_t us)
{
    struct message message;
    struct message_error error;
    if (message_parse(text, size, &message, &error)) {
        open_question(session, message.id, us, false);
        refuse(session, &message, SERVER_E_BUSY);
        lap_close(session->server->lap, NULL);
        message_done(&message);
    } else {
        refuse_text(session, us, &error);
    }
}

void request_message(void *context, struct net_socket *socket, const char *text,
                     size_t size)
{
    struct server *server = context;
    struct session *session = net_user(socket);
    uint64_t us = clock_us();
    if (!session)
        return;
    server->counts.requests++;
    if (session->waiting || !request_try(session, text, size, us))
        if (!waiting_add(session, text, size, us))
            refuse_busy(session, text, size, us);
}
