/* What a server reads, what is refused and in which words: its settings, and
 * which source wins; and the requests of its clients. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "server/config.h"
#include "server/message.h"
#include "server/server.h"

static bool read_text(struct config *config, const char *text,
                      struct config_error *error)
{
    struct config_source source = {.config = config};
    return config_parse(&source, text, strlen(text), error);
}

static struct config read_good(const char *text)
{
    struct config config = config_default();
    struct config_error error;
    if (!read_text(&config, text, &error)) {
        fail_msg("'%s' is refused: %u: %s", text, error.line, error.what);
    }
    return config;
}

static void check_refused(const char *text, unsigned line, const char *what)
{
    struct config config = config_default();
    struct config_error error;
    if (read_text(&config, text, &error)) {
        fail_msg("'%s' is accepted", text);
    }
    if (error.line != line || strcmp(error.what, what) != 0) {
        fail_msg("'%s': got %u: %s", text, error.line, error.what);
    }
}

static void every_key_is_read(void **state)
{
    (void)state;
    struct config c = read_good("# all of it\n"
                                "listen 192.168.1.20\n"
                                "port = 8443\n"
                                "port-file=/run/port\n"
                                "db /var/lib/t.db # a comment\n"
                                "public-url https://Play.Example:8443/\n"
                                "cert c.pem\nkey k.pem\nfiles web\n"
                                "origin https://a.example\n"
                                "origin http://[::1]:8080\n"
                                "trust-proxy yes\n"
                                "bot mine=./mybot --x '#1' a#b\n"
                                "bot-uncaged yes\n"
                                "threads 4\nmax-tables 5\n"
                                "max-connections 6\nmax-per-address 0\n"
                                "keep-games 7\nkeep-records 36500\n"
                                "disk-reserve 9\n"
                                "metrics off\nquiet yes\nno-qr yes\n");
    assert_string_equal(c.listen, "192.168.1.20");
    assert_int_equal(c.port, 8443);
    assert_string_equal(c.port_file, "/run/port");
    assert_string_equal(c.db, "/var/lib/t.db");
    assert_string_equal(c.public_url, "https://play.example:8443");
    assert_string_equal(c.cert, "c.pem");
    assert_string_equal(c.key, "k.pem");
    assert_string_equal(c.files, "web");
    assert_int_equal(c.origins, 2);
    assert_string_equal(c.origin[1], "http://[::1]:8080");
    assert_true(c.trust_proxy);
    assert_true(c.bot_uncaged);
    assert_int_equal(c.bots, 1);
    assert_string_equal(c.bot[0].name, "mine");
    assert_string_equal(c.bot[0].command, "./mybot --x '#1' a#b");
    assert_int_equal(c.threads, 4);
    assert_int_equal(c.max_tables, 5);
    assert_int_equal(c.max_connections, 6);
    assert_int_equal(c.max_per_address, 0);
    assert_int_equal(c.keep_games, 7);
    assert_int_equal(c.keep_records, 36500);
    assert_int_equal(c.disk_reserve, 9);
    assert_int_equal(c.metrics, CONFIG_METRICS_OFF);
    assert_true(c.quiet);
    assert_true(c.no_qr);
}

static void lines_may_look_like_this(void **state)
{
    (void)state;
    assert_int_equal(read_good("").port, 8080);
    assert_int_equal(read_good("").keep_games, 400);
    assert_int_equal(read_good("").keep_records, 400);
    assert_int_equal(read_good("").disk_reserve, 256);
    assert_int_equal(read_good("keep-games 0").keep_games, 0);
    assert_int_equal(read_good("\n\n \t \r\n#\n  # x\n").port, 8080);
    assert_int_equal(read_good("\t port \t=\t 1 \t\r\n").port, 1);
    assert_int_equal(read_good("port 65535").port, 65535);
    assert_string_equal(read_good("listen localhost").listen, "127.0.0.1");
    assert_string_equal(read_good("listen ::1").listen, "::1");
    assert_false(read_good("quiet no").quiet);
    assert_false(read_good("bot-uncaged no").bot_uncaged);
    assert_string_equal(read_good("listen all").listen, "");
    assert_string_equal(read_good("listen *").listen, "");
    assert_string_equal(read_good("db memory").db, "memory");
    assert_string_equal(read_good("db =x").db, "x");
    assert_string_equal(read_good("db a b").db, "a b");
    assert_string_equal(read_good("db a# b").db, "a# b");
    assert_string_equal(read_good("db a #b").db, "a");
}

static void what_is_wrong_is_named(void **state)
{
    (void)state;
    check_refused("\n# x\nport x\n", 3, "port: expected 0 to 65535, got 'x'");
    check_refused("port 65536", 1, "port: expected 0 to 65535, got '65536'");
    check_refused("port -1", 1, "port: expected 0 to 65535, got '-1'");
    check_refused("port 1 2", 1, "port: expected 0 to 65535, got '1 2'");
    check_refused("port 4294967297", 1,
                  "port: expected 0 to 65535, got '4294967297'");
    check_refused("port", 1, "port: the value is missing");
    check_refused("port = # 3", 1, "port: the value is missing");
    check_refused("port # 3", 1, "port: the value is missing");
    check_refused("port  \t= \t # 3", 1, "port: the value is missing");
    check_refused("a123456789b123456789c123456789d123456789e 1", 1,
                  "there is no key 'a123456789b123456789c123456789d123456789'");
    check_refused("port 1\nport 1\n", 2, "port: it was given before");
    check_refused("colour blue", 1, "there is no key 'colour'");
    check_refused("Port 1", 1, "there is no key 'Port'");
    check_refused("= 1", 1, "expected a key and its value");
    check_refused("-----BEGIN KEY-----\nMIIE", 1,
                  "there is no key '-----BEGIN'");
    check_refused("threads 0", 1, "threads: expected 1 to 64, got '0'");
    check_refused("quiet true", 1, "quiet: expected yes or no, got 'true'");
    check_refused("metrics all", 1,
                  "metrics: expected one of public, local, off, got 'all'");
    check_refused("listen example.org", 1,
                  "listen: expected an address such as 127.0.0.1 or ::1, or "
                  "'all', got 'example.org'");
    check_refused("db a\033[31m", 1,
                  "db: there are control characters in it, or it is no UTF-8");
    check_refused("bot x", 1,
                  "bot: expected NAME=COMMAND, the name of 1 to 32 letters, "
                  "digits, - and _, got 'x'");
    check_refused("bot a=1\nbot a=2", 2, "bot: there are two bots named a");
}

static void addresses_of_pages(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "null",
        "*",
        "ftp://a",
        "https://",
        "https://a:0",
        "https://a:",
        "https://a:65536",
        "https://a:080x",
        "https://a:000080",
        "https://a:123456",
        "https://a:1234567890123456789012345678901234567890",
        "https://a:18446744073709551617",
        "https://a:99999",
        "https://a/b",
        "https://a?b",
        "https://a#b",
        "https://u@a",
        "https://.a",
        "https://[::1",
        "https://[",
        "https://@a",
        "https://!",
        "https://-a",
        "https://[1]",
        "HTTPS://a",
        "https://a b",
        "//a",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct config config = config_default();
        struct config_source source = {.config = &config};
        struct config_error error;
        char text[100];
        int size = snprintf(text, sizeof text, "origin %s", bad[i]);
        assert_false(config_parse(&source, text, (size_t)size, &error));
        assert_int_equal(config.origins, 0);
    }
    assert_string_equal(read_good("origin http://a:65535").origin[0],
                        "http://a:65535");
    assert_string_equal(read_good("origin http://A.b").origin[0], "http://a.b");
    assert_string_equal(read_good("origin http://a-b").origin[0], "http://a-b");
    assert_string_equal(read_good("origin http://[::1]").origin[0],
                        "http://[::1]");
    check_refused("origin https://[x]", 1,
                  "origin: expected http://HOST or https://HOST, with a :PORT "
                  "if need be, got 'https://[x]'");
    assert_string_equal(read_good("origin http://a:00080").origin[0],
                        "http://a:00080");
    assert_string_equal(read_good("origin http://AZ.b-c_d:1/").origin[0],
                        "http://az.b-c_d:1");
}

static void set(struct config_source *source, const char *name,
                const char *value)
{
    char why[CONFIG_WHY];
    unsigned place = 0;
    while (strcmp(config_setting_at(place)->name, name) != 0) {
        place++;
    }
    assert_true(config_set(source, place, value, why));
}

/* An empty value can't be in a file, but on a command line. */
static void empty_values_are_refused(void **state)
{
    (void)state;
    const struct config_setting *setting;
    for (unsigned i = 0; (setting = config_setting_at(i)) != NULL; i++) {
        struct config c = config_default();
        struct config_source source = {.config = &c};
        char why[CONFIG_WHY] = "";
        assert_false(config_set(&source, i, "", why));
        assert_string_not_equal(why, "");
        assert_int_equal(source.seen, 0);
    }
}

