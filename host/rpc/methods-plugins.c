/* Plugins: what there is, for operators, and what has happened to them, for all callers, which should then request
 * games again. */
#include "methods.h"

/* --- what has changed */

static void add_change(LapRpc *rpc, const char *id, const char *change)
{
  LapJsonWriter json = lap_json_writer(rpc->changes);
  if (rpc->changes->len) g_string_append_c(rpc->changes, ',');
  lap_json_begin_object(&json);
  lap_json_member_string(&json, "id", id);
  lap_json_member_word(&json, "change", change);
  lap_json_end_object(&json);
}

static void notify_changes(LapRpc *rpc)
{
  GString *text = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(text);
  lap_rpc_begin_notification(&json, "games.changed");
  lap_json_name(&json, "plugins");
  g_autofree char *all = g_strdup_printf("[%s]", rpc->changes->str);
  lap_json_raw(&json, all, -1);
  lap_rpc_end_notification(&json);
  g_autoptr(GBytes) message = g_string_free_to_bytes(text);
  g_string_truncate(rpc->changes, 0);
  lap_games_forget(rpc);
  rpc->service->notify_all(rpc->server, message);
}

static void on_plugin_changed(LapRegistry *registry G_GNUC_UNUSED, const char *id, int change, LapRpc *rpc)
{
  add_change(rpc, id, lap_plugin_change_get_name((LapPluginChange)change));
}

void lap_plugins_follow(LapRpc *rpc)
{
  LapRegistry *registry = lap_host_get_registry(rpc->host);
  rpc->changes = g_string_new(NULL);
  g_signal_connect(registry, "plugin-changed", G_CALLBACK(on_plugin_changed), rpc);
  g_signal_connect_swapped(registry, "settled", G_CALLBACK(notify_changes), rpc);
}

void lap_plugins_forget(LapRpc *rpc)
{
  g_signal_handlers_disconnect_by_data(lap_host_get_registry(rpc->host), rpc);
  g_string_free(rpc->changes, TRUE);
}

/* --- what there is */

static void write_use(const char *rules, const char *version, guint matches, gpointer data)
{
  LapJsonWriter *json = data;
  lap_json_begin_object(json);
  lap_json_member_string(json, "rules", rules);
  lap_json_member_string(json, "version", version);
  lap_json_member_int(json, "matches", matches);
  lap_json_end_object(json);
}

static void write_plugin(LapHost *host, const LapPluginInfo *info, LapJsonWriter *json)
{
  lap_json_begin_object(json);
  lap_json_member_string(json, "id", info->id);
  lap_json_member_string(json, "version", info->version ? info->version : "");
  if (info->extends) lap_json_member_string(json, "extends", info->extends);
  if (info->build) lap_json_member_word(json, "build", info->build);
  if (info->rules) lap_json_member_word(json, "rules", info->rules);
  lap_json_member_bool(json, "disabled", lap_host_is_disabled(host, info->id));
  lap_json_member_array(json, "in_use");
  lap_host_visit_builds(host, info->id, write_use, json);
  lap_json_end_array(json);
  if (info->error) lap_json_member_string(json, "error", info->error->message);
  lap_json_end_object(json);
}

static void write_plugins(LapHost *host, LapJsonWriter *json)
{
  GPtrArray *plugins = lap_registry_list(lap_host_get_registry(host));
  lap_json_begin_object(json);
  lap_json_member_array(json, "plugins");
  for (guint i = 0; i < plugins->len; i++) write_plugin(host, plugins->pdata[i], json);
  lap_json_end_array(json);
  lap_json_end_object(json);
}

gboolean lap_method_plugins_list(LapCall *call)
{
  write_plugins(call->rpc->host, call->result);
  return TRUE;
}

static void on_scanned(GObject *registry, GAsyncResult *result, gpointer data)
{
  LapDeferred *deferred = data;
  lap_registry_scan_finish(LAP_REGISTRY(registry), result);
  write_plugins(deferred->rpc->host, deferred->result);
  lap_deferred_end(deferred);
}

gboolean lap_method_plugins_scan(LapCall *call)
{
  LapDeferred *deferred = lap_call_defer(call);
  if (!deferred) return FALSE;
  lap_registry_scan_async(lap_host_get_registry(call->rpc->host), on_scanned, deferred);
  return TRUE;
}

gboolean lap_method_plugins_disable(LapCall *call)
{
  LapHost *host = call->rpc->host;
  const char *id = lap_call_string(call, "plugin");
  gboolean disabled = lap_call_boolean(call, "disabled", TRUE);
  if (!lap_registry_find(lap_host_get_registry(host), id))
    return lap_call_fail(call, LAP_RPC_NOT_FOUND, "there is no plugin \"%s\"; plugins.list has those that there are",
                         id);
  lap_host_disable(host, id, disabled);
  add_change(call->rpc, id, disabled ? "disabled" : "enabled");
  notify_changes(call->rpc);
  lap_json_begin_object(call->result);
  lap_json_end_object(call->result);
  return TRUE;
}
