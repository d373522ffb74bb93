/* Connections, as the rest of the server sees them.
 *
 * A connection lives from lap_connection_open to lap_connection_gone (transport.h). Everything runs on the server's
 * thread. */
#pragma once

#include "host/rpc/rpc.h"
#include "server.h"

G_BEGIN_DECLS

LapServer *lap_connection_get_server(LapConnection *connection);
/* Who sends its messages: language, capabilities, operator or not. (transfer none) */
LapCaller *lap_connection_get_caller(LapConnection *connection);
LapConnection *lap_connection_of_caller(LapCaller *caller);

typedef enum {
  LAP_NOTIFY_EVENT,  /* of a match: an entry, a proposal */
  LAP_NOTIFY_RESYNC, /* of a match: its whole state */
  LAP_NOTIFY_HOST    /* of the host itself */
} LapNotificationKind;

/* Whether notifications to this connection are withheld because too many bytes are queued for it, so that none need be
 * built. */
gboolean lap_connection_is_behind(const LapConnection *connection);

/* Visits all connections, oldest first. A visit may notify, and must not end batches. */
typedef void (*LapConnectionVisit)(LapConnection *connection, gpointer data);
void lap_server_visit_connections(LapServer *server, LapConnectionVisit visit, gpointer data);

G_END_DECLS
