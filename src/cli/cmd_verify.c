/* tioli verify: works every roll and deal of a record out again from what the
 * table was committed to and what the players added. */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hex.h"
#include "cli/options.h"
#include "fair/verify.h"

#define COMMAND "verify"
#define RECORD_LIMIT ((size_t)16 << 20)

static const char *const verdicts[FAIR_VERDICTS] = {
    [FAIR_YES] = "fair",
    [FAIR_NO] = N_("not fair"),
    [FAIR_UNKNOWN] = N_("not verifiable"),
    [FAIR_BROKEN] = N_("broken"),
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
    for (unsigned seat = 0; seat < head->settings.players; seat++)
        count += head->contributed >> seat & 1U;
    return count;
}

static void tell_fair(const char *path, const struct fair_finding *found)
{
    unsigned gave = contributors(&found->head);
    options_put_shown(stdout, path);
    fputs(": ", stdout);
    if (gave == 0) {
        printf(ngettext("fair: %u chance move, but no player added bytes",
                        "fair: %u chance moves, but no player added bytes",
                        found->chances),
               (unsigned)found->chances);
    } else {
        printf(ngettext("fair: %u chance move, bytes from %u of %u players",
                        "fair: %u chance moves, bytes from %u of %u players",
                        found->chances),
               (unsigned)found->chances, gave, found->head.settings.players);
    }
    printf("%s%s\n", found->finished ? "" : "; ",
           found->finished ? "" : _("the game was abandoned"));
}

static void tell_problem(const char *path, const struct fair_finding *found)
{
    char line[16] = "";
    fflush(stdout); /* so that verdicts stand in the order of the records */
    if (found->line > 0)
        snprintf(line, sizeof line, ":%u", found->line);
    options_say("%s%s: %s: %s", path, line, _(verdicts[fair_verdict(found)]),
                i18n_words(fair_words(found)));
    const char *expected = C_("verify", "should be");
    const char *is = C_("verify", "is");
    unsigned wide = i18n_width(expected);
    wide = i18n_width(is) > wide ? i18n_width(is) : wide;
    if (found->expected[0] != '\0')
        options_say("    %s%*s  %s", expected, i18n_fill(expected, wide), "",
                    found->expected);
    if (found->found[0] != '\0')
        options_say("    %s%*s  %s", is, i18n_fill(is, wide), "", found->found);
}

/* ---- As JSON ---- */

static void json_text_or_none(struct json *json, const char *key,
                              const char *text)
{
    json_key(json, key);
    if (text[0] == '\0')
        json_none(json);
    else
        json_str(json, text);
}

static void json_hex_or_none(struct json *json, const char *key, bool known,
                             const uint8_t *bytes)
{
    char text[2 * FAIR_BYTES + 1] = "";
    if (known)
        hex_print(bytes, FAIR_BYTES, text);
    json_text_or_none(json, key, text);
}

static void json_finding(struct json *json, const struct fair_finding *found)
{
    const tio_record_head *head = &found->head;
    json_key_string(json, "verdict", verdicts[fair_verdict(found)]);
    json_key(json, "line");
    if (found->line > 0)
        json_int(json, found->line);
    else
        json_none(json);
    json_text_or_none(json, "what", fair_words(found));
    json_text_or_none(json, "expected", found->expected);
    json_text_or_none(json, "found", found->found);
    json_key_int(json, "chances", found->chances);
    json_key_bool(json, "finished", found->finished);
    json_hex_or_none(json, "commit", found->has_head && head->fair,
                     head->commit);
    json_array_begin(json_key(json, "contributed"));
    for (unsigned seat = 0; seat < head->settings.players; seat++)
        if (head->contributed >> seat & 1)
            json_int(json, seat + 1);
    json_array_end(json);
    json_hex_or_none(json, "secret", found->has_secret, found->secret);
}

/* ---- The command ---- */

