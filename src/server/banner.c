/* The addresses of this machine, and a QR code of the one for phones. Only
 * addresses are shown: nothing that lets anybody into a table. */
#define _GNU_SOURCE

#include "server/banner.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <qrencode.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "i18n/i18n.h"

#define QUIET_ZONE 4 /* modules of margin, by the standard */

/* ---- Addresses --------------------------------------------------------- */

static void add_url(struct banner_url out[BANNER_URLS], unsigned *count,
                    const struct banner *banner, enum banner_kind kind,
                    const char *host)
{
    bool six = strchr(host, ':');
    bool usual = banner->port == (banner->tls ? 443U : 80U);
    char port[16] = "";
    if (*count == BANNER_URLS)
        return;
    if (!usual)
        snprintf(port, sizeof port, ":%u", banner->port);
    struct banner_url *url = &out[(*count)++];
    url->kind = kind;
    snprintf(url->text, sizeof url->text, "%s://%s%s%s%s/",
             banner->tls ? "https" : "http", six ? "[" : "", host,
             six ? "]" : "", port);
}

/* Networks of containers and virtual machines are nobody's home. */
static bool is_inner(const char *interface)
{
    static const char *const beginnings[] = {
        "docker", "br-", "veth", "virbr", "lxc", "cni", "podman", "vmnet"};
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++)
        if (strncmp(interface, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    return false;
}

/* Whether somebody else on the network could open it. */
static bool is_reachable(const struct ifaddrs *entry, int family)
{
    unsigned flags = IFF_UP | IFF_RUNNING;
    if (!entry->ifa_addr || entry->ifa_addr->sa_family != family ||
        (entry->ifa_flags & flags) != flags ||
        (entry->ifa_flags & (IFF_LOOPBACK | IFF_POINTOPOINT)) != 0)
        return false;
    if (family == AF_INET) {
        struct sockaddr_in address;
        memcpy(&address, entry->ifa_addr, sizeof address);
        return ntohl(address.sin_addr.s_addr) >> 16 != 0xa9fe; /* link-local */
    }
    struct sockaddr_in6 address;
    memcpy(&address, entry->ifa_addr, sizeof address);
    return !IN6_IS_ADDR_LINKLOCAL(&address.sin6_addr);
}

static void add_near(struct banner_url out[BANNER_URLS], unsigned *count,
                     const struct banner *banner, const struct ifaddrs *list,
                     int family, bool inner)
{
    for (const struct ifaddrs *at = list; at; at = at->ifa_next) {
        char host[INET6_ADDRSTRLEN];
        socklen_t size = family == AF_INET ? sizeof(struct sockaddr_in)
                                           : sizeof(struct sockaddr_in6);
        if (is_reachable(at, family) && is_inner(at->ifa_name) == inner &&
            getnameinfo(at->ifa_addr, size, host, sizeof host, NULL, 0,
                        NI_NUMERICHOST) == 0)
            add_url(out, count, banner, BANNER_NEAR, host);
    }
}

static bool is_loopback(const char *address)
{
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

/* IPv4 first: people may have to type it. What is inside this machine only if
 * there is nothing else. */
static void add_all(struct banner_url out[BANNER_URLS], unsigned *count,
                    const struct banner *banner)
{
    struct ifaddrs *list = NULL;
    add_url(out, count, banner, BANNER_HERE, "localhost");
    unsigned before = *count;
    if (getifaddrs(&list) != 0)
        return; /* the address above will do */
    for (unsigned i = 0; i < 4 && *count == before; i++) {
        add_near(out, count, banner, list, i % 2 == 0 ? AF_INET : AF_INET6,
                 i >= 2);
    }
    freeifaddrs(list);
}

unsigned banner_urls(const struct banner *banner,
                     struct banner_url out[BANNER_URLS])
{
    unsigned count = 0;
    bool all = banner->listen[0] == 0 || strcmp(banner->listen, "::") == 0 ||
               strcmp(banner->listen, "0.0.0.0") == 0;
    if (all) {
        add_all(out, &count, banner);
    } else {
        add_url(out, &count, banner,
                is_loopback(banner->listen) ? BANNER_HERE : BANNER_NEAR,
                banner->listen);
    }
    if (banner->public_url[0] != 0) {
        struct banner_url *url =
            &out[count < BANNER_URLS ? count++ : count - 1];
        url->kind = BANNER_PUBLIC;
        snprintf(url->text, sizeof url->text, "%s/", banner->public_url);
    }
    return count;
}

const struct banner_url *banner_best(const struct banner_url urls[],
                                     unsigned count)
{
    const struct banner_url *best = NULL;
    for (unsigned i = 0; i < count; i++)
        if (urls[i].kind != BANNER_HERE && (!best || urls[i].kind > best->kind))
            best = &urls[i];
    return best;
}

/* ---- The QR code ------------------------------------------------------- */

/* The margin is light, and so is whatever lies beyond. */
static bool is_dark(const QRcode *code, int row, int column)
{
    return row >= 0 && column >= 0 && row < code->width &&
           column < code->width &&
           (code->data[row * code->width + column] & 1) != 0;
}

/* Black and white are named by their places in the fixed part of the 256
 * colours: the first 16 are the terminal's own and may be anything. */
static void put_cell(struct buffer *out, bool blocks, bool upper, bool lower)
{
    char text[48];
    if (blocks) {
        snprintf(text, sizeof text, "\033[38;5;%dm\033[48;5;%dm\u2580",
                 upper ? 16 : 231, lower ? 16 : 231);
    } else {
        snprintf(text, sizeof text, "\033[48;5;%dm  ", upper ? 16 : 231);
    }
    buffer_text(out, text);
}

/* A QR code in lines for a terminal, with its quiet zone and in colours of its
 * own, so that it is dark on light whatever the terminal's are. `blocks`: in
 * half blocks of UTF-8, two rows a line; else in blanks. Returns the columns
 * it takes, or 0 if the text can't be put into one. */
static unsigned banner_qr(struct buffer *out, const char *text, bool blocks)
{
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);
    if (!code)
        return 0;
    int end = code->width + QUIET_ZONE;
    int step = blocks ? 2 : 1;
    for (int row = -QUIET_ZONE; row < end; row += step) {
        for (int column = -QUIET_ZONE; column < end; column++) {
            put_cell(out, blocks, is_dark(code, row, column),
                     is_dark(code, row + 1, column));
        }
        buffer_text(out, "\033[0m\n");
    }
    QRcode_free(code);
    return (unsigned)(end + QUIET_ZONE) * (blocks ? 1 : 2);
}

static bool speaks_utf8(void)
{
    const char *names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value && value[0] != 0)
            return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
    }
    return false;
}

