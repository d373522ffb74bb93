/* What a seat sees and does: the situation, legal moves, moves. */
#include "situation.h"
#include "tool.h"

/* --- the situation */

enum {
  WAIT = 25 * 1000 * 1000, /* us: how long a call waits for bots; clients give up on one after a minute or so */
  LATELY = 12              /* log entries of a look that names no place in the log */
};

/* The state now. The connection follows the match from here on. */
static JsonObject *subscribe(LapMcpRun *run, const LapMcpSeat *seat, gint64 since, GError **error)
{
  LapJsonWriter *params = lap_mcp_seat_params(seat, run);
  if (since >= 0) lap_json_member_int(params, "since", since);
  return lap_mcp_call(run->client, "match.subscribe", error);
}

/* Returns once bots have moved, or not in time. */
static gboolean await_bots(LapMcpRun *run, const LapMcpSeat *seat, gint64 *seq, GError **error)
{
  gint64 deadline = g_get_monotonic_time() + WAIT;
  g_autoptr(JsonObject) state = subscribe(run, seat, -1, error);
  if (!state) return FALSE;
  while (!lap_mcp_is_ready(state)) {
    JsonObject *news = lap_mcp_wait(run->client, deadline);
    if (!news) break;
    json_object_unref(state);
    state = news;
  }
  *seq = json_object_get_int_member(state, "seq");
  return TRUE;
}

static JsonObject *describe(LapMcpRun *run, JsonObject *state, GError **error)
{
  lap_json_member_string(lap_mcp_params(run->client), "game", json_object_get_string_member(state, "game"));
  return lap_mcp_call(run->client, "games.describe", error);
}

static void write_structured(const LapMcpRun *run, const LapMcpSeat *seat, JsonObject *state)
{
  LapJsonWriter json = lap_json_writer(run->structured);
  guint moves = json_array_get_length(json_object_get_array_member(state, "legal"));
  lap_json_begin_object(&json);
  lap_json_name(&json, "seat");
  lap_json_begin_string(&json);
  lap_json_append(&json, seat->match);
  lap_json_append(&json, "/");
  lap_json_append(&json, seat->token);
  lap_json_end_string(&json);
  lap_json_member_string(&json, "game", json_object_get_string_member(state, "game"));
  lap_json_member_string(&json, "state", json_object_get_string_member(state, "state"));
  lap_json_member_optional(&json, "result", json_object_get_string_member_with_default(state, "result", NULL));
  lap_json_member_int(&json, "seq", json_object_get_int_member(state, "seq"));
  lap_json_member_int(&json, "decision", json_object_get_int_member(state, "decision"));
  lap_json_member_bool(&json, "your_turn", moves > 0);
  lap_json_member_int(&json, "legal_moves", moves);
  lap_json_end_object(&json);
}

/* --- lists of steps */

/* The number that a step has in a list; 0: it is not there any more. */
static guint number_of(JsonArray *steps, JsonObject *step)
{
  JsonNode *kind = json_object_get_member(step, "kind"), *args = json_object_get_member(step, "args");
  for (guint i = 0; i < json_array_get_length(steps); i++) {
    JsonObject *listed = json_array_get_object_element(steps, i);
    if (json_node_equal(json_object_get_member(listed, "kind"), kind) &&
        json_node_equal(json_object_get_member(listed, "args"), args))
      return i + 1;
  }
  return 0;
}

static void add_steps(LapJsonWriter *params, const char *name, JsonNode *steps)
{
  g_autofree char *text = json_to_string(steps, FALSE);
  lap_json_name(params, name);
  lap_json_raw(params, text, -1);
}

static void add_points(JsonObject *listed, JsonObject *preview)
{
  JsonArray *changes = json_object_get_array_member(preview, "changes");
  const gint64 seat = json_object_get_int_member(json_object_get_object_member(preview, "step"), "seat");
  gint64 own = 0;
  for (guint i = 0; i < json_array_get_length(changes); i++) {
    JsonObject *change = json_array_get_object_element(changes, i);
    const gint64 of = json_object_get_int_member(change, "seat");
    const gint64 points = json_object_get_int_member(change, "points");
    if (of != seat && of >= 0) continue;
    own = points;
  }
  const gint64 best = MAX(own, json_object_get_int_member_with_default(preview, "best", own));
  if (!best) return;
  g_autofree char *label = g_strdup_printf(
      "%s (%s%+" G_GINT64_FORMAT ")", json_object_get_string_member(listed, "label"), best > own ? "→ " : "", best);
  json_object_set_string_member(listed, "label", label);
}

