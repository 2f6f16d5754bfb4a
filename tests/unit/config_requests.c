/* Requests as a server reads them: their form, the least and the most of every
 * field and what is said beyond, and that nothing of them is kept. */
#include "unit/config_requests.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/message.h"
#include "server/server.h"

/* JSON with ' in place of ", for reading. */
static char *json_of(const char *text)
{
    static char json[MESSAGE_MOST * 2];
    size_t size = strlen(text);
    assert_true(size < sizeof json);
    for (size_t i = 0; i <= size; i++)
        json[i] = text[i] == '\'' ? '"' : text[i];
    return json;
}

static struct message read_message(enum message_kind kind, const char *text)
{
    struct message message;
    struct message_error error;
    const char *json = json_of(text);
    bool good =
        kind == MESSAGE_KINDS
            ? message_parse(json, strlen(json), &message, &error)
            : message_parse_as(kind, json, strlen(json), &message, &error);
    if (!good)
        fail_msg("%s: %s: %s", text, error.field, error.words);
    return message;
}

static void check_wrong(enum message_kind kind, const char *text,
                        const char *field, const char *words)
{
    struct message message;
    struct message_error error;
    const char *json = json_of(text);
    if (kind == MESSAGE_KINDS
            ? message_parse(json, strlen(json), &message, &error)
            : message_parse_as(kind, json, strlen(json), &message, &error))
        fail_msg("%s is accepted", text);
    if (strcmp(error.field, field) != 0 || strcmp(error.words, words) != 0)
        fail_msg("%s: got %s: %s", text, error.field, error.words);
    assert_int_equal(error.error,
                     field[0] == 0 ? SERVER_E_BAD_JSON : SERVER_E_BAD_MESSAGE);
}

