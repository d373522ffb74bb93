#include "messages.h"

#include <json-glib/json-glib.h>

#include "agent.h"
#include "host/match/action-reader.h"
#include "host/projection/describe.h"
#include "host/projection/projection.h"

/* Entries that are told at most of those that it has missed. */
enum { MISSED_MAX = 200 };

/* --- parts */

static void begin(LapJsonWriter *json, gint64 id, const char *method)
{
  lap_json_begin_object(json);
  lap_json_member_word(json, "jsonrpc", "2.0");
  if (id) lap_json_member_int(json, "id", id);
  lap_json_member_word(json, "method", method);
  lap_json_member_object(json, "params");
}

static void end(LapJsonWriter *json)
{
  lap_json_end_object(json);
  lap_json_end_object(json);
  g_string_append_c(json->out, '\n');
}

static void write_node(LapJsonWriter *json, const char *name, JsonNode *node)
{
  g_autofree char *text = json_to_string(node, FALSE);
  lap_json_name(json, name);
  lap_json_raw(json, text, -1);
}

/* The state as match.subscribe has it, with what has happened since. */
static JsonNode *read_state(LapAgentView *view, GError **error)
{
  g_autoptr(GString) text = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(text);
  lap_json_begin_object(&json);
  if (!lap_project_match(view->match, view->seat, view->language, &json, error)) return NULL;
  lap_json_member_array(&json, "events");
  if (!lap_project_entries(view->match, view->seat, view->language, view->since, MISSED_MAX, &json, error)) return NULL;
  lap_json_end_array(&json);
  lap_json_end_object(&json);
  view->since = lap_match_get_seq(view->match);
  return json_from_string(text->str, error);
}

/* Neither the id, which comes of the host's chance, nor times of day. */
static gboolean write_state(LapAgentView *view, LapJsonWriter *json, GError **error)
{
  static const char *const members[] = {"game",  "options", "seq",  "decision", "state",  "result",
                                        "seats", "waiting", "view", "score",    "events", NULL};
  g_autoptr(JsonNode) node = read_state(view, error);
  if (!node) return FALSE;
  JsonObject *state = json_node_get_object(node);
  JsonArray *events = json_object_get_array_member(state, "events");
  for (guint i = 0; i < json_array_get_length(events); i++)
    json_object_remove_member(json_array_get_object_element(events, i), "at");
  for (const char *const *member = members; *member; member++)
    if (json_object_has_member(state, *member)) write_node(json, *member, json_object_get_member(state, *member));
  return TRUE;
}

/* --- messages */

char *lap_agent_write_hello(const LapAgentView *view, gint64 id, guint time, GError **error)
{
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  begin(&json, id, "hello");
  lap_json_member_int(&json, "protocol", LAP_AGENT_PROTOCOL);
  lap_json_member_int(&json, "seat", view->seat);
  lap_json_member_int(&json, "seats", lap_match_get_seats(view->match));
  lap_json_member_int(&json, "time", time);
  lap_json_member_word(&json, "language", view->language);
  lap_json_name(&json, "game");
  if (!lap_describe_game_of_host(lap_match_get_host(view->match), lap_match_get_game_id(view->match), view->language,
                                 &json, error))
    return NULL;
  end(&json);
  return g_string_free(g_steal_pointer(&out), FALSE);
}

char *lap_agent_write_choose(LapAgentView *view, gint64 id, gint64 time, const GArray *steps, GError **error)
{
  gboolean complete;
  const LapAction *prefix = (const LapAction *)(gconstpointer)steps->data;
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  begin(&json, id, "choose");
  lap_json_member_int(&json, "seat", view->seat);
  lap_json_member_int(&json, "time", time);
  lap_json_name(&json, "prefix");
  lap_steps_write(lap_match_get_game(view->match), prefix, steps->len, &json);
  if (!lap_project_legal(view->match, view->seat, view->language, prefix, steps->len, "legal", &complete, &json, error))
    return NULL;
  if (!steps->len && !write_state(view, &json, error)) return NULL;
  end(&json);
  return g_string_free(g_steal_pointer(&out), FALSE);
}

char *lap_agent_write_over(LapAgentView *view, GError **error)
{
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  begin(&json, 0, "over");
  lap_json_member_int(&json, "seat", view->seat);
  if (!write_state(view, &json, error)) return NULL;
  end(&json);
  return g_string_free(g_steal_pointer(&out), FALSE);
}

char *lap_agent_write_wrong(const char *what)
{
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  begin(&json, 0, "wrong");
  lap_json_member_string(&json, "message", what);
  end(&json);
  return g_string_free(g_steal_pointer(&out), FALSE);
}