/* Nothing behind the end of a value is looked at. */
static void values_end_where_they_end(void **state)
{
    (void)state;
    static const char text[] = "https://[::1\0\0]";
    for (unsigned i = 0; config_setting_at(i) != NULL; i++) {
        struct config c = config_default();
        struct config_source source = {.config = &c};
        char why[CONFIG_WHY];
        if (strcmp(config_setting_at(i)->name, "origin") == 0) {
            assert_false(config_set(&source, i, text, why));
        }
    }
}

static void a_stronger_source_replaces_a_list(void **state)
{
    (void)state;
    struct config c = read_good("origin https://a\norigin https://b\n"
                                "bot a=1\nport 1\n");
    struct config_source source = {.config = &c};
    set(&source, "origin", "https://c");
    set(&source, "origin", "https://d");
    set(&source, "origin", "https://e");
    assert_int_equal(c.origins, 3);
    assert_string_equal(c.origin[0], "https://c");
    assert_int_equal(c.bots, 1);
    set(&source, "bot", "a=2");
    assert_int_equal(c.bots, 1);
    assert_string_equal(c.bot[0].command, "2");
    set(&source, "port", "2");
    set(&source, "port", "3"); /* the last on a command line counts */
    assert_int_equal(c.port, 3);
}

static void lists_are_bounded(void **state)
{
    (void)state;
    char text[CONFIG_BOTS * 16 + 64] = "";
    for (unsigned i = 0; i <= CONFIG_BOTS; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "bot b%u=x\n", i);
    }
    check_refused(text, CONFIG_BOTS + 1, "bot: at most 16 can be given");
    text[0] = 0;
    for (unsigned i = 0; i <= CONFIG_ORIGINS; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "origin http://a\n");
    }
    check_refused(text, CONFIG_ORIGINS + 1, "origin: at most 16 can be given");
}

