/* Asked before full-screen mode is begun, because ncurses neither gives back
 * all its memory nor leaves the terminal alone when it fails. By itself in a
 * file, because its header has names that others use too. */
#include "terminal/full/capable.h"

#include <curses.h>
#include <term.h>
#include <unistd.h>

static bool has(const char *capability)
{
    const char *text = tigetstr(capability);
    return text && text != (const char *)-1;
}

bool capable_terminal(void)
{
    int why = 0;
    if (setupterm(NULL, STDOUT_FILENO, &why) == ERR)
        return false;
    bool good = has("cup") && has("clear");
    del_curterm(cur_term);
    return good;
}
