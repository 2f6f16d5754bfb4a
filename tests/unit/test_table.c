/* The life of a table: made, filled, played, played again, closed. The kit
 * checks after every event that what was written folds to the same table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/table_kit.h"
#include "table/parts.h"

#define NONE TIO_NONE
#define ERROR(kit, call, expected)                                             \
    assert_string_equal(table_error_name(call), table_error_name(expected))

static struct table_settings quick(unsigned players)
{
    struct table_settings settings = table_settings_default(players);
    settings.game.starts = 1;
    return settings;
}

/* A table with `persons` seated, the host first. */
static void open_table(struct kit *kit, unsigned players, unsigned persons)
{
    struct table_settings settings = quick(players);
    kit_begin(kit, 7);
    kit_create(kit, &settings);
    for (unsigned i = 0; i < persons; i++)
        assert_int_equal(kit_sit(kit, i, NONE), TABLE_E_OK);
}

/* The word of an event, from the end: 0 is the last. */
static bool ended_with(const struct kit *kit, size_t back, const char *word)
{
    if (back >= kit->lines)
        return false;
    const char *at = strchr(kit->line[kit->lines - 1 - back], ' ');
    at = strchr(at + 1, ' ') + 1;
    size_t size = strlen(word);
    return strncmp(at, word, size) == 0 && (at[size] == ' ' || !at[size]);
}

static bool line_has(const struct kit *kit, size_t back, const char *text)
{
    return strstr(kit->line[kit->lines - 1 - back], text) != NULL;
}

/* ---- Size ---- */

static void small(void **state)
{
    (void)state;
    print_message("# a table has %zu bytes\n", sizeof(struct table));
    assert_true(sizeof(struct table) <= 8192);
}

/* ---- Settings ---- */

struct bad_setting {
    const char *field;
    void (*spoil)(struct table_settings *settings);
};

#define SPOIL(name, statement)                                                 \
    static void spoil_##name(struct table_settings *s)                         \
    {                                                                          \
        statement;                                                             \
    }

SPOIL(players, s->game.players = 6)
SPOIL(edition, s->game.edition = 9)
SPOIL(free_hand, s->game.free_hand = 2)
SPOIL(starts, s->game.starts = 10)
SPOIL(first, s->game.first = 3)
SPOIL(cast, s->game.cast = 3)
SPOIL(piles, s->game.piles_down = 2)
SPOIL(deck, s->deck[0] = 0)
SPOIL(deck_name, memcpy(s->deck, "nosuch", 7))
SPOIL(hints, s->hints = 2)
SPOIL(undo, s->undo = 2)
SPOIL(listed, s->listed = 2)
SPOIL(watch, s->watch = 3)
SPOIL(clock, s->clock = 4)
SPOIL(base, (s->clock = TABLE_CLOCK_MOVE, s->base_ms = 999))
SPOIL(more,
      (s->clock = TABLE_CLOCK_GAME, s->base_ms = 60000, s->more_ms = 3600001))
SPOIL(days, (s->clock = TABLE_CLOCK_DAYS, s->base_ms = 3599999))
SPOIL(grace, s->grace_ms = 86400001)
SPOIL(no_grace, s->grace_ms = 0)
SPOIL(little_grace, s->grace_ms = 999)
SPOIL(bot, s->bot_ms = 60001)
SPOIL(stand_in, memcpy(s->stand_in, "nobody", 7))
SPOIL(stand_in_text, memcpy(s->stand_in, "a\nb", 4))
SPOIL(code, memcpy(s->code, " x", 3))

static const struct bad_setting bad_settings[] = {
    {"players", spoil_players},
    {"edition", spoil_edition},
    {"free_hand", spoil_free_hand},
    {"starts", spoil_starts},
    {"first", spoil_first},
    {"cast", spoil_cast},
    {"piles", spoil_piles},
    {"deck", spoil_deck},
    {"deck", spoil_deck_name},
    {"hints", spoil_hints},
    {"undo", spoil_undo},
    {"listed", spoil_listed},
    {"watch", spoil_watch},
    {"clock", spoil_clock},
    {"clock", spoil_base},
    {"clock", spoil_more},
    {"clock", spoil_days},
    {"grace", spoil_grace},
    {"grace", spoil_no_grace},
    {"grace", spoil_little_grace},
    {"bot", spoil_bot},
    {"stand_in", spoil_stand_in},
    {"stand_in", spoil_stand_in_text},
    {"code", spoil_code},
};

static void settings_have_bounds(void **state)
{
    struct kit kit;
    (void)state;
    open_table(&kit, 3, 1);
    for (size_t i = 0; i < sizeof bad_settings / sizeof *bad_settings; i++) {
        struct table_command command = kit_command(&kit, TABLE_DO_SET, 0);
        size_t lines = kit.lines;
        command.settings = quick(3);
        bad_settings[i].spoil(&command.settings);
        ERROR(&kit, kit_do(&kit, &command), TABLE_E_BAD_SETTING);
        assert_string_equal(kit.why.field, bad_settings[i].field);
        size_t size = strlen(bad_settings[i].field);
        assert_memory_equal(kit.why.text.what, kit.why.field, size);
        assert_memory_equal(kit.why.text.what + size, ": ", 2);
        assert_int_equal(kit.lines, lines);
        struct table *other = table_new(&kit.host);
        ERROR(&kit,
              table_create(other, &command.settings, NULL, kit_person(1), "",
                           kit.now, &kit.why),
              TABLE_E_BAD_SETTING);
        assert_int_equal(other->seq, 0);
        table_free(other);
    }
    struct table_command command = kit_command(&kit, TABLE_DO_SET, 0);
    command.settings = quick(5);
    command.settings.game.piles_down = 1;
    ERROR(&kit, kit_do(&kit, &command), TABLE_E_OK);
    assert_int_equal(kit.table->settings.game.players, 5);
    kit_end(&kit);
}

