/* One lap of the loop is the same for every driver. */
#define _DEFAULT_SOURCE

#include "terminal/game/stage.h"

#include "base/clock.h"
#include "terminal/game/line_stage.h"

#define SLOW_MS 150     /* for one picture */
#define SLOW_PICTURES 4 /* one after another */
#define BEHIND_MS 400   /* a line that is merely long is quicker */

/* Without memory for a larger picture, the old one is kept. */
static void fit(struct stage *stage)
{
    unsigned rows;
    unsigned columns;
    term_size(stage->term, &rows, &columns);
    ui_resize(stage->ui, rows, columns);
    struct cells *cells = cells_new(rows, columns, term_is_utf8(stage->term));
    if (cells) {
        cells_free(stage->cells);
        stage->cells = cells;
    }
    stage->fresh = true;
}

static void ask(struct stage *stage)
{
    if (stage->moving && term_ask(stage->term))
        stage->asked = clock_ms();
}

bool stage_open(struct stage *stage, bool animation)
{
    struct ui_options options = {0};
    *stage = (struct stage){.term = term_open(), .fresh = true};
    if (!stage->term)
        return false;
    term_size(stage->term, &options.rows, &options.columns);
    options.utf8 = term_is_utf8(stage->term);
    options.animation = animation && term_is_quick(stage->term);
    stage->moving = options.animation;
    stage->ui = ui_new(&options);
    stage->cells = cells_new(options.rows, options.columns, options.utf8);
    if (stage->ui && stage->cells) {
        ui_tick(stage->ui, clock_ms());
        ask(stage); /* before any picture: whether it answers at all */
        return true;
    }
    stage_close(stage);
    return false;
}

bool stage_open_lines(struct stage *stage)
{
    struct ui_options options = {
        .lines = true, .rows = UI_ROWS, .columns = UI_COLUMNS};
    *stage = (struct stage){.ui = ui_new(&options)};
    stage->line = stage->ui ? line_new(stage->ui) : NULL;
    if (stage->line)
        return true;
    stage_close(stage);
    return false;
}

void stage_close(struct stage *stage)
{
    if (stage->line)
        line_free(stage->line);
    if (stage->ui)
        ui_free(stage->ui);
    if (stage->cells)
        cells_free(stage->cells);
    term_close(stage->term);
    stage->line = NULL;
    stage->ui = NULL;
    stage->cells = NULL;
    stage->term = NULL;
}

/* A line that is slow makes writing wait, once all on the way is full. */
static void note_pace(struct stage *stage, uint64_t ms)
{
    stage->slow = ms < SLOW_MS ? 0 : stage->slow + 1;
    if (stage->moving && stage->slow == SLOW_PICTURES) {
        stage->moving = false;
        ui_be_still(stage->ui);
    }
}

static void note_answer(struct stage *stage)
{
    if (stage->moving && term_is_behind(stage->term) &&
        clock_ms() - stage->asked > BEHIND_MS) {
        stage->moving = false;
        ui_be_still(stage->ui);
    }
}

void stage_show(struct stage *stage)
{
    uint64_t changes = ui_changes(stage->ui);
    if (!stage->fresh && changes == stage->shown)
        return;
    ui_draw(stage->ui, stage->cells);
    uint64_t begun = clock_ms();
    term_show(stage->term, stage->cells);
    note_pace(stage, clock_ms() - begun);
    ask(stage);
    stage->shown = changes;
    stage->fresh = false;
}

void stage_wait(struct stage *stage, int ms)
{
    stage_show(stage);
    unsigned events = term_wait(stage->term, ui_sooner(ms, ui_wait(stage->ui)));
    if (events & TERM_SIZE)
        fit(stage);
    if (events & TERM_FRESH)
        stage->fresh = true;
    if (events & TERM_LEAVE) {
        stage->leave = true;
        stage->signal = term_signal(stage->term);
    }
    ui_tick(stage->ui, clock_ms());
    struct ui_key key;
    if (events & TERM_KEYS)
        while (term_key(stage->term, &key))
            ui_key(stage->ui, &key);
    note_answer(stage);
}
