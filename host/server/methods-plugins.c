#include "games-told.h"
#include "methods.h"

static void write_plugin(LapHost *host, const LapPluginInfo *info, GString *out)
{
  lap_result_separate(out);
  g_string_append_c(out, '{');
  lap_result_text(out, "id", info->id);
  lap_result_text(out, "version", info->version ? info->version : "");
  if (info->extends) lap_result_text(out, "extends", info->extends);
  lap_result_member(out, "disabled");
  g_string_append(out, lap_host_is_disabled(host, info->id) ? "true" : "false");
  if (info->error) lap_result_text(out, "error", info->error->message);
  g_string_append_c(out, '}');
}

gboolean lap_method_plugins_list(LapCall *call)
{
  LapHost *host = lap_call_host(call);
  GPtrArray *plugins = lap_registry_list(lap_host_get_registry(host));
  g_string_append(call->result, "{\"plugins\":[");
  for (guint i = 0; i < plugins->len; i++) write_plugin(host, plugins->pdata[i], call->result);
  g_string_append(call->result, "]}");
  return TRUE;
}

gboolean lap_method_plugins_scan(LapCall *call)
{
  lap_games_scan(call->server);
  return lap_method_plugins_list(call);
}

gboolean lap_method_plugins_disable(LapCall *call)
{
  LapHost *host = lap_call_host(call);
  const char *id = lap_call_string(call, "plugin");
  if (!lap_registry_find(lap_host_get_registry(host), id))
    return lap_call_fail(call, LAP_RPC_NOT_FOUND, "there is no plugin \"%s\"; plugins.list has those that there are",
                         id);
  lap_host_disable(host, id, lap_call_boolean(call, "disabled", TRUE));
  lap_games_changed(call->server);
  g_string_append(call->result, "{}");
  return TRUE;
}
