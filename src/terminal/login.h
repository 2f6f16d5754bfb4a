/* What the person at the keyboard is called, as far as the system knows. */
#ifndef TERMINAL_LOGIN_H
#define TERMINAL_LOGIN_H

#include "tioli.h"

/* The first word of the account's full name, or else the account name. "" if
 * neither can be shown, and for root, which is not a person's own account. */
void login_name(char out[TIO_NAME_TEXT]);

#endif
