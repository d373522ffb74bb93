#include "perft.h"

#include <string.h>

/* A walk through the tree. Each step on the way down has a block and a list of its own. */
typedef struct {
  LapEngine *engine;
  gsize block_size;
  guint depth; /* plies */
  LapPerftCount *counts;
  GPtrArray *blocks; /* LapBlock, by steps from the root */
  GPtrArray *lists;  /* GArray of LapAction */
} Walk;

static void reserve(Walk *walk, guint level)
{
  while (walk->blocks->len <= level) {
    g_ptr_array_add(walk->blocks, lap_block_new(walk->engine));
    g_ptr_array_add(walk->lists, g_array_new(FALSE, FALSE, sizeof(LapAction)));
  }
}

static gboolean walk_from(Walk *walk, const LapBlock *block, guint level, guint ply);

/* Takes a step on a copy of `block`, and walks on from there. */
static gboolean walk_step(Walk *walk, const LapBlock *block, guint level, guint ply, const LapAction *action,
                          gboolean *more)
{
  LapBlock *next = walk->blocks->pdata[level];
  memcpy(next, block, walk->block_size);
  LapMove move = lap_engine_apply(walk->engine, next, action);
  *more = move == LAP_MOVE_MORE;
  if (move == LAP_MOVE_FAULT) return FALSE;
  if (*more) return TRUE;
  LapPerftCount *count = &walk->counts[ply];
  count->positions++;
  if (lap_head_of(next)->over) {
    count->finished++;
    return TRUE;
  }
  return ply + 1 == walk->depth || walk_from(walk, next, level + 1, ply + 1);
}

/* Every step of `seat`, and those that follow until its move is whole. */
static gboolean walk_seat(Walk *walk, const LapBlock *block, guint level, guint ply, guint seat)
{
  reserve(walk, level);
  const LapActions *legal = lap_engine_legal(walk->engine, block, seat);
  GArray *list = walk->lists->pdata[level];
  g_array_set_size(list, 0);
  g_array_append_vals(list, legal->v, legal->n);
  for (guint i = 0; i < list->len; i++) {
    gboolean more;
    if (!walk_step(walk, block, level, ply, &g_array_index(list, LapAction, i), &more)) return FALSE;
    if (more && !walk_seat(walk, walk->blocks->pdata[level], level + 1, ply, seat)) return FALSE;
  }
  return TRUE;
}

static gboolean walk_from(Walk *walk, const LapBlock *block, guint level, guint ply)
{
  const LapGamePhase *phase = lap_game_phase(lap_engine_game(walk->engine), lap_head_of(block)->phase);
  guint32 waiting = lap_engine_waiting(walk->engine, block);
  if (phase->kind == LAP_PHASE_TOGETHER) waiting &= -waiting;
  for (; waiting; waiting &= waiting - 1)
    if (!walk_seat(walk, block, level, ply, (guint)__builtin_ctz(waiting))) return FALSE;
  return TRUE;
}

LapPerftCount *lap_perft(LapEngine *engine, const LapBlock *block, guint depth, GError **error)
{
  g_autofree LapPerftCount *counts = g_new0(LapPerftCount, MAX(depth, 1));
  if (depth == 0 || lap_head_of(block)->over) return g_steal_pointer(&counts);
  g_autoptr(GPtrArray) blocks = g_ptr_array_new_with_free_func((GDestroyNotify)lap_block_free);
  g_autoptr(GPtrArray) lists = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
  Walk walk = {engine, lap_engine_block_size(engine), depth, counts, blocks, lists};
  if (walk_from(&walk, block, 0, 0)) return g_steal_pointer(&counts);
  g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT, "%s: %s", lap_engine_game(engine)->id,
              lap_engine_fault(engine));
  return NULL;
}
