/* Determinisation: from a block, another one that is as possible to a viewer.
 *
 * A viewer does not know which of many worlds is the true one: those that agree with all that it has seen. A search for
 * a game with hidden information plays in such worlds instead of the true one, and a test of secrecy compares two of
 * them. Since each slot stores who has seen its piece (`known`), a world can be dealt for every game alike: the pieces
 * in all slots that the viewer has not seen are collected, apart by set and back, sorted, and dealt out again in random
 * order. What each slot's mask says stays, so that the viewer's own view stays the same byte for byte. Since they are
 * sorted first, worlds follow from what the viewer knows and from the chooser alone: where the pieces truly lie makes
 * no difference to them. Then
 *
 *   - the generator is seeded anew: what will be drawn is unknown too;
 *   - hidden numbers, and pieces that the rules tie to each other ("one of these is the 3"), are corrected by the
 * plugin's extension lapidary.resample/1, if it has one;
 *   - the sealed choice of each other seat is chosen anew from that seat's legal steps in the new world, since the old
 * one might be illegal there; steps of a seat that is not ready are dropped, since not even that it has begun is
 * public;
 *   - derived fields are computed again. */
#include <string.h>

#include "engine-private.h"
#include "knowledge.h"

typedef struct {
  LapEngine *engine;
  LapBlock *block;
  guint viewer; /* LAP_OMNISCIENT: who knows what anybody knows */
  LapGenerator *chooser;
} World;

static gboolean is_unknown(const World *world, const LapSlot *slot)
{
  gboolean known = world->viewer == LAP_OMNISCIENT ? slot->known != 0 : slot->known >> world->viewer & 1;
  return slot->piece && !known;
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

static void sort_by_face(World *world, const LapPieceSet *set, LapSlot **slots, guint n)
{
  guint16 *copies = world->engine->census;
  memset(copies, 0, (set->faces + 1u) * sizeof *copies);
  for (guint i = 0; i < n; i++) copies[slots[i]->piece]++;
  guint i = 0;
  for (guint16 face = 1; face <= set->faces; face++)
    for (; copies[face]; copies[face]--) slots[i++]->piece = face;
}

static void deal_anew(World *world, const LapPieceSet *set, LapSlot **slots, guint n)
{
  sort_by_face(world, set, slots, n);
  for (guint i = n; i > 1; i--) {
    LapSlot *a = slots[i - 1], *b = slots[lap_generator_below(world->chooser, i)];
    guint16 piece = a->piece;
    a->piece = b->piece;
    b->piece = piece;
  }
}

/* Chooses the sealed move of another seat anew, from its own lists in the dealt world. */
static gboolean draw_sealed(World *world, guint seat, gboolean ready)
{
  LapEngine *engine = world->engine;
  LapHead *head = lap_head(world->block);
  lap_engine_forget_sealed(engine, world->block, seat);
  head->ready &= (guint16) ~(1u << seat);
  const LapGamePhase *phase = phase_of(engine, head->phase);
  for (gboolean done = !ready; !done;) {
    const LapActions *actions = lap_engine_legal(engine, world->block, seat);
    if (actions->n == 0 || head->sealed[seat] >= engine->game->steps_max) return FALSE;
    LapAction action = actions->v[lap_generator_below(world->chooser, actions->n)];
    LapBlock *own = lap_engine_world_of(engine, world->block, seat);
    done = phase->apply.apply(&engine->context[phase->apply.depth], own, &action) == LAP_DONE;
    lap_engine_seal(engine, world->block, seat, &action);
  }
  if (ready) head->ready |= (guint16)(1u << seat);
  return !engine->faulted;
}

static gboolean resample(World *world)
{
  LapEngine *engine = world->engine;
  for (guint depth = 0; depth < engine->game->depth; depth++) {
    const LapResample *extension = engine->game->level[depth].resample;
    if (!extension) continue;
    begin_hook(engine, "resample");
    extension->resample(&engine->context[depth], world->block, (guint8)world->viewer);
    end_hook(engine);
    lap_check_guards(engine, world->block);
  }
  return !engine->faulted;
}

static void reseed(World *world)
{
  guint64 seed = (guint64)lap_generator_next(world->chooser) << 32 | lap_generator_next(world->chooser);
  lap_head(world->block)->generator = lap_generator_seeded(seed);
}

static void deal_sets(World *world)
{
  LapEngine *engine = world->engine;
  for (guint i = 0; i < engine->game->sets->len; i++) {
    const LapPieceSet *set = g_ptr_array_index(engine->game->sets, i);
    for (guint back = 0; back < set->n_backs; back++)
      deal_anew(world, set, engine->slots, collect(world, set, back, engine->slots));
  }
}

gboolean lap_determinise(LapEngine *engine, LapBlock *block, guint viewer, LapGenerator *chooser)
{
  if (engine->answers) return lap_remote_determinise(engine, block, viewer, chooser);
  World world = {engine, block, viewer, chooser};
  engine->faulted = FALSE;
  reseed(&world);
  deal_sets(&world);
  if (!resample(&world)) return FALSE;
  for (guint seat = 0; seat < engine->seats; seat++)
    if (seat != viewer && lap_head_of(block)->sealed[seat] &&
        !draw_sealed(&world, seat, lap_head_of(block)->ready >> seat & 1))
      return FALSE;
  lap_engine_derive(engine, block);
  return !engine->faulted;
}

/* Where the rules tie pieces to each other they can only correct what is unknown to a seat. */
static gboolean ties_pieces(const LapEngine *engine)
{
  for (guint depth = 0; depth < engine->game->depth; depth++)
    if (engine->game->level[depth].resample) return TRUE;
  return FALSE;
}

gboolean lap_deal_unseen(LapEngine *engine, LapBlock *block, LapGenerator *chooser)
{
  World world = {engine, block, LAP_OMNISCIENT, chooser};
  engine->faulted = FALSE;
  reseed(&world);
  if (ties_pieces(engine)) return TRUE;
  deal_sets(&world);
  lap_engine_derive(engine, block);
  return !engine->faulted;
}

void lap_forget_choices(LapEngine *engine, LapBlock *block, guint viewer)
{
  LapHead *head = lap_head(block);
  for (guint seat = 0; seat < engine->seats; seat++) {
    if (seat == viewer || !head->sealed[seat]) continue;
    lap_engine_forget_sealed(engine, block, seat);
    if (head->ready >> seat & 1) head->ply--;
    head->ready &= (guint16) ~(1u << seat);
  }
}
