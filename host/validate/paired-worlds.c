/* Paired worlds: a viewer's world, and another that is as possible to it. What the viewer is sent must not depend on
 * which of both is the true one, neither now nor after the same moves, for as long as it has seen no piece that
 * differs. */
#include <string.h>

#include "host/engine/knowledge.h"
#include "pair.h"
#include "walk.h"

/* Another world for the viewer; its generator is the true one, so that dice fall alike in both. */
static LapBlock *other_world(LapTrial *trial, LapEngine *engine, const LapBlock *block, guint viewer)
{
  g_autoptr(LapBlock) world = lap_block_new(engine);
  memcpy(world, block, lap_engine_block_size(engine));
  if (!lap_determinise(engine, world, viewer, &trial->chooser)) {
    const char *fault = lap_engine_fault(engine);
    lap_trial_fail(trial, "no other world can be dealt for %s: %s", lap_sight_name(viewer),
                   fault ? fault : "a ready seat has no legal move there");
    return NULL;
  }
  lap_head(world)->generator = lap_head_of(block)->generator;
  return g_steal_pointer(&world);
}

static gboolean pair_here(LapTrial *trial, LapSession *session)
{
  guint drawn = lap_generator_below(&trial->chooser, trial->seats + 1);
  guint viewer = drawn == trial->seats ? LAP_WATCHER : drawn;
  LapEngine *engine = lap_session_engine(session);
  g_autoptr(LapBlock) world = other_world(trial, engine, lap_session_block(session), viewer);
  if (!world) return FALSE;
  g_autoptr(LapSession) one = lap_trial_session_at(trial, lap_session_block(session));
  g_autoptr(LapSession) other = one ? lap_trial_session_at(trial, world) : NULL;
  if (!other) return FALSE;
  LapPair pair;
  lap_pair_init(&pair, trial, viewer, one, other);
  pair.sealed = lap_head_of(world)->ready & (guint16) ~(1u << viewer);
  gboolean passed = lap_pair_compare_now(&pair) && lap_pair_follow(&pair);
  lap_pair_clear(&pair);
  return passed;
}

gboolean lap_try_paired_worlds(LapTrial *trial) { return lap_walk_positions(trial, pair_here); }
