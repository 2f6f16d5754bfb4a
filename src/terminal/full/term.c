/* Full-screen mode by ncurses, which knows what the terminal lacks and sends
 * only what has changed. Signals come through restore.c, so that nothing of
 * ncurses ever runs in a handler. */
#define _GNU_SOURCE
#define NCURSES_NOMACROS
#define NCURSES_WIDECHAR 1

#include "terminal/full/term.h"

#include <curses.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "i18n/i18n.h"
#include "terminal/full/capable.h"
#include "terminal/full/ink.h"
#include "terminal/full/restore.h"

#define ESCAPE_MS 50 /* after Esc: what comes later is another key */
#define SLOW_BAUD 19200
#define GLYPH 6 /* wide characters of a glyph, and a 0 */
#define MOUSE_OFF "\033[?1006l\033[?1003l\033[?1002l\033[?1000l"
/* The status query of VT100 terminals (CSI 5 n) and its answer (CSI 0 n). A
 * terminal answers only after it has processed everything written before the
 * query, so the delay shows how far it lags behind. write() alone can't show
 * that: it blocks only once all the buffers on the way are full. */
#define HOW_ARE_YOU "\033[5n"
#define I_AM_WELL "\033[0n"
#define KEY_WELL (KEY_MAX + 4000) /* ncurses gives those before to others */
#define LAST_ANSWER_MS 500

struct term {
    SCREEN *screen;
    bool utf8;
    enum ink_depth depth;
    unsigned edition; /* whose colours the dice have */
    attr_t attributes[CELL_INK_COUNT];
    bool thin[CELL_INK_COUNT];
    int pair[CELL_INK_COUNT];
    unsigned rows;
    unsigned columns;
    bool asks;        /* one that may know the question */
    bool asked;       /* and has not answered yet */
    bool answers;     /* has answered before */
    bool interrupted; /* Ctrl-C, not told yet */
    bool leave;
    int signal;
};

/* ---- Beginning --------------------------------------------------------- */

bool term_possible(void)
{
    const char *name = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && name && name[0] &&
           strcmp(name, "dumb") != 0;
}

static bool no_colour(void)
{
    const char *wish = getenv("NO_COLOR");
    return wish && wish[0];
}

static enum ink_depth depth_of(void)
{
    if (no_colour() || !has_colors() || start_color() == ERR)
        return INK_DEPTH_NONE;
    use_default_colors();
    if (COLORS > 256)
        return INK_DEPTH_RGB;
    return COLORS == 256  ? INK_DEPTH_256
           : COLORS >= 16 ? INK_DEPTH_16
           : COLORS >= 8  ? INK_DEPTH_8
                          : INK_DEPTH_NONE;
}

static void set_edition(struct term *term, unsigned edition)
{
    static const attr_t weights[] = {A_NORMAL, A_BOLD, A_DIM};
    term->edition = edition;
    for (unsigned i = 0; i < CELL_INK_COUNT; i++) {
        struct ink ink = ink_of(i, edition, term->depth);
        term->attributes[i] = weights[ink.weight];
        term->thin[i] = ink.thin;
        term->pair[i] = 0;
        if ((ink.text != INK_DEFAULT || ink.ground != INK_DEFAULT) &&
            init_extended_pair((int)i + 1, ink.text, ink.ground) != ERR)
            term->pair[i] = (int)i + 1;
    }
}

/* A capability without the pauses that old terminals needed. */
static void add_capability(char *out, size_t room, const char *name)
{
    const char *text = tigetstr(name);
    size_t used = strlen(out);
    if (!text || text == (const char *)-1)
        return;
    while (*text && used + 1 < room) {
        if (text[0] == '$' && text[1] == '<') {
            text += strcspn(text, ">");
            text += *text == '>';
            continue;
        }
        out[used++] = *text++;
    }
    out[used] = 0;
}

static void prepare_restoring(void)
{
    char text[200] = MOUSE_OFF;
    add_capability(text, sizeof text, "sgr0");
    add_capability(text, sizeof text, "op");
    add_capability(text, sizeof text, "cnorm");
    add_capability(text, sizeof text, "rmkx");
    add_capability(text, sizeof text, "rmcup");
    restore_text(text);
}

static void set_modes(void)
{
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_MS);
    mouseinterval(0);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    leaveok(stdscr, FALSE);
}

/* The question is known where the cursor is moved as on a VT100. */
static bool is_like_vt100(void)
{
    const char *move = tigetstr("cup");
    return move && move != (const char *)-1 && strncmp(move, "\033[", 2) == 0;
}

static void read_size(struct term *term)
{
    int rows = getmaxy(stdscr);
    int columns = getmaxx(stdscr);
    term->rows = rows > 0 ? (unsigned)rows : 1;
    term->columns = columns > 0 ? (unsigned)columns : 1;
}