/* The points that each of the steps behind `prefix` (NULL: none) surely brings stand behind its label. Rules that
 * cannot say it leave them out. */
static void add_previews(LapMcpRun *run, const LapMcpSeat *seat, JsonNode *prefix, JsonArray *steps)
{
  if (!json_array_get_length(steps)) return;
  LapJsonWriter *params = lap_mcp_seat_params(seat, run);
  if (prefix) add_steps(params, "prefix", prefix);
  g_autoptr(JsonObject) found = lap_mcp_call(run->client, "match.preview", NULL);
  JsonArray *previews = found ? json_object_get_array_member(found, "previews") : NULL;
  for (guint i = 0; previews && i < json_array_get_length(previews); i++) {
    JsonObject *preview = json_array_get_object_element(previews, i);
    const guint number = number_of(steps, json_object_get_object_member(preview, "step"));
    if (number) add_points(json_array_get_object_element(steps, number - 1), preview);
  }
}

gboolean lap_mcp_report(LapMcpRun *run, const LapMcpSeat *seat, gint64 since, GError **error)
{
  gint64 seq;
  if (!await_bots(run, seat, &seq, error)) return FALSE;
  if (since < 0) since = MAX(seq - LATELY, 0);
  g_autoptr(JsonObject) state = subscribe(run, seat, since, error);
  g_autoptr(JsonObject) description = state ? describe(run, state, error) : NULL;
  if (!description) return FALSE;
  add_previews(run, seat, NULL, json_object_get_array_member(state, "legal"));
  lap_mcp_write_situation(state, description, since, run->text);
  write_structured(run, seat, state);
  return TRUE;
}

gboolean lap_mcp_tool_look(LapMcpRun *run, GError **error)
{
  g_auto(LapMcpSeat) seat = {0};
  return lap_mcp_seat_read(&seat, run, "seat", error) &&
         lap_mcp_report(run, &seat, json_object_get_int_member_with_default(run->arguments, "since", -1), error);
}

/* --- moves: numbers of steps, each of the list that follows those before it */

/* A move as far as it has been chosen. */
typedef struct {
  JsonNode *steps;   /* an array of what match.play takes */
  JsonObject *legal; /* what match.legal says of it, or NULL */
  JsonArray *next;   /* of that: steps that may follow */
  gboolean complete;
  gint64 seq; /* which match.play takes as the decision, too */
} Chosen;

