/* An event as one line of the log:
 *
 *     57 1700000000000 move person=0f.. request=m7 seat=2 cause=person move=...
 *
 * its number, its time, its word, and the fields that its type has, always all
 * of them and always in the order of the list below. Seats count from 1, as in
 * moves. Bytes that could break the line are written %XX; a move and a deck may
 * hold blanks, so they come last. What is read is written again and compared:
 * there is one text for an event, and no second one is ever accepted. */
#include "table/event.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/hex.h"
#include "table/table.h"

/* ---- Names, which the log and the wire share ---- */

#define X(name, word) word,
static const char *const events[TABLE_EVENT_TYPES] = {TABLE_EVENTS(X)};
static const char *const causes[TABLE_CAUSE_COUNT] = {TABLE_CAUSES(X)};
#undef X
#define X(name, word, words) word,
static const char *const errors[TABLE_ERROR_COUNT] = {TABLE_ERRORS(X)};
#undef X
#define X(name, word, words) words,
static const char *const error_words[TABLE_ERROR_COUNT] = {TABLE_ERRORS(X)};
#undef X

const char *table_event_name(unsigned type)
{
    return type < TABLE_EVENT_TYPES ? events[type] : "unknown";
}

const char *table_cause_name(unsigned cause)
{
    return cause < TABLE_CAUSE_COUNT ? causes[cause] : "unknown";
}

const char *table_error_name(enum table_error error)
{
    return (unsigned)error < TABLE_ERROR_COUNT ? errors[error] : "unknown";
}

const char *table_error_words(enum table_error error)
{
    return (unsigned)error < TABLE_ERROR_COUNT ? error_words[error] : "unknown";
}

/* ---- Which fields an event has ---- */

enum kind {
    SEAT,
    NUMBER8,
    NUMBER32,
    NUMBER64,
    COLOUR,
    BYTES,
    STRING,
    WORD,
};

/* A group of fields: bit of an event's mask. */
enum group {
    HAS_SEAT = 1,
    HAS_CAUSE = 2,
    HAS_NAME = 4,
    HAS_COLOUR = 8,
    HAS_LEVEL = 16,
    HAS_SECRET = 32, /* and the commitment */
    HAS_BYTES = 64,
    HAS_SETTINGS = 128, /* and the deck */
    HAS_MOVE = 256,
    HAS_SNAPSHOT = 512, /* and its seats and lists */
};

static const uint16_t groups[TABLE_EVENT_TYPES] = {
    [TABLE_EVENT_CREATE] = HAS_SETTINGS,
    [TABLE_EVENT_SET] = HAS_SETTINGS,
    [TABLE_EVENT_COMMIT] = HAS_SECRET,
    [TABLE_EVENT_SIT] = HAS_SEAT | HAS_NAME | HAS_COLOUR | HAS_BYTES,
    [TABLE_EVENT_BOT] = HAS_SEAT | HAS_NAME | HAS_LEVEL,
    [TABLE_EVENT_STAND] = HAS_SEAT | HAS_CAUSE,
    [TABLE_EVENT_NAME] = HAS_SEAT | HAS_NAME | HAS_COLOUR,
    [TABLE_EVENT_HOST] = 0,
    [TABLE_EVENT_START] = HAS_SEAT,
    [TABLE_EVENT_CHANCE] = HAS_MOVE,
    [TABLE_EVENT_MOVE] = HAS_SEAT | HAS_CAUSE | HAS_MOVE,
    [TABLE_EVENT_UNDO] = HAS_SEAT,
    [TABLE_EVENT_STAND_IN] = HAS_SEAT,
    [TABLE_EVENT_BACK] = HAS_SEAT,
    [TABLE_EVENT_LEAVE] = HAS_SEAT,
    [TABLE_EVENT_REVEAL] = 0,
    [TABLE_EVENT_AGAIN] = HAS_SEAT | HAS_BYTES,
    [TABLE_EVENT_WAIT] = HAS_SEAT,
    [TABLE_EVENT_REOPEN] = 0,
    [TABLE_EVENT_RESUME] = 0,
    [TABLE_EVENT_SNAPSHOT] = HAS_SNAPSHOT | HAS_SECRET | HAS_SETTINGS,
    [TABLE_EVENT_CLOSE] = HAS_CAUSE,
};

