/* Writes a record as the game goes on. A line is added whole or not at all, so
 * that the text is a readable record after every call. */
#include "notation/record.h"

#include "base/buffer.h"
#include "notation/builtin.h"
#include "notation/deck_text.h"
#include "notation/settings.h"
#include "base/utf8.h"

#include <assert.h>
#include <stdlib.h>

struct tio_record_writer {
    struct buffer buffer;
    tio_deck deck;
    size_t head; /* bytes above the moves */
    bool fair;
    bool over;   /* the last move ended the game */
    bool ended;  /* the result has been added */
    bool closed; /* the secret has */
};

/* One line, put together before it is added. */
struct line {
    struct buffer out;
    char text[TIO_MOVE_TEXT + 64];
};

static struct buffer *line_begin(struct line *line, const char *words)
{
    line->out = buffer_fixed(line->text, sizeof line->text);
    buffer_text(&line->out, words);
    return &line->out;
}

static void line_add(struct line *line, struct buffer *buffer)
{
    buffer_char(&line->out, '\n');
    buffer_add(buffer, line->text, line->out.size);
}

static void add_words(struct buffer *buffer, const char *key, const char *value)
{
    struct line line;
    buffer_text(line_begin(&line, key), value);
    line_add(&line, buffer);
}

static void add_names(struct buffer *buffer, const tio_record_head *head)
{
    for (int seat = 0; seat < head->settings.players; seat++) {
        struct line line;
        struct buffer *out = line_begin(&line, "name ");
        buffer_number(out, seat + 1);
        buffer_char(out, ' ');
        buffer_text(out, head->name[seat]);
        line_add(&line, buffer);
    }
}

static void add_settings(struct buffer *buffer, const tio_settings *settings,
                         const tio_record_head *head)
{
    add_words(buffer, "tioli record ", head->fair ? "2" : "1");
    for (unsigned i = 0; i < GAME_SETTINGS; i++) {
        const struct setting *row = setting_in_record(i);
        struct line line;
        struct buffer *out = line_begin(&line, row->key);
        buffer_char(out, ' ');
        setting_print(out, row, settings);
        line_add(&line, buffer);
        if (row == &game_settings[SETTING_PLAYERS])
            add_names(buffer, head);
    }
    if (head->takeback)
        add_words(buffer, RECORD_TAKEBACK " ", "yes");
}

static void add_fairness(struct buffer *buffer, unsigned players,
                         const tio_record_head *head)
{
    struct line line;
    record_print_bytes(line_begin(&line, "fair "), head->commit);
    line_add(&line, buffer);
    for (unsigned seat = 0; seat < players; seat++) {
        if ((head->contributed >> seat & 1) == 0)
            continue;
        struct buffer *out = line_begin(&line, "bytes ");
        buffer_number(out, (int)seat + 1);
        buffer_char(out, ' ');
        record_print_bytes(out, head->bytes[seat]);
        line_add(&line, buffer);
    }
}

/* A built-in deck is named; another one is written out, because its file may not
 * be at hand when the record is read. */
static void add_deck(struct buffer *buffer, const tio_deck *deck)
{
    const tio_deck *known = builtin_by_hash(deck->hash);
    struct line line;
    struct buffer *out = line_begin(&line, known ? "deck " : "deck own ");
    buffer_text(out, known ? known->name : deck->name);
    buffer_char(out, ' ');
    buffer_hex(out, deck->hash, 16);
    line_add(&line, buffer);
    if (known)
        return;
    for (unsigned card = 0; card < tio_deck_cards(deck); card++) {
        deck_print_card(line_begin(&line, ""), deck, card);
        line_add(&line, buffer);
    }
    add_words(buffer, "end ", "deck");
}

/* True if a reader will find the same deck again. It would not if a program
 * made cards that the notation has no words for. */
static bool deck_holds(const struct buffer *text, const tio_deck *deck)
{
    tio_record_reader *reader;
    if (builtin_by_hash(deck->hash))
        return true;
    if (tio_record_open(text->data, text->size, &reader, NULL) != TIO_OK)
        return false;
    tio_record_close(reader);
    return true;
}

