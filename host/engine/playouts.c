#include "playouts.h"

#include "engine-private.h"

static guint64 mix(guint64 x)
{
  x = (x ^ (x >> 30)) * G_GUINT64_CONSTANT(0xBF58476D1CE4E5B9);
  x = (x ^ (x >> 27)) * G_GUINT64_CONSTANT(0x94D049BB133111EB);
  return x ^ (x >> 31);
}

/* SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014), jumped to its n-th number.
 */
guint64 lap_match_seed(guint64 seed, guint64 match)
{
  return mix(seed + (match + 1) * G_GUINT64_CONSTANT(0x9E3779B97F4A7C15));
}

LapGenerator lap_match_chooser(guint64 match_seed) { return lap_generator_seeded(mix(~match_seed)); }

/* Plays `block` on and adds what comes out; with `whole` only if the match is over then. */
static gboolean play_on(LapEngine *engine, LapBlock *block, LapGenerator *chooser, guint32 plies, gboolean whole,
                        LapStatistics *statistics)
{
  LapSheet sheet;
  guint64 steps = 0;
  const LapHead *head = lap_head_of(block);
  guint32 ply = head->ply;
  if (lap_engine_playout(engine, block, chooser, plies, &steps) == LAP_MOVE_FAULT || (whole && !head->over))
    return FALSE;
  lap_engine_score(engine, block, &sheet);
  if (engine->faulted) return FALSE;
  lap_statistics_add(statistics, &sheet, head->ply - ply, steps);
  return TRUE;
}

static gboolean play_match(LapEngine *engine, LapBlock *block, guint64 seed, guint32 plies, LapStatistics *statistics)
{
  LapGenerator chooser = lap_match_chooser(seed);
  return lap_engine_start(engine, block, seed) != LAP_MOVE_FAULT &&
         play_on(engine, block, &chooser, plies, TRUE, statistics);
}

guint lap_engine_play_matches(LapEngine *engine, guint64 seed, guint64 first, guint n, guint32 plies,
                              LapStatistics *statistics)
{
  if (engine->answers) return lap_remote_play_matches(engine, seed, first, n, plies, statistics);
  g_autoptr(LapBlock) block = lap_block_new(engine);
  guint played = 0;
  while (played < n && play_match(engine, block, lap_match_seed(seed, first + played), plies, statistics)) played++;
  return played;
}

gboolean lap_engine_playouts(LapEngine *engine, const LapBlock *block, guint viewer, guint n, guint32 plies,
                             LapGenerator *chooser, LapStatistics *statistics)
{
  if (engine->answers) return lap_remote_playouts(engine, block, viewer, n, plies, chooser, statistics);
  g_autoptr(LapBlock) world = lap_block_new(engine);
  for (guint i = 0; i < n; i++) {
    memcpy(world, block, engine->block_size);
    if (viewer < engine->seats && !lap_determinise(engine, world, viewer, chooser)) return FALSE;
    if (!play_on(engine, world, chooser, plies, FALSE, statistics)) return FALSE;
  }
  return TRUE;
}