static void seats_that_are_taken_stay(void **state)
{
    struct kit kit;
    (void)state;
    open_table(&kit, 4, 1);
    assert_int_equal(kit_sit(&kit, 1, 3), TABLE_E_OK);
    struct table_command command = kit_command(&kit, TABLE_DO_SET, 0);
    command.settings = quick(3);
    ERROR(&kit, kit_do(&kit, &command), TABLE_E_BAD_SETTING);
    assert_string_equal(kit.why.field, "players");
    ERROR(&kit, kit_ask(&kit, TABLE_DO_STAND, 1, NONE, NULL), TABLE_E_OK);
    ERROR(&kit, kit_do(&kit, &command), TABLE_E_OK);
    kit_end(&kit);
}

/* ---- Decks ---- */

static const char own_deck[] =
    "# mine | 100 %\ncombo 1 *? *? x30\ncombo 3 sum D > 12 x10\n"
    "action cast x9\n";

static void own_decks_are_shared(void **state)
{
    struct kit one;
    (void)state;
    struct table_settings settings = quick(2);
    kit_begin(&one, 3);
    (void)snprintf(settings.deck, sizeof settings.deck, "mine");
    ERROR(&one,
          table_create(one.table, &settings, own_deck, kit_person(0), "c",
                       one.now, &one.why),
          TABLE_E_OK);
    assert_int_equal(decks_held(one.host.decks), 1);
    struct table_command command = kit_command(&one, TABLE_DO_SET, 0);
    command.settings = settings;
    command.settings.hints = 0; /* the deck stays though it is not sent */
    ERROR(&one, kit_do(&one, &command), TABLE_E_OK);
    assert_string_equal(one.table->deck->name, "mine");
    command = kit_command(&one, TABLE_DO_SET, 0);
    command.settings = settings;
    command.deck = "combo 1 L1\ncombo nonsense\n";
    ERROR(&one, kit_do(&one, &command), TABLE_E_BAD_DECK);
    assert_int_equal(one.why.text.line, 2);
    assert_int_equal(one.table->deck->combos, 40);
    /* The same cards under another name are another deck. */
    (void)snprintf(command.settings.deck, sizeof settings.deck, "yours");
    command.deck = own_deck;
    ERROR(&one, kit_do(&one, &command), TABLE_E_OK);
    assert_int_equal(decks_held(one.host.decks), 1);
    (void)snprintf(command.settings.deck, sizeof settings.deck, "standard");
    (void)snprintf(command.request, sizeof command.request, "again");
    ERROR(&one, kit_do(&one, &command), TABLE_E_BAD_DECK);
    command.deck = NULL;
    ERROR(&one, kit_do(&one, &command), TABLE_E_OK);
    assert_int_equal(decks_held(one.host.decks), 0);
    assert_int_equal(kit_sit(&one, 0, NONE), TABLE_E_OK);
    assert_int_equal(kit_sit(&one, 1, NONE), TABLE_E_OK);
    kit_play(&one, 10000);
    kit_end(&one);
}

static void long_decks_are_refused(void **state)
{
    struct kit kit;
    (void)state;
    open_table(&kit, 2, 1);
    struct table_command command = kit_command(&kit, TABLE_DO_SET, 0);
    static char text[2 * TABLE_DECK];
    command.settings = quick(2);
    (void)snprintf(command.settings.deck, sizeof command.settings.deck, "big");
    command.deck = text;
    /* In the log a tab has three bytes: fits or not. */
    static const struct {
        size_t size;
        enum table_error error;
        char fill;
    } cases[] = {{TABLE_DECK - 1, TABLE_E_OK, '\n'},
                 {TABLE_DECK, TABLE_E_BAD_DECK, '\n'},
                 {5000, TABLE_E_OK, '\t'},
                 {5600, TABLE_E_BAD_DECK, '\t'},
                 {TABLE_DECK - 1, TABLE_E_BAD_DECK, '\t'}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static const char first[] = "combo 1 L1\n";
        memset(text, cases[i].fill, sizeof text);
        memcpy(text, first, sizeof first - 1);
        text[cases[i].size] = '\0';
        (void)snprintf(command.request, sizeof command.request, "big%zu", i);
        ERROR(&kit, kit_do(&kit, &command), cases[i].error);
    }
    kit_end(&kit);
}

/* ---- Sitting down ---- */

