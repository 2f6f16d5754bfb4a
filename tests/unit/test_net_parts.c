/* What src/net is made of below its connections: limits, and reading what
 * strangers write into header fields. The rest is tested from outside. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "base/number.h"
#include "base/utf8.h"
#include "net/head.h"
#include "net/http_text.h"
#include "net/limits.h"
#include "net/origin.h"

static void buckets_hold_a_burst_and_fill_again(void **state)
{
    struct bucket bucket;
    unsigned taken = 0;
    (void)state;
    bucket_fill(&bucket, 1000, 10);
    while (taken < 99 && bucket_take(&bucket, 1000, 5, 10))
        taken++;
    assert_int_equal(taken, 10);
    assert_false(bucket_take(&bucket, 1199, 5, 10));
    assert_true(bucket_take(&bucket, 1200, 5, 10));
    assert_false(bucket_take(&bucket, 1200, 5, 10));
    /* Never more than the burst, however long it was left alone; and a clock
     * that goes back gives nothing. */
    assert_false(bucket_take(&bucket, 500, 5, 10));
    taken = 0;
    while (taken < 99 && bucket_take(&bucket, UINT64_MAX, 5, 10))
        taken++;
    assert_int_equal(taken, 10);
    bucket_fill(&bucket, 0, 0);
    assert_true(bucket_take(&bucket, 0, 0, 0));
}

static void key_of(uint8_t key[16], unsigned number)
{
    memset(key, 0, 16);
    memcpy(key, &number, sizeof number);
}

static void addresses_are_counted_and_forgotten(void **state)
{
    struct addresses all;
    uint8_t key[16];
    (void)state;
    assert_true(addresses_init(&all, 10, 4096));
    key_of(key, 1);
    struct address *one = addresses_hold(&all, key, 0);
    assert_ptr_equal(addresses_hold(&all, key, 0), one);
    assert_int_equal(one->connections, 2);
    assert_true(bucket_take(&one->bucket, 0, 1, 10));
    addresses_release(&all, one);
    addresses_release(&all, one);
    /* It is remembered until its bucket is full again. */
    addresses_prune(&all, 999, 1);
    assert_int_equal(all.map.count, 1);
    assert_ptr_equal(addresses_hold(&all, key, 999), one);
    addresses_prune(&all, 5000, 1);
    assert_int_equal(all.map.count, 1);
    addresses_release(&all, one);
    addresses_prune(&all, 5000, 1);
    assert_int_equal(all.map.count, 0);
    addresses_fini(&all);
    assert_null(all.map.slot);
}

static void addresses_are_bounded(void **state)
{
    struct addresses all;
    uint8_t key[16];
    (void)state;
    assert_true(addresses_init(&all, 10, 4096));
    key_of(key, 1000000);
    struct address *held = addresses_hold(&all, key, 0);
    for (unsigned i = 0; i < 20000; i++) {
        key_of(key, i);
        struct address *address = addresses_hold(&all, key, 0);
        assert_true(bucket_take(&address->bucket, 0, 1, 10));
        addresses_release(&all, address);
        assert_true(all.map.count <= all.idle_most + 1);
    }
    assert_int_equal(held->connections, 1);
    /* The newest are kept. */
    key_of(key, 19999);
    assert_int_equal(addresses_hold(&all, key, 0)->bucket.milli, 9000);
    addresses_fini(&all);
}

static void newcomers_are_few(void **state)
{
    struct addresses all;
    uint8_t key[16];
    unsigned admitted = 0;
    const uint64_t next = UINT64_C(1000) * LIMIT_NEWCOMER_SECONDS;
    (void)state;
    assert_true(addresses_init(&all, 10, 10));
    key_of(key, 1);
    assert_null(addresses_find(&all, key));
    struct address *one = addresses_hold(&all, key, 0);
    assert_ptr_equal(addresses_find(&all, key), one);
    while (admitted < 999 && address_admits(one, 0))
        admitted++;
    assert_int_equal(admitted, LIMIT_NEWCOMERS);
    assert_false(address_admits(one, next - 1));
    assert_true(address_admits(one, next));
    assert_false(address_admits(one, next));
    /* It is remembered until as many may come as at the beginning. */
    uint64_t full = next * (LIMIT_NEWCOMERS + 1);
    addresses_release(&all, one);
    addresses_prune(&all, full - 1, 1);
    assert_int_equal(all.map.count, 1);
    addresses_prune(&all, full, 1);
    assert_int_equal(all.map.count, 0);
    addresses_fini(&all);
}

