/* Subscriptions: which connection is notified of which match, as which viewer.
 *
 * When a match gets a log entry, each subscription to it gets a notification (match.event, match.proposal) with what
 * its viewer may know. The bytes are written once for all who see the same in the same words, and queued in the batch
 * of the entry, so they go out only when it is committed. Each subscription knows up to which seq its client has been
 * notified, so no entry is sent twice.
 *
 * If a client reads too slowly, notifications are withheld until it has read everything that is queued for it. Then it
 * is sent the whole present state (match.resync) instead of what it missed. The same happens when a commit failed and
 * changes were undone.
 *
 * A seat's view is for the person who sits there. If another person takes the seat, the previous person's subscription
 * ends with the notification that says so. */
#pragma once

#include "connection.h"
#include "host/match/match.h"

G_BEGIN_DECLS

typedef struct LapSubscriptions LapSubscriptions;

/* All subscriptions of a server. */
LapSubscriptions *lap_subscriptions_new(LapServer *server);
void lap_subscriptions_free(LapSubscriptions *subscriptions);

/* Whether the connection may subscribe: it is subscribed to the match as that viewer already, or has fewer
 * subscriptions than the limit "subscriptions". */
gboolean lap_subscriptions_may_add(LapConnection *connection, LapMatch *match, guint viewer);
/* Subscribes a client that has been sent the present state: it is notified of later changes. Holds the match in memory.
 */
void lap_subscriptions_add(LapConnection *connection, LapMatch *match, guint viewer);
/* Ends a connection's subscriptions to a match as `viewer` or, with LAP_OMNISCIENT, as any viewer. */
void lap_subscriptions_remove(LapConnection *connection, const char *match, guint viewer);

/* Whether each person of a match who has not resigned follows it over this connection, and none over another one. */
gboolean lap_subscriptions_are_alone(LapSubscriptions *subscriptions, const LapConnection *connection, LapMatch *match);
/* Sends one notification of a match to all who follow it: once over each connection. */
void lap_subscriptions_notify_all(LapSubscriptions *subscriptions, LapMatch *match, GBytes *message);

/* Returns how many subscriptions a connection has. */
guint lap_subscriptions_count(const LapConnection *connection);
/* Ends all subscriptions of a connection that is gone. */
void lap_subscriptions_end(LapConnection *connection);

/* Sends the whole states of all matches of a connection from which notifications were withheld. Called when it reads
 * again. */
void lap_subscriptions_catch_up(LapConnection *connection);
/* Notifies all connections that the host is about to stop (host.notice). */
void lap_subscriptions_notify_draining(LapServer *server);
/* Notifies them that a plugin was built anew by its author, or with `failure` why it was not. */
void lap_subscriptions_notify_build(LapServer *server, const char *plugin, const char *failure);

G_END_DECLS