static void sit_details(void **state)
{
    struct kit kit;
    struct table_settings settings = quick(3);
    (void)state;
    (void)snprintf(settings.code, sizeof settings.code, "plum");
    kit_begin(&kit, 1);
    kit_create(&kit, &settings);
    struct table_command command = kit_command(&kit, TABLE_DO_SIT, 1);
    ERROR(&kit, kit_do(&kit, &command), TABLE_E_BAD_CODE);
    (void)snprintf(command.code, sizeof command.code, "plums");
    ERROR(&kit, kit_do(&kit, &command), TABLE_E_BAD_CODE);
    (void)snprintf(command.code, sizeof command.code, "plum");
    command.has_bytes = false;
    ERROR(&kit, kit_do(&kit, &command), TABLE_E_NO_BYTES);
    command.has_bytes = true;
    command.seat = 3;
    ERROR(&kit, kit_do(&kit, &command), TABLE_E_NO_SUCH_SEAT);
    command.seat = 1;
    static const char *const names[] = {
        "",
        " a",
        "a ",
        "a\nb",
        "\xff",
        "\xe2\x80\xa8xyz",
        "\xe2\x80\x8b",
        "P\xd0\xb0ul",
        "12345678901234567890123456789012345678901"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        (void)snprintf(command.name, sizeof command.name, "%s", names[i]);
        ERROR(&kit, kit_do(&kit, &command), TABLE_E_BAD_NAME);
    }
    (void)snprintf(command.name, sizeof command.name,
                   "J\xc3\xbcrgen %% 100=\xf0\x9f\x8e\xb2");
    ERROR(&kit, kit_do(&kit, &command), TABLE_E_OK);
    assert_int_equal(table_seat_of(kit.table, kit_person(1)), 1);
    assert_string_equal(kit.table->seat[1].name, command.name);
    assert_int_equal(kit.table->seat[1].colour, command.colour);
    /* The host needs no code. */
    command = kit_command(&kit, TABLE_DO_SIT, 0);
    command.seat = 1;
    ERROR(&kit, kit_do(&kit, &command), TABLE_E_SEAT_TAKEN);
    command.seat = NONE;
    ERROR(&kit, kit_do(&kit, &command), TABLE_E_OK);
    assert_int_equal(table_seat_of(kit.table, kit_person(0)), 0);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_BOT, 0, NONE, "easy"), TABLE_E_OK);
    command = kit_command(&kit, TABLE_DO_SIT, 2);
    (void)snprintf(command.code, sizeof command.code, "plum");
    ERROR(&kit, kit_do(&kit, &command), TABLE_E_FULL);
    assert_int_equal(kit.table->phase, TABLE_OPEN);
    kit_end(&kit);
}

static void the_last_person_starts_the_game(void **state)
{
    struct kit kit;
    (void)state;
    open_table(&kit, 3, 2);
    assert_int_equal(kit.table->phase, TABLE_OPEN);
    assert_int_equal(kit_sit(&kit, 2, NONE), TABLE_E_OK);
    assert_int_equal(kit.table->phase, TABLE_PLAYING);
    assert_int_equal(kit.table->games, 1);
    assert_false(tio_game_wants_chance(&kit.table->game));
    /* The request is that of sitting down, not of what came after. */
    assert_true(kit.seq < kit.table->seq);
    ERROR(&kit, kit_sit(&kit, 3, NONE), TABLE_E_NOT_OPEN);
    kit_end(&kit);
}

static void names_change(void **state)
{
    struct kit kit;
    (void)state;
    open_table(&kit, 3, 2);
    struct table_command command = kit_command(&kit, TABLE_DO_NAME, 1);
    (void)snprintf(command.name, sizeof command.name, "Ann");
    command.colour = 0xabcdef;
    ERROR(&kit, kit_do(&kit, &command), TABLE_E_OK);
    assert_string_equal(kit.table->seat[1].name, "Ann");
    assert_int_equal(kit.table->seat[1].colour, 0xabcdef);
    command.request[0] = 'x';
    command.name[0] = '\0';
    ERROR(&kit, kit_do(&kit, &command), TABLE_E_BAD_NAME);
    kit_end(&kit);
}

static enum table_error sit_as(struct kit *kit, unsigned person,
                               const char *name)
{
    struct table_command command = kit_command(kit, TABLE_DO_SIT, person);
    (void)snprintf(command.name, sizeof command.name, "%s", name);
    return kit_do(kit, &command);
}

static enum table_error rename_to(struct kit *kit, unsigned person,
                                  const char *name)
{
    struct table_command command = kit_command(kit, TABLE_DO_NAME, person);
    (void)snprintf(command.name, sizeof command.name, "%s", name);
    return kit_do(kit, &command);
}

static void nobody_passes_for_another(void **state)
{
    struct kit kit;
    (void)state;
    open_table(&kit, 5, 0);
    ERROR(&kit, sit_as(&kit, 0, "Anna"), TABLE_E_OK);
    static const char *const taken[] = {
        "Anna",
        "anna",
        "\xd0\x90nna",
        "An\xe2\x80\x8bna",
        "Anna\xe2\xa0\x80",
        "\xef\xbc\xa1nna",
    };
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        enum table_error error = sit_as(&kit, 1, taken[i]);
        assert_true(error == TABLE_E_NAME_TAKEN || error == TABLE_E_BAD_NAME);
    }
    ERROR(&kit, sit_as(&kit, 1, "anna"), TABLE_E_NAME_TAKEN);
    ERROR(&kit, sit_as(&kit, 1, "Anne"), TABLE_E_OK);
    ERROR(&kit, rename_to(&kit, 1, "ANNA"), TABLE_E_NAME_TAKEN);
    /* One's own name, written otherwise, is no one else's. */
    ERROR(&kit, rename_to(&kit, 1, "ANNE"), TABLE_E_OK);
    assert_string_equal(kit.table->seat[1].name, "ANNE");
    kit_end(&kit);
}

