#include "plugin-log.h"

#include "log.h"

static void log_change(const char *id, LapPluginChange change, const LapPluginInfo *info)
{
  const GError *error = info ? info->error : NULL;
  LapServerLogLine *line = lap_server_log_begin(error ? LAP_SERVER_LOG_WARNING : LAP_SERVER_LOG_INFO, "plugin");
  lap_server_log_text(line, "plugin", id);
  lap_server_log_text(line, "change", lap_plugin_change_get_name(change));
  if (info && info->build) lap_server_log_text(line, "build", info->build);
  if (error) lap_server_log_text(line, "message", error->message);
  lap_server_log_end(line);
}

static void on_plugin_changed(LapRegistry *registry, const char *id, int change, gpointer data G_GNUC_UNUSED)
{
  log_change(id, (LapPluginChange)change, lap_registry_find(registry, id));
}

static gboolean is_pending(const LapPluginInfo *info)
{
  return g_error_matches(info->error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_PENDING);
}

void lap_server_log_plugins(LapRegistry *registry)
{
  GPtrArray *plugins = lap_registry_list(registry);
  for (guint i = 0; i < plugins->len; i++) {
    const LapPluginInfo *info = g_ptr_array_index(plugins, i);
    if (info->error && !is_pending(info)) log_change(info->id, LAP_PLUGIN_BROKEN, info);
  }
  g_signal_connect(registry, "plugin-changed", G_CALLBACK(on_plugin_changed), NULL);
}
