/* Tables as time passes: what is due, what bots are asked, what is noted. */
#include <string.h>

#include "base/clock.h"
#include "fair/fair.h"
#include "server/lobby_parts.h"
#include "server/peers.h"
#include "server/programs.h"
#include "server/thoughts.h"
#include "server/lap.h"
#include "server/watch.h"

#define FALLBACK "normal" /* if a level is no longer available */
#define MARGIN_MS 100     /* between the end of a search and its moment, or */
#define MARGIN_PART 5     /* this part of its time: others may wait behind it */

uint64_t lobby_now(const struct lobby_table *table)
{
    uint64_t now = server_now(table->server);
    return table->table && table->table->time > now ? table->table->time : now;
}

/* ---- What tables need of us -------------------------------------------- */

static void happened(void *context, struct table *table,
                     const struct table_event *event)
{
    struct server *server = context;
    struct lobby_table *entry = table->context;
    lap_event(server->lap, entry, event);
    if (table->phase == TABLE_OPEN)
        lobby_give_code(entry, NULL);
    if (event->type == TABLE_EVENT_MOVE && event->cause == TABLE_CAUSE_PERSON &&
        !entry->about.moved) {
        entry->about.moved = true;
        entry->changed = true;
    }
    if (event->type == TABLE_EVENT_REVEAL)
        entry->revealed = true;
    programs_event(server->programs, entry, event);
    watch_event(entry, event);
}

static void key_of(const struct table *table, uint8_t key[FAIR_BYTES])
{
    uint8_t bytes[TIO_MAX_PLAYERS][FAIR_BYTES];
    unsigned contributed = 0;
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++) {
        memcpy(bytes[seat], table->seat[seat].bytes, FAIR_BYTES);
        contributed |= (unsigned)table->seat[seat].contributed << seat;
    }
    fair_key(table->secret, table->settings.game.players, contributed,
             (const uint8_t(*)[FAIR_BYTES])bytes, key);
}

static void deal(void *context, const struct table *table, tio_move *out)
{
    (void)context;
    uint8_t key[FAIR_BYTES];
    key_of(table, key);
    fair_deal(key, table->chances, &table->game, table->deck, out);
}

static void secret(void *context, uint8_t out[TABLE_BYTES],
                   uint8_t commit[TABLE_BYTES])
{
    (void)context;
    fair_random(out, TABLE_BYTES);
    fair_commit(out, commit);
}

static bool knows(void *context, const char *level)
{
    struct server *server = context;
    return tio_bot_named(level) || programs_named(server, level);
}

void lobby_make_host(struct lobby *lobby)
{
    lobby->host = (struct table_host){
        .context = lobby->server,
        .decks = lobby->decks,
        .happened = happened,
        .deal = deal,
        .secret = secret,
        .knows = knows,
    };
}

/* ---- Lists and counts -------------------------------------------------- */

void lobby_count(struct lobby_table *table, unsigned phase)
{
    struct server_counts *counts = &table->server->counts;
    unsigned before = table->about.phase;
    counts->tables -= before != TABLE_CLOSED;
    counts->tables += phase != TABLE_CLOSED;
    counts->tables_in[before]--;
    counts->tables_in[phase]++;
    table->about.phase = (uint8_t)phase;
}

static const uint8_t nobody[KEYED_KEY];

_Static_assert(TABLE_PERSON == KEYED_KEY, "tables are found by their persons");

void lobby_unlink(struct lobby_table *entry)
{
    struct lobby *lobby = entry->server->lobby;
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++)
        keyed_set(&lobby->persons, &entry->sitter[seat], nobody);
    keyed_set(&lobby->persons, &entry->owner, nobody);
    keyed_set(&lobby->addresses, &entry->maker, nobody);
    lobby_hide(entry);
}

static void note_persons(struct lobby_table *entry)
{
    struct lobby *lobby = entry->server->lobby;
    const struct table *table = entry->table;
    if (table->phase == TABLE_CLOSED) {
        lobby_unlink(entry);
        return;
    }
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        const struct table_seat *seat = &table->seat[i];
        bool sits = seat->kind == TABLE_SEAT_PERSON && !seat->left;
        keyed_set(&lobby->persons, &entry->sitter[i],
                  sits ? seat->person.id : nobody);
    }
    keyed_set(&lobby->persons, &entry->owner, table->owner.id);
}

