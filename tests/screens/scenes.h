/* The situations of which there are pictures. */
#ifndef SCREENS_SCENES_H
#define SCREENS_SCENES_H

#include "screens/stage.h"

/* The last one has no name. */
extern const struct scene_of scenes[];

#endif
