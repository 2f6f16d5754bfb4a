/* The text of events: what is written is read as the same, and nothing else is
 * read at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "table/event.h"
#include "table/table.h"

#define NO_FIELD "a field is missing, or is not in its place"
#define NO_HEAD "an event begins with its number and time"
#define NO_NUMBER "a number is missing or too large"
#define BAD_BYTE "a byte is written wrongly"
#define OTHER_WAY "this could be written in another way"

static char text[TABLE_EVENT];
static char room[TABLE_DECK];

static bool reads(const char *line, struct table_event *event)
{
    tio_text_error error = {0, 0, ""};
    bool read = table_event_parse(line, strlen(line), tio_deck_standard(),
                                  event, room, &error);
    if (!read)
        assert_true(error.line == 1 && error.column > 0 && error.what[0]);
    return read;
}

/* As they stand in logs today: a later version must still read them. */
static const char *const golden[] = {
    "1 1700000000000 create person=a0a1a2a3a4a5a6a7a8a9aaabacadaeaf "
    "request=create players=3 edition=gamewright free-hand=0 starts=2 first=- "
    "cast=carry piles-down=0 hints=1 undo=1 listed=0 watch=link clock=game "
    "base=60000 more=5000 grace=60000 bot=1000 stand-in=normal code=a%20b "
    "deck=mine cards=# 100%25|combo 1 L1|",
    "2 1700000000000 set person=a0a1a2a3a4a5a6a7a8a9aaabacadaeaf players=5 "
    "edition=schmidt free-hand=1 starts=0 first=5 cast=off piles-down=1 "
    "hints=0 undo=0 listed=1 watch=public clock=days base=86400000 more=0 "
    "grace=0 bot=0 stand-in=easy code= deck=standard",
    "3 5 commit "
    "secret=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f "
    "commit=ff0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    "4 5 sit person=000102030405060708090a0b0c0d0eff request=r1 seat=2 "
    "name=J\xc3\xbcrgen%20%25 colour=00ff7f "
    "bytes=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    "5 5 bot seat=3 name=normal%203 level=normal",
    "6 5 stand person=000102030405060708090a0b0c0d0eff request=r2 seat=1 "
    "cause=kicked",
    "7 5 name person=000102030405060708090a0b0c0d0eff seat=1 name=A "
    "colour=000000",
    "8 5 host person=000102030405060708090a0b0c0d0eff",
    "9 5 start seat=-",
    "10 6 chance move=roll L1 L1 L2 D5 D6 R4",
    "11 6 chance move=deal 2 c17 a3",
    "12 6 move person=000102030405060708090a0b0c0d0eff request=m-1 seat=1 "
    "cause=person move=take D5",
    "13 6 move seat=2 cause=late move=lay 1:L1,D5",
    "14 6 undo person=000102030405060708090a0b0c0d0eff seat=5",
    "15 6 stand-in seat=2",
    "16 6 back seat=2",
    "17 6 leave person=000102030405060708090a0b0c0d0eff seat=1",
    "18 6 reveal",
    "19 6 again person=000102030405060708090a0b0c0d0eff seat=1 "
    "bytes=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    "20 6 wait person=000102030405060708090a0b0c0d0eff seat=2",
    "20 6 reopen person=000102030405060708090a0b0c0d0eff request=r-1",
    "20 6 resume",
    "21 9 snapshot created=3 owner=000102030405060708090a0b0c0d0eff games=1 "
    "revealed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f "
    "revealed-commit="
    "ff0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f kicks=1 "
    "requests=2 "
    "secret=a00102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f "
    "commit=b00102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f "
    "players=2 edition=gamewright free-hand=0 starts=2 first=- cast=carry "
    "piles-down=0 hints=1 undo=1 listed=0 watch=link clock=none base=0 more=0 "
    "grace=60000 bot=1000 stand-in=normal code= deck=mine "
    "kicked=c00102030405060708090a0b0c0d0e0f key=18446744073709551615 at=20 "
    "key=7 at=19 kind=person person=000102030405060708090a0b0c0d0eff "
    "name=A%20B "
    "colour=00ff7f "
    "bytes=d00102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f "
    "names=3 kind=bot name=Otto level=easy kind=empty kind=empty kind=empty "
    "cards=combo 1 L1 x2|",
    "21 9 snapshot created=3 owner=000102030405060708090a0b0c0d0eff games=1 "
    "revealed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f "
    "revealed-commit="
    "ff0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f kicks=0 "
    "requests=0 "
    "secret=a00102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f "
    "commit=b00102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f "
    "players=2 edition=gamewright free-hand=0 starts=2 first=- cast=carry "
    "piles-down=0 hints=1 undo=1 listed=0 watch=link clock=none base=0 more=0 "
    "grace=60000 bot=1000 stand-in=normal code= deck=standard "
    "kind=empty kind=empty kind=empty kind=empty kind=empty open=yes",
    "18446744073709551615 18446744073709551615 close cause=empty",
};