static void bots_give_way(void **state)
{
    struct kit kit;
    (void)state;
    open_table(&kit, 4, 1);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_BOT, 0, 1, "hard"), TABLE_E_OK);
    assert_string_equal(kit.table->seat[1].name, table_first_name(1));
    ERROR(&kit, sit_as(&kit, 1, table_first_name(1)), TABLE_E_OK);
    assert_int_equal(kit.table->seat[1].kind, TABLE_SEAT_BOT);
    assert_string_equal(kit.table->seat[1].level, "hard");
    assert_string_not_equal(kit.table->seat[1].name, table_first_name(1));
    assert_string_equal(kit.table->seat[2].name, table_first_name(1));
    /* Now the bot has its seat, and a person who changes theirs has to ask. */
    ERROR(&kit, rename_to(&kit, 0, kit.table->seat[1].name),
          TABLE_E_NAME_TAKEN);
    /* The last seat: all have their names before the game starts. */
    char bot[TIO_NAME_TEXT];
    memcpy(bot, kit.table->seat[1].name, sizeof bot);
    ERROR(&kit, sit_as(&kit, 2, bot), TABLE_E_OK);
    assert_int_equal(kit.table->phase, TABLE_PLAYING);
    assert_string_not_equal(kit.table->seat[1].name, bot);
    kit_reload(&kit);
    assert_string_not_equal(kit.table->seat[1].name, bot);
    kit_end(&kit);
}

/* What was allowed when the log was written is still read. */
static void old_names_are_read(void **state)
{
    struct kit kit;
    (void)state;
    open_table(&kit, 3, 1);
    for (unsigned i = 1; i < 3; i++) {
        struct table_event event = table_event_new(TABLE_EVENT_SIT);
        event.seat = (uint8_t)i;
        event.person = kit_person(i);
        (void)snprintf(event.name, sizeof event.name, "\xe2\x80\x8b");
        assert_true(table_emit(kit.table, &event, kit.now));
    }
    kit_reload(&kit);
    assert_string_equal(kit.table->seat[2].name, "\xe2\x80\x8b");
    kit_end(&kit);
}

/* ---- Starting ---- */

static void start_fills_with_bots(void **state)
{
    struct kit kit;
    (void)state;
    open_table(&kit, 4, 1);
    struct table_command command = kit_command(&kit, TABLE_DO_SIT, 1);
    (void)snprintf(command.name, sizeof command.name, "Hugo");
    ERROR(&kit, kit_do(&kit, &command), TABLE_E_OK);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_START, 0, NONE, "nosuch"),
          TABLE_E_NO_SUCH_BOT);
    assert_int_equal(kit.table->seat[2].kind, TABLE_SEAT_EMPTY);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_START, 0, NONE, "easy"), TABLE_E_OK);
    assert_string_equal(kit.table->seat[2].name, "Ida");
    assert_string_equal(kit.table->seat[3].name, "Bruno");
    assert_string_equal(kit.table->seat[3].level, "easy");
    assert_int_equal(kit.table->phase, TABLE_PLAYING);
    kit_end(&kit);
    open_table(&kit, 3, 2);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_START, 0, NONE, NULL), TABLE_E_OK);
    assert_string_equal(kit.table->seat[2].name, "Hugo");
    kit_end(&kit);
    open_table(&kit, 2, 1); /* alone against bots */
    ERROR(&kit, kit_ask(&kit, TABLE_DO_START, 0, NONE, NULL), TABLE_E_OK);
    assert_int_equal(kit.table->phase, TABLE_PLAYING);
    kit_end(&kit);
}

static void a_host_need_not_sit(void **state)
{
    struct kit kit;
    (void)state;
    open_table(&kit, 3, 0);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_BOT, 0, NONE, "easy"), TABLE_E_OK);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_BOT, 0, 2, "easy"), TABLE_E_OK);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_BOT, 0, 2, "easy"), TABLE_E_SEAT_TAKEN);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_BOT, 0, 7, "easy"),
          TABLE_E_NO_SUCH_SEAT);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_BOT, 0, 1, ""), TABLE_E_NO_SUCH_BOT);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_START, 0, NONE, NULL), TABLE_E_TOO_FEW);
    assert_int_equal(kit_sit(&kit, 1, NONE), TABLE_E_OK);
    assert_int_equal(kit.table->phase, TABLE_PLAYING);
    assert_true(table_is_owner(kit.table, kit_person(0)));
    assert_int_equal(table_viewer(kit.table, kit_person(0)), TIO_SPECTATOR);
    /* Nobody plays any more: the host's waiting does not keep it open. */
    ERROR(&kit, kit_ask(&kit, TABLE_DO_STAND, 1, NONE, NULL), TABLE_E_OK);
    assert_int_equal(kit.table->phase, TABLE_CLOSED);
    assert_int_equal(kit.table->cause, TABLE_CAUSE_EMPTY);
    kit_end(&kit);
}

/* ---- Retries ---- */

