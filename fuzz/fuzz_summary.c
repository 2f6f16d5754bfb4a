/* Lines about tables, which come from a file: what is believed can be shown. */
#include <stdlib.h>
#include <string.h>

#include "server/summary.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool right)
{
    if (!right)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct summary summary;
    char *line = malloc(size + 1);
    must(line);
    if (size)
        memcpy(line, data, size);
    line[size] = '\0';
    if (summary_read(line, &summary)) {
        const struct lobby_about *about = &summary.about;
        must(summary.seq > 0);
        must(about->phase < TABLE_PHASES && about->clock < TABLE_CLOCK_KINDS);
        must(about->players <= TIO_MAX_PLAYERS);
        must(about->taken <= TIO_MAX_PLAYERS);
        must(about->host == TIO_NONE || about->host < TIO_MAX_PLAYERS);
        for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
            must(about->seat[i].kind < TABLE_SEAT_KINDS);
            must(strlen(about->seat[i].name) < sizeof about->seat[i].name);
        }
    }
    free(line);
    return 0;
}
