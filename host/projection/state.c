/* The present state of a match, and its row in lists. */
#include <string.h>

#include "history.h"
#include "host/json/parse.h"
#include "host/match/log-entry.h"
#include "host/match/log-header.h"
#include "host/match/match-private.h"
#include "projection.h"
#include "prompt.h"
#include "score.h"
#include "steps.h"
#include "view-cache.h"

/* A projection that is being written. */
typedef struct {
  LapMatch *match;
  LapSession *session; /* stands at the match's block; NULL: the match is suspended */
  LapEngine *engine;   /* of a match that is suspended, with its block */
  LapBlock *block;
  LapRecipient recipient;
  LapJsonWriter *json;
} Projection;

static void projection_clear(Projection *projection)
{
  lap_recipient_clear(&projection->recipient);
  lap_engine_free(projection->engine);
  lap_block_free(projection->block);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Projection, projection_clear)

static gboolean projection_begin(Projection *projection, LapMatch *match, guint viewer, const char *language,
                                 LapJsonWriter *json, GError **error)
{
  *projection = (Projection){.match = match, .json = json};
  gboolean still = lap_match_get_suspension(match) != NULL;
  if (still && !lap_match_open_still(match, &projection->engine, &projection->block, error)) return FALSE;
  projection->session = still ? NULL : lap_match_session(match, error);
  return (still || projection->session) &&
         lap_recipient_of_match(&projection->recipient, match, viewer, language, error);
}

/* --- seats, and which of them have a decision */

static void write_seats(const Projection *projection)
{
  lap_json_name(projection->json, "seats");
  lap_match_write_seats(projection->match, TRUE, projection->json);
}

static void write_waiting(const Projection *projection)
{
  lap_json_name(projection->json, "waiting");
  lap_json_bit_set(projection->json, lap_match_get_waiting(projection->match));
}

/* --- the table: view and score */

/* The cache is attached to the match, which frees it when it is reset to the stored state. */
static LapViewCache *cache_of(LapMatch *match)
{
  LapViewCache *cache = lap_match_get_attachment(match);
  if (cache) return cache;
  cache = lap_view_cache_new();
  lap_match_attach(match, cache, (GDestroyNotify)lap_view_cache_free);
  return cache;
}

static void write_view(const Projection *projection, gboolean patch)
{
  LapViewCache *cache = cache_of(projection->match);
  LapEngine *engine = lap_session_engine(projection->session);
  guint viewer = projection->recipient.viewer;
  lap_view_cache_move_on(cache, lap_match_get_seq(projection->match), engine, lap_session_block(projection->session));
  const LapCachedView *view = lap_view_cache_get(cache, engine, viewer);
  if (!patch || !lap_view_cache_patch(cache, engine, viewer, projection->json)) {
    lap_json_name(projection->json, "view");
    lap_json_raw(projection->json, view->text->str, (gssize)view->text->len);
  }
  lap_json_name(projection->json, "hash");
  lap_json_hex(projection->json, view->hash);
}

static void write_score(const Projection *projection)
{
  LapStanding standing = lap_standing_of_match(projection->match);
  lap_json_name(projection->json, "score");
  lap_score_to_json(&projection->recipient, lap_session_engine(projection->session),
                    lap_session_block(projection->session), &standing, projection->json);
}

static gboolean write_legal(const Projection *projection, GError **error)
{
  static const LapActions none;
  g_autoptr(GError) failure = NULL;
  const LapActions *steps = &none;
  guint viewer = projection->recipient.viewer;
  if (lap_viewer_is_asked(projection->match, viewer))
    steps = lap_session_legal(projection->session, viewer, NULL, 0, &failure);
  if (!steps) {
    lap_match_note_failure(projection->match, failure);
    g_propagate_error(error, g_steal_pointer(&failure));
    return FALSE;
  }
  lap_json_name(projection->json, "legal");
  if (!projection->session) {
    lap_json_begin_array(projection->json);
    lap_json_end_array(projection->json);
    return TRUE;
  }
  LapEngine *engine = lap_session_engine(projection->session);
  const LapBlock *block = lap_session_block(projection->session);
  lap_steps_to_json(&projection->recipient, engine, block, steps, projection->json);
  lap_prompts_to_json(&(LapAsked){projection->recipient.texts, engine, block, viewer, steps}, projection->json);
  return TRUE;
}

