/* A client of the server in this process: one connection, over which a tool calls the methods of docs/protocol.md.
 *
 * So tools are given what any client is given, within the same limits, and nothing of a match but by the projection.
 * A call waits for its answer by running the main context. */
#pragma once

#include <json-glib/json-glib.h>

#include "host/json/writer.h"
#include "host/server/transport.h"

G_BEGIN_DECLS

#define LAP_MCP_ERROR (lap_mcp_error_quark())
GQuark lap_mcp_error_quark(void);

typedef struct LapMcpClient LapMcpClient;

/* Fails as lap_connection_open does. */
LapMcpClient *lap_mcp_client_new(LapServer *server, GError **error);
void lap_mcp_client_free(LapMcpClient *client);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapMcpClient, lap_mcp_client_free)

/* The params of the next call, to which members are added. (transfer none): until that call */
LapJsonWriter *lap_mcp_params(LapMcpClient *client);
/* Calls a method and returns its result, an object. Waits, and asks again, where it asked too fast. The message of an
 * error is a sentence that says what to do, and its code is that of the response, or 0. */
JsonObject *lap_mcp_call(LapMcpClient *client, const char *method, GError **error);

/* Waits for a notification about a match, until `deadline` (monotonic, us). Returns its params, the newest if there are
 * several, or NULL. (transfer full) */
JsonObject *lap_mcp_wait(LapMcpClient *client, gint64 deadline);

G_END_DECLS
