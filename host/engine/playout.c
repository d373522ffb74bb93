/* Playing at random to the end: the fast way to run many games.
 *
 * In a TOGETHER phase a playout applies each seat's steps to the block itself as it goes: since a sealed move writes
 * rows of its own seat only and no other seat's list reads them, that ends in the same block as the journals do. */
#include "engine-private.h"

typedef struct {
  LapEngine *engine;
  LapBlock *block;
  LapGenerator *chooser;
  guint64 steps;
} Playout;

static inline const LapAction *choose(Playout *playout, const LapGamePhase *phase, guint seat)
{
  LapActions *actions = &playout->engine->actions;
  actions->n = 0;
  phase->legal.legal(&playout->engine->context[phase->legal.depth], playout->block, (guint8)seat, actions);
  if (G_UNLIKELY(actions->n > actions->capacity)) lap_engine_list(playout->engine, playout->block, phase, seat);
  if (G_UNLIKELY(actions->n == 0)) {
    lap_engine_complain(playout->engine, "phase %s: seat %u has nothing that it may do", phase->name, seat);
    return NULL;
  }
  playout->steps++;
  return &actions->v[actions->n == 1 ? 0 : lap_generator_below(playout->chooser, actions->n)];
}

/* One move of a phase in which seats move one at a time; stays in the loop while the phase does. */
static LapMove play_one(Playout *playout, const LapGamePhase *phase, guint32 last_ply)
{
  LapEngine *engine = playout->engine;
  LapBlock *block = playout->block;
  LapHead *head = lap_head(block);
  const LapContext *actors_context = &engine->context[phase->actors.depth];
  const LapContext *apply_context = &engine->context[phase->apply.depth];
  for (;;) {
    guint32 actors = phase->actors.actors(actors_context, block);
    if (G_UNLIKELY(!actors)) {
      lap_engine_complain(engine, "phase %s: nobody has a decision", phase->name);
      return LAP_MOVE_FAULT;
    }
    const LapAction *action = choose(playout, phase, (guint)__builtin_ctz(actors));
    if (G_UNLIKELY(!action)) return LAP_MOVE_FAULT;
    guint16 next = phase->apply.apply(apply_context, block, action);
    if (next == LAP_MORE) {
      if (G_UNLIKELY(!lap_engine_open_step(engine, head) || engine->faulted)) return LAP_MOVE_FAULT;
      continue;
    }
    head->steps = 0;
    head->ply++;
    if (next != LAP_STAY || engine->faulted) return lap_engine_advance(engine, block, phase, next);
    lap_engine_derive(engine, block);
    if (head->ply >= last_ply) return LAP_MOVE_MADE;
  }
}

static LapMove play_seat_together(Playout *playout, const LapGamePhase *phase, guint seat)
{
  for (;;) {
    const LapAction *action = choose(playout, phase, seat);
    if (!action) return LAP_MOVE_FAULT;
    guint16 next = phase->apply.apply(&playout->engine->context[phase->apply.depth], playout->block, action);
    if (playout->engine->faulted) return LAP_MOVE_FAULT;
    if (next == LAP_DONE) return LAP_MOVE_MADE;
    if (next != LAP_MORE) {
      lap_engine_complain(playout->engine, "phase %s: a sealed move ends with LAP_DONE, not with 0x%04x", phase->name,
                          next);
      return LAP_MOVE_FAULT;
    }
  }
}

static LapMove play_together(Playout *playout, const LapGamePhase *phase)
{
  LapEngine *engine = playout->engine;
  LapHead *head = lap_head(playout->block);
  guint32 waiting = lap_engine_waiting(engine, playout->block);
  if (!waiting) {
    lap_engine_complain(engine, "phase %s: nobody has a decision", phase->name);
    return LAP_MOVE_FAULT;
  }
  if (lap_engine_unseal(engine, playout->block, phase) == LAP_MOVE_FAULT) return LAP_MOVE_FAULT;
  for (; waiting; waiting &= waiting - 1) {
    if (play_seat_together(playout, phase, (guint)__builtin_ctz(waiting)) == LAP_MOVE_FAULT) return LAP_MOVE_FAULT;
    head->ply++;
  }
  head->ready = 0;
  guint16 next = phase->run.run(&engine->context[phase->run.depth], playout->block);
  return lap_engine_advance(engine, playout->block, phase, next);
}

/* One step through the journals, where a playout ends within a TOGETHER phase. */
static LapMove play_sealed_step(Playout *playout, const LapGamePhase *phase)
{
  guint seat = (guint)__builtin_ctz(lap_engine_waiting(playout->engine, playout->block));
  const LapActions *actions = lap_engine_legal(playout->engine, playout->block, seat);
  if (actions->n == 0) {
    lap_engine_complain(playout->engine, "phase %s: seat %u has nothing that it may do", phase->name, seat);
    return LAP_MOVE_FAULT;
  }
  playout->steps++;
  LapAction action = actions->v[actions->n == 1 ? 0 : lap_generator_below(playout->chooser, actions->n)];
  return lap_engine_apply(playout->engine, playout->block, &action);
}

LapMove lap_engine_playout(LapEngine *engine, LapBlock *block, LapGenerator *chooser, guint32 plies, guint64 *steps)
{
  LapHead *head = lap_head(block);
  Playout playout = {engine, block, chooser, 0};
  LapMove move = LAP_MOVE_MADE;
  guint32 last_ply = plies > G_MAXUINT32 - head->ply ? G_MAXUINT32 : head->ply + plies;
  gboolean checked = lap_engine_check(engine, FALSE);
  engine->faulted = FALSE;
  engine->lists++;
  while (!head->over && head->ply < last_ply && move != LAP_MOVE_FAULT) {
    const LapGamePhase *phase = phase_of(engine, head->phase);
    if (phase->kind != LAP_PHASE_TOGETHER)
      move = play_one(&playout, phase, last_ply);
    else if (last_ply - head->ply >= engine->seats)
      move = play_together(&playout, phase);
    else
      move = play_sealed_step(&playout, phase);
  }
  lap_engine_check(engine, checked);
  if (steps) *steps += playout.steps;
  return move == LAP_MOVE_FAULT ? LAP_MOVE_FAULT : LAP_MOVE_MADE;
}
