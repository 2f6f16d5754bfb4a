/* Who may ask for what, and when: the whole matrix, to be read as a table. What
 * a command names (a seat, a move, a code) is looked at only after this. */
#include "table/parts.h"

/* Short names, so that a row fits its line. */
enum {
    OK = TABLE_E_OK,
    HOST = TABLE_E_NOT_HOST,
    SEAT = TABLE_E_NOT_SEATED,
    HERE = TABLE_E_SEATED_ALREADY,
    OPEN = TABLE_E_NOT_OPEN,
    PLAY = TABLE_E_NOT_PLAYING,
    OVER = TABLE_E_NOT_OVER,
};

/* A closed table refuses everything. */
#define OPEN_PHASES 3

static const uint8_t rights[TABLE_COMMAND_TYPES][TABLE_ROLES][OPEN_PHASES] = {
    /* rows: outside, player, host who sits, host who does not;
     * columns: open, playing, over */
    [TABLE_DO_SIT] = {{OK, OPEN, OPEN},
                      {HERE, HERE, HERE},
                      {HERE, HERE, HERE},
                      {OK, OPEN, OPEN}},
    [TABLE_DO_STAND] = {{SEAT, SEAT, SEAT},
                        {OK, OK, OK},
                        {OK, OK, OK},
                        {SEAT, SEAT, SEAT}},
    [TABLE_DO_KICK] = {{HOST, HOST, HOST},
                       {HOST, HOST, HOST},
                       {OK, OPEN, OPEN},
                       {OK, OPEN, OPEN}},
    [TABLE_DO_BOT] = {{HOST, HOST, HOST},
                      {HOST, HOST, HOST},
                      {OK, OPEN, OPEN},
                      {OK, OPEN, OPEN}},
    [TABLE_DO_NAME] = {{SEAT, SEAT, SEAT},
                       {OK, OK, OK},
                       {OK, OK, OK},
                       {SEAT, SEAT, SEAT}},
    [TABLE_DO_SET] = {{HOST, HOST, HOST},
                      {HOST, HOST, HOST},
                      {OK, OPEN, OPEN},
                      {OK, OPEN, OPEN}},
    [TABLE_DO_HOST] = {{HOST, HOST, HOST},
                       {HOST, HOST, HOST},
                       {OK, OK, OK},
                       {OK, OK, OK}},
    [TABLE_DO_START] = {{HOST, HOST, HOST},
                        {HOST, HOST, HOST},
                        {OK, OPEN, OK},
                        {OK, OPEN, OK}},
    [TABLE_DO_MOVE] = {{SEAT, SEAT, SEAT},
                       {PLAY, OK, PLAY},
                       {PLAY, OK, PLAY},
                       {SEAT, SEAT, SEAT}},
    [TABLE_DO_UNDO] = {{SEAT, SEAT, SEAT},
                       {PLAY, OK, PLAY},
                       {PLAY, OK, PLAY},
                       {SEAT, SEAT, SEAT}},
    [TABLE_DO_AGAIN] = {{SEAT, SEAT, SEAT},
                        {OVER, OVER, OK},
                        {OVER, OVER, OK},
                        {SEAT, SEAT, SEAT}},
    [TABLE_DO_CLOSE] = {{HOST, HOST, HOST},
                        {HOST, HOST, HOST},
                        {OK, OK, OK},
                        {OK, OK, OK}},
};

_Static_assert(TABLE_OPEN == 0 && TABLE_PLAYING == 1 && TABLE_OVER == 2 &&
                   TABLE_CLOSED == OPEN_PHASES,
               "the columns of the matrix");

enum table_role table_role_of(const struct table *table,
                              struct table_person person)
{
    bool seated = table_seat_of(table, person) != TIO_NONE;
    if (table_is_owner(table, person))
        return seated ? TABLE_HOST_SEATED : TABLE_HOST_STANDING;
    return seated ? TABLE_PLAYER : TABLE_OUTSIDE;
}

enum table_error table_right(unsigned command, enum table_role role,
                             unsigned phase)
{
    if (phase >= OPEN_PHASES)
        return TABLE_E_CLOSED;
    return (enum table_error)rights[command][role][phase];
}