static void chosen_clear(Chosen *chosen)
{
  g_clear_pointer(&chosen->steps, json_node_unref);
  g_clear_pointer(&chosen->legal, json_object_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Chosen, chosen_clear)

static gboolean look_ahead(LapMcpRun *run, const LapMcpSeat *seat, Chosen *chosen, GError **error)
{
  add_steps(lap_mcp_seat_params(seat, run), "prefix", chosen->steps);
  JsonObject *legal = lap_mcp_call(run->client, "match.legal", error);
  if (!legal) return FALSE;
  g_clear_pointer(&chosen->legal, json_object_unref);
  chosen->legal = legal;
  chosen->next = json_object_get_array_member(legal, "steps");
  chosen->complete = json_object_get_boolean_member(legal, "complete");
  chosen->seq = json_object_get_int_member(legal, "seq");
  return TRUE;
}

static gboolean choose(Chosen *chosen, guint i, gint64 number, GError **error)
{
  guint n = json_array_get_length(chosen->next);
  if (chosen->complete) {
    g_set_error(error, LAP_MCP_ERROR, 0, "the move is complete with its first %u steps; give no more numbers", i);
    return FALSE;
  }
  if (number > n) {
    g_set_error(error, LAP_MCP_ERROR, 0, "step %u must be a number from 1 to %u, not %" G_GINT64_FORMAT, i + 1, n,
                number);
    return FALSE;
  }
  JsonObject *listed = json_array_get_object_element(chosen->next, (guint)number - 1), *step = json_object_new();
  json_object_set_member(step, "kind", json_object_dup_member(listed, "kind"));
  json_object_set_member(step, "args", json_object_dup_member(listed, "args"));
  json_array_add_object_element(json_node_get_array(chosen->steps), step);
  return TRUE;
}

/* Goes through the argument "steps". */
static gboolean choose_all(LapMcpRun *run, const LapMcpSeat *seat, Chosen *chosen, GError **error)
{
  JsonNode *node = json_object_get_member(run->arguments, "steps");
  JsonArray *numbers = node ? json_node_get_array(node) : NULL;
  chosen->steps = json_node_new(JSON_NODE_ARRAY);
  json_node_take_array(chosen->steps, json_array_new());
  if (!look_ahead(run, seat, chosen, error)) return FALSE;
  for (guint i = 0; numbers && i < json_array_get_length(numbers); i++)
    if (!choose(chosen, i, json_array_get_int_element(numbers, i), error) || !look_ahead(run, seat, chosen, error))
      return FALSE;
  return TRUE;
}

static void write_next(LapMcpRun *run, const LapMcpSeat *seat, const Chosen *chosen)
{
  guint taken = json_array_get_length(json_node_get_array(chosen->steps));
  if (chosen->complete)
    g_string_append(run->text, "That is a whole move: play it with these steps.\n");
  else if (taken)
    g_string_append(run->text, "Nothing is played yet: the move goes on.");
  else
    g_string_append_printf(run->text, "Decision %" G_GINT64_FORMAT ".", chosen->seq);
  lap_mcp_write_prompt(chosen->legal, run->text);
  if (!chosen->complete)
    g_string_append(run->text, taken ? " Add the number of one of these steps:\n" : " Legal moves:\n");
  add_previews(run, seat, chosen->steps, chosen->next);
  lap_mcp_write_steps(chosen->next, run->text);
}

gboolean lap_mcp_tool_legal_moves(LapMcpRun *run, GError **error)
{
  g_auto(LapMcpSeat) seat = {0};
  g_auto(Chosen) chosen = {0};
  if (!lap_mcp_seat_read(&seat, run, "seat", error) || !choose_all(run, &seat, &chosen, error)) return FALSE;
  write_next(run, &seat, &chosen);
  return TRUE;
}

static void write_choice(const LapMcpRun *run, const Chosen *chosen, JsonObject *choice)
{
  JsonObject *step = json_object_get_object_member(choice, "step");
  g_string_append_printf(run->text, "%u. %s", number_of(chosen->next, step),
                         json_object_get_string_member(step, "label"));
  if (json_object_has_member(choice, "worlds"))
    g_string_append_printf(run->text,
                           ": tried in %" G_GINT64_FORMAT " worlds, worth %" G_GINT64_FORMAT " (100: first, 0: last)",
                           json_object_get_int_member(choice, "worlds"), json_object_get_int_member(choice, "value"));
  g_string_append_c(run->text, '\n');
}

gboolean lap_mcp_tool_hint(LapMcpRun *run, GError **error)
{
  g_auto(LapMcpSeat) seat = {0};
  g_auto(Chosen) chosen = {0};
  if (!lap_mcp_seat_read(&seat, run, "seat", error) || !choose_all(run, &seat, &chosen, error)) return FALSE;
  if (chosen.complete) {
    write_next(run, &seat, &chosen);
    return TRUE;
  }
  add_steps(lap_mcp_seat_params(&seat, run), "prefix", chosen.steps);
  g_autoptr(JsonObject) hint = lap_mcp_call(run->client, "match.hint", error);
  if (!hint) return FALSE;
  g_string_append(run->text, "A bot would choose the first of these, by their numbers in the list of legal moves:\n");
  JsonArray *choices = json_object_get_array_member(hint, "choices");
  for (guint i = 0; i < json_array_get_length(choices); i++)
    write_choice(run, &chosen, json_array_get_object_element(choices, i));
  return TRUE;
}

gboolean lap_mcp_tool_play(LapMcpRun *run, GError **error)
{
  g_auto(LapMcpSeat) seat = {0};
  g_auto(Chosen) chosen = {0};
  if (!lap_mcp_seat_read(&seat, run, "seat", error) || !choose_all(run, &seat, &chosen, error)) return FALSE;
  if (!chosen.complete) {
    write_next(run, &seat, &chosen);
    return TRUE;
  }
  gint64 decision = json_object_get_int_member(run->arguments, "decision");
  LapJsonWriter *params = lap_mcp_seat_params(&seat, run);
  add_steps(params, "steps", chosen.steps);
  lap_json_member_int(params, "seq", decision);
  lap_mcp_add_key(params);
  g_autoptr(JsonObject) played = lap_mcp_call(run->client, "match.play", error);
  return played && lap_mcp_report(run, &seat, decision, error);
}
