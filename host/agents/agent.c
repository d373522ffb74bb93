#include "agent.h"

#include <string.h>

#include "host/json/parse.h"
#include "host/match/action-reader.h"
#include "host/projection/steps.h"
#include "messages.h"

struct LapAgent {
  LapChannel *channel;
  LapAgentView view;
  guint time; /* ms for each move */
  gint64 id;  /* of the last request */
  char *name; /* or NULL */
};

/* --- answers */

static gboolean is_integer(JsonNode *node) { return node && json_node_get_value_type(node) == G_TYPE_INT64; }

/* The result of an answer to the last request, an object; NULL with what is wrong with it. (transfer full) */
static JsonObject *read_answer(const LapAgent *agent, const char *line, GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_autoptr(JsonNode) node = lap_json_parse(line, strlen(line), &failure);
  JsonObject *object = node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
  JsonNode *id = object ? json_object_get_member(object, "id") : NULL;
  JsonNode *result = object ? json_object_get_member(object, "result") : NULL;
  if (!*line)
    g_set_error(error, LAP_AGENT_ERROR, LAP_AGENT_ERROR_ANSWER, "an answer must not be longer than %d bytes",
                LAP_CHANNEL_LINE_MAX);
  else if (failure)
    g_set_error(error, LAP_AGENT_ERROR, LAP_AGENT_ERROR_ANSWER, "an answer must be a line of JSON: %s",
                failure->message);
  else if (!is_integer(id) || json_node_get_int(id) != agent->id)
    g_set_error(error, LAP_AGENT_ERROR, LAP_AGENT_ERROR_ANSWER,
                "an answer must have the \"id\" of the request, %" G_GINT64_FORMAT, agent->id);
  else if (!result || !JSON_NODE_HOLDS_OBJECT(result))
    g_set_error_literal(error, LAP_AGENT_ERROR, LAP_AGENT_ERROR_ANSWER,
                        "an answer must have a \"result\", which is an object");
  else
    return json_object_ref(json_node_get_object(result));
  return NULL;
}

static gboolean wrong(GError **error, const char *what)
{
  g_set_error_literal(error, LAP_AGENT_ERROR, LAP_AGENT_ERROR_ANSWER, what);
  return FALSE;
}

/* --- choosing: each answer adds to the steps of the move */

static gboolean look_ahead(const LapAgent *agent, const GArray *steps, LapNextSteps *next, GError **error)
{
  return lap_next_steps(agent->view.match, agent->view.seat, (const LapAction *)(gconstpointer)steps->data, steps->len,
                        next, error);
}

static gboolean take_index(const LapAgent *agent, gint64 index, GArray *steps, GError **error)
{
  LapNextSteps next;
  if (!look_ahead(agent, steps, &next, error)) return FALSE;
  if (index < 0 || index >= next.actions->n) {
    g_autofree char *what = g_strdup_printf("\"index\" must be a number from 0 to %u", next.actions->n - 1);
    return wrong(error, what);
  }
  g_array_append_val(steps, next.actions->v[index]);
  return TRUE;
}

/* Steps that are not legal are the program's fault; any other failure is that of the rules. */
static gboolean take_steps(const LapAgent *agent, JsonNode *node, GArray *steps, GError **error)
{
  LapNextSteps next;
  g_autoptr(GError) failure = NULL;
  guint before = steps->len;
  g_autoptr(GArray) more = lap_steps_read(lap_match_get_game(agent->view.match), node, agent->view.seat,
                                          LAP_STEPS_OF_CLIENT, NULL, &failure);
  if (!more) return wrong(error, failure->message);
  if (!more->len) return wrong(error, "\"steps\" must have at least one step");
  g_array_append_vals(steps, more->data, more->len);
  if (look_ahead(agent, steps, &next, &failure)) return TRUE;
  g_array_set_size(steps, before);
  if (g_error_matches(failure, LAP_MATCH_ERROR, LAP_MATCH_ERROR_ILLEGAL)) return wrong(error, failure->message);
  g_propagate_error(error, g_steal_pointer(&failure));
  return FALSE;
}

static gboolean take_answer(LapAgent *agent, const char *line, GArray *steps, GError **error)
{
  g_autoptr(JsonObject) result = read_answer(agent, line, error);
  if (!result) return FALSE;
  JsonNode *index = json_object_get_member(result, "index"), *more = json_object_get_member(result, "steps");
  if (is_integer(index)) return take_index(agent, json_node_get_int(index), steps, error);
  if (more && JSON_NODE_HOLDS_ARRAY(more)) return take_steps(agent, more, steps, error);
  return wrong(error, "a \"result\" must have an \"index\" or \"steps\"");
}

static gboolean is_wrong_answer(const GError *error)
{
  return g_error_matches(error, LAP_AGENT_ERROR, LAP_AGENT_ERROR_ANSWER);
}

static gint64 left(gint64 deadline) { return MAX((deadline - g_get_monotonic_time()) / 1000, 0); }

