/* Bots and programs at the table. What a program sent that was wrong is never
 * shown here: it may be about cards that nobody else must know. */
#include "terminal/crew.h"

#include <stdio.h>
#include <string.h>

#include "i18n/i18n.h"
#include "notation/name.h"
#include "base/utf8.h"
#include "terminal/say.h"

static bool is_taken(const char *wanted, unsigned seat, unsigned players,
                     char name[TIO_MAX_PLAYERS][TIO_NAME_TEXT])
{
    for (unsigned other = 0; other < players; other++)
        if (other != seat && names_alike(name[other], wanted))
            return true;
    return false;
}

const char *crew_first_name(unsigned seat, unsigned players,
                            char name[TIO_MAX_PLAYERS][TIO_NAME_TEXT])
{
    unsigned number = seat;
    while (is_taken(table_first_name(number), seat, players, name))
        number++;
    return table_first_name(number);
}

/* A program goes by the name of its file, where that can be told without
 * reading quotes: "./bots/mybot --fast" is mybot. */
static void name_program(const struct player_spec *spec, unsigned seat,
                         char name[TIO_NAME_TEXT])
{
    const char *word = spec->command;
    size_t length = strcspn(word, " \t");
    bool quoted = strcspn(word, "'\"\\") < length;
    for (size_t i = length; i > 0; i--) {
        if (word[i - 1] == '/') {
            word += i;
            length -= i;
            break;
        }
    }
    if (quoted || length > TIO_NAME_TEXT - 8 || !utf8_is_name(word, length)) {
        word = "program";
        length = strlen(word);
    }
    snprintf(name, TIO_NAME_TEXT, "%.*s %u", (int)length, word, seat + 1);
}

void crew_names(const struct player_spec spec[TIO_MAX_PLAYERS],
                unsigned players, const char *login,
                char name[TIO_MAX_PLAYERS][TIO_NAME_TEXT])
{
    bool first = true;
    /* People come first, for bots make way for their names. */
    for (unsigned seat = 0; seat < players; seat++) {
        if (spec[seat].text[0])
            continue;
        if (!name[seat][0] && first && login[0] &&
            !is_taken(login, seat, players, name))
            snprintf(name[seat], TIO_NAME_TEXT, "%s", login);
        else if (!name[seat][0])
            snprintf(name[seat], TIO_NAME_TEXT, _("Player %u"), seat + 1);
        first = false;
    }
    for (unsigned seat = 0; seat < players; seat++) {
        if (name[seat][0])
            continue;
        if (spec[seat].bot)
            snprintf(name[seat], TIO_NAME_TEXT, "%s",
                     crew_first_name(seat, players, name));
        else
            name_program(&spec[seat], seat, name[seat]);
    }
}

bool crew_open(struct crew *crew, const struct seating *seating,
               const struct player_limits *limits, const tio_deck *deck,
               const tio_settings *settings, const struct names *names)
{
    const char *name[TIO_MAX_PLAYERS] = {0};
    *crew = (struct crew){.players = seating->players};
    for (unsigned seat = 0; seat < seating->players; seat++)
        name[seat] = names->of[seat];
    for (unsigned seat = 0; seat < seating->players; seat++) {
        const struct player_spec *spec = &seating->spec[seat];
        if (!seating_is_bot(seating, seat))
            continue;
        crew->player[seat] = player_open(spec, limits, &crew->fault[seat]);
        if (!crew->player[seat])
            return false;
        enum player_fault begun =
            player_begin(crew->player[seat], deck, settings, seat, name);
        if (crew->fault[seat] == PLAYER_NONE)
            crew->fault[seat] = begun;
    }
    return true;
}

static void pass_on(struct crew *crew, const tio_deck *deck,
                    const tio_move *move)
{
    for (unsigned seat = 0; seat < crew->players; seat++) {
        tio_move seen = tio_move_seen(deck, move, seat);
        if (crew->player[seat])
            player_saw(crew->player[seat], deck, &seen);
    }
}

