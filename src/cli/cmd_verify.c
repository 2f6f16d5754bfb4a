/* tioli verify: works every roll and deal of a record out again from what the
 * table was committed to and what the players added. */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"
#include "fair/verify.h"

#define COMMAND "verify"
#define RECORD_LIMIT ((size_t)16 << 20)

static const char help[] =
    "Usage: tioli verify [OPTION...] RECORD...\n"
    "\n"
    "Works out every roll and deal of a game again, from the secret that its\n"
    "table was committed to and the bytes that its players added, and says\n"
    "'fair' or names the first line that isn't. The exit status is 0 if all\n"
    "records are fair, 1 if one is not or can't be verified. '-' is the\n"
    "standard input.\n"
    "\n"
    "      --commit HEX      the commitment that was seen at the table\n"
    "      --bytes HEX       bytes that were given there; may be repeated\n"
    "      --json            print one JSON object\n"
    "  -h, --help            show this help\n";

enum verify_option { OPTION_COMMIT = 1, OPTION_BYTES, OPTION_JSON };

static const struct option options[] = {
    {"commit", required_argument, NULL, OPTION_COMMIT},
    {"bytes", required_argument, NULL, OPTION_BYTES},
    {"json", no_argument, NULL, OPTION_JSON},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static const char *const verdicts[FAIR_VERDICTS] = {
    [FAIR_YES] = "fair",
    [FAIR_NO] = "not fair",
    [FAIR_UNKNOWN] = "not verifiable",
    [FAIR_BROKEN] = "broken",
};

struct verify {
    struct fair_claims claims;
    bool as_json;
    struct json json;
    bool all_fair;
};

/* ---- In words ---- */

static unsigned contributors(const tio_record_head *head)
{
    unsigned count = 0;
    for (unsigned seat = 0; seat < head->settings.players; seat++) {
        count += head->contributed >> seat & 1U;
    }
    return count;
}

static void tell_fair(const char *path, const struct fair_finding *found)
{
    unsigned gave = contributors(&found->head);
    options_put_shown(stdout, path);
    printf(": fair: %u chance move%s, ", (unsigned)found->chances,
           found->chances == 1 ? "" : "s");
    if (gave == 0) {
        fputs("but no player added bytes", stdout);
    } else {
        printf("bytes from %u of %u players", gave,
               found->head.settings.players);
    }
    puts(found->finished ? "" : "; the game was broken off");
}

static void tell_problem(const char *path, const struct fair_finding *found)
{
    char line[16] = "";
    fflush(stdout); /* so that verdicts stand in the order of the records */
    if (found->line > 0) {
        snprintf(line, sizeof line, ":%u", found->line);
    }
    options_say("%s%s: %s: %s", path, line, verdicts[found->verdict],
                found->what);
    if (found->expected[0] != '\0') {
        options_say("    should be  %s", found->expected);
    }
    if (found->found[0] != '\0') {
        options_say("    is         %s", found->found);
    }
}

/* ---- As JSON ---- */

static void json_text_or_none(struct json *json, const char *key,
                              const char *text)
{
    json_key(json, key);
    if (text[0] == '\0') {
        json_none(json);
    } else {
        json_str(json, text);
    }
}

static void json_bytes(struct json *json, const char *key, bool known,
                       const uint8_t *bytes)
{
    char text[2 * FAIR_BYTES + 1] = "";
    if (known) {
        fair_to_hex(bytes, FAIR_BYTES, text);
    }
    json_text_or_none(json, key, text);
}

static void json_finding(struct json *json, const struct fair_finding *found)
{
    const tio_record_head *head = &found->head;
    json_key_string(json, "verdict", verdicts[found->verdict]);
    json_key(json, "line");
    if (found->line > 0) {
        json_int(json, found->line);
    } else {
        json_none(json);
    }
    json_text_or_none(json, "what", found->what);
    json_text_or_none(json, "expected", found->expected);
    json_text_or_none(json, "found", found->found);
    json_key_int(json, "chances", found->chances);
    json_key_bool(json, "finished", found->finished);
    json_bytes(json, "commit", found->has_head && head->fair, head->commit);
    json_key(json, "contributed");
    json_array_begin(json);
    for (unsigned seat = 0; seat < head->settings.players; seat++) {
        if (head->contributed >> seat & 1) {
            json_int(json, seat + 1);
        }
    }
    json_array_end(json);
    json_bytes(json, "secret", found->has_secret, found->secret);
}

/* ---- The command ---- */

static void tell_finding(struct verify *verify, const char *path,
                         const struct fair_finding *found)
{
    if (verify->as_json) {
        json_finding(&verify->json, found);
    } else if (found->verdict == FAIR_YES) {
        tell_fair(path, found);
    }
    if (found->verdict != FAIR_YES) {
        tell_problem(path, found);
        verify->all_fair = false;
    }
}

static void verify_file(struct verify *verify, const char *path)
{
    static const char unreadable[] = "unreadable";
    struct fair_finding found;
    size_t length;
    char *record = options_read_file(COMMAND, path, RECORD_LIMIT, &length);
    bool done =
        record != NULL && fair_verify(record, length, &verify->claims, &found);
    if (record != NULL && !done) {
        options_fail(COMMAND, "%s", tio_error_words(TIO_E_MEMORY));
    }
    free(record);
    if (verify->as_json) {
        json_object_begin(&verify->json);
        json_key_string(&verify->json, "file", path);
    }
    if (done) {
        tell_finding(verify, path, &found);
    } else {
        verify->all_fair = false;
        if (verify->as_json) {
            json_key_string(&verify->json, "verdict", unreadable);
        }
    }
    if (verify->as_json) {
        json_object_end(&verify->json);
    }
}

static int verify_all(struct verify *verify, int count, char **paths)
{
    verify->all_fair = true;
    if (verify->as_json) {
        verify->json = json_growing();
        json_object_begin(&verify->json);
        json_key(&verify->json, "records");
        json_array_begin(&verify->json);
    }
    for (int i = 0; i < count; i++) {
        verify_file(verify, paths[i]);
    }
    if (verify->as_json) {
        json_array_end(&verify->json);
        json_key_bool(&verify->json, "fair", verify->all_fair);
        json_object_end(&verify->json);
        if (!options_put_json(COMMAND, &verify->json)) {
            return CLI_WRONG;
        }
    }
    return verify->all_fair ? CLI_OK : CLI_WRONG;
}

static bool take_bytes(const char *name, uint8_t out[FAIR_BYTES])
{
    if (fair_from_hex(optarg, strlen(optarg), out, FAIR_BYTES)) {
        return true;
    }
    options_usage(COMMAND,
                  "%s: '%s' is not %d hexadecimal digits in lower case", name,
                  optarg, 2 * FAIR_BYTES);
    return false;
}

static bool take_claim(struct fair_claims *claims, int option)
{
    if (option == OPTION_COMMIT) {
        claims->has_commit = true;
        return take_bytes("--commit", claims->commit);
    }
    if (claims->count == TIO_MAX_PLAYERS) {
        options_usage(COMMAND, "--bytes: at most %d of them, one a player",
                      TIO_MAX_PLAYERS);
        return false;
    }
    return take_bytes("--bytes", claims->bytes[claims->count++]);
}

int cmd_verify(int argc, char **argv)
{
    struct verify verify = {.as_json = false};
    int option;
    while ((option = options_next(COMMAND, argc, argv, options)) != -1) {
        switch (option) {
        case OPTION_COMMIT:
        case OPTION_BYTES:
            if (!take_claim(&verify.claims, option)) {
                return CLI_USAGE;
            }
            break;
        case OPTION_JSON:
            verify.as_json = true;
            break;
        default:
            return CLI_USAGE;
        case 'h':
            fputs(help, stdout);
            return CLI_OK;
        }
    }
    if (optind == argc) {
        return options_usage(COMMAND, "expected at least one record");
    }
    if (!fair_init()) {
        return options_fail(COMMAND, "the cryptography can't be set up");
    }
    return verify_all(&verify, argc - optind, argv + optind);
}