/* A field of a struct: of the event, or of a part of it. */
struct field {
    const char *key;
    size_t at;
    size_t size;
    uint16_t group;
    uint8_t kind;
    const char *const *words; /* of WORD */
    unsigned count;
};

#define FIELD(what, word, part, has, sort)                                     \
    {                                                                          \
        .key = (word), .at = offsetof(struct what, part),                      \
        .size = sizeof(((struct what *)0)->part), .group = (has),              \
        .kind = (sort)                                                         \
    }

static const char *const sitters[TABLE_SEAT_KINDS] = {
    [TABLE_SEAT_EMPTY] = "empty",
    [TABLE_SEAT_PERSON] = "person",
    [TABLE_SEAT_BOT] = "bot"};

static const struct field fields[] = {
    FIELD(table_event, "created", snapshot.created, HAS_SNAPSHOT, NUMBER64),
    FIELD(table_event, "owner", snapshot.owner, HAS_SNAPSHOT, BYTES),
    FIELD(table_event, "games", snapshot.games, HAS_SNAPSHOT, NUMBER32),
    FIELD(table_event, "revealed", snapshot.revealed, HAS_SNAPSHOT, BYTES),
    FIELD(table_event, "revealed-commit", snapshot.revealed_commit,
          HAS_SNAPSHOT, BYTES),
    FIELD(table_event, "kicks", snapshot.kicks, HAS_SNAPSHOT, NUMBER32),
    FIELD(table_event, "requests", snapshot.requests, HAS_SNAPSHOT, NUMBER32),
    FIELD(table_event, "seat", seat, HAS_SEAT, SEAT),
    {.key = "cause",
     .at = offsetof(struct table_event, cause),
     .group = HAS_CAUSE,
     .kind = WORD,
     .words = causes,
     .count = TABLE_CAUSE_COUNT},
    FIELD(table_event, "name", name, HAS_NAME, STRING),
    FIELD(table_event, "colour", colour, HAS_COLOUR, COLOUR),
    FIELD(table_event, "level", level, HAS_LEVEL, STRING),
    FIELD(table_event, "secret", secret, HAS_SECRET, BYTES),
    FIELD(table_event, "commit", commit, HAS_SECRET, BYTES),
    FIELD(table_event, "bytes", bytes, HAS_BYTES, BYTES),
};
#define FIELDS (sizeof fields / sizeof fields[0])

/* Of a seat of a snapshot: the group is a bit for each kind of sitter. */
static const struct field sitter_kind = {
    .key = "kind", .kind = WORD, .words = sitters, .count = TABLE_SEAT_KINDS};
_Static_assert(offsetof(struct table_snapshot_seat, kind) == 0,
               "the field above has no other place");
enum { A_PERSON = 1 << TABLE_SEAT_PERSON, A_BOT = 1 << TABLE_SEAT_BOT };
static const struct field sitter_fields[] = {
    FIELD(table_snapshot_seat, "person", person, A_PERSON, BYTES),
    FIELD(table_snapshot_seat, "name", name, A_PERSON | A_BOT, STRING),
    FIELD(table_snapshot_seat, "colour", colour, A_PERSON, COLOUR),
    FIELD(table_snapshot_seat, "bytes", bytes, A_PERSON, BYTES),
    FIELD(table_snapshot_seat, "names", names, A_PERSON, NUMBER32),
    FIELD(table_snapshot_seat, "level", level, A_BOT, STRING),
};
#define SITTER_FIELDS (sizeof sitter_fields / sizeof sitter_fields[0])

/* Of its lists, which are as long as they have ever been, up to their room. */
static const struct field kicked_field = {
    .key = "kicked", .size = TABLE_PERSON, .kind = BYTES};
static const struct field request_fields[] = {
    FIELD(table_request, "key", key, 0, NUMBER64),
    FIELD(table_request, "at", seq, 0, NUMBER64),
};

static unsigned listed(uint32_t ever, unsigned room)
{
    return ever < room ? (unsigned)ever : room;
}

/* A setting as a field. A yes is 1, and the deck, whose cards may follow, comes
 * last. */
