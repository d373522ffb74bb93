/* Moving, and giving up. */
#include <string.h>

#include "action-reader.h"
#include "host-private.h"
#include "host/json/check.h"

static gboolean is_seat(const LapMatch *match, guint seat, GError **error)
{
  return seat < lap_match_seats(match) ||
         lap_match_refuse(error, LAP_MATCH_ERROR_NOT_FOUND, "there is no seat %u; they are 0 to %u", seat,
                          lap_match_seats(match) - 1);
}

static gboolean is_running(LapMatch *match, GError **error)
{
  switch (lap_match_get_state(match)) {
  case LAP_MATCH_OPEN:
    return lap_match_refuse(error, LAP_MATCH_ERROR_NOT_STARTED, "seats are free still: it goes on when all are taken");
  case LAP_MATCH_OVER:
    return lap_match_refuse(error, LAP_MATCH_ERROR_OVER, "match %s is over", match->id);
  case LAP_MATCH_RUNNING:
    break;
  }
  return TRUE;
}

/* --- moves */

static guint64 digest_of(const LapAction *steps, guint n, gint64 decision)
{
  guint64 digest = lap_digest_add(lap_digest_add(lap_digest_word("play"), n), (guint64)decision);
  for (guint i = 0; i < n; i++) {
    digest = lap_digest_add(digest, (guint64)steps[i].kind << 16 | (guint64)steps[i].seat << 8 | steps[i].n_args);
    for (guint a = 0; a < LAP_ARGS_MAX; a++) digest = lap_digest_add(digest, (guint16)steps[i].arg[a]);
  }
  return digest;
}

static gboolean is_fresh(const LapMatch *match, gint64 decision, GError **error)
{
  if (decision < 0 || ((guint64)decision >= match->decision && (guint64)decision <= match->seq)) return TRUE;
  return lap_match_refuse(error, LAP_MATCH_ERROR_STALE,
                          "the move was meant for what was up at %" G_GINT64_FORMAT
                          "; another decision came up at %" G_GUINT64_FORMAT,
                          decision, match->decision);
}

static gboolean may_move(LapMatch *match, guint seat, gint64 decision, GError **error)
{
  if (!is_seat(match, seat, error) || !lap_clock_expire(match, error)) return FALSE;
  if (!is_running(match, error) || !is_fresh(match, decision, error)) return FALSE;
  if (match->chair[seat].resigned)
    return lap_match_refuse(error, LAP_MATCH_ERROR_NOT_YOUR_TURN, "seat %u has given up: it is played for", seat);
  return match->waiting >> seat & 1 ||
         lap_match_refuse(error, LAP_MATCH_ERROR_NOT_YOUR_TURN, "seat %u has nothing to decide now", seat);
}

static gboolean check_steps(guint seat, const LapAction *steps, guint n, GError **error)
{
  if (n == 0) return lap_match_refuse(error, LAP_MATCH_ERROR_ILLEGAL, "a move of no steps");
  return steps[0].seat == seat || lap_match_refuse(error, LAP_MATCH_ERROR_ILLEGAL,
                                                   "the steps are of seat %u, not of seat %u", steps[0].seat, seat);
}

gboolean lap_match_play(LapMatch *match, guint seat, const LapAction *steps, guint n, gint64 decision, const char *key,
                        guint64 *seq, GError **error)
{
  const LapGranted *granted;
  LapRecord record = {.kind = LAP_ENTRY_MOVE, .seat = seat, .steps = steps, .n_steps = n};
  switch (lap_request_begin(match, seat, key, digest_of(steps, n, decision), &record.request, &granted, error)) {
  case LAP_REQUEST_NEW:
    return may_move(match, seat, decision, error) && check_steps(seat, steps, n, error) &&
           lap_match_enter(match, &record, NULL, seq, error);
  case LAP_REQUEST_AGAIN:
    if (seq) *seq = granted->seq;
    return TRUE;
  case LAP_REQUEST_REFUSED:
    break;
  }
  return FALSE;
}

/* --- from text */

/* What a step may bring back that is not read. */
static gboolean is_told_only(const char *member)
{
  return g_str_equal(member, "seat") || g_str_equal(member, "label") || g_str_equal(member, "highlights");
}

static JsonObject *without_told(JsonObject *object)
{
  JsonObject *step = json_object_new();
  g_autoptr(GList) members = json_object_get_members(object);
  for (GList *member = members; member; member = member->next)
    if (!is_told_only(member->data))
      json_object_set_member(step, member->data, json_node_copy(json_object_get_member(object, member->data)));
  return step;
}

static gboolean read_step(const LapGame *game, JsonNode *node, guint seat, LapAction *step, GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (!JSON_NODE_HOLDS_OBJECT(node))
    return lap_match_refuse(error, LAP_MATCH_ERROR_ILLEGAL, "a step must be an object with \"kind\" and \"args\"");
  g_autoptr(JsonObject) object = without_told(json_node_get_object(node));
  return lap_action_read(game, object, seat, step, &failure) ||
         lap_match_refuse(error, LAP_MATCH_ERROR_ILLEGAL, "%s", failure->message);
}

static GArray *read_steps(const LapGame *game, JsonArray *array, guint seat, GError **error)
{
  g_autoptr(GArray) steps = g_array_new(FALSE, TRUE, sizeof(LapAction));
  g_array_set_size(steps, json_array_get_length(array));
  for (guint i = 0; i < steps->len; i++)
    if (!read_step(game, json_array_get_element(array, i), seat, &g_array_index(steps, LapAction, i), error))
      return NULL;
  return g_steal_pointer(&steps);
}

GArray *lap_match_read_steps(LapMatch *match, guint seat, const char *text, GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (!lap_match_ready(match, error)) return NULL;
  g_autoptr(JsonNode) root = lap_json_parse(text, strlen(text), &failure);
  if (root && JSON_NODE_HOLDS_ARRAY(root))
    return read_steps(match->ruleset->game, json_node_get_array(root), seat, error);
  lap_match_refuse(error, LAP_MATCH_ERROR_INVALID, "steps must be a JSON array of objects%s%s", failure ? ": " : "",
                   failure ? failure->message : "");
  return NULL;
}

gboolean lap_match_play_text(LapMatch *match, guint seat, const char *steps, gint64 decision, const char *key,
                             guint64 *seq, GError **error)
{
  g_autoptr(GArray) read = lap_match_read_steps(match, seat, steps, error);
  if (!read) return FALSE;
  return lap_match_play(match, seat, (const LapAction *)(gpointer)read->data, read->len, decision, key, seq, error);
}

/* --- giving up */

static gboolean may_resign(LapMatch *match, guint seat, GError **error)
{
  if (!is_seat(match, seat, error) || !is_running(match, error)) return FALSE;
  return !match->chair[seat].resigned ||
         lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED, "seat %u has given up already", seat);
}

gboolean lap_match_resign(LapMatch *match, guint seat, const char *key, guint64 *seq, GError **error)
{
  const LapGranted *granted;
  LapRecord record = {.kind = LAP_ENTRY_RESIGN, .seat = seat};
  switch (lap_request_begin(match, seat, key, lap_digest_word("resign"), &record.request, &granted, error)) {
  case LAP_REQUEST_NEW:
    return may_resign(match, seat, error) && lap_match_enter(match, &record, NULL, seq, error);
  case LAP_REQUEST_AGAIN:
    if (seq) *seq = granted->seq;
    return TRUE;
  case LAP_REQUEST_REFUSED:
    break;
  }
  return FALSE;
}
