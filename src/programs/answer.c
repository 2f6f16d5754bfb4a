/* See answer.h. */
#include "programs/answer.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

static bool begins(const char *line, const char *word)
{
    size_t size = strlen(word);
    return strncmp(line, word, size) == 0 &&
           (line[size] == ' ' || line[size] == '\0');
}

bool answer_is_chatter(const char *line)
{
    return begins(line, "info") || begins(line, "error");
}

bool answer_is_text(const char *line, size_t size)
{
    const char *end = line + size;
    while (line < end) {
        uint32_t character;
        size_t step = utf8_next(line, end, &character);
        if (step == 0 || (utf8_is_control(character) && character != '\t'))
            return false;
        line += step;
    }
    return true;
}

enum answer answer_read(const char *line, size_t size, const tio_view *view,
                        const tio_deck *deck, tio_move *move,
                        char words[ANSWER_TEXT])
{
    tio_text_error error = {0};
    if (!answer_is_text(line, size))
        return ANSWER_BYTES;
    if (answer_is_chatter(line))
        return ANSWER_CHATTER;
    if (!begins(line, "move")) {
        char shown[64];
        utf8_escape(line, size, shown, sizeof shown);
        snprintf(words, ANSWER_TEXT,
                 "MESSAGE expected 'move' and a move, got '%s'", shown);
        return ANSWER_UNKNOWN;
    }
    const char *text = line + strlen("move");
    text += strspn(text, " ");
    tio_error code = tio_move_parse(deck, view, view->seat, text, move, &error);
    if (code != TIO_OK) {
        size_t column = (size_t)(text - line) + error.column;
        snprintf(words, ANSWER_TEXT, "%s column %zu: %s", tio_error_name(code),
                 column, error.what);
        return ANSWER_WRONG;
    }
    move->seat = tio_move_is_chance(move->type) ? move->seat : view->seat;
    code = tio_check(&view->game, deck, move);
    if (code != TIO_OK) {
        snprintf(words, ANSWER_TEXT, "%s %s", tio_error_name(code),
                 tio_error_words(code));
        return ANSWER_WRONG;
    }
    return ANSWER_MOVE;
}