static void a_retry_is_harmless(void **state)
{
    struct kit kit;
    (void)state;
    open_table(&kit, 3, 2);
    struct table_command sit = kit_command(&kit, TABLE_DO_SIT, 2);
    ERROR(&kit, kit_do(&kit, &sit), TABLE_E_OK);
    uint64_t seq = kit.seq;
    uint64_t last = kit.table->seq;
    for (unsigned i = 0; i < 3; i++) {
        ERROR(&kit, kit_do(&kit, &sit), TABLE_E_OK);
        assert_int_equal(kit.seq, seq);
        assert_int_equal(kit.table->seq, last);
        if (i == 0)
            kit_reload(&kit);
        last = kit.table->seq;
        sit.type = TABLE_DO_CLOSE; /* something else under the same number */
    }
    /* Somebody else's request of that name is another. */
    sit.type = TABLE_DO_NAME;
    sit.person = kit_person(1);
    (void)snprintf(sit.name, sizeof sit.name, "another");
    ERROR(&kit, kit_do(&kit, &sit), TABLE_E_OK);
    assert_true(kit.seq > seq);
    /* The first of all was to make the table. */
    struct table_command create = kit_command(&kit, TABLE_DO_CLOSE, 0);
    (void)snprintf(create.request, sizeof create.request, "create");
    ERROR(&kit, kit_do(&kit, &create), TABLE_E_OK);
    assert_int_equal(kit.seq, 1);
    assert_int_not_equal(kit.table->phase, TABLE_CLOSED);
    /* What was refused was not carried out, and may be asked again. */
    struct table_command host = kit_command(&kit, TABLE_DO_HOST, 0);
    host.seat = 7;
    ERROR(&kit, kit_do(&kit, &host), TABLE_E_NO_SUCH_SEAT);
    host.seat = 1;
    ERROR(&kit, kit_do(&kit, &host), TABLE_E_OK);
    assert_true(table_is_owner(kit.table, kit_person(1)));
    ERROR(&kit, kit_do(&kit, &host), TABLE_E_OK); /* not the host any more */
    host.request[0] = 'z';
    ERROR(&kit, kit_do(&kit, &host), TABLE_E_NOT_HOST);
    kit_end(&kit);
}

static void only_so_many_are_remembered(void **state)
{
    struct kit kit;
    (void)state;
    open_table(&kit, 3, 2);
    struct table_command first = kit_command(&kit, TABLE_DO_NAME, 0);
    ERROR(&kit, kit_do(&kit, &first), TABLE_E_OK);
    uint64_t seq = kit.seq;
    for (unsigned i = 0; i < TABLE_REQUESTS - 1; i++)
        ERROR(&kit, kit_ask(&kit, TABLE_DO_NAME, 1, NONE, NULL), TABLE_E_OK);
    ERROR(&kit, kit_do(&kit, &first), TABLE_E_OK);
    assert_int_equal(kit.seq, seq);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_NAME, 1, NONE, NULL), TABLE_E_OK);
    ERROR(&kit, kit_do(&kit, &first), TABLE_E_OK);
    assert_true(kit.seq > seq);
    kit_end(&kit);
}

/* ---- Leaving ---- */

static void kicked_is_kicked(void **state)
{
    struct kit kit;
    (void)state;
    open_table(&kit, 4, 3);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_BOT, 0, NONE, "easy"), TABLE_E_OK);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_KICK, 0, 3, NULL), TABLE_E_OK);
    assert_true(ended_with(&kit, 0, "stand"));
    assert_true(line_has(&kit, 0, "cause=host"));
    ERROR(&kit, kit_ask(&kit, TABLE_DO_KICK, 0, 3, NULL), TABLE_E_NOBODY_THERE);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_KICK, 0, 9, NULL), TABLE_E_NO_SUCH_SEAT);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_KICK, 0, 1, NULL), TABLE_E_OK);
    assert_true(line_has(&kit, 0, "cause=kicked"));
    assert_int_equal(table_seat_of(kit.table, kit_person(1)), NONE);
    ERROR(&kit, kit_sit(&kit, 1, NONE), TABLE_E_KICKED);
    kit_reload(&kit);
    ERROR(&kit, kit_sit(&kit, 1, NONE), TABLE_E_KICKED);
    /* Nor may they watch, whoever else may. */
    assert_int_equal(table_viewer(kit.table, kit_person(1)), NONE);
    assert_int_equal(table_may_see(kit.table, kit_person(1)), TABLE_E_KICKED);
    assert_int_equal(table_may_see(kit.table, kit_person(9)), TABLE_E_OK);
    /* Kicking oneself is standing up: the next person is the host then. */
    ERROR(&kit, kit_ask(&kit, TABLE_DO_KICK, 0, 0, NULL), TABLE_E_OK);
    assert_true(table_is_owner(kit.table, kit_person(2)));
    ERROR(&kit, kit_sit(&kit, 0, NONE), TABLE_E_OK);
    kit_end(&kit);
}

/* Sixteen are remembered: whoever was sent away first may come back then. */
static void only_so_many_stay_away(void **state)
{
    struct kit kit;
    (void)state;
    open_table(&kit, 3, 1);
    for (unsigned i = 1; i <= TABLE_KICKED + 1; i++) {
        assert_int_equal(kit_sit(&kit, i, 1), TABLE_E_OK);
        ERROR(&kit, kit_ask(&kit, TABLE_DO_KICK, 0, 1, NULL), TABLE_E_OK);
        ERROR(&kit, kit_sit(&kit, i, 1), TABLE_E_KICKED);
        ERROR(&kit, kit_sit(&kit, 1, 1),
              i <= TABLE_KICKED ? TABLE_E_KICKED : TABLE_E_OK);
    }
    ERROR(&kit, kit_sit(&kit, 2, 2), TABLE_E_KICKED);
    /* A guest without a name of any kind is nobody who was sent away. */
    assert_false(table_was_kicked(kit.table, (struct table_person){.id = {0}}));
    kit_end(&kit);
}

