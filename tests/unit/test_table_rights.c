/* Who may do what, and when: the matrix once more, written down by hand from
 * the rules of a table and not from its code, and every cell of it tried. Then
 * events that can't follow what is there, one by one: a log comes from a disk, and
 * whatever is in it is looked at before it is believed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/table_kit.h"
#include "table/parts.h"

/* Person 0 created the table, 1 and 2 sit at it, 3 was never there, 4 sat there
 * and has gone. */
enum who {
    STRANGER, /* may not even look on once the game is on */
    ONLOOKER,
    GONE,
    PLAYER,
    HOST_SEATED,
    HOST_STANDING,
    WHO
};

static const char *const who_names[WHO] = {
    "stranger", "onlooker", "gone", "player", "host, seated", "host, standing",
};
static const char *const phase_names[TABLE_PHASES] = {"open", "playing", "over",
                                                      "closed"};

/* A word for each phase: open, playing, over, closed. '+': done. */
struct expected {
    const char *command;
    const char *word[WHO];
};

static const struct expected matrix[] = {
    {"sit",
     {"+ not-open not-open closed", "+ not-open not-open closed",
      "+ not-open not-open closed",
      "seated-already seated-already seated-already closed",
      "seated-already seated-already seated-already closed",
      "+ not-open not-open closed"}},
    {"stand",
     {"not-seated not-seated not-seated closed",
      "not-seated not-seated not-seated closed",
      "not-seated not-seated not-seated closed", "+ + + closed", "+ + + closed",
      "not-seated not-seated not-seated closed"}},
    {"kick",
     {"not-host not-host not-host closed", "not-host not-host not-host closed",
      "not-host not-host not-host closed", "not-host not-host not-host closed",
      "+ not-open not-open closed", "+ not-open not-open closed"}},
    {"bot",
     {"not-host not-host not-host closed", "not-host not-host not-host closed",
      "not-host not-host not-host closed", "not-host not-host not-host closed",
      "+ not-open not-open closed", "+ not-open not-open closed"}},
    {"name",
     {"not-seated not-seated not-seated closed",
      "not-seated not-seated not-seated closed",
      "not-seated not-seated not-seated closed", "+ + + closed", "+ + + closed",
      "not-seated not-seated not-seated closed"}},
    {"set",
     {"not-host not-host not-host closed", "not-host not-host not-host closed",
      "not-host not-host not-host closed", "not-host not-host not-host closed",
      "+ not-open not-open closed", "+ not-open not-open closed"}},
    {"host",
     {"not-host not-host not-host closed", "not-host not-host not-host closed",
      "not-host not-host not-host closed", "not-host not-host not-host closed",
      "+ + + closed", "+ + + closed"}},
    {"start",
     {"not-host not-host not-host closed", "not-host not-host not-host closed",
      "not-host not-host not-host closed", "not-host not-host not-host closed",
      "+ not-open + closed", "+ not-open + closed"}},
    {"move",
     {"not-seated not-seated not-seated closed",
      "not-seated not-seated not-seated closed",
      "not-seated not-seated not-seated closed",
      "not-playing + not-playing closed", "not-playing + not-playing closed",
      "not-seated not-seated not-seated closed"}},
    {"undo",
     {"not-seated not-seated not-seated closed",
      "not-seated not-seated not-seated closed",
      "not-seated not-seated not-seated closed",
      "not-playing + not-playing closed", "not-playing + not-playing closed",
      "not-seated not-seated not-seated closed"}},
    {"hurry",
     {"not-seated not-seated not-seated closed",
      "not-seated not-seated not-seated closed",
      "not-seated not-seated not-seated closed",
      "not-playing no-hurry not-playing closed",
      "not-playing no-hurry not-playing closed",
      "not-seated not-seated not-seated closed"}},
    {"again",
     {"not-seated not-seated not-seated closed",
      "not-seated not-seated not-seated closed",
      "not-seated not-seated not-seated closed", "not-over not-over + closed",
      "not-over not-over + closed", "not-seated not-seated not-seated closed"}},
    {"relieve",
     {"not-host not-host not-host closed", "not-host not-host not-host closed",
      "not-host not-host not-host closed", "not-host not-host not-host closed",
      "not-playing + not-playing closed", "not-playing + not-playing closed"}},
    {"wait",
     {"not-host not-host not-host closed", "not-host not-host not-host closed",
      "not-host not-host not-host closed", "not-host not-host not-host closed",
      "not-playing + not-playing closed", "not-playing + not-playing closed"}},
    {"reopen",
     {"not-host not-host not-host closed", "not-host not-host not-host closed",
      "not-host not-host not-host closed", "not-host not-host not-host closed",
      "not-over not-over + closed", "not-over not-over + closed"}},
    {"close",
     {"not-host not-host not-host closed", "not-host not-host not-host closed",
      "not-host not-host not-host closed", "not-host not-host not-host closed",
      "+ + + closed", "+ + + closed"}},
};

