#include "plugin-log.h"

#include "host/match/entry.h"
#include "host/match/match.h"
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

/* --- rules that fail */

static void log_suspension(LapMatch *match, const LapSuspension *how)
{
  LapServerLogLine *line = lap_server_log_begin(LAP_SERVER_LOG_ERROR, "suspended");
  lap_server_log_text(line, "match", lap_match_get_id(match));
  lap_server_log_text(line, "game", lap_match_get_game_id(match));
  lap_server_log_text(line, "cause", how->cause);
  lap_server_log_text(line, "phase", how->phase);
  lap_server_log_text(line, "hook", how->hook);
  lap_server_log_text(line, "message", how->reason);
  lap_server_log_end(line);
}

static void on_entry(LapHost *host G_GNUC_UNUSED, LapMatch *match, const LapEntry *entry, gpointer data G_GNUC_UNUSED)
{
  if (entry->kind == LAP_ENTRY_SUSPEND) log_suspension(match, &entry->suspension);
  if (entry->kind != LAP_ENTRY_RESUME) return;
  LapServerLogLine *line = lap_server_log_begin(LAP_SERVER_LOG_INFO, "resumed");
  lap_server_log_text(line, "match", lap_match_get_id(match));
  lap_server_log_text(line, "game", lap_match_get_game_id(match));
  lap_server_log_end(line);
}

void lap_server_log_suspensions(LapHost *host) { g_signal_connect(host, "entry", G_CALLBACK(on_entry), NULL); }

/* --- from now on */

void lap_server_log_plugins(LapRegistry *registry)
{
  GPtrArray *plugins = lap_registry_list(registry);
  for (guint i = 0; i < plugins->len; i++) {
    const LapPluginInfo *info = g_ptr_array_index(plugins, i);
    if (info->error && !is_pending(info)) log_change(info->id, LAP_PLUGIN_BROKEN, info);
  }
  g_signal_connect(registry, "plugin-changed", G_CALLBACK(on_plugin_changed), NULL);
}
