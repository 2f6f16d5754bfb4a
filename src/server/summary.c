/* Lines about tables: numbers in the order of `fields`, the owner, and behind
 * tabs the deck's name, the seats, each KIND PERSON NAME, and of a table that
 * waits its spoken code. */
#define _POSIX_C_SOURCE 200809L

#include "server/summary.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/hex.h"
#include "base/utf8.h"
#include "base/number.h"
#include "server/spoken.h"

#define HEX ((size_t)TABLE_PERSON * 2)

/* The numbers of a line: what they may be at most. */
#define FIELDS(X)                                                              \
    X(seq, STORE_NUMBER_MAX)                                                   \
    X(due, UINT64_MAX)                                                         \
    X(about.time, TABLE_LATEST)                                                \
    X(about.created, TABLE_LATEST)                                             \
    X(about.phase, TABLE_PHASES - 1)                                           \
    X(about.watch, TABLE_WATCH_KINDS - 1)                                      \
    X(about.players, TIO_MAX_PLAYERS)                                          \
    X(about.edition, TIO_EDITIONS - 1)                                         \
    X(about.listed, 1)                                                         \
    X(about.free_hand, 1)                                                      \
    X(about.code, 1)                                                           \
    X(about.moved, 1)                                                          \
    X(about.clock, TABLE_CLOCK_KINDS - 1)                                      \
    X(about.games, UINT32_MAX)                                                 \
    X(about.host, 255)                                                         \
    X(about.round, 255)                                                        \
    X(about.rounds, 255)                                                       \
    X(about.deciders, 255)

/* ---- Writing ----------------------------------------------------------- */

static bool machine_decides(const struct table *table)
{
    unsigned deciders = tio_game_deciders(&table->game);
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        const struct table_seat *seat = &table->seat[i];
        if (deciders >> i & 1 &&
            (seat->kind == TABLE_SEAT_BOT || seat->left || seat->stand_in))
            return true;
    }
    return false;
}

/* When a server that starts has to look after it: at once where a bot has to
 * move, or will have to because nobody is connected any more. Only a game that
 * lasts for days waits for a person who is away. */
static uint64_t due_of(const struct lobby_table *entry)
{
    const struct table *table = entry->table;
    if (table->phase == TABLE_CLOSED)
        return table->time + lobby_closed_ms(entry);
    if (table->phase == TABLE_PLAYING &&
        (table->settings.clock != TABLE_CLOCK_DAYS || machine_decides(table)))
        return 0;
    return table_due(table);
}

static void add_person(struct buffer *out, const uint8_t id[TABLE_PERSON])
{
    char hex[HEX + 1];
    hex_print(id, TABLE_PERSON, hex);
    buffer_text(out, hex);
}

static void add_seats(struct buffer *out, const struct table *table)
{
    static const struct table_person nobody;
    char kind[16];
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        const struct table_seat *seat = &table->seat[i];
        bool sits = seat->kind == TABLE_SEAT_PERSON && !seat->left;
        snprintf(kind, sizeof kind, "\t%u ", seat->kind);
        buffer_text(out, kind);
        add_person(out, sits ? seat->person.id : nobody.id);
        buffer_text(out, " ");
        buffer_text(out, seat->kind == TABLE_SEAT_EMPTY ? "" : seat->name);
    }
}

enum store_status summary_write(struct lobby_table *entry)
{
    const struct table *table = entry->table;
    struct summary now = {
        .seq = table->seq,
        .due = due_of(entry),
        .about = entry->about,
    };
    char text[STORE_ABOUT_MAX];
    struct buffer line = buffer_fixed(text, sizeof text);
    entry->at_once = table->phase == TABLE_PLAYING && now.due == 0;
    lobby_describe(&now.about, table);
    char number[32];
#define X(field, most)                                                         \
    snprintf(number, sizeof number, "%" PRIu64 " ", (uint64_t)now.field);      \
    buffer_text(&line, number);
    FIELDS(X)
#undef X
    add_person(&line, table->owner.id);
    buffer_text(&line, "\t");
    buffer_text(&line, now.about.deck);
    add_seats(&line, table);
    if (table->phase == TABLE_OPEN && entry->spoken[0]) {
        buffer_text(&line, "\t");
        buffer_text(&line, entry->spoken);
    }
    /* Without it the table is read when the server starts. */
    return store_about(entry->server->store, entry->id,
                       line.failed ? "" : text);
}

/* ---- Reading ----------------------------------------------------------- */

static bool read_field(const char **at, uint64_t most, uint64_t *out)
{
    if (!number_read(at, most, out) || **at != ' ')
        return false;
    (*at)++;
    return true;
}

static bool read_person(const char **at, struct table_person *out)
{
    if (strnlen(*at, HEX) < HEX || !hex_read(*at, HEX, out->id, TABLE_PERSON))
        return false;
    *at += HEX;
    return true;
}

/* Up to the next tab or the end. */
static bool read_text(const char **at, char *out, size_t room)
{
    size_t size = strcspn(*at, "\t");
    if (size >= room || (size && !utf8_is_name(*at, size)))
        return false;
    memcpy(out, *at, size);
    out[size] = 0;
    *at += size;
    return true;
}

static bool read_seat(const char **at, struct lobby_seat *seat,
                      struct table_person *sitter)
{
    if (**at != '\t')
        return false;
    (*at)++;
    uint64_t kind;
    if (!read_field(at, TABLE_SEAT_KINDS - 1, &kind) ||
        !read_person(at, sitter) || **at != ' ')
        return false;
    (*at)++;
    seat->kind = (uint8_t)kind;
    return read_text(at, seat->name, sizeof seat->name) &&
           (kind == TABLE_SEAT_EMPTY) == !seat->name[0];
}

/* Lines of before there were codes have none. */
static bool read_spoken(const char **at, char out[TABLE_SPOKEN])
{
    if (!**at)
        return true;
    (*at)++;
    char text[TABLE_SPOKEN];
    return read_text(at, text, sizeof text) && spoken_read(text, out);
}

bool summary_read(const char *line, struct summary *out)
{
    struct lobby_about *about = &out->about;
    memset(out, 0, sizeof *out);
    uint64_t number;
#define X(field, most)                                                         \
    if (!read_field(&line, most, &number))                                     \
        return false;                                                          \
    out->field = (__typeof__(out->field))number;
    FIELDS(X)
#undef X
    if (!read_person(&line, &out->owner) || *line != '\t')
        return false;
    line++;
    if (!read_text(&line, about->deck, sizeof about->deck))
        return false;
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        if (!read_seat(&line, &about->seat[i], &out->sitter[i]))
            return false;
        about->taken =
            (uint8_t)(about->taken + (about->seat[i].kind != TABLE_SEAT_EMPTY));
    }
    if (!read_spoken(&line, out->spoken))
        return false;
    return !*line && out->seq > 0 &&
           (about->host == TIO_NONE || about->host < TIO_MAX_PLAYERS);
}

bool summary_is_of(const struct summary *summary, uint64_t last_seq)
{
    if (summary->about.phase == TABLE_PLAYING && summary->due == 0)
        return summary->seq <= last_seq;
    return summary->seq == last_seq;
}
