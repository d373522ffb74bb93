#include "response.h"

/* --- errors */

typedef struct {
  LapRpcError code;
  const char *reason, *advice;
} Ending;

static const Ending endings[LAP_RPC_ENDINGS] = {
    {0, "ok", ""},
    {LAP_RPC_PARSE, "parse", "send one JSON value (RFC 8259) a message, in UTF-8, no key twice in an object"},
    {LAP_RPC_REQUEST, "request", "send {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":...,\"params\":{...}}"},
    {LAP_RPC_METHOD, "method", "rpc.discover has all methods"},
    {LAP_RPC_PARAMS, "params", "rpc.discover has the parameters of each method; they go by name"},
    {LAP_RPC_INTERNAL, "internal", "a fault of the host, which its log has more of"},
    {LAP_RPC_UNAUTHORISED, "unauthorised", "use the token that joining this match gave"},
    {LAP_RPC_NOT_FOUND, "not_found", "games.list and match.list have what there is"},
    {LAP_RPC_ILLEGAL, "illegal", "match.legal has what may be played"},
    {LAP_RPC_STALE, "stale", "look at the match as it is now, then decide again"},
    {LAP_RPC_NOT_YOUR_TURN, "not_your_turn", "wait until \"waiting\" has the seat"},
    {LAP_RPC_OVER, "over", "the match can still be watched, exported, and played again by match.propose"},
    {LAP_RPC_SEAT_TAKEN, "seat_taken", "take another seat that is free"},
    {LAP_RPC_RATE_LIMITED, "rate_limited", "wait for the milliseconds of \"retry_after\""},
    {LAP_RPC_TOO_LARGE, "too_large", "stay within the limits that host.hello has"},
    {LAP_RPC_PLUGIN_FAULT, "plugin_fault", "nothing has changed; tell the author of the game's plugin"},
    {LAP_RPC_UNSUPPORTED_VERSION, "unsupported_version", "speak a version of the protocol that the host has"},
    {LAP_RPC_OTHER_NODE, "other_node", "ask at \"address\""},
    {LAP_RPC_KEY_REUSED, "key_reused", "make a new key for each request"},
    {LAP_RPC_DRAINING, "draining", "come back when the host has started again"},
    {LAP_RPC_OUTCOME_UNKNOWN, "outcome_unknown", "ask again with the same key: what was done is not done twice"},
    {LAP_RPC_NOT_STARTED, "not_started", "wait until all seats are taken"},
    {LAP_RPC_REFUSED, "refused", "look at the match as it is now"},
    {LAP_RPC_UNAVAILABLE, "unavailable", "games.list has what can be played; a match is kept until its plugin is back"},
    {LAP_RPC_SUSPENDED, "suspended", "wait until an operator resumes it, or agree to take back, to end it, or resign"},
};

guint lap_rpc_ending_of(LapRpcError code)
{
  for (guint i = 0; i < LAP_RPC_ENDINGS; i++)
    if (endings[i].code == code) return i;
  return lap_rpc_ending_of(LAP_RPC_INTERNAL);
}

const char *lap_rpc_ending_word(guint ending) { return endings[ending].reason; }

static void write_error(LapJsonWriter *json, LapRpcError code, const char *message, const char *data)
{
  const Ending *ending = &endings[lap_rpc_ending_of(code)];
  lap_json_begin_object(json);
  lap_json_member_int(json, "code", (gint64)code);
  lap_json_member_string(json, "message", message);
  lap_json_member_object(json, "data");
  lap_json_member_word(json, "reason", ending->reason);
  lap_json_member_string(json, "advice", ending->advice);
  if (data) g_string_append(json->out, data);
  lap_json_end_object(json);
  lap_json_end_object(json);
}

/* --- responses */

static void response_free(gpointer data)
{
  LapResponse *response = data;
  g_free(response->id);
  g_free(response->match);
  if (response->text) g_string_free(response->text, TRUE);
  g_free(response);
}

LapReply *lap_reply_new(gboolean batch)
{
  LapReply *reply = g_new0(LapReply, 1);
  reply->batch = batch;
  reply->responses = g_ptr_array_new_with_free_func(response_free);
  return reply;
}

void lap_reply_free(LapReply *reply)
{
  g_ptr_array_unref(reply->responses);
  g_free(reply);
}

/* Writes all before the value of "result" or "error". */
static void begin(LapResponse *response, const char *member)
{
  g_string_truncate(response->text, 0);
  response->json = lap_json_writer(response->text);
  lap_json_begin_object(&response->json);
  lap_json_member_word(&response->json, "jsonrpc", "2.0");
  lap_json_name(&response->json, "id");
  lap_json_raw(&response->json, response->id ? response->id : "null", -1);
  lap_json_name(&response->json, member);
}

LapResponse *lap_reply_add(LapReply *reply, LapRoute *route, char *id)
{
  LapResponse *response = g_new0(LapResponse, 1);
  response->route = route;
  response->id = id;
  response->began = g_get_monotonic_time();
  response->text = g_string_sized_new(256);
  begin(response, "result");
  g_ptr_array_add(reply->responses, response);
  return response;
}

void lap_response_end(LapResponse *response) { lap_json_end_object(&response->json); }

void lap_response_fail(LapResponse *response, LapRpcError code, const char *message, const char *data)
{
  response->code = code;
  begin(response, "error");
  write_error(&response->json, code, message, data);
  lap_response_end(response);
}

void lap_rpc_begin_notification(LapJsonWriter *json, const char *method)
{
  lap_json_begin_object(json);
  lap_json_member_word(json, "jsonrpc", "2.0");
  lap_json_member_word(json, "method", method);
  lap_json_member_object(json, "params");
}

void lap_rpc_end_notification(LapJsonWriter *json)
{
  lap_json_end_object(json);
  lap_json_end_object(json);
}

gsize lap_reply_length(const LapReply *reply)
{
  gsize length = 0;
  for (guint i = 0; i < reply->responses->len; i++) {
    const LapResponse *response = reply->responses->pdata[i];
    if (response->id) length += response->text->len + 1;
  }
  return length;
}

static GBytes *take_only(LapReply *reply)
{
  LapResponse *only = reply->responses->pdata[0];
  return only->id ? g_string_free_to_bytes(g_steal_pointer(&only->text)) : NULL;
}

GBytes *lap_reply_take_message(LapReply *reply)
{
  gsize length = lap_reply_length(reply);
  if (!length) return NULL;
  if (!reply->batch) return take_only(reply);
  GString *message = g_string_sized_new(length + 2);
  for (guint i = 0; i < reply->responses->len; i++) {
    const LapResponse *response = reply->responses->pdata[i];
    if (!response->id) continue;
    g_string_append_c(message, message->len ? ',' : '[');
    g_string_append_len(message, response->text->str, (gssize)response->text->len);
  }
  g_string_append_c(message, ']');
  return g_string_free_to_bytes(message);
}
