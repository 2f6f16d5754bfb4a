/* What happens at a table on a server, told as at a table here: with each piece
 * of news comes the own view of the table after it. */
#include <stdio.h>
#include <string.h>

#include "i18n/i18n.h"
#include "base/utf8.h"
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
    const char *text;
    tio_text_error error;

    if (!answer)
        return false;
    text = text_of(answer, "deck");
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
    tio_text_error error;

    if (!text[0])
        return false;
    for (unsigned tries = 0; tries < 2; tries++) {
        if ((!join->has_deck || tries) && !fetch_deck(join))
            return false;
        if (tio_view_parse(&join->deck, text, strlen(text), out, &error) ==
            TIO_OK)
            return true;
    }
    join_end(join, _("what the server shows of the game can't be read"));
    return false;
}

/* ---- The game ---------------------------------------------------------- */

static void forget_answers(struct join *join)
{
    memset(&join->answers, TIO_NONE, sizeof join->answers);
}

static bool read_move(const struct join *join, const json_t *object,
                      unsigned seat, tio_move *out)
{
    const char *text = text_of(object, "move");
    tio_text_error error;

    return text[0] &&
           tio_move_parse(&join->deck, NULL, seat, text, out, &error) == TIO_OK;
}

static void tell_view(struct join *join, const tio_move *move,
                      const tio_view *after)
{
    struct teller teller = {
        .deck = &join->deck,
        .names = &join->names,
        .log = &join->log,
        .you = after->seat,
    };

    event_tell(&teller, &join->view, move, after, &join->answers);
    join->remote.front.moved(join->remote.front.context, &join->view, move,
                             after);
    if (after->game.phase != TIO_PHASE_DISCARD &&
        after->game.phase != TIO_PHASE_DRAW)
        forget_answers(join);
}

/* Deals to others say nothing that could be told, and can't be read. */
static void chance_news(struct join *join, const json_t *news,
                        const tio_view *after)
{
    tio_move move = {.type = TIO_MOVE_DEAL, .seat = TIO_NONE};

    if (read_move(join, news, TIO_NONE, &move) && join->has_view)
        tell_view(join, &move, after);
    past_add(&join->past, &move);
}

static void tell_late(struct join *join, const json_t *news, unsigned seat)
{
    if (!is(news, "by", "late"))
        return;
    if (seat == join->seat)
        tell(&join->log, _("Your time is up: a bot has decided for you."));
    else
        tell(&join->log, _("%s's time is up: a bot has decided."),
             join->names.of[seat]);
}

static void move_news(struct join *join, const json_t *news,
                      const tio_view *after)
{
    const json_t *shown = json_object_get(news, "shown");
    unsigned seat = join_seat_of(news, "seat");
    tio_move hidden = {.type = TIO_MOVE_LAY, .seat = (uint8_t)seat};
    tio_move move;

    if (seat >= join->players)
        return;
    tell_late(join, news, seat);
    for (size_t i = 0; i < json_array_size(shown); i++) {
        const json_t *one = json_array_get(shown, i);
        unsigned whose = join_seat_of(one, "seat");

        if (whose < join->players && read_move(join, one, whose, &move))
            answers_note(&join->answers, &move);
    }
    if (!read_move(join, news, seat, &move))
        move = hidden; /* until all have answered */
    else if (join->has_view)
        tell_view(join, &move, after);
    past_add(&join->past, &move);
}

static void undo_news(struct join *join, unsigned seat)
{
    past_drop(&join->past);
    if (seat == join->seat)
        tell(&join->log, _("You take your last move back."));
    else
        tell(&join->log, _("%s takes the last move back."),
             join->names.of[seat]);
}

static void start_news(struct join *join, const tio_game *game)
{
    struct text who;

    join->past.count = 0;
    join->has_view = false;
    forget_answers(join);
    text_clear(&who);
    words_names(&who, &join->names, (1U << game->settings.players) - 1);
    join->log.round = join->log.count;
    tell(&join->log,
         ngettext("The game begins: %s play %u round.",
                  "The game begins: %s play %u rounds.", game->rounds),
         who.at, game->rounds);
}

static void game_news(struct join *join, const json_t *message,
                      const json_t *news)
{
    unsigned seat = join_seat_of(news, "seat");
    tio_view after;

    if (!read_view(join, message, &after))
        return;
    join->seat = after.seat;
    if (is(news, "event", "start"))
        start_news(join, &after.game);
    else if (is(news, "event", "chance"))
        chance_news(join, news, &after);
    else if (is(news, "event", "move"))
        move_news(join, news, &after);
    else if (is(news, "event", "undo") && seat < join->players)
        undo_news(join, seat);
    join->view = after;
    join->has_view = true;
}