/* Tells all but the last `loose`. */
static void tell_but(struct crew *crew, const tio_deck *deck, unsigned loose)
{
    unsigned told = crew->waiting > loose ? crew->waiting - loose : 0;
    for (unsigned i = 0; i < told; i++)
        pass_on(crew, deck, &crew->wait[i]);
    crew->waiting -= told;
    memmove(crew->wait, crew->wait + told,
            crew->waiting * sizeof crew->wait[0]);
}

/* An answer that nobody has seen is not among those that wait. */
void crew_saw(struct crew *crew, const struct table *table,
              const struct table_event *event)
{
    tio_move shown[TIO_MAX_PLAYERS];
    unsigned count = table_shown(table, event, shown);
    unsigned hidden = crew->hidden;
    crew->hidden = table->hidden_answers;
    if (event->type == TABLE_EVENT_UNDO) {
        unsigned seen = table_undone_shown(table, hidden);
        crew->waiting -= seen < crew->waiting ? seen : crew->waiting;
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        if (crew->waiting == CREW_WAITING)
            tell_but(crew, table->deck, CREW_WAITING - 1);
        crew->wait[crew->waiting++] = shown[i];
    }
    tell_but(crew, table->deck, table->undo_moves);
}

void crew_tell(struct crew *crew, const tio_deck *deck)
{
    tell_but(crew, deck, 0);
}

void crew_choose(struct crew *crew, unsigned seat, const tio_view *view,
                 const tio_deck *deck, tio_random *random, tio_move *out)
{
    enum player_fault fault =
        player_choose(crew->player[seat], view, deck, random, out);
    if (crew->fault[seat] == PLAYER_NONE)
        crew->fault[seat] = fault;
}

unsigned crew_fault(struct crew *crew)
{
    for (unsigned seat = 0; seat < crew->players; seat++) {
        if (crew->fault[seat] != PLAYER_NONE && !crew->told[seat]) {
            crew->told[seat] = true;
            return seat;
        }
    }
    return TIO_NONE;
}

void crew_close(struct crew *crew, const tio_game *game)
{
    for (unsigned seat = 0; seat < crew->players; seat++) {
        if (!crew->player[seat])
            continue;
        player_end(crew->player[seat], game);
        player_close(crew->player[seat]);
        crew->player[seat] = NULL;
    }
}

/* A bot goes by its own name or says whose play to expect. */
static void add_bot(struct text *out, const struct player_spec *spec,
                    const char *name)
{
    char command[PLAYER_TEXT];
    if (spec->bot &&
        strncmp(name, spec->bot->name, strlen(spec->bot->name)) != 0) {
        text_add(out, "%s (%s)", name, spec->bot->name);
    } else if (spec->bot) {
        text_add(out, "%s", name);
    } else {
        utf8_escape(spec->command, strlen(spec->command), command,
                    sizeof command);
        text_add(out, _("%s (the program %s)"), name, command);
    }
}

/* Bots of one sort are told of once. */
static void tell_abouts(const struct seating *seating)
{
    for (unsigned seat = 0; seat < seating->players; seat++) {
        const tio_bot *bot = seating->spec[seat].bot;
        bool told = false;
        for (unsigned other = 0; other < seat; other++)
            told = told || seating->spec[other].bot == bot;
        /* TRANSLATORS: the bot's name, and what it does: "plays well". */
        if (bot && !told)
            say(0, _("The bot %s %s."), bot->name, _(bot->about));
    }
}

void crew_introduce(const struct seating *seating, const struct names *names,
                    unsigned you)
{
    unsigned bots = 0;
    unsigned bot = 0;
    for (unsigned seat = 0; seat < seating->players; seat++)
        bots += seating_is_bot(seating, seat);
    if (!bots)
        return;
    struct text who;
    text_clear(&who);
    for (unsigned seat = 0; seat < seating->players; seat++) {
        if (!seating_is_bot(seating, seat))
            continue;
        struct text one;
        text_clear(&one);
        add_bot(&one, &seating->spec[seat], names->of[seat]);
        words_list(&who, one.at, bot++, bots);
    }
    if (you < seating->players)
        say(0, _("You play against %s."), who.at);
    else
        say(0, _("Bots: %s."), who.at);
    tell_abouts(seating);
}
