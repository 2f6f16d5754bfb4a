/* What moves: dice that roll, and a die that goes to whoever took it. The
 * picture is a function of the time that has passed, as everything here. */
#include "terminal/full/parts.h"

#define FRAME_MS 60

static unsigned length_of(const tio_view *before, const tio_move *move)
{
    static const uint16_t length[TIO_MOVE_TYPES] = {
        [TIO_MOVE_ROLL] = 700, [TIO_MOVE_LAND] = 700, [TIO_MOVE_TAKE] = 420,
        [TIO_MOVE_PASS] = 300, [TIO_MOVE_DONE] = 300, [TIO_MOVE_PLAY] = 500,
    };
    bool first = move->type == TIO_MOVE_ROLL && before->game.turn == TIO_NONE;
    return first ? 900 : length[move->type];
}

void motion_begin(struct ui *ui, const tio_view *before, const tio_move *move,
                  const tio_view *after)
{
    unsigned length = length_of(before, move);
    (void)after;
    ui->motion.on = false;
    if (!ui->options.animation || !length)
        return;
    ui->motion = (struct motion){.on = true,
                                 .since = ui->now,
                                 .length = length,
                                 .before = *before,
                                 .move = *move};
}

int motion_wait(const struct ui *ui)
{
    return ui->motion.on ? FRAME_MS : -1;
}

static uint64_t mixed(uint64_t value)
{
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9U;
    value = (value ^ value >> 27) * 0x94d049bb133111ebU;
    return value ^ value >> 31;
}

/* The same dice with other faces, which differ from frame to frame. */
static tio_dice tumbling(tio_dice dice, uint64_t frame)
{
    tio_kind list[TIO_MAX_DICE];
    unsigned count = dice_list(dice, list);
    tio_dice out = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned face = (unsigned)(mixed(frame * 32 + i) % 6) + 1;
        out += tio_dice_of(tio_kind_of(tio_kind_colour(list[i]), face));
    }
    return out;
}

const tio_view *motion_view(const struct ui *ui, tio_view *scratch)
{
    const struct motion *motion = &ui->motion;
    uint64_t frame = (ui->now - motion->since) / FRAME_MS;
    tio_game *game = &scratch->game;
    if (!motion->on)
        return &ui->view;
    *scratch = motion->before;
    if (motion->move.type == TIO_MOVE_ROLL) {
        game->tray += tumbling(game->rolling, frame);
    } else if (motion->move.type == TIO_MOVE_LAND) {
        if (game->thrown < TIO_KINDS)
            game->tray += tumbling(tio_dice_of(game->thrown), frame);
    } else if (motion->move.type == TIO_MOVE_TAKE &&
               tio_dice_count(game->tray, motion->move.kind)) {
        game->tray -= tio_dice_of(motion->move.kind);
    }
    return scratch;
}

/* A die on its way from the tray to its player's row. */
static void draw_flight(struct scene *scene)
{
    const struct motion *motion = &scene->ui->motion;
    uint64_t past = scene->ui->now - motion->since;
    int part = motion->length ? (int)(past * 100 / motion->length) : 100;
    int to_row = scene->plan.players + 1 + motion->move.seat;
    int to_column = players_dice(scene, motion->move.seat);
    struct scene before = *scene;
    struct pen pen = scene->pen;
    struct die die = die_of(motion->move.kind);
    part = part > 100 ? 100 : part;
    before.view = &motion->before;
    int column;
    int row;
    tray_place(&before, motion->move.kind, &row, &column);
    pen_at(&pen, row + (to_row - row) * part / 100,
           column + (to_column - column) * part / 100);
    die.look = LOOK_PICKED;
    die_small(&pen, die);
}

void motion_draw(struct scene *scene)
{
    if (scene->ui->motion.move.type == TIO_MOVE_TAKE)
        draw_flight(scene);
}
