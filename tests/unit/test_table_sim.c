/* Hours of play in seconds: tables whose clients drop, double, reorder, come
 * back and lie, with every kind of clock, bots that need their time, and a
 * server that dies now and then. Every table comes to its end, nothing that was
 * acknowledged is lost or done twice, and the kit checks after each event that
 * the log tells the same. TIOLI_TEST_TABLES: how many at a time;
 * TIOLI_TEST_HOURS: until when new ones are begun. */
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/table_kit.h"

#define SECOND ((uint64_t)1000)
#define HOUR (3600 * SECOND)
#define DAY (24 * HOUR)
#define PERSONS 6 /* five may sit, one never does */
#define FLIGHTS 64
#define ANSWERS 16
#define REQUESTS 16384 /* of a person at a table, at most */

/* A message under way. */
struct flight {
    uint64_t at; /* arrives; 0: nothing here */
    struct table_command command;
    char text[64];
};

/* A bot that thinks. */
struct answer {
    uint64_t at; /* 0: nothing here */
    uint64_t ticket;
    unsigned seat;
    tio_move move;
    bool lies; /* says something illegal first */
};

struct client {
    bool seated; /* as far as it knows */
    bool connected;
    bool gone;                 /* has left for good */
    bool zombie;               /* is there and does nothing */
    uint64_t acts;             /* next */
    unsigned sent;             /* requests */
    struct table_command last; /* is repeated until it is answered */
    char text[TIO_MOVE_TEXT];
    bool waits;
    unsigned tries;
};

struct tally {
    uint64_t tables;
    uint64_t games;
    uint64_t events;
    uint64_t moves[TABLE_CAUSE_COUNT];
    uint64_t of_type[TABLE_EVENT_TYPES];
    uint64_t refused[TABLE_ERROR_COUNT];
    uint64_t repeated;
    uint64_t reloads;
    uint64_t closed[TABLE_CAUSE_COUNT];
};

struct world {
    struct kit kit;
    tio_random random;
    struct client client[PERSONS];
    struct flight flight[FLIGHTS];
    struct answer answer[ANSWERS];
    uint64_t think;   /* how long persons do, on average */
    unsigned games;   /* wanted */
    unsigned trouble; /* of 100: how bad the network is */
    uint64_t next_crash;
    struct tally *tally;
    /* What was acknowledged: the number of the event, by person and request. */
    uint64_t done[PERSONS][REQUESTS];
};

static uint32_t below(struct world *world, uint32_t bound)
{
    return tio_random_below(&world->random, bound);
}

static bool percent(struct world *world, unsigned chance)
{
    return below(world, 100) < chance;
}

static uint64_t around(struct world *world, uint64_t mean)
{
    return 1 + mean * (below(world, 1900) + 100) / 1000;
}

/* ---- What is written down ---- */

static unsigned person_number(struct table_person person)
{
    return person.id[0] - 0xa0U;
}

/* "q2-17" is the 17th of person 2; who says so may be another. */
static bool own_request(const char *request, unsigned person, unsigned *number)
{
    if (request[0] != 'q' || (unsigned)(request[1] - '0') != person)
        return false;
    *number = (unsigned)strtoul(request + 3, NULL, 10);
    assert_true(person < PERSONS && *number < REQUESTS);
    return true;
}

static void heard(void *context, const struct table *table,
                  const struct table_event *event)
{
    struct world *world = context;
    struct tally *tally = world->tally;
    tally->events++;
    tally->of_type[event->type]++;
    if (event->type == TABLE_EVENT_MOVE)
        tally->moves[event->cause]++;
    if (event->type == TABLE_EVENT_START)
        tally->games++;
    if (event->type == TABLE_EVENT_CLOSE)
        tally->closed[event->cause]++;
    /* Each request is carried out once at most. Of a host's hand-over the
     * event names another. */
    unsigned person = person_number(event->person);
    unsigned number;
    if (event->type == TABLE_EVENT_HOST ||
        !own_request(event->request, person, &number))
        return;
    if (world->done[person][number])
        fail_msg("request %s of event %llu was done by %llu", event->request,
                 (unsigned long long)table->seq,
                 (unsigned long long)world->done[person][number]);
    world->done[person][number] = table->seq;
}

/* ---- The network ---- */

