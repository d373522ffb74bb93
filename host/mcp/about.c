/* What there is to play: the games, and the rules of one. */
#include "table.h"
#include "tool.h"

static const char *string_of(JsonObject *object, const char *name)
{
  return json_object_get_string_member_with_default(object, name, "");
}

/* "2-6", "2" */
static void add_range(JsonObject *object, const char *name, const char *what, GString *out)
{
  JsonNode *node = json_object_get_member(object, name);
  if (!node) return;
  JsonObject *range = json_node_get_object(node);
  gint64 min = json_object_get_int_member(range, "min"), max = json_object_get_int_member(range, "max");
  g_string_append_printf(out, ", %" G_GINT64_FORMAT, min);
  if (max != min) g_string_append_printf(out, "-%" G_GINT64_FORMAT, max);
  g_string_append_printf(out, " %s", what);
}

static void add_words(JsonObject *object, const char *name, const char *before, GString *out)
{
  g_autoptr(JsonArray) words = lap_mcp_array(object, name);
  for (guint i = 0; i < json_array_get_length(words); i++)
    g_string_append_printf(out, "%s%s", i ? ", " : before, json_array_get_string_element(words, i));
}

static void add_option(JsonObject *option, GString *out)
{
  g_string_append_printf(out, "  option %s: %s; ", string_of(option, "name"), string_of(option, "title"));
  g_autoptr(JsonArray) choices = lap_mcp_array(option, "choices");
  for (guint i = 0; i < json_array_get_length(choices); i++)
    g_string_append_printf(out, "%s%s", i ? ", " : "", string_of(json_array_get_object_element(choices, i), "value"));
  if (!json_array_get_length(choices))
    g_string_append_printf(out, "%" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, json_object_get_int_member(option, "min"),
                           json_object_get_int_member(option, "max"));
  g_string_append_printf(out, " (%s unless you say)\n", string_of(option, "default"));
}

/* "ID: Title, 2-4 players, 30 minutes, hidden, chance. Summary" */
static void add_game(JsonObject *game, GString *out)
{
  g_string_append_printf(out, "%s: %s", string_of(game, "id"), string_of(game, "title"));
  add_range(game, "seats", "players", out);
  add_range(game, "minutes", "minutes", out);
  add_words(game, "traits", ", ", out);
  g_string_append_printf(out, ". %s\n", string_of(game, "summary"));
  g_autoptr(JsonArray) options = lap_mcp_array(game, "options");
  for (guint i = 0; i < json_array_get_length(options); i++) add_option(json_array_get_object_element(options, i), out);
}

gboolean lap_mcp_tool_list_games(LapMcpRun *run, GError **error)
{
  g_autoptr(JsonObject) listed = lap_mcp_call(run->client, "games.list", error);
  g_autoptr(JsonObject) hello = listed ? lap_mcp_call(run->client, "host.hello", error) : NULL;
  if (!hello) return FALSE;
  g_autoptr(JsonArray) games = lap_mcp_array(listed, "games");
  for (guint i = 0; i < json_array_get_length(games); i++) add_game(json_array_get_object_element(games, i), run->text);
  add_words(hello, "bots", "Bots, the weaker ones first: ", run->text);
  g_string_append_c(run->text, '\n');
  return TRUE;
}

/* --- rules */

/* Of pieces only those of which there is something to say. */
static void add_pieces(JsonObject *set, GString *out)
{
  g_autoptr(JsonArray) faces = lap_mcp_array(set, "faces");
  for (guint i = 0; i < json_array_get_length(faces); i++) {
    JsonObject *face = json_array_get_object_element(faces, i);
    if (json_object_has_member(face, "about"))
      g_string_append_printf(out, "- %s: %s\n", string_of(face, "title"), string_of(face, "about"));
  }
}

static void add_titles(JsonObject *game, const char *name, const char *member, const char *before, GString *out)
{
  g_autoptr(JsonArray) array = lap_mcp_array(game, name);
  for (guint i = 0; i < json_array_get_length(array); i++)
    g_string_append_printf(out, "%s%s", i ? "; " : before, string_of(json_array_get_object_element(array, i), member));
  if (json_array_get_length(array)) g_string_append_c(out, '\n');
}

gboolean lap_mcp_tool_rules(LapMcpRun *run, GError **error)
{
  lap_json_member_string(lap_mcp_params(run->client), "game", lap_mcp_string(run, "game", ""));
  g_autoptr(JsonObject) game = lap_mcp_call(run->client, "games.describe", error);
  if (!game) return FALSE;
  add_game(game, run->text);
  g_string_append_printf(run->text, "\n%s\n\n", string_of(game, "rules"));
  add_titles(game, "changes", "text", "Unlike its base: ", run->text);
  add_titles(game, "actions", "title", "Moves: ", run->text);
  add_titles(game, "categories", "title", "Points come from: ", run->text);
  g_autoptr(JsonArray) sets = lap_mcp_array(game, "sets");
  for (guint i = 0; i < json_array_get_length(sets); i++) add_pieces(json_array_get_object_element(sets, i), run->text);
  return TRUE;
}
