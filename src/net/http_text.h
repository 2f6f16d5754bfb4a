/* Reading what comes in HTTP's header fields: pure functions on text, which
 * know no connection, so that they can be tested and fuzzed alone. Whatever
 * they are given is hostile. */
#ifndef NET_HTTP_TEXT_H
#define NET_HTTP_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/net.h"

#define HTTP_FILE 256 /* room for the path of a static file */

/* The file below the folder that a decoded path names: "/" is "index.html".
 * False for all that could lead elsewhere, for hidden files and for folders. */
bool path_to_file(const char *path, char file[HTTP_FILE]);
/* Whether the application itself shows something at this path: its last segment
 * does not end like a file's name, and it is neither one of `handled` (up to a
 * NULL, or NULL) nor below one of them. */
bool path_is_page(const char *path, const char *const *handled);
/* Whether the name has a hash of the content in it, as in "app-BxYz12Ab.js": the
 * same name is then the same content for ever. */
bool file_is_hashed(const char *file);
/* By the ending of a name, without regard to .br and .gz. */
const char *file_type(const char *file);

/* The value of the next cookie of that name in a Cookie header, which moves on;
 * false if there is none. One for which there is no room is passed over. */
bool cookie_next(const char **header, const char *name, char *value,
                 size_t room);
bool accepts_encoding(const char *header, const char *coding);
/* Is `tag`, with its quotes, among those of If-None-Match? */
bool etag_matches(const char *header, const char *tag);

/* The last item of a list with commas, without the blanks around it. */
bool list_last(const char *header, char *item, size_t room);
/* The address that the nearest proxy has added to X-Forwarded-For, as
 * inet_ntop() would write it; a port is left out. */
bool forwarded_address(const char *header, char address[NET_ADDRESS]);
/* Addresses that count as one are equal in all 16 bytes: an IPv4 address, or
 * the first 64 bits of an IPv6 one. False if it is not an address. */
bool address_key(const char *address, uint8_t key[16]);

#endif