static void put(struct world *world, const struct table_command *command,
                const char *text, uint64_t at)
{
    for (unsigned i = 0; i < FLIGHTS; i++) {
        struct flight *flight = &world->flight[i];
        if (flight->at)
            continue;
        flight->at = at;
        flight->command = *command;
        (void)snprintf(flight->text, sizeof flight->text, "%s", text);
        return;
    }
}

static void put_on_the_wire(struct world *world,
                            const struct table_command *command,
                            const char *text)
{
    unsigned copies = 1;
    if (percent(world, world->trouble))
        copies = below(world, 3); /* lost, or doubled */
    while (copies-- > 0)
        put(world, command, text,
            world->kit.now + 1 +
                below(world, percent(world, world->trouble) ? 4000 : 40));
}

static void answered(struct world *world, unsigned person,
                     const struct table_command *command,
                     enum table_error error, uint64_t seq)
{
    struct client *client = &world->client[person];
    world->tally->refused[error]++;
    unsigned number;
    /* What is acknowledged is in the log, where the answer says; but who wants
     * to play again twice has said it before, and bots that hurry are no
     * event. */
    if (error == TABLE_E_OK && command->type != TABLE_DO_HOST &&
        command->type != TABLE_DO_HURRY &&
        own_request(command->request, person, &number) &&
        (command->type != TABLE_DO_AGAIN || world->done[person][number]))
        assert_int_equal(world->done[person][number], seq);
    bool lost = percent(world, world->trouble / 2);
    if (client->waits && !lost &&
        strcmp(client->last.request, command->request) == 0) {
        client->waits = false;
        client->acts = world->kit.now + 1 + below(world, 300);
    }
    if (command->type == TABLE_DO_SIT && error == TABLE_E_OK &&
        table_seat_of(world->kit.table, kit_person(person)) != TIO_NONE) {
        client->seated = true;
        table_present(world->kit.table,
                      table_seat_of(world->kit.table, kit_person(person)),
                      client->connected, world->kit.now);
    }
}

static void deliver(struct world *world, struct flight *flight)
{
    struct table_command command = flight->command;
    char text[sizeof flight->text];
    memcpy(text, flight->text, sizeof text);
    flight->at = 0;
    command.text = text;
    unsigned person = person_number(command.person);
    uint64_t before = world->kit.table->seq;
    enum table_error error = kit_do(&world->kit, &command);
    if (error == TABLE_E_OK && world->kit.table->seq == before)
        world->tally->repeated++;
    if (error != TABLE_E_OK)
        assert_int_equal(world->kit.table->seq, before);
    answered(world, person, &command, error, world->kit.seq);
}

/* ---- Clients ---- */

static struct table_command ask(struct world *world, unsigned person,
                                unsigned type)
{
    struct table_command command = kit_command(&world->kit, type, person);
    (void)snprintf(command.request, sizeof command.request, "q%u-%u", person,
                   world->client[person].sent++);
    command.settings = world->kit.table->settings;
    (void)snprintf(command.level, sizeof command.level, "easy");
    return command;
}

static void send_and_wait(struct world *world, unsigned person, unsigned type,
                          const char *text)
{
    struct client *client = &world->client[person];
    client->last = ask(world, person, type);
    client->last.at = type == TABLE_DO_MOVE || type == TABLE_DO_UNDO
                          ? world->kit.table->position
                          : 0;
    (void)snprintf(client->text, sizeof client->text, "%s", text);
    client->waits = true;
    client->tries = 0;
    client->acts = world->kit.now + 2 * SECOND;
    put_on_the_wire(world, &client->last, client->text);
}

static const char *const garbage[] = {
    "",          "take",         "take D5",       "take R6",     "pass",
    "done",      "play cast L1", "lay 1:L1",      "lay",         "discard 1",
    "discard 9", "keep",         "draw 2c 1a",    "roll L1",     "deal 1 c1",
    "start 1",   "%s%n",         "take \xff\xff", "play take 2",
};

/* Anything, from anybody, at any time; never a word that would end the table
 * for the others, so that it comes to its end by itself. */
