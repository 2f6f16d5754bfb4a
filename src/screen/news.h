/* What has happened and was not shown yet: a driver is often ahead of the
 * screen, where dice take their time. */
#ifndef SCREEN_NEWS_H
#define SCREEN_NEWS_H

#include <stdbool.h>

#include "screen/ui.h"

#define NEWS_MOST 64 /* more than follow from any one move */

struct news {
    unsigned first;
    unsigned count;
    struct {
        tio_view before;
        tio_view after;
        tio_move move;
    } item[NEWS_MOST];
};

/* Keeps a move. Answers of a common phase are news only when the last one has
 * come. If there are too many, the oldest is forgotten. */
void news_add(struct news *news, const tio_view *before, const tio_move *move,
              const tio_view *after);
/* Shows as many as the ui can take now; true if there are none left, and the
 * person has seen them. */
bool news_show(struct news *news, struct ui *ui);

#endif
