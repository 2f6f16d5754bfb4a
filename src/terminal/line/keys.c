/* Lines are read past stdio: its buffer would hide from poll() what has come
 * already. Of what was typed nothing but plain characters is ever printed back,
 * so that no input can harm the screen. */
#define _POSIX_C_SOURCE 200809L

#include "terminal/line/keys.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Only interrupts the read: the caller sees EINTR and leaves in good order. */
static void on_interrupt(int signal_number)
{
    (void)signal_number;
}

static void trim(char *line)
{
    size_t start = strspn(line, " \t\r");
    size_t length = strlen(line + start);
    while (length && strchr(" \t\r", line[start + length - 1]))
        length--;
    memmove(line, line + start, length);
    line[length] = 0;
}

static void echo(const char *line)
{
    for (; *line; line++)
        putchar(*line >= ' ' && *line <= '~' ? *line : '?');
    putchar('\n');
}

/* A line out of the bytes that are there; false if its end has not come. */
static bool take_line(struct keys *keys, char line[KEYS_LINE],
                      enum keys_got *got)
{
    char *start = keys->bytes + keys->used;
    size_t left = keys->size - keys->used;
    char *end = memchr(start, '\n', left);
    size_t length = end ? (size_t)(end - start) : left;
    if (!end && !(keys->ended && (left || keys->skips))) {
        if (left >= KEYS_LINE) {
            keys->skips = true;
            keys->used = keys->size;
        }
        return false;
    }
    keys->used += length + (end ? 1 : 0);
    *got =
        keys->skips || length >= KEYS_LINE ? KEYS_GOT_TOO_LONG : KEYS_GOT_LINE;
    keys->skips = false;
    if (*got == KEYS_GOT_TOO_LONG)
        length = 0;
    for (size_t i = 0; i < length; i++)
        line[i] = (char)(start[i] ? start[i] : '?');
    line[length] = 0;
    return true;
}

static bool fill(struct keys *keys)
{
    memmove(keys->bytes, keys->bytes + keys->used, keys->size - keys->used);
    keys->size -= keys->used;
    keys->used = 0;
    ssize_t count = read(STDIN_FILENO, keys->bytes + keys->size,
                         sizeof keys->bytes - keys->size);
    if (count > 0)
        keys->size += (size_t)count;
    return count > 0;
}

static enum keys_got get_line(struct keys *keys, char line[KEYS_LINE])
{
    enum keys_got got = KEYS_GOT_END;
    line[0] = 0;
    while (!take_line(keys, line, &got)) {
        if (keys->ended)
            return KEYS_GOT_END;
        enum keys_wait wait =
            keys->wait ? keys->wait(keys->context) : KEYS_READY;
        if (wait == KEYS_NEWS)
            return KEYS_GOT_NEWS;
        keys->ended = wait == KEYS_STOP || !fill(keys);
    }
    return got;
}

/* Ctrl-C while a line is read ends the game like quit; at any other time it
 * ends the program, which has saved its last move. */
enum keys_got keys_line(struct keys *keys, char line[KEYS_LINE])
{
    struct sigaction catch = {.sa_handler = on_interrupt};
    sigemptyset(&catch.sa_mask);
    struct sigaction old;
    sigaction(SIGINT, &catch, &old);
    fflush(stdout);
    enum keys_got got = get_line(keys, line);
    sigaction(SIGINT, &old, NULL);
    trim(line);
    if (got == KEYS_GOT_NEWS)
        return got;
    if (!isatty(STDIN_FILENO))
        echo(line);
    else if (got == KEYS_GOT_END)
        putchar('\n');
    return got;
}
