/* Who may ask for what, and when: a row for each command. What a command names
 * (a seat, a move, a code) is looked at only after this. */
#include "table/parts.h"

#define ROLE(role) (1U << TABLE_##role)
#define STANDING (ROLE(OUTSIDE) | ROLE(HOST_STANDING))
#define SEATED (ROLE(PLAYER) | ROLE(HOST_SEATED))
#define HOST (ROLE(HOST_SEATED) | ROLE(HOST_STANDING))

#define OPEN (1U << TABLE_OPEN)
#define PLAYING (1U << TABLE_PLAYING)
#define OVER (1U << TABLE_OVER)
#define ANY (OPEN | PLAYING | OVER)

/* Whoever may not ask at all is told so before it is said that this is not the
 * time for it. A closed table refuses everything. */
static const struct {
    uint8_t who;      /* may ask: bits by enum table_role */
    uint8_t not_they; /* what all others are told */
    uint8_t when;     /* bits by enum table_phase */
    uint8_t not_now;  /* what they are told at other times */
} rights[TABLE_COMMAND_TYPES] = {
    [TABLE_DO_SIT] = {STANDING, TABLE_E_SEATED_ALREADY, OPEN, TABLE_E_NOT_OPEN},
    [TABLE_DO_STAND] = {SEATED, TABLE_E_NOT_SEATED, ANY, 0},
    [TABLE_DO_KICK] = {HOST, TABLE_E_NOT_HOST, OPEN, TABLE_E_NOT_OPEN},
    [TABLE_DO_BOT] = {HOST, TABLE_E_NOT_HOST, OPEN, TABLE_E_NOT_OPEN},
    [TABLE_DO_NAME] = {SEATED, TABLE_E_NOT_SEATED, ANY, 0},
    [TABLE_DO_SET] = {HOST, TABLE_E_NOT_HOST, OPEN, TABLE_E_NOT_OPEN},
    [TABLE_DO_HOST] = {HOST, TABLE_E_NOT_HOST, ANY, 0},
    [TABLE_DO_START] = {HOST, TABLE_E_NOT_HOST, OPEN | OVER, TABLE_E_NOT_OPEN},
    [TABLE_DO_MOVE] = {SEATED, TABLE_E_NOT_SEATED, PLAYING,
                       TABLE_E_NOT_PLAYING},
    [TABLE_DO_UNDO] = {SEATED, TABLE_E_NOT_SEATED, PLAYING,
                       TABLE_E_NOT_PLAYING},
    [TABLE_DO_HURRY] = {SEATED, TABLE_E_NOT_SEATED, PLAYING,
                        TABLE_E_NOT_PLAYING},
    [TABLE_DO_AGAIN] = {SEATED, TABLE_E_NOT_SEATED, OVER, TABLE_E_NOT_OVER},
    [TABLE_DO_RELIEVE] = {HOST, TABLE_E_NOT_HOST, PLAYING, TABLE_E_NOT_PLAYING},
    [TABLE_DO_WAIT] = {HOST, TABLE_E_NOT_HOST, PLAYING, TABLE_E_NOT_PLAYING},
    [TABLE_DO_REOPEN] = {HOST, TABLE_E_NOT_HOST, OVER, TABLE_E_NOT_OVER},
    [TABLE_DO_CLOSE] = {HOST, TABLE_E_NOT_HOST, ANY, 0},
};

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
    if (phase == TABLE_CLOSED)
        return TABLE_E_CLOSED;
    if (!(rights[command].who >> role & 1))
        return (enum table_error)rights[command].not_they;
    if (!(rights[command].when >> phase & 1))
        return (enum table_error)rights[command].not_now;
    return TABLE_E_OK;
}