static void long_values_are_refused(void **state)
{
    (void)state;
    static char text[CONFIG_TEXT + 2];
    memset(text, 'a', 2000);
    memcpy(text, "db ", 3);
    check_refused(text, 1, "db: the value is too long, or no text");
    text[3 + CONFIG_PATH + CONFIG_COMMAND] = 0;
    check_refused(text, 1, "db: the value is too long, or no text");
    text[2 + CONFIG_PATH + CONFIG_COMMAND] = 0;
    check_refused(text, 1, "db: the file name is longer than 1023 bytes");
    memset(text, '\n', sizeof text - 1);
    check_refused(text, 1, "the file is longer than 65536 bytes");
    text[CONFIG_TEXT] = 0;
    assert_int_equal(read_good(text).port, 8080);
    struct config config = config_default();
    struct config_source source = {.config = &config};
    struct config_error error;
    assert_false(config_parse(&source, "db a\0b", 6, &error));
}

/* Whether a value of so many bytes is read; `format` has a place for it. */
static bool reads_long(const char *format, size_t size)
{
    static char text[4000];
    const char *place = strchr(format, '@');
    struct config config = config_default();
    struct config_error error;
    snprintf(text, sizeof text, "%.*s%0*d%s", (int)(place - format), format,
             (int)size, 0, place + 1);
    return read_text(&config, text, &error);
}

