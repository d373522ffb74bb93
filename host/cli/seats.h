/* Who sits where: people and bots, as "--seats me,random,random" says. */
#pragma once

#include "host/bots/bot.h"

typedef struct {
  guint n, people;
  char *name[LAP_SEATS_MAX + 1];    /* how sentences call each; NULL-terminated */
  const LapBot *bot[LAP_SEATS_MAX]; /* NULL: a person */
} Seats;

/* Reads `text`: a list of bots ("random" or "random=NAME") and, if `people` are welcome, "me" or "me=NAME"; or a
 * number of seats. NULL: the fewest that the game takes, but two where it allows them. A number and NULL mean one
 * person, if welcome, and random ones. On FALSE it has said on standard error what is wrong. */
gboolean seats_read(Seats *seats, const LapGame *game, const char *text, gboolean people);
/* The names for `n` seats of which nothing else is known. */
void seats_name(Seats *seats, guint n);
void seats_clear(Seats *seats);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Seats, seats_clear)
