/* The server: a host, its connections, and the batches in which they are answered. */
#pragma once

#include "host/match/host.h"
#include "host/rpc/limits.h"
#include "transport.h"

G_BEGIN_DECLS

#define LAP_TYPE_SERVER (lap_server_get_type())
/**
 * LapServer:
 *
 * A host, its connections, and the batches in which they are answered.
 *
 * Requests are carried out one after the other in the order of arrival. Replies and notifications are queued until the
 * changes have been committed together, then sent in order. If the commit fails, each request that made a change, or
 * read a match that was changed, gets the error outcome_unknown instead of its reply.
 */
G_DECLARE_FINAL_TYPE(LapServer, lap_server, LAP, SERVER, GObject)

/**
 * LapServer::drained:
 * @server: a server
 *
 * Emitted when all connections are closed after [method@Lapidary.Server.drain].
 */

/**
 * lap_server_new:
 * @host: a host
 *
 * Makes a server, which runs on the thread's default main context.
 *
 * Returns: (transfer full): the server
 */
LapServer *lap_server_new(LapHost *host);

/**
 * lap_server_get_host:
 * @server: a server
 *
 * Gets its host.
 *
 * Returns: (transfer none): its host
 */
LapHost *lap_server_get_host(LapServer *server);

/**
 * lap_server_get_limits:
 * @server: a server
 *
 * Gets every limit, by the name that host.hello and --help have: "message" bytes, "batch" requests, "connections",
 * "connections_per_address", "rate" requests a second and "burst" of an address, "waiting" bytes before a reader is
 * skipped ahead, "waiting_max" before it is cut off, "subscriptions" of a connection, "matches" that are not over,
 * "open_matches" in memory, "matches_per_address" created an hour, ...
 *
 * Returns: (transfer none): limits, ended by one without a name
 */
const LapLimit *lap_server_get_limits(LapServer *server);

/**
 * lap_server_set_limit:
 * @server: a server
 * @name: of a limit
 * @value: within its bounds
 * @error: what would be right, if there is no such limit or the value is out of its bounds
 *
 * Sets a limit.
 *
 * Returns: whether that was possible
 */
gboolean lap_server_set_limit(LapServer *server, const char *name, gint64 value, GError **error);

/**
 * lap_server_get_limit:
 * @server: a server
 * @name: of a limit
 *
 * Gets a limit.
 *
 * Returns: its value
 */
gint64 lap_server_get_limit(LapServer *server, const char *name);

/**
 * lap_server_be_node:
 * @server: a server, over a store that was opened with `lap_store_open_as_node`
 * @name: of the node
 *
 * Makes the server one of several nodes: from now on it renews what it owns, and takes up matches of nodes that are not
 * there any more. When it drains it leaves its matches to the others at once.
 */
void lap_server_be_node(LapServer *server, const char *name);

/**
 * lap_server_set_operator_token:
 * @server: a server
 * @token: the token, of which only the hash is kept; NULL for none, so that only standard input is an operator's
 *
 * Sets the token that makes a connection an operator's (host.hello).
 */
void lap_server_set_operator_token(LapServer *server, const char *token);

/**
 * lap_server_set_prune_after:
 * @server: a server
 * @days: 0 for never, as it is unless set
 *
 * Has matches removed for good that have been over, and unchanged, for so many days.
 */
void lap_server_set_prune_after(LapServer *server, guint days);

/**
 * lap_server_end_batch:
 * @server: a server
 *
 * Ends the present batch now: commits and sends.
 */
void lap_server_end_batch(LapServer *server);

/**
 * lap_server_notify_build:
 * @server: a server
 * @plugin: what is being written
 * @failure: (nullable): why it could not be built, or was refused; %NULL if it is fine
 *
 * Notifies every connection that the author of a plugin has built it anew, or could not. What is installed is announced
 * by itself.
 */
void lap_server_notify_build(LapServer *server, const char *plugin, const char *failure);

/**
 * lap_server_drain:
 * @server: a server
 *
 * Accepts nothing new, notifies every connection, completes work in progress, closes all connections, and emits
 * [signal@Lapidary.Server::drained].
 */
void lap_server_drain(LapServer *server);

G_END_DECLS
