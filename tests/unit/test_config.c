/* What a server reads, what is refused and in which words: its settings, and
 * which source wins; and the requests of its clients, in config_requests.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "server/config.h"
#include "unit/config_requests.h"

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
    if (!read_text(&config, text, &error))
        fail_msg("'%s' is refused: %u: %s", text, error.line, error.what);
    return config;
}

static void check_refused(const char *text, unsigned line, const char *what)
{
    struct config config = config_default();
    struct config_error error;
    if (read_text(&config, text, &error))
        fail_msg("'%s' is accepted", text);
    if (error.line != line || strcmp(error.what, what) != 0)
        fail_msg("'%s': got %u: %s", text, error.line, error.what);
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
    check_refused("port 1\nport 1\n", 2, "port: it was already given");
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
                  "db: there are control characters in it, or it is not UTF-8");
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
                  "if needed, got 'https://[x]'");
    assert_string_equal(read_good("origin http://a:00080").origin[0],
                        "http://a:00080");
    assert_string_equal(read_good("origin http://AZ.b-c_d:1/").origin[0],
                        "http://az.b-c_d:1");
}

static void set(struct config_source *source, const char *name,
                const char *value)
{
    char why[OPTION_WHY];
    unsigned place = 0;
    while (strcmp(config_rows[place].name, name) != 0)
        place++;
    assert_true(config_set(source, place, name, value, why));
}

/* An empty value can't be in a file, but on a command line. */
static void empty_values_are_refused(void **state)
{
    (void)state;
    for (unsigned i = 0; config_rows[i].name; i++) {
        struct config c = config_default();
        struct config_source source = {.config = &c};
        char why[OPTION_WHY] = "";
        assert_false(config_set(&source, i, "it", "", why));
        assert_string_not_equal(why, "");
        assert_int_equal(source.seen, 0);
    }
}

/* Nothing behind the end of a value is looked at. */
static void values_end_where_they_end(void **state)
{
    (void)state;
    static const char text[] = "https://[::1\0\0]";
    for (unsigned i = 0; config_rows[i].name; i++) {
        struct config c = config_default();
        struct config_source source = {.config = &c};
        char why[OPTION_WHY];
        if (strcmp(config_rows[i].name, "origin") == 0)
            assert_false(config_set(&source, i, "it", text, why));
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
    check_refused(text, 1, "db: the value is too long, or not text");
    text[3 + CONFIG_PATH + CONFIG_COMMAND] = 0;
    check_refused(text, 1, "db: the value is too long, or not text");
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
        {"threads @2", 19},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (!reads_long(rows[i].format, rows[i].most) ||
            reads_long(rows[i].format, rows[i].most + 1))
            fail_msg("%s: not %zu", rows[i].format, rows[i].most);
    /* What is no host is said to be none, and a long one to be long. */
    char text[300];
    snprintf(text, sizeof text, "origin http://%0*d", 253, 0);
    check_refused(text, 1, "origin: longer than 255 bytes");
    snprintf(text, sizeof text, "origin http://%0*d", 254, 0);
    check_refused(text, 1,
                  "origin: expected http://HOST or https://HOST, with a :PORT "
                  "if needed, got 'http://00000000000000000000000000000000000"
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
    char why[OPTION_WHY];
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

/* A name makes a variable's, and fits. */
static void names_are_variables(void **state)
{
    (void)state;
    for (unsigned i = 0; config_rows[i].name; i++) {
        char variable[CONFIG_VARIABLE];
        config_variable(&config_rows[i], variable);
        assert_int_equal(strspn(variable, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_"),
                         strlen("TIOLI_") + strlen(config_rows[i].name));
    }
    char variable[CONFIG_VARIABLE];
    config_variable(&(struct option_row){.name = "max-az"}, variable);
    assert_string_equal(variable, "TIOLI_MAX_AZ");
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
        cmocka_unit_test(names_are_variables),
#define X(name) cmocka_unit_test(name),
        REQUEST_TESTS(X)
#undef X
    };
    requests_are_counted();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