static unsigned command_named(const char *name)
{
    static const char *const names[TABLE_COMMAND_TYPES] = {
#define X(id, word) word,
        TABLE_COMMANDS(X)
#undef X
    };
    for (unsigned i = 0; i < TABLE_COMMAND_TYPES; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    fail_msg("no command %s", name);
    return 0;
}

static void word_at(const char *words, unsigned index, char out[32])
{
    while (index-- > 0)
        words = strchr(words, ' ') + 1;
    size_t size = strcspn(words, " ");
    memcpy(out, words, size);
    out[size] = '\0';
}

/* A table in that phase, where `who` is what its name says; returns the
 * person. */
static unsigned set_up(struct kit *kit, enum who who, unsigned phase,
                       unsigned command)
{
    struct table_settings settings = table_settings_default(4);
    bool host_sits = who != HOST_STANDING;
    unsigned person = who == PLAYER                                ? 1
                      : who == HOST_SEATED || who == HOST_STANDING ? 0
                      : who == GONE                                ? 4
                                                                   : 3;
    settings.game.starts = 1;
    settings.game.first = 0;
    settings.watch = who == STRANGER ? TABLE_WATCH_NOBODY : TABLE_WATCH_LINK;
    kit_begin(kit, 3);
    kit_create(kit, &settings);
    /* Seat 0 moves first: it is the asker's when somebody seated asks. */
    if (who == PLAYER) {
        assert_int_equal(kit_sit(kit, 1, 0), TABLE_E_OK);
        assert_int_equal(kit_sit(kit, 0, 1), TABLE_E_OK);
    } else {
        if (host_sits)
            assert_int_equal(kit_sit(kit, 0, 0), TABLE_E_OK);
        assert_int_equal(kit_sit(kit, 1, 1), TABLE_E_OK);
    }
    assert_int_equal(kit_sit(kit, 4, 2), TABLE_E_OK);
    if (phase == TABLE_OPEN) {
        if (who == GONE)
            assert_int_equal(kit_ask(kit, TABLE_DO_STAND, 4, TIO_NONE, NULL),
                             TABLE_E_OK);
        return person;
    }
    assert_int_equal(kit_ask(kit, TABLE_DO_START, 0, TIO_NONE, NULL),
                     TABLE_E_OK);
    if (who == GONE)
        assert_int_equal(kit_ask(kit, TABLE_DO_STAND, 4, TIO_NONE, NULL),
                         TABLE_E_OK);
    if (phase == TABLE_PLAYING && command == TABLE_DO_UNDO &&
        (who == PLAYER || who == HOST_SEATED))
        assert_int_equal(kit_move(kit, person, "pass"), TABLE_E_OK);
    if (phase >= TABLE_OVER)
        kit_play(kit, 100000);
    if (phase == TABLE_OVER && command == TABLE_DO_START)
        assert_int_equal(kit_ask(kit, TABLE_DO_AGAIN,
                                 who == HOST_STANDING ? 1 : 0, TIO_NONE, NULL),
                         TABLE_E_OK);
    if (phase == TABLE_CLOSED)
        assert_int_equal(kit_ask(kit, TABLE_DO_CLOSE, 0, TIO_NONE, NULL),
                         TABLE_E_OK);
    return person;
}

static void try_cell(const struct expected *row, enum who who, unsigned phase)
{
    struct kit kit;
    char word[32];
    unsigned type = command_named(row->command);
    unsigned person = set_up(&kit, who, phase, type);
    struct table_command command = kit_command(&kit, type, person);
    assert_int_equal(kit.table->phase, phase);
    unsigned sees = table_viewer(kit.table, kit_person(person));
    if (who == STRANGER)
        assert_int_equal(sees, phase == TABLE_OPEN ? TIO_SPECTATOR : TIO_NONE);
    if (who == ONLOOKER)
        assert_int_equal(sees, TIO_SPECTATOR);
    command.settings = table_settings_default(4);
    command.text = "pass";
    (void)snprintf(command.level, sizeof command.level, "easy");
    if (type == TABLE_DO_KICK || type == TABLE_DO_HOST ||
        type == TABLE_DO_RELIEVE || type == TABLE_DO_WAIT)
        command.seat = 1;
    if (type == TABLE_DO_RELIEVE || type == TABLE_DO_WAIT)
        table_present(kit.table, 1, false, kit.now);
    uint64_t seq = kit.table->seq;
    enum table_error error = kit_do(&kit, &command);
    word_at(row->word[who], phase, word);
    const char *found = error == TABLE_E_OK ? "+" : table_error_name(error);
    if (strcmp(found, word) != 0)
        fail_msg("%s by %s, %s: %s instead of %s", row->command, who_names[who],
                 phase_names[phase], found, word);
    assert_true(error == TABLE_E_OK ? kit.table->seq > seq
                                    : kit.table->seq == seq);
    kit_end(&kit);
}

static void every_cell(void **state)
{
    unsigned cells = 0;
    (void)state;
    for (size_t i = 0; i < sizeof matrix / sizeof *matrix; i++)
        for (unsigned who = 0; who < WHO; who++)
            for (unsigned phase = 0; phase < TABLE_PHASES; phase++, cells++)
                try_cell(&matrix[i], (enum who)who, phase);
    assert_int_equal(cells, TABLE_COMMAND_TYPES * WHO * TABLE_PHASES);
    print_message("# %u cells\n", cells);
}

/* Nobody has no rights at all, whoever asks without a name. */
static void nobody_is_nobody(void **state)
{
    (void)state;
    for (unsigned phase = 0; phase < TABLE_PHASES; phase++) {
        for (unsigned type = 0; type < TABLE_COMMAND_TYPES; type++) {
            struct kit kit;
            set_up(&kit, ONLOOKER, phase, type);
            struct table_command command = kit_command(&kit, type, 0);
            memset(&command.person, 0, sizeof command.person);
            command.settings = table_settings_default(4);
            command.text = "pass";
            (void)snprintf(command.level, sizeof command.level, "easy");
            assert_int_not_equal(kit_do(&kit, &command), TABLE_E_OK);
            kit_end(&kit);
        }
    }
}

/* ---- What can't stand in a log, and why ---- */

struct misfit {
    uint8_t type;
    uint8_t seat;
    uint8_t cause;
    unsigned person; /* 0 is nobody, 1 is person 0 */
    const char *name;
    const char *why;
};

static void all_are_refused(struct kit *kit, const struct misfit *misfits,
                            size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct misfit *misfit = &misfits[i];
        struct table_event event = table_event_new(misfit->type);
        char why[200] = "";
        event.seq = kit->table->seq + 1;
        event.time = kit->now;
        event.seat = misfit->seat;
        event.cause = misfit->cause;
        if (misfit->person > 0)
            event.person = kit_person(misfit->person - 1);
        (void)snprintf(event.name, sizeof event.name, "%s", misfit->name);
        (void)snprintf(event.level, sizeof event.level, "easy");
        assert_false(table_fold(kit->table, &event, why));
        if (!strstr(why, misfit->why))
            fail_msg("row %zu: %s", i, why);
        assert_null(kit_difference(kit->table, kit->second));
    }
}

