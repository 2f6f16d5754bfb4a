/* Random keys, in every mode: nothing breaks, and every wish can be granted. */
#ifndef SCREENS_RANDOM_KEYS_H
#define SCREENS_RANDOM_KEYS_H

/* Plays so many games; TAP; the exit status. */
int random_keys(unsigned games);

#endif