static void the_host_can_go(void **state)
{
    struct kit kit;
    (void)state;
    open_table(&kit, 4, 3);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_HOST, 0, 3, NULL), TABLE_E_NOBODY_THERE);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_HOST, 0, 2, NULL), TABLE_E_OK);
    assert_true(table_is_owner(kit.table, kit_person(2)));
    ERROR(&kit, kit_ask(&kit, TABLE_DO_STAND, 2, NONE, NULL), TABLE_E_OK);
    assert_true(table_is_owner(kit.table, kit_person(0)));
    assert_int_equal(kit.table->seat[2].kind, TABLE_SEAT_EMPTY);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_STAND, 0, NONE, NULL), TABLE_E_OK);
    assert_true(table_is_owner(kit.table, kit_person(1)));
    ERROR(&kit, kit_ask(&kit, TABLE_DO_STAND, 1, NONE, NULL), TABLE_E_OK);
    assert_int_equal(kit.table->phase, TABLE_CLOSED);
    assert_int_equal(kit.table->cause, TABLE_CAUSE_EMPTY);
    assert_true(ended_with(&kit, 0, "close"));
    assert_true(ended_with(&kit, 1, "stand"));
    kit_end(&kit);
}

static void who_leaves_a_game_is_played_on(void **state)
{
    struct kit kit;
    (void)state;
    open_table(&kit, 3, 3);
    assert_int_equal(kit.table->phase, TABLE_PLAYING);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_STAND, 0, NONE, NULL), TABLE_E_OK);
    assert_true(kit.table->seat[0].left);
    assert_true(kit.table->seat[0].gave_up);
    assert_true(table_is_owner(kit.table, kit_person(1)));
    assert_int_equal(table_seat_of(kit.table, kit_person(0)), NONE);
    ERROR(&kit, kit_move(&kit, 0, "pass"), TABLE_E_NOT_SEATED);
    table_present(kit.table, 0, true, kit.now); /* changes nothing any more */
    kit_play(&kit, 12);
    assert_int_equal(kit.table->phase, TABLE_PLAYING);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_STAND, 1, NONE, NULL), TABLE_E_OK);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_STAND, 2, NONE, NULL), TABLE_E_OK);
    assert_int_equal(kit.table->phase, TABLE_CLOSED);
    assert_int_equal(kit.table->cause, TABLE_CAUSE_EMPTY);
    assert_true(ended_with(&kit, 1, "reveal"));
    assert_true(ended_with(&kit, 2, "leave"));
    assert_true(kit.table->has_revealed);
    kit_end(&kit);
}

/* ---- The end, and again ---- */

static void the_secret_is_shown_at_the_end(void **state)
{
    struct kit kit;
    uint8_t secret[TABLE_BYTES];
    uint8_t commit[TABLE_BYTES];
    (void)state;
    open_table(&kit, 2, 2);
    memcpy(secret, kit.table->secret, sizeof secret);
    memcpy(commit, kit.table->commit, sizeof commit);
    assert_false(kit.table->has_revealed);
    kit_play(&kit, 10000);
    assert_int_equal(kit.table->phase, TABLE_OVER);
    assert_true(ended_with(&kit, 0, "commit"));
    assert_true(ended_with(&kit, 1, "reveal"));
    assert_true(ended_with(&kit, 2, "move"));
    assert_memory_equal(kit.table->revealed, secret, sizeof secret);
    assert_memory_equal(kit.table->revealed_commit, commit, sizeof commit);
    assert_memory_not_equal(kit.table->secret, secret, sizeof secret);
    assert_false(kit.table->seat[0].contributed);
    assert_true(kit.table->chances > 0);
    kit_end(&kit);
}

static void a_rematch_moves_the_starter_on(void **state)
{
    (void)state;
    for (unsigned first = 0; first < 3; first++) {
        struct kit kit;
        struct table_settings settings = quick(3);
        settings.game.first = (uint8_t)(first < 2 ? first : NONE);
        kit_begin(&kit, 5);
        kit_create(&kit, &settings);
        for (unsigned i = 0; i < 3; i++)
            assert_int_equal(kit_sit(&kit, i, NONE), TABLE_E_OK);
        for (unsigned game = 1; game <= 4; game++) {
            unsigned starter = kit.table->first;
            assert_int_equal(kit.table->games, game);
            if (game == 1 && first < 2)
                assert_int_equal(starter, first);
            kit_play(&kit, 10000);
            struct table_command again = kit_command(&kit, TABLE_DO_AGAIN, 0);
            again.has_bytes = false;
            ERROR(&kit, kit_do(&kit, &again), TABLE_E_NO_BYTES);
            for (unsigned i = 0; i < 3; i++) {
                assert_int_equal(kit.table->phase, TABLE_OVER);
                ERROR(&kit, kit_ask(&kit, TABLE_DO_AGAIN, i, NONE, NULL),
                      TABLE_E_OK);
                if (i == 1) { /* said twice */
                    uint64_t seq = kit.table->seq;
                    ERROR(&kit, kit_ask(&kit, TABLE_DO_AGAIN, i, NONE, NULL),
                          TABLE_E_OK);
                    assert_int_equal(kit.table->seq, seq);
                }
            }
            assert_int_equal(kit.table->phase, TABLE_PLAYING);
            assert_int_equal(kit.table->first, (starter + 1) % 3);
            assert_int_equal(kit.table->game.starter, (starter + 1) % 3);
            /* Three hands and a roll: counted anew. */
            assert_int_equal(kit.table->chances, 4);
            /* The share is the new one. */
            assert_int_equal(kit.table->seat[2].bytes[0],
                             (uint8_t)(2 + kit.requests));
        }
        kit_end(&kit);
    }
}

