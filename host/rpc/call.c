#include "call.h"

#include <string.h>

#include "host/engine/patience.h"
#include "host/json/parse.h"
#include "host/match/node.h"
#include "rpc.h"

gboolean lap_call_fail(LapCall *call, LapRpcError code, const char *format, ...)
{
  va_list values;
  va_start(values, format);
  g_free(call->message);
  call->message = g_strdup_vprintf(format, values);
  va_end(values);
  call->code = code;
  return FALSE;
}

/* A writer that appends to the members of "data". */
static LapJsonWriter open_data(LapCall *call)
{
  if (!call->data) call->data = g_string_new(NULL);
  g_string_append_c(call->data, ',');
  return lap_json_writer_inside(call->data);
}

gboolean lap_call_too_fast(LapCall *call, gint64 wait)
{
  lap_call_data_number(call, "retry_after", wait);
  return lap_call_fail(call, LAP_RPC_RATE_LIMITED, "more than %" G_GINT64_FORMAT " requests a second",
                       lap_rpc_limit(call->rpc, LAP_LIMIT_RATE));
}

void lap_call_data_number(LapCall *call, const char *name, gint64 value)
{
  LapJsonWriter json = open_data(call);
  lap_json_member_int(&json, name, value);
}

void lap_call_data_string(LapCall *call, const char *name, const char *value)
{
  LapJsonWriter json = open_data(call);
  lap_json_member_string(&json, name, value);
}

/* --- answering later */

LapDeferred *lap_call_defer(LapCall *call)
{
  if (call->reply->batch) {
    lap_call_fail(call, LAP_RPC_REQUEST, "%s is answered later: send it alone, not in a batch", call->method);
    return NULL;
  }
  LapDeferred *deferred = g_new(LapDeferred, 1);
  *deferred = (LapDeferred){call->rpc, call->caller, call->reply, call->result};
  call->reply->deferred = TRUE;
  call->rpc->service->hold(call->caller);
  return deferred;
}

static void deliver(LapDeferred *deferred)
{
  deferred->rpc->service->deliver(deferred->caller, deferred->reply);
  g_free(deferred);
}

void lap_deferred_end(LapDeferred *deferred)
{
  lap_response_end(g_ptr_array_index(deferred->reply->responses, 0));
  deliver(deferred);
}

/* --- errors of lower layers */

static LapRpcError code_of_match(LapMatchError code)
{
  static const LapRpcError codes[] = {
      [LAP_MATCH_ERROR_UNAUTHORISED] = LAP_RPC_UNAUTHORISED,
      [LAP_MATCH_ERROR_NOT_FOUND] = LAP_RPC_NOT_FOUND,
      [LAP_MATCH_ERROR_ILLEGAL] = LAP_RPC_ILLEGAL,
      [LAP_MATCH_ERROR_STALE] = LAP_RPC_STALE,
      [LAP_MATCH_ERROR_NOT_YOUR_TURN] = LAP_RPC_NOT_YOUR_TURN,
      [LAP_MATCH_ERROR_NOT_STARTED] = LAP_RPC_NOT_STARTED,
      [LAP_MATCH_ERROR_OVER] = LAP_RPC_OVER,
      [LAP_MATCH_ERROR_SEAT_TAKEN] = LAP_RPC_SEAT_TAKEN,
      [LAP_MATCH_ERROR_KEY_REUSED] = LAP_RPC_KEY_REUSED,
      [LAP_MATCH_ERROR_INVALID] = LAP_RPC_PARAMS,
      [LAP_MATCH_ERROR_REFUSED] = LAP_RPC_REFUSED,
      [LAP_MATCH_ERROR_FAULT] = LAP_RPC_PLUGIN_FAULT,
      [LAP_MATCH_ERROR_UNAVAILABLE] = LAP_RPC_UNAVAILABLE,
      [LAP_MATCH_ERROR_STORE] = LAP_RPC_OUTCOME_UNKNOWN,
      [LAP_MATCH_ERROR_SUSPENDED] = LAP_RPC_SUSPENDED,
      [LAP_MATCH_ERROR_ELSEWHERE] = LAP_RPC_OTHER_NODE,
  };
  return (guint)code < G_N_ELEMENTS(codes) ? codes[code] : LAP_RPC_INTERNAL;
}

