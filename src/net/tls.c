/* Certificates: what is wrong with them is said before libwebsockets, which
 * would only log it, gets to see them. */
#define _GNU_SOURCE
#include "net/internal.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <string.h>

static bool readable(const char *file, const char *what, char why[NET_WHY])
{
    FILE *opened = fopen(file, "re");
    if (!opened)
        return net_fail(why, "can't read the %s %s: %s", what, file,
                        strerror(errno));
    fclose(opened);
    return true;
}

static const char *problem(SSL_CTX *context, const char *cert, const char *key)
{
    if (!context)
        return "TLS can't be set up";
    if (SSL_CTX_use_certificate_chain_file(context, cert) != 1)
        return "is not a certificate in PEM form";
    if (SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1) {
        unsigned long code = ERR_peek_last_error();
        if (ERR_GET_LIB(code) == ERR_LIB_X509 &&
            ERR_GET_REASON(code) == X509_R_KEY_VALUES_MISMATCH)
            return "does not belong to the key";
        return "needs a private key in PEM form without a password";
    }
    return NULL;
}

/* Without it OpenSSL would ask for a password on the terminal. */
static int no_password(char *text, int room, int writing, void *user)
{
    (void)text;
    (void)room;
    (void)writing;
    (void)user;
    return -1;
}

bool tls_check(const char *cert, const char *key, char why[NET_WHY])
{
    if (!key)
        return net_fail(why, "a certificate needs its key, too");
    if (!readable(cert, "certificate", why) || !readable(key, "key", why))
        return false;
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (context)
        SSL_CTX_set_default_passwd_cb(context, no_password);
    const char *wrong = problem(context, cert, key);
    if (wrong)
        snprintf(why, NET_WHY, "the certificate %s %s (%s)", cert, wrong, key);
    SSL_CTX_free(context);
    ERR_clear_error();
    return !wrong;
}

void tls_harden(void *ssl_context)
{
    SSL_CTX *context = ssl_context;
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION |
                                     SSL_OP_NO_COMPRESSION |
                                     SSL_OP_CIPHER_SERVER_PREFERENCE);
    /* 34 kB less for each connection that says nothing. */
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
}