static struct field field_of(const struct setting *row)
{
    static const uint8_t kinds[] = {
        [SETTING_NUMBER] = NUMBER8, [SETTING_STARTS] = NUMBER8,
        [SETTING_SEAT] = SEAT,      [SETTING_WORD] = WORD,
        [SETTING_YES] = NUMBER8,    [SETTING_EITHER] = NUMBER8,
        [SETTING_MS] = NUMBER32,    [SETTING_TEXT] = STRING,
        [SETTING_CODE] = STRING,    [SETTING_DECK] = STRING,
    };
    return (struct field){.key = row->flag ? row->flag : row->key,
                          .at =
                              offsetof(struct table_event, settings) + row->at,
                          .size = setting_size(row),
                          .kind = kinds[row->kind],
                          .words = row->words,
                          .count = row->high};
}

static const struct field deck_field =
    FIELD(table_event, "deck", settings.deck, HAS_SETTINGS, STRING);

static bool person_there(const struct table_person *person)
{
    static const struct table_person nobody;
    return memcmp(person, &nobody, sizeof nobody) != 0;
}

/* ---- Writing ---- */

static void add_hex(struct buffer *out, const uint8_t *bytes, size_t size)
{
    char text[2 * TABLE_BYTES + 1];
    hex_print(bytes, size, text);
    buffer_add(out, text, 2 * size);
}

static bool breaks_word(unsigned char byte)
{
    return byte <= ' ' || byte == '%' || byte == 0x7f;
}

static bool breaks_deck(unsigned char byte)
{
    return byte < ' ' || byte == '%' || byte == '|' || byte == 0x7f;
}

/* A deck is long: what needs no escape is added at once, and line ends, which
 * are frequent in one, become one byte. */
static void add_escaped(struct buffer *out, const char *text, bool deck)
{
    const char *plain = text;
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if (deck ? !breaks_deck(byte) : !breaks_word(byte))
            continue;
        buffer_add(out, plain, (size_t)(text - plain));
        plain = text + 1;
        if (deck && byte == '\n')
            buffer_add(out, "|", 1);
        else
            buffer_print(out, "%%%02X", byte);
    }
    buffer_add(out, plain, (size_t)(text - plain));
}

static void add_field(struct buffer *out, const void *part,
                      const struct field *field)
{
    const char *at = (const char *)part + field->at;
    uint8_t small = *(const uint8_t *)at;
    uint32_t large;
    uint64_t huge;
    buffer_print(out, " %s=", field->key);
    switch (field->kind) {
    case SEAT:
        if (small == TIO_NONE)
            buffer_text(out, "-");
        else
            buffer_print(out, "%u", small + 1U);
        break;
    case NUMBER8:
        buffer_print(out, "%u", small);
        break;
    case NUMBER32:
        memcpy(&large, at, sizeof large);
        buffer_print(out, "%" PRIu32, large);
        break;
    case NUMBER64:
        memcpy(&huge, at, sizeof huge);
        buffer_print(out, "%" PRIu64, huge);
        break;
    case COLOUR:
        memcpy(&large, at, sizeof large);
        buffer_print(out, "%06" PRIx32, large & 0xffffffU);
        break;
    case BYTES:
        add_hex(out, (const uint8_t *)at, field->size);
        break;
    case STRING:
        add_escaped(out, at, false);
        break;
    default:
        buffer_text(out, small < field->count ? field->words[small] : "?");
        break;
    }
}

static void add_settings(struct buffer *out, const struct table_event *event)
{
    const struct setting *row;
    for (unsigned i = 0; (row = table_setting(i)); i++) {
        struct field field = field_of(row);
        if (row->kind != SETTING_DECK &&
            !(row->later && setting_is_usual(row, &event->settings)))
            add_field(out, event, &field);
    }
    add_field(out, event, &deck_field);
}

