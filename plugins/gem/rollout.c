/* What bots do in the worlds that they play out: whoever can extract, does so.
 *
 * A laser is chosen by four steps of which each has many choices, so a world that is played out at random hardly ever
 * extracts anything, and no bot would see that somebody is about to. */
#include "rollout.h"

#include "extractions.h"

/* A laser that would complete an extraction. */
typedef struct {
  uint16_t square;
  uint8_t direction, gems; /* 0: there is none */
} Shot;

/* What completes a line of gems from the laser on `from`, which is the top of its stack. */
static Shot shot_at(const Gem *game, uint8_t seat, uint8_t from)
{
  uint8_t direction = game->board[from] - gem_laser(seat, LAP_NORTH), gems;
  uint16_t to = gem_line_end(game, from, direction, &gems);
  int fits = to != LAP_NOWHERE && (game->board[to] == GEM_OPEN || gem_is_laser_of(game->board[to], seat));
  return (Shot){to, lap_direction_opposite(direction), fits ? gems : 0};
}

static Shot best_shot(const Gem *game, uint8_t seat)
{
  Shot best = {LAP_NOWHERE, 0, 0};
  for (int i = 0; i < game->lasers[seat]; i++) {
    Shot shot = shot_at(game, seat, game->laser_square[seat][i]);
    if (shot.gems > best.gems) best = shot;
  }
  return best;
}

/* The index of the step with that argument, or of any. */
static uint32_t find(const LapActions *legal, int16_t argument, uint32_t otherwise)
{
  for (uint32_t i = 0; i < legal->n; i++)
    if (legal->v[i].arg[0] == argument) return i;
  return otherwise;
}

static uint32_t choose(const LapContext *context, const LapBlock *block, uint8_t seat, const LapActions *legal,
                       uint32_t random)
{
  const Gem *game = gem_of(context, block);
  uint32_t any = random % legal->n;
  uint16_t kind = legal->v[any].kind;
  if (kind == GEM_FIRST || kind == GEM_COIN || kind == GEM_EXTRACT || game->step == GEM_PLACES_GEM) return any;
  Shot shot = best_shot(game, seat);
  if (!shot.gems) return any;
  if (kind == GEM_PLACE) return find(legal, (int16_t)shot.square, any);
  if (kind == GEM_POINT) return game->square == shot.square ? find(legal, shot.direction, any) : any;
  for (uint32_t i = 0; i < legal->n; i++)
    if (legal->v[i].kind == GEM_TAKE_LASER) return i;
  return any;
}

const LapRollout gem_rollout = {.struct_size = sizeof(LapRollout), .choose = choose};
