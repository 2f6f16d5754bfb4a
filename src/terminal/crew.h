/* The players at the table who are not people: bots and other people's programs,
 * from their start to their end. They learn of every move what their seat may
 * see of it. */
#ifndef TERMINAL_CREW_H
#define TERMINAL_CREW_H

#include "programs/player.h"
#include "table/table.h"
#include "terminal/save.h"
#include "terminal/words.h"
#include "tioli.h"

#define CREW_WAITING TABLE_UNDO

struct crew {
    unsigned players;
    struct player *player[TIO_MAX_PLAYERS]; /* NULL: a person */
    enum player_fault fault[TIO_MAX_PLAYERS];
    bool told[TIO_MAX_PLAYERS]; /* of the fault */
    unsigned hidden;            /* seats whose answer is not shown yet */
    unsigned waiting; /* moves that may still be taken back: not told yet */
    tio_move wait[CREW_WAITING];
};

/* Names those who have no name yet: the first person is `login`, unless that is
 * "", others are "Player 2"; a bot is "Mia", as at a server's table, and a
 * program goes by the name of its file. A spec without a text is a person. */
void crew_names(const struct player_spec spec[TIO_MAX_PLAYERS],
                unsigned players, const char *login,
                char name[TIO_MAX_PLAYERS][TIO_NAME_TEXT]);
/* What a bot on that seat would be called among the others. */
const char *crew_first_name(unsigned seat, unsigned players,
                            char name[TIO_MAX_PLAYERS][TIO_NAME_TEXT]);

/* Starts everyone and tells them of the game. False if memory is out. */
bool crew_open(struct crew *crew, const struct seating *seating,
               const struct player_limits *limits, const tio_deck *deck,
               const tio_settings *settings, const struct names *names);

/* Something happened at the table. Moves that may still be taken back are told
 * later, answers of a common phase when all have come. */
void crew_saw(struct crew *crew, const struct table *table,
              const struct table_event *event);

/* Nothing can be taken back any more: all is told. */
void crew_tell(struct crew *crew, const tio_deck *deck);

/* Has a seat choose. */
void crew_choose(struct crew *crew, unsigned seat, const tio_view *view,
                 const tio_deck *deck, tio_random *random, tio_move *out);

/* A seat whose fault nobody was told of, which counts as told from now on, or
 * TIO_NONE. */
unsigned crew_fault(struct crew *crew);

/* Ends everyone; `game` is NULL if it was abandoned. */
void crew_close(struct crew *crew, const tio_game *game);

/* Says who plays: "You play against Mia (hard).", and how each bot plays. Without
 * exactly one person, `you` is not a seat. */
void crew_introduce(const struct seating *seating, const struct names *names,
                    unsigned you);

#endif