/* The status of what is wrong with a head; 0 if it is whole and sound, 1 if
 * there must be more. */
static unsigned status_of(const char *text, struct head **head)
{
    struct head_text all = {0};
    struct head_error error = {0};
    size_t used;
    *head = NULL;
    enum head_state state = head_add(&all, text, strlen(text), &used, &error);
    if (state == HEAD_WHOLE) {
        assert_int_equal(used, strlen(text));
        *head = head_parse(&all, &error);
        assert_null(all.text);
    }
    head_text_free(&all);
    assert_true(error.status == 0 || error.words != NULL);
    return *head ? 0 : state == HEAD_MORE ? 1 : error.status;
}

static void heads_are_cut_up(void **state)
{
    struct head *head;
    char value[8];
    (void)state;
    assert_int_equal(
        status_of("POST /a%20b/?x=1&%79=%41+b&z HTTP/1.1\r\nHOST: a\r\n"
                  "X-Two: 1 \r\nx-two:\t2, Three\t\r\nEmpty:\r\n"
                  "List: ,a \t, b,\t \r\n\r\n",
                  &head),
        0);
    assert_string_equal(head->method, "POST");
    assert_string_equal(head->path, "/a b/");
    assert_true(head->keep);
    assert_int_equal(head->count, 5);
    assert_string_equal(head_first(head, "host"), "a");
    assert_string_equal(head_first(head, "x-two"), "1");
    assert_string_equal(head_last(head, "x-two"), "2, Three");
    assert_string_equal(head_first(head, "empty"), "");
    assert_null(head_first(head, "x"));
    assert_null(head_last(head, "x"));
    assert_int_equal(head_count(head, "x-two"), 2);
    assert_true(head_lists(head, "x-two", "three"));
    assert_true(head_lists(head, "x-two", "1"));
    assert_false(head_lists(head, "x-two", "thre"));
    assert_false(head_lists(head, "x-two", "3"));
    assert_false(head_lists(head, "empty", "x"));
    assert_true(head_lists(head, "list", "a"));
    assert_true(head_lists(head, "list", "b"));
    assert_false(head_lists(head, "list", ""));
    assert_true(head_query(head, "y", value, sizeof value));
    assert_string_equal(value, "A b");
    assert_true(head_query(head, "y", value, 4));
    assert_false(head_query(head, "y", value, 3));
    assert_true(head_query(head, "z", value, sizeof value));
    assert_string_equal(value, "");
    assert_false(head_query(head, "a", value, sizeof value));
    head_free(head);
    assert_int_equal(status_of("GET HTTP://h/x HTTP/1.0\r\n\r\n", &head), 0);
    assert_string_equal(head->path, "/x");
    assert_string_equal(head->query, "");
    assert_false(head->keep);
    head_free(head);
}

static void heads_that_are_wrong_are_refused(void **state)
{
    static const struct {
        const char *text;
        unsigned status;
    } cases[] = {
        {"", 1},
        {"GET", 1},
        {"GET / HTTP/1.1\r\nHost: a\r\n", 1},
        {"GET / HTTP/1.1\r\nHost: a\r\n\r", 1},
        {"\r\n", 1},
        {"\n", 400},
        {"GET / HTTP/1.1\n", 400},
        {"GET / HTTP/1.1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", 400},
        {"GET / HTTP/3\r\nHost: a\r\n\r\n", 505},
        {"GET / HTTP/1\r\nHost: a\r\n\r\n", 505},
        {"GET http:// HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"GET /%4 HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"GET /%g0 HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"GET /%fF HTTP/1.1\r\nHost: a\r\n\r\n", 0},
        {"GET / HTTP/1.1\r\nHost: a\r\nA: \t\x80\r\n\r\n", 0},
        {"GET / HTTP/1.1\r\nHost: a\r\nA: \x1f\r\n\r\n", 400},
    };
    struct head *head;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(status_of(cases[i].text, &head), cases[i].status);
        head_free(head);
    }
}

