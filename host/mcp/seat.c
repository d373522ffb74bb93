/* What tools share: arguments, keys, seats. */
#include <string.h>

#include "tool.h"

const char *lap_mcp_string(const LapMcpRun *run, const char *name, const char *otherwise)
{
  return json_object_get_string_member_with_default(run->arguments, name, otherwise);
}

void lap_mcp_add_key(LapJsonWriter *params)
{
  g_autofree char *key = g_uuid_string_random();
  lap_json_member_string(params, "key", key);
}

/* --- seats */

gboolean lap_mcp_seat_read(LapMcpSeat *seat, const LapMcpRun *run, const char *name, GError **error)
{
  const char *text = lap_mcp_string(run, name, ""), *slash = strchr(text, '/');
  if (!slash) {
    g_set_error(error, LAP_MCP_ERROR, 0, "\"%s\" must be two words with a slash between, as new_match gives it", name);
    return FALSE;
  }
  seat->match = g_strndup(text, (gsize)(slash - text));
  seat->token = g_strdup(slash + 1);
  return TRUE;
}

void lap_mcp_seat_clear(LapMcpSeat *seat)
{
  g_free(seat->match);
  g_free(seat->token);
}

LapJsonWriter *lap_mcp_seat_params(const LapMcpSeat *seat, const LapMcpRun *run)
{
  LapJsonWriter *params = lap_mcp_params(run->client);
  lap_json_member_string(params, "match", seat->match);
  lap_json_member_string(params, "token", seat->token);
  return params;
}
