/* Games and plugins: what games.list and games.describe answer is kept for each language until something about the
 * plugins changes; then all callers are notified (games.changed) and ask again. */
#include "host/describe/describe.h"
#include "methods.h"

/* --- what is kept: under "LANGUAGE" a list, "LANGUAGE+" one in full, "LANGUAGE GAME" a description */

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

/* --- the list */

/* What a list is made of: two arrays of JSON text that grow side by side. */
typedef struct {
  LapHost *host;
  const char *language;
  gboolean in_full;
  LapJsonWriter games, refused;
} Listing;

static const char *why_in_short(const GError *error)
{
  static const char *const why[] = {[LAP_PLUGIN_ERROR_NOT_FOUND] = "it is not there",
                                    [LAP_PLUGIN_ERROR_KEYFILE] = "its keyfile is wrong",
                                    [LAP_PLUGIN_ERROR_REFUSED] = "it does not fit this host",
                                    [LAP_PLUGIN_ERROR_QUARANTINED] = "it broke down when it was tried",
                                    [LAP_PLUGIN_ERROR_BLOCKED] = "what it builds on is unavailable",
                                    [LAP_PLUGIN_ERROR_DATA] = "its data is missing or wrong"};
  gboolean known = error->domain == LAP_PLUGIN_ERROR && (guint)error->code < G_N_ELEMENTS(why);
  return known ? why[error->code] : "it is unavailable";
}

static void refuse(Listing *listing, const char *id, const char *why)
{
  g_autoptr(GString) text = g_string_new(NULL);
  lap_describe_refused(id, why, text);
  lap_json_raw(&listing->refused, text->str, (gssize)text->len);
}

static void list_one(Listing *listing, const LapPluginInfo *info)
{
  g_autoptr(GError) error = NULL;
  LapGame *game = info->error ? NULL : lap_host_get_game(listing->host, info->id, &error);
  LapTexts *texts = game ? lap_host_get_texts(listing->host, info->id, listing->language, &error) : NULL;
  if (!texts) {
    const GError *why = info->error ? info->error : error;
    refuse(listing, info->id, listing->in_full ? why->message : why_in_short(why));
  } else if (lap_host_is_disabled(listing->host, info->id)) {
    refuse(listing, info->id, "an operator has disabled it");
  } else {
    g_autoptr(GString) text = g_string_new(NULL);
    lap_describe_brief(game, texts, info, text);
    lap_json_raw(&listing->games, text->str, (gssize)text->len);
  }
}

static GString *make_list(LapHost *host, const char *language, gboolean in_full)
{
  GPtrArray *plugins = lap_registry_list(lap_host_get_registry(host));
  GString *text = g_string_new(NULL);
  g_autoptr(GString) refused = g_string_new(NULL);
  Listing listing = {host, language, in_full, lap_json_writer(text), lap_json_writer(refused)};
  lap_json_begin_object(&listing.games);
  lap_json_member_array(&listing.games, "games");
  lap_json_begin_array(&listing.refused);
  for (guint i = 0; i < plugins->len; i++) list_one(&listing, plugins->pdata[i]);
  lap_json_end_array(&listing.games);
  lap_json_end_array(&listing.refused);
  lap_json_name(&listing.games, "refused");
  lap_json_raw(&listing.games, refused->str, (gssize)refused->len);
  lap_json_end_object(&listing.games);
  return text;
}

/* In full: with all that is known of why one is refused, which may name files of this machine. */
gboolean lap_method_games_list(LapCall *call)
{
  const char *language = lap_call_language(call);
  gboolean in_full = call->caller->is_operator;
  g_autofree char *key = g_strconcat(language, in_full ? "+" : "", NULL);
  return answer_kept(call, key) || keep_and_answer(call, key, make_list(call->rpc->host, language, in_full));
}

/* --- descriptions */

static GString *make_description(LapHost *host, const char *id, const char *language, GError **error)
{
  LapGame *game = lap_host_get_game(host, id, error);
  LapTexts *texts = game ? lap_host_get_texts(host, id, language, error) : NULL;
  if (!texts) return NULL;
  GString *text = g_string_new(NULL);
  lap_describe_game(game, texts, language, lap_registry_find(lap_host_get_registry(host), id), text);
  return text;
}

gboolean lap_method_games_describe(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  const char *id = lap_call_string(call, "game"), *language = lap_call_language(call);
  if (!lap_call_knows_game(call, id)) return FALSE;
  g_autofree char *key = g_strconcat(language, " ", id, NULL);
  if (answer_kept(call, key)) return TRUE;
  GString *text = make_description(call->rpc->host, id, language, &error);
  return text ? keep_and_answer(call, key, text) : lap_call_fail_with(call, error);
}

/* --- plugins */

static void games_changed(LapRpc *rpc)
{
  static const char text[] = "{\"jsonrpc\":\"2.0\",\"method\":\"games.changed\",\"params\":{}}";
  g_autoptr(GBytes) message = g_bytes_new_static(text, sizeof text - 1);
  g_hash_table_remove_all(rpc->games);
  rpc->service->notify_all(rpc->server, message);
}

/* All that a list can depend on, in few words. */
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