void requests_have_a_form(void **state)
{
    (void)state;
    static const struct {
        const char *text, *field, *words;
    } wrong[] = {
        {"", "", "the message is not JSON, from line 1, column 0 on"},
        {"{'id':'a'\n,,", "",
         "the message is not JSON, from line 2, column 2 on"},
        {"{'id':'a','id':'a','do':'ping'}", "",
         "the message is not JSON, from line 1, column 14 on"},
        {"[]", "", "the message is not an object"},
        {"1", "", "the message is not JSON, from line 1, column 1 on"},
        {"{'do':'ping'}", "id", "the request's id is missing"},
        {"{'id':1,'do':'ping'}", "id",
         "1 to 32 characters A-Z a-z 0-9 _ - are wanted"},
        {"{'id':'','do':'ping'}", "id",
         "1 to 32 characters A-Z a-z 0-9 _ - are wanted"},
        {"{'id':'a'}", "do", "what to do is missing"},
        {"{'id':'a','do':'dance'}", "do", "there is no such request"},
        {"{'id':'a','do':3}", "do", "there is no such request"},
        {"{'id':'a','do':'exit'}", "table", "\"exit\" needs this field"},
        {"{'id':'a','do':'kick','table':'t'}", "seat",
         "\"kick\" needs this field"},
        {"{'id':'a','do':'move','table':'t'}", "move",
         "\"move\" needs this field"},
        {"{'id':'a','do':'ping','':1}", "\"\"", "\"ping\" has no such field"},
        {"{'id':'a','do':'ping','table':'t'}", "table",
         "\"ping\" has no such field"},
        {"{'id':'a','do':'ping','x\\ny':1}", "x\\x0ay",
         "\"ping\" has no such field"},
        {"{'id':'a','do':'ping','x':[[[[]]]]}", "",
         "there are too many objects in each other"},
        {"{'id':'a','do':'ping','x':[[[{}]]]}", "",
         "there are too many objects in each other"},
        {"{'id':'a','do':'ping','x':'\\'[[[[['}", "x",
         "\"ping\" has no such field"},
        {"{'id':'a','do':'ping','x':[[[]],[],{},[[]],[[]]]}", "x",
         "\"ping\" has no such field"},
        {"]]]]{'id':'a','do':'ping','x':[[[1]]]}", "",
         "the message is not JSON, from line 1, column 1 on"},
        {"]]]][[[[[", "", "there are too many objects in each other"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        check_wrong(MESSAGE_KINDS, wrong[i].text, wrong[i].field,
                    wrong[i].words);
    }
    check_wrong(MESSAGE_CREATE, "{'do':'ping'}", "do",
                "there is no such request");
    check_wrong(MESSAGE_CREATE, "{'id':'?'}", "id",
                "1 to 32 characters A-Z a-z 0-9 _ - are wanted");
    struct message m = read_message(MESSAGE_CREATE, "{}");
    assert_int_equal(m.kind, MESSAGE_CREATE);
    assert_int_equal(m.seat, TIO_NONE);
    assert_int_equal(m.has, 0);
    assert_string_equal(m.id, "");
    message_done(&m);
    m = read_message(MESSAGE_CREATE, "{'do':'create','id':'x'}");
    assert_string_equal(m.id, "x");
    message_done(&m);
}

/* The id is known as soon as it could be read, so that whoever asks can tell
 * which request was wrong. */
void ids_of_wrong_requests(void **state)
{
    (void)state;
    struct message message;
    struct message_error error;
    const char *json = json_of("{'id':'aZ09_-','do':'dance'}");
    assert_false(message_parse(json, strlen(json), &message, &error));
    assert_string_equal(error.id, "aZ09_-");
    json = json_of("{'id':'@','do':'ping'}");
    assert_false(message_parse(json, strlen(json), &message, &error));
    assert_string_equal(error.id, "");
    json = json_of("{'id':'a','do':'hello','version':2}");
    assert_false(message_parse(json, strlen(json), &message, &error));
    assert_int_equal(error.error, SERVER_E_BAD_VERSION);
    assert_string_equal(error.words, "this server speaks version 1");
}

void messages_have_a_length(void **state)
{
    (void)state;
    static char text[MESSAGE_MOST + 1];
    struct message message;
    struct message_error error;
    const char *json = json_of("{'id':'a','do':'ping'}");
    memset(text, ' ', sizeof text);
    for (size_t i = 0; json[i]; i++)
        text[i] = json[i];
    assert_true(message_parse(text, MESSAGE_MOST, &message, &error));
    message_done(&message);
    assert_false(message_parse(text, MESSAGE_MOST + 1, &message, &error));
    assert_string_equal(error.words, "the message is too long");
}

void fields_have_bounds(void **state)
{
    (void)state;
#define PLAIN(n) "1 to " #n " characters A-Z a-z 0-9 _ - are wanted"
#define NUMBER(a, b) "a whole number from " #a " to " #b " is wanted"
#define TEXT(a, b) "text of " #a " to " #b " bytes is wanted"
    static const char name[] =
        "a name of 1 to 40 bytes is wanted, with something that can be seen, "
        "no odd characters and no word that mixes alphabets";
    static const char colour[] = "a colour like \"#3a7bd5\" is wanted";
    static const struct {
        enum message_kind kind;
        const char *text, *field, *words;
    } wrong[] = {
        {MESSAGE_EXIT, "{'table':''}", "table", PLAIN(64)},
        {MESSAGE_EXIT, "{'table':'a b'}", "table", PLAIN(64)},
        {MESSAGE_EXIT, "{'table':'a`'}", "table", PLAIN(64)},
        {MESSAGE_EXIT, "{'table':'{'}", "table", PLAIN(64)},
        {MESSAGE_EXIT, "{'table':'['}", "table", PLAIN(64)},
        {MESSAGE_EXIT, "{'table':'/'}", "table", PLAIN(64)},
        {MESSAGE_EXIT, "{'table':':'}", "table", PLAIN(64)},
        {MESSAGE_EXIT, "{'table':7}", "table", PLAIN(64)},
        {MESSAGE_SIT, "{'seat':0}", "seat", NUMBER(1, 5)},
        {MESSAGE_SIT, "{'seat':6}", "seat", NUMBER(1, 5)},
        {MESSAGE_SIT, "{'seat':1.5}", "seat", NUMBER(1, 5)},
        {MESSAGE_SIT, "{'seat':'1'}", "seat", NUMBER(1, 5)},
        {MESSAGE_ENTER, "{'after':-1}", "after", NUMBER(0, 9007199254740992)},
        {MESSAGE_ENTER, "{'after':9007199254740993}", "after",
         NUMBER(0, 9007199254740992)},
        {MESSAGE_ENTER, "{'text':1}", "text", "true or false is wanted"},
        {MESSAGE_UNDO, "{'at':-1}", "at", NUMBER(0, 9007199254740992)},
        {MESSAGE_ME, "{'name':''}", "name", name},
        {MESSAGE_ME, "{'name':5}", "name", name},
        {MESSAGE_ME, "{'name':'A\\u0430a'}", "name", name},
        {MESSAGE_ME, "{'name':'12345678901234567890123456789012345678901'}",
         "name", name},
        {MESSAGE_ME, "{'colour':'#12345'}", "colour", colour},
        {MESSAGE_ME, "{'colour':'#1234567'}", "colour", colour},
        {MESSAGE_ME, "{'colour':'1234567'}", "colour", colour},
        {MESSAGE_ME, "{'colour':'#12345g'}", "colour", colour},
        {MESSAGE_ME, "{'colour':7}", "colour", colour},
        {MESSAGE_HELLO, "{'version':'1'}", "version",
         "a whole number is wanted"},
        {MESSAGE_HELLO, "{'token':'00'}", "token",
         "32 hexadecimal digits 0-9 a-f are wanted"},
        {MESSAGE_HELLO, "{'token':'0000000000000000000000000000000g'}", "token",
         "32 hexadecimal digits 0-9 a-f are wanted"},
        {MESSAGE_HELLO, "{'token':1}", "token",
         "32 hexadecimal digits 0-9 a-f are wanted"},
        {MESSAGE_SIT, "{'bytes':'00'}", "bytes",
         "64 hexadecimal digits 0-9 a-f are wanted"},
        {MESSAGE_SIT, "{'code':'123456789012345678901234567890123'}", "code",
         TEXT(0, 32)},
        {MESSAGE_SIT, "{'code':'a\\u001f'}", "code",
         "text may not have control characters"},
        {MESSAGE_SIT, "{'code':'a\\u007f'}", "code",
         "text may not have control characters"},
        {MESSAGE_SIT, "{'code':1}", "code", TEXT(0, 32)},
        {MESSAGE_BOT, "{'level':''}", "level", TEXT(1, 32)},
        {MESSAGE_BOT, "{'level':'123456789012345678901234567890123'}", "level",
         TEXT(1, 32)},
        {MESSAGE_TRY, "{'move':''}", "move", TEXT(1, 511)},
        {MESSAGE_TRY, "{'move':'\\n'}", "move",
         "text may not have control characters"},
        {MESSAGE_CREATE, "{'deck':1}", "deck",
         "the text of a deck, of less than 12288 bytes, is wanted"},
        {MESSAGE_CREATE, "{'settings':1}", "settings", "an object is wanted"},
        {MESSAGE_CREATE, "{'settings':{'x':1}}", "settings.x",
         "there is no such field"},
        {MESSAGE_CREATE, "{'settings':{'':1}}", "settings.",
         "there is no such field"},
        {MESSAGE_CREATE, "{'settings':{'players':1}}", "settings.players",
         NUMBER(2, 5)},
        {MESSAGE_CREATE, "{'settings':{'players':6}}", "settings.players",
         NUMBER(2, 5)},
        {MESSAGE_CREATE, "{'settings':{'starts':-1}}", "settings.starts",
         NUMBER(0, 9)},
        {MESSAGE_CREATE, "{'settings':{'starts':10}}", "settings.starts",
         NUMBER(0, 9)},
        {MESSAGE_CREATE, "{'settings':{'first':0}}", "settings.first",
         NUMBER(1, 5)},
        {MESSAGE_CREATE, "{'settings':{'first':'x'}}", "settings.first",
         "\"random\" or the number of a seat is wanted"},
        {MESSAGE_CREATE, "{'settings':{'edition':'x'}}", "settings.edition",
         "one of gamewright, schmidt is wanted"},
        {MESSAGE_CREATE, "{'settings':{'cast':1}}", "settings.cast",
         "one of carry, aim, off is wanted"},
        {MESSAGE_CREATE, "{'settings':{'piles':'x'}}", "settings.piles",
         "one of open, down is wanted"},
        {MESSAGE_CREATE, "{'settings':{'watch':'x'}}", "settings.watch",
         "one of nobody, link, public is wanted"},
        {MESSAGE_CREATE, "{'settings':{'deck':''}}", "settings.deck",
         TEXT(1, 31)},
        {MESSAGE_CREATE, "{'settings':{'hints':'yes'}}", "settings.hints",
         "true or false is wanted"},
        {MESSAGE_CREATE, "{'settings':{'grace':-1}}", "settings.grace",
         NUMBER(0, 2592000000)},
        {MESSAGE_CREATE, "{'settings':{'bot':2592000001}}", "settings.bot",
         NUMBER(0, 2592000000)},
        {MESSAGE_CREATE, "{'settings':{'stand_in':''}}", "settings.stand_in",
         TEXT(1, 32)},
        {MESSAGE_CREATE,
         "{'settings':{'code':'123456789012345678901234567890123'}}",
         "settings.code", TEXT(0, 32)},
        {MESSAGE_CREATE, "{'settings':{'clock':1}}", "settings.clock",
         "an object is wanted"},
        {MESSAGE_CREATE, "{'settings':{'clock':{'kind':'x'}}}",
         "settings.clock.kind", "one of none, move, game, days is wanted"},
        {MESSAGE_CREATE, "{'settings':{'clock':{'base':-1}}}",
         "settings.clock.base", NUMBER(0, 2592000000)},
        {MESSAGE_CREATE, "{'settings':{'clock':{'more':'1'}}}",
         "settings.clock.more", NUMBER(0, 2592000000)},
        {MESSAGE_CREATE, "{'settings':{'clock':{'less':1}}}",
         "settings.clock.less", "there is no such field"},
    };
#undef PLAIN
#undef NUMBER
#undef TEXT
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        check_wrong(wrong[i].kind, wrong[i].text, wrong[i].field,
                    wrong[i].words);
    }
}