#define ALL_ARE_REFUSED(kit, misfits)                                          \
    all_are_refused(kit, misfits, sizeof(misfits) / sizeof *(misfits))

/* Persons 0 and 1 sit, the third seat is free. */
static const struct misfit before_a_game[] = {
    {TABLE_EVENT_SIT, 0, 0, 9, "Ann", "that seat is not free"},
    {TABLE_EVENT_SIT, 2, 0, 2, "Ann", "who sits there already"},
    {TABLE_EVENT_SIT, 2, 0, 0, "Ann", "nobody, or somebody"},
    {TABLE_EVENT_SIT, 2, 0, 9, "a\nb", "a bad name"},
    {TABLE_EVENT_BOT, 0, 0, 0, "Ann", "that seat is not free"},
    {TABLE_EVENT_BOT, 2, 0, 0, "a\nb", "a bad name"},
    {TABLE_EVENT_STAND, 2, TABLE_CAUSE_PERSON, 0, "", "nobody sits there"},
    {TABLE_EVENT_STAND, 0, TABLE_CAUSE_HOST, 0, "", "a person is not a bot"},
    {TABLE_EVENT_STAND, 0, TABLE_CAUSE_LATE, 0, "", "no reason to stand"},
    {TABLE_EVENT_NAME, 2, 0, 0, "Ann", "nobody sits there"},
    {TABLE_EVENT_NAME, 0, 0, 0, "a\nb", "a bad name"},
    {TABLE_EVENT_HOST, 0, 0, 9, "", "the host must be seated"},
    {TABLE_EVENT_LEAVE, 0, 0, 0, "", "the game has not begun"},
    {TABLE_EVENT_STAND_IN, 0, 0, 0, "", "nobody to stand in for"},
    {TABLE_EVENT_BACK, 0, 0, 0, "", "nobody stands in there"},
    {TABLE_EVENT_START, 0, 0, 0, "", "a seat is empty"},
    {TABLE_EVENT_AGAIN, 0, 0, 0, "", "the game is not over"},
    {TABLE_EVENT_RESUME, 0, 0, 0, "", "no game is on"},
    {TABLE_EVENT_REVEAL, 0, 0, 0, "", "nothing to reveal"},
    {TABLE_EVENT_COMMIT, 0, 0, 0, "", "a secret for a game that has one"},
    {TABLE_EVENT_UNDO, 0, 0, 0, "", "nothing to take back"},
    {TABLE_EVENT_CLOSE, 0, TABLE_CAUSE_PERSON, 0, "", "no reason to close"},
};