static void values_have_a_length(void **state)
{
    (void)state;
    static const struct {
        const char *format;
        size_t most;
    } rows[] = {
        {"db @", CONFIG_PATH - 1},  {"origin https://@", 247},
        {"origin https://@/", 247}, {"origin http://@:65535", 242},
        {"threads @2", 8},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!reads_long(rows[i].format, rows[i].most) ||
            reads_long(rows[i].format, rows[i].most + 1)) {
            fail_msg("%s: not %zu", rows[i].format, rows[i].most);
        }
    }
    /* What is no host is said to be none, and a long one to be long. */
    char text[300];
    snprintf(text, sizeof text, "origin http://%0*d", 253, 0);
    check_refused(text, 1, "origin: longer than 255 bytes");
    snprintf(text, sizeof text, "origin http://%0*d", 254, 0);
    check_refused(text, 1,
                  "origin: expected http://HOST or https://HOST, with a :PORT "
                  "if need be, got 'http://00000000000000000000000000000000000"
                  "000000000000000000'");
}

/* The last byte that fits, and the first that does not. */
static void commands_have_a_length(void **state)
{
    (void)state;
    char text[CONFIG_COMMAND + 20];
    const char *const words = "bot mine=";
    for (size_t size = CONFIG_COMMAND - 1; size <= CONFIG_COMMAND; size++) {
        snprintf(text, sizeof text, "%s%0*d", words, (int)size, 0);
        if (size == CONFIG_COMMAND) {
            check_refused(text, 1, "bot: mine: a command has 1 to 255 bytes");
        } else {
            struct config c = read_good(text);
            assert_string_equal(c.bot[0].command, text + strlen(words));
        }
    }
    check_refused("bot mine=", 1, "bot: mine: a command has 1 to 255 bytes");
    snprintf(text, sizeof text, "bot %0*d=x", CONFIG_NAME - 1, 0);
    assert_int_equal(strlen(read_good(text).bot[0].name), CONFIG_NAME - 1);
    snprintf(text, sizeof text, "bot %0*d=x", CONFIG_NAME, 0);
    struct config config = config_default();
    struct config_error error;
    assert_false(read_text(&config, text, &error));
    assert_int_equal(config.bots, 0);
}

/* A key begins with the line and ends with it at the latest, whatever follows in
 * memory. */
static void keys_end_with_their_line(void **state)
{
    (void)state;
    check_refused("port\nquiet yes\n", 1, "port: the value is missing");
    check_refused("quiet yes\nport", 2, "port: the value is missing");
    check_refused("port =\n", 1, "port: the value is missing");
    check_refused("por 5", 1, "there is no key 'por'");
    check_refused("ports 5", 1, "there is no key 'ports'");
    check_refused("q 5", 1, "there is no key 'q'");
    check_refused("=port 5", 1, "expected a key and its value");
    struct config config = config_default();
    struct config_source source = {.config = &config};
    struct config_error error;
    static const char *const says[] = {
        "there is no key 'p'", "there is no key 'po'", "there is no key 'por'",
        "port: the value is missing", "port: the value is missing"};
    for (size_t size = 1; size <= 5; size++) {
        assert_false(config_parse(&source, "port=5", size, &error));
        assert_string_equal(error.what, says[size - 1]);
    }
    assert_true(config_parse(&source, "port=5", 6, &error));
    assert_int_equal(config.port, 5);
}

static void what_goes_together(void **state)
{
    (void)state;
    char why[CONFIG_WHY];
    struct config c = config_default();
    assert_true(config_check(&c, why));
    c = read_good("cert a");
    assert_false(config_check(&c, why));
    assert_string_equal(why, "TLS needs both a certificate and its key: key is "
                             "missing");
    c = read_good("key a");
    assert_false(config_check(&c, why));
    c = read_good("cert b\nkey a");
    assert_true(config_check(&c, why));
}

