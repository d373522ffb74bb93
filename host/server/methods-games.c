#include "connection.h"
#include "games-told.h"
#include "methods.h"

static gboolean answer_kept(LapCall *call, GBytes *kept)
{
  gsize length;
  const char *text = g_bytes_get_data(kept, &length);
  g_string_append_len(call->result, text, (gssize)length);
  return TRUE;
}

gboolean lap_method_games_list(LapCall *call)
{
  gboolean in_full = lap_connection_is_operator(call->connection);
  return answer_kept(call, lap_games_list(call->server, lap_call_language(call), in_full));
}

gboolean lap_method_games_describe(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  const char *id = lap_call_string(call, "game");
  if (!lap_call_knows_game(call, id)) return FALSE;
  GBytes *kept = lap_games_describe(call->server, id, lap_call_language(call), &error);
  return kept ? answer_kept(call, kept) : lap_call_fail_with(call, error);
}