static LapRpcError code_of_store(LapStoreError code)
{
  if (code == LAP_STORE_ERROR_NOT_FOUND) return LAP_RPC_NOT_FOUND;
  if (code == LAP_STORE_ERROR_INVALID) return LAP_RPC_PARAMS;
  return LAP_RPC_OUTCOME_UNKNOWN;
}

static LapRpcError code_of(const GError *error)
{
  if (error->domain == LAP_MATCH_ERROR) return code_of_match((LapMatchError)error->code);
  if (error->domain == LAP_STORE_ERROR) return code_of_store((LapStoreError)error->code);
  if (error->domain == LAP_JSON_ERROR) return LAP_RPC_PARAMS;
  if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) return LAP_RPC_DRAINING;
  if (g_error_matches(error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT)) return LAP_RPC_PLUGIN_FAULT;
  return LAP_RPC_INTERNAL;
}

/* Replaces messages that may name files of the host, or what is hidden in a match: only the log and operators get
 * these.
 */
static const char *instead(LapRpcError code)
{
  if (code == LAP_RPC_PLUGIN_FAULT) return "the rules of the game have failed";
  if (code == LAP_RPC_INTERNAL) return "something went wrong within the host";
  if (code == LAP_RPC_OUTCOME_UNKNOWN) return "the store failed";
  return code == LAP_RPC_UNAVAILABLE ? "the game's plugin is unavailable, or of another version" : NULL;
}

static void say_where(LapCall *call)
{
  g_autofree char *address = lap_host_take_elsewhere(call->rpc->host);
  if (!address) return;
  lap_call_data_string(call, "address", address);
  call->rpc->service->elsewhere(call->caller, address);
}

gboolean lap_call_fail_with(LapCall *call, const GError *error)
{
  LapRpcError code = code_of(error);
  if (code == LAP_RPC_OTHER_NODE) say_where(call);
  const char *short_message = instead(code);
  if (!short_message) return lap_call_fail(call, code, "%s", error->message);
  if (!lap_patience_is_out()) g_warning("%s: %s", call->method, error->message);
  return lap_call_fail(call, code, "%s", call->caller->is_operator ? error->message : short_message);
}

void lap_deferred_fail_with(LapDeferred *deferred, const GError *error)
{
  lap_response_fail(g_ptr_array_index(deferred->reply->responses, 0), code_of(error), error->message, NULL);
  deliver(deferred);
}

void lap_call_touches(LapCall *call, const char *match)
{
  call->touches = TRUE;
  if (match && g_strcmp0(match, call->match) != 0) {
    g_free(call->match);
    call->match = g_strdup(match);
  }
}

/* --- members of params */

const char *lap_call_string(const LapCall *call, const char *name)
{
  JsonNode *node = json_object_get_member(call->params, name);
  return node ? json_node_get_string(node) : NULL;
}

gint64 lap_call_integer(const LapCall *call, const char *name, gint64 otherwise)
{
  JsonNode *node = json_object_get_member(call->params, name);
  return node ? json_node_get_int(node) : otherwise;
}

gboolean lap_call_boolean(const LapCall *call, const char *name, gboolean otherwise)
{
  JsonNode *node = json_object_get_member(call->params, name);
  return node ? json_node_get_boolean(node) : otherwise;
}

const char *const lap_languages[] = {"en", "es", "id", NULL};

static const char *language_for(const char *locale)
{
  gsize length = locale ? strcspn(locale, "-_.@") : 0;
  for (const char *const *language = lap_languages; *language; language++)
    if (strlen(*language) == length && g_ascii_strncasecmp(*language, locale, length) == 0)
      return g_intern_static_string(*language);
  return NULL;
}

const char *lap_call_language(const LapCall *call)
{
  const char *language = language_for(lap_call_string(call, "locale"));
  return language ? language : call->caller->language;
}
