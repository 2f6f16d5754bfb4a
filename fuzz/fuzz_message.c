/* Requests from anywhere. One that is read has an id, its fields in their
 * bounds and texts that end; one that is not has a reason, and a field's name
 * if a field is to blame. */
#include "server/message.h"

#include <stdlib.h>
#include <string.h>

#include "server/server.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good)
{
    if (!good)
        abort();
}

static void check_message(const struct message *message)
{
    struct table_settings settings = table_settings_default(4);
    check(message->kind < MESSAGE_KINDS);
    check(strlen(message->id) < sizeof message->id);
    check(strlen(message->table) < sizeof message->table);
    check(strlen(message->token) == 0 ||
          strlen(message->token) + 1 == sizeof message->token);
    check(message->seat < TIO_MAX_PLAYERS || message->seat == TIO_NONE);
    check(strlen(message->code) < sizeof message->code);
    check(strlen(message->level) < sizeof message->level);
    check(message->colour <= 0xffffff);
    check(!message->name[0] ||
          message_is_name(message->name, strlen(message->name)));
    check(!message->deck || strlen(message->deck) < TABLE_DECK);
    check(strlen(message->move) < sizeof message->move);
    message_settings_into(message, &settings);
    check(settings.game.players >= TIO_MIN_PLAYERS &&
          settings.game.players <= TIO_MAX_PLAYERS);
    check(settings.clock < TABLE_CLOCK_KINDS);
    check(settings.watch < TABLE_WATCH_KINDS);
    check(strlen(settings.deck) < sizeof settings.deck);
    check(strlen(settings.stand_in) < sizeof settings.stand_in);
}

static void check_error(const struct message_error *error)
{
    check(error->error == SERVER_E_BAD_JSON ||
          error->error == SERVER_E_BAD_MESSAGE ||
          error->error == SERVER_E_BAD_VERSION);
    check(error->words[0] != 0);
    check(strlen(error->words) < sizeof error->words);
    check(strlen(error->field) < sizeof error->field);
    check((error->error == SERVER_E_BAD_JSON) == (error->field[0] == 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct message message;
    struct message_error error;
    if (message_parse((const char *)data, size, &message, &error)) {
        check(message.id[0] != 0);
        check_message(&message);
        message_done(&message);
    } else {
        check_error(&error);
    }
    if (message_parse_as(MESSAGE_CREATE, (const char *)data, size, &message,
                         &error)) {
        check(message.kind == MESSAGE_CREATE);
        check_message(&message);
        message_done(&message);
    } else {
        check_error(&error);
    }
    return 0;
}