/* The second of them has left, and a bot has the third seat. */
static const struct misfit in_a_game[] = {
    {TABLE_EVENT_SIT, 1, 0, 9, "Ann", "nobody can sit down now"},
    {TABLE_EVENT_BOT, 1, 0, 0, "Ann", "that seat is not free"},
    {TABLE_EVENT_STAND, 0, TABLE_CAUSE_PERSON, 0, "", "the game has started"},
    {TABLE_EVENT_NAME, 1, 0, 0, "Ann", "nobody sits there"},
    {TABLE_EVENT_NAME, 2, 0, 0, "Ann", "nobody sits there"},
    {TABLE_EVENT_HOST, 0, 0, 2, "", "the host must be seated"},
    {TABLE_EVENT_LEAVE, 1, 0, 0, "", "nobody sits there"},
    {TABLE_EVENT_LEAVE, 2, 0, 0, "", "nobody sits there"},
    {TABLE_EVENT_STAND_IN, 1, 0, 0, "", "nobody to stand in for"},
    {TABLE_EVENT_STAND_IN, 2, 0, 0, "", "nobody to stand in for"},
    {TABLE_EVENT_BACK, 0, 0, 0, "", "nobody stands in there"},
    {TABLE_EVENT_BACK, 2, 0, 0, "", "nobody stands in there"},
    {TABLE_EVENT_START, 0, 0, 0, "", "no game can begin now"},
    {TABLE_EVENT_AGAIN, 0, 0, 0, "", "the game is not over"},
    {TABLE_EVENT_COMMIT, 0, 0, 0, "", "a secret for a game that has one"},
    {TABLE_EVENT_CLOSE, 0, TABLE_CAUSE_HOST, 0, "", "was not revealed"},
};

static const struct misfit after_a_game[] = {
    {TABLE_EVENT_SIT, 1, 0, 9, "Ann", "nobody can sit down now"},
    {TABLE_EVENT_BOT, 0, 0, 0, "Ann", "that seat is not free"},
    {TABLE_EVENT_BOT, 2, 0, 0, "Ann", "that seat is not free"},
    {TABLE_EVENT_STAND, 0, TABLE_CAUSE_PERSON, 0, "", "the game has started"},
    {TABLE_EVENT_LEAVE, 2, 0, 0, "", "nobody sits there"},
    {TABLE_EVENT_STAND_IN, 0, 0, 0, "", "nobody to stand in for"},
    {TABLE_EVENT_START, 0, 0, 0, "", "somebody has not agreed"},
    {TABLE_EVENT_AGAIN, 1, 0, 0, "", "nobody sits there"},
    {TABLE_EVENT_AGAIN, 2, 0, 0, "", "nobody sits there"},
    {TABLE_EVENT_COMMIT, 0, 0, 0, "", "a secret for a game that has one"},
    {TABLE_EVENT_REVEAL, 0, 0, 0, "", "nothing to reveal"},
    {TABLE_EVENT_RESUME, 0, 0, 0, "", "no game is on"},
    {TABLE_EVENT_UNDO, 0, 0, 0, "", "nothing to take back"},
};