static void lie(struct world *world, unsigned person)
{
    struct table_command command =
        ask(world, person, below(world, TABLE_COMMAND_TYPES));
    bool host = table_is_owner(world->kit.table, kit_person(person));
    if (host && command.type == TABLE_DO_CLOSE && !percent(world, 2))
        command.type = TABLE_DO_UNDO;
    bool open = world->kit.table->phase == TABLE_OPEN;
    if (command.type == TABLE_DO_STAND && !percent(world, open ? 70 : 5))
        command.type = TABLE_DO_MOVE;
    command.seat = (uint8_t)below(world, 7);
    command.at =
        below(world, 2) ? world->kit.table->position - below(world, 4) : 0;
    if (percent(world, 10)) { /* another's request */
        unsigned other = (person + 1 + below(world, PERSONS - 1)) % PERSONS;
        (void)snprintf(command.request, sizeof command.request, "q%u-%u", other,
                       world->client[other].sent);
    }
    if (percent(world, 20))
        command.has_bytes = false;
    if (percent(world, 20))
        memset(command.name, below(world, 2) ? '\n' : 'x',
               sizeof command.name - 1);
    put_on_the_wire(world, &command,
                    garbage[below(world, sizeof garbage / sizeof *garbage)]);
}

static void retry(struct world *world, struct client *client)
{
    client->acts = world->kit.now + 2 * SECOND;
    if (++client->tries > 30) {
        client->waits = false;
        return;
    }
    put_on_the_wire(world, &client->last, client->text);
}

static void come_or_go(struct world *world, unsigned person)
{
    struct client *client = &world->client[person];
    client->connected = !client->connected;
    unsigned seat = table_seat_of(world->kit.table, kit_person(person));
    if (seat != TIO_NONE)
        table_present(world->kit.table, seat, client->connected,
                      world->kit.now);
    if (!client->connected)
        client->acts =
            world->kit.now +
            around(world, percent(world, 50) ? 20 * SECOND : 10 * world->think);
}

static void play(struct world *world, unsigned person, unsigned seat)
{
    const struct table *table = world->kit.table;
    char text[TIO_MOVE_TEXT];
    if (tio_game_deciders(&table->game) >> seat & 1) {
        kit_choose(&world->kit, seat, text);
        send_and_wait(world, person, TABLE_DO_MOVE, text);
    } else if (table_undo_seat(table) == seat && percent(world, 15)) {
        send_and_wait(world, person, TABLE_DO_UNDO, "");
    }
}

static void act_at_table(struct world *world, unsigned person)
{
    const struct table *table = world->kit.table;
    struct client *client = &world->client[person];
    unsigned seat = table_seat_of(table, kit_person(person));
    switch (table->phase) {
    case TABLE_OPEN:
        if (percent(world, 60))
            lie(world, person);
        else if (seat == TIO_NONE && !client->gone)
            send_and_wait(world, person, TABLE_DO_SIT, "");
        else if (table_is_owner(table, kit_person(person)) &&
                 percent(world, 20))
            send_and_wait(world, person,
                          percent(world, 50) ? TABLE_DO_BOT : TABLE_DO_START,
                          "");
        break;
    case TABLE_PLAYING:
        if (seat != TIO_NONE)
            play(world, person, seat);
        if (seat != TIO_NONE && below(world, 3000) == 0) {
            client->gone = true;
            send_and_wait(world, person, TABLE_DO_STAND, "");
        }
        break;
    case TABLE_OVER:
        if (seat != TIO_NONE)
            send_and_wait(world, person,
                          table->games < world->games ? TABLE_DO_AGAIN
                                                      : TABLE_DO_STAND,
                          "");
        break;
    default:
        break;
    }
}

static void act(struct world *world, unsigned person)
{
    struct client *client = &world->client[person];
    client->acts = world->kit.now + around(world, world->think);
    if (!client->connected) {
        come_or_go(world, person);
        return;
    }
    if (client->zombie)
        return;
    if (percent(world, 3)) {
        come_or_go(world, person);
        return;
    }
    if (percent(world, person == PERSONS - 1 ? 60 : 8))
        lie(world, person);
    if (person == PERSONS - 1)
        return;
    if (client->waits)
        retry(world, client);
    else
        act_at_table(world, person);
}

/* ---- Bots ---- */