static void golden_lines(void **state)
{
    unsigned types = 0;
    (void)state;
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
        struct table_event event;
        if (!reads(golden[i], &event))
            fail_msg("can't read %s", golden[i]);
        size_t size = table_event_print(&event, tio_deck_standard(), text);
        assert_int_equal(size, strlen(golden[i]));
        assert_string_equal(text, golden[i]);
        types |= 1U << event.type;
    }
    assert_int_equal(types, (1U << TABLE_EVENT_TYPES) - 1);
}

static void fields_arrive(void **state)
{
    struct table_event event;
    (void)state;
    assert_true(reads(golden[0], &event));
    assert_int_equal(event.seq, 1);
    assert_int_equal(event.time, 1700000000000);
    assert_string_equal(event.request, "create");
    assert_int_equal(event.person.id[15], 0xaf);
    assert_int_equal(event.settings.clock, TABLE_CLOCK_GAME);
    assert_int_equal(event.settings.more_ms, 5000);
    assert_int_equal(event.settings.game.first, TIO_NONE);
    assert_string_equal(event.settings.code, "a b");
    assert_string_equal(event.settings.stand_in, "normal");
    assert_string_equal(event.deck, "# 100%\ncombo 1 L1\n");
    assert_true(reads(golden[1], &event));
    assert_int_equal(event.settings.game.first, 4);
    assert_int_equal(event.settings.watch, TABLE_WATCH_PUBLIC);
    assert_null(event.deck);
    assert_true(reads(golden[3], &event));
    assert_string_equal(event.name, "J\xc3\xbcrgen %");
    assert_int_equal(event.colour, 0x00ff7f);
    assert_int_equal(event.seat, 1);
    assert_true(reads(golden[11], &event));
    assert_int_equal(event.move.type, TIO_MOVE_TAKE);
    assert_int_equal(event.move.seat, 0);
    assert_int_equal(event.cause, TABLE_CAUSE_PERSON);
}

static const char *const wrong[] = {
    "",
    " ",
    "18",
    "18 6",
    "18 6 ",
    "18 6 reveal ",
    " 18 6 reveal",
    "18  6 reveal",
    "018 6 reveal",
    "18 +6 reveal",
    "18 6 REVEAL",
    "18 6 reveals",
    "18 6 revealing seat=1",
    "18446744073709551616 6 reveal",
    "18 6 reveal seat=1",
    "18 6 reveal person=00000000000000000000000000000000",
    "18 6 reveal person=0102",
    "18 6 reveal request=r1",
    "18 6 reveal person=000102030405060708090A0b0c0d0eff",
    "18 6 reveal person=000102030405060708090a0b0c0d0eff request=",
    "1 1 undo person=00ff00ff00ff00ff00ff00ff00ff00ff request=a seat=1 ",
    "16 6 back",
    "16 6 back seat=0",
    "16 6 back seat=6",
    "16 6 back seat=",
    "16 6 back seat=2 seat=2",
    "16 6 back Seat=2",
    "5 5 bot name=a seat=3 level=normal",
    "5 5 bot seat=3 name=a level=no%72mal",
    "5 5 bot seat=3 name=a%0 level=normal",
    "5 5 bot seat=3 name=a%00 level=normal",
    "5 5 bot seat=3 name=a%2 level=normal",
    "5 5 bot seat=3 name=a%20 level=%0a",
    "5 5 bot seat=3 name=a\x01 level=normal",
    "7 5 name seat=1 name=A colour=0000000",
    "7 5 name seat=1 name=A colour=00000G",
    "7 5 name seat=1 name=A colour=ABCDEF",
    "6 5 stand seat=1 cause=",
    "6 5 stand seat=1 cause=nothing",
    "12 6 move seat=1 cause=person move=",
    "12 6 move seat=1 cause=person move=take d5",
    "12 6 move seat=1 cause=person move=take  D5",
    "12 6 move seat=1 cause=person move=roll L1",
    "10 6 chance move=take L1",
    "10 6 chance move=roll L2 L1",
    "10 6 chance",
    "21 6 close cause=empty cards=x",
};

