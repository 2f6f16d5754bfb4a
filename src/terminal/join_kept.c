/* Small files in the folder where saves are, readable by nobody else: whoever
 * has the token is the person. */
#define _POSIX_C_SOURCE 200809L

#include "terminal/join_kept.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hex.h"
#include "i18n/i18n.h"
#include "fair/fair.h"
#include "terminal/save.h"

#define FOLDER "servers"
#define TEXT 256

/* ---- Links ------------------------------------------------------------- */

static const struct {
    const char *scheme;
    const char *origin;
    const char *socket;
} schemes[] = {
    {"http://", "http://", "ws://"},
    {"https://", "https://", "wss://"},
    {"ws://", "http://", "ws://"},
    {"wss://", "https://", "wss://"},
};

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

/* Five letters behind the host. Which of them are in codes is the server's to
 * say. */
static bool spoken_in(const char *path, char out[LINK_SPOKEN])
{
    size_t length = path[0] == '/' ? strspn(path + 1, LETTERS) : 0;
    out[0] = 0;
    if (length != LINK_SPOKEN - 1 ||
        (path[1 + length] && strcmp(path + 1 + length, "/") != 0))
        return false;
    snprintf(out, LINK_SPOKEN, "%s", path + 1);
    return true;
}

/* The table's id behind the host, "" where there is nothing; or NULL. */
static const char *table_in(const char *path, size_t *length)
{
    *length = 0;
    if (!path[0] || strcmp(path, "/") == 0)
        return "";
    if (strncmp(path, "/t/", 3) != 0)
        return NULL;
    path += 3;
    *length = strspn(path, LETTERS "-_");
    if (*length == 0 || *length >= LINK_TABLE ||
        !strchr("/?#", path[*length]) ||
        (path[*length] == '/' && path[*length + 1]))
        return NULL;
    return path;
}

const char *link_parse(const char *url, struct link *out)
{
    static const char like[] =
        N_("a table's link is needed, like http://host:8080/t/ID, or a "
           "server's address, alone or with a table's code behind it");
    const char *host = NULL;
    size_t size;
    size_t kind;
    for (kind = 0; kind < sizeof schemes / sizeof *schemes; kind++) {
        size = strlen(schemes[kind].scheme);
        if (strncmp(url, schemes[kind].scheme, size) == 0) {
            host = url + size;
            break;
        }
    }
    if (!host)
        return like;
    size = strspn(host, LETTERS ".-_:[]");
    if (size == 0 || size > LINK_URL - 16)
        return like;
    size_t length = 0;
    const char *id = spoken_in(host + size, out->spoken)
                         ? ""
                         : table_in(host + size, &length);
    if (!id)
        return like;
    snprintf(out->origin, sizeof out->origin, "%s%.*s", schemes[kind].origin,
             (int)size, host);
    snprintf(out->socket, sizeof out->socket, "%s%.*s/ws", schemes[kind].socket,
             (int)size, host);
    snprintf(out->table, sizeof out->table, "%.*s", (int)length, id);
    return NULL;
}

/* ---- Files ------------------------------------------------------------- */

/* A server's file is named after it, and no other server's is: one must never
 * be told the token of another. '/' has another meaning in names of files, and
 * stands in "://" alone; ':' has one on some systems, and '+' is in no host. */
static bool path_of(const struct link *link, const char *table,
                    char out[SAVE_PATH], char why[LINK_URL])
{
    struct save save = {.lock = -1};
    char folder[SAVE_PATH];
    if (!save_folder(&save, FOLDER, folder)) {
        snprintf(why, LINK_URL, "%.280s", save.error);
        return false;
    }
    char name[LINK_URL + LINK_TABLE + 2];
    size_t length = (size_t)snprintf(name, sizeof name, "%s%s%s", link->origin,
                                     table[0] ? "=" : "", table);
    for (size_t i = 0; i < length; i++)
        if (name[i] == '/')
            name[i] = '_';
        else if (name[i] == ':')
            name[i] = '+';
    if ((size_t)snprintf(out, SAVE_PATH, "%s/%s", folder, name) >= SAVE_PATH) {
        snprintf(why, LINK_URL, "%s", _("the path is too long"));
        return false;
    }
    return true;
}

static void read_text(const char *path, char text[TEXT])
{
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    ssize_t got = file < 0 ? 0 : read(file, text, TEXT - 1);
    text[got > 0 ? got : 0] = 0;
    if (file >= 0)
        close(file);
}

static bool write_text(const char *path, const char *text, char why[LINK_URL])
{
    if (file_replace(path, text, strlen(text)))
        return true;
    snprintf(why, LINK_URL, "%.200s: %.60s", path, strerror(errno));
    return false;
}

/* The value of a line "word HEX"; "" if there is none of that length. */
static void take_hex(const char *text, const char *word, char *out, size_t size)
{
    const char *at = text;
    size_t length = strlen(word);
    out[0] = 0;
    while (at && strncmp(at, word, length) != 0) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    uint8_t bytes[FAIR_BYTES];
    if (!at || strcspn(at + length, "\n") != 2 * size ||
        !hex_read(at + length, 2 * size, bytes, size))
        return;
    hex_print(bytes, size, out);
}

void kept_token(const struct link *link, char token[KEPT_TOKEN])
{
    token[0] = 0;
    char why[LINK_URL];
    char path[SAVE_PATH];
    if (!path_of(link, "", path, why))
        return;
    char text[TEXT];
    read_text(path, text);
    take_hex(text, "token ", token, 16);
}

void kept_proof(const struct link *link, struct kept_proof *out)
{
    char path[SAVE_PATH];
    char why[LINK_URL];
    *out = (struct kept_proof){.commit = ""};
    if (!path_of(link, link->table, path, why))
        return;
    char text[TEXT];
    read_text(path, text);
    take_hex(text, "commit ", out->commit, FAIR_BYTES);
    take_hex(text, "bytes ", out->bytes, FAIR_BYTES);
}

bool kept_save_token(const struct link *link, const char *token,
                     char why[LINK_URL])
{
    char text[TEXT];
    snprintf(text, sizeof text, "token %s\n", token);
    char path[SAVE_PATH];
    return path_of(link, "", path, why) && write_text(path, text, why);
}

bool kept_save_proof(const struct link *link, const struct kept_proof *proof)
{
    char text[TEXT];
    snprintf(text, sizeof text, "commit %s\nbytes %s\n", proof->commit,
             proof->bytes);
    char why[LINK_URL];
    char path[SAVE_PATH];
    return path_of(link, link->table, path, why) && write_text(path, text, why);
}

void kept_forget_proof(const struct link *link)
{
    char path[SAVE_PATH];
    char why[LINK_URL];
    if (path_of(link, link->table, path, why))
        unlink(path);
}