static void misfits_are_named(void **state)
{
    struct kit kit;
    (void)state;
    struct table_settings settings = table_settings_default(3);
    settings.game.starts = 1;
    kit_begin(&kit, 7);
    kit_create(&kit, &settings);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(kit_sit(&kit, i, i), TABLE_E_OK);
    ALL_ARE_REFUSED(&kit, before_a_game);
    assert_int_equal(kit_ask(&kit, TABLE_DO_START, 0, TIO_NONE, "easy"),
                     TABLE_E_OK);
    assert_int_equal(kit_ask(&kit, TABLE_DO_STAND, 1, TIO_NONE, NULL),
                     TABLE_E_OK);
    ALL_ARE_REFUSED(&kit, in_a_game);
    kit_play(&kit, 100000);
    assert_int_equal(kit.table->phase, TABLE_OVER);
    ALL_ARE_REFUSED(&kit, after_a_game);
    kit_end(&kit);
}

static void is_refused(struct table *table, const struct table_event *event,
                       const char *words)
{
    char why[200] = "";
    uint64_t seq = table->seq;
    assert_false(table_fold(table, event, why));
    if (!strstr(why, words))
        fail_msg("%s instead of %s", why, words);
    assert_int_equal(table->seq, seq);
}

/* Whatever it is: its number, its time, and what was before. */
static void frames_are_looked_at(void **state)
{
    struct kit kit;
    (void)state;
    struct table_settings settings = table_settings_default(3);
    kit_begin(&kit, 7);
    struct table *fresh = table_new(&kit.host);
    struct table_event event = table_event_new(TABLE_EVENT_COMMIT);
    event.seq = 1;
    event.time = kit.now;
    is_refused(fresh, &event, "a table begins with its creation");
    event = table_event_new(TABLE_EVENT_CLOSE);
    event.seq = 1;
    event.time = kit.now;
    event.cause = TABLE_CAUSE_OLD;
    is_refused(fresh, &event, "a table begins with its creation");
    table_free(fresh);

    kit_create(&kit, &settings);
    const uint64_t next = kit.table->seq + 1;
    const struct {
        uint64_t seq, time;
        const char *request;
        const char *words;
    } wrong[] = {
        {next - 1, kit.now, "", "an event is missing, or comes twice"},
        {next + 1, kit.now, "", "an event is missing, or comes twice"},
        {next, 0, "", "time does not run backwards"},
        {next, kit.table->time - 1, "", "time does not run backwards"},
        {next, TABLE_LATEST + UINT64_C(1), "", "time does not run backwards"},
        {next, kit.now, "r", "a request of nobody"},
    };
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct table_event other = event;
        other.seq = wrong[i].seq;
        other.time = wrong[i].time;
        (void)snprintf(other.request, sizeof other.request, "%s",
                       wrong[i].request);
        is_refused(kit.table, &other, wrong[i].words);
    }
    event.type = TABLE_EVENT_TYPES;
    is_refused(kit.table, &event, "there is no such event");
    assert_int_equal(kit_ask(&kit, TABLE_DO_CLOSE, 0, TIO_NONE, NULL),
                     TABLE_E_OK);
    event.type = TABLE_EVENT_CLOSE;
    event.seq = kit.table->seq + 1;
    is_refused(kit.table, &event, "the table is closed");
    kit_end(&kit);
}

/* Persons 0 and up on the first seats. */
static void open_table(struct kit *kit, unsigned players, unsigned persons)
{
    struct table_settings settings = table_settings_default(players);
    kit_begin(kit, 7);
    kit_create(kit, &settings);
    for (unsigned i = 0; i < persons; i++)
        assert_int_equal(kit_sit(kit, i, i), TABLE_E_OK);
}

