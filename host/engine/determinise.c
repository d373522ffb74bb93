/* Other worlds that are as possible to a seat: what it has not seen is dealt anew. */
#include <string.h>

#include "engine-private.h"
#include "knowledge.h"

typedef struct {
  LapEngine *engine;
  LapBlock *block;
  guint viewer;
  LapGenerator *chooser;
} World;

static gboolean is_unknown(const World *world, const LapSlot *slot)
{
  return slot->piece && !(slot->known >> world->viewer & 1);
}

/* Every slot of `set` that the viewer does not know goes to `slots`; returns how many. */
static guint collect(World *world, const LapPieceSet *set, guint back, LapSlot **slots)
{
  const GPtrArray *fields = world->engine->game->fields;
  guint n = 0;
  for (guint i = 0; i < fields->len; i++) {
    const LapGameField *field = g_ptr_array_index(fields, i);
    if (field->set != set || field->visibility == LAP_DERIVED) continue;
    for (guint row = 0; row < rows_of(world->engine, field); row++)
      for (guint item = 0; item < items_of(world->engine, world->block, field, row); item++) {
        LapSlot *slot = slot_at(world->engine, world->block, field, row, item);
        if (is_unknown(world, slot) && set->back[slot->piece] == back) slots[n++] = slot;
      }
  }
  return n;
}

static void deal_anew(World *world, LapSlot **slots, guint n)
{
  for (guint i = n; i > 1; i--) {
    LapSlot *a = slots[i - 1], *b = slots[lap_generator_below(world->chooser, i)];
    guint16 piece = a->piece;
    a->piece = b->piece;
    b->piece = piece;
  }
}

/* Another seat's sealed move, drawn anew from its own lists in the dealt world. A partial move of it is dropped: that
 * it has begun is not public either. */
static gboolean draw_sealed(World *world, guint seat, gboolean ready)
{
  LapEngine *engine = world->engine;
  LapHead *head = lap_head(world->block);
  memset(journal_of(engine, world->block, seat), 0, head->sealed[seat] * sizeof(LapAction));
  head->sealed[seat] = 0;
  head->ready &= (guint16) ~(1u << seat);
  const LapGamePhase *phase = phase_of(engine, head->phase);
  for (gboolean done = !ready; !done;) {
    const LapActions *actions = lap_engine_legal(engine, world->block, seat);
    if (actions->n == 0 || head->sealed[seat] >= engine->game->steps_max) return FALSE;
    LapAction action = actions->v[lap_generator_below(world->chooser, actions->n)];
    LapBlock *own = lap_engine_world_of(engine, world->block, seat);
    done = phase->apply.apply(&engine->context[phase->apply.depth], own, &action) == LAP_DONE;
    journal_of(engine, world->block, seat)[head->sealed[seat]++] = action;
  }
  if (ready) head->ready |= (guint16)(1u << seat);
  return !engine->faulted;
}

static gboolean resample(World *world)
{
  LapEngine *engine = world->engine;
  for (guint depth = 0; depth < engine->game->depth; depth++) {
    const LapResample *extension = engine->game->level[depth].resample;
    if (extension) extension->resample(&engine->context[depth], world->block, (guint8)world->viewer);
  }
  return !engine->faulted;
}

gboolean lap_determinise(LapEngine *engine, LapBlock *block, guint viewer, LapGenerator *chooser)
{
  World world = {engine, block, viewer, chooser};
  engine->faulted = FALSE;
  lap_head(block)->generator = lap_generator_seeded((guint64)lap_generator_next(chooser) << 32 |
                                                    lap_generator_next(chooser));
  for (guint i = 0; i < engine->game->sets->len; i++) {
    const LapPieceSet *set = g_ptr_array_index(engine->game->sets, i);
    for (guint back = 0; back < set->n_backs; back++)
      deal_anew(&world, engine->slots, collect(&world, set, back, engine->slots));
  }
  if (!resample(&world)) return FALSE;
  for (guint seat = 0; seat < engine->seats; seat++)
    if (seat != viewer && lap_head_of(block)->sealed[seat] &&
        !draw_sealed(&world, seat, lap_head_of(block)->ready >> seat & 1))
      return FALSE;
  lap_engine_derive(engine, block);
  return !engine->faulted;
}