static void cookies_are_found_one_by_one(void **state)
{
    const char *at = "a=1; tioli=x;tioli= ; xtioli=2;tioli=toolong; tioli=y";
    char value[4];
    (void)state;
    assert_true(cookie_next(&at, "tioli", value, sizeof value));
    assert_string_equal(value, "x");
    assert_true(cookie_next(&at, "tioli", value, sizeof value));
    assert_string_equal(value, "");
    assert_true(cookie_next(&at, "tioli", value, sizeof value));
    assert_string_equal(value, "y");
    assert_false(cookie_next(&at, "tioli", value, sizeof value));
    assert_false(cookie_next(&at, "tioli", value, sizeof value));
    at = "tioli=abc; tioli=abcd";
    assert_true(cookie_next(&at, "tioli", value, sizeof value));
    assert_string_equal(value, "abc");
    assert_false(cookie_next(&at, "tioli", value, sizeof value));
}

static void paths_stay_in_the_folder(void **state)
{
    static const char *const wrong[] = {
        "",          "x",     "/..",  "/../x", "/a/../b", "/.x",   "/a/.x",
        "//x",       "/a//b", "/a/",  "/a\\b", "/a b",    "/a\nb", "/a%2e",
        "/\xc3\xa9", "/a:b",  "/./a", "/a/.",  "/a/..",   "/...",
    };
    char file[HTTP_FILE];
    char path[HTTP_FILE + 8];
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(path_to_file(wrong[i], file));
    assert_true(path_to_file("/", file));
    assert_string_equal(file, "index.html");
    assert_true(path_to_file("/assets/a-1.b.js", file));
    assert_string_equal(file, "assets/a-1.b.js");
    memset(path, 'a', sizeof path);
    path[0] = '/';
    path[HTTP_FILE - 1] = '\0';
    assert_true(path_to_file(path, file));
    path[HTTP_FILE - 1] = 'a';
    path[HTTP_FILE] = '\0';
    assert_false(path_to_file(path, file));
}

static void pages_have_no_dot_and_are_not_handled(void **state)
{
    static const char *const handled[] = {"/api", "/ws", "/metrics", NULL};
    static const char *const pages[] = {
        "/",
        "/t/8s91metvf7",
        "/r/8s91metvf7/1",
        "/rules",
        "/rules/",
        "/apiary",
        "/wss",
        "/t/a.b/c",
        "/t/api",
        /* What became of links on their way. */
        "/t/\xc3\xa4",
        "/t/a b",
        "/t/a%2fb",
        "/t/a\">",
        "/t/a.",
        "/t/a...",
    };
    static const char *const others[] = {
        "",         "t",       "/favicon.ico", "/assets/a.js", "/api",
        "/api/",    "/api/x",  "/api/x/y",     "/ws",          "/ws/",
        "/metrics", "/../etc", "/a/../b",      "/.git/config", "//a",
        "/t/a\\b",  "/t/\x01", "/t/\x7f",      "/t/a.b.",
    };
    (void)state;
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++)
        assert_true(path_is_page(pages[i], handled));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_false(path_is_page(others[i], handled));
    assert_true(path_is_page("/api", NULL));
    char path[2 * HTTP_FILE];
    memset(path, 'a', sizeof path);
    path[0] = '/';
    path[sizeof path - 1] = '\0';
    assert_true(path_is_page(path, handled));
}

static void names_with_a_hash_are_known(void **state)
{
    static const char *const hashed[] = {
        "assets/index-BxYz12Ab.js",
        "assets/index-BxYz12Ab.js.map",
        "a/b.-_3dEf-9.css",
        "assets/Die-abcdefg1.svg",
    };
    static const char *const plain[] = {
        "",
        ".",
        "assets/app.js",
        "assets/x-language.js",
        "assets/index-BxYz12A.js",
        "assets/indexBxYz12Ab.js",
        "assets/index-BxYz12Ab",
        "assets/index-Bx+z12Ab.js",
        "a-BxYz12Ab.js/app.js",
        "BxYz12Ab.js",
    };
    (void)state;
    for (size_t i = 0; i < sizeof hashed / sizeof hashed[0]; i++)
        assert_true(file_is_hashed(hashed[i]));
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        assert_false(file_is_hashed(plain[i]));
}