struct term *term_open(void)
{
    struct term *term =
        term_possible() && capable_terminal() ? calloc(1, sizeof *term) : NULL;
    if (!term)
        return NULL;
    if (!restore_begin()) {
        free(term);
        return NULL;
    }
    term->utf8 = i18n_is_utf8();
    term->screen = newterm(NULL, stdout, stdin);
    if (!term->screen) {
        restore_end();
        free(term);
        return NULL;
    }
    prepare_restoring();
    set_modes();
    term->depth = depth_of();
    set_edition(term, TIO_GAMEWRIGHT);
    term->asks = is_like_vt100() && define_key(I_AM_WELL, KEY_WELL) == OK;
    read_size(term);
    return term;
}

/* An answer that came later would be typed into what runs next. */
static void hear_last_answer(struct term *term)
{
    struct pollfd from = {.fd = STDIN_FILENO, .events = POLLIN};
    struct ui_key key;
    while (term->asked && term->answers && poll(&from, 1, LAST_ANSWER_MS) > 0 &&
           from.revents == POLLIN)
        while (term_key(term, &key))
            continue;
    term->asked = false;
}

void term_close(struct term *term)
{
    if (!term)
        return;
    hear_last_answer(term);
    mousemask(0, NULL);
    endwin();
    restore_end();
    delscreen(term->screen);
    free(term);
}

bool term_is_utf8(const struct term *term)
{
    return term->utf8;
}

bool term_is_quick(const struct term *term)
{
    (void)term;
    return baudrate() >= SLOW_BAUD;
}

bool term_ask(struct term *term)
{
    static const char question[] = HOW_ARE_YOU;
    size_t size = sizeof question - 1;
    if (!term->asks || term->asked)
        return false;
    term->asked = write(STDOUT_FILENO, question, size) == (ssize_t)size;
    return term->asked;
}

bool term_is_behind(const struct term *term)
{
    return term->asked && term->answers;
}

void term_size(const struct term *term, unsigned *rows, unsigned *columns)
{
    *rows = term->rows;
    *columns = term->columns;
}

int term_signal(const struct term *term)
{
    return term->signal;
}

/* ---- Showing ----------------------------------------------------------- */

static attr_t look_of(unsigned look)
{
    attr_t attributes = 0;
    if (look & LOOK_CURSOR)
        attributes |= A_REVERSE;
    if (look & LOOK_BOLD)
        attributes |= A_BOLD;
    if (look & (LOOK_UNDERLINE | LOOK_PICKED))
        attributes |= A_UNDERLINE;
    if (look & LOOK_PICKED)
        attributes |= A_BOLD;
    return attributes;
}

static void show_cell(const struct term *term, int row, int column,
                      const struct cell *cell)
{
    wchar_t glyph[GLYPH] = L" ";
    mbstate_t state = {0};
    const char *from = cell->glyph;
    int pair = term->pair[cell->ink];
    attr_t attributes = term->attributes[cell->ink] | look_of(cell->look);
    if (from[0]) {
        size_t count = mbsrtowcs(glyph, &from, GLYPH - 1, &state);
        if (count == (size_t)-1 || count == 0)
            wcscpy(glyph, L"?");
        else
            glyph[count] = 0;
    }
    if (term->thin[cell->ink])
        attributes &= ~A_BOLD;
    cchar_t shown;
    setcchar(&shown, glyph, attributes, (short)pair, &pair);
    mvwadd_wch(stdscr, row, column, &shown);
}

void term_show(struct term *term, const struct cells *cells)
{
    unsigned rows = cells->rows < term->rows ? cells->rows : term->rows;
    unsigned columns =
        cells->columns < term->columns ? cells->columns : term->columns;
    if (cells->edition != term->edition)
        set_edition(term, cells->edition);
    werase(stdscr);
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned column = 0; column < columns; column++) {
            const struct cell *cell = cells_at(cells, row, column);
            if (cell->width && column + cell->width <= columns)
                show_cell(term, (int)row, (int)column, cell);
        }
    }
    curs_set(cells->cursor ? 1 : 0);
    if (cells->cursor && cells->cursor_row < rows &&
        cells->cursor_column < columns)
        wmove(stdscr, (int)cells->cursor_row, (int)cells->cursor_column);
    wrefresh(stdscr);
}

/* ---- Keys -------------------------------------------------------------- */

static const struct {
    int code;
    uint8_t type;
} codes[] = {
    {KEY_UP, UI_KEY_UP},
    {KEY_DOWN, UI_KEY_DOWN},
    {KEY_LEFT, UI_KEY_LEFT},
    {KEY_RIGHT, UI_KEY_RIGHT},
    {KEY_ENTER, UI_KEY_ENTER},
    {KEY_BTAB, UI_KEY_BACKTAB},
    {KEY_BACKSPACE, UI_KEY_BACKSPACE},
    {KEY_DC, UI_KEY_DELETE},
    {KEY_HOME, UI_KEY_HOME},
    {KEY_END, UI_KEY_END},
    {KEY_PPAGE, UI_KEY_PAGE_UP},
    {KEY_NPAGE, UI_KEY_PAGE_DOWN},
};