static void seats_that_are_not_there(void **state)
{
    static const uint8_t types[] = {
        TABLE_EVENT_SIT,  TABLE_EVENT_BOT,   TABLE_EVENT_STAND,
        TABLE_EVENT_NAME, TABLE_EVENT_LEAVE, TABLE_EVENT_STAND_IN,
        TABLE_EVENT_BACK, TABLE_EVENT_AGAIN, TABLE_EVENT_UNDO,
    };
    static const uint8_t seats[] = {3, 4, TIO_MAX_PLAYERS, 200, TIO_NONE};
    struct kit kit;
    (void)state;
    open_table(&kit, 3, 2);
    for (unsigned i = 0; i < sizeof types / sizeof *types; i++) {
        for (unsigned j = 0; j < sizeof seats / sizeof *seats; j++) {
            struct table_event event;
            char why[200] = "";
            memset(&event, 0, sizeof event);
            event.type = types[i];
            event.seat = seats[j];
            event.seq = kit.table->seq + 1;
            event.time = kit.now;
            event.person = kit_person(9);
            (void)snprintf(event.name, sizeof event.name, "Nobody");
            (void)snprintf(event.level, sizeof event.level, "easy");
            assert_false(table_fold(kit.table, &event, why));
            assert_null(kit_difference(kit.table, kit.second));
            if (types[i] == TABLE_EVENT_BOT)
                assert_non_null(strstr(why, "there is no such seat"));
        }
    }
    kit_end(&kit);
}

/* ---- Codes, moves and decks at their ends ---- */

/* What lies behind the end of a code is not part of it. */
static void codes_end(void **state)
{
    static const char one[] = "plum\0x";
    static const char two[] = "plum\0y";
    struct kit kit;
    (void)state;
    open_table(&kit, 3, 1);
    char *code = kit.table->settings.code;
    struct table_command command = kit_command(&kit, TABLE_DO_SIT, 1);
    memset(code, 'c', TABLE_CODE - 1);
    memset(command.code, 'c', TABLE_CODE - 1);
    command.code[TABLE_CODE - 2] = 'd';
    assert_int_equal(kit_do(&kit, &command), TABLE_E_BAD_CODE);
    command.code[0] = '\0';
    assert_int_equal(kit_do(&kit, &command), TABLE_E_BAD_CODE);
    memcpy(code, one, sizeof one);
    memcpy(kit.second->settings.code, code, TABLE_CODE);
    memcpy(command.code, two, sizeof two);
    assert_int_equal(kit_do(&kit, &command), TABLE_E_OK);
    /* A free seat and the right code are not enough for nobody. */
    command = kit_command(&kit, TABLE_DO_SIT, 2);
    memcpy(command.code, two, sizeof two);
    memset(&command.person, 0, sizeof command.person);
    assert_int_equal(kit_do(&kit, &command), TABLE_E_NOT_SEATED);
    kit_end(&kit);
}

static void moves_end(void **state)
{
    char text[1026];
    struct kit kit;
    (void)state;
    open_table(&kit, 2, 2);
    memset(text, 'x', sizeof text);
    text[1025] = '\0';
    assert_int_equal(kit_move(&kit, 0, text), TABLE_E_BAD_MOVE);
    assert_string_equal(kit.why.text.what, "the move is too long");
    text[1024] = '\0';
    assert_int_equal(kit_move(&kit, 0, text), TABLE_E_BAD_MOVE);
    assert_string_not_equal(kit.why.text.what, "the move is too long");
    assert_int_equal(kit_move(&kit, 0, NULL), TABLE_E_BAD_MOVE);
    assert_string_equal(kit.why.text.what, "no move");
    kit_end(&kit);
}

static enum table_error set_deck(struct kit *kit, const char *name,
                                 const char *deck)
{
    struct table_command command = kit_command(kit, TABLE_DO_SET, 0);
    command.settings = table_settings_default(3);
    (void)snprintf(command.settings.deck, sizeof command.settings.deck, "%s",
                   name);
    command.deck = deck;
    return kit_do(kit, &command);
}

