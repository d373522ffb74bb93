#include "run.h"

#include <json-glib/json-glib.h>

#include "host/json/parse.h"
#include "host/json/writer.h"

static void write_levels(LapJsonWriter *json, const LapGame *game)
{
  lap_json_member_array(json, "levels");
  for (guint depth = 0; depth < game->depth; depth++) {
    lap_json_begin_object(json);
    lap_json_member_string(json, "id", game->level[depth].plugin.id);
    lap_json_member_string(json, "version", game->level[depth].plugin.version);
    lap_json_member_optional(json, "build", game->level[depth].build);
    lap_json_end_object(json);
  }
  lap_json_end_array(json);
}

static void write_options(LapJsonWriter *json, const LapGame *game, const LapOptions *options)
{
  lap_json_member_object(json, "options");
  for (guint depth = 0; depth < game->depth; depth++)
    for (guint i = 0; i < game->level[depth].plugin.options.n; i++) {
      g_autofree char *name = g_strconcat(game->level[depth].plugin.id, "/", game->level[depth].options[i].name, NULL);
      g_autofree char *value = lap_options_get(options, game, depth, i);
      lap_json_name_any(json, name);
      lap_json_string(json, value);
    }
  lap_json_end_object(json);
}

char *lap_run_describe(const LapGame *game, const LapSimulation *simulation, const char *const *players,
                       const char *think, guint64 matches, const char *version)
{
  g_autoptr(LapOptions) defaults = lap_options_new(game);
  GString *out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_json_begin_object(&json);
  lap_json_member_string(&json, "game", game->id);
  write_levels(&json, game);
  write_options(&json, game, simulation->options ? simulation->options : defaults);
  lap_json_member_array(&json, "players");
  for (guint seat = 0; seat < simulation->seats; seat++) lap_json_string(&json, players[seat]);
  lap_json_end_array(&json);
  lap_json_member_optional(&json, "think", think);
  lap_json_name(&json, "seed");
  lap_json_word_format(&json, "%" G_GUINT64_FORMAT, simulation->seed);
  lap_json_member_int(&json, "matches", (gint64)matches);
  lap_json_member_int(&json, "trace", (gint64)simulation->trace);
  lap_json_member_string(&json, "lapidary", version);
  lap_json_end_object(&json);
  return g_string_free(out, FALSE);
}

void lap_run_part(guint64 matches, guint64 shard, guint64 shards, guint64 *first, guint64 *n)
{
  guint64 each = matches / shards, more = matches % shards;
  *first = (shard - 1) * each + MIN(shard - 1, more);
  *n = each + (shard <= more);
}

static JsonNode *parse(const char *run) { return run ? lap_json_parse(run, strlen(run), NULL) : NULL; }

guint64 lap_run_matches(const char *run)
{
  g_autoptr(JsonNode) node = parse(run);
  if (!node || !JSON_NODE_HOLDS_OBJECT(node)) return 0;
  gint64 matches = json_object_get_int_member_with_default(json_node_get_object(node), "matches", 0);
  return matches > 0 ? (guint64)matches : 0;
}

char *lap_run_member(const char *run, const char *name)
{
  g_autoptr(JsonNode) node = parse(run);
  if (!node || !JSON_NODE_HOLDS_OBJECT(node)) return NULL;
  return g_strdup(json_object_get_string_member_with_default(json_node_get_object(node), name, NULL));
}

static char **players_of(JsonNode *node)
{
  GPtrArray *players = g_ptr_array_new();
  JsonObject *object = node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
  JsonNode *member = object ? json_object_get_member(object, "players") : NULL;
  if (member && JSON_NODE_HOLDS_ARRAY(member)) {
    JsonArray *array = json_node_get_array(member);
    for (guint i = 0; i < json_array_get_length(array); i++)
      g_ptr_array_add(players, g_strdup(json_array_get_string_element(array, i)));
  }
  g_ptr_array_add(players, NULL);
  return (char **)g_ptr_array_free(players, FALSE);
}

char **lap_run_players(const char *run)
{
  g_autoptr(JsonNode) node = parse(run);
  return players_of(node);
}

static JsonObject *options_of(JsonNode *node)
{
  JsonObject *object = node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
  JsonNode *member = object ? json_object_get_member(object, "options") : NULL;
  return member && JSON_NODE_HOLDS_OBJECT(member) ? json_node_get_object(member) : NULL;
}

static void append_options(GString *title, JsonObject *options, JsonObject *others)
{
  GList *names = options ? json_object_get_members(options) : NULL;
  for (GList *name = names; name; name = name->next) {
    const char *value = json_object_get_string_member_with_default(options, name->data, "");
    const char *other = others ? json_object_get_string_member_with_default(others, name->data, NULL) : NULL;
    if (g_strcmp0(value, other) == 0) continue;
    const char *slash = strrchr(name->data, '/');
    g_string_append_printf(title, " %s=%s", slash ? slash + 1 : (char *)name->data, value);
  }
  g_list_free(names);
}

char *lap_run_title(const char *run, const char *other)
{
  g_autoptr(JsonNode) node = parse(run), than = parse(other);
  g_autofree char *game = lap_run_member(run, "game");
  g_auto(GStrv) players = players_of(node), others = players_of(than);
  GString *title = g_string_new(game ? game : "?");
  append_options(title, options_of(node), options_of(than));
  if (*players && !g_strv_equal((const char *const *)players, (const char *const *)others)) {
    g_autofree char *all = g_strjoinv(", ", players);
    g_string_append_printf(title, " (%s)", all);
  }
  return g_string_free(title, FALSE);
}
