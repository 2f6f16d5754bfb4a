/* A head is gathered line by line, each ended by CR and LF, and then cut up in
 * place. Whatever a later reader could understand in another way (a folded
 * line, a bare LF, two lengths, a name with a blank) is wrong. */
#define _GNU_SOURCE
#include "net/head.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/hex.h"

#define FIRST_ROOM 1024

static const struct head_error no_memory = {503,
                                            "The server is out of memory."};

static bool fail(struct head_error *error, unsigned status, const char *words)
{
    error->status = status;
    error->words = words;
    return false;
}

/* The letters of methods and of names of fields: RFC 9110, 5.6.2. */
static bool is_token(const char *text, size_t size)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "!#$%&'*+-.^_`|~";
    for (size_t i = 0; i < size; i++)
        if (!memchr(letters, text[i], sizeof letters - 1))
            return false;
    return size > 0;
}

/* ---- Gathering --------------------------------------------------------- */

static bool grow(struct head_text *text, struct head_error *error)
{
    size_t room = text->room > 0 ? text->room * 2 : FIRST_ROOM;
    if (text->size >= HEAD_BYTES)
        return fail(error, 431,
                    "The head of the request is too long. There may be too "
                    "many cookies for this host.");
    char *grown = realloc(text->text, room + 1);
    if (!grown) {
        *error = no_memory;
        return false;
    }
    text->text = grown;
    text->room = room;
    return true;
}

/* What can't be the beginning of any request is not waited for: so a line that
 * has ended has at least two characters. */
static bool may_begin(char first)
{
    return is_token(&first, 1) || first == '\r';
}

enum head_state head_add(struct head_text *text, const char *bytes, size_t size,
                         size_t *used, struct head_error *error)
{
    for (*used = 0; *used < size;) {
        char c = bytes[*used];
        if (text->size >= text->room && !grow(text, error))
            return HEAD_WRONG;
        if (text->size == 0 && !may_begin(c)) {
            fail(error, 400, "That is not a request of HTTP.");
            return HEAD_WRONG;
        }
        text->text[text->size++] = c;
        text->line++;
        (*used)++;
        if (c != '\n')
            continue;
        if (text->text[text->size - 2] != '\r') {
            fail(error, 400, "A line must end with CR and LF.");
            return HEAD_WRONG;
        }
        bool empty = text->line == 2;
        text->line = 0;
        if (empty && text->size > 2)
            return HEAD_WHOLE;
        if (empty) /* some clients send one after a body */
            text->size = 0;
    }
    return HEAD_MORE;
}

void head_text_free(struct head_text *text)
{
    free(text->text);
    memset(text, 0, sizeof *text);
}

/* ---- Decoding ---------------------------------------------------------- */

/* One character from `*at`, which moves on; -1 for what is not one. */
static int decode(const char **at)
{
    if (**at != '%')
        return (unsigned char)*(*at)++;
    int byte = hex_escaped(*at + 1);
    *at += 3;
    return byte;
}

/* In place: it never gets longer. */
static bool decode_path(char *path)
{
    const char *from = path;
    char *to = path;
    while (*from) {
        int c = decode(&from);
        if (c <= 0)
            return false;
        *to++ = (char)c;
    }
    *to = '\0';
    return true;
}

/* ---- The first line ---------------------------------------------------- */

/* "http://host/path" is a path, too; the host that counts is the field's. */
static char *target_path(char *target)
{
    static const char scheme[] = "http://";
    if (strncasecmp(target, scheme, sizeof scheme - 1) != 0)
        return target;
    return target + sizeof scheme - 1 +
           strcspn(target + sizeof scheme - 1, "/");
}

static bool read_target(struct head *head, char *target,
                        struct head_error *error)
{
    if (strlen(target) > HEAD_TARGET)
        return fail(error, 414, "The address is too long.");
    for (const char *at = target; *at; at++)
        if ((unsigned char)*at <= ' ' || *at == 0x7f)
            return fail(error, 400, "That is not an address.");
    char *path = target_path(target);
    char *query = strchr(path, '?');
    head->query = "";
    if (query) {
        *query = '\0';
        head->query = query + 1;
    }
    head->path = path;
    if (path[0] != '/' || !decode_path(path))
        return fail(error, 400, "That is not an address.");
    return true;
}

static bool read_request_line(struct head *head, char *line,
                              struct head_error *error)
{
    char *target = strchr(line, ' ');
    char *end = strrchr(line, ' ');
    if (!target || target == end || !is_token(line, (size_t)(target - line)))
        return fail(error, 400, "That is not a request of HTTP.");
    *target++ = '\0';
    *end++ = '\0';
    head->method = line;
    head->keep = strcmp(end, "HTTP/1.1") == 0;
    if (!head->keep && strcmp(end, "HTTP/1.0") != 0)
        return strncmp(end, "HTTP/", 5) == 0
                   ? fail(error, 505, "This server speaks HTTP/1.1.")
                   : fail(error, 400, "That is not a request of HTTP.");
    return read_target(head, target, error);
}

