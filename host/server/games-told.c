#include "games-told.h"

#include "connection.h"
#include "host/describe/describe.h"
#include "result.h"

/* "LANGUAGE" is a list, "LANGUAGE+" one in full, "LANGUAGE GAME" a description. (element-type utf8 GBytes) */
static GHashTable *kept_of(LapServer *server)
{
  static GQuark quark;
  if (!quark) quark = g_quark_from_static_string("lapidary-games-told");
  GHashTable *kept = g_object_get_qdata(G_OBJECT(server), quark);
  if (kept) return kept;
  kept = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_bytes_unref);
  g_object_set_qdata_full(G_OBJECT(server), quark, kept, (GDestroyNotify)g_hash_table_unref);
  return kept;
}

static GBytes *keep(LapServer *server, const char *key, GString *text)
{
  GBytes *bytes = g_string_free_to_bytes(text);
  g_hash_table_insert(kept_of(server), g_strdup(key), bytes);
  return bytes;
}

/* --- the list */

/* What a list is made of: two arrays that grow side by side. */
typedef struct {
  LapHost *host;
  const char *language;
  gboolean in_full;
  GString *games, *refused;
} Listing;

static const char *why_in_short(const GError *error)
{
  static const char *const why[] = {[LAP_PLUGIN_ERROR_NOT_FOUND] = "it is not there",
                                    [LAP_PLUGIN_ERROR_KEYFILE] = "its keyfile is wrong",
                                    [LAP_PLUGIN_ERROR_REFUSED] = "it does not fit this host",
                                    [LAP_PLUGIN_ERROR_QUARANTINED] = "it broke down when it was tried",
                                    [LAP_PLUGIN_ERROR_BLOCKED] = "what it builds on cannot be had",
                                    [LAP_PLUGIN_ERROR_DATA] = "its data is missing or wrong"};
  gboolean known = error->domain == LAP_PLUGIN_ERROR && (guint)error->code < G_N_ELEMENTS(why);
  return known ? why[error->code] : "it cannot be had";
}

static void refuse(Listing *listing, const char *id, const char *why)
{
  lap_result_separate(listing->refused);
  lap_describe_refused(id, why, listing->refused);
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
    lap_result_separate(listing->games);
    lap_describe_brief(game, texts, info, listing->games);
  }
}

static GString *make_list(LapHost *host, const char *language, gboolean in_full)
{
  GPtrArray *plugins = lap_registry_list(lap_host_get_registry(host));
  Listing listing = {host, language, in_full, g_string_new("{\"games\":["), g_string_new("],\"refused\":[")};
  for (guint i = 0; i < plugins->len; i++) list_one(&listing, plugins->pdata[i]);
  g_string_append_len(listing.games, listing.refused->str, (gssize)listing.refused->len);
  g_string_free(listing.refused, TRUE);
  g_string_append(listing.games, "]}");
  return listing.games;
}

GBytes *lap_games_list(LapServer *server, const char *language, gboolean in_full)
{
  g_autofree char *key = g_strconcat(language, in_full ? "+" : "", NULL);
  GBytes *kept = g_hash_table_lookup(kept_of(server), key);
  return kept ? kept : keep(server, key, make_list(lap_server_get_host(server), language, in_full));
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

GBytes *lap_games_describe(LapServer *server, const char *id, const char *language, GError **error)
{
  g_autofree char *key = g_strconcat(language, " ", id, NULL);
  GBytes *kept = g_hash_table_lookup(kept_of(server), key);
  if (kept) return kept;
  GString *text = make_description(lap_server_get_host(server), id, language, error);
  return text ? keep(server, key, text) : NULL;
}

/* --- changes */

static void tell_changed(LapConnection *connection, gpointer message)
{
  lap_connection_tell(connection, LAP_NEWS_NOTICE, message);
}

void lap_games_changed(LapServer *server)
{
  static const char text[] = "{\"jsonrpc\":\"2.0\",\"method\":\"games.changed\",\"params\":{}}";
  g_autoptr(GBytes) message = g_bytes_new_static(text, sizeof text - 1);
  g_hash_table_remove_all(kept_of(server));
  lap_server_visit_connections(server, tell_changed, message);
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

void lap_games_scan(LapServer *server)
{
  LapHost *host = lap_server_get_host(server);
  LapRegistry *registry = lap_host_get_registry(host);
  g_autofree char *before = plugins_now(registry);
  lap_host_scan(host);
  g_autofree char *after = plugins_now(registry);
  if (!g_str_equal(before, after)) lap_games_changed(server);
}