static void who_left_is_a_bot_next_time(void **state)
{
    struct kit kit;
    (void)state;
    open_table(&kit, 4, 4);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_STAND, 1, NONE, NULL), TABLE_E_OK);
    kit_play(&kit, 10000);
    assert_int_equal(kit.table->phase, TABLE_OVER);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_AGAIN, 2, NONE, NULL), TABLE_E_OK);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_AGAIN, 0, NONE, NULL), TABLE_E_OK);
    assert_int_equal(kit.table->phase, TABLE_OVER);
    /* The last who has not agreed leaves: the others can begin. */
    ERROR(&kit, kit_ask(&kit, TABLE_DO_STAND, 3, NONE, NULL), TABLE_E_OK);
    assert_int_equal(kit.table->phase, TABLE_PLAYING);
    assert_int_equal(kit.table->seat[1].kind, TABLE_SEAT_BOT);
    assert_int_equal(kit.table->seat[3].kind, TABLE_SEAT_BOT);
    assert_string_equal(kit.table->seat[3].name, "Ida");
    assert_false(kit.table->seat[1].contributed);
    kit_play(&kit, 10000);
    assert_int_equal(kit.table->phase, TABLE_OVER);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_STAND, 0, NONE, NULL), TABLE_E_OK);
    /* What was played to its end is one's own. */
    assert_false(kit.table->seat[0].gave_up);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_STAND, 2, NONE, NULL), TABLE_E_OK);
    assert_int_equal(kit.table->phase, TABLE_CLOSED);
    kit_end(&kit);
}

static void the_host_closes(void **state)
{
    struct kit kit;
    (void)state;
    open_table(&kit, 2, 1);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_CLOSE, 0, NONE, NULL), TABLE_E_OK);
    assert_int_equal(kit.table->phase, TABLE_CLOSED);
    assert_int_equal(kit.table->cause, TABLE_CAUSE_HOST);
    assert_false(kit.table->has_revealed);
    assert_int_equal(table_due(kit.table), TABLE_NEVER);
    table_tick(kit.table, kit.now + 1000000);
    table_resume(kit.table, kit.now + 1000000);
    assert_true(ended_with(&kit, 0, "close"));
    kit_end(&kit);
    open_table(&kit, 2, 2);
    kit_play(&kit, 5);
    uint8_t secret[TABLE_BYTES];
    memcpy(secret, kit.table->secret, sizeof secret);
    struct table_command close = kit_command(&kit, TABLE_DO_CLOSE, 0);
    ERROR(&kit, kit_do(&kit, &close), TABLE_E_OK);
    assert_int_equal(kit.seq, kit.table->seq);
    assert_memory_equal(kit.table->revealed, secret, sizeof secret);
    uint64_t seq = kit.seq;
    ERROR(&kit, kit_do(&kit, &close), TABLE_E_OK);
    assert_int_equal(kit.seq, seq);
    kit_end(&kit);
}

static void watching(void **state)
{
    struct kit kit;
    (void)state;
    for (unsigned watch = 0; watch < TABLE_WATCH_KINDS; watch++) {
        struct table_settings settings = quick(2);
        settings.watch = (uint8_t)watch;
        kit_begin(&kit, 1);
        kit_create(&kit, &settings);
        assert_int_equal(kit_sit(&kit, 0, NONE), TABLE_E_OK);
        assert_int_equal(table_viewer(kit.table, kit_person(9)), TIO_SPECTATOR);
        assert_int_equal(kit_sit(&kit, 1, NONE), TABLE_E_OK);
        assert_int_equal(table_viewer(kit.table, kit_person(1)), 1);
        assert_int_equal(table_viewer(kit.table, kit_person(9)),
                         watch == TABLE_WATCH_NOBODY ? NONE : TIO_SPECTATOR);
        kit_end(&kit);
    }
}

static void only_persons_come_and_go(void **state)
{
    struct kit kit;
    (void)state;
    open_table(&kit, 3, 1);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_BOT, 0, 1, "easy"), TABLE_E_OK);
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++) {
        table_present(kit.table, seat, true, kit.now);
        assert_int_equal(kit.table->seat[seat].present, seat == 0);
    }
    /* An onlooker has no seat. */
    table_present(kit.table, TIO_MAX_PLAYERS, true, kit.now);
    table_present(kit.table, NONE, true, kit.now);
    table_present(kit.table, 0, false, kit.now + 5);
    assert_int_equal(kit.table->seat[0].absent_since, kit.now + 5);
    /* Whoever is away already does not go again. */
    table_present(kit.table, 0, false, kit.now + 9);
    assert_int_equal(kit.table->seat[0].absent_since, kit.now + 5);
    kit_end(&kit);
}

/* ---- A log that was cut short goes on ---- */

static void every_prefix_can_go_on(void **state)
{
    struct kit kit;
    (void)state;
    open_table(&kit, 3, 2);
    kit.keep = true;
    ERROR(&kit, kit_ask(&kit, TABLE_DO_START, 0, NONE, "easy"), TABLE_E_OK);
    kit_play(&kit, 10000);
    for (unsigned i = 0; i < 2; i++)
        ERROR(&kit, kit_ask(&kit, TABLE_DO_AGAIN, i, NONE, NULL), TABLE_E_OK);
    assert_int_equal(kit.snapshots, 1);
    for (size_t length = 1; length <= kit.lines; length++) {
        struct kit part;
        static char room[TABLE_DECK];
        kit_begin(&part, 99);
        part.now = kit.now;
        for (size_t i = 0; i < length; i++) {
            struct table_event event;
            char why[200];
            assert_true(table_event_parse(kit.line[i], strlen(kit.line[i]),
                                          part.table->deck, &event, room,
                                          NULL));
            assert_true(table_fold(part.table, &event, why));
            assert_true(table_fold(part.second, &event, why));
        }
        part.bytes = part.table->log;
        table_resume(part.table, part.now);
        if (part.table->phase == TABLE_PLAYING) {
            assert_false(tio_game_wants_chance(&part.table->game));
            kit_play(&part, 3);
        } else {
            assert_true(part.table->phase == TABLE_OPEN ||
                        part.table->phase == TABLE_OVER);
            assert_true(part.table->has_secret);
        }
        kit_end(&part);
    }
    kit_end(&kit);
}

