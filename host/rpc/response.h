/* Responses to requests, and the codes of errors.
 *
 * A message has one request, or several (a batch of JSON-RPC); each gets a response, and those of one message go out
 * together as its reply. A reply waits for the commit of what its requests changed, so until then a response can still
 * become an error. */
#pragma once

#include <glib.h>

#include "host/json/writer.h"
#include "routes.h"

G_BEGIN_DECLS

/* Codes of errors; docs/protocol.md has what each means. */
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
  LAP_RPC_UNAVAILABLE,
  LAP_RPC_SUSPENDED
} LapRpcError;

/* The place of a code among LAP_RPC_ENDINGS (0: no error), and the word for that place: "ok", "illegal". */
guint lap_rpc_ending_of(LapRpcError code);
const char *lap_rpc_ending_word(guint ending);

typedef struct {
  LapRoute *route;    /* of its method, or the one of unknown methods */
  char *id;           /* JSON text; NULL: the request was a notification, which has no response */
  GString *text;      /* the whole response */
  LapJsonWriter json; /* writes it */
  LapRpcError code;   /* 0: no error */
  char *match;        /* id of the match that it is about, or NULL */
  gboolean touches;   /* it read or changed a match, and becomes an error if the commit fails */
  gint64 began;       /* monotonic */
} LapResponse;

typedef struct {
  gboolean batch;       /* the message was an array */
  gboolean deferred;    /* its response is not complete yet (lap_call_defer) */
  GPtrArray *responses; /* of LapResponse */
} LapReply;

LapReply *lap_reply_new(gboolean batch);
void lap_reply_free(LapReply *reply);

/* Adds a response with its head written, so that its `json` can write the result.
 * `id`: JSON text (transfer full), or NULL. Returns: (transfer none) */
LapResponse *lap_reply_add(LapReply *reply, LapRoute *route, char *id);
/* Ends a response after its result. */
void lap_response_end(LapResponse *response);
/* Replaces the response by an error. `data`: further members of "data", each after a comma, or NULL. */
void lap_response_fail(LapResponse *response, LapRpcError code, const char *message, const char *data);

/* A notification around its params, which are written in between as members. */
void lap_rpc_begin_notification(LapJsonWriter *json, const char *method);
void lap_rpc_end_notification(LapJsonWriter *json);

/* Bytes of all responses together. */
gsize lap_reply_length(const LapReply *reply);
/* Joins the responses. Returns: (transfer full): the message to send; NULL if there were notifications only */
GBytes *lap_reply_take_message(LapReply *reply);

G_END_DECLS
