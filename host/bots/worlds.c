#include "worlds.h"

#include <string.h>

#include "host/engine/knowledge.h"

struct LapWorlds {
  LapEngine *engine;
  guint seat;
  LapBlock *base; /* a world */
  gboolean back;  /* it looks back */
};

/* What the first world is dealt with: any number will do, but always the same. */
#define FIRST_SEED 1

LapWorlds *lap_worlds_new(LapGame *game, guint seats, const LapOptions *options, guint seat, GError **error)
{
  LapEngine *engine = lap_engine_new(game, seats, options, error);
  if (!engine) return NULL;
  LapWorlds *worlds = g_new0(LapWorlds, 1);
  worlds->engine = engine;
  worlds->seat = seat;
  worlds->base = lap_block_new(engine);
  return worlds;
}

LapWorlds *lap_worlds_copy(const LapWorlds *worlds)
{
  const LapEngine *engine = worlds->engine;
  LapWorlds *copy = lap_worlds_new((LapGame *)lap_engine_game(engine), lap_engine_seats(engine),
                                   lap_engine_options(engine), worlds->seat, NULL);
  lap_engine_set_trace(copy->engine, NULL);
  return copy;
}

void lap_worlds_follow(LapWorlds *copy, const LapWorlds *worlds)
{
  memcpy(copy->base, worlds->base, lap_engine_block_size(worlds->engine));
}

void lap_worlds_free(LapWorlds *worlds)
{
  if (!worlds) return;
  lap_block_free(worlds->base);
  lap_engine_free(worlds->engine);
  g_free(worlds);
}

LapEngine *lap_worlds_engine(LapWorlds *worlds) { return worlds->engine; }
guint lap_worlds_seat(const LapWorlds *worlds) { return worlds->seat; }

static gboolean deal(LapWorlds *worlds, LapBlock *world, const LapBlock *from, LapGenerator *generator)
{
  memcpy(world, from, lap_engine_block_size(worlds->engine));
  lap_forget_choices(worlds->engine, world, worlds->seat);
  return lap_determinise(worlds->engine, world, worlds->seat, generator);
}

gboolean lap_worlds_look(LapWorlds *worlds, const LapBlock *block)
{
  LapGenerator generator = lap_generator_seeded(FIRST_SEED);
  worlds->back = FALSE;
  return deal(worlds, worlds->base, block, &generator);
}

void lap_worlds_look_back(LapWorlds *worlds, const LapBlock *block, guint seat)
{
  memcpy(worlds->base, block, lap_engine_block_size(worlds->engine));
  worlds->seat = seat;
  worlds->back = TRUE;
}

static gboolean deal_back(LapWorlds *worlds, LapBlock *world, LapGenerator *generator)
{
  memcpy(world, worlds->base, lap_engine_block_size(worlds->engine));
  lap_forget_choices(worlds->engine, world, worlds->seat);
  return lap_deal_unseen(worlds->engine, world, generator);
}

gboolean lap_worlds_deal(LapWorlds *worlds, LapBlock *world, LapGenerator *generator)
{
  if (!(worlds->back ? deal_back(worlds, world, generator) : deal(worlds, world, worlds->base, generator)))
    return FALSE;
  lap_engine_note_hook(worlds->engine, "think");
  return TRUE;
}