/* The rows of the code and a few lines above it must be seen together. */
static bool has_room(int terminal, unsigned columns, const struct buffer *code)
{
    struct winsize size;
    unsigned rows = 0;
    for (size_t i = 0; i < code->size; i++)
        rows += code->data[i] == '\n';
    if (ioctl(terminal, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return true; /* it does not say */
    return size.ws_col >= columns && size.ws_row > rows;
}

/* "http://localhost:8080/t/...": of use on this machine alone. */
static bool is_local_url(const char *url)
{
    const char *host = strstr(url, "://");
    char name[BANNER_URL];
    if (!host)
        return true;
    host += 3;
    bool bracket = host[0] == '[';
    host += bracket;
    snprintf(name, sizeof name, "%.*s",
             (int)strcspn(host, bracket ? "]" : ":/"), host);
    return strcmp(name, "localhost") == 0 || is_loopback(name);
}

void banner_print_qr(FILE *out, const char *url)
{
    const char *term = getenv("TERM");
    struct buffer code = buffer_growing();
    if (is_local_url(url) || isatty(fileno(out)) != 1 || !term ||
        strcmp(term, "dumb") == 0)
        return;
    unsigned columns = banner_qr(&code, url, speaks_utf8());
    if (columns > 0 && !code.failed && has_room(fileno(out), columns, &code)) {
        fprintf(out, "\n%s", code.data);
        fprintf(out, "%s\n", _("Point a phone's camera at this code."));
    }
    buffer_free(&code);
}

void banner_print(FILE *out, const struct banner *banner, bool qr)
{
    static const char *const words[] = {
        [BANNER_HERE] = N_("on this machine"),
        [BANNER_NEAR] = N_("on the same network"),
        [BANNER_PUBLIC] = N_("the public address"),
    };
    struct banner_url urls[BANNER_URLS];
    unsigned count = banner_urls(banner, urls);
    const struct banner_url *best = banner_best(urls, count);
    fprintf(out, "%s\n",
            _("Take It or Leave It is running. Open one of these addresses:"));
    for (unsigned i = 0; i < count; i++)
        fprintf(out, "  %-40s %s\n", urls[i].text, _(words[urls[i].kind]));
    if (qr && best)
        banner_print_qr(out, best->text);
}