/* The last event that has room for its deck, and the first that has not. */
static void decks_end(void **state)
{
    static char text[TABLE_DECK];
    static char line[TABLE_EVENT];
    struct kit kit;
    (void)state;
    open_table(&kit, 3, 1);
    for (unsigned more = 0; more < 2; more++) {
        struct table_command command = kit_command(&kit, TABLE_DO_SET, 0);
        struct table_event event = table_event_new(TABLE_EVENT_SET);
        command.settings = table_settings_default(3);
        memcpy(command.settings.deck, "big", 4);
        command.deck = text;
        event.person = command.person;
        memcpy(event.request, command.request, sizeof event.request);
        event.settings = command.settings;
        event.deck = text;
        memset(text, 0, sizeof text);
        size_t size = (size_t)snprintf(text, sizeof text, "combo 1 L1\n");
        memset(text + size, '\t', 5000);
        size += 5000;
        while (table_event_print(&event, NULL, line) < TABLE_EVENT - 64 + more)
            text[size++] = '\n';
        assert_int_equal(kit_do(&kit, &command),
                         more ? TABLE_E_BAD_DECK : TABLE_E_OK);
    }
    assert_string_equal(kit.why.text.what, "the deck is too long");
    assert_int_equal(kit.why.text.line, 1);
    assert_int_equal(kit.why.text.column, 1);
    kit_end(&kit);
}

/* As many cards as there can be, as long as they can be. */
static void the_longest_deck_is_kept(void **state)
{
    static char text[TABLE_DECK];
    static char short_text[TABLE_DECK];
    struct kit kit;
    size_t size = 0;
    struct table_event event;
    (void)state;
    for (unsigned i = 0; i < TIO_MAX_CARDS; i++)
        size += (size_t)snprintf(text + size, sizeof text - size,
                                 "combo %u *1 L1 D1 *2 L2 D2 *3 *%u\n",
                                 19 + i % 2, i % 6 + 1);
    open_table(&kit, 3, 1);
    if (set_deck(&kit, "long", text))
        fail_msg("line %u: %s", kit.why.text.line, kit.why.text.what);
    assert_int_equal(tio_deck_cards(kit.table->deck), TIO_MAX_CARDS);
    assert_true(table_snapshot_of(kit.table, &event, short_text));
    assert_string_equal(event.deck, text);
    kit_end(&kit);
}

static void decks_are_replaced(void **state)
{
    struct kit kit;
    (void)state;
    open_table(&kit, 3, 1);
    assert_int_equal(set_deck(&kit, "mine", "combo 1 L1 x40\n"), TABLE_E_OK);
    assert_int_equal(kit.table->deck->combos, 40);
    /* Another text under the same name is another deck. */
    assert_int_equal(set_deck(&kit, "mine", "combo 1 L1 x41\n"), TABLE_E_OK);
    assert_int_equal(kit.table->deck->combos, 41);
    assert_int_equal(decks_held(kit.host.decks), 1);
    assert_int_equal(set_deck(&kit, "mine", NULL), TABLE_E_OK);
    assert_int_equal(kit.table->deck->combos, 41);
    assert_int_equal(set_deck(&kit, "other", NULL), TABLE_E_BAD_SETTING);
    assert_string_equal(kit.why.text.what, "deck: there is no such deck");
    assert_int_equal(set_deck(&kit, "standard", "combo 1 L1 x41\n"),
                     TABLE_E_BAD_DECK);
    assert_string_equal(kit.why.text.what,
                        "an own deck needs a name of its own");
    assert_int_equal(kit.why.text.line, 1);
    assert_int_equal(kit.why.text.column, 1);
    assert_int_equal(set_deck(&kit, "standard", NULL), TABLE_E_OK);
    assert_int_equal(decks_held(kit.host.decks), 0);
    tio_text_error error = {0, 0, ""};
    assert_null(deck_share(kit.host.decks, "none", NULL, &error));
    assert_string_equal(error.what, "there is no such deck");
    assert_null(deck_share(kit.host.decks, "none", NULL, NULL));
    kit_end(&kit);
}

/* ---- Snapshots that can't be ---- */

static void break_seq(struct table_event *event)
{
    event->seq = 0;
}

static void break_birth(struct table_event *event)
{
    event->snapshot.created = 0;
}

static void break_age(struct table_event *event)
{
    event->snapshot.created = event->time + 1;
}

static void break_owner(struct table_event *event)
{
    memset(&event->snapshot.owner, 0, sizeof event->snapshot.owner);
}

static void break_request(struct table_event *event)
{
    event->snapshot.request[TABLE_REQUESTS - 1].seq = event->seq;
}

