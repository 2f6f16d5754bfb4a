#define _GNU_SOURCE
#include "net/http_text.h"

#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

/* ---- Paths ------------------------------------------------------------- */

/* No odd character, no empty segment, and none with a dot in front: that covers
 * "..", "." and hidden files. There may be a slash at the end. */
static bool path_is_plain(const char *path, size_t size)
{
    if (path[0] != '/' || size >= HTTP_FILE)
        return false;
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)path[i];
        if (c < 0x21 || c > 0x7e || strchr("\\:%*?\"<>|", c))
            return false;
        if (c == '/' && (path[i + 1] == '/' || path[i + 1] == '.'))
            return false;
    }
    return true;
}

bool path_to_file(const char *path, char file[HTTP_FILE])
{
    size_t size = strlen(path);
    if (!path_is_plain(path, size))
        return false;
    if (size == 1) {
        memcpy(file, "index.html", sizeof "index.html");
        return true;
    }
    if (path[size - 1] == '/')
        return false;
    memcpy(file, path + 1, size - 1);
    file[size - 1] = '\0';
    return true;
}

/* Dots at the end are those of a sentence that the link stood in. */
static bool has_ending(const char *name)
{
    const char *dot = strchr(name, '.');
    return dot && dot[strspn(dot, ".")] != '\0';
}

/* No file is opened by this path, so a link may be as odd as what was done to
 * it on its way: whoever follows it is told so by the page. */
bool path_is_page(const char *path, const char *const *handled)
{
    if (path[0] != '/' || has_ending(strrchr(path, '/')))
        return false;
    for (const char *at = path; *at; at++) {
        unsigned char c = (unsigned char)*at;
        if (c < 0x20 || c == 0x7f || c == '\\' ||
            (c == '/' && (at[1] == '/' || at[1] == '.')))
            return false;
    }
    for (; handled && *handled; handled++) {
        size_t size = strlen(*handled);
        if (strncmp(path, *handled, size) == 0 &&
            (path[size] == '\0' || path[size] == '/'))
            return false;
    }
    return true;
}

static bool is_hash_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/* Eight letters of base 64 between a '-' or a dot and the next dot. A word of
 * eight small letters is not a hash; one in some thousand hashes looks like it,
 * and is then asked for again and again, which does no harm. */
bool file_is_hashed(const char *file)
{
    enum { HASH = 8 };
    const char *slash = strrchr(file, '/');
    const char *name = slash ? slash + 1 : file;
    for (const char *dot = strchr(name, '.'); dot; dot = strchr(dot + 1, '.')) {
        if (dot - name <= HASH)
            continue;
        const char *hash = dot - HASH;
        bool good = hash[-1] == '-' || hash[-1] == '.';
        bool mixed = false;
        for (; good && hash < dot; hash++) {
            good = is_hash_letter(*hash);
            mixed = mixed || (*hash >= '0' && *hash <= 'Z');
        }
        if (good && mixed)
            return true;
    }
    return false;
}

const char *file_type(const char *file)
{
    static const struct {
        const char *ending;
        const char *type;
    } types[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".map", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".jpg", "image/jpeg"},
        {".webp", "image/webp"},
        {".avif", "image/avif"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".mp3", "audio/mpeg"},
        {".ogg", "audio/ogg"},
        {".txt", "text/plain; charset=utf-8"},
        {".md", "text/plain; charset=utf-8"},
        {".tioli", "text/plain; charset=utf-8"},
        {".xml", "application/xml"},
    };
    const char *ending = strrchr(file, '.');
    if (ending)
        for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
            if (strcasecmp(ending, types[i].ending) == 0)
                return types[i].type;
    return "application/octet-stream";
}

/* ---- Fields ------------------------------------------------------------ */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Moves the ends inwards over blanks. */
static void trim(const char **from, const char **to)
{
    while (*from < *to && is_blank(**from))
        (*from)++;
    while (*to > *from && is_blank((*to)[-1]))
        (*to)--;
}