static bool head_holds(const tio_deck *deck, const tio_record_head *head,
                       tio_game *game)
{
    if (tio_game_init(game, deck, &head->settings) != TIO_OK)
        return false;
    for (unsigned seat = 0; seat < head->settings.players; seat++)
        if (!utf8_fits_as_name(head->name[seat], sizeof head->name[seat]))
            return false;
    if (head->fair && head->contributed >> head->settings.players != 0)
        return false;
    return utf8_fits_as_name(deck->name, sizeof deck->name);
}

tio_record_writer *tio_record_new(const tio_deck *deck,
                                  const tio_record_head *head)
{
    tio_game game;
    struct line line;
    if (!head_holds(deck, head, &game))
        return NULL;
    tio_record_writer *writer = calloc(1, sizeof *writer);
    if (!writer)
        return NULL;
    struct buffer *buffer = &writer->buffer;
    *buffer = buffer_growing();
    writer->deck = *deck;
    writer->fair = head->fair;
    add_settings(buffer, &game.settings, head);
    if (head->fair)
        add_fairness(buffer, game.settings.players, head);
    add_deck(buffer, deck);
    uint32_t hash =
        buffer->failed ? 0 : record_head_hash(buffer->data, buffer->size);
    buffer_hex(line_begin(&line, "moves "), hash, 8);
    line_add(&line, buffer);
    if (buffer->failed || !deck_holds(buffer, deck)) {
        tio_record_free(writer);
        return NULL;
    }
    writer->head = buffer->size;
    return writer;
}

static tio_error writer_add(tio_record_writer *writer, struct line *line)
{
    if (writer->buffer.size + line->out.size >= RECORD_MOST)
        return TIO_E_TOO_LONG;
    line_add(line, &writer->buffer);
    return writer->buffer.failed ? TIO_E_MEMORY : TIO_OK;
}

static tio_error add_move(tio_record_writer *writer, const tio_game *game,
                          const tio_move *move, bool stand_in)
{
    struct line line;
    if (writer->ended || writer->closed)
        return TIO_E_GAME_OVER;
    struct buffer *out = line_begin(&line, "");
    record_print_move(out, &writer->deck, game, move, stand_in);
    tio_error code = writer_add(writer, &line);
    if (code == TIO_OK)
        writer->over = game->phase == TIO_PHASE_OVER;
    return code;
}

tio_error tio_record_add(tio_record_writer *writer, const tio_game *game,
                         const tio_move *move)
{
    return add_move(writer, game, move, false);
}

tio_error tio_record_add_stand_in(tio_record_writer *writer,
                                  const tio_game *game, const tio_move *move)
{
    if (!writer->fair || tio_move_is_chance(move->type))
        return TIO_E_RECORD;
    return add_move(writer, game, move, true);
}

void record_take_back(tio_record_writer *writer)
{
    struct buffer *buffer = &writer->buffer;
    assert(buffer->size > writer->head && !writer->ended && !writer->closed);
    do
        buffer->size--;
    while (buffer->data[buffer->size - 1] != '\n');
    buffer->data[buffer->size] = '\0';
    writer->over = false;
}

bool record_is_fair(const tio_record_writer *writer)
{
    return writer->fair;
}

tio_error tio_record_end(tio_record_writer *writer, const tio_game *game)
{
    struct line line;
    if (writer->ended || writer->closed)
        return TIO_E_GAME_OVER;
    if (game->phase != TIO_PHASE_OVER)
        return TIO_E_WRONG_PHASE;
    record_print_end(line_begin(&line, ""), game);
    tio_error code = writer_add(writer, &line);
    writer->ended = code == TIO_OK;
    return code;
}

tio_error tio_record_reveal(tio_record_writer *writer,
                            const uint8_t secret[TIO_FAIR_BYTES])
{
    struct line line;
    if (!writer->fair)
        return TIO_E_RECORD;
    if (writer->closed)
        return TIO_E_GAME_OVER;
    if (writer->over && !writer->ended)
        return TIO_E_WRONG_PHASE;
    record_print_bytes(line_begin(&line, "secret "), secret);
    tio_error code = writer_add(writer, &line);
    writer->closed = code == TIO_OK;
    return code;
}

const char *tio_record_text(const tio_record_writer *writer, size_t *length)
{
    if (length)
        *length = writer->buffer.size;
    return writer->buffer.data;
}

void tio_record_free(tio_record_writer *writer)
{
    if (!writer)
        return;
    buffer_free(&writer->buffer);
    free(writer);
}
