/* JSON as it is written, byte by byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"

static void expect_text(struct json *json, const char *expected)
{
    size_t length = 0;
    const char *text = json_text(json, &length);
    assert_non_null(text);
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
    json_clear(json);
}

static void commas_come_by_themselves(void **state)
{
    struct json json = json_growing();
    (void)state;
    json_object_begin(&json);
    json_key_int(&json, "net", -3);
    json_key(&json, "lay");
    json_array_begin(&json);
    json_array_begin(&json);
    json_str(&json, "D5");
    json_str(&json, "L1");
    json_array_end(&json);
    json_array_begin(&json);
    json_array_end(&json);
    json_object_begin(&json);
    json_object_end(&json);
    json_array_end(&json);
    json_key_bool(&json, "ok", true);
    json_key_string(&json, "name", "Anna");
    json_key(&json, "none");
    json_none(&json);
    json_key(&json, "raw");
    json_raw(&json, "[1]");
    json_key_bool(&json, "end", false);
    json_object_end(&json);
    expect_text(&json,
                "{\"net\":-3,\"lay\":[[\"D5\",\"L1\"],[],{}],\"ok\":true,"
                "\"name\":\"Anna\",\"none\":null,\"raw\":[1],"
                "\"end\":false}");
    json_int(&json, 1);
    expect_text(&json, "1");
    json_free(&json);
}

static void strings_are_escaped(void **state)
{
    static const struct {
        const char *text;
        const char *expected;
    } cases[] = {
        {"", "\"\""},
        {"a\"b\\c/", "\"a\\\"b\\\\c/\""},
        {"\b\f\n\r\t", "\"\\b\\f\\n\\r\\t\""},
        {"\x01\x1f\x7f", "\"\\u0001\\u001f\\u007f\""},
        {"\xc3\xa4\xe2\x82\xac\xf0\x9f\x8e\xb2",
         "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x8e\xb2\""},
        {"a\xff", "\"a\xef\xbf\xbd\""},
        {"\xc3", "\"\xef\xbf\xbd\""},
        {"\xc3z", "\"\xef\xbf\xbdz\""},
        {"\xc0\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\""},
        {"\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},
        {"\xf4\x90\x80\x80",
         "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},
        {"\xf4\x8f\xbf\xbf", "\"\xf4\x8f\xbf\xbf\""},
        {"\xe0\x9f\xbf", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},
    };
    struct json json = json_growing();
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_str(&json, cases[i].text);
        expect_text(&json, cases[i].expected);
    }
    json_free(&json);
}

static void numbers_are_exact(void **state)
{
    static const struct {
        double number;
        unsigned decimals;
        const char *expected;
    } cases[] = {
        {0, 0, "0"},          {0, 3, "0.000"},
        {1.5, 1, "1.5"},      {-1.25, 2, "-1.25"},
        {2.0625, 3, "2.063"}, {0.05, 2, "0.05"},
        {-0.001, 2, "0.00"},  {1e15, 0, "1000000000000000"},
        {1e16, 0, "null"},    {-1e300, 9, "null"},
        {0.999, 2, "1.00"},
    };
    struct json json = json_growing();
    (void)state;
    json_int(&json, INT64_MIN);
    expect_text(&json, "-9223372036854775808");
    json_int(&json, INT64_MAX);
    expect_text(&json, "9223372036854775807");
    json_uint(&json, UINT64_MAX);
    expect_text(&json, "18446744073709551615");
    json_uint(&json, 0);
    expect_text(&json, "0");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_decimal(&json, cases[i].number, cases[i].decimals);
        expect_text(&json, cases[i].expected);
    }
    double zero = 0;
    json_decimal(&json, zero / zero, 2);
    expect_text(&json, "null");
    json_decimal(&json, 1 / zero, 2);
    expect_text(&json, "null");
    json_free(&json);
}

static void too_little_room_is_a_failure(void **state)
{
    (void)state;
    for (size_t room = 1; room <= 12; room++) {
        char data[13];
        memset(data, '#', sizeof data);
        struct json json = json_fixed(data, room);
        json_array_begin(&json);
        json_str(&json, "abc");
        json_int(&json, 77);
        json_array_end(&json);
        assert_int_equal(data[room], '#');
        assert_memory_equal(data, "[\"abc\",77]", strlen(data));
        if (room >= 11)
            expect_text(&json, "[\"abc\",77]");
        else
            assert_null(json_text(&json, NULL));
    }
}

static void it_grows(void **state)
{
    struct json json = json_growing();
    (void)state;
    assert_null(json_text(&json, NULL));
    json_array_begin(&json);
    for (int i = 0; i < 100000; i++)
        json_int(&json, 1);
    json_array_end(&json);
    size_t length;
    const char *text = json_text(&json, &length);
    assert_int_equal(length, 200001);
    assert_int_equal(strlen(text), length);
    assert_memory_equal(text, "[1,1,1", 6);
    json_free(&json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commas_come_by_themselves),
        cmocka_unit_test(strings_are_escaped),
        cmocka_unit_test(numbers_are_exact),
        cmocka_unit_test(too_little_room_is_a_failure),
        cmocka_unit_test(it_grows),
    };
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
