/* What happens at a table on a server, told as at a table here: with each piece
 * of news comes the own view of the table after it. */
#include <stdio.h>
#include <string.h>

#include "i18n/i18n.h"
#include "show/reactions.h"
#include "terminal/join_parts.h"
#include "terminal/words.h"

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static bool is(const json_t *object, const char *key, const char *value)
{
    return strcmp(text_of(object, key), value) == 0;
}

/* ---- Deck and view ----------------------------------------------------- */

static bool fetch_deck(struct join *join)
{
    json_t *answer =
        remote_call(&join->remote, json_pack("{s:s}", "do", "deck"));
    if (!answer)
        return false;
    const char *text = text_of(answer, "deck");
    tio_text_error error;
    join->has_deck = tio_deck_parse(text, strlen(text), "of the server",
                                    &join->deck, &error) == TIO_OK;
    json_decref(answer);
    if (!join->has_deck)
        join_end(join, _("the server's deck can't be read"));
    return join->has_deck;
}

/* A view of another deck than the known one means that the host has changed
 * it. */
static bool read_view(struct join *join, const json_t *message, tio_view *out)
{
    const char *text = text_of(message, "view");
    if (!text[0])
        return false;
    tio_text_error error;
    for (unsigned tries = 0; tries < 2; tries++) {
        if ((!join->has_deck || tries) && !fetch_deck(join))
            return false;
        if (tio_view_parse(&join->deck, text, strlen(text), out, &error) ==
            TIO_OK)
            return true;
    }
    join_end(join, _("the server's view of the game can't be read"));
    return false;
}

/* ---- The game ---------------------------------------------------------- */

static bool read_move(const struct join *join, const json_t *object,
                      unsigned seat, tio_move *out)
{
    const char *text = text_of(object, "move");
    tio_text_error error;
    return text[0] &&
           tio_move_parse(&join->deck, NULL, seat, text, out, &error) == TIO_OK;
}

/* The log has it already. */
static void show_move(const struct join *join, const tio_move *move,
                      const tio_view *after)
{
    if (join->has_view)
        join->remote.front.moved(join->remote.front.context, &join->view, move,
                                 after);
}

/* Deals to others say nothing that could be shown, and can't be read. */
static void chance_news(struct join *join, const json_t *news,
                        const tio_view *after)
{
    tio_move move = {.type = TIO_MOVE_DEAL, .seat = TIO_NONE};
    if (read_move(join, news, TIO_NONE, &move))
        show_move(join, &move, after);
    past_add(&join->past, &move);
}

static void move_news(struct join *join, const json_t *news,
                      const tio_view *after)
{
    unsigned seat = join_seat_of(news, "seat");
    tio_move hidden = {.type = TIO_MOVE_LAY, .seat = (uint8_t)seat};
    if (seat >= join->players)
        return;
    tio_move move;
    if (!read_move(join, news, seat, &move))
        move = hidden; /* until all have answered */
    else
        show_move(join, &move, after);
    past_add(&join->past, &move);
}

static void game_news(struct join *join, const json_t *message,
                      const json_t *news)
{
    tio_view after;
    if (!read_view(join, message, &after))
        return;
    join->seat = after.seat;
    join->settings.edition = after.game.settings.edition;
    join_tell(join, news);
    if (is(news, "event", "start")) {
        join->past.count = 0;
        join->has_view = false;
    } else if (is(news, "event", "chance")) {
        chance_news(join, news, &after);
    } else if (is(news, "event", "move")) {
        move_news(join, news, &after);
    } else {
        json_int_t moves = json_integer_value(json_object_get(news, "moves"));
        do
            past_drop(&join->past);
        while (--moves > 0 && join->past.count);
    }
    join->view = after;
    join->has_view = true;
}

static void read_news(struct join *join, const json_t *message,
                      const json_t *news)
{
    unsigned seat = join_seat_of(news, "seat");
    if (is(news, "event", "start") || is(news, "event", "chance") ||
        is(news, "event", "move") || is(news, "event", "undo")) {
        game_news(join, message, news);
        return;
    }
    if (seat < TIO_MAX_PLAYERS &&
        (is(news, "event", "sit") || is(news, "event", "bot") ||
         is(news, "event", "name")))
        join_set_name(join, seat, news);
    join_tell(join, news);
}

