/* The numbers of docs/bot-protocol.md, for both sides of it. */
#ifndef PROGRAMS_PROTOCOL_H
#define PROGRAMS_PROTOCOL_H

#define PROTOCOL_VERSION 1
#define PROTOCOL_BOT_LINE 1024   /* bytes in a bot's line, without its end */
#define PROTOCOL_TABLE_LINE 4608 /* and in a table's: a view's is longest */
#define PROTOCOL_TRIES 3         /* to answer one question */
#define PROTOCOL_CHATTER 1000    /* lines of info to one question */
#define PROTOCOL_TARGETS 30      /* listed moves of one action */
#define PROTOCOL_LAG_MS 100      /* for the pipes, beyond the clock */

#endif
