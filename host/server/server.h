/* The server: a host, its connections, and the batches in which they are answered.
 *
 * Requests are carried out one after the other as they come. Their answers, and the notifications that they cause, wait
 * until the changes have been committed together, then go out in order (batch.h). When the commit fails, whoever asked
 * for a change, or read a match that had one, is answered with outcome_unknown instead. */
#pragma once

#include "host/match/host.h"
#include "host/rpc/limits.h"
#include "transport.h"

G_BEGIN_DECLS

#define LAP_TYPE_SERVER (lap_server_get_type())
G_DECLARE_FINAL_TYPE(LapServer, lap_server, LAP, SERVER, GObject)

/* Runs on the thread's default main context. */
LapServer *lap_server_new(LapHost *host);
LapHost *lap_server_get_host(LapServer *server);

/* Every limit, by the name that host.hello and --help have: "message" bytes, "batch" requests, "connections",
 * "connections_per_address", "rate" requests a second and "burst" of a connection, "waiting" bytes before a reader is
 * skipped ahead, "waiting_max" before it is cut off, "subscriptions" of a connection, "matches" that are not over,
 * "open_matches" in memory, "matches_per_address" created an hour, ... Ended by a NULL name. */
const LapLimit *lap_server_get_limits(LapServer *server);
/* FALSE with what would be right if there is no such limit or the value is out of its bounds. */
gboolean lap_server_set_limit(LapServer *server, const char *name, gint64 value, GError **error);
gint64 lap_server_get_limit(LapServer *server, const char *name);
/* A token that makes a connection an operator's (host.hello), or NULL: none but stdio. Only its hash is kept. */
void lap_server_set_operator_token(LapServer *server, const char *token);

/* Ends the present batch now: commits and sends. */
void lap_server_end_batch(LapServer *server);

/* Begins nothing new, says so to everybody, finishes what it has, closes all connections, and emits "drained". */
void lap_server_drain(LapServer *server);

G_END_DECLS
