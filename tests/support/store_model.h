/* What a store must do, written as plainly as can be: rows in one array, and
 * every question a walk over all of them. Real stores are compared with it. */
#ifndef SUPPORT_STORE_MODEL_H
#define SUPPORT_STORE_MODEL_H

#include "store/store.h"

/* It is closed like any other store, and never fails. */
struct store *store_open_model(void);

#endif