/* The longest that is read, and one byte more; `format` has a place for it. */
static void check_longest(enum message_kind kind, const char *format,
                          size_t most)
{
    static char text[MESSAGE_MOST * 2];
    struct message message;
    struct message_error error;
    char *place;
    snprintf(text, sizeof text, "%s", json_of(format));
    place = strchr(text, '@');
    for (size_t size = most; size <= most + 1; size++) {
        static char whole[MESSAGE_MOST * 4];
        snprintf(whole, sizeof whole, "%.*s%0*d%s", (int)(place - text), text,
                 (int)size, 0, place + 1);
        bool good =
            message_parse_as(kind, whole, strlen(whole), &message, &error);
        if (good != (size == most))
            fail_msg("%s of %zu", format, size);
        if (good)
            message_done(&message);
    }
}

void texts_have_a_length(void **state)
{
    (void)state;
    check_longest(MESSAGE_PING, "{'id':'@'}", 32);
    check_longest(MESSAGE_EXIT, "{'table':'@'}", 64);
    check_longest(MESSAGE_ME, "{'name':'@'}", 40);
    check_longest(MESSAGE_SIT, "{'code':'@'}", 32);
    check_longest(MESSAGE_BOT, "{'level':'@'}", 32);
    check_longest(MESSAGE_TRY, "{'move':'@'}", 511);
    check_longest(MESSAGE_CREATE, "{'deck':'@'}", TABLE_DECK - 1);
    check_longest(MESSAGE_CREATE, "{'settings':{'deck':'@'}}", 31);
    check_longest(MESSAGE_CREATE, "{'settings':{'stand_in':'@'}}", 32);
    check_longest(MESSAGE_CREATE, "{'settings':{'code':'@'}}", 32);
}