static bool mouse_key(struct ui_key *key)
{
    MEVENT event;

    if (getmouse(&event) == ERR || event.y < 0 || event.x < 0)
        return false;
    key->row = (uint16_t)event.y;
    key->column = (uint16_t)event.x;
    if (event.bstate & BUTTON1_PRESSED)
        key->type = UI_KEY_CLICK;
    else if (event.bstate & BUTTON4_PRESSED)
        key->type = UI_KEY_WHEEL_UP;
    else if (event.bstate & BUTTON5_PRESSED)
        key->type = UI_KEY_WHEEL_DOWN;
    else
        return false;
    return true;
}

static bool code_key(struct term *term, wint_t code, struct ui_key *key)
{
    if (code == KEY_MOUSE)
        return mouse_key(key);
    if (code == KEY_WELL) {
        term->asked = false;
        term->answers = true;
        return false;
    }
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        if (codes[i].code == (int)code) {
            key->type = codes[i].type;
            return true;
        }
    }
    return false;
}

static bool text_key(struct term *term, wint_t character, struct ui_key *key)
{
    mbstate_t state = {0};
    switch (character) {
    case L'\r':
    case L'\n':
        key->type = UI_KEY_ENTER;
        return true;
    case L'\t':
        key->type = UI_KEY_TAB;
        return true;
    case L'\b':
    case 127:
        key->type = UI_KEY_BACKSPACE;
        return true;
    case 27:
        key->type = UI_KEY_ESCAPE;
        return true;
    case 12: /* Ctrl-L */
        clearok(stdscr, TRUE);
        wrefresh(stdscr);
        return false;
    default:
        break;
    }
    if (character < 32 || (!term->utf8 && character > 126))
        return false;
    char bytes[16];
    size_t size = wcrtomb(bytes, (wchar_t)character, &state);
    if (size >= sizeof key->text) /* even if it is not a character */
        return false;
    memcpy(key->text, bytes, size);
    key->text[size] = 0;
    key->type = UI_KEY_TEXT;
    return true;
}

bool term_key(struct term *term, struct ui_key *key)
{
    memset(key, 0, sizeof *key);
    if (term->interrupted) {
        term->interrupted = false;
        key->type = UI_KEY_INTERRUPT;
        return true;
    }
    int got;
    wint_t character;
    while ((got = wget_wch(stdscr, &character)) != ERR)
        if (got == KEY_CODE_YES ? code_key(term, character, key)
                                : text_key(term, character, key))
            return true;
    return false;
}

/* ---- Waiting ----------------------------------------------------------- */

static void resize(struct term *term)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row &&
        size.ws_col)
        resizeterm(size.ws_row, size.ws_col);
    read_size(term);
}

/* Other programs have the terminal until this one goes on. */
static void stop(struct term *term)
{
    hear_last_answer(term);
    mousemask(0, NULL);
    endwin();
    restore_needed(false);
    restore_stop();
    restore_needed(true);
    resize(term);
    set_modes();
    clearok(stdscr, TRUE);
}

static unsigned take_signals(struct term *term)
{
    unsigned events = 0;
    unsigned signals = restore_signals(&term->signal);
    if (signals & RESTORE_INTERRUPT) {
        term->interrupted = true;
        events |= TERM_KEYS;
    }
    if (signals & RESTORE_STOP) {
        stop(term);
        events |= TERM_SIZE | TERM_FRESH;
    }
    if (signals & RESTORE_GO_ON) {
        reset_prog_mode();
        clearok(stdscr, TRUE);
        events |= TERM_FRESH;
    }
    if (signals & RESTORE_SIZE) {
        resize(term);
        events |= TERM_SIZE;
    }
    if (signals & RESTORE_LEAVE)
        term->leave = true;
    return events;
}

void term_descriptors(const struct term *term, int out[TERM_DESCRIPTORS])
{
    (void)term;
    out[0] = STDIN_FILENO;
    out[1] = restore_descriptor();
}

unsigned term_wait(struct term *term, int ms)
{
    struct pollfd from[] = {
        {.fd = STDIN_FILENO, .events = POLLIN},
        {.fd = restore_descriptor(), .events = POLLIN},
    };
    unsigned events = 0;
    int ready = term->leave || term->interrupted ? 0 : poll(from, 2, ms);
    if (ready > 0) {
        if (from[1].revents)
            events |= take_signals(term);
        if (from[0].revents & (POLLHUP | POLLERR | POLLNVAL))
            term->leave = true;
        else if (from[0].revents)
            events |= TERM_KEYS;
    } else if (ready < 0 && errno != EINTR) {
        term->leave = true;
    }
    if (term->interrupted)
        events |= TERM_KEYS;
    return events | (term->leave ? (unsigned)TERM_LEAVE : 0U);
}
