/* Subscriptions: who follows which match, as which viewer, and what they are told of it.
 *
 * What is told of an entry is written once for all who see the same in the same words, and queued in the turn of the
 * entry (connection.h): it goes out only when that is committed. Nobody is told anything twice, and who missed
 * something is told where the match stands instead (match.resync). */
#pragma once

#include "connection.h"
#include "host/match/match.h"

G_BEGIN_DECLS

/* Makes the server's subscriptions, which live as long as it does (lap_server_set_audience). */
void lap_subscriptions_new(LapServer *server);

/* Whether the connection follows the match so already, or may follow one more (the limit "subscriptions"). */
gboolean lap_subscriptions_may_add(LapConnection *connection, LapMatch *match, guint viewer);
/* It has been told of the match as it is now, and follows it from here on. Holds the match in memory. */
void lap_subscriptions_add(LapConnection *connection, LapMatch *match, guint viewer);
/* It follows the match no more, as `viewer` or, with LAP_OMNISCIENT, at all. */
void lap_subscriptions_remove(LapConnection *connection, const char *match, guint viewer);

G_END_DECLS