static void note_seats(struct lobby_about *about, const struct table *table)
{
    about->taken = 0;
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        const struct table_seat *seat = &table->seat[i];
        about->seat[i].kind = seat->kind;
        memcpy(about->seat[i].name, seat->name, sizeof about->seat[i].name);
        about->taken =
            (uint8_t)(about->taken + (seat->kind != TABLE_SEAT_EMPTY));
    }
}

static void note_game(struct lobby_about *about, const struct table *table)
{
    bool playing = table->phase == TABLE_PLAYING;
    about->round = playing ? table->game.round : 0;
    about->rounds = playing ? table->game.rounds : 0;
    about->deciders = (uint8_t)(playing ? tio_game_deciders(&table->game) : 0);
    about->games = table->games;
}

void lobby_describe(struct lobby_about *about, const struct table *table)
{
    const struct table_settings *settings = &table->settings;
    about->phase = table->phase;
    note_seats(about, table);
    note_game(about, table);
    about->watch = settings->watch;
    about->players = settings->game.players;
    about->edition = settings->game.edition;
    about->listed = settings->listed;
    about->free_hand = settings->game.free_hand;
    about->code = settings->code[0] != 0;
    about->clock = settings->clock;
    about->time = table->time;
    memcpy(about->deck, settings->deck, sizeof about->deck);
    about->host = (uint8_t)table_seat_of(table, table->owner);
}

void lobby_note(struct lobby_table *entry)
{
    lobby_count(entry, entry->table->phase);
    note_persons(entry);
    lobby_describe(&entry->about, entry->table);
    if (entry->about.phase != TABLE_OPEN)
        lobby_take_code(entry);
    lobby_show(entry);
}

uint64_t lobby_closed_ms(const struct lobby_table *table)
{
    return table->about.moved ? LOBBY_CLOSED_MS : LOBBY_EMPTY_MS;
}

/* ---- Bots -------------------------------------------------------------- */

static const tio_bot *bot_for(const char *level)
{
    const tio_bot *bot = tio_bot_named(level);
    return bot ? bot : tio_bot_named(FALLBACK);
}

/* A search that waited in the queue is cut short rather than late: how late a
 * bot is could tell of its hand. */
static uint64_t search_end(const struct lobby_table *entry, uint64_t due)
{
    uint64_t now = lobby_now(entry);
    uint64_t left = due > now ? due - now : 0;
    uint64_t margin =
        left / MARGIN_PART > MARGIN_MS ? left / MARGIN_PART : MARGIN_MS;
    if (left <= margin)
        return 1; /* long ago */
    return clock_us() + (left - margin) * 1000;
}

static struct thought *thought_of(struct lobby_table *entry,
                                  const struct table_want *want)
{
    struct thought *thought = thought_new(entry, want->seat);
    if (!thought)
        return NULL;
    thought->of = thinker_of_table(entry);
    thought->ticket = want->ticket;
    thought->view = want->view;
    thought->until_us = search_end(entry, want->due);
    uint8_t key[FAIR_BYTES];
    key_of(entry->table, key);
    fair_bot_random(key, entry->table->position, want->seat, &thought->random);
    return thought;
}

/* The bot that decides, and what kind of question that makes it. */
static void hand_to(struct thought *thought, const tio_bot *bot)
{
    thought->bot = bot;
    thought->kind = bot->searches ? THOUGHT_SEARCH : THOUGHT_QUICK;
}

static void starve(struct lobby_table *entry)
{
    struct lobby *lobby = entry->server->lobby;
    if (entry->hungry)
        return;
    entry->hungry = true;
    entry->next_hungry = NULL;
    *lobby->last_hungry = entry;
    lobby->last_hungry = &entry->next_hungry;
}

void lobby_sated(struct lobby_table *entry)
{
    struct lobby *lobby = entry->server->lobby;
    struct lobby_table **at = &lobby->hungry;
    if (!entry->hungry)
        return;
    while (*at != entry)
        at = &(*at)->next_hungry;
    *at = entry->next_hungry;
    if (lobby->last_hungry == &entry->next_hungry)
        lobby->last_hungry = at;
    entry->hungry = false;
}

/* There was no room for the question: it is asked again when there is. */
static void ask_later(struct lobby_table *entry, const struct thought *thought)
{
    struct table_thought *open = &entry->table->seat[thought->seat].thought;
    if (open->ticket == thought->ticket && !open->answered)
        open->asked = false;
    starve(entry);
}

static void ask_or_wait(struct lobby_table *entry, struct thought *thought)
{
    if (thought_ask(entry, thought) == THINKERS_ROOM)
        return;
    ask_later(entry, thought);
    thought_free(entry->server, thought);
}

