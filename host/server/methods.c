#include "methods.h"

#include "connection.h"
#include "languages.h"

const LapMethodEntry lap_methods[] = {
    {"host.hello", lap_method_host_hello, FALSE},
    {"rpc.discover", lap_method_rpc_discover, FALSE},
    {"games.list", lap_method_games_list, FALSE},
    {"games.describe", lap_method_games_describe, FALSE},
    {"match.create", lap_method_match_create, FALSE},
    {"match.list", lap_method_match_list, FALSE},
    {"match.join", lap_method_match_join, FALSE},
    {"match.leave", lap_method_match_leave, FALSE},
    {"match.subscribe", lap_method_match_subscribe, FALSE},
    {"match.unsubscribe", lap_method_match_unsubscribe, FALSE},
    {"match.view", lap_method_match_view, FALSE},
    {"match.legal", lap_method_match_legal, FALSE},
    {"match.play", lap_method_match_play, FALSE},
    {"match.propose", lap_method_match_propose, FALSE},
    {"match.answer", lap_method_match_answer, FALSE},
    {"match.resign", lap_method_match_resign, FALSE},
    {"match.bot", lap_method_match_bot, FALSE},
    {"match.export", lap_method_match_export, FALSE},
    {"plugins.list", lap_method_plugins_list, TRUE},
    {"plugins.scan", lap_method_plugins_scan, TRUE},
    {"plugins.disable", lap_method_plugins_disable, TRUE},
    {NULL, NULL, FALSE},
};

LapHost *lap_call_host(const LapCall *call) { return lap_server_get_host(call->server); }

const char *lap_call_language(const LapCall *call)
{
  const char *language = lap_language_for(lap_call_string(call, "locale"));
  return language ? language : lap_connection_get_language(call->connection);
}

gboolean lap_call_knows_game(LapCall *call, const char *id)
{
  if (lap_registry_find(lap_host_get_registry(lap_call_host(call)), id)) return TRUE;
  return lap_call_fail(call, LAP_RPC_NOT_FOUND, "there is no game \"%s\"; games.list has those that there are", id);
}

LapMatch *lap_call_match(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  const char *id = lap_call_string(call, "match");
  lap_call_touches(call, id);
  LapMatch *match = lap_host_find(lap_call_host(call), id, &error);
  if (!match) lap_call_fail_with(call, error);
  return match;
}

LapMatch *lap_call_viewer(LapCall *call, guint *viewer)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapMatch) match = lap_call_match(call);
  if (!match) return NULL;
  const char *token = lap_call_string(call, "token");
  if (lap_match_authenticate(match, token, viewer, &error) ||
      lap_match_remembers(match, token, lap_call_string(call, "key"), viewer))
    return g_steal_pointer(&match);
  lap_call_fail_with(call, error);
  return NULL;
}

LapMatch *lap_call_seat(LapCall *call, guint *seat)
{
  g_autoptr(LapMatch) match = lap_call_viewer(call, seat);
  if (!match || *seat < lap_match_get_seats(match)) return g_steal_pointer(&match);
  lap_call_fail(call, LAP_RPC_UNAUTHORISED, "that token only watches; this wants the token of a seat");
  return NULL;
}

gboolean lap_call_answer_seq(LapCall *call, guint64 seq)
{
  g_string_append_printf(call->result, "{\"seq\":%" G_GUINT64_FORMAT "}", seq);
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