static void nothing_else_is_read(void **state)
{
    struct table_event event;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (reads(wrong[i], &event))
            fail_msg("reads '%s'", wrong[i]);
    /* A byte too many. */
    assert_false(reads("18 6 reveal person=000102030405060708090a0b0c0d0eff "
                       "request=123456789012345678901234567890123",
                       &event));
    assert_true(reads("18 6 reveal person=000102030405060708090a0b0c0d0eff "
                      "request=12345678901234567890123456789012",
                      &event));
    /* Every line cut short anywhere, but where a shorter one is whole. */
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
        for (size_t size = 0; size < strlen(golden[i]); size++) {
            tio_text_error error;
            char again[TABLE_EVENT];
            if (!table_event_parse(golden[i], size, tio_deck_standard(), &event,
                                   room, &error))
                continue;
            assert_int_equal(
                table_event_print(&event, tio_deck_standard(), again), size);
            assert_memory_equal(again, golden[i], size);
        }
    }
}

struct complaint {
    const char *line;
    unsigned column;
    const char *what;
};

#define SET_HEAD                                                               \
    "2 3 set players=5 edition=schmidt free-hand=1 starts=0 first=5 "          \
    "cast=off piles-down=1 hints=0 undo=0 listed=1 "

static const struct complaint complaints[] = {
    {"x 6 reveal", 1, NO_HEAD},
    {"18\t6 reveal", 1, NO_HEAD},
    {"18 ", 4, NO_HEAD},
    {"18 6", 5, NO_HEAD},
    {"18 6 revel", 6, "there is no such event"},
    {"18 6 reveal person=0102", 20, "bytes of another number were expected"},
    {"18 6 reveal person=000102030405060708090a0b0c0d0eg0", 20,
     "hexadecimal digits were expected"},
    {"18 6 reveal person=000102030405060708090a0b0c0d0e0g", 20,
     "hexadecimal digits were expected"},
    {"18 6 reveal person=000102030405060708090a0b0c0d0eff request=%zz", 61,
     BAD_BYTE},
    {"18 6 reveal person=000102030405060708090a0b0c0d0eff request=%2", 61,
     BAD_BYTE},
    {"18 6 reveal person=000102030405060708090a0b0c0d0eff request=a%00", 65,
     OTHER_WAY},
    {"18 6 reveal person=000102030405060708090a0b0c0d0eff request=%g0", 61,
     BAD_BYTE},
    {"18 6 reveal x", 12, "the line goes on"},
    {"16 6 back", 10, NO_FIELD},
    {"16 6 back sea=2", 10, NO_FIELD},
    {"16 6 back seat2", 10, NO_FIELD},
    {"16 6 back seat=x", 16, "a number was expected"},
    {"16 6 back seat=/", 16, "a number was expected"},
    {"16 6 back seat=:", 16, "a number was expected"},
    {"16 6 back seat=", 16, NO_NUMBER},
    {"16 6 back seat=6", 16, NO_NUMBER},
    {"16 6 back seat=0", 17, "seats count from 1"},
    {"16 6 back seat=--", 16, "a number was expected"},
    {"16 6 back seat=-1", 16, "a number was expected"},
    {"16 6 back seat=18446744073709551616", 16, "a number is too large"},
    {"6 5 stand seat=1 cause=kick", 24, "there is no such word here"},
    {"6 5 stand seat=1 cause=kickex", 24, "there is no such word here"},
    {"7 5 name seat=1 name=A colour=00000g", 31,
     "hexadecimal digits were expected"},
    {"7 5 name seat=1 name=A colour=00000", 31,
     "bytes of another number were expected"},
    {"2 3 set players=256", 17, NO_NUMBER},
    {"2 3 set players=2 edition=third", 27, "there is no such word here"},
    {SET_HEAD "watch=link clock=days base=4294967296", 137, NO_NUMBER},
    {SET_HEAD "watch=link clock=days base=4294967295", 147, NO_FIELD},
    {"10 6 chance roll L1", 12, NO_FIELD},
    {"10 6 chance move=rol L1", 18, "the move can't be read"},
    {"10 6 chance move=take L1", 18,
     "chance and players don't make the same moves"},
    {"12 6 move seat=1 cause=person move=roll L1", 36,
     "chance and players don't make the same moves"},
};