void fields_are_read(void **state)
{
    (void)state;
    static const char bytes[] = "0aff0100000000000000000000000000"
                                "00000000000000000000000000000000";
    struct message m = read_message(
        MESSAGE_SIT, "{'id':'AZaz09_-','do':'sit','table':'t','seat':5,"
                     "'code':' ~','bytes':'0aff01000000000000000000000000000000"
                     "0000000000000000000000000000'}");
    assert_string_equal(m.id, "AZaz09_-");
    assert_string_equal(m.table, "t");
    assert_int_equal(m.seat, 4);
    assert_string_equal(m.code, " ~");
    assert_string_equal(m.bytes, bytes);
    assert_true(message_has(&m, MESSAGE_FIELD_SEAT));
    assert_false(message_has(&m, MESSAGE_FIELD_LEVEL));
    message_done(&m);
    assert_null(m.root);
    m = read_message(MESSAGE_ME, "{'name':'Zo\xc3\xab','colour':'#3a7bd5'}");
    assert_string_equal(m.name, "Zo\xc3\xab");
    assert_int_equal(m.colour, 0x3a7bd5);
    message_done(&m);
    m = read_message(MESSAGE_HELLO, "{'version':1,'token':"
                                    "'0123456789abcdef0123456789abcdef'}");
    assert_string_equal(m.token, "0123456789abcdef0123456789abcdef");
    message_done(&m);
    m = read_message(MESSAGE_ENTER, "{'after':9007199254740992,'text':true}");
    assert_true(m.after == UINT64_C(9007199254740992) && m.text);
    message_done(&m);
    m = read_message(MESSAGE_ENTER, "{'after':0,'text':false}");
    assert_true(m.after == 0 && !m.text);
    message_done(&m);
    m = read_message(MESSAGE_MOVE, "{'at':7,'move':'take R1'}");
    assert_true(m.at == 7);
    assert_string_equal(m.move, "take R1");
    message_done(&m);
    m = read_message(MESSAGE_SIT, "{'seat':1,'code':''}");
    assert_int_equal(m.seat, 0);
    message_done(&m);
}

