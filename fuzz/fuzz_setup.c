/* The set-up that the full-screen game remembers: whatever the file says, the
 * form begins with a game that can be played, and keeps what it was told. */
#define _POSIX_C_SOURCE 200809L

#include "terminal/full/remembered.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "programs/player.h"

#define ROOM 16384 /* all that is written fits */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good)
{
    if (!good)
        abort();
}

static void check_text(const char *text, size_t room)
{
    const char *end = memchr(text, 0, room);
    check(end && (end == text || utf8_is_name(text, (size_t)(end - text))));
}

static void check_setup(const struct ui_setup *setup)
{
    const tio_settings *settings = &setup->settings;
    tio_game game;
    check(tio_game_init(&game, tio_deck_standard(), settings) == TIO_OK);
    check_text(setup->deck, sizeof setup->deck);
    check(setup->seed[0] == 0);
    char why[PLAYER_TEXT];
    struct player_spec spec;
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++) {
        const char *bot = setup->bot[seat];
        check_text(setup->name[seat], TIO_NAME_TEXT);
        check_text(bot, UI_LEVEL);
        check(!bot[0] || player_spec_parse(bot, strlen(bot), NULL, &spec, why));
    }
}

static void read_it(const void *bytes, size_t size, struct ui_setup *out)
{
    FILE *file = fmemopen((void *)bytes, size, "r");
    check(file);
    remembered_default(out);
    remembered_read(file, out);
    fclose(file);
}

static void write_it(const struct ui_setup *setup, char text[ROOM])
{
    struct buffer out = buffer_fixed(text, ROOM);
    remembered_print(&out, setup);
    check(!out.failed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct ui_setup setup;
    static char text[ROOM];
    static char again[ROOM];
    if (!size)
        return 0;
    read_it(data, size, &setup);
    check_setup(&setup);
    write_it(&setup, text);
    read_it(text, strlen(text), &setup);
    write_it(&setup, again);
    check(strcmp(text, again) == 0);
    return 0;
}
