/* A search asks now and then whether anybody still waits for it, and whoever it
 * asks may do something else meanwhile. */
#ifndef TIOLI_BOTS_BUDGET_H
#define TIOLI_BOTS_BUDGET_H

#include <stddef.h>

#include "tioli.h"

/* For calls between pieces of work that take a millisecond or so. */
static inline bool budget_goes_on(const tio_budget *budget)
{
    return !budget || !budget->go_on || budget->go_on(budget->context);
}

#endif