/* ---- People ------------------------------------------------------------ */

static void sit_news(struct join *join, const json_t *news, unsigned seat)
{
    char old[TIO_NAME_TEXT];
    const char *level = text_of(news, "level");

    memcpy(old, join->names.of[seat], sizeof old);
    join_set_name(join, seat, news);
    if (is(news, "event", "bot"))
        tell(&join->log, _("The bot %s (%s) takes a seat."),
             join->names.of[seat],
             utf8_is_name(level, strlen(level)) ? level : "?");
    else if (is(news, "event", "name"))
        tell(&join->log, _("%s is called %s now."), old, join->names.of[seat]);
    else if (seat == join->seat)
        tell(&join->log, _("You sit down, as %s."), join->names.of[seat]);
    else
        tell(&join->log, _("%s sits down."), join->names.of[seat]);
}

/* The host has begun another game without who did not want it yet. */
static void put_out_news(struct join *join, unsigned seat)
{
    if (seat == join->seat)
        tell(&join->log,
             _("The host begins another game without you: a bot has "
               "your seat, and you look on."));
    else
        tell(&join->log, _("%s has not said again: a bot takes the seat."),
             join->names.of[seat]);
}

static void seat_news(struct join *join, const json_t *news, unsigned seat)
{
    static const struct {
        const char *event;
        const char *you;
        const char *other;
    } words[] = {
        {"stand", N_("You stand up."), N_("%s stands up.")},
        {"host", N_("You are the host now."), N_("%s is the host now.")},
        {"stand-in", N_("You are away: a bot plays for you."),
         N_("%s is away: a bot plays on until they are back.")},
        {"back", N_("You are back."), N_("%s is back.")},
        {"leave", N_("You have left."), N_("%s has left: a bot plays on.")},
        {"again", N_("You want to play again."), N_("%s wants to play again.")},
    };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!is(news, "event", words[i].event))
            continue;
        if (seat == join->seat)
            tell(&join->log, "%s", _(words[i].you));
        else
            tell(&join->log, _(words[i].other), join->names.of[seat]);
    }
}

static void read_news(struct join *join, const json_t *message,
                      const json_t *news)
{
    unsigned seat = join_seat_of(news, "seat");

    if (is(news, "event", "start") || is(news, "event", "chance") ||
        is(news, "event", "move") || is(news, "event", "undo"))
        game_news(join, message, news);
    else if (is(news, "event", "set"))
        tell(&join->log, _("The host has changed the settings."));
    else if (seat == TIO_NONE)
        return;
    else if (is(news, "event", "sit") || is(news, "event", "bot") ||
             is(news, "event", "name"))
        sit_news(join, news, seat);
    else if (is(news, "event", "leave") && is(news, "by", "host"))
        put_out_news(join, seat);
    else
        seat_news(join, news, seat);
}

/* ---- Messages ---------------------------------------------------------- */

static void read_presence(struct join *join, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i);
        unsigned seat = join_seat_of(one, "seat");
        bool away = json_is_false(json_object_get(one, "present"));

        if (seat >= join->players || join->seats[seat].away == away)
            continue;
        join->seats[seat].away = away;
        if (seat == join->seat)
            continue;
        tell(&join->log,
             away ? _("%s is not connected now.") : _("%s is connected again."),
             join->names.of[seat]);
    }
}

static void read_gone(struct join *join, const json_t *message)
{
    char words[REMOTE_WHY];

    if (is(message, "gone", "kicked")) {
        join_end(join, _("the host has sent you away from this table"));
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
    char words[REMOTE_WHY];

    if (is(message, "notice", "draining")) {
        tell(&join->log, _("The server is about to stop. The game is kept, and "
                           "this terminal connects again by itself."));
        return;
    }
    remote_words(message, words);
    tell(&join->log, _("The server says: %.250s."), words);
}

/* It says what has changed since a state that we do not have. */
static void ask_for_state(struct join *join)
{
    json_t *request;

    if (join->missing)
        return;
    join->missing = true;
    request = json_pack("{s:s, s:I, s:b}", "do", "enter", "after",
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
    else
        read_table(join, message);
    json_decref(message);
}
