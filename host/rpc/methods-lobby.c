/* How people come to a match: match.create makes one, match.list finds those that are public.
 *
 * The store knows of each match what lists show of it, so that none is restored for them. It finds those that are
 * public and in the wanted state by an index, but not those of one game: so one call looks at a bounded number of
 * matches, last changed first, and returns a cursor from which the next call continues. */
#include "host/match/secret.h"
#include "host/projection/projection.h"
#include "methods.h"

enum { LISTED = 20, LOOKED_AT = 200 };

/* --- match.create */

static void set_options(LapMatchSettings *settings, JsonObject *options)
{
  JsonObjectIter member;
  const char *name;
  JsonNode *value;
  json_object_iter_init(&member, options);
  while (json_object_iter_next(&member, &name, &value))
    lap_match_settings_set_option(settings, name, json_node_get_string(value));
}

/* "open" is a string, a bot an object. */
static void set_bots(LapMatchSettings *settings, JsonArray *seats)
{
  for (guint seat = 0; seat < json_array_get_length(seats); seat++) {
    JsonNode *node = json_array_get_element(seats, seat);
    JsonObject *bot = JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
    if (!bot) continue;
    lap_match_settings_set_bot(settings, seat, json_object_get_string_member(bot, "bot"));
    lap_match_settings_set_bot_name(settings, seat, json_object_get_string_member_with_default(bot, "name", NULL));
  }
}

static void set_clock(LapMatchSettings *settings, JsonObject *clock)
{
  lap_match_settings_set_clock(settings, json_object_get_int_member(clock, "initial"),
                               json_object_get_int_member_with_default(clock, "increment", 0));
}

static gboolean set_seed(LapCall *call, LapMatchSettings *settings)
{
  JsonNode *node = json_object_get_member(call->params, "seed");
  guint64 seed = 0;
  if (!node) return TRUE;
  if (json_node_get_value_type(node) == G_TYPE_INT64)
    seed = (guint64)json_node_get_int(node);
  else if (!g_ascii_string_to_unsigned(json_node_get_string(node), 10, 0, G_MAXUINT64, &seed, NULL))
    return lap_call_fail(call, LAP_RPC_PARAMS, "params.seed: must be a number from 0 to 18446744073709551615");
  lap_match_settings_set_seed(settings, seed);
  if (!call->caller->is_operator) lap_match_settings_guard_seed(settings);
  return TRUE;
}

static LapHints hints_named(const char *kind)
{
  if (g_strcmp0(kind, "always") == 0) return LAP_HINTS_ALWAYS;
  return g_strcmp0(kind, "never") == 0 ? LAP_HINTS_NEVER : LAP_HINTS_ALONE;
}

static LapMessages messages_named(const char *kind)
{
  if (g_strcmp0(kind, "free") == 0) return LAP_MESSAGES_FREE;
  return g_strcmp0(kind, "none") == 0 ? LAP_MESSAGES_NONE : LAP_MESSAGES_QUICK;
}

static LapMatchSettings *read_settings(LapCall *call)
{
  JsonArray *seats = json_object_get_array_member(call->params, "seats");
  g_autoptr(LapMatchSettings)
      settings = lap_match_settings_new(lap_call_string(call, "game"), json_array_get_length(seats));
  set_bots(settings, seats);
  if (json_object_has_member(call->params, "options"))
    set_options(settings, json_object_get_object_member(call->params, "options"));
  if (json_object_has_member(call->params, "clock"))
    set_clock(settings, json_object_get_object_member(call->params, "clock"));
  lap_match_settings_set_public(settings, g_strcmp0(lap_call_string(call, "visibility"), "public") == 0);
  lap_match_settings_set_hints(settings, hints_named(lap_call_string(call, "hints")));
  lap_match_settings_set_messages(settings, messages_named(lap_call_string(call, "messages")));
  lap_match_settings_set_key(settings, lap_call_string(call, "key"));
  return set_seed(call, settings) ? g_steal_pointer(&settings) : NULL;
}

static void answer_created(LapCall *call, LapMatch *match, const LapInvitations *invitations)
{
  LapJsonWriter *json = call->result;
  lap_json_begin_object(json);
  lap_json_member_string(json, "match", lap_match_get_id(match));
  lap_json_member_int(json, "seq", 0);
  lap_json_member_array(json, "invitations");
  for (guint seat = 0; seat < invitations->n; seat++)
    lap_json_string(json, *invitations->invitations[seat] ? invitations->invitations[seat] : NULL);
  lap_json_end_array(json);
  lap_json_member_string(json, "watch", invitations->watch);
  lap_json_end_object(json);
}

/* Whether a match was created with this key already. Repeating the request then creates none, so limits do not apply.
 */
