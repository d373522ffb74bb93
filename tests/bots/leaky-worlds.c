/* Worlds with a leak, in place of host/bots/worlds.c: they are the match itself. */
#include <string.h>

#include "host/bots/worlds.h"

struct LapWorlds {
  LapEngine *engine;
  guint seat;
  LapBlock *base;
};

LapWorlds *lap_worlds_new(LapGame *game, guint seats, const LapOptions *options, guint seat, GError **error)
{
  LapWorlds *worlds = g_new0(LapWorlds, 1);
  worlds->engine = lap_engine_new(game, seats, options, error);
  worlds->seat = seat;
  worlds->base = lap_block_new(worlds->engine);
  return worlds;
}

LapWorlds *lap_worlds_copy(const LapWorlds *worlds)
{
  return lap_worlds_new((LapGame *)lap_engine_game(worlds->engine), lap_engine_seats(worlds->engine),
                        lap_engine_options(worlds->engine), worlds->seat, NULL);
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

gboolean lap_worlds_look(LapWorlds *worlds, const LapBlock *block)
{
  memcpy(worlds->base, block, lap_engine_block_size(worlds->engine));
  return TRUE;
}

gboolean lap_worlds_deal(LapWorlds *worlds, LapBlock *world, LapGenerator *generator)
{
  memcpy(world, worlds->base, lap_engine_block_size(worlds->engine));
  lap_head(world)->generator = lap_generator_seeded(lap_generator_next(generator));
  return TRUE;
}