static void add_snapshot(struct buffer *out,
                         const struct table_snapshot *snapshot)
{
    for (unsigned i = 0; i < listed(snapshot->kicks, TABLE_KICKED); i++)
        add_field(out, &snapshot->kicked[i], &kicked_field);
    for (unsigned i = 0; i < listed(snapshot->requests, TABLE_REQUESTS); i++) {
        add_field(out, &snapshot->request[i], &request_fields[0]);
        add_field(out, &snapshot->request[i], &request_fields[1]);
    }
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        const struct table_snapshot_seat *seat = &snapshot->seat[i];
        add_field(out, seat, &sitter_kind);
        for (size_t j = 0; j < SITTER_FIELDS; j++)
            if (sitter_fields[j].group >> seat->kind & 1)
                add_field(out, seat, &sitter_fields[j]);
    }
    /* Snapshots of before tables could be opened again have nothing here. */
    if (snapshot->open)
        buffer_text(out, " open=yes");
}

size_t table_event_print(const struct table_event *event, const tio_deck *deck,
                         char out[TABLE_EVENT])
{
    struct buffer text = buffer_fixed(out, TABLE_EVENT);
    unsigned has = event->type < TABLE_EVENT_TYPES ? groups[event->type] : 0;
    out[0] = '\0';
    buffer_print(&text, "%" PRIu64 " %" PRIu64 " %s", event->seq, event->time,
                 table_event_name(event->type));
    if (person_there(&event->person)) {
        buffer_text(&text, " person=");
        add_hex(&text, event->person.id, sizeof event->person.id);
        if (event->request[0]) {
            buffer_text(&text, " request=");
            add_escaped(&text, event->request, false);
        }
    }
    for (size_t i = 0; i < FIELDS; i++)
        if (has & fields[i].group)
            add_field(&text, event, &fields[i]);
    if (has & HAS_SETTINGS)
        add_settings(&text, event);
    if (has & HAS_SNAPSHOT)
        add_snapshot(&text, &event->snapshot);
    if (has & HAS_MOVE && deck) {
        char move[TIO_MOVE_TEXT];
        tio_move_print(deck, &event->move, move);
        buffer_text(&text, " move=");
        buffer_text(&text, move);
    }
    if (has & HAS_SETTINGS && event->deck) {
        buffer_text(&text, " cards=");
        add_escaped(&text, event->deck, true);
    }
    return text.failed ? 0 : text.size;
}

/* ---- Reading ---- */

struct reader {
    const char *line;
    const char *at;
    const char *end;
    tio_text_error *error;
};

/* The text holds secrets, so that a complaint quotes nothing of it. */
static bool wrong(const struct reader *reader, const char *what)
{
    if (reader->error) {
        reader->error->line = 1;
        reader->error->column = (unsigned)(reader->at - reader->line) + 1;
        (void)snprintf(reader->error->what, sizeof reader->error->what, "%s",
                       what);
    }
    return false;
}

static bool accept(struct reader *reader, const char *text)
{
    size_t size = strlen(text);
    if ((size_t)(reader->end - reader->at) < size ||
        memcmp(reader->at, text, size) != 0)
        return false;
    reader->at += size;
    return true;
}

static bool accept_key(struct reader *reader, const char *key)
{
    struct reader trial = *reader;
    if (!accept(&trial, " ") || !accept(&trial, key) || !accept(&trial, "="))
        return false;
    *reader = trial;
    return true;
}

/* Up to the next blank or the end. */
static size_t word_size(const struct reader *reader)
{
    const char *blank =
        memchr(reader->at, ' ', (size_t)(reader->end - reader->at));
    return (size_t)((blank ? blank : reader->end) - reader->at);
}

static bool read_number(struct reader *reader, uint64_t most, uint64_t *out)
{
    size_t size = word_size(reader);
    uint64_t number = 0;
    for (size_t i = 0; i < size; i++) {
        char c = reader->at[i];
        if (c < '0' || c > '9')
            return wrong(reader, "a number was expected");
        uint64_t digit = (uint64_t)(c - '0');
        if (number > (UINT64_MAX - digit) / 10)
            return wrong(reader, "a number is too large");
        number = number * 10 + digit;
    }
    if (size == 0 || number > most)
        return wrong(reader, "a number is missing or too large");
    reader->at += size;
    *out = number;
    return true;
}

static bool read_hex(struct reader *reader, uint8_t *out, size_t size)
{
    if (word_size(reader) != 2 * size)
        return wrong(reader, "bytes of another number were expected");
    if (!hex_read(reader->at, 2 * size, out, size))
        return wrong(reader, "hexadecimal digits were expected");
    reader->at += 2 * size;
    return true;
}