static void origins_need_all_three_parts(void **state)
{
    struct origin a;
    struct origin b;
    char text[ORIGIN_HOST + 16] = "https://";
    (void)state;
    assert_true(origin_parse("https://A.example", &a));
    assert_true(origin_parse("https://a.example:443", &b));
    assert_true(origin_same(&a, &b));
    assert_true(origin_parse("http://a.example:443", &b));
    assert_false(origin_same(&a, &b));
    assert_true(origin_of_host("[::1]:80", false, &a));
    assert_string_equal(a.host, "[::1]");
    assert_false(origin_of_host("[::1", false, &a));
    assert_false(origin_of_host("[]", false, &a));
    assert_true(origin_of_host("a:1", false, &a) && a.port == 1);
    assert_true(origin_of_host("a:65535", false, &a) && a.port == 65535);
    assert_true(origin_of_host("a", true, &a) && a.port == 443 && a.tls);
    assert_true(origin_of_host("a", false, &a) && a.port == 80 && !a.tls);
    assert_false(origin_of_host("a:0", false, &a));
    assert_false(origin_of_host("a:65536", false, &a));
    assert_false(origin_of_host("a:000080", false, &a));
    assert_true(origin_of_host("a:00080", false, &a) && a.port == 80);
    assert_false(origin_of_host("a:", false, &a));
    assert_false(origin_of_host("a:8x", false, &a));
    assert_false(origin_of_host("", false, &a));
    assert_false(origin_parse("ftp://a", &a));
    assert_false(origin_parse("https:/xa", &a));
    assert_false(origin_parse("http:/xa", &a));
    assert_true(origin_parse("HTTP://a", &a) && !a.tls);
    memset(text + 8, 'a', ORIGIN_HOST);
    assert_false(origin_parse(text, &a));
    text[8 + ORIGIN_HOST - 1] = '\0';
    assert_true(origin_parse(text, &a));
}

static void addresses_of_a_network_are_one(void **state)
{
    uint8_t a[16];
    uint8_t b[16];
    char text[NET_ADDRESS];
    (void)state;
    assert_true(address_key("2001:db8::1", a));
    assert_true(address_key("2001:db8::ffff:0:1", b));
    assert_memory_equal(a, b, 16);
    assert_memory_equal(a, "\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\0", 16);
    assert_true(address_key("2001:db8:0:1::1", b));
    assert_memory_not_equal(a, b, 16);
    assert_true(address_key("10.1.2.3", a));
    assert_true(address_key("::ffff:10.1.2.3", b));
    assert_memory_equal(a, b, 16);
    assert_true(address_key("10.1.2.4", b));
    assert_memory_not_equal(a, b, 16);
    assert_false(address_key("unknown", a));
    assert_true(forwarded_address("1.2.3.4 , [2001:DB8::1]:80 ", text));
    assert_string_equal(text, "2001:db8::1");
    assert_true(forwarded_address("1.2.3.4,5.6.7.8", text));
    assert_string_equal(text, "5.6.7.8");
    assert_false(forwarded_address("1.2.3.4, ", text));
}

