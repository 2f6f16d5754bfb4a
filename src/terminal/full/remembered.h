/* What the set-up form begins with: what was chosen the last time. */
#ifndef TERMINAL_FULL_REMEMBERED_H
#define TERMINAL_FULL_REMEMBERED_H

#include <stdbool.h>
#include <stdio.h>

#include "base/buffer.h"
#include "terminal/full/ui.h"

/* A game for one person and a bot. */
void remembered_default(struct ui_setup *out);

/* The last set-up, or the default one where nothing is kept, or in its place
 * whatever can't be understood. */
void remembered_load(struct ui_setup *out);
/* Reads a file over the values that are there; and writes such a file. */
void remembered_read(FILE *file, struct ui_setup *out);
void remembered_print(struct buffer *out, const struct ui_setup *setup);
/* False if it can't be kept, which does no harm. */
bool remembered_save(const struct ui_setup *setup);
/* A game was played to its end; nobody counts beyond the first few. */
void remembered_count_game(struct ui *ui);

#endif
