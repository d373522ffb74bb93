#include "pair.h"

#include "walk.h"

/* How far two worlds are followed, and how many moves are tried for one that is legal in both. */
#define FOLLOW_PLIES 8
#define TRIES 4

void lap_pair_init(LapPair *pair, LapTrial *trial, guint viewer, LapSession *one, LapSession *other)
{
  *pair = (LapPair){.trial = trial, .viewer = viewer, .one = one, .other = other};
  lap_sight_init(&pair->sight_one);
  lap_sight_init(&pair->sight_other);
}

void lap_pair_clear(LapPair *pair)
{
  lap_sight_clear(&pair->sight_one);
  lap_sight_clear(&pair->sight_other);
}

static gboolean is_over(const LapPair *pair) { return lap_session_over(pair->one) || lap_session_over(pair->other); }

static void look(LapPair *pair, gboolean events)
{
  guint32 branch = lap_generator_next(&pair->trial->chooser);
  lap_sight_take(pair->trial, pair->one, pair->viewer, events, branch, &pair->sight_one);
  lap_sight_take(pair->trial, pair->other, pair->viewer, events, branch, &pair->sight_other);
}

static gboolean has_seen_the_same(const LapPair *pair)
{
  return g_string_equal(pair->sight_one.pieces, pair->sight_other.pieces);
}

static gboolean compare(LapPair *pair, const char *when)
{
  return lap_sight_compare(pair->trial, pair->viewer, &pair->sight_one, &pair->sight_other, is_over(pair), when);
}

gboolean lap_pair_compare_now(LapPair *pair)
{
  look(pair, FALSE);
  if (has_seen_the_same(pair)) return compare(pair, "in two worlds that differ in nothing it has seen");
  return lap_trial_fail(pair->trial, "what is dealt anew for %s changes pieces that it has seen",
                        lap_sight_name(pair->viewer));
}

/* Makes a move in both worlds. `*made` FALSE: none was found that is legal in both. */
static gboolean move_both(LapPair *pair, gboolean *made)
{
  LapWalkMove move;
  *made = FALSE;
  for (guint i = 0; i < TRIES && !*made; i++) {
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

static gboolean came_to_light(const LapPair *pair)
{
  return pair->sealed & ~lap_head_of(lap_session_block(pair->one))->ready;
}

gboolean lap_pair_follow(LapPair *pair)
{
  gboolean made;
  for (guint ply = 0; ply < FOLLOW_PLIES && !is_over(pair); ply++) {
    if (!move_both(pair, &made)) return FALSE;
    if (!made || came_to_light(pair)) return TRUE;
    guint knew = pair->sight_one.known;
    look(pair, TRUE);
    gboolean moved = g_string_equal(pair->sight_one.faces, pair->sight_other.faces) &&
                     pair->sight_one.known <= knew + 1;
    if (!has_seen_the_same(pair) && !moved) return TRUE;
    if (!compare(pair, "after the same moves in two worlds in which it has seen the same pieces")) return FALSE;
  }
  return TRUE;
}
