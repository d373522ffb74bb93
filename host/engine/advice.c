/* What an author knows of playing well: the extensions lapidary.evaluate/1 and lapidary.rollout/1. */
#include "engine-private.h"

/* The highest level that has one, or -1. */
static gint level_that_evaluates(const LapGame *game)
{
  for (gint depth = (gint)game->depth - 1; depth >= 0; depth--)
    if (game->level[depth].evaluate) return depth;
  return -1;
}

static gint level_that_chooses(const LapGame *game)
{
  for (gint depth = (gint)game->depth - 1; depth >= 0; depth--)
    if (game->level[depth].rollout) return depth;
  return -1;
}

gint64 lap_engine_evaluates_after(const LapEngine *engine)
{
  gint depth = level_that_evaluates(engine->game);
  return depth < 0 ? -1 : (gint64)engine->game->level[depth].evaluate->plies;
}

gboolean lap_engine_evaluate(LapEngine *engine, const LapBlock *block, float worth[LAP_SEATS_MAX])
{
  gint depth = level_that_evaluates(engine->game);
  g_return_val_if_fail(depth >= 0, FALSE);
  guint16 said[LAP_SEATS_MAX] = {0};
  begin_hook(engine, "evaluate");
  engine->game->level[depth].evaluate->evaluate(&engine->context[depth], block, said);
  end_hook(engine);
  for (guint seat = 0; seat < engine->seats; seat++) {
    worth[seat] = (float)said[seat] / LAP_EVALUATION_MAX;
    if (said[seat] <= LAP_EVALUATION_MAX) continue;
    lap_engine_set_fault(engine, "evaluate says that the match is worth %u to seat %u, the most is %d", said[seat],
                         seat, LAP_EVALUATION_MAX);
    return FALSE;
  }
  return TRUE;
}

void lap_engine_guide_playouts(LapEngine *engine) { engine->guided = level_that_chooses(engine->game) >= 0; }
gboolean lap_engine_is_guided(const LapEngine *engine) { return engine->guided; }

const LapAction *lap_engine_rollout(LapEngine *engine, const LapBlock *block, guint seat, const LapActions *legal,
                                    guint32 random)
{
  gint depth = level_that_chooses(engine->game);
  begin_hook(engine, "rollout");
  guint32 choice = engine->game->level[depth].rollout->choose(&engine->context[depth], block, (guint8)seat, legal,
                                                              random);
  end_hook(engine);
  if (choice < legal->n) return &legal->v[choice];
  lap_engine_set_fault(engine, "rollout chooses step %u of %u (the first is 0)", choice, legal->n);
  return NULL;
}