static gboolean was_created(const LapCall *call)
{
  g_autofree char *id = lap_secret_id("match", lap_call_string(call, "key"));
  g_autoptr(LapStored) stored = lap_store_find(lap_host_get_store(call->rpc->host), id, NULL);
  return stored != NULL;
}

/* Goes on only from what the caller may see; `again`: that was seen to when the match was created. */
static gboolean set_from(LapCall *call, LapMatchSettings *settings, gboolean again)
{
  guint viewer;
  if (!json_object_has_member(call->params, "from")) return TRUE;
  JsonObject *from = json_object_get_object_member(call->params, "from");
  const char *id = json_object_get_string_member(from, "match");
  guint64 at = (guint64)json_object_get_int_member(from, "at");
  lap_match_settings_set_from(settings, id, at);
  if (again) return TRUE;
  g_autoptr(LapMatch)
      match = lap_call_viewer_of(call, id, json_object_get_string_member_with_default(from, "token", NULL), &viewer);
  if (match) lap_call_bill_entries(call, MIN(at, lap_match_get_seq(match)));
  return match != NULL;
}

gboolean lap_method_match_create(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapInvitations) invitations = NULL;
  g_autoptr(LapMatchSettings) settings = read_settings(call);
  if (!settings || !lap_call_knows_game(call, lap_call_string(call, "game"))) return FALSE;
  lap_call_touches(call, NULL);
  gboolean again = was_created(call);
  if (!set_from(call, settings, again)) return FALSE;
  if (!again && !call->rpc->service->may_create(call)) return FALSE;
  g_autoptr(LapMatch) match = lap_host_create(call->rpc->host, settings, &invitations, &error);
  if (!match) return lap_call_fail_with(call, error);
  lap_call_touches(call, lap_match_get_id(match));
  if (!again) call->rpc->service->created(call->caller, lap_match_get_id(match), FALSE);
  answer_created(call, match, invitations);
  return TRUE;
}

/* --- match.list */

/* Whether the plugins of the game are there. */
static gboolean is_available(const LapCall *call, const LapStored *stored)
{
  return lap_host_get_game(call->rpc->host, stored->game, NULL) != NULL;
}

/* Lists a match if it is of the wanted game, and available. Returns whether it was listed. */
static gboolean list_one(LapCall *call, const LapStored *stored)
{
  const char *game = lap_call_string(call, "game");
  if ((game && !g_str_equal(game, stored->game)) || !is_available(call, stored)) return FALSE;
  lap_project_summary(stored, call->result);
  return TRUE;
}

/* Lists up to `wanted` matches of `stored`. Returns how many of `stored` were read for that. */
static guint list_some(LapCall *call, GPtrArray *stored, guint wanted)
{
  guint i = 0;
  for (guint listed = 0; i < stored->len && listed < wanted; i++) listed += list_one(call, stored->pdata[i]) ? 1 : 0;
  return i;
}

static LapStoreFilter filter_of(const LapCall *call)
{
  const char *state = lap_call_string(call, "state");
  gboolean suspended = g_strcmp0(state, "suspended") == 0;
  guint wanted = suspended                       ? LAP_STORED_SUSPENDED
                 : g_strcmp0(state, "open") == 0 ? LAP_STORED_OPEN
                 : g_strcmp0(state, "over") == 0 ? LAP_STORED_ENDED
                                                 : LAP_STORED_RUNNING;
  gboolean all = suspended && call->caller->is_operator;
  return (LapStoreFilter){.states = state ? wanted : 0, .only_public = !all};
}

static gboolean fail_cursor(LapCall *call, const GError *error)
{
  if (g_error_matches(error, LAP_STORE_ERROR, LAP_STORE_ERROR_INVALID))
    return lap_call_fail(call, LAP_RPC_PARAMS, "params.cursor: must be \"next\" of an earlier match.list");
  return lap_call_fail_with(call, error);
}

gboolean lap_method_match_list(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  LapStoreFilter filter = filter_of(call);
  lap_call_touches(call, NULL);
  g_autoptr(GPtrArray) stored = lap_store_list(lap_host_get_store(call->rpc->host), &filter,
                                               lap_call_string(call, "cursor"), LOOKED_AT, &error);
  if (!stored) return fail_cursor(call, error);
  lap_json_begin_object(call->result);
  lap_json_member_array(call->result, "items");
  guint seen = list_some(call, stored, (guint)lap_call_integer(call, "limit", LISTED));
  lap_json_end_array(call->result);
  if (seen < stored->len || stored->len == LOOKED_AT) {
    g_autofree char *next = lap_stored_cursor(stored->pdata[seen - 1]);
    lap_json_member_string(call->result, "next", next);
  }
  lap_json_end_object(call->result);
  return TRUE;
}
