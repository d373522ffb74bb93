/* Games: the results of games.list and games.describe are cached for each language until something about the plugins
 * changes (methods-plugins.c). */
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

void lap_games_forget(LapRpc *rpc) { g_hash_table_remove_all(rpc->games); }