/* `size` bytes of the line; `bar` stands for a line end. A zero among them ends
 * the text, which then is not written as it was read. */
static bool read_escaped(struct reader *reader, size_t size, bool bar,
                         char *out, size_t room)
{
    size_t used = 0;
    for (size_t i = 0; i < size; i++) {
        char c = reader->at[i];
        if (c == '%') {
            int byte = i + 2 < size ? hex_escaped(reader->at + i + 1) : -1;
            if (byte < 0)
                return wrong(reader, "a byte is written wrongly");
            c = (char)byte;
            i += 2;
        } else if (c == '|' && bar) {
            c = '\n';
        }
        if (used + 1 >= room)
            return wrong(reader, "a text is too long");
        out[used++] = c;
    }
    out[used] = '\0';
    reader->at += size;
    return true;
}

static bool read_word(struct reader *reader, const char *const words[],
                      unsigned count, uint8_t *out)
{
    size_t size = word_size(reader);
    for (unsigned i = 0; i < count; i++) {
        if (strlen(words[i]) == size &&
            memcmp(words[i], reader->at, size) == 0) {
            *out = (uint8_t)i;
            reader->at += size;
            return true;
        }
    }
    return false;
}

static bool read_seat(struct reader *reader, uint8_t *out)
{
    uint64_t number;
    if (word_size(reader) == 1 && accept(reader, "-")) {
        *out = TIO_NONE;
        return true;
    }
    if (!read_number(reader, TIO_MAX_PLAYERS, &number))
        return false;
    if (number == 0)
        return wrong(reader, "seats count from 1");
    *out = (uint8_t)(number - 1);
    return true;
}

static bool read_field(struct reader *reader, const struct field *field,
                       void *part)
{
    char *at = (char *)part + field->at;
    uint64_t number;
    uint32_t large;
    uint8_t three[3];
    if (!accept_key(reader, field->key))
        return wrong(reader, "a field is missing, or is not in its place");
    switch (field->kind) {
    case SEAT:
        return read_seat(reader, (uint8_t *)at);
    case NUMBER8:
        if (!read_number(reader, UINT8_MAX, &number))
            return false;
        *at = (char)(uint8_t)number;
        return true;
    case NUMBER32:
        if (!read_number(reader, UINT32_MAX, &number))
            return false;
        large = (uint32_t)number;
        memcpy(at, &large, sizeof large);
        return true;
    case NUMBER64:
        if (!read_number(reader, UINT64_MAX, &number))
            return false;
        memcpy(at, &number, sizeof number);
        return true;
    case COLOUR:
        if (!read_hex(reader, three, sizeof three))
            return false;
        large = (uint32_t)three[0] << 16 | (uint32_t)three[1] << 8 | three[2];
        memcpy(at, &large, sizeof large);
        return true;
    case BYTES:
        return read_hex(reader, (uint8_t *)at, field->size);
    case STRING:
        return read_escaped(reader, word_size(reader), false, at, field->size);
    default:
        return read_word(reader, field->words, field->count, (uint8_t *)at) ||
               wrong(reader, "there is no such word here");
    }
}

static bool key_follows(const struct reader *reader, const char *key)
{
    struct reader trial = *reader;
    return accept_key(&trial, key);
}

static bool read_settings(struct reader *reader, struct table_event *event)
{
    const struct setting *row;
    for (unsigned i = 0; (row = table_setting(i)); i++) {
        struct field field = field_of(row);
        if (row->kind == SETTING_DECK)
            continue;
        if (row->later && !key_follows(reader, field.key))
            setting_reset(row, &event->settings);
        else if (!read_field(reader, &field, event))
            return false;
    }
    return read_field(reader, &deck_field, event);
}

static bool read_person(struct reader *reader, struct table_event *event)
{
    if (!accept_key(reader, "person"))
        return true;
    if (!read_hex(reader, event->person.id, sizeof event->person.id))
        return false;
    return !accept_key(reader, "request") ||
           read_escaped(reader, word_size(reader), false, event->request,
                        sizeof event->request);
}

static bool read_sitter(struct reader *reader, struct table_snapshot_seat *seat)
{
    if (!read_field(reader, &sitter_kind, seat))
        return false;
    for (size_t i = 0; i < SITTER_FIELDS; i++)
        if (sitter_fields[i].group >> seat->kind & 1 &&
            !read_field(reader, &sitter_fields[i], seat))
            return false;
    return true;
}