/* --- how the match stands */

static const char *const state_names[] = {[LAP_MATCH_OPEN] = "open",
                                          [LAP_MATCH_RUNNING] = "running",
                                          [LAP_MATCH_OVER] = "over",
                                          [LAP_MATCH_SUSPENDED] = "suspended"};

const char *lap_project_state_name(LapMatch *match) { return state_names[lap_match_get_state(match)]; }

static void write_standing(const Projection *projection)
{
  lap_json_member_word(projection->json, "state", lap_project_state_name(projection->match));
  lap_json_member_optional(projection->json, "result", lap_match_result(projection->match));
}

/* The reason is for operators alone: it may name what is hidden. */
static void write_suspension(const Projection *projection)
{
  const LapSuspension *suspension = lap_match_get_suspension(projection->match);
  if (lap_match_get_state(projection->match) != LAP_MATCH_SUSPENDED) return;
  g_autofree char *text = lap_sentence_of_suspension(&projection->recipient, suspension);
  lap_json_member_object(projection->json, "suspended");
  lap_json_member_word(projection->json, "cause", suspension->cause);
  lap_json_member_string(projection->json, "phase", suspension->phase);
  lap_json_member_string(projection->json, "hook", suspension->hook);
  lap_json_member_string(projection->json, "text", text);
  lap_json_end_object(projection->json);
}

static void write_options(const Projection *projection, const char *const *option)
{
  lap_json_member_object(projection->json, "options");
  for (; option && *option; option += 2) lap_json_member_string(projection->json, option[0], option[1]);
  lap_json_end_object(projection->json);
}

static void write_swap(const Projection *projection)
{
  const char *game = lap_match_get_swap(projection->match);
  if (!game) return;
  lap_json_member_word(projection->json, "swap", game);
  write_options(projection, lap_match_swap_options(projection->match));
}

static void write_proposal(const Projection *projection)
{
  LapJsonWriter *json = projection->json;
  guint64 id;
  guint seat;
  guint32 asked;
  LapProposalKind kind = lap_match_get_proposal(projection->match, &id, &seat, &asked);
  if (kind == LAP_PROPOSAL_NONE) return;
  lap_json_member_object(json, "proposal");
  lap_json_member_int(json, "id", (gint64)id);
  lap_json_member_word(json, "kind", lap_proposal_kinds[kind]);
  lap_json_member_int(json, "seat", seat);
  lap_json_name(json, "asked");
  lap_json_bit_set(json, asked);
  write_swap(projection);
  lap_json_end_object(json);
}

/* The members from "state" on, which are the same after an entry and for a new subscriber. */
static gboolean write_state(const Projection *projection, gboolean patch, GError **error)
{
  write_standing(projection);
  write_seats(projection);
  write_waiting(projection);
  if (projection->session)
    write_view(projection, patch);
  else
    lap_view_write_members(projection->engine, projection->block, projection->recipient.viewer, projection->json);
  if (!write_legal(projection, error)) return FALSE;
  if (projection->session) write_score(projection);
  write_suspension(projection);
  write_proposal(projection);
  lap_json_member_optional(projection->json, "rematch", lap_match_get_rematch(projection->match));
  return TRUE;
}

/* --- whole messages */

static void write_head(const Projection *projection)
{
  guint viewer = projection->recipient.viewer;
  gboolean is_seat = viewer < projection->recipient.seats;
  lap_json_member_string(projection->json, "match", lap_match_get_id(projection->match));
  lap_json_member_int(projection->json, "viewer", is_seat ? (gint64)viewer : -1);
}

/* What it is played by. */
static void write_rules(const Projection *projection)
{
  lap_json_member_string(projection->json, "game", lap_match_get_game_id(projection->match));
  write_options(projection, lap_match_options(projection->match));
}

static void write_from(const Projection *projection)
{
  guint64 seq;
  const char *from = lap_match_from(projection->match, &seq);
  if (!from) return;
  lap_json_member_object(projection->json, "from");
  lap_json_member_string(projection->json, "match", from);
  lap_json_member_int(projection->json, "at", (gint64)seq);
  lap_json_end_object(projection->json);
}