static void hear_nothing(void *context, struct table *table,
                         const struct table_event *event)
{
    (void)context;
    (void)table;
    (void)event;
}

/* The secret was told, and then the disk was full: nothing else can be done with
 * that game, whoever comes first. */
static void a_game_that_was_given_away_is_closed(void **state)
{
    struct kit kit;
    (void)state;
    open_table(&kit, 2, 2);
    kit_play(&kit, 5);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_CLOSE, 0, NONE, NULL), TABLE_E_OK);
    assert_true(ended_with(&kit, 0, "close") && ended_with(&kit, 1, "reveal"));
    free(kit.line[--kit.lines]);
    for (unsigned resumed = 0; resumed < 2; resumed++) {
        struct table *table = kit_fold_again(&kit);
        struct table_command leave = kit_command(&kit, TABLE_DO_STAND, 1);
        struct table_host quiet = kit.host;
        assert_int_equal(table->phase, TABLE_PLAYING);
        assert_false(table->has_secret);
        quiet.happened = hear_nothing;
        table->host = &quiet;
        if (resumed)
            table_resume(table, kit.now);
        else
            ERROR(&kit, table_do(table, &leave, kit.now, NULL, NULL),
                  TABLE_E_OK);
        assert_int_equal(table->phase, TABLE_CLOSED);
        assert_int_equal(table->cause, TABLE_CAUSE_HOST);
        table_free(table);
    }
    kit_end(&kit);
}

/* ---- Events that can't follow ---- */

static void the_fold_believes_nothing(void **state)
{
    struct kit kit;
    char why[200] = "";
    (void)state;
    open_table(&kit, 3, 2);
    ERROR(&kit, kit_ask(&kit, TABLE_DO_START, 0, NONE, "easy"), TABLE_E_OK);
    kit_play(&kit, 7);
    struct table *table = kit_fold_again(&kit);
    tio_random random;
    tio_random_init(&random, 4, 4);
    unsigned folded = 0;
    for (unsigned n = 0; n < 20000; n++) {
        struct table_event event;
        memset(&event, 0, sizeof event);
        event.type = (uint8_t)tio_random_below(&random, TABLE_EVENT_TYPES + 1);
        event.seat = (uint8_t)tio_random_below(&random, 7);
        event.cause = (uint8_t)tio_random_below(&random, 9);
        event.seq = table->seq + tio_random_below(&random, 3);
        event.time = table->time + tio_random_below(&random, 3) - 1;
        event.person = kit_person(tio_random_below(&random, 4));
        event.name[0] = (char)tio_random_below(&random, 256);
        event.level[0] = (char)tio_random_below(&random, 256);
        event.settings = quick(1 + tio_random_below(&random, 5));
        event.move.type = (uint8_t)tio_random_below(&random, 13);
        event.move.seat = (uint8_t)tio_random_below(&random, 6);
        event.move.kind = (uint8_t)tio_random_below(&random, 20);
        if (table_fold(table, &event, why)) {
            folded++;
            table_free(table);
            table = kit_fold_again(&kit);
            continue;
        }
        assert_true(why[0] != '\0');
        if (n % 64 == 0)
            assert_null(kit_difference(table, kit.second));
    }
    assert_true(folded > 50);
    assert_null(kit_difference(table, kit.second));
    table_free(table);
    kit_end(&kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small),
        cmocka_unit_test(settings_have_bounds),
        cmocka_unit_test(seats_that_are_taken_stay),
        cmocka_unit_test(own_decks_are_shared),
        cmocka_unit_test(long_decks_are_refused),
        cmocka_unit_test(sit_details),
        cmocka_unit_test(the_last_person_starts_the_game),
        cmocka_unit_test(names_change),
        cmocka_unit_test(nobody_passes_for_another),
        cmocka_unit_test(bots_give_way),
        cmocka_unit_test(old_names_are_read),
        cmocka_unit_test(start_fills_with_bots),
        cmocka_unit_test(a_host_need_not_sit),
        cmocka_unit_test(a_retry_is_harmless),
        cmocka_unit_test(only_so_many_are_remembered),
        cmocka_unit_test(kicked_is_kicked),
        cmocka_unit_test(only_so_many_stay_away),
        cmocka_unit_test(the_host_can_go),
        cmocka_unit_test(who_leaves_a_game_is_played_on),
        cmocka_unit_test(the_secret_is_shown_at_the_end),
        cmocka_unit_test(a_rematch_moves_the_starter_on),
        cmocka_unit_test(who_left_is_a_bot_next_time),
        cmocka_unit_test(the_host_closes),
        cmocka_unit_test(watching),
        cmocka_unit_test(only_persons_come_and_go),
        cmocka_unit_test(every_prefix_can_go_on),
        cmocka_unit_test(a_game_that_was_given_away_is_closed),
        cmocka_unit_test(the_fold_believes_nothing),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
