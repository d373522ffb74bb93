/* The property of variants: a running match of the base can become one of the variant, and return; to a viewer all
 * worlds that it cannot tell apart are alike in that, too. */
#include <string.h>

#include "fields.h"
#include "host/engine/convert.h"
#include "sight.h"
#include "walk.h"

/* Both games of a conversion, a level apart. */
typedef struct {
  LapTrial *trial;
  LapTrial base_trial; /* the trial as a trial of the base */
  LapEngine *base, *variant;
} Switch;

/* Plays on from `block` to the end, checked. */
static gboolean play_to_end(LapTrial *trial, const LapBlock *block)
{
  g_autoptr(LapSession) session = lap_trial_session_at(trial, block);
  if (!session) return FALSE;
  LapWalkMove move;
  for (guint ply = 0; ply < LAP_WALK_PLIES && !lap_session_over(session); ply++)
    if (!lap_walk_play(trial, session, &move)) return FALSE;
  return lap_session_over(session) ? TRUE : lap_trial_fail(trial, "a converted match does not end");
}

static gboolean same_levels(Switch *both, const LapBlock *base_block, const LapBlock *variant_block, const char *how)
{
  const LapGame *game = lap_engine_game(both->base);
  for (guint depth = 0; depth < game->depth; depth++) {
    g_autofree char *difference = lap_fields_level_difference(both->base, base_block, both->variant, variant_block,
                                                              depth);
    if (difference)
      return lap_trial_fail(
          both->trial, "%s changes %s; it may change the segment of the variant alone, LAP_STATE_AT with its depth",
          how, difference);
  }
  const LapHead *a = lap_head_of(base_block), *b = lap_head_of(variant_block);
  if (a->ply != b->ply || a->over != b->over) return lap_trial_fail(both->trial, "%s changes the head", how);
  return TRUE;
}

/* --- secrecy */

/* A block that a conversion has made, or why it was refused. */
typedef struct {
  const LapBlock *block; /* or NULL */
  const GError *refusal;
} Outcome;

static gboolean look_the_same(Switch *both, LapTrial *trial, guint viewer, const LapBlock *one, const LapBlock *other)
{
  LapSight here, there;
  g_autoptr(LapSession) session = lap_trial_session_at(trial, one);
  g_autoptr(LapSession) other_session = session ? lap_trial_session_at(trial, other) : NULL;
  if (!other_session) return FALSE;
  lap_sight_init(&here);
  lap_sight_init(&there);
  guint32 branch = lap_generator_next(&both->trial->chooser);
  lap_sight_take(trial, session, viewer, FALSE, branch, &here);
  lap_sight_take(trial, other_session, viewer, FALSE, branch, &there);
  gboolean same = !g_string_equal(here.pieces, there.pieces) ||
                  lap_sight_compare(trial, viewer, &here, &there, FALSE,
                                    "after a conversion of two worlds that differ in nothing it has seen");
  lap_sight_clear(&here);
  lap_sight_clear(&there);
  return same;
}

/* Whether it is converted, and what then is seen, must not depend on what a viewer cannot know. */
static gboolean keeps_secrets(Switch *both, LapEngine *from, const LapBlock *block, LapEngine *to,
                              const Outcome *outcome)
{
  g_autoptr(GError) error = NULL;
  LapTrial *of_from = from == both->base ? &both->base_trial : both->trial;
  LapTrial *of_to = to == both->base ? &both->base_trial : both->trial;
  guint drawn = lap_generator_below(&both->trial->chooser, lap_engine_seats(from) + 1);
  guint viewer = drawn == lap_engine_seats(from) ? LAP_WATCHER : drawn;
  g_autoptr(LapBlock) world = lap_sight_other_world(of_from, from, block, viewer);
  g_autoptr(LapBlock) converted = world ? lap_block_new(to) : NULL;
  if (!world) return FALSE;
  gboolean done = lap_convert(from, world, to, converted, &error);
  const char *here = outcome->block ? "possible" : outcome->refusal->message;
  const char *there = done ? "possible" : error->message;
  if (!g_str_equal(here, there))
    return lap_trial_fail(both->trial, "of two worlds that are alike to %s a conversion is in one %s, in the other %s",
                          lap_sight_name(viewer), here, there);
  return !done || look_the_same(both, of_to, viewer, outcome->block, converted);
}

/* --- conversions */

/* One that is refused changes nothing; one that breaks is a failure. */
static gboolean convert(Switch *both, LapEngine *from, const LapBlock *block, LapEngine *to, LapBlock *target,
                        gboolean *done)
{
  gsize size = lap_engine_block_size(to);
  g_autoptr(GError) error = NULL;
  g_autofree guint8 *before = g_memdup2(target, size);
  *done = lap_convert(from, block, to, target, &error);
  if (!*done && memcmp(before, target, size) != 0)
    return lap_trial_fail(both->trial, "a conversion was refused, but has changed the block");
  if (g_error_matches(error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT))
    return lap_trial_fail_error(both->trial, "a conversion", g_steal_pointer(&error));
  const Outcome outcome = {*done ? target : NULL, error};
  return keeps_secrets(both, from, block, to, &outcome);
}

