/* Heads of requests, in whatever pieces they come: the pieces change nothing;
 * what is taken for a head is bounded, has no character in it that could end a
 * line, and has one host and one length at most; what is not gets a status and
 * a sentence. The first byte of the input says where it is cut in two. */
#include "net/head.h"
#include "net/http_text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void check_plain(const char *text)
{
    for (; *text; text++)
        check((unsigned char)*text >= ' ' || *text == '\t');
}

static void check_cookies(const char *value)
{
    char cookie[16];
    const char *before = value;
    while (cookie_next(&value, "tioli", cookie, sizeof cookie)) {
        check(strlen(cookie) < sizeof cookie && !strchr(cookie, ';'));
        check(value > before);
        before = value;
    }
    check(*value == '\0');
}

static void check_head(const struct head *head)
{
    char value[32];
    check(head->method[0] && head->path[0] == '/');
    check(strlen(head->path) <= HEAD_TARGET && head->count <= HEAD_FIELDS);
    check(strlen(head->query) <= HEAD_TARGET);
    for (unsigned i = 0; i < head->count; i++) {
        const char *name = head->field[i].name;
        check(name[0] && !strpbrk(name, " \t:ABCDEFGHIJKLMNOPQRSTUVWXYZ"));
        check_plain(name);
        check_plain(head->field[i].value);
        check(head_count(head, name) > 0 && head_first(head, name) &&
              head_last(head, name));
        check_cookies(head->field[i].value);
    }
    check(head_count(head, "host") <= 1 &&
          (head_first(head, "host") || !head->keep));
    check(head_count(head, "content-length") <= 1);
    check(!head->keep || !head_lists(head, "connection", "close"));
    if (head_query(head, "a", value, sizeof value))
        check(strlen(value) < sizeof value);
}

/* The outcome: a status, 0 for a head, 1 if there must be more. */
static unsigned read_pieces(const char *bytes, size_t size, size_t cut,
                            size_t *read)
{
    struct head_text text = {0};
    struct head_error error = {0};
    struct head *head = NULL;
    size_t used;
    enum head_state state = head_add(&text, bytes, cut, &used, &error);
    check(used <= cut && (state != HEAD_MORE || used == cut));
    *read = used;
    if (state == HEAD_MORE) {
        state = head_add(&text, bytes + cut, size - cut, &used, &error);
        *read += used;
    }
    check(text.size <= HEAD_BYTES);
    if (state == HEAD_WHOLE)
        head = head_parse(&text, &error);
    if (head)
        check_head(head);
    else if (state != HEAD_MORE)
        check(error.status >= 400 && error.status < 600 && error.words);
    unsigned outcome = head ? 0 : state == HEAD_MORE ? 1 : error.status;
    head_free(head);
    head_text_free(&text);
    return outcome;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t read[2];
    if (size == 0)
        return 0;
    /* Exactly as large as it is, so that reading beyond it is noticed. */
    char *bytes = malloc(size);
    if (!bytes)
        return 0;
    memcpy(bytes, data + 1, size - 1);
    size_t cut = (size - 1) * data[0] / 255;
    check(read_pieces(bytes, size - 1, 0, &read[0]) ==
          read_pieces(bytes, size - 1, cut, &read[1]));
    check(read[0] == read[1]);
    free(bytes);
    return 0;
}