static void think(struct world *world)
{
    struct table *table = world->kit.table;
    for (unsigned i = 0; i < ANSWERS; i++) {
        struct answer *answer = &world->answer[i];
        struct table_want want;
        if (answer->at)
            continue;
        if (!table_wants(table, world->kit.now, &want))
            return;
        tio_random random = world->random;
        tio_bot_named("easy")->choose(&want.view, table->deck, NULL, &random,
                                      &answer->move);
        assert_non_null(tio_bot_named(want.level));
        answer->at =
            world->kit.now + below(world, percent(world, 80) ? 900 : 4000);
        answer->at += answer->at == 0;
        answer->seat = want.seat;
        answer->ticket = want.ticket;
        answer->lies = percent(world, 5);
    }
}

static void give(struct world *world, struct answer *answer)
{
    struct table *table = world->kit.table;
    tio_move move = answer->move;
    if (answer->lies) {
        move.type = TIO_MOVE_ROLL;
        assert_int_not_equal(table_answer(table, answer->seat, answer->ticket,
                                          &move, world->kit.now),
                             TABLE_ANSWER_TAKEN);
        answer->lies = false;
        answer->at++;
        return;
    }
    answer->at = 0;
    assert_int_not_equal(table_answer(table, answer->seat, answer->ticket,
                                      &move, world->kit.now),
                         TABLE_ANSWER_ILLEGAL);
}

/* ---- The server dies ---- */

static void crash(struct world *world)
{
    struct kit *kit = &world->kit;
    world->tally->reloads++;
    world->next_crash = kit->now + around(world, 400 * world->think);
    kit->now += below(world, 5) ? below(world, 2000) : below(world, 7200000);
    kit_reload(kit);
    /* What was on the wire is lost, what bots thought of too. */
    memset(world->flight, 0, sizeof world->flight);
    memset(world->answer, 0, sizeof world->answer);
    for (unsigned i = 0; i < PERSONS; i++) {
        unsigned seat = table_seat_of(kit->table, kit_person(i));
        if (seat != TIO_NONE && world->client[i].connected)
            table_present(kit->table, seat, true, kit->now);
    }
}

/* ---- A table from beginning to end ---- */

static uint64_t next_moment(const struct world *world)
{
    uint64_t next = table_due(world->kit.table);
    for (unsigned i = 0; i < PERSONS; i++)
        if (world->client[i].acts < next)
            next = world->client[i].acts;
    for (unsigned i = 0; i < FLIGHTS; i++)
        if (world->flight[i].at && world->flight[i].at < next)
            next = world->flight[i].at;
    for (unsigned i = 0; i < ANSWERS; i++)
        if (world->answer[i].at && world->answer[i].at < next)
            next = world->answer[i].at;
    return next;
}

static void step(struct world *world)
{
    struct kit *kit = &world->kit;
    uint64_t next = next_moment(world);
    if (next > kit->now)
        kit->now = next;
    if (kit->now >= world->next_crash)
        crash(world);
    for (unsigned i = 0; i < FLIGHTS; i++)
        if (world->flight[i].at && world->flight[i].at <= kit->now)
            deliver(world, &world->flight[i]);
    for (unsigned i = 0; i < ANSWERS; i++)
        if (world->answer[i].at && world->answer[i].at <= kit->now)
            give(world, &world->answer[i]);
    for (unsigned i = 0; i < PERSONS; i++)
        if (world->client[i].acts <= kit->now)
            act(world, i);
    table_tick(kit->table, kit->now);
    think(world);
}

static struct table_settings any_settings(struct world *world)
{
    struct table_settings settings =
        table_settings_default(2 + below(world, 4));
    settings.game.starts = 1;
    settings.game.edition = (uint8_t)below(world, 2);
    settings.game.free_hand = percent(world, 25);
    settings.game.piles_down = percent(world, 25);
    settings.game.cast = (uint8_t)below(world, 3);
    settings.game.first = percent(world, 50) ? TIO_NONE : 0;
    settings.undo = percent(world, 80);
    settings.watch = (uint8_t)below(world, 3);
    /* Those with days take longer than all others together. */
    settings.clock = (uint8_t)below(world, TABLE_CLOCK_DAYS);
    if (percent(world, 4))
        settings.clock = TABLE_CLOCK_DAYS;
    settings.base_ms = settings.clock == TABLE_CLOCK_DAYS   ? 4 * 3600 * 1000
                       : settings.clock == TABLE_CLOCK_GAME ? 120000
                                                            : 15000;
    settings.more_ms = 2000;
    settings.grace_ms = percent(world, 20) ? 1000 : 30000;
    settings.bot_ms = percent(world, 20) ? 0 : 800;
    (void)snprintf(settings.stand_in, sizeof settings.stand_in, "random");
    return settings;
}

