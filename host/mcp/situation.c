#include "situation.h"

#include "table.h"

static const char *state_of(JsonObject *state) { return json_object_get_string_member(state, "state"); }

static JsonObject *seat_of(JsonObject *state, guint seat)
{
  return json_array_get_object_element(json_object_get_array_member(state, "seats"), seat);
}

static gboolean waits_for(JsonObject *state, gint64 seat)
{
  JsonArray *waiting = json_object_get_array_member(state, "waiting");
  for (guint i = 0; i < json_array_get_length(waiting); i++)
    if (json_array_get_int_element(waiting, i) == seat) return TRUE;
  return FALSE;
}

/* Whether a bot moves for a seat: its own, or one for a player who has resigned. */
static gboolean is_played_by_bot(JsonObject *seat)
{
  return json_object_has_member(seat, "bot") || json_object_has_member(seat, "resigned");
}

static gboolean waits_for_people(JsonObject *state)
{
  JsonArray *waiting = json_object_get_array_member(state, "waiting");
  for (guint i = 0; i < json_array_get_length(waiting); i++)
    if (!is_played_by_bot(seat_of(state, (guint)json_array_get_int_element(waiting, i)))) return TRUE;
  return FALSE;
}

gboolean lap_mcp_is_ready(JsonObject *state)
{
  JsonObject *own = seat_of(state, (guint)json_object_get_int_member(state, "viewer"));
  return !g_str_equal(state_of(state), "running") || is_played_by_bot(own) || waits_for_people(state);
}

/* --- parts */

static void write_seat(JsonObject *state, guint i, GString *out)
{
  JsonObject *seat = seat_of(state, i);
  const char *name = json_object_get_string_member(seat, "name");
  g_string_append_printf(out, "%s%u %s", i ? ", " : "", i + 1, *name ? name : "(open)");
  if (json_object_get_int_member(state, "viewer") == i) g_string_append(out, " (you)");
  if (json_object_has_member(seat, "bot")) g_string_append(out, " (bot)");
  if (json_object_has_member(seat, "resigned")) g_string_append(out, " (resigned)");
}

static void write_heading(JsonObject *state, JsonObject *description, GString *out)
{
  g_string_append_printf(
      out, "%s, match %s, seq %" G_GINT64_FORMAT "\nSeats: ", json_object_get_string_member(description, "title"),
      state_of(state), json_object_get_int_member(state, "seq"));
  for (guint i = 0; i < json_array_get_length(json_object_get_array_member(state, "seats")); i++)
    write_seat(state, i, out);
  g_string_append_c(out, '\n');
}

static void write_events(JsonObject *state, gint64 since, GString *out)
{
  g_autoptr(JsonArray) events = lap_mcp_array(state, "events");
  if (json_array_get_length(events))
    g_string_append_printf(out, "\nWhat has happened after seq %" G_GINT64_FORMAT ":\n", since);
  for (guint i = 0; i < json_array_get_length(events); i++) {
    g_autoptr(JsonArray) text = lap_mcp_array(json_array_get_object_element(events, i), "text");
    for (guint j = 0; j < json_array_get_length(text); j++)
      g_string_append_printf(out, "- %s\n", json_array_get_string_element(text, j));
  }
}

static void write_phase(JsonObject *state, JsonObject *description, GString *out)
{
  JsonObject *view = json_object_get_object_member(state, "view");
  g_autoptr(JsonArray) phases = lap_mcp_array(description, "phases");
  const char *phase = json_object_get_string_member_with_default(view, "phase", "");
  g_string_append_printf(out, "\nThe table (%s):\n", lap_mcp_title(phases, "name", phase));
  lap_mcp_write_table(view, description, json_object_get_array_member(state, "seats"), out);
}

/* --- the score */

static void write_totals(JsonObject *state, JsonArray *seats, GString *out)
{
  g_string_append(out, "\nScore: ");
  for (guint i = 0; i < json_array_get_length(seats); i++) {
    JsonObject *seat = json_array_get_object_element(seats, i);
    g_string_append_printf(out, "%s%s %" G_GINT64_FORMAT " (place %" G_GINT64_FORMAT ")", i ? ", " : "",
                           json_object_get_string_member(seat_of(state, i), "name"),
                           json_object_get_int_member(seat, "total"), json_object_get_int_member(seat, "place"));
  }
  g_string_append_c(out, '\n');
}

