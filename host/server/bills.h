/* Bills: whose quota the matches, the log entries and the moves of bots are.
 *
 * What a request writes belongs to the address of the connection that sent it. Moves that bots make in a match without
 * people would be nobody's: they belong to the address that created the match, which is remembered while the match is
 * not over and its rules have not failed. (Addresses are not stored: after a restart such matches belong to one address
 * together, "restored", and so do those that were suspended and go on.) If it has used up its hour, or all such matches
 * together go faster than they may, their bots wait; matches with people go on. */
#pragma once

#include "host/match/match.h"
#include "quotas.h"
#include "transport.h"

G_BEGIN_DECLS

typedef struct {
  LapServer *server;
  GHashTable *owners; /* from the id of a match to a LapAddress, whose `matches` counts them */
  LapRate bot_moves;  /* in matches of bots alone, of all addresses */
  LapHour entries;    /* of logs, at the request of all addresses */
  GSource *release;   /* has bots asked for again that had to wait */
} LapBills;

LapBills *lap_bills_new(LapServer *server);
void lap_bills_free(LapBills *bills);

/* A match was created from this address. */
void lap_bills_add(LapBills *bills, const char *match, LapAddress *address);
/* It is over, suspended, or removed. */
void lap_bills_remove(LapBills *bills, const char *match);

/* A log entry was made. `by`: the connection whose request made it, or NULL. */
void lap_bills_count_entry(LapBills *bills, LapConnection *by);

G_END_DECLS
