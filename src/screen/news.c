/* A ring: what comes first is shown first. */
#include "screen/news.h"

void news_add(struct news *news, const tio_view *before, const tio_move *move,
              const tio_view *after)
{
    unsigned place;

    if (tio_phase_is_common(before->game.phase) &&
        before->game.phase == after->game.phase)
        return;
    if (news->count == NEWS_MOST) {
        news->first = (news->first + 1) % NEWS_MOST;
        news->count--;
    }
    place = (news->first + news->count++) % NEWS_MOST;
    news->item[place].before = *before;
    news->item[place].after = *after;
    news->item[place].move = *move;
}

bool news_show(struct news *news, struct ui *ui)
{
    while (news->count && !ui_busy(ui)) {
        unsigned place = news->first;

        news->first = (news->first + 1) % NEWS_MOST;
        news->count--;
        ui_news(ui, &news->item[place].before, &news->item[place].move,
                &news->item[place].after);
    }
    return !news->count && !ui_busy(ui);
}
