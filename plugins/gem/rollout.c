/* What bots do in the worlds that they play out: whoever can extract, does so, and lasers point at gems.
 *
 * A laser is chosen by four steps of which each has many choices, so a world that is played out at random hardly ever
 * extracts anything, and no bot would see that somebody is about to. */
#include "rollout.h"

#include "lines.h"
#include "shots.h"

/* The index of the step with that argument, or of any. */
static uint32_t find(const LapActions *legal, int16_t argument, uint32_t otherwise)
{
  for (uint32_t i = 0; i < legal->n; i++)
    if (legal->v[i].arg[0] == argument) return i;
  return otherwise;
}

/* Where a laser on the square has the most gems before an open square or another own laser. */
static uint32_t towards_gems(const Gem *game, uint8_t seat, const LapActions *legal, uint32_t otherwise)
{
  uint8_t most = 0, gems;
  for (uint32_t i = 0; i < legal->n; i++) {
    uint16_t to = gem_line_end(game, game->square, (uint8_t)legal->v[i].arg[0], &gems);
    if (gems <= most || to == LAP_NOWHERE) continue;
    if (game->board[to] != GEM_OPEN && !gem_is_laser_of(game->board[to], seat)) continue;
    most = gems;
    otherwise = i;
  }
  return otherwise;
}

/* The step of that kind, or any. */
static uint32_t find_kind(const LapActions *legal, uint16_t kind, uint32_t otherwise)
{
  for (uint32_t i = 0; i < legal->n; i++)
    if (legal->v[i].kind == kind) return i;
  return otherwise;
}

static uint32_t choose(const LapContext *context, const LapBlock *block, uint8_t seat, const LapActions *legal,
                       uint32_t random)
{
  const Gem *game = gem_of(context, block);
  uint32_t any = random % legal->n;
  uint16_t kind = legal->v[any].kind;
  int begins = find_kind(legal, GEM_TAKE_GEM, legal->n) < legal->n;
  if (!begins && kind != GEM_PLACE && kind != GEM_POINT) return any;
  GemShot shot = gem_shots(context, block, seat).best;
  if (kind == GEM_POINT && (shot.is_gem || game->square != shot.square)) return towards_gems(game, seat, legal, any);
  if (shot.square == LAP_NOWHERE) return any;
  if (kind == GEM_POINT) return find(legal, shot.direction, any);
  if (begins) return find_kind(legal, shot.is_gem ? GEM_TAKE_GEM : GEM_TAKE_LASER, any);
  return game->step == (shot.is_gem ? GEM_PLACES_GEM : GEM_PLACES_LASER) ? find(legal, (int16_t)shot.square, any) : any;
}

const LapRollout gem_rollout = {.struct_size = sizeof(LapRollout), .choose = choose};
