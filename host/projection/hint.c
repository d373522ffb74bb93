/* Hints, as a seat is sent them. */
#include "host/match/match-private.h"
#include "projection.h"
#include "steps.h"

/* So many of the best steps are named. */
#define CHOICES_MAX 5

static guint32 visits_of(const GArray *weights, guint i)
{
  return weights->len ? g_array_index(weights, LapWeight, i).visits : 0;
}

/* The index of the best of those that are not among the `n_named`: the bot's choice, or the one with the most visits.
 */
static guint find_best(const LapActions *actions, const GArray *weights, const LapAction *choice, const guint *named,
                       guint n_named)
{
  guint best = actions->n;
  for (guint i = 0; i < actions->n; i++) {
    gboolean is_named = FALSE;
    for (guint j = 0; j < n_named; j++) is_named |= named[j] == i;
    if (is_named) continue;
    if (lap_same_action(&actions->v[i], choice)) return i;
    if (best == actions->n || visits_of(weights, i) > visits_of(weights, best)) best = i;
  }
  return best;
}

static void write_weight(const GArray *weights, guint i, LapJsonWriter *json)
{
  if (!weights->len) return;
  const LapWeight *weight = &g_array_index(weights, LapWeight, i);
  lap_json_member_int(json, "worlds", weight->visits);
  lap_json_member_int(json, "value", (gint64)(weight->value * 100 + 0.5f));
}

static void write_choices(const LapRecipient *recipient, LapSession *session, const LapBlock *block,
                          const LapActions *actions, const GArray *weights, const LapAction *choice,
                          LapJsonWriter *json)
{
  guint named[CHOICES_MAX];
  lap_json_member_array(json, "choices");
  for (guint i = 0; i < MIN(actions->n, CHOICES_MAX); i++) {
    named[i] = find_best(actions, weights, choice, named, i);
    lap_json_begin_object(json);
    lap_json_name(json, "step");
    lap_step_to_json(recipient, lap_session_engine(session), block, &actions->v[named[i]], json);
    write_weight(weights, named[i], json);
    lap_json_end_object(json);
  }
  lap_json_end_array(json);
}

gboolean lap_project_hint(LapMatch *match, guint seat, const char *language, const LapAction *steps, guint n,
                          LapJsonWriter *json, GError **error)
{
  g_auto(LapRecipient) recipient = {0};
  const GArray *weights;
  LapAction choice;
  LapNextSteps next;
  gint64 worlds = 0;
  if (!lap_next_steps(match, seat, steps, n, &next, error)) return FALSE;
  const LapBlock *block = n ? lap_session_tried(next.session) : lap_session_block(next.session);
  if (!lap_match_weigh(match, seat, block, steps, n, &weights, &choice, error)) return FALSE;
  if (!lap_recipient_of_match(&recipient, match, seat, language, error)) return FALSE;
  g_autofree LapAction *copy = g_memdup2(next.actions->v, next.actions->n * sizeof(LapAction));
  const LapActions actions = {copy, next.actions->n, next.actions->n};
  g_autoptr(GArray) none = g_array_new(FALSE, FALSE, sizeof(LapWeight));
  if (weights->len != actions.n) weights = none;
  for (guint i = 0; i < weights->len; i++) worlds += g_array_index(weights, LapWeight, i).visits;
  write_choices(&recipient, next.session, block, &actions, weights, &choice, json);
  lap_json_member_int(json, "worlds", worlds);
  return TRUE;
}