/* ---- Fields ------------------------------------------------------------ */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static char *trimmed(char *text)
{
    while (is_blank(*text))
        text++;
    size_t size = strlen(text);
    while (size > 0 && is_blank(text[size - 1]))
        size--;
    text[size] = '\0';
    return text;
}

static bool read_field(struct head *head, char *line, struct head_error *error)
{
    char *colon = strchr(line, ':');
    if (!colon || !is_token(line, (size_t)(colon - line)))
        return fail(error, 400, "A header field has no proper name.");
    if (head->count == HEAD_FIELDS)
        return fail(error, 431, "There are too many header fields.");
    *colon = '\0';
    for (char *at = line; *at; at++)
        if (*at >= 'A' && *at <= 'Z')
            *at = (char)(*at - 'A' + 'a');
    for (const char *at = colon + 1; *at; at++)
        if (((unsigned char)*at < ' ' && *at != '\t') || *at == 0x7f)
            return fail(error, 400, "A header field has an odd character.");
    head->field[head->count].name = line;
    head->field[head->count].value = trimmed(colon + 1);
    head->count++;
    return true;
}

/* Two of these would mean one thing to us and perhaps another to a proxy. */
static bool check_fields(const struct head *head, struct head_error *error)
{
    static const char *const single[] = {"host", "content-length",
                                         "authorization", "sec-websocket-key"};
    for (size_t i = 0; i < sizeof single / sizeof single[0]; i++)
        if (head_count(head, single[i]) > 1)
            return fail(error, 400, "A header field is there twice.");
    if (head->keep && head_count(head, "host") == 0)
        return fail(error, 400, "The field Host is missing.");
    return true;
}

static bool read_lines(struct head *head, size_t size, struct head_error *error)
{
    char *line = head->text;
    bool first = true;
    if (memchr(line, '\0', size))
        return fail(error, 400, "That is not a request of HTTP.");
    for (char *end = strchr(line, '\r'); end != line;
         line = end + 2, end = strchr(line, '\r')) {
        if (end[1] != '\n')
            return fail(error, 400, "A line must end with CR and LF.");
        *end = '\0';
        if (first ? !read_request_line(head, line, error)
                  : !read_field(head, line, error))
            return false;
        first = false;
    }
    if (line + 2 != head->text + size)
        return fail(error, 400, "A line must end with CR and LF.");
    return check_fields(head, error);
}

struct head *head_parse(struct head_text *text, struct head_error *error)
{
    struct head *head = calloc(1, sizeof *head);
    if (!head) {
        *error = no_memory;
        return NULL;
    }
    size_t size = text->size;
    head->text = text->text;
    head->text[size] = '\0';
    memset(text, 0, sizeof *text);
    if (!read_lines(head, size, error)) {
        head_free(head);
        return NULL;
    }
    if (head_lists(head, "connection", "close"))
        head->keep = false;
    return head;
}

void head_free(struct head *head)
{
    if (!head)
        return;
    free(head->text);
    free(head);
}

/* ---- Asking ------------------------------------------------------------ */

const char *head_first(const struct head *head, const char *name)
{
    for (unsigned i = 0; i < head->count; i++)
        if (strcmp(head->field[i].name, name) == 0)
            return head->field[i].value;
    return NULL;
}

const char *head_last(const struct head *head, const char *name)
{
    for (unsigned i = head->count; i-- > 0;)
        if (strcmp(head->field[i].name, name) == 0)
            return head->field[i].value;
    return NULL;
}

unsigned head_count(const struct head *head, const char *name)
{
    unsigned count = 0;
    for (unsigned i = 0; i < head->count; i++)
        count += strcmp(head->field[i].name, name) == 0;
    return count;
}

static bool list_has(const char *list, const char *word)
{
    size_t size = strlen(word);
    while (*(list += strspn(list, " \t,"))) {
        size_t item = strcspn(list, ",");
        size_t end = item;
        while (is_blank(list[end - 1]))
            end--;
        if (end == size && strncasecmp(list, word, size) == 0)
            return true;
        list += item;
    }
    return false;
}

bool head_lists(const struct head *head, const char *name, const char *word)
{
    for (unsigned i = 0; i < head->count; i++)
        if (strcmp(head->field[i].name, name) == 0 &&
            list_has(head->field[i].value, word))
            return true;
    return false;
}

/* Decodes up to one of the ends; false if it does not fit or is nonsense. */
static bool decode_part(const char **at, const char *ends, char *out,
                        size_t room)
{
    size_t size = 0;
    while (**at && !strchr(ends, **at)) {
        int c = **at == '+' ? ((*at)++, ' ') : decode(at);
        if (c <= 0 || size + 1 >= room)
            return false;
        out[size++] = (char)c;
    }
    out[size] = '\0';
    return true;
}

bool head_query(const struct head *head, const char *name, char *value,
                size_t room)
{
    char found[64];
    const char *at = head->query;
    while (*at) {
        const char *next = at + strcspn(at, "&");
        if (decode_part(&at, "=&", found, sizeof found) &&
            strcmp(found, name) == 0) {
            at += *at == '=';
            return decode_part(&at, "&", value, room);
        }
        at = *next ? next + 1 : next;
    }
    return false;
}