/* Ends at `kit.now`; everything that the table was has been freed. */
static uint64_t live(struct world *world, uint64_t seed, uint64_t now,
                     struct tally *tally)
{
    struct kit *kit = &world->kit;
    memset(world, 0, sizeof *world);
    tio_random_init(&world->random, seed, 77);
    kit_begin(kit, seed);
    kit->now = now;
    kit->heard = heard;
    kit->context = world;
    world->tally = tally;
    struct table_settings settings = any_settings(world);
    world->think = settings.clock == TABLE_CLOCK_DAYS ? HOUR
                   : percent(world, 50)               ? 2 * SECOND
                                                      : 7 * SECOND;
    world->games = 1 + below(world, 3);
    world->trouble = below(world, 60);
    world->next_crash = now + around(world, 400 * world->think);
    for (unsigned i = 0; i < PERSONS; i++) {
        world->client[i].connected = true;
        world->client[i].zombie = below(world, 200) == 0;
        world->client[i].acts = now + below(world, 5000);
    }
    kit_create(kit, &settings);
    uint64_t steps = 0;
    while (kit->table->phase != TABLE_CLOSED) {
        step(world);
        if (++steps > 2000000 || kit->now > now + 100 * DAY)
            fail_msg("table %llu does not end: %s, seq %llu",
                     (unsigned long long)seed,
                     kit->table->phase == TABLE_OPEN ? "open" : "on",
                     (unsigned long long)kit->table->seq);
    }
    kit_reload(kit); /* also a closed table comes back as it was */
    now = kit->now;
    kit_end(kit);
    tally->tables++;
    return now;
}

static unsigned number_from(const char *name, unsigned otherwise)
{
    const char *text = getenv(name);
    return text ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

static void many_tables(void **state)
{
    static struct world world;
    static struct tally tally;
    (void)state;
    unsigned tables = number_from("TIOLI_TEST_TABLES", 25);
    uint64_t hours = number_from("TIOLI_TEST_HOURS", 1);
    uint64_t seed = number_from("TIOLI_TEST_SEED", 0);
    size_t held = 0;
    for (unsigned i = 0; i < tables; i++) {
        uint64_t now = KIT_NOW;
        while (now < KIT_NOW + hours * HOUR)
            now = live(&world, ++seed, now, &tally);
        /* Nothing stays behind, however many there were, but what the C
         * library keeps for the next time. */
        size_t holds = mallinfo2().uordblks;
        if (i > 0)
            assert_true(holds <= held + 256 * 1024UL);
        else
            held = holds;
    }
    print_message(
        "# %llu tables, %llu games, %llu events, %llu reloads, "
        "%llu repeated requests\n",
        (unsigned long long)tally.tables, (unsigned long long)tally.games,
        (unsigned long long)tally.events, (unsigned long long)tally.reloads,
        (unsigned long long)tally.repeated);
    for (unsigned i = 0; i < TABLE_EVENT_TYPES; i++) {
        print_message("# %s %llu\n", table_event_name(i),
                      (unsigned long long)tally.of_type[i]);
        assert_true(tally.of_type[i] > 0);
    }
    for (unsigned i = 0; i < TABLE_CAUSE_COUNT; i++)
        if (tally.moves[i] || tally.closed[i])
            print_message("# %s: %llu moves, %llu closed\n",
                          table_cause_name(i),
                          (unsigned long long)tally.moves[i],
                          (unsigned long long)tally.closed[i]);
    for (unsigned i = 0; i < TABLE_ERROR_COUNT; i++)
        if (tally.refused[i])
            print_message("# %s %llu\n", table_error_name((enum table_error)i),
                          (unsigned long long)tally.refused[i]);
    assert_true(tally.moves[TABLE_CAUSE_PERSON] > 100);
    assert_true(tally.moves[TABLE_CAUSE_BOT] > 100);
    assert_true(tally.moves[TABLE_CAUSE_STAND_IN] > 100);
    assert_true(tally.moves[TABLE_CAUSE_LATE] > 100);
    assert_true(tally.repeated > 20 && tally.reloads > 20);
    assert_int_equal(tally.refused[TABLE_E_MEMORY], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_tables),
    };
    return cmocka_run_group_tests_name("table sim", tests, NULL, NULL);
}