/* Where a line is wrong, and in what. */
static void complaints_say_where(void **state)
{
    struct table_event event;
    tio_text_error error;
    (void)state;
    for (size_t i = 0; i < sizeof complaints / sizeof *complaints; i++) {
        const struct complaint *row = &complaints[i];
        size_t size = strlen(row->line);
        assert_false(table_event_parse(row->line, size, tio_deck_standard(),
                                       &event, room, &error));
        if (error.column != row->column || strcmp(error.what, row->what) != 0)
            fail_msg("'%s': %u: %s", row->line, error.column, error.what);
        assert_int_equal(error.line, 1);
        assert_false(table_event_parse(row->line, size, tio_deck_standard(),
                                       &event, room, NULL));
    }
    memset(text, ' ', sizeof text);
    assert_false(
        table_event_parse(text, TABLE_EVENT, NULL, &event, room, &error));
    assert_string_equal(error.what, "the line is too long");
    assert_false(
        table_event_parse(text, TABLE_EVENT - 1, NULL, &event, room, &error));
    assert_string_equal(error.what, NO_HEAD);
}

/* Texts end at their room; in words and decks what would break a line is
 * written as a number, and nothing else is. */
static void every_byte_is_kept(void **state)
{
    struct table_event event;
    struct table_event again;
    char deck[2] = "";
    (void)state;
    for (unsigned byte = 1; byte < 256; byte++) {
        char wanted[80];
        bool plain = byte > ' ' && byte != '%' && byte != 0x7f;
        memset(&event, 0, sizeof event);
        event.type = TABLE_EVENT_BOT;
        event.name[0] = (char)byte;
        memset(event.level, 'x', sizeof event.level - 1);
        size_t size = table_event_print(&event, NULL, text);
        (void)snprintf(wanted, sizeof wanted,
                       plain ? "0 0 bot seat=1 name=%c "
                             : "0 0 bot seat=1 name=%%%02X ",
                       byte);
        assert_memory_equal(text, wanted, strlen(wanted));
        assert_true(table_event_parse(text, size, NULL, &again, room, NULL));
        assert_string_equal(again.name, event.name);
        assert_string_equal(again.level, event.level);
        text[size] = 'x';
        assert_false(
            table_event_parse(text, size + 1, NULL, &again, room, NULL));

        assert_true(reads(golden[1], &event));
        deck[0] = (char)byte;
        event.deck = deck;
        size = table_event_print(&event, NULL, text);
        plain = byte >= ' ' && byte != '%' && byte != '|' && byte != 0x7f;
        (void)snprintf(wanted, sizeof wanted, plain ? "=%c" : "=%%%02X", byte);
        const char *end = byte == '\n' ? "=|" : wanted;
        assert_string_equal(text + size - strlen(end), end);
        assert_true(table_event_parse(text, size, NULL, &again, room, NULL));
        assert_string_equal(again.deck, deck);
    }
}

/* ---- Settings ---- */

#define MINUTE_MS 60000U
#define HOUR_MS (60 * MINUTE_MS)
#define DAY_MS (24 * HOUR_MS)

static void wants(const struct table_settings *settings, const char *field,
                  const char *what)
{
    char found[16] = "";
    tio_text_error error = {0, 0, ""};
    assert_int_equal(table_settings_check(settings, found, &error), !field);
    assert_int_equal(table_settings_check(settings, NULL, NULL), !field);
    assert_string_equal(found, field ? field : "");
    assert_string_equal(error.what, what);
    assert_int_equal(error.line, field ? 1 : 0);
    assert_int_equal(error.column, field ? 1 : 0);
}

