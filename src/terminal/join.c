/* A game on a server: finds the table, sits down, and at its end checks the
 * dice. */
#include "terminal/join.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hex.h"
#include "i18n/i18n.h"
#include "fair/fair.h"
#include "notation/name.h"
#include "terminal/join_parts.h"

void join_end(struct join *join, const char *why)
{
    remote_end(&join->remote, why);
}

/* Waits for the next message from the server, which may take half a minute. */
static void take_next(struct join *join)
{
    json_t *message;
    enum remote_event event = remote_wait(&join->remote, 30000, &message);
    if (event == REMOTE_MESSAGE)
        join_message(join, message);
    else if (event == REMOTE_TIMEOUT)
        join_end(join, _("the server did not send the state of the table"));
    else if (event != REMOTE_END)
        remote_goes_on(&join->remote);
}

/* The first state comes after all that had happened before. */
static void first_state(struct join *join)
{
    while (!join->known && !join->remote.ended)
        take_next(join);
}

/* ---- Sitting down ------------------------------------------------------ */

static const char *why_not_seated(const char *error, bool with_code)
{
    if (strcmp(error, "full") == 0)
        return _("every seat at this table is taken; add --watch to watch");
    if (strcmp(error, "bad-code") == 0)
        return with_code ? _("that is not this table's password: ask the "
                             "host for it")
                         : _("this table has a password: ask the host for it, "
                             "and add --password WORD");
    if (strcmp(error, "kicked") == 0)
        return _("the host has removed you from this table");
    if (strcmp(error, "name-taken") == 0)
        return _("somebody at this table has your name, or one that looks the "
                 "same: choose another with --name NAME");
    if (strcmp(error, "not-open") == 0)
        return _("the game has started without you; add --watch to watch");
    if (strcmp(error, "draining") == 0)
        return _("the server is about to stop: try again in a moment");
    return NULL;
}

static void sit_down(struct join *join, const char *code)
{
    json_t *request = json_pack("{s:s}", "do", "sit");
    join_make_bytes(join);
    json_object_set_new(request, "bytes", json_string(join->proof.bytes));
    if (code)
        json_object_set_new(request, "code", json_string(code));
    json_t *answer = remote_call(&join->remote, request);
    const char *error = answer ? remote_refused(answer) : NULL;
    char words[REMOTE_WHY];
    const char *why;
    if (error && strcmp(error, "seated-already") != 0) {
        remote_words(answer, words);
        why = why_not_seated(error, code);
        join_end(join, why ? why : words);
    }
    json_decref(answer);
}

void join_take_part(struct join *join)
{
    const struct join_options *options = join->options;
    if (options->table)
        join_seat_bots(join, options->table);
    if (join->remote.ended)
        return;
    if (join->seat < join->players && join->phase != JOIN_CLOSED) {
        kept_proof(&join->remote.link, &join->proof);
    } else if (options->watch) {
        return;
    } else if (join->phase == JOIN_OPEN) {
        sit_down(join, options->code);
        /* Whoever sits down sees what follows from it. */
        while (join->seat >= join->players && !join->remote.ended)
            take_next(join);
    } else if (join->phase == JOIN_CLOSED) {
        join_end(join, _("this table is closed"));
    } else {
        join_end(join, why_not_seated("not-open", false));
    }
}

/* ---- The end of a game ------------------------------------------------- */

static bool secret_fits(const char *secret, const char *commit)
{
    uint8_t bytes[FAIR_BYTES];
    if (!hex_read(secret, strlen(secret), bytes, sizeof bytes))
        return false;
    uint8_t hash[FAIR_BYTES];
    fair_commit(bytes, hash);
    char text[KEPT_HEX];
    hex_print(hash, sizeof hash, text);
    return strcmp(text, commit) == 0;
}

void join_show_proof(const struct join *join)
{
    if (!join->last_secret[0]) {
        putchar('\n');
        return;
    }
    puts(_("Every roll and deal can be worked out again:"));
    printf("  curl -o game.tioli '%s/api/tables/%s/record?game=%u'\n",
           join->remote.link.origin, join->remote.link.table, join->games);
    fputs("  tioli verify", stdout);
    if (join->proof.commit[0])
        printf(" --commit %s", join->proof.commit);
    if (join->proof.bytes[0])
        printf(" --bytes %s", join->proof.bytes);
    puts(" game.tioli\n");
}

/* What the server was committed to before this terminal gave its bytes must be
 * what it used. */
const char *join_verdict(const struct join *join)
{
    const char *seen = join->proof.commit;
    if (!join->last_secret[0])
        return NULL;
    if (!secret_fits(join->last_secret, join->last_commit))
        return _("NOT FAIR: the server's secret is not the one that it was "
                 "committed to.");
    if (seen[0] && strcmp(seen, join->last_commit) != 0)
        return _("NOT FAIR: the server was committed to another secret when "
                 "you sat down.");
    if (seen[0])
        return _("The dice: the server has shown its secret, and it is the one "
                 "that it was committed to when you sat down.");
    return _("The dice: the server has shown its secret, and it is the one "
             "that it was committed to.");
}

/* ---- From the first message to the last -------------------------------- */

void join_say_goodbye(const struct join *join)
{
    if (join->seat >= join->players || join->remote.why[0])
        return;
    if (join->remote.url[0] &&
        (join->phase == JOIN_OPEN || join->phase == JOIN_PLAYING)) {
        say(0, _("Goodbye. Your seat is kept. To come back to it, run:"));
        printf("  tioli play --join %s/t/%s\n", join->remote.link.origin,
               join->remote.link.table);
    } else if (join->phase == JOIN_OPEN || join->phase == JOIN_PLAYING)
        say(0, _("Goodbye. Your seat is kept: the same command brings you back "
                 "to it."));
    else
        kept_forget_proof(&join->remote.link);
}

/* Whoever was on the server before has a name there. */
static const char *name_for(const struct join_options *options)
{
    const char *user = getenv("USER");
    char token[KEPT_TOKEN];
    kept_token(&options->link, token);
    if (options->name[0] || token[0] || !user || strlen(user) > JOIN_NAME ||
        !name_is_good(user, strlen(user)))
        return options->name;
    return user;
}

struct join *join_open(const struct join_options *options)
{
    struct join *join = calloc(1, sizeof *join);
    if (!join)
        return NULL;
    join->options = options;
    join->wish =
        options->table ? join_wish(options->table, options->code) : NULL;
    join->players = TIO_MAX_PLAYERS;
    join->seat = TIO_SPECTATOR;
    join->remote.link = options->link;
    join->remote.wish = join->wish;
    join->remote.name = name_for(options);
    join->remote.stranger = options->watch;
    join->remote.input = -1;
    return join;
}

bool join_connect(struct join *join)
{
    if (!remote_open(&join->remote))
        return false;
    if (join->remote.url[0] && join->options->made)
        join->options->made(join->remote.url);
    first_state(join);
    return !join->remote.ended;
}

void join_close(struct join *join)
{
    remote_close(&join->remote);
    past_free(&join->past);
    json_decref(join->wish);
    json_decref(join->state);
    free(join);
}