/* ---- Messages ---------------------------------------------------------- */

static void read_presence(struct join *join, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i);
        unsigned seat = join_seat_of(one, "seat");
        bool away = json_is_false(json_object_get(one, "present"));
        if (seat >= join->players)
            continue;
        join_read_grace(&join->seats[seat], one);
        if (join->seats[seat].away == away)
            continue;
        join->seats[seat].away = away;
        if (seat == join->seat)
            continue;
        tell(&join->log,
             away ? _("%s is not connected now.") : _("%s is connected again."),
             join->names.of[seat]);
    }
}

/* What another player says. Words that are not known are left out. */
static void read_reaction(struct join *join, const json_t *message)
{
    static const struct {
        const char *word;
        const char *words;
    } rows[] = {
#define X(name, word, words) {word, words},
        SHOW_REACTIONS(X)
#undef X
    };
    unsigned seat = join_seat_of(message, "seat");

    for (size_t i = 0; i < sizeof rows / sizeof *rows && !join->muted; i++)
        if (seat < join->players && seat != join->seat &&
            is(message, "reaction", rows[i].word))
            tell(&join->log, "%s: %s", join->names.of[seat], _(rows[i].words));
}

static void read_gone(struct join *join, const json_t *message)
{
    char words[REMOTE_WHY];
    if (is(message, "gone", "kicked")) {
        join_end(join, _("the host has removed you from this table"));
    } else if (is(message, "gone", "closed")) {
        remote_say(&join->remote, _("The table is closed."));
        join_end(join, "");
    } else {
        remote_words(message, words);
        join_end(join, words);
    }
}

static void read_notice(struct join *join, const json_t *message)
{
    if (is(message, "notice", "draining")) {
        tell(&join->log, _("The server is about to stop. The game is kept, and "
                           "this terminal connects again by itself."));
        return;
    }
    char words[REMOTE_WHY];
    remote_words(message, words);
    tell(&join->log, _("The server says: %.250s."), words);
}

/* It says what has changed since a state that we do not have. */
static void ask_for_state(struct join *join)
{
    if (join->missing)
        return;
    join->missing = true;
    json_t *request = json_pack("{s:s, s:I, s:b}", "do", "enter", "after",
                                (json_int_t)join->remote.seq, "text", 1);
    json_decref(remote_call(&join->remote, request));
}

/* The state after the message; NULL if it says nothing of it. */
static const json_t *new_state(struct join *join, const json_t *message,
                               uint64_t seq)
{
    json_t *state = json_object_get(message, "state");
    json_t *changes = json_object_get(message, "changes");
    json_int_t since = json_integer_value(json_object_get(message, "since"));
    if (state) {
        json_decref(join->state);
        join->state = json_incref(state);
        join->missing = false;
    } else if (!changes) {
        return NULL;
    } else if (!join->state || (uint64_t)since != join->state_seq) {
        ask_for_state(join);
        return NULL;
    } else {
        join_merge(join->state, changes);
    }
    join->state_seq = seq;
    return join->state;
}

static void read_table(struct join *join, const json_t *message)
{
    const json_t *news = json_object_get(message, "news");
    uint64_t seq =
        (uint64_t)json_integer_value(json_object_get(message, "seq"));
    const json_t *state = new_state(join, message, seq);
    if (state)
        join_own_seat(join, state); /* of whom the news may be */
    if (news && seq > join->remote.seq)
        read_news(join, message, news);
    if (seq > join->remote.seq)
        join->remote.seq = seq;
    if (!state)
        return;
    join_state(join, state);
    if (!news && !join->remote.ended)
        join->has_view = read_view(join, message, &join->view);
}

void join_message(struct join *join, json_t *message)
{
    const json_t *presence = json_object_get(message, "presence");
    if (json_object_get(message, "notice"))
        read_notice(join, message);
    else if (!is(message, "table", join->remote.link.table))
        ;
    else if (json_object_get(message, "gone"))
        read_gone(join, message);
    else if (presence)
        read_presence(join, presence);
    else if (json_object_get(message, "reaction"))
        read_reaction(join, message);
    else
        read_table(join, message);
    json_decref(message);
}