static bool copy_range(const char *from, const char *to, char *out, size_t room)
{
    size_t size = (size_t)(to - from);
    if (size >= room)
        return false;
    memcpy(out, from, size);
    out[size] = '\0';
    return true;
}

bool cookie_next(const char **header, const char *name, char *value,
                 size_t room)
{
    size_t name_size = strlen(name);
    while (**header) {
        const char *next = *header + strcspn(*header, ";");
        const char *from = *header;
        const char *to = next;
        *header = *next ? next + 1 : next;
        trim(&from, &to);
        if ((size_t)(to - from) > name_size && from[name_size] == '=' &&
            memcmp(from, name, name_size) == 0 &&
            copy_range(from + name_size + 1, to, value, room))
            return true;
    }
    return false;
}

/* ";q=0", ";q=0.000": not acceptable. */
static bool quality_is_zero(const char *from, const char *to)
{
    trim(&from, &to);
    if (to - from < 3 || (from[0] != 'q' && from[0] != 'Q') || from[1] != '=')
        return false;
    for (from += 2; from < to; from++)
        if (*from != '0' && *from != '.')
            return false;
    return true;
}

bool accepts_encoding(const char *header, const char *coding)
{
    size_t size = strlen(coding);
    while (*header) {
        const char *next = header + strcspn(header, ",");
        const char *end = header + strcspn(header, ",;");
        const char *from = header;
        const char *to = end;
        trim(&from, &to);
        if ((size_t)(to - from) == size && strncasecmp(from, coding, size) == 0)
            return !quality_is_zero(end + 1, next);
        header = *next ? next + 1 : next;
    }
    return false;
}

bool etag_matches(const char *header, const char *tag)
{
    size_t size = strlen(tag);
    while (*header) {
        const char *next = header + strcspn(header, ",");
        const char *from = header;
        const char *to = next;
        trim(&from, &to);
        if (to - from == 1 && *from == '*')
            return true;
        if (from[0] == 'W' && from[1] == '/')
            from += 2;
        if ((size_t)(to - from) == size && memcmp(from, tag, size) == 0)
            return true;
        header = *next ? next + 1 : next;
    }
    return false;
}

bool list_last(const char *header, char *item, size_t room)
{
    const char *comma = strrchr(header, ',');
    const char *from = comma ? comma + 1 : header;
    const char *to = from + strlen(from);
    trim(&from, &to);
    return from < to && copy_range(from, to, item, room);
}

/* ---- Addresses --------------------------------------------------------- */

/* "[::1]:80", "10.0.0.1:80" and the same without a port; in place. */
static char *strip_port(char *text)
{
    if (text[0] == '[') {
        char *end = strchr(text, ']');
        if (!end || (end[1] && end[1] != ':'))
            return NULL;
        *end = '\0';
        return text + 1;
    }
    char *colon = strchr(text, ':');
    if (colon && !strchr(colon + 1, ':'))
        *colon = '\0';
    return text;
}

bool forwarded_address(const char *header, char address[NET_ADDRESS])
{
    char item[NET_ADDRESS];
    uint8_t bytes[16];
    if (!list_last(header, item, sizeof item))
        return false;
    const char *text = strip_port(item);
    if (!text)
        return false;
    if (inet_pton(AF_INET, text, bytes) == 1)
        return inet_ntop(AF_INET, bytes, address, NET_ADDRESS);
    if (inet_pton(AF_INET6, text, bytes) == 1)
        return inet_ntop(AF_INET6, bytes, address, NET_ADDRESS);
    return false;
}

bool address_key(const char *address, uint8_t key[16])
{
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    if (inet_pton(AF_INET, address, key + 12) == 1) {
        memcpy(key, mapped, sizeof mapped);
        return true;
    }
    if (inet_pton(AF_INET6, address, key) != 1) {
        memset(key, 0, 16);
        return false;
    }
    if (memcmp(key, mapped, sizeof mapped) != 0)
        memset(key + 8, 0, 8);
    return true;
}