/* Leaves a variant again where it was just joined. */
static gboolean leave_again(Switch *both, const LapBlock *original, const LapBlock *joined)
{
  gboolean left;
  g_autoptr(LapBlock) block = lap_block_new(both->base);
  if (!convert(both, both->variant, joined, both->base, block, &left) || !left) return !both->trial->page->failed;
  return same_levels(both, block, joined, "leaving at once") && same_levels(both, original, joined, "joining") &&
         play_to_end(&both->base_trial, block);
}

/* Joins, plays on in the variant for a while, and leaves. */
static gboolean join_here(Switch *both, const LapBlock *block, gboolean *joined)
{
  g_autoptr(LapBlock) variant = lap_block_new(both->variant);
  if (!convert(both, both->base, block, both->variant, variant, joined)) return FALSE;
  if (!*joined) return TRUE;
  if (!same_levels(both, block, variant, "joining") || !leave_again(both, block, variant)) return FALSE;
  g_autoptr(LapSession) session = lap_trial_session_at(both->trial, variant);
  if (!session) return FALSE;
  LapWalkMove move;
  for (guint ply = lap_generator_below(&both->trial->chooser, 12); ply > 0 && !lap_session_over(session); ply--)
    if (!lap_walk_play(both->trial, session, &move)) return FALSE;
  gboolean left;
  g_autoptr(LapBlock) back = lap_block_new(both->base);
  if (!convert(both, both->variant, lap_session_block(session), both->base, back, &left)) return FALSE;
  if (left && !play_to_end(&both->base_trial, back)) return FALSE;
  return play_to_end(both->trial, lap_session_block(session));
}

static gboolean switch_match(Switch *both, guint64 seed)
{
  LapTrial *base = &both->base_trial;
  g_autoptr(LapSession) session = lap_trial_session(base, seed);
  if (!session) return FALSE;
  LapWalkMove move;
  for (guint ply = 0; ply < LAP_WALK_PLIES && !lap_session_over(session); ply++) {
    gboolean joined = FALSE;
    lap_trial_at(base, both->base, lap_session_block(session));
    if (lap_generator_below(&both->trial->chooser, 4) == 0 && !join_here(both, lap_session_block(session), &joined))
      return FALSE;
    base->chooser.state ^= both->trial->chooser.state;
    if (lap_trial_count(both->trial)) return TRUE;
    if (!lap_walk_play(base, session, &move)) return FALSE;
  }
  lap_trial_count(both->trial);
  return TRUE;
}

/* A match that began as one of the variant becomes one of the base. */
static gboolean leave_match(Switch *both, guint64 seed)
{
  g_autoptr(LapSession) session = lap_trial_session(both->trial, seed);
  g_autoptr(LapBlock) block = lap_block_new(both->base);
  if (!session) return FALSE;
  LapWalkMove move;
  gboolean left = FALSE;
  for (guint ply = 0; ply < LAP_WALK_PLIES && !lap_session_over(session) && !left; ply++) {
    if (lap_generator_below(&both->trial->chooser, 4) == 0 &&
        !convert(both, both->variant, lap_session_block(session), both->base, block, &left))
      return FALSE;
    if (lap_trial_count(both->trial)) return TRUE;
    if (!lap_walk_play(both->trial, session, &move)) return FALSE;
  }
  return !left || play_to_end(&both->base_trial, block);
}

/* The base is played with its own seats; the variant may take fewer. */
static gboolean both_take(const LapTrial *trial)
{
  return trial->seats >= trial->base->seats_min && trial->seats <= trial->base->seats_max;
}

gboolean lap_try_variant(LapTrial *trial)
{
  if (!trial->base || !both_take(trial)) return TRUE;
  Switch both = {.trial = trial, .base_trial = *trial};
  both.base_trial.game = trial->base;
  both.base_trial.base = NULL;
  both.base_trial.record = NULL;
  both.base = lap_trial_engine(&both.base_trial);
  both.variant = lap_trial_engine(trial);
  gboolean passed = both.base && both.variant;
  for (guint64 seed = trial->seed; passed && trial->page->positions < trial->positions; seed++) {
    lap_trial_begin(trial, seed);
    lap_trial_begin(&both.base_trial, seed);
    passed = switch_match(&both, seed) && leave_match(&both, seed);
  }
  lap_engine_free(both.base);
  lap_engine_free(both.variant);
  return passed;
}
