/* Hints, as a seat is sent them. */
#include "hint.h"

#include "host/match/match-private.h"
#include "projection.h"

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

static void take_choices(LapHint *hint, const LapActions *actions, const GArray *weights, const LapAction *choice)
{
  guint named[LAP_HINT_CHOICES];
  hint->n = MIN(actions->n, LAP_HINT_CHOICES);
  for (guint i = 0; i < hint->n; i++) {
    named[i] = find_best(actions, weights, choice, named, i);
    hint->choice[i].step = actions->v[named[i]];
    if (weights->len) hint->choice[i].weight = g_array_index(weights, LapWeight, named[i]);
  }
  for (guint i = 0; i < weights->len; i++) hint->worlds += g_array_index(weights, LapWeight, i).visits;
}

gboolean lap_match_hint(LapMatch *match, guint seat, const LapAction *steps, guint n, LapHint *hint, GError **error)
{
  LapNextSteps *next = &hint->next;
  *hint = (LapHint){0};
  if (!lap_next_steps(match, seat, steps, n, next, error)) return FALSE;
  hint->block = n ? lap_session_tried(next->session) : lap_session_block(next->session);
  g_autofree LapAction *copy = g_memdup2(next->actions->v, next->actions->n * sizeof(LapAction));
  const LapQuestion question = {seat, hint->block, steps, n, {copy, next->actions->n, next->actions->n}};
  if (!question.legal.n) return TRUE;
  g_autoptr(GArray) weights = g_array_new(FALSE, FALSE, sizeof(LapWeight));
  LapAction choice;
  if (!lap_match_weigh(match, &question, weights, &choice, error)) return FALSE;
  if (weights->len != question.legal.n) g_array_set_size(weights, 0);
  take_choices(hint, &question.legal, weights, &choice);
  return TRUE;
}

/* --- JSON */

static void write_choice(const LapRecipient *recipient, const LapHint *hint, guint i, LapJsonWriter *json)
{
  const LapHintChoice *choice = &hint->choice[i];
  lap_json_begin_object(json);
  lap_json_name(json, "step");
  lap_step_to_json(recipient, lap_session_engine(hint->next.session), hint->block, &choice->step, json);
  if (hint->worlds) {
    lap_json_member_int(json, "worlds", choice->weight.visits);
    lap_json_member_int(json, "value", (gint64)(choice->weight.value * 100 + 0.5f));
  }
  lap_json_end_object(json);
}

gboolean lap_project_hint(LapMatch *match, guint seat, const char *language, const LapAction *steps, guint n,
                          LapJsonWriter *json, GError **error)
{
  g_auto(LapRecipient) recipient = {0};
  LapHint hint;
  if (!lap_match_hint(match, seat, steps, n, &hint, error)) return FALSE;
  if (!lap_recipient_of_match(&recipient, match, seat, language, error)) return FALSE;
  lap_json_member_array(json, "choices");
  for (guint i = 0; i < hint.n; i++) write_choice(&recipient, &hint, i, json);
  lap_json_end_array(json);
  lap_json_member_int(json, "worlds", hint.worlds);
  return TRUE;
}