static void settings_are_known_by_default(void **state)
{
    struct table_settings settings = table_settings_default(4);
    (void)state;
    wants(&settings, NULL, "");
    assert_int_equal(settings.game.players, 4);
    assert_string_equal(settings.deck, "standard");
    assert_string_equal(settings.stand_in, "normal");
    assert_string_equal(settings.code, "");
    assert_int_equal(settings.hints, 1);
    assert_int_equal(settings.undo, 1);
    assert_int_equal(settings.listed, 0);
    assert_int_equal(settings.watch, TABLE_WATCH_LINK);
    assert_int_equal(settings.clock, TABLE_CLOCK_NONE);
    assert_int_equal(settings.base_ms, 0);
    assert_int_equal(settings.grace_ms, MINUTE_MS);
    assert_int_equal(settings.bot_ms, 1000);
}

static void clocks_have_bounds(void **state)
{
    static const struct {
        unsigned clock;
        uint32_t least, most, most_more;
        const char *what;
    } rows[] = {
        {TABLE_CLOCK_NONE, 0, UINT32_MAX, UINT32_MAX, ""},
        {TABLE_CLOCK_MOVE, 1000, DAY_MS, UINT32_MAX,
         "clock: a move has 1 second to 1 day"},
        {TABLE_CLOCK_GAME, 1000, DAY_MS, HOUR_MS,
         "clock: a game has 1 second to 1 day, and a move adds at most 1 hour"},
        {TABLE_CLOCK_DAYS, HOUR_MS, 30 * DAY_MS, UINT32_MAX,
         "clock: a move has 1 hour to 30 days"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct table_settings settings = table_settings_default(2);
        settings.clock = (uint8_t)rows[i].clock;
        settings.base_ms = rows[i].least;
        settings.more_ms = rows[i].most_more;
        wants(&settings, NULL, "");
        settings.base_ms = rows[i].most;
        wants(&settings, NULL, "");
        if (rows[i].clock == TABLE_CLOCK_NONE)
            continue;
        settings.base_ms = rows[i].most + 1;
        wants(&settings, "clock", rows[i].what);
        settings.base_ms = rows[i].least - 1;
        wants(&settings, "clock", rows[i].what);
        settings.base_ms = rows[i].least;
        if (rows[i].most_more == UINT32_MAX)
            continue;
        settings.more_ms = rows[i].most_more + 1;
        wants(&settings, "clock", rows[i].what);
    }
}

/* Each at its last good value, and one beyond it. */
#define BOUND(field, good, bad, name, what)                                    \
    settings = table_settings_default(3);                                      \
    settings.field = (good);                                                   \
    wants(&settings, NULL, "");                                                \
    settings.field = (bad);                                                    \
    wants(&settings, name, name ": " what)

static void numbers_have_bounds(void **state)
{
    struct table_settings settings;
    (void)state;
    BOUND(hints, 0, 2, "hints", "on or off");
    BOUND(undo, 0, 2, "undo", "on or off");
    BOUND(listed, 1, 2, "listed", "yes or no");
    BOUND(watch, TABLE_WATCH_KINDS - 1, TABLE_WATCH_KINDS, "watch",
          "nobody, link or public");
    BOUND(grace_ms, DAY_MS, DAY_MS + 1, "grace", "at most 1 day");
    BOUND(bot_ms, MINUTE_MS, MINUTE_MS + 1, "bot", "at most 1 minute");
    BOUND(clock, TABLE_CLOCK_NONE, TABLE_CLOCK_KINDS, "clock",
          "there is no such clock");
}

/* `room` bytes: all but one may be used, and one at least must be. */
static void text_has_bounds(struct table_settings *settings, char *at,
                            size_t size, const char *field, const char *what)
{
    memset(at, 'x', size);
    wants(settings, field, what);
    at[size - 1] = '\0';
    wants(settings, NULL, "");
    memcpy(at, "a\nb", 4);
    wants(settings, field, what);
    at[0] = '\0';
    if (strcmp(field, "code") == 0)
        wants(settings, NULL, "");
    else
        wants(settings, field, what);
    memcpy(at, "a", 2);
    wants(settings, NULL, "");
}

static void texts_have_bounds(void **state)
{
    struct table_settings settings = table_settings_default(3);
    (void)state;
    text_has_bounds(&settings, settings.deck, sizeof settings.deck, "deck",
                    "deck: a deck's name has 1 to 31 bytes");
    text_has_bounds(&settings, settings.stand_in, sizeof settings.stand_in,
                    "stand_in", "stand_in: a bot's name has 1 to 32 bytes");
    text_has_bounds(&settings, settings.code, sizeof settings.code, "code",
                    "code: a password has at most 32 bytes");
}

/* A complaint about a line never quotes it: there are secrets in it. */
static void complaints_are_discreet(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
        size_t size = strlen(golden[i]);
        for (size_t at = 0; at < size; at++) {
            struct table_event event;
            tio_text_error error = {0, 0, ""};
            memcpy(text, golden[i], size);
            text[at] = '\x02';
            if (table_event_parse(text, size, tio_deck_standard(), &event, room,
                                  &error))
                fail_msg("reads a spoilt line %zu at %zu", i, at);
            assert_null(strstr(error.what, "0001"));
            assert_null(strstr(error.what, "a0a1"));
            assert_null(strchr(error.what, '\x02'));
        }
    }
}