static void ask(struct lobby_table *entry, const struct table_want *want)
{
    struct server *server = entry->server;
    struct thought *thought = thought_of(entry, want);
    /* Without memory the question is asked again when the table is resumed;
     * until then its clock, if there is one, decides. */
    if (!thought)
        return;
    if (programs_named(server, want->level) && !tio_bot_named(want->level) &&
        lap_is_flying(server->lap)) {
        /* A program is told the game so far, which may have to be read. */
        ask_later(entry, thought);
        thought_free(server, thought);
        return;
    }
    if (programs_named(server, want->level) && !tio_bot_named(want->level) &&
        programs_ask(server->programs, entry, want->level, thought))
        return;
    hand_to(thought, bot_for(tio_bot_named(want->level)
                                 ? want->level
                                 : entry->table->settings.stand_in));
    ask_or_wait(entry, thought);
}

static bool has_room(const struct lobby_table *entry)
{
    struct thinker_of of = thinker_of_table(entry);
    return thinkers_room_for(entry->server->thinkers, &of, THOUGHT_SEARCH) ==
           THINKERS_ROOM;
}

static void ask_bots(struct lobby_table *entry)
{
    struct server *server = entry->server;
    lobby_sated(entry);
    if (server->down || server->draining)
        return;
    struct table_want want;
    while (table_has_wants(entry->table, lobby_now(entry))) {
        if (!has_room(entry)) {
            starve(entry);
            return;
        }
        if (!table_wants(entry->table, lobby_now(entry), &want))
            return;
        ask(entry, &want);
    }
}

/* In turn, so that one person's tables don't hold up everybody else's. */
static void feed(struct lobby *lobby)
{
    unsigned fed = 0;
    lobby->fed = server_now(lobby->server);
    for (unsigned i = 0; i < LOBBY_LOOKS && fed < LOBBY_FEEDS && lobby->hungry;
         i++) {
        struct lobby_table *entry = lobby->hungry;
        lobby_sated(entry);
        if (!entry->table)
            continue;
        if (has_room(entry)) {
            lap_touch(lobby->server->lap, entry);
            fed++;
        } else {
            starve(entry);
        }
    }
}

/* A program has failed, or somebody played against the rules: the table's
 * stand-in thinks about the same question. */
static void ask_another(struct lobby_table *entry, struct thought *thought)
{
    const tio_bot *last = thought->program ? NULL : thought->bot;
    thought->failed = false;
    thought->program = false;
    hand_to(thought, bot_for(entry->table->settings.stand_in));
    if (thought->bot == last)
        hand_to(thought, tio_bot_at(0));
    ask_or_wait(entry, thought);
}

static void take_answer(struct lobby *lobby, struct thought *thought)
{
    struct lobby_table *entry = lobby_find(lobby, thought->table);
    if (!entry || !entry->table || !entry->owned) {
        thought_free(lobby->server, thought);
        return;
    }
    if (thought->failed ||
        table_answer(entry->table, thought->seat, thought->ticket,
                     &thought->move,
                     lobby_now(entry)) == TABLE_ANSWER_ILLEGAL) {
        ask_another(entry, thought);
        return;
    }
    lap_touch(lobby->server->lap, entry);
    thought_free(lobby->server, thought);
}

void lobby_thought(struct lobby *lobby, struct thought *done)
{
    while (done) {
        struct thought *next = done->next;
        lobby->server->counts.thoughts++;
        if (!done->program)
            histogram_add(&lobby->server->counts.bot_wait,
                          done->began_us - done->queued_us);
        histogram_add(&lobby->server->counts.thought,
                      clock_us() - done->asked_us);
        if (done->program && done->failed)
            programs_failed(lobby->server->programs, done);
        take_answer(lobby, done);
        done = next;
    }
    feed(lobby);
}

/* ---- Time -------------------------------------------------------------- */

/* As after a restart: whoever is asked has what they had left. Their programs
 * are asked again, and so are bots. */
static void leap_over(struct lobby_table *entry, uint64_t ms)
{
    struct table *table = entry->table;
    table->rested += ms;
    if (table->phase == TABLE_CLOSED)
        return;
    if (!entry->owned)
        return;
    programs_drop(entry->server->programs, entry);
    table_resume(table, lobby_now(entry));
    entry->by_time = true;
    watch_presence(entry);
    lap_touch(entry->server->lap, entry);
}