void settings_are_read(void **state)
{
    (void)state;
    struct table_settings all = table_settings_default(2);
    struct table_settings none = all;
    struct message m = read_message(
        MESSAGE_CREATE,
        "{'settings':{'players':5,'edition':'schmidt','free_hand':true,"
        "'starts':9,'first':3,'cast':'off','piles':'down','deck':'d',"
        "'hints':false,'undo':false,'listed':true,'watch':'public',"
        "'clock':{'kind':'days','base':2592000000,'more':2},"
        "'grace':3,'bot':4,'stand_in':'s','code':'c'}}");
    message_settings_into(&m, &all);
    message_done(&m);
    assert_int_equal(all.game.players, 5);
    assert_int_equal(all.game.edition, TIO_SCHMIDT);
    assert_int_equal(all.game.free_hand, 1);
    assert_int_equal(all.game.starts, 9);
    assert_int_equal(all.game.first, 2);
    assert_int_equal(all.game.cast, TIO_CAST_OFF);
    assert_int_equal(all.game.piles_down, 1);
    assert_string_equal(all.deck, "d");
    assert_int_equal(all.hints, 0);
    assert_int_equal(all.undo, 0);
    assert_int_equal(all.listed, 1);
    assert_int_equal(all.watch, TABLE_WATCH_KINDS - 1);
    assert_int_equal(all.clock, TABLE_CLOCK_KINDS - 1);
    assert_true(all.base_ms == 2592000000U);
    assert_int_equal(all.more_ms, 2);
    assert_int_equal(all.grace_ms, 3);
    assert_int_equal(all.bot_ms, 4);
    assert_string_equal(all.stand_in, "s");
    assert_string_equal(all.code, "c");
    m = read_message(MESSAGE_CREATE, "{'settings':{'first':'random'}}");
    message_settings_into(&m, &all);
    assert_int_equal(all.game.first, TIO_NONE);
    message_done(&m);
    m = read_message(MESSAGE_CREATE, "{'settings':{'clock':{}}}");
    message_settings_into(&m, &none);
    message_done(&m);
    struct table_settings plain = table_settings_default(2);
    assert_memory_equal(&none, &plain, sizeof plain);
    /* A clock's parts are named one by one. */
    m = read_message(MESSAGE_CREATE, "{'settings':{'clock':{'base':5}}}");
    message_settings_into(&m, &all);
    assert_int_equal(all.clock, TABLE_CLOCK_KINDS - 1);
    assert_int_equal(all.base_ms, 5);
    assert_int_equal(all.more_ms, 2);
    message_done(&m);
}

/* Pieces of memory that JSON has now. */
static int pieces;

static void *counted_malloc(size_t size)
{
    pieces++;
    return malloc(size);
}

static void counted_free(void *piece)
{
    pieces -= piece != NULL;
    free(piece);
}

void requests_are_counted(void)
{
    json_set_alloc_funcs(counted_malloc, counted_free);
}

/* Good or wrong, nothing of the tests above is left. */
void nothing_is_kept(void **state)
{
    (void)state;
    assert_int_equal(pieces, 0);
    struct message m = read_message(MESSAGE_CREATE, "{'deck':'d'}");
    assert_true(pieces > 0);
    assert_string_equal(m.deck, "d");
    message_done(&m);
    assert_int_equal(pieces, 0);
}
