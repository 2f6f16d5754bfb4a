/* What keys make the full-screen game want, move by move. */
#ifndef SCREENS_WISHES_H
#define SCREENS_WISHES_H

/* Prints TAP; 0 if all is well. */
int key_wishes(void);

#endif