static void tell_finding(struct verify *verify, const char *path,
                         const struct fair_finding *found)
{
    if (verify->as_json)
        json_finding(&verify->json, found);
    else if (!found->reason)
        tell_fair(path, found);
    if (found->reason) {
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
    bool done = record && fair_verify(record, length, &verify->claims, &found);
    if (record && !done)
        options_fail(COMMAND, "%s", _(tio_error_words(TIO_E_MEMORY)));
    free(record);
    if (verify->as_json) {
        json_object_begin(&verify->json);
        json_key_string(&verify->json, "file", path);
    }
    if (done) {
        tell_finding(verify, path, &found);
    } else {
        verify->all_fair = false;
        if (verify->as_json)
            json_key_string(&verify->json, "verdict", unreadable);
    }
    if (verify->as_json)
        json_object_end(&verify->json);
}

static int verify_all(struct verify *verify, int count, char **paths)
{
    verify->all_fair = true;
    if (verify->as_json) {
        verify->json = json_growing();
        json_object_begin(&verify->json);
        json_array_begin(json_key(&verify->json, "records"));
    }
    for (int i = 0; i < count; i++)
        verify_file(verify, paths[i]);
    if (verify->as_json) {
        json_array_end(&verify->json);
        json_key_bool(&verify->json, "fair", verify->all_fair);
        json_object_end(&verify->json);
        if (!options_put_json(COMMAND, &verify->json))
            return CLI_WRONG;
    }
    return verify->all_fair ? CLI_OK : CLI_WRONG;
}

static bool take_hex(const struct option_call *call, uint8_t out[FAIR_BYTES])
{
    return hex_read(call->text, strlen(call->text), out, FAIR_BYTES) ||
           option_refuse(
               call->why,
               _("%s: '%s' is not %d hexadecimal digits in lower case"),
               call->shown, call->text, 2 * FAIR_BYTES);
}

static bool take_commit(const struct option_row *row,
                        const struct option_call *call)
{
    struct fair_claims *claims = call->field;
    (void)row;
    claims->has_commit = true;
    return take_hex(call, claims->commit);
}

static bool take_bytes(const struct option_row *row,
                       const struct option_call *call)
{
    struct fair_claims *claims = call->field;
    (void)row;
    if (claims->count == TIO_MAX_PLAYERS)
        return option_refuse(call->why,
                             _("--bytes: at most %d of them, one per player"),
                             TIO_MAX_PLAYERS);
    return take_hex(call, claims->bytes[claims->count++]);
}

static const struct option_row rows[] = {
    {"commit", "HEX", OPTION_TEXT,
     N_("the commitment that was seen at the table"),
     .at = offsetof(struct verify, claims), .take = take_commit,
     .man = "The commitment that was seen at the table before the game, as 64 "
            "hexadecimal digits: the record must have the same."},
    {"bytes", "HEX", OPTION_TEXT,
     N_("bytes that a player added; may be repeated"),
     .at = offsetof(struct verify, claims), .take = take_bytes, .repeats = true,
     .man = "Bytes that a player added at the table, as 64 hexadecimal digits: "
            "one of the record's players must have added them. May be "
            "repeated, up to five times."},
    {"json", NULL, OPTION_FLAG, N_("print one JSON object"),
     .at = offsetof(struct verify, as_json),
     .man = "Print one JSON object: *fair* (whether all records are) and "
            "*records*, each with *file*, *verdict* (one of the words above, "
            "or *unreadable* and nothing more), *line*, *what*, *expected* and "
            "*found* (or null), *chances* (how many chance moves were found "
            "right), *finished*, *commit*, *contributed* (the seats that gave "
            "bytes) and *secret*."},
    {0},
};

static int run(int argc, char **argv)
{
    struct verify verify = {.as_json = false};
    struct options line = {&command_verify, &verify, argc, argv, 0, 0};
    if (!options_read(&line))
        return line.status;
    if (line.argc == 0)
        return options_usage(COMMAND, _("expected at least one record"));
    if (!fair_init())
        return options_fail(COMMAND, _("the cryptography can't be set up"));
    return verify_all(&verify, line.argc, line.argv);
}

const struct cli_command command_verify = {
    .name = COMMAND,
    .summary = N_("check that the dice and cards of a game were fair"),
    .help = {N_("Usage: tioli verify [OPTION...] RECORD..."),
             N_("Works out every roll and deal of a game again, from the "
                "secret that its\n"
                "table was committed to and the bytes that its players added, "
                "and prints\n"
                "'fair' or the first line that isn't. The exit status is 0 if "
                "all records\n"
                "are fair, and 1 if one is not or can't be verified. '-' is "
                "the standard\n"
                "input.")},
    .rows = rows,
    .words = OPTION_FILE,
    .run = run,
};
