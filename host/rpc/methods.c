/* The table of methods, functions that several of them use, and the methods about the host itself. */
#include "methods.h"

#include "host/bots/bot.h"

const LapMethodEntry lap_methods[] = {
    {"host.hello", lap_method_host_hello, FALSE, FALSE},
    {"rpc.discover", lap_method_rpc_discover, FALSE, FALSE},
    {"games.list", lap_method_games_list, FALSE, FALSE},
    {"games.describe", lap_method_games_describe, FALSE, FALSE},
    {"match.create", lap_method_match_create, FALSE, FALSE},
    {"match.list", lap_method_match_list, FALSE, FALSE},
    {"match.invitation", lap_method_match_invitation, FALSE, FALSE},
    {"match.join", lap_method_match_join, FALSE, TRUE},
    {"match.leave", lap_method_match_leave, FALSE, TRUE},
    {"match.subscribe", lap_method_match_subscribe, FALSE, FALSE},
    {"match.unsubscribe", lap_method_match_unsubscribe, FALSE, FALSE},
    {"match.view", lap_method_match_view, FALSE, FALSE},
    {"match.legal", lap_method_match_legal, FALSE, FALSE},
    {"match.preview", lap_method_match_preview, FALSE, FALSE},
    {"match.hint", lap_method_match_hint, FALSE, FALSE},
    {"match.analyse", lap_method_match_analyse, FALSE, FALSE},
    {"match.play", lap_method_match_play, FALSE, TRUE},
    {"match.variants", lap_method_match_variants, FALSE, FALSE},
    {"match.undoable", lap_method_match_undoable, FALSE, FALSE},
    {"match.propose", lap_method_match_propose, FALSE, TRUE},
    {"match.answer", lap_method_match_answer, FALSE, TRUE},
    {"match.resign", lap_method_match_resign, FALSE, TRUE},
    {"match.hold", lap_method_match_hold, FALSE, FALSE},
    {"match.bot", lap_method_match_bot, FALSE, TRUE},
    {"match.say", lap_method_match_say, FALSE, TRUE},
    {"match.messages", lap_method_match_messages, FALSE, FALSE},
    {"match.export", lap_method_match_export, FALSE, FALSE},
    {"match.resume", lap_method_match_resume, TRUE, FALSE},
    {"plugins.list", lap_method_plugins_list, TRUE, FALSE},
    {"plugins.scan", lap_method_plugins_scan, TRUE, FALSE},
    {"plugins.disable", lap_method_plugins_disable, TRUE, FALSE},
    {"store.backup", lap_method_store_backup, TRUE, FALSE},
    {NULL, NULL, FALSE, FALSE},
};

/* --- what they share */

gboolean lap_call_knows_game(LapCall *call, const char *id)
{
  LapHost *host = call->rpc->host;
  if (lap_registry_find(lap_host_get_registry(host), id) || lap_host_get_last_game(host, id, NULL)) return TRUE;
  return lap_call_fail(call, LAP_RPC_NOT_FOUND, "there is no game \"%s\"; games.list has those that there are", id);
}

static LapMatch *find_match(LapCall *call, const char *id)
{
  g_autoptr(GError) error = NULL;
  lap_call_touches(call, id);
  LapMatch *match = lap_host_find(call->rpc->host, id, &error);
  if (!match) lap_call_fail_with(call, error);
  return match;
}

LapMatch *lap_call_match(LapCall *call) { return find_match(call, lap_call_string(call, "match")); }

/* Other errors say nothing of whether it was right. */
void lap_call_tried(LapCall *call, const char *what, const char *secret, const GError *error)
{
  if (!secret || (error && !g_error_matches(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_UNAUTHORISED))) return;
  call->rpc->service->tried(call->caller, what, secret, error == NULL);
}

LapMatch *lap_call_viewer_of(LapCall *call, const char *id, const char *token, guint *viewer)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapMatch) match = find_match(call, id);
  if (!match) return NULL;
  if (token && !call->rpc->service->may_try(call, token)) return NULL;
  gboolean right = lap_match_authenticate(match, token, viewer, &error) ||
                   lap_match_remembers(match, token, lap_call_string(call, "key"), viewer);
  lap_call_tried(call, "token", token, right ? NULL : error);
  if (right) return g_steal_pointer(&match);
  lap_call_fail_with(call, error);
  return NULL;
}

LapMatch *lap_call_viewer(LapCall *call, guint *viewer)
{
  return lap_call_viewer_of(call, lap_call_string(call, "match"), lap_call_string(call, "token"), viewer);
}

