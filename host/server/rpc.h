/* JSON-RPC 2.0: requests in, answers out. Knows what a request is, not what it asks.
 *
 * The methods are those of the OpenRPC document (openrpc.json, compiled in): a request's params are checked against
 * their schemas before a handler sees them, so the document is true and a handler may take members as they are. */
#pragma once

#include <json-glib/json-glib.h>

#include "host/match/host.h"
#include "transport.h"

G_BEGIN_DECLS

/* Codes of errors; docs/protocol.md has them. */
typedef enum {
  LAP_RPC_PARSE = -32700,
  LAP_RPC_REQUEST = -32600,
  LAP_RPC_METHOD = -32601,
  LAP_RPC_PARAMS = -32602,
  LAP_RPC_INTERNAL = -32603,
  LAP_RPC_UNAUTHORISED = 1001,
  LAP_RPC_NOT_FOUND,
  LAP_RPC_ILLEGAL,
  LAP_RPC_STALE,
  LAP_RPC_NOT_YOUR_TURN,
  LAP_RPC_OVER,
  LAP_RPC_SEAT_TAKEN,
  LAP_RPC_RATE_LIMITED,
  LAP_RPC_TOO_LARGE,
  LAP_RPC_PLUGIN_FAULT,
  LAP_RPC_UNSUPPORTED_VERSION,
  LAP_RPC_OTHER_NODE,
  LAP_RPC_KEY_REUSED,
  LAP_RPC_DRAINING,
  LAP_RPC_OUTCOME_UNKNOWN,
  LAP_RPC_NOT_STARTED,
  LAP_RPC_REFUSED,
  LAP_RPC_UNAVAILABLE
} LapRpcError;

/* One request while it is answered. */
typedef struct {
  LapServer *server;
  LapConnection *connection;
  const char *method;
  JsonObject *params; /* checked; an empty one where there were none */
  GString *result;    /* the handler appends the result's JSON text */

  /* Set by lap_call_touches. */
  gboolean touches; /* the answer holds only if the turn is committed */
  char *match;      /* id, for the log, or NULL */

  /* Set by lap_call_fail. */
  LapRpcError code; /* 0: fine */
  char *message;
  GString *data; /* further members of "data", each after a comma, or NULL */
} LapCall;

typedef gboolean (*LapMethod)(LapCall *call);

/* Makes the call fail; FALSE, so that a handler may return it. */
gboolean lap_call_fail(LapCall *call, LapRpcError code, const char *format, ...) G_GNUC_PRINTF(3, 4);
/* Adds a number or a word to "data". */
void lap_call_data_number(LapCall *call, const char *name, gint64 value);
void lap_call_data_string(LapCall *call, const char *name, const char *value);
/* Fails with what an error of host/match means to a client. */
gboolean lap_call_fail_with(LapCall *call, const GError *error);

/* Says that the call reads or changes a match, before it does: where the turn's commit fails, the answer becomes
 * outcome_unknown, whatever it was. Every method that finds or creates a match must. `match`: its id, or NULL if it is
 * not known yet. */
void lap_call_touches(LapCall *call, const char *match);

/* Whether a match may be created now: fails the call if the server drains, or "matches" or "matches_per_address" is
 * reached. */
gboolean lap_call_may_create(LapCall *call);
/* Counts one that was created for it; not one that was there already, for the same key. */
void lap_call_created(LapCall *call, LapMatch *match);
/* Counts one that came by agreement, which the host's entry has told of already. */
void lap_call_agreed(LapCall *call);

/* Members of params, which the schema has made sure of: NULL, `otherwise` where an optional one is missing. */
const char *lap_call_string(const LapCall *call, const char *name);
gint64 lap_call_integer(const LapCall *call, const char *name, gint64 otherwise);
gboolean lap_call_boolean(const LapCall *call, const char *name, gboolean otherwise);

/* The table of methods, ended by a NULL name. */
typedef struct {
  const char *name;
  LapMethod method;
  gboolean operators; /* for them only */
} LapMethodEntry;
extern const LapMethodEntry lap_methods[];

/* The OpenRPC document as rpc.discover answers it, with version and limits filled in: one line of JSON. Lives until a
 * limit is set. (transfer none) */
const char *lap_server_get_document(LapServer *server);

G_END_DECLS