static void write_together(JsonObject *together, gboolean final, GString *out)
{
  g_string_append_printf(out, "\nScore together: %" G_GINT64_FORMAT, json_object_get_int_member(together, "total"));
  if (final) g_string_append(out, json_object_get_boolean_member(together, "won") ? ", won" : ", lost");
  g_string_append_c(out, '\n');
}

static void write_line(JsonObject *state, JsonObject *line, GString *out)
{
  gint64 seat = json_object_get_int_member(line, "seat");
  g_string_append_printf(out, "- %s: %s: %" G_GINT64_FORMAT "\n",
                         seat < 0 ? "all" : json_object_get_string_member(seat_of(state, (guint)seat), "name"),
                         json_object_get_string_member(line, "text"), json_object_get_int_member(line, "points"));
}

static void write_score(JsonObject *state, GString *out)
{
  JsonNode *node = json_object_get_member(state, "score");
  if (!node) return;
  JsonObject *score = json_node_get_object(node);
  gboolean final = json_object_get_boolean_member(score, "final");
  if (json_object_has_member(score, "together"))
    write_together(json_object_get_object_member(score, "together"), final, out);
  else
    write_totals(state, json_object_get_array_member(score, "seats"), out);
  g_autoptr(JsonArray) lines = lap_mcp_array(score, "lines");
  for (guint i = 0; final && i < json_array_get_length(lines); i++)
    write_line(state, json_array_get_object_element(lines, i), out);
}

/* --- what is to be done */

void lap_mcp_write_steps(JsonArray *steps, GString *out)
{
  for (guint i = 0; i < json_array_get_length(steps); i++)
    g_string_append_printf(out, "%u. %s\n", i + 1,
                           json_object_get_string_member(json_array_get_object_element(steps, i), "label"));
}

void lap_mcp_write_prompt(JsonObject *asked, GString *out)
{
  const char *prompt = json_object_get_string_member_with_default(asked, "prompt", NULL);
  if (prompt) g_string_append_printf(out, " %s", prompt);
}

static void write_waiting(JsonObject *state, GString *out)
{
  JsonArray *waiting = json_object_get_array_member(state, "waiting");
  g_string_append(out, "\nIt is not your turn. The match waits for ");
  for (guint i = 0; i < json_array_get_length(waiting); i++)
    g_string_append_printf(
        out, "%s%s", i ? ", " : "",
        json_object_get_string_member(seat_of(state, (guint)json_array_get_int_element(waiting, i)), "name"));
  g_string_append(out, ". Look again later.\n");
}

static void write_todo(JsonObject *state, GString *out)
{
  if (g_str_equal(state_of(state), "over"))
    g_string_append_printf(out, "\nThe match is over: %s.\n", json_object_get_string_member(state, "result"));
  else if (g_str_equal(state_of(state), "open"))
    g_string_append(out, "\nThe match begins when all its seats are taken.\n");
  else if (g_str_equal(state_of(state), "suspended"))
    g_string_append_printf(out, "\nThe match is suspended: %s\n",
                           json_object_get_string_member(json_object_get_object_member(state, "suspended"), "text"));
  else if (!waits_for(state, json_object_get_int_member(state, "viewer")))
    write_waiting(state, out);
  else {
    g_string_append_printf(out, "\nIt is your turn: decision %" G_GINT64_FORMAT ".",
                           json_object_get_int_member(state, "decision"));
    lap_mcp_write_prompt(state, out);
    g_string_append(out, " Legal moves:\n");
    lap_mcp_write_steps(json_object_get_array_member(state, "legal"), out);
  }
}

void lap_mcp_write_situation(JsonObject *state, JsonObject *description, gint64 since, GString *out)
{
  write_heading(state, description, out);
  write_events(state, since, out);
  write_phase(state, description, out);
  write_score(state, out);
  write_todo(state, out);
}