LapMatch *lap_call_seat(LapCall *call, guint *seat)
{
  g_autoptr(LapMatch) match = lap_call_viewer(call, seat);
  if (!match || *seat < lap_match_get_seats(match)) return g_steal_pointer(&match);
  lap_call_fail(call, LAP_RPC_UNAUTHORISED, "that token only watches; this wants the token of a seat");
  return NULL;
}

void lap_call_bill_entries(LapCall *call, guint64 entries)
{
  call->rpc->service->charge_more(call->caller, 1 + entries / LAP_BILLED_ENTRIES);
}

gboolean lap_call_answer_seq(LapCall *call, guint64 seq)
{
  lap_json_begin_object(call->result);
  lap_json_member_int(call->result, "seq", (gint64)seq);
  lap_json_end_object(call->result);
  return TRUE;
}

gboolean lap_call_fail_at(LapCall *call, LapMatch *match, const GError *error)
{
  lap_call_fail_with(call, error);
  if (!g_error_matches(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_STALE)) return FALSE;
  lap_call_data_number(call, "seq", (gint64)lap_match_get_seq(match));
  lap_call_data_number(call, "decision", (gint64)lap_match_get_decision(match));
  return FALSE;
}

/* --- host.hello, rpc.discover */

static gboolean speaks(JsonArray *protocols)
{
  for (guint i = 0; i < json_array_get_length(protocols); i++)
    if (json_array_get_int_element(protocols, i) == LAP_PROTOCOL) return TRUE;
  return FALSE;
}

static gboolean agree_on_protocol(LapCall *call)
{
  if (!json_object_has_member(call->params, "protocols")) return TRUE;
  if (speaks(json_object_get_array_member(call->params, "protocols"))) return TRUE;
  lap_call_fail(call, LAP_RPC_UNSUPPORTED_VERSION, "this host speaks version %d of the protocol, and none of yours",
                LAP_PROTOCOL);
  lap_call_data_number(call, "protocol", LAP_PROTOCOL);
  return FALSE;
}

static gboolean become_operator(LapCall *call)
{
  const char *token = lap_call_string(call, "operator");
  if (!token) return TRUE;
  if (!call->rpc->service->may_try(call, token)) return FALSE;
  gboolean right = call->rpc->service->is_operator_token(call->rpc->server, token);
  call->rpc->service->tried(call->caller, "operator", token, right);
  if (!right) return lap_call_fail(call, LAP_RPC_UNAUTHORISED, "that is not the token of this host's operators");
  call->caller->is_operator = TRUE;
  return TRUE;
}

static gboolean wants(const LapCall *call, const char *capability)
{
  if (!json_object_has_member(call->params, "capabilities")) return FALSE;
  JsonArray *wanted = json_object_get_array_member(call->params, "capabilities");
  for (guint i = 0; i < json_array_get_length(wanted); i++)
    if (g_str_equal(json_array_get_string_element(wanted, i), capability)) return TRUE;
  return FALSE;
}

static void write_languages(LapJsonWriter *json)
{
  lap_json_member_array(json, "locales");
  for (const char *const *language = lap_languages; *language; language++) lap_json_string(json, *language);
  lap_json_end_array(json);
}

static void write_bots(LapJsonWriter *json)
{
  lap_json_member_array(json, "bots");
  for (const LapBot *const *bot = lap_bots(); *bot; bot++) lap_json_string(json, (*bot)->name);
  lap_json_end_array(json);
}

static void write_limits(const LapLimit *limit, LapJsonWriter *json)
{
  lap_json_member_object(json, "limits");
  for (; limit->name; limit++) lap_json_member_int(json, limit->name, limit->value);
  lap_json_end_object(json);
}

gboolean lap_method_host_hello(LapCall *call)
{
  if (!agree_on_protocol(call) || !become_operator(call)) return FALSE;
  call->caller->language = lap_call_language(call);
  call->caller->patches = wants(call, "patch");
  call->caller->presence = wants(call, "presence");
  lap_json_begin_object(call->result);
  lap_json_member_int(call->result, "protocol", LAP_PROTOCOL);
  lap_json_member_string(call->result, "version", LAP_HOST_VERSION);
  lap_json_member_string(call->result, "locale", call->caller->language);
  write_languages(call->result);
  write_bots(call->result);
  lap_json_member_array(call->result, "capabilities");
  lap_json_word(call->result, "patch");
  lap_json_word(call->result, "presence");
  lap_json_end_array(call->result);
  write_limits(call->rpc->limits, call->result);
  lap_json_end_object(call->result);
  return TRUE;
}

gboolean lap_method_rpc_discover(LapCall *call)
{
  lap_json_raw(call->result, lap_rpc_get_document(call->rpc), -1);
  return TRUE;
}
