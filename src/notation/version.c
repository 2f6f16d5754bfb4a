/* The version is the build's to say. */
#include "tioli.h"

const char *tio_version(void)
{
    return TIOLI_VERSION;
}
