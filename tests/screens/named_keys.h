/* Keys that work are named, and keys that are named work. */
#ifndef SCREENS_NAMED_KEYS_H
#define SCREENS_NAMED_KEYS_H

/* Prints TAP; 0 if all is well. */
int named_keys(void);

#endif
