/* Subscriptions: which connection is notified of which match, as which viewer.
 *
 * When a match gets a log entry, each subscription to it gets a notification (match.event, match.proposal) with what
 * its viewer may know. The bytes are written once for all who see the same in the same words, and queued in the batch
 * of the entry, so they go out only when it is committed. Each subscription knows up to which seq its client has been
 * notified, so no entry is sent twice.
 *
 * A reader that is too slow is not sent more and more, nor all that it missed: notifications are withheld until it has
 * read what waits for it, and then it is sent where the match stands (match.resync). The same happens when a commit
 * failed and matches went back.
 *
 * What a seat may know is for the person who sits there. If somebody else takes the seat, the subscription of the one
 * before ends with the notification that says so. */
#pragma once

#include "connection.h"
#include "host/match/match.h"

G_BEGIN_DECLS

typedef struct LapSubscriptions LapSubscriptions;

/* All subscriptions of a server. */
LapSubscriptions *lap_subscriptions_new(LapServer *server);
void lap_subscriptions_free(LapSubscriptions *subscriptions);

/* Whether the connection is subscribed to the match as that viewer, or may be to one more (the limit
 * "subscriptions"). */
gboolean lap_subscriptions_may_add(LapConnection *connection, LapMatch *match, guint viewer);
/* The client knows the match as it is now, and is notified from here on. Holds the match in memory. */
void lap_subscriptions_add(LapConnection *connection, LapMatch *match, guint viewer);
/* Ends those to a match as `viewer` or, with LAP_OMNISCIENT, all to it. */
void lap_subscriptions_remove(LapConnection *connection, const char *match, guint viewer);

/* How many a connection has. */
guint lap_subscriptions_count(const LapConnection *connection);
/* Ends all of a connection that is gone. */
void lap_subscriptions_end(LapConnection *connection);

/* Notifications for the connection were withheld, and it reads again: sends where all its matches stand. */
void lap_subscriptions_catch_up(LapConnection *connection);
/* Notifies everybody that the host is about to stop (host.notice). */
void lap_subscriptions_notify_draining(LapServer *server);

G_END_DECLS