static void names_agree(void **state)
{
    (void)state;
    const struct config_setting *setting;
    for (unsigned i = 0; (setting = config_setting_at(i)) != NULL; i++) {
        char wanted[64] = "TIOLI_";
        for (size_t j = 0; setting->name[j] != 0; j++) {
            char c = setting->name[j];
            wanted[6 + j] = c == '-' ? '_' : (char)(c - 'a' + 'A');
        }
        assert_string_equal(setting->variable, wanted);
    }
}

/* ---- Requests ---------------------------------------------------------- */

/* JSON with ' in place of ", for reading. */
static char *json_of(const char *text)
{
    static char json[MESSAGE_MOST * 2];
    size_t size = strlen(text);
    assert_true(size < sizeof json);
    for (size_t i = 0; i <= size; i++) {
        json[i] = text[i] == '\'' ? '"' : text[i];
    }
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
    if (!good) {
        fail_msg("%s: %s: %s", text, error.field, error.words);
    }
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
            : message_parse_as(kind, json, strlen(json), &message, &error)) {
        fail_msg("%s is accepted", text);
    }
    if (strcmp(error.field, field) != 0 || strcmp(error.words, words) != 0) {
        fail_msg("%s: got %s: %s", text, error.field, error.words);
    }
    assert_int_equal(error.error,
                     field[0] == 0 ? SERVER_E_BAD_JSON : SERVER_E_BAD_MESSAGE);
}

static void requests_have_a_form(void **state)
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
        {"[]", "", "the message is no object"},
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
static void ids_of_wrong_requests(void **state)
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

static void messages_have_a_length(void **state)
{
    (void)state;
    static char text[MESSAGE_MOST + 1];
    struct message message;
    struct message_error error;
    const char *json = json_of("{'id':'a','do':'ping'}");
    memset(text, ' ', sizeof text);
    memcpy(text, json, strlen(json));
    assert_true(message_parse(text, MESSAGE_MOST, &message, &error));
    message_done(&message);
    assert_false(message_parse(text, MESSAGE_MOST + 1, &message, &error));
    assert_string_equal(error.words, "the message is too long");
}

static void fields_have_bounds(void **state)
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
        if (good != (size == most)) {
            fail_msg("%s of %zu", format, size);
        }
        if (good) {
            message_done(&message);
        }
    }
}

static void texts_have_a_length(void **state)
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

static void fields_are_read(void **state)
{
    (void)state;
    static const uint8_t bytes[TABLE_BYTES] = {0x0a, 0xff, 1};
    struct message m = read_message(
        MESSAGE_SIT, "{'id':'AZaz09_-','do':'sit','table':'t','seat':5,"
                     "'code':' ~','bytes':'0aff01000000000000000000000000000000"
                     "0000000000000000000000000000'}");
    assert_string_equal(m.id, "AZaz09_-");
    assert_string_equal(m.table, "t");
    assert_int_equal(m.seat, 4);
    assert_string_equal(m.code, " ~");
    assert_memory_equal(m.bytes, bytes, sizeof bytes);
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

static void settings_are_read(void **state)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key_is_read),
        cmocka_unit_test(lines_may_look_like_this),
        cmocka_unit_test(what_is_wrong_is_named),
        cmocka_unit_test(addresses_of_pages),
        cmocka_unit_test(empty_values_are_refused),
        cmocka_unit_test(values_end_where_they_end),
        cmocka_unit_test(a_stronger_source_replaces_a_list),
        cmocka_unit_test(lists_are_bounded),
        cmocka_unit_test(long_values_are_refused),
        cmocka_unit_test(values_have_a_length),
        cmocka_unit_test(commands_have_a_length),
        cmocka_unit_test(keys_end_with_their_line),
        cmocka_unit_test(what_goes_together),
        cmocka_unit_test(names_agree),
        cmocka_unit_test(requests_have_a_form),
        cmocka_unit_test(ids_of_wrong_requests),
        cmocka_unit_test(messages_have_a_length),
        cmocka_unit_test(fields_have_bounds),
        cmocka_unit_test(texts_have_a_length),
        cmocka_unit_test(fields_are_read),
        cmocka_unit_test(settings_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
