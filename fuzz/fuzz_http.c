/* What HTTP's header fields say: whatever comes, no path leads out of the
 * folder, an origin that is allowed is one of those that are, and what was read
 * is bounded and can be read again. */
#include "base/number.h"
#include "base/utf8.h"
#include "net/http_text.h"
#include "net/origin.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void check_path(const char *text)
{
    char file[HTTP_FILE];
    if (!path_to_file(text, file))
        return;
    check(strlen(file) > 0 && strlen(file) < HTTP_FILE);
    check(file[0] != '/' && file[0] != '.');
    check(!strstr(file, "/.") && !strstr(file, "//"));
    check(!strpbrk(file, "\\\n\r%") && file[strlen(file) - 1] != '/');
    check(file_type(file));
}

static void check_origin(const char *text)
{
    static const char *const list[] = {"https://a.example",
                                       "http://b.example:8080", NULL};
    struct origin origin;
    struct origin again;
    char printed[ORIGIN_HOST + 32];
    bool allowed = origin_allowed(text, "play.example:81", false, list);
    if (!origin_parse(text, &origin)) {
        check(!allowed);
        return;
    }
    snprintf(printed, sizeof printed, "%s://%s:%u",
             origin.tls ? "https" : "http", origin.host, origin.port);
    check(origin_parse(printed, &again) && origin_same(&origin, &again));
    bool right = strcmp(printed, "https://a.example:443") == 0 ||
                 strcmp(printed, "http://b.example:8080") == 0 ||
                 strcmp(printed, "http://play.example:81") == 0;
    check(allowed == right);
    check(!strpbrk(origin.host, "/@#? "));
}

static void check_address(const char *text)
{
    char address[NET_ADDRESS];
    uint8_t bytes[16];
    uint8_t key[16];
    address_key(text, key);
    if (!forwarded_address(text, address))
        return;
    check(inet_pton(AF_INET, address, bytes) == 1 ||
          inet_pton(AF_INET6, address, bytes) == 1);
    check(address_key(address, key));
}

static void check_fields(const char *text)
{
    char value[16];
    uint64_t length;
    const char *cookies = text;
    while (cookie_next(&cookies, "tioli", value, sizeof value))
        check(strlen(value) < sizeof value && strstr(text, value) &&
              !strchr(value, ';'));
    if (list_last(text, value, sizeof value))
        check(value[0] && !strchr(value, ','));
    if (number_is(text, 999999999999999999, &length))
        check(length < 1000000000000000000u && strlen(text) <= 20);
    if (accepts_encoding(text, "br"))
        check(strpbrk(text, "bB"));
    if (etag_matches(text, "\"1-2-3\""))
        check(strstr(text, "\"1-2-3\"") || strchr(text, '*'));
    static const char *const handled[] = {"/api", "/ws", NULL};
    if (path_is_page(text, handled))
        check(text[0] == '/' && !strstr(text, "/.") && !strstr(text, "//") &&
              strncmp(text, "/api/", 5) != 0 && path_is_page(text, NULL));
    if (file_is_hashed(text))
        check(strlen(text) > 9 && strchr(text, '.'));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    bool utf8 = utf8_is_valid(text, size);
    /* Each part of a text is one if its end is the end of a character. */
    if (utf8 && size > 0 && (data[size - 1] & 0x80) == 0)
        check(utf8_is_valid(text, size - 1));
    char *line = strchr(text, '\n');
    if (line)
        *line = '\0';
    check_path(text);
    check_origin(text);
    check_address(text);
    check_fields(text);
    free(text);
    return 0;
}