static void moves_need_a_deck(void **state)
{
    struct table_event event;
    tio_text_error error;
    (void)state;
    assert_false(table_event_parse(golden[9], strlen(golden[9]), NULL, &event,
                                   room, &error));
    assert_true(table_event_parse(golden[4], strlen(golden[4]), NULL, &event,
                                  room, &error));
}

static void names_are_words(void **state)
{
    (void)state;
    assert_string_equal(table_event_name(TABLE_EVENT_STAND_IN), "stand-in");
    assert_string_equal(table_event_name(TABLE_EVENT_TYPES), "unknown");
    assert_string_equal(table_cause_name(TABLE_CAUSE_OLD), "old");
    assert_string_equal(table_cause_name(TABLE_CAUSE_COUNT), "unknown");
    assert_string_equal(table_error_name(TABLE_E_KICKED), "kicked");
    assert_string_equal(table_error_name(TABLE_ERROR_COUNT), "unknown");
    assert_string_equal(table_error_words(TABLE_E_CLOSED),
                        "the table is closed");
    assert_string_equal(table_error_words(TABLE_ERROR_COUNT), "unknown");
    for (unsigned i = 0; i < TABLE_ERROR_COUNT; i++)
        assert_true(table_error_words((enum table_error)i)[0] != '\0');
}

/* The largest that there can be, but for its deck. */
static void snapshots_leave_room_for_a_deck(void **state)
{
    struct table_event event;
    (void)state;
    memset(&event, 0xff, sizeof event);
    event.type = TABLE_EVENT_SNAPSHOT;
    memset(&event.person, 0, sizeof event.person);
    event.settings = table_settings_default(TIO_MAX_PLAYERS);
    event.settings.base_ms = event.settings.more_ms = UINT32_MAX;
    event.settings.grace_ms = event.settings.bot_ms = UINT32_MAX;
    memset(event.settings.stand_in, '%', sizeof event.settings.stand_in - 1);
    memset(event.settings.code, '%', sizeof event.settings.code - 1);
    memset(event.settings.deck, '%', sizeof event.settings.deck - 1);
    event.deck = NULL;
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        struct table_snapshot_seat *seat = &event.snapshot.seat[i];
        memset(seat->name, '%', sizeof seat->name - 1);
        seat->name[sizeof seat->name - 1] = 0;
        memset(seat->level, '%', sizeof seat->level - 1);
        seat->level[sizeof seat->level - 1] = 0;
        seat->kind = i % 2 ? TABLE_SEAT_BOT : TABLE_SEAT_PERSON;
    }
    for (unsigned kind = 0; kind < TABLE_SEAT_KINDS; kind++) {
        for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++)
            event.snapshot.seat[i].kind = (uint8_t)kind;
        size_t size = table_event_print(&event, NULL, text);
        assert_in_range(size, 1, TABLE_SNAPSHOT - strlen(" cards="));
    }
}

static struct table_event table_event_of_many(void)
{
    struct table_event event;
    memset(&event, 0, sizeof event);
    event.type = TABLE_EVENT_SNAPSHOT;
    event.settings = table_settings_default(2);
    event.snapshot.kicks = event.snapshot.requests = 1000;
    for (unsigned i = 0; i < TABLE_REQUESTS; i++)
        event.snapshot.request[i] = (struct table_request){i, i + 1};
    return event;
}