static void break_kind(struct table_event *event)
{
    event->snapshot.seat[2].kind = TABLE_SEAT_KINDS;
}

static void break_place(struct table_event *event)
{
    event->snapshot.seat[3] = event->snapshot.seat[2];
}

static void break_person(struct table_event *event)
{
    memset(&event->snapshot.seat[1].person, 0, TABLE_PERSON);
}

static void break_persons(struct table_event *event)
{
    event->snapshot.seat[1].person = event->snapshot.seat[0].person;
}

static void break_name(struct table_event *event)
{
    event->snapshot.seat[0].name[0] = '\n';
}

static void break_bot(struct table_event *event)
{
    event->snapshot.seat[2].name[0] = '\0';
}

static void break_level(struct table_event *event)
{
    event->snapshot.seat[2].level[0] = '\0';
}

static void break_games(struct table_event *event)
{
    event->snapshot.games = 1; /* with a seat that is empty */
    event->snapshot.seat[1].kind = TABLE_SEAT_EMPTY;
}

static void break_all(struct table_event *event)
{
    event->snapshot.games = 1; /* and nobody to play it */
    for (unsigned i = 0; i < 3; i++)
        event->snapshot.seat[i] = event->snapshot.seat[2];
}

static void break_players(struct table_event *event)
{
    event->settings.game.players = 2;
}

static void break_deck(struct table_event *event)
{
    (void)snprintf(event->settings.deck, sizeof event->settings.deck, "none");
}

/* These could be, but not after what happened. */
static void change_secret(struct table_event *event)
{
    event->secret[31] ^= 1;
}

static void change_host(struct table_event *event)
{
    event->snapshot.owner = event->snapshot.seat[1].person;
}

static void change_names(struct table_event *event)
{
    event->snapshot.seat[1].names++;
}

static void change_settings(struct table_event *event)
{
    event->settings.hints = 0;
}

static void change_birth(struct table_event *event)
{
    event->snapshot.created--;
}

static void snapshots_are_looked_at(void **state)
{
    static const struct {
        void (*change)(struct table_event *event);
        bool alone; /* it can begin a log */
    } wrong[] = {
        {break_seq, false},   {break_birth, false},    {break_age, false},
        {break_owner, false}, {break_request, false},  {break_kind, false},
        {break_place, false}, {break_person, false},   {break_persons, false},
        {break_name, false},  {break_bot, false},      {break_level, false},
        {break_games, false}, {break_all, false},      {break_players, false},
        {break_deck, false},  {change_secret, true},   {change_host, true},
        {change_names, true}, {change_settings, true}, {change_birth, true},
    };
    static char room[TABLE_DECK];
    struct kit kit;
    struct table_event event;
    char why[200];
    (void)state;
    open_table(&kit, 3, 2);
    assert_int_equal(kit_ask(&kit, TABLE_DO_BOT, 0, 2, "easy"), TABLE_E_OK);
    for (unsigned n = 0; kit.snapshots == 0; n++)
        assert_int_equal(kit_ask(&kit, TABLE_DO_HOST, n % 2, 1 - n % 2, NULL),
                         TABLE_E_OK);
    assert_int_equal(kit.lines, 1);
    assert_true(table_event_parse(kit.line[0], strlen(kit.line[0]), NULL,
                                  &event, room, NULL));
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct table *fresh = table_new(&kit.host);
        struct table_event other = event;
        wrong[i].change(&other);
        assert_int_equal(table_fold(fresh, &other, why), wrong[i].alone);
        table_free(fresh);
        if (wrong[i].change == break_seq)
            continue;
        other.seq = kit.table->seq + 1;
        assert_false(table_fold(kit.table, &other, why));
        assert_null(kit_difference(kit.table, kit.second));
    }
    kit_end(&kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cell),
        cmocka_unit_test(nobody_is_nobody),
        cmocka_unit_test(misfits_are_named),
        cmocka_unit_test(frames_are_looked_at),
        cmocka_unit_test(seats_that_are_not_there),
        cmocka_unit_test(snapshots_are_looked_at),
        cmocka_unit_test(codes_end),
        cmocka_unit_test(moves_end),
        cmocka_unit_test(decks_end),
        cmocka_unit_test(the_longest_deck_is_kept),
        cmocka_unit_test(decks_are_replaced),
    };
    return cmocka_run_group_tests_name("table rights", tests, NULL, NULL);
}