/* Asks once, after what was wrong with the answer before, if anything. */
static gboolean ask(LapAgent *agent, const GError *before, gint64 deadline, GArray *steps, GError **error)
{
  g_autofree char *message = lap_agent_write_choose(&agent->view, ++agent->id, left(deadline), steps, error);
  if (!message) return FALSE;
  g_autofree char *complaint = before ? lap_agent_write_wrong(before->message) : NULL;
  g_autofree char *text = g_strconcat(complaint ? complaint : "", message, NULL);
  g_autofree char *line = lap_channel_ask(agent->channel, text, deadline, error);
  return line && take_answer(agent, line, steps, error);
}

static gboolean fail(GError *last, GError **error)
{
  g_set_error(error, LAP_AGENT_ERROR, LAP_AGENT_ERROR_ANSWER, "has answered wrongly %d times: %s", LAP_AGENT_WRONG_MAX,
              last->message);
  g_error_free(last);
  return FALSE;
}

static gboolean choose(LapAgent *agent, gint64 deadline, GArray *steps, GError **error)
{
  GError *last = NULL;
  for (guint i = 0; i < LAP_AGENT_WRONG_MAX; i++) {
    GError *failure = NULL;
    gboolean chosen = ask(agent, last, deadline, steps, &failure);
    g_clear_error(&last);
    if (chosen) return TRUE;
    last = failure;
    if (is_wrong_answer(last)) continue;
    g_propagate_error(error, last);
    return FALSE;
  }
  return fail(last, error);
}

/* A single step that may follow the first is taken without asking. */
static gboolean go_on(LapAgent *agent, const LapNextSteps *next, gint64 deadline, GArray *steps, GError **error)
{
  if (!steps->len || next->actions->n != 1) return choose(agent, deadline, steps, error);
  g_array_append_val(steps, next->actions->v[0]);
  return TRUE;
}

gboolean lap_agent_play(LapAgent *agent, GError **error)
{
  g_autoptr(GArray) steps = g_array_new(FALSE, FALSE, sizeof(LapAction));
  gint64 deadline = g_get_monotonic_time() + (gint64)agent->time * 1000;
  LapNextSteps next;
  do {
    if (!look_ahead(agent, steps, &next, error)) return FALSE;
  } while (!next.complete && go_on(agent, &next, deadline, steps, error));
  return next.complete &&
         lap_match_play(agent->view.match, agent->view.seat, (const LapAction *)(gconstpointer)steps->data, steps->len,
                        -1, NULL, NULL, error);
}

/* --- beginning and end */

/* The name is shown to people. */
static char *read_name(JsonObject *result)
{
  JsonNode *node = json_object_get_member(result, "name");
  const char *name = node && json_node_get_value_type(node) == G_TYPE_STRING ? json_node_get_string(node) : NULL;
  if (!name || !*name) return NULL;
  char *shown = g_utf8_substring(name, 0, MIN(g_utf8_strlen(name, -1), 40));
  for (char *at = shown; *at; at++)
    if (g_ascii_iscntrl(*at)) *at = ' ';
  return shown;
}

static gboolean greet(LapAgent *agent, GError **error)
{
  g_autoptr(GError) failure = NULL;
  gint64 deadline = g_get_monotonic_time() + (gint64)MAX(agent->time, LAP_AGENT_START) * 1000;
  g_autofree char *message = lap_agent_write_hello(&agent->view, ++agent->id, agent->time, error);
  g_autofree char *line = message ? lap_channel_ask(agent->channel, message, deadline, error) : NULL;
  g_autoptr(JsonObject) result = line ? read_answer(agent, line, &failure) : NULL;
  if (result) agent->name = read_name(result);
  if (failure)
    g_set_error(error, LAP_AGENT_ERROR, LAP_AGENT_ERROR_ANSWER, "has answered wrongly: %s", failure->message);
  return result != NULL;
}

LapAgent *lap_agent_new(const char *command, LapMatch *match, guint seat, guint time, const char *language,
                        GError **error)
{
  LapChannel *channel = lap_channel_open(command, error);
  if (!channel) return NULL;
  LapAgent *agent = g_new0(LapAgent, 1);
  agent->channel = channel;
  agent->view = (LapAgentView){
      .match = g_object_ref(match), .seat = seat, .language = language, .since = lap_match_get_seq(match)};
  agent->time = time;
  if (greet(agent, error)) return agent;
  lap_agent_free(agent);
  return NULL;
}

static void say_over(LapAgent *agent)
{
  g_autofree char *message = lap_agent_write_over(&agent->view, NULL);
  if (message) lap_channel_tell(agent->channel, message);
}

void lap_agent_free(LapAgent *agent)
{
  if (lap_match_get_state(agent->view.match) == LAP_MATCH_OVER) say_over(agent);
  lap_channel_close(agent->channel);
  g_object_unref(agent->view.match);
  g_free(agent->name);
  g_free(agent);
}

const char *lap_agent_name(const LapAgent *agent) { return agent->name; }