/* A list is as long as its number says, and no longer than its room. */
static void snapshots_have_their_lists(void **state)
{
    struct table_event event;
    static char changed[TABLE_EVENT];
    const char *line = NULL;
    (void)state;
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++)
        if (strstr(golden[i], " kicks=1 "))
            line = golden[i];
    assert_non_null(line);
    assert_true(reads(line, &event));
    assert_int_equal(event.snapshot.created, 3);
    assert_int_equal(event.snapshot.games, 1);
    assert_int_equal(event.snapshot.kicked[0].id[0], 0xc0);
    assert_int_equal(event.snapshot.request[0].key, UINT64_MAX);
    assert_int_equal(event.snapshot.request[1].seq, 19);
    assert_int_equal(event.snapshot.seat[0].names, 3);
    assert_int_equal(event.snapshot.seat[0].colour, 0x00ff7f);
    assert_string_equal(event.snapshot.seat[0].name, "A B");
    assert_string_equal(event.snapshot.seat[1].level, "easy");
    assert_int_equal(event.snapshot.seat[2].kind, TABLE_SEAT_EMPTY);
    static const struct {
        const char *old;
        const char *new;
        const char *where;
        const char *what;
    } spoilt[] = {
        {"kicks=1", "kicks=0", " kicked=", NO_FIELD},
        {"kicks=1", "kicks=2", " key=184", NO_FIELD},
        {"requests=2", "requests=1", " key=7", NO_FIELD},
        {"requests=2", "requests=3", " kind=person", NO_FIELD},
        {"kind=bot", "kind=empty", " name=Otto", NO_FIELD},
        {"kind=bot", "kind=person", " name=Otto", NO_FIELD},
        {"kind=bot", "kind=dog", "dog", "there is no such word here"},
        {"kind=empty cards", "cards", " cards", NO_FIELD},
        {"kicked=c0", "kicked=g0", "g0", "hexadecimal digits were expected"},
        {"at=20", "at=y", "y key", "a number was expected"},
        {"at=19", "at=y", "y kind", "a number was expected"},
        {"key=7", "key=y", "y at", "a number was expected"},
        {"names=3", "names=y", "y kind", "a number was expected"},
        {"games=1", "games=y", "y rev", "a number was expected"},
        {"created=3", "created=y", "y own", "a number was expected"},
        {"cards=combo", "cards=%0gombo", "%0gombo", BAD_BYTE},
    };
    for (size_t i = 0; i < sizeof spoilt / sizeof *spoilt; i++) {
        tio_text_error error;
        const char *at = strstr(line, spoilt[i].old);
        assert_non_null(at);
        (void)snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - line),
                       line, spoilt[i].new, at + strlen(spoilt[i].old));
        assert_false(table_event_parse(changed, strlen(changed),
                                       tio_deck_standard(), &event, room,
                                       &error));
        assert_string_equal(error.what, spoilt[i].what);
        assert_ptr_equal(strstr(changed, spoilt[i].where),
                         changed + error.column - 1);
    }
    event = table_event_of_many();
    size_t size = table_event_print(&event, NULL, text);
    struct table_event again;
    assert_true(table_event_parse(text, size, NULL, &again, room, NULL));
    assert_int_equal(again.snapshot.kicks, 1000);
    assert_int_equal(again.snapshot.request[TABLE_REQUESTS - 1].seq,
                     TABLE_REQUESTS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_lines),
        cmocka_unit_test(snapshots_leave_room_for_a_deck),
        cmocka_unit_test(snapshots_have_their_lists),
        cmocka_unit_test(fields_arrive),
        cmocka_unit_test(nothing_else_is_read),
        cmocka_unit_test(complaints_say_where),
        cmocka_unit_test(complaints_are_discreet),
        cmocka_unit_test(every_byte_is_kept),
        cmocka_unit_test(settings_are_known_by_default),
        cmocka_unit_test(clocks_have_bounds),
        cmocka_unit_test(numbers_have_bounds),
        cmocka_unit_test(texts_have_bounds),
        cmocka_unit_test(moves_need_a_deck),
        cmocka_unit_test(names_are_words),
    };
    return cmocka_run_group_tests_name("event", tests, NULL, NULL);
}
