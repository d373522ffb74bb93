/* Games and plugins: the results of games.list and games.describe are cached for each language until something about
 * the plugins changes. Then all callers are notified (games.changed), and should request them again. */
#include "host/projection/describe.h"
#include "methods.h"

/* --- the cache, with the keys "LANGUAGE" (list), "LANGUAGE+" (list in full), "LANGUAGE GAME" (description) */

static gboolean answer_kept(LapCall *call, const char *key)
{
  GBytes *kept = g_hash_table_lookup(call->rpc->games, key);
  gsize length = 0;
  const char *text = kept ? g_bytes_get_data(kept, &length) : NULL;
  if (text) lap_json_raw(call->result, text, (gssize)length);
  return kept != NULL;
}

static gboolean keep_and_answer(LapCall *call, const char *key, GString *text)
{
  g_hash_table_insert(call->rpc->games, g_strdup(key), g_string_free_to_bytes(text));
  return answer_kept(call, key);
}

/* --- lists and descriptions */

/* In full: with the complete reasons why plugins are unavailable, which may name files of this machine. */
gboolean lap_method_games_list(LapCall *call)
{
  const char *language = lap_call_language(call);
  gboolean in_full = call->caller->is_operator;
  g_autofree char *key = g_strconcat(language, in_full ? "+" : "", NULL);
  if (answer_kept(call, key)) return TRUE;
  GString *text = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(text);
  lap_describe_games(call->rpc->host, language, in_full, &json);
  return keep_and_answer(call, key, text);
}

gboolean lap_method_games_describe(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  const char *id = lap_call_string(call, "game"), *language = lap_call_language(call);
  if (!lap_call_knows_game(call, id)) return FALSE;
  g_autofree char *key = g_strconcat(language, " ", id, NULL);
  if (answer_kept(call, key)) return TRUE;
  g_autoptr(GString) text = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(text);
  if (!lap_describe_game_of_host(call->rpc->host, id, language, &json, &error)) return lap_call_fail_with(call, error);
  return keep_and_answer(call, key, g_steal_pointer(&text));
}

/* --- plugins */

static void games_changed(LapRpc *rpc)
{
  static const char text[] = "{\"jsonrpc\":\"2.0\",\"method\":\"games.changed\",\"params\":{}}";
  g_autoptr(GBytes) message = g_bytes_new_static(text, sizeof text - 1);
  g_hash_table_remove_all(rpc->games);
  rpc->service->notify_all(rpc->server, message);
}

/* A key for everything that the list depends on. */
static char *plugins_now(LapRegistry *registry)
{
  GPtrArray *plugins = lap_registry_list(registry);
  GString *now = g_string_new(NULL);
  for (guint i = 0; i < plugins->len; i++) {
    const LapPluginInfo *info = plugins->pdata[i];
    const char *const said[] = {info->id,   info->version,     info->module ? info->module : info->keyfile,
                                info->name, info->description, info->error ? info->error->message : NULL};
    for (guint k = 0; k < G_N_ELEMENTS(said); k++) g_string_append_printf(now, "%s\n", said[k] ? said[k] : "");
    g_string_append_printf(now, "%u %u\n", info->minutes_min, info->minutes_max);
  }
  return g_string_free(now, FALSE);
}

static void write_plugin(LapHost *host, const LapPluginInfo *info, LapJsonWriter *json)
{
  lap_json_begin_object(json);
  lap_json_member_string(json, "id", info->id);
  lap_json_member_string(json, "version", info->version ? info->version : "");
  if (info->extends) lap_json_member_string(json, "extends", info->extends);
  lap_json_member_bool(json, "disabled", lap_host_is_disabled(host, info->id));
  if (info->error) lap_json_member_string(json, "error", info->error->message);
  lap_json_end_object(json);
}

gboolean lap_method_plugins_list(LapCall *call)
{
  LapHost *host = call->rpc->host;
  GPtrArray *plugins = lap_registry_list(lap_host_get_registry(host));
  lap_json_begin_object(call->result);
  lap_json_member_array(call->result, "plugins");
  for (guint i = 0; i < plugins->len; i++) write_plugin(host, plugins->pdata[i], call->result);
  lap_json_end_array(call->result);
  lap_json_end_object(call->result);
  return TRUE;
}

gboolean lap_method_plugins_scan(LapCall *call)
{
  LapRegistry *registry = lap_host_get_registry(call->rpc->host);
  g_autofree char *before = plugins_now(registry);
  lap_host_scan(call->rpc->host);
  g_autofree char *after = plugins_now(registry);
  if (!g_str_equal(before, after)) games_changed(call->rpc);
  return lap_method_plugins_list(call);
}

gboolean lap_method_plugins_disable(LapCall *call)
{
  LapHost *host = call->rpc->host;
  const char *id = lap_call_string(call, "plugin");
  if (!lap_registry_find(lap_host_get_registry(host), id))
    return lap_call_fail(call, LAP_RPC_NOT_FOUND, "there is no plugin \"%s\"; plugins.list has those that there are",
                         id);
  lap_host_disable(host, id, lap_call_boolean(call, "disabled", TRUE));
  games_changed(call->rpc);
  lap_json_begin_object(call->result);
  lap_json_end_object(call->result);
  return TRUE;
}
