/* Twin actions: two moves that differ only in arguments declared secret. To everybody but their mover they must look
 * the same, in what is sent and in what has been seen. */
#include <string.h>

#include "pair.h"
#include "walk.h"

/* How often a pair of twins is looked for in one position. */
#define TRIES 3

typedef struct {
  LapTrial *trial;
  guint seat;
  LapWalkMove one, other;
} Twins;

/* Steps are alike if everybody else reads the same of both: open arguments equal, and of secret pieces the backs. */
static gboolean alike(const LapTrial *trial, const LapAction *a, const LapAction *b)
{
  if (a->kind != b->kind || a->seat != b->seat) return FALSE;
  const LapGameKind *kind = lap_game_action(trial->game, a->kind);
  for (guint i = 0; i < kind->n_args; i++) {
    if (a->arg[i] == b->arg[i]) continue;
    if (!kind->args[i].secret) return FALSE;
    if (kind->args[i].type != LAP_ARG_PIECE) continue;
    const guint8 *back = kind->field[i]->set->back;
    if (!a->arg[i] || !b->arg[i] || back[a->arg[i]] != back[b->arg[i]]) return FALSE;
  }
  return TRUE;
}

/* A random action of `list` that is alike to `action`, another one if there is one. FALSE: there is none. */
static gboolean find_twin(const Twins *twins, const LapActions *list, const LapAction *action, LapAction *twin)
{
  guint start = lap_generator_below(&twins->trial->chooser, list->n);
  gboolean found = FALSE;
  for (guint i = 0; i < list->n; i++) {
    const LapAction *candidate = &list->v[(start + i) % list->n];
    if (!alike(twins->trial, action, candidate)) continue;
    *twin = *candidate;
    found = TRUE;
    if (memcmp(candidate, action, sizeof *action) != 0) break;
  }
  return found;
}

/* One step more in both moves. FALSE: no twins. */
static gboolean grow(Twins *twins, LapSession *session)
{
  if (twins->one.n == LAP_WALK_STEPS) return FALSE;
  const LapActions *list = lap_session_legal(session, twins->seat, twins->one.step, twins->one.n, NULL);
  if (!list || !list->n) return FALSE;
  LapAction action = list->v[lap_generator_below(&twins->trial->chooser, list->n)];
  list = lap_session_legal(session, twins->seat, twins->other.step, twins->other.n, NULL);
  if (!list || !list->n || !find_twin(twins, list, &action, &twins->other.step[twins->other.n])) return FALSE;
  twins->one.step[twins->one.n++] = action;
  twins->other.n++;
  return TRUE;
}

static gboolean differ(const Twins *twins)
{
  return memcmp(twins->one.step, twins->other.step, twins->one.n * sizeof(LapAction)) != 0;
}

/* Where all have chosen at once, the choices come to light: nothing to compare. */
static gboolean came_to_light(const Twins *twins, LapSession *before, LapSession *after)
{
  const LapHead *head = lap_head_of(lap_session_block(before));
  if (lap_game_phase(twins->trial->game, head->phase)->kind != LAP_PHASE_TOGETHER) return FALSE;
  return !(lap_head_of(lap_session_block(after))->ready >> twins->seat & 1);
}

static gboolean compare_for(Twins *twins, LapSession *one, LapSession *other, guint viewer)
{
  LapSight a, b;
  lap_sight_init(&a);
  lap_sight_init(&b);
  guint32 branch = lap_generator_next(&twins->trial->chooser);
  lap_sight_take(twins->trial, one, viewer, TRUE, branch, &a);
  lap_sight_take(twins->trial, other, viewer, TRUE, branch, &b);
  g_autofree char *when = g_strdup_printf("after two moves of seat %u that differ in secret arguments only (%s)",
                                          twins->seat,
                                          lap_game_action(twins->trial->game, twins->one.step[0].kind)->name);
  gboolean passed = lap_sight_compare(twins->trial, viewer, &a, &b, lap_session_over(one), when);
  lap_sight_clear(&a);
  lap_sight_clear(&b);
  return passed;
}