void lobby_leap(struct lobby *lobby, uint64_t ms)
{
    struct lobby_table *entry = NULL;
    while ((entry = lobby_next(lobby, entry)))
        if (entry->table)
            leap_over(entry, ms);
        else if (entry->due != TABLE_NEVER)
            due_set(&lobby->due, entry, entry->due + ms);
}

void lobby_serve(struct lobby_table *entry)
{
    struct lobby *lobby = entry->server->lobby;
    if (entry->damaged)
        lobby_put_away(entry);
    if (!entry->table)
        return;
    lobby_note(entry);
    if (entry->table->phase == TABLE_CLOSED) {
        thoughts_review(entry);
        due_set(&lobby->due, entry, entry->about.time + lobby_closed_ms(entry));
        return;
    }
    if (!entry->owned) {
        lobby_let_go(entry);
        return;
    }
    ask_bots(entry);
    thoughts_review(entry);
    uint64_t due = table_due(entry->table);
    due_set(&lobby->due, entry, due);
}

/* What is another server's to archive is only forgotten here, and some time
 * later, so that it is not taken for one that nobody knows. */
static void archive(struct lobby_table *entry)
{
    struct server *server = entry->server;
    if (entry->owned)
        lap_wrote(server->lap, store_archive(server->store, entry->id));
    else if (entry->due < entry->about.time + 2 * lobby_closed_ms(entry)) {
        due_set(&server->lobby->due, entry,
                entry->about.time + 2 * lobby_closed_ms(entry));
        return;
    }
    lap_untouch(server->lap, entry);
    lobby_forget(entry);
}

static void look_after(struct lobby_table *entry, uint64_t now)
{
    struct lobby *lobby = entry->server->lobby;
    bool flying = lap_is_flying(lobby->server->lap);
    if (entry->saving) { /* lobby_serve() follows */
        due_set(&lobby->due, entry, TABLE_NEVER);
        return;
    }
    entry->owned = peers_own(entry);
    if (entry->about.phase == TABLE_CLOSED) {
        archive(entry);
        return;
    }
    /* Whoever watches waits for it, though time there is somebody else's. */
    bool awaited = !entry->table && entry->watchers;
    if (!entry->owned && !awaited) {
        lobby_let_go(entry);
        return;
    }
    /* Whatever happens, the next look is not now. */
    due_set(&lobby->due, entry, now + (flying ? LOBBY_FLIGHT_MS : 1000));
    if (!lobby_load(entry) || !entry->owned)
        return;
    uint64_t seq = entry->table->seq;
    table_tick(entry->table, lobby_now(entry));
    entry->by_time = entry->by_time || entry->table->seq > seq;
    lap_touch(lobby->server->lap, entry);
}

/* Never in a game: taking a table up again sets clocks and the time that absent
 * players have going from that moment, so that their stand-ins would never
 * come and the game would never end. */
static bool is_idle(const struct lobby_table *entry, uint64_t now)
{
    const struct table *table = entry->table;
    return table && !entry->watchers && !entry->touched &&
           table->phase != TABLE_PLAYING && now > entry->used + LOBBY_IDLE_MS;
}

static void sweep(struct lobby *lobby, uint64_t now)
{
    lobby->swept = now;
    struct lobby_table *next;
    for (struct lobby_table *entry = lobby->loaded; entry; entry = next) {
        next = entry->next_loaded;
        if (is_idle(entry, now))
            lobby_put_away(entry);
    }
}

void lobby_tick(struct lobby *lobby, uint64_t now)
{
    struct lobby_table *entry;
    unsigned ticks = 0;
    while (ticks < LOBBY_TICKS && (entry = due_first(&lobby->due)) &&
           entry->due <= now) {
        ticks +=
            entry->table || entry->about.phase == TABLE_CLOSED ? 1 : LOBBY_LOAD;
        look_after(entry, now);
    }
    if (now >= lobby->swept + LOBBY_SWEEP_MS)
        sweep(lobby, now);
    if (lobby->hungry && now >= lobby->fed + LOBBY_FEED_MS)
        feed(lobby);
}

uint64_t lobby_due(const struct lobby *lobby)
{
    const struct lobby_table *entry = due_first(&lobby->due);
    uint64_t due = lobby->swept + LOBBY_SWEEP_MS;
    if (lobby->hungry && lobby->fed + LOBBY_FEED_MS < due)
        due = lobby->fed + LOBBY_FEED_MS;
    return entry && entry->due < due ? entry->due : due;
}
