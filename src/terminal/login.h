/* What the person at the keyboard is called, as far as the system knows. */
#ifndef TERMINAL_LOGIN_H
#define TERMINAL_LOGIN_H

#include "tioli.h"

/* The first word of the account's full name, else the account's own; "" if
 * there is none that could be shown, and for the one that is nobody's. */
void login_name(char out[TIO_NAME_TEXT]);

#endif