static void write_clock(const Projection *projection)
{
  gint64 initial, increment;
  if (!lap_match_get_clock(projection->match, &initial, &increment)) return;
  lap_json_member_object(projection->json, "clock");
  lap_json_member_int(projection->json, "initial", initial);
  lap_json_member_int(projection->json, "increment", increment);
  lap_json_end_object(projection->json);
}

static void write_game(const Projection *projection)
{
  write_rules(projection);
  write_clock(projection);
  lap_json_member_bool(projection->json, "public", lap_match_is_public(projection->match));
  if (lap_match_is_seeded(projection->match)) lap_json_member_bool(projection->json, "seeded", TRUE);
  lap_json_member_optional(projection->json, "hints", lap_match_get_hints(projection->match));
  lap_json_member_optional(projection->json, "messages", lap_match_get_message_kind(projection->match));
  write_from(projection);
}

gboolean lap_project_settings(LapMatch *match, LapJsonWriter *json, GError **error)
{
  const Projection projection = {.match = match, .json = json};
  if (!lap_match_ready(match, error)) return FALSE;
  write_game(&projection);
  lap_json_member_word(json, "state", lap_project_state_name(match));
  lap_json_name(json, "seats");
  lap_match_write_seats(match, FALSE, json);
  return TRUE;
}

gboolean lap_project_match(LapMatch *match, guint viewer, const char *language, LapJsonWriter *json, GError **error)
{
  g_auto(Projection) projection = {0};
  if (!projection_begin(&projection, match, viewer, language, json, error)) return FALSE;
  write_head(&projection);
  lap_json_member_int(json, "seq", (gint64)lap_match_get_seq(match));
  lap_json_member_int(json, "decision", (gint64)lap_match_get_decision(match));
  write_game(&projection);
  return write_state(&projection, FALSE, error);
}

gboolean lap_project_entry(LapMatch *match, const LapEntry *entry, guint viewer, const char *language, gboolean patch,
                           LapJsonWriter *json, GError **error)
{
  g_auto(Projection) projection = {0};
  if (!projection_begin(&projection, match, viewer, language, json, error)) return FALSE;
  write_head(&projection);
  if (entry->new_rules) write_rules(&projection);
  lap_entry_members(&projection.recipient, entry, json);
  lap_json_member_int(json, "decision", (gint64)entry->decision);
  return write_state(&projection, patch, error);
}

const char *lap_project_stored_state_name(const LapStored *stored)
{
  return state_names[stored->state & LAP_STORED_ENDED        ? LAP_MATCH_OVER
                     : stored->state == LAP_STORED_SUSPENDED ? LAP_MATCH_SUSPENDED
                     : stored->state == LAP_STORED_OPEN      ? LAP_MATCH_OPEN
                                                             : LAP_MATCH_RUNNING];
}

static void write_member_node(JsonObject *object, const char *name, LapJsonWriter *json)
{
  if (!json_object_has_member(object, name)) return;
  g_autofree char *text = json_to_string(json_object_get_member(object, name), FALSE);
  lap_json_name(json, name);
  lap_json_raw(json, text, -1);
}

/* Options and clock are in the header, which says how the match began: its options may not be those of what it is
 * played by now. */
static void write_agreed(const LapStored *stored, LapJsonWriter *json)
{
  g_auto(LapLogHeader) log = {0};
  g_autoptr(JsonNode) root = lap_json_parse(stored->header, strlen(stored->header), NULL);
  if (!root || !JSON_NODE_HOLDS_OBJECT(root) || !lap_log_header_take_settings(&log, root, NULL)) return;
  JsonObject *object = json_node_get_object(root);
  if (g_strcmp0(lap_log_header_game(&log), stored->game) == 0) write_member_node(object, "options", json);
  write_member_node(object, "clock", json);
}

void lap_project_summary(const LapStored *stored, LapJsonWriter *json)
{
  lap_json_begin_object(json);
  lap_json_member_string(json, "match", stored->id);
  lap_json_member_string(json, "game", stored->game);
  write_agreed(stored, json);
  lap_json_member_word(json, "state", lap_project_stored_state_name(stored));
  lap_json_member_int(json, "seq", (gint64)stored->entries);
  lap_json_name(json, "seats");
  lap_json_raw(json, stored->seats, -1);
  lap_json_member_int(json, "created", stored->created / 1000);
  lap_json_member_int(json, "changed", stored->changed / 1000);
  lap_json_end_object(json);
}
