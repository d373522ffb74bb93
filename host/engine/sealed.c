/* Sealed choices: what seats choose at once, kept aside until all have chosen.
 *
 * In a TOGETHER phase several seats decide without knowing each other's choice. The rules need no code for that: they
 * write ordinary `apply` hooks. The engine does the rest. The true block does not change while choices come in. The
 * steps of each seat are kept in a list in the head of the block, and only that a seat is ready is public. Whenever a
 * seat is asked for its legal steps, or shown its view, that happens in a copy of the block in which its own steps so
 * far have been applied: its own world (lap_engine_world_of). When all seats are ready, the steps of all are applied to
 * the true block, seat by seat (lap_engine_unseal), and the phase's `run` hook says what follows from them.
 *
 * This works because the contract limits what such an `apply` may do: it writes rows of its own seat only, draws
 * nothing at random and emits no event, and no seat's `legal` reads what another one writes. So the order of the seats
 * makes no difference; the validator applies them backwards too, and a checked engine compares the rows
 * (lap_check_own_rows). */
#include "engine-private.h"

/* Applies sealed steps of one seat to `block`. */
static void apply_sealed(LapEngine *engine, LapBlock *block, const LapGamePhase *phase, const LapAction *steps, guint n)
{
  for (guint i = 0; i < n; i++) {
    before_hook(engine, phase, "apply");
    phase->apply.apply(&engine->context[phase->apply.depth], block, &steps[i]);
    after_hook(engine, block);
  }
}

LapBlock *lap_engine_world_of(LapEngine *engine, const LapBlock *block, guint seat)
{
  LapBlock *world = engine->scratch;
  if (world != block) memcpy(world, block, engine->block_size);
  if (engine->answers) {
    lap_remote_change(engine, world, LAP_CALL_OWN_WORLD, seat);
    return world;
  }
  const LapHead *head = lap_head_of(block);
  apply_sealed(engine, world, phase_of(engine, head->phase), sealed_of(engine, world, seat), head->sealed[seat]);
  return world;
}

void lap_engine_seal(LapEngine *engine, LapBlock *block, guint seat, const LapAction *step)
{
  sealed_of(engine, block, seat)[lap_head(block)->sealed[seat]++] = *step;
}

void lap_engine_forget_sealed(LapEngine *engine, LapBlock *block, guint seat)
{
  LapHead *head = lap_head(block);
  memset(sealed_of(engine, block, seat), 0, head->sealed[seat] * sizeof(LapAction));
  head->sealed[seat] = 0;
}

LapMove lap_engine_unseal(LapEngine *engine, LapBlock *block, const LapGamePhase *phase)
{
  for (guint i = 0; i < engine->seats; i++) {
    guint seat = engine->backwards ? engine->seats - 1 - i : i;
    apply_sealed(engine, block, phase, sealed_of(engine, block, seat), lap_head(block)->sealed[seat]);
    lap_engine_forget_sealed(engine, block, seat);
  }
  return engine->faulted ? LAP_MOVE_FAULT : LAP_MOVE_MADE;
}
