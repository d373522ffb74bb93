#include "errors.h"

#include "host/json/write.h"

typedef struct {
  LapRpcError code;
  const char *reason, *advice;
} Outcome;

static const Outcome outcomes[LAP_OUTCOMES] = {
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
    {LAP_RPC_UNAVAILABLE, "unavailable", "the match can go on when its plugin is back as it was"},
};

guint lap_outcome_of(LapRpcError code)
{
  for (guint i = 0; i < LAP_OUTCOMES; i++)
    if (outcomes[i].code == code) return i;
  return lap_outcome_of(LAP_RPC_INTERNAL);
}

const char *lap_outcome_reason(guint outcome) { return outcomes[outcome].reason; }

void lap_rpc_write_error(GString *out, LapRpcError code, const char *message, const char *data)
{
  const Outcome *outcome = &outcomes[lap_outcome_of(code)];
  g_string_append(out, "{\"code\":");
  lap_json_number(out, (gint64)code);
  g_string_append(out, ",\"message\":");
  lap_json_quote(out, message);
  g_string_append(out, ",\"data\":{\"reason\":");
  lap_json_quote(out, outcome->reason);
  g_string_append(out, ",\"advice\":");
  lap_json_quote(out, outcome->advice);
  if (data) g_string_append(out, data);
  g_string_append(out, "}}");
}
