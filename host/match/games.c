/* The games of a host: linked once, with their texts. */
#include "host-private.h"

void lap_host_init_games(LapHost *host)
{
  host->games = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)lap_game_unref);
  host->texts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)lap_texts_free);
  host->disabled = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  host->rulesets = lap_rulesets_new();
}

void lap_host_clear_games(LapHost *host)
{
  g_clear_pointer(&host->texts, g_hash_table_unref);
  g_clear_pointer(&host->rulesets, lap_rulesets_free);
  g_clear_pointer(&host->games, g_hash_table_unref);
  g_clear_pointer(&host->disabled, g_hash_table_unref);
}

static gboolean no_game(GError **error, const GError *failure)
{
  gboolean unknown = g_error_matches(failure, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_NOT_FOUND);
  return lap_match_refuse(error, unknown ? LAP_MATCH_ERROR_NOT_FOUND : LAP_MATCH_ERROR_UNAVAILABLE, "%s",
                          failure->message);
}

LapGame *lap_host_get_game(LapHost *host, const char *id, GError **error)
{
  g_autoptr(GError) failure = NULL;
  LapGame *game = g_hash_table_lookup(host->games, id);
  if (game) return game;
  game = lap_registry_load(host->registry, id, &failure);
  if (game)
    g_hash_table_insert(host->games, g_strdup(id), game);
  else
    no_game(error, failure);
  return game;
}

LapTexts *lap_host_get_texts(LapHost *host, const char *id, const char *language, GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_autofree char *name = g_strconcat(id, " ", language, NULL);
  LapTexts *texts = g_hash_table_lookup(host->texts, name);
  if (texts) return texts;
  LapGame *game = lap_host_get_game(host, id, error);
  if (!game) return NULL;
  texts = lap_texts_new(game, lap_registry_get_folders(host->registry, id), language, &failure);
  if (texts)
    g_hash_table_insert(host->texts, g_steal_pointer(&name), texts);
  else
    lap_match_refuse(error, LAP_MATCH_ERROR_UNAVAILABLE, "%s", failure->message);
  return texts;
}

void lap_host_disable(LapHost *host, const char *id, gboolean disabled)
{
  if (disabled)
    g_hash_table_add(host->disabled, g_strdup(id));
  else
    g_hash_table_remove(host->disabled, id);
}

/* A chain is at most LAP_LEVELS_MAX long, whatever keyfiles say. */
gboolean lap_host_is_disabled(LapHost *host, const char *id)
{
  for (guint depth = 0; id && depth < LAP_LEVELS_MAX; depth++) {
    if (g_hash_table_contains(host->disabled, id)) return TRUE;
    const LapPluginInfo *info = lap_registry_find(host->registry, id);
    id = info ? info->extends : NULL;
  }
  return FALSE;
}

void lap_host_scan(LapHost *host) { lap_registry_scan(host->registry); }