static bool read_snapshot(struct reader *reader,
                          struct table_snapshot *snapshot)
{
    for (unsigned i = 0; i < listed(snapshot->kicks, TABLE_KICKED); i++)
        if (!read_field(reader, &kicked_field, &snapshot->kicked[i]))
            return false;
    for (unsigned i = 0; i < listed(snapshot->requests, TABLE_REQUESTS); i++)
        if (!read_field(reader, &request_fields[0], &snapshot->request[i]) ||
            !read_field(reader, &request_fields[1], &snapshot->request[i]))
            return false;
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++)
        if (!read_sitter(reader, &snapshot->seat[i]))
            return false;
    snapshot->open = accept_key(reader, "open");
    return !snapshot->open || accept(reader, "yes") ||
           wrong(reader, "open is yes or not there");
}

static bool read_move(struct reader *reader, const tio_deck *deck,
                      struct table_event *event)
{
    char text[TIO_MOVE_TEXT];
    size_t size;
    if (!deck)
        return wrong(reader, "a move before there is a deck");
    if (!accept_key(reader, "move"))
        return wrong(reader, "a field is missing, or is not in its place");
    size = (size_t)(reader->end - reader->at);
    if (size >= sizeof text || memchr(reader->at, '\0', size))
        return wrong(reader, "the move can't be read");
    memcpy(text, reader->at, size);
    text[size] = '\0';
    unsigned seat = event->type == TABLE_EVENT_MOVE ? event->seat : 0;
    if (tio_move_parse(deck, NULL, seat, text, &event->move, NULL) != TIO_OK)
        return wrong(reader, "the move can't be read");
    if (tio_move_is_chance(event->move.type) !=
        (event->type == TABLE_EVENT_CHANCE))
        return wrong(reader, "chance and players don't make the same moves");
    reader->at = reader->end;
    return true;
}

static bool read_deck(struct reader *reader, struct table_event *event,
                      char room[TABLE_DECK])
{
    if (!accept_key(reader, "cards"))
        return true;
    if (!read_escaped(reader, (size_t)(reader->end - reader->at), true, room,
                      TABLE_DECK))
        return false;
    event->deck = room;
    return true;
}

static bool read_event(struct reader *reader, const tio_deck *deck,
                       struct table_event *event, char room[TABLE_DECK])
{
    if (!read_number(reader, UINT64_MAX, &event->seq) || !accept(reader, " "))
        return wrong(reader, "an event begins with its number and time");
    if (!read_number(reader, UINT64_MAX, &event->time) || !accept(reader, " "))
        return wrong(reader, "an event begins with its number and time");
    if (!read_word(reader, events, TABLE_EVENT_TYPES, &event->type))
        return wrong(reader, "there is no such event");
    if (!read_person(reader, event))
        return false;
    unsigned has = groups[event->type];
    for (size_t i = 0; i < FIELDS; i++)
        if (has & fields[i].group && !read_field(reader, &fields[i], event))
            return false;
    if (has & HAS_SETTINGS && !read_settings(reader, event))
        return false;
    if (has & HAS_SNAPSHOT && !read_snapshot(reader, &event->snapshot))
        return false;
    if (has & HAS_MOVE && !read_move(reader, deck, event))
        return false;
    if (has & HAS_SETTINGS && !read_deck(reader, event, room))
        return false;
    return reader->at == reader->end || wrong(reader, "the line goes on");
}

bool table_event_parse(const char *text, size_t length, const tio_deck *deck,
                       struct table_event *out, char room[TABLE_DECK],
                       tio_text_error *error)
{
    struct reader reader = {text, text, text + length, error};
    struct table_event event;
    char again[TABLE_EVENT];
    memset(&event, 0, sizeof event);
    if (length >= TABLE_EVENT)
        return wrong(&reader, "the line is too long");
    if (!read_event(&reader, deck, &event, room))
        return false;
    if (table_event_print(&event, deck, again) != length ||
        memcmp(again, text, length) != 0)
        return wrong(&reader, "this could be written in another way");
    *out = event;
    return true;
}
