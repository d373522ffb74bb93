/* The two properties of secrecy: paired worlds and twin actions.
 *
 * A viewer (a seat, or the watcher) must not be able to tell apart two matches that differ only in what it cannot know.
 * Both properties construct two such matches and compare, byte by byte, everything that the viewer is sent: its view,
 * what it has seen, its legal steps with their highlights, events and score lines (sight.h).
 *
 * Paired worlds. The second match is a determinisation: the true block with everything that the viewer has not seen
 * dealt anew, and the same generator, so that dice fall alike. The same moves are then made in both, and the comparison
 * goes on for as long as the viewer has seen no piece that differs. A difference means that something hidden leaks: a
 * public number derived from hidden cards, a legal list that depends on them, an event that names them.
 *
 * Twin actions. Paired worlds are equal in what the viewer has *seen*, so they cannot show a wrong knowledge mask: a
 * card that is laid face down and keeps its mask is known in both worlds alike. Therefore the second property starts
 * from one block and makes two legal moves that differ only in arguments that the plugin declares secret. To everybody
 * but the mover both results must look the same, the masks included. */
#include <string.h>

#include "host/engine/knowledge.h"
#include "sight.h"
#include "walk.h"

/* For so many moves two worlds are followed. */
#define FOLLOW_PLIES 8
/* So many moves are tried to find one that is legal in both worlds. */
#define MOVE_TRIES 4
/* So often a pair of twins is looked for in one position. */
#define TWIN_TRIES 3

/* --- two worlds that are alike to a viewer, side by side */

typedef struct {
  LapTrial *trial;
  guint viewer;
  LapSession *one, *other; /* not owned */
  LapSight sight_one, sight_other;
  guint16 sealed; /* seats whose sealed moves differ */
} Pair;

static void pair_init(Pair *pair, LapTrial *trial, guint viewer, LapSession *one, LapSession *other)
{
  *pair = (Pair){.trial = trial, .viewer = viewer, .one = one, .other = other};
  lap_sight_init(&pair->sight_one);
  lap_sight_init(&pair->sight_other);
}

static void pair_clear(Pair *pair)
{
  lap_sight_clear(&pair->sight_one);
  lap_sight_clear(&pair->sight_other);
}

static gboolean is_over(const Pair *pair) { return lap_session_over(pair->one) || lap_session_over(pair->other); }

static void look_at_both(Pair *pair, gboolean events)
{
  guint32 branch = lap_generator_next(&pair->trial->chooser);
  lap_sight_take(pair->trial, pair->one, pair->viewer, events, branch, &pair->sight_one);
  lap_sight_take(pair->trial, pair->other, pair->viewer, events, branch, &pair->sight_other);
}

static gboolean has_seen_the_same(const Pair *pair)
{
  return g_string_equal(pair->sight_one.pieces, pair->sight_other.pieces);
}

static gboolean compare_sights(Pair *pair, const char *when)
{
  return lap_sight_compare(pair->trial, pair->viewer, &pair->sight_one, &pair->sight_other, is_over(pair), when);
}

/* Both positions as they are now. FALSE, and the trial has failed, unless the viewer is sent the same of both. */
static gboolean compare_now(Pair *pair)
{
  look_at_both(pair, FALSE);
  if (has_seen_the_same(pair))
    return compare_sights(
        pair, lap_trial_resamples(pair->trial)
                  ? "in two worlds, the second as lapidary.resample/1 has it, that differ in nothing it has seen"
                  : "in two worlds that differ in nothing it has seen");
  return lap_trial_fail(pair->trial, "%s changes pieces that %s has seen",
                        lap_trial_resamples(pair->trial) ? "hook resample (lapidary.resample/1)" : "what is dealt anew",
                        lap_sight_name(pair->viewer));
}

/* Makes a move in both worlds. `*made` FALSE: none was found that is legal in both. */
static gboolean move_both(Pair *pair, gboolean *made)
{
  LapWalkMove move;
  *made = FALSE;
  for (guint i = 0; i < MOVE_TRIES && !*made; i++) {
    g_autoptr(GError) error = NULL;
    if (!lap_walk_play(pair->trial, pair->one, &move)) return FALSE;
    *made = lap_session_play(pair->other, move.step, move.n, &error);
    if (*made) return TRUE;
    if (g_error_matches(error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT))
      return lap_trial_fail(pair->trial, "in another world for %s: %s", lap_sight_name(pair->viewer), error->message);
    if (move.step[0].seat == pair->viewer)
      return lap_trial_fail(pair->trial,
                            "a move of %s is legal in one of two worlds that are alike to it, in the other: %s",
                            lap_sight_name(pair->viewer), error->message);
    lap_session_undo(pair->one);
  }
  return TRUE;
}

/* Sealed moves that differ are public once all are in. */
static gboolean is_revealed(const Pair *pair)
{
  return pair->sealed & ~lap_head_of(lap_session_block(pair->one))->ready;
}

/* Makes the same moves in both for a while. As long as the viewer has seen no piece that differs, all that it is sent
 * must be the same. */