static void names_say_what_a_file_is(void **state)
{
    static const char *const types[][2] = {
        {"a.html", "text/html; charset=utf-8"},
        {"a.js", "text/javascript; charset=utf-8"},
        {"a.mjs", "text/javascript; charset=utf-8"},
        {"a.css", "text/css; charset=utf-8"},
        {"a.json", "application/json"},
        {"a.map", "application/json"},
        {"a.webmanifest", "application/manifest+json"},
        {"a.wasm", "application/wasm"},
        {"a.svg", "image/svg+xml"},
        {"a.PNG", "image/png"},
        {"a.jpg", "image/jpeg"},
        {"a.webp", "image/webp"},
        {"a.avif", "image/avif"},
        {"a.ico", "image/x-icon"},
        {"a.woff2", "font/woff2"},
        {"a.mp3", "audio/mpeg"},
        {"a.ogg", "audio/ogg"},
        {"a.txt", "text/plain; charset=utf-8"},
        {"a.md", "text/plain; charset=utf-8"},
        {"a.tioli", "text/plain; charset=utf-8"},
        {"a.xml", "application/xml"},
        {"a.html.xml", "application/xml"},
        {"a", "application/octet-stream"},
        {"a.htm", "application/octet-stream"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        assert_string_equal(file_type(types[i][0]), types[i][1]);
}

static void fields_are_read(void **state)
{
    char item[4];
    uint64_t length;
    (void)state;
    assert_true(number_is("0", 999999999999999999, &length));
    assert_true(number_is("999999999999999999", 999999999999999999, &length));
    assert_int_equal(length, 999999999999999999);
    assert_false(number_is("9999999999999999999", 999999999999999999, &length));
    assert_false(number_is("", 999999999999999999, &length));
    assert_false(number_is("1/", 999999999999999999, &length));
    assert_false(number_is(":", 999999999999999999, &length));
    assert_true(list_last("a, bcd", item, sizeof item));
    assert_string_equal(item, "bcd");
    assert_false(list_last("a, bcde", item, sizeof item));
    assert_false(list_last("a, \t", item, sizeof item));
    assert_true(list_last("\tx ", item, sizeof item));
    assert_string_equal(item, "x");
    assert_true(accepts_encoding("x, BR;q=0.1", "br"));
    assert_true(accepts_encoding("br; q=1", "br"));
    assert_false(accepts_encoding("br; q=0.00", "br"));
    assert_false(accepts_encoding("br;Q=0", "br"));
    assert_true(accepts_encoding("br;q=", "br"));
    assert_false(accepts_encoding("", "br"));
    assert_false(accepts_encoding("b, r", "br"));
    assert_true(etag_matches("\"a\", W/\"b\"", "\"b\""));
    assert_true(etag_matches(" * ", "\"b\""));
    assert_false(etag_matches("W/", "\"b\""));
    assert_false(etag_matches("\"bb\"", "\"b\""));
    assert_false(etag_matches("", "\"b\""));
}

static void forwarded_addresses_are_plain(void **state)
{
    char text[NET_ADDRESS];
    static const char *const right[][2] = {
        {"1.2.3.4", "1.2.3.4"},
        {"1.2.3.4:80", "1.2.3.4"},
        {"::1", "::1"},
        {"[::1]", "::1"},
        {"[::1]:80", "::1"},
        {"2001:DB8::1", "2001:db8::1"},
        {"x, 1.2.3.4:1", "1.2.3.4"},
    };
    static const char *const wrong[] = {
        "", "x", "1.2.3", "[::1", "[::1]x", "[1.2.3.4", "1.2.3.4.", "::1]:80"};
    (void)state;
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        assert_true(forwarded_address(right[i][0], text));
        assert_string_equal(text, right[i][1]);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(forwarded_address(wrong[i], text));
}

static void text_must_be_utf8(void **state)
{
    static const char *const right[] = {"",
                                        "a",
                                        "\xc2\x80",
                                        "\xe0\xa0\x80",
                                        "\xed\x9f\xbf",
                                        "\xef\xbf\xbf",
                                        "\xf0\x90\x80\x80",
                                        "\xf4\x8f\xbf\xbf"};
    static const char *const wrong[] = {"\x80",
                                        "\xc0\x80",
                                        "\xc1\xbf",
                                        "\xc2",
                                        "\xe0\x9f\xbf",
                                        "\xed\xa0\x80",
                                        "\xe2\x82",
                                        "\xe2\x82x",
                                        "\xf0\x8f\xbf\xbf",
                                        "\xf4\x90\x80\x80",
                                        "\xf5\x80\x80\x80",
                                        "\xff"};
    (void)state;
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++)
        assert_true(utf8_is_valid(right[i], strlen(right[i])));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(utf8_is_valid(wrong[i], strlen(wrong[i])));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buckets_hold_a_burst_and_fill_again),
        cmocka_unit_test(addresses_are_counted_and_forgotten),
        cmocka_unit_test(addresses_are_bounded),
        cmocka_unit_test(newcomers_are_few),
        cmocka_unit_test(heads_are_cut_up),
        cmocka_unit_test(heads_that_are_wrong_are_refused),
        cmocka_unit_test(cookies_are_found_one_by_one),
        cmocka_unit_test(paths_stay_in_the_folder),
        cmocka_unit_test(pages_have_no_dot_and_are_not_handled),
        cmocka_unit_test(names_with_a_hash_are_known),
        cmocka_unit_test(origins_need_all_three_parts),
        cmocka_unit_test(addresses_of_a_network_are_one),
        cmocka_unit_test(names_say_what_a_file_is),
        cmocka_unit_test(fields_are_read),
        cmocka_unit_test(forwarded_addresses_are_plain),
        cmocka_unit_test(text_must_be_utf8),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
