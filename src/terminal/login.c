/* The environment says which account it is: whoever sets it has a reason. What
 * comes from there is no more trusted than anything else. */
#define _POSIX_C_SOURCE 200809L

#include "terminal/login.h"

#include <ctype.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

#define LOGIN_NAME 24 /* bytes */

static bool take(const char *text, size_t length, char out[TIO_NAME_TEXT])
{
    if (length == 0 || length > LOGIN_NAME || !utf8_is_name(text, length) ||
        memchr(text, '"', length) || memchr(text, '\\', length))
        return false;
    snprintf(out, TIO_NAME_TEXT, "%.*s", (int)length, text);
    /* Accounts are written small. */
    out[0] = (char)toupper((unsigned char)out[0]);
    return true;
}

void login_name(char out[TIO_NAME_TEXT])
{
    const char *user = getenv("USER");
    out[0] = 0;
    if (!user || !user[0])
        user = getenv("LOGNAME");
    if (!user || !user[0] || strcmp(user, "root") == 0)
        return;
    const struct passwd *account = getpwnam(user);
    if (account && account->pw_gecos &&
        take(account->pw_gecos, strcspn(account->pw_gecos, " ,"), out))
        return;
    take(user, strcspn(user, ","), out);
}
