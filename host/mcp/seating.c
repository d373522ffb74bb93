/* How a seat is taken and left: matches, invitations, resigning. */
#include "host/bots/bot.h"
#include "table.h"
#include "tool.h"

#define NAME "Assistant"

/* Takes the seat of an invitation, and writes the situation. */
static gboolean join(LapMcpRun *run, const char *match, const char *invitation, GError **error)
{
  LapJsonWriter *params = lap_mcp_params(run->client);
  lap_json_member_string(params, "match", match);
  lap_json_member_string(params, "invitation", invitation);
  lap_json_member_string(params, "name", lap_mcp_string(run, "name", NAME));
  lap_mcp_add_key(params);
  g_autoptr(JsonObject) joined = lap_mcp_call(run->client, "match.join", error);
  if (!joined) return FALSE;
  g_auto(LapMcpSeat) seat = {g_strdup(match), g_strdup(json_object_get_string_member(joined, "token"))};
  g_string_append_printf(run->text, "Your seat: %s/%s\n", seat.match, seat.token);
  return lap_mcp_report(run, &seat, 0, error);
}

/* --- new_match */

/* How many seats a match has for which none are named: two, or the nearest that the game allows. */
static gint64 usual_seats(LapMcpRun *run, GError **error)
{
  lap_json_member_string(lap_mcp_params(run->client), "game", lap_mcp_string(run, "game", ""));
  g_autoptr(JsonObject) game = lap_mcp_call(run->client, "games.describe", error);
  if (!game) return 0;
  JsonObject *seats = json_object_get_object_member(game, "seats");
  return CLAMP(2, json_object_get_int_member(seats, "min"), json_object_get_int_member(seats, "max"));
}

static void add_bot(LapJsonWriter *params, const char *bot)
{
  lap_json_begin_object(params);
  lap_json_member_string(params, "bot", bot);
  lap_json_end_object(params);
}

static void add_seat(LapJsonWriter *params, const char *word)
{
  if (g_str_equal(word, "me") || g_str_equal(word, "open"))
    lap_json_string(params, "open");
  else
    add_bot(params, word);
}

/* Returns the index of the seat that is "me", or -1 if there is not one. */
static gint find_me(JsonArray *seats)
{
  gint me = -1;
  for (guint i = 0; seats && i < json_array_get_length(seats); i++) {
    if (!g_str_equal(json_array_get_string_element(seats, i), "me")) continue;
    if (me >= 0) return -1;
    me = (gint)i;
  }
  return seats ? me : 0;
}

static void add_options(LapJsonWriter *params, JsonObject *options)
{
  JsonObjectIter member;
  const char *name;
  JsonNode *value;
  lap_json_member_object(params, "options");
  json_object_iter_init(&member, options);
  while (json_object_iter_next(&member, &name, &value)) {
    lap_json_name_any(params, name);
    lap_json_string(params, json_node_get_string(value));
  }
  lap_json_end_object(params);
}

static JsonObject *create(LapMcpRun *run, JsonArray *seats, gint64 usual, GError **error)
{
  LapJsonWriter *params = lap_mcp_params(run->client);
  lap_json_member_string(params, "game", lap_mcp_string(run, "game", ""));
  lap_json_member_array(params, "seats");
  for (guint i = 0; seats && i < json_array_get_length(seats); i++)
    add_seat(params, json_array_get_string_element(seats, i));
  for (gint64 i = 0; i < usual; i++) add_seat(params, i ? lap_bots()[0]->name : "me");
  lap_json_end_array(params);
  if (json_object_has_member(run->arguments, "options"))
    add_options(params, json_object_get_object_member(run->arguments, "options"));
  lap_mcp_add_key(params);
  return lap_mcp_call(run->client, "match.create", error);
}

static void write_invitations(LapMcpRun *run, JsonObject *created, gint me)
{
  JsonArray *invitations = json_object_get_array_member(created, "invitations");
  for (guint i = 0; i < json_array_get_length(invitations); i++)
    if ((gint)i != me && !json_array_get_null_element(invitations, i))
      g_string_append_printf(run->text, "Invitation for seat %u: %s/%s\n", i + 1,
                             json_object_get_string_member(created, "match"),
                             json_array_get_string_element(invitations, i));
}

gboolean lap_mcp_tool_new_match(LapMcpRun *run, GError **error)
{
  JsonNode *node = json_object_get_member(run->arguments, "seats");
  JsonArray *seats = node ? json_node_get_array(node) : NULL;
  gint me = find_me(seats);
  if (me < 0) {
    g_set_error_literal(error, LAP_MCP_ERROR, 0, "\"seats\" must have \"me\" once; the others are \"open\" or a bot");
    return FALSE;
  }
  gint64 usual = seats ? 0 : usual_seats(run, error);
  if (!seats && !usual) return FALSE;
  g_autoptr(JsonObject) created = create(run, seats, usual, error);
  if (!created) return FALSE;
  write_invitations(run, created, me);
  JsonArray *invitations = json_object_get_array_member(created, "invitations");
  return join(run, json_object_get_string_member(created, "match"),
              json_array_get_string_element(invitations, (guint)me), error);
}

/* --- the others */

gboolean lap_mcp_tool_join_match(LapMcpRun *run, GError **error)
{
  g_auto(LapMcpSeat) invitation = {0};
  return lap_mcp_seat_read(&invitation, run, "invitation", error) &&
         join(run, invitation.match, invitation.token, error);
}

gboolean lap_mcp_tool_resign(LapMcpRun *run, GError **error)
{
  g_auto(LapMcpSeat) seat = {0};
  if (!lap_mcp_seat_read(&seat, run, "seat", error)) return FALSE;
  lap_mcp_add_key(lap_mcp_seat_params(&seat, run));
  g_autoptr(JsonObject) resigned = lap_mcp_call(run->client, "match.resign", error);
  return resigned && lap_mcp_report(run, &seat, json_object_get_int_member(resigned, "seq") - 1, error);
}
