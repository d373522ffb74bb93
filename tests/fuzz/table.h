/* A server with a match that is being played, for messages to be thrown at. */
#pragma once

#include "host/server/connection.h"

typedef struct {
  LapHost *host;
  LapServer *server;
  char *match;    /* its id */
  char *token[3]; /* of both seats, and to watch with */
  gint64 now;     /* microseconds since 1970; a millisecond more at each look */
  guint8 chance;  /* the next byte of what is random */
} Table;

Table *table_new(LapRegistry *registry);
void table_free(Table *table);

/* Opens a connection, says each line of a text, and closes it. In a line "@m" stands for the id of the match, "@0" and
 * "@1" for tokens of seats, "@w" for that of a watcher. */
void table_say(Table *table, const char *text, gsize length);