static gboolean follow(Pair *pair)
{
  gboolean made;
  for (guint ply = 0; ply < FOLLOW_PLIES && !is_over(pair); ply++) {
    if (!move_both(pair, &made)) return FALSE;
    if (!made || is_revealed(pair)) return TRUE;
    guint knew = pair->sight_one.known;
    look_at_both(pair, TRUE);
    if (pair->sight_one.has_learned || pair->sight_other.has_learned) return TRUE;
    gboolean moved = g_string_equal(pair->sight_one.faces, pair->sight_other.faces) &&
                     pair->sight_one.known <= knew + 1;
    if (!has_seen_the_same(pair) && !moved) return TRUE;
    if (!compare_sights(pair, "after the same moves in two worlds in which it has seen the same pieces")) return FALSE;
  }
  return TRUE;
}

/* --- paired worlds */

static gboolean pair_here(LapTrial *trial, LapSession *session)
{
  guint drawn = lap_generator_below(&trial->chooser, trial->seats + 1);
  guint viewer = drawn == trial->seats ? LAP_WATCHER : drawn;
  LapEngine *engine = lap_session_engine(session);
  g_autoptr(LapBlock) world = lap_sight_other_world(trial, engine, lap_session_block(session), viewer);
  if (!world) return FALSE;
  g_autoptr(LapSession) one = lap_trial_session_at(trial, lap_session_block(session));
  g_autoptr(LapSession) other = one ? lap_trial_session_at(trial, world) : NULL;
  if (!other) return FALSE;
  Pair pair;
  pair_init(&pair, trial, viewer, one, other);
  pair.sealed = lap_head_of(world)->ready & (guint16) ~(1u << viewer);
  gboolean passed = compare_now(&pair) && follow(&pair);
  pair_clear(&pair);
  return passed;
}

gboolean lap_try_paired_worlds(LapTrial *trial) { return lap_walk_positions(trial, pair_here); }

/* --- twin actions */

typedef struct {
  LapTrial *trial;
  guint seat;
  LapWalkMove one, other;
} Twins;

/* Steps are alike if all other viewers are sent the same of both: equal open arguments, and secret pieces with the same
 * back. */
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

/* Adds a step to both moves. FALSE: there are no twins. */
static gboolean grow_twins(Twins *twins, LapSession *session)
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

/* Choices made at once are public once all are in: there is nothing to compare. */
static gboolean are_revealed(const Twins *twins, LapSession *before, LapSession *after)
{
  const LapHead *head = lap_head_of(lap_session_block(before));
  if (lap_game_phase(twins->trial->game, head->phase)->kind != LAP_PHASE_TOGETHER) return FALSE;
  return !(lap_head_of(lap_session_block(after))->ready >> twins->seat & 1);
}

static gboolean compare_twins_for(Twins *twins, LapSession *one, LapSession *other, guint viewer)
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

static gboolean compare_twins(Twins *twins, LapSession *one, LapSession *other)
{
  for (guint viewer = 0; viewer < twins->trial->seats; viewer++)
    if (viewer != twins->seat && !compare_twins_for(twins, one, other, viewer)) return FALSE;
  return compare_twins_for(twins, one, other, LAP_WATCHER);
}

/* Whether the moves differ in pieces only. A number chosen in secret may become public later as a plain number, and no
 * mask would say since when the viewer may know it: such twins cannot be followed further. */
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

/* Continues both worlds, compared as a viewer other than the mover sees them. */
static gboolean follow_twins(Twins *twins, LapSession *before, LapSession *one, LapSession *other)
{
  LapTrial *trial = twins->trial;
  const LapHead *head = lap_head_of(lap_session_block(before));
  gboolean sealed = lap_game_phase(trial->game, head->phase)->kind == LAP_PHASE_TOGETHER;
  guint viewer = (twins->seat + 1 + lap_generator_below(&trial->chooser, trial->seats)) % (trial->seats + 1);
  if (sealed || !differ_in_pieces(twins)) return TRUE;
  g_autoptr(LapSession) follow_one = lap_trial_session_at(trial, lap_session_block(one));
  g_autoptr(LapSession) follow_other = lap_trial_session_at(trial, lap_session_block(other));
  if (!follow_one || !follow_other) return FALSE;
  Pair pair;
  pair_init(&pair, trial, viewer == trial->seats ? LAP_WATCHER : viewer, follow_one, follow_other);
  gboolean passed = follow(&pair);
  pair_clear(&pair);
  return passed;
}

/* Builds two moves step by step, until both are complete. */
static gboolean try_twins(Twins *twins, LapSession *before, LapSession *one, LapSession *other)
{
  twins->one.n = twins->other.n = 0;
  while (grow_twins(twins, before)) {
    gboolean made_one = lap_session_play(one, twins->one.step, twins->one.n, NULL);
    gboolean made_other = lap_session_play(other, twins->other.step, twins->other.n, NULL);
    if (!made_one && !made_other) continue;
    gboolean passed = made_one != made_other || !differ(twins) || are_revealed(twins, before, one) ||
                      (compare_twins(twins, one, other) && follow_twins(twins, before, one, other));
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
  for (guint i = 0; i < TWIN_TRIES; i++)
    if (!try_twins(&twins, session, one, other)) return FALSE;
  return TRUE;
}

/* Without a secret argument there are no twins. */
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