static gboolean compare(Twins *twins, LapSession *one, LapSession *other)
{
  for (guint viewer = 0; viewer < twins->trial->seats; viewer++)
    if (viewer != twins->seat && !compare_for(twins, one, other, viewer)) return FALSE;
  return compare_for(twins, one, other, LAP_WATCHER);
}

/* Whether the moves differ in pieces only: a number that was chosen in secret may come to light as a number, and
 * nothing would tell. */
static gboolean differ_in_pieces(const Twins *twins)
{
  for (guint i = 0; i < twins->one.n; i++) {
    const LapAction *a = &twins->one.step[i], *b = &twins->other.step[i];
    const LapGameKind *kind = lap_game_action(twins->trial->game, a->kind);
    for (guint arg = 0; arg < kind->n_args; arg++)
      if (a->arg[arg] != b->arg[arg] && kind->args[arg].type != LAP_ARG_PIECE) return FALSE;
  }
  return TRUE;
}

/* Somebody else follows both worlds from there. */
static gboolean follow(Twins *twins, LapSession *before, LapSession *one, LapSession *other)
{
  LapTrial *trial = twins->trial;
  const LapHead *head = lap_head_of(lap_session_block(before));
  gboolean sealed = lap_game_phase(trial->game, head->phase)->kind == LAP_PHASE_TOGETHER;
  guint viewer = (twins->seat + 1 + lap_generator_below(&trial->chooser, trial->seats)) % (trial->seats + 1);
  if (sealed || !differ_in_pieces(twins)) return TRUE;
  g_autoptr(LapSession) follow_one = lap_trial_session_at(trial, lap_session_block(one));
  g_autoptr(LapSession) follow_other = lap_trial_session_at(trial, lap_session_block(other));
  if (!follow_one || !follow_other) return FALSE;
  LapPair pair;
  lap_pair_init(&pair, trial, viewer == trial->seats ? LAP_WATCHER : viewer, follow_one, follow_other);
  gboolean passed = lap_pair_follow(&pair);
  lap_pair_clear(&pair);
  return passed;
}

/* Builds two moves step by step, until both are complete. */
static gboolean try_twins(Twins *twins, LapSession *before, LapSession *one, LapSession *other)
{
  twins->one.n = twins->other.n = 0;
  while (grow(twins, before)) {
    gboolean made_one = lap_session_play(one, twins->one.step, twins->one.n, NULL);
    gboolean made_other = lap_session_play(other, twins->other.step, twins->other.n, NULL);
    if (!made_one && !made_other) continue;
    gboolean passed = made_one != made_other || !differ(twins) || came_to_light(twins, before, one) ||
                      (compare(twins, one, other) && follow(twins, before, one, other));
    if (made_one) lap_session_undo(one);
    if (made_other) lap_session_undo(other);
    return passed;
  }
  return TRUE;
}

static gboolean twins_here(LapTrial *trial, LapSession *session)
{
  if (lap_session_over(session)) return TRUE;
  guint seat = lap_walk_seat(&trial->chooser, lap_session_waiting(session));
  g_autoptr(LapSession) one = lap_trial_session_at(trial, lap_session_block(session));
  g_autoptr(LapSession) other = one ? lap_trial_session_at(trial, lap_session_block(session)) : NULL;
  if (!other) return FALSE;
  Twins twins = {.trial = trial, .seat = seat};
  for (guint i = 0; i < TRIES; i++)
    if (!try_twins(&twins, session, one, other)) return FALSE;
  return TRUE;
}

/* A game none of whose actions has a secret has no twins. */
static gboolean declares_secrets(const LapGame *game)
{
  for (guint depth = 0; depth < game->depth; depth++)
    for (guint i = 0; i < game->level[depth].plugin.actions.n; i++)
      for (guint arg = 0; arg < game->level[depth].actions[i].n_args; arg++)
        if (game->level[depth].actions[i].args[arg].secret) return TRUE;
  return FALSE;
}

gboolean lap_try_twin_actions(LapTrial *trial)
{
  return !declares_secrets(trial->game) || lap_walk_positions(trial, twins_here);
}
