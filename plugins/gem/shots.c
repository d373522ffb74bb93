#include "shots.h"

#include "extractions.h"
#include "lines.h"
#include "tables.h"

/* The gems that follow a laser. */
typedef struct {
  uint16_t end; /* the first square that holds none */
  uint8_t direction, gems;
  int32_t kinds;
} GemLine;

static int16_t points_of(const LapContext *context, const LapBlock *block, int gems, int32_t kinds)
{
  int32_t bonus = context->host->rule(context, block, GEM_BONUS, kinds, 0);
  return (int16_t)(gems > GEM_LONGEST ? 0 : gem_extraction_points(context, (uint8_t)gems) + bonus);
}

static void add_shot(GemShots *shots, GemShot shot)
{
  if (shot.points > shots->best.points) {
    if (shot.square != shots->best.square) shots->second = shots->best;
    shots->best = shot;
  } else if (shot.points > shots->second.points && shot.square != shots->best.square) {
    shots->second = shot;
  }
}

/* A laser at the end of the gems. */
static void add_laser(const LapContext *context, const LapBlock *block, GemShots *shots, const GemLine *line)
{
  if (!line->gems) return;
  int16_t points = points_of(context, block, line->gems, line->kinds);
  add_shot(shots, (GemShot){line->end, 0, lap_direction_opposite(line->direction), points});
}

/* A gem that closes the gap to the laser behind it. */
static void add_gem(const LapContext *context, const LapBlock *block, uint8_t seat, GemShots *shots,
                    const GemLine *line)
{
  const Gem *game = gem_of(context, block);
  if (game->board[line->end] != GEM_OPEN) return;
  uint8_t more;
  uint16_t facing = gem_line_end(game, line->end, line->direction, &more);
  if (facing == LAP_NOWHERE || game->board[facing] != gem_laser(seat, lap_direction_opposite(line->direction))) return;
  int32_t kinds = line->kinds + gem_line_kinds(game, line->end, line->direction, more);
  add_shot(shots, (GemShot){line->end, 1, 0, points_of(context, block, line->gems + 1 + more, kinds)});
}

GemShots gem_shots(const LapContext *context, const LapBlock *block, uint8_t seat)
{
  const Gem *game = gem_of(context, block);
  GemShots shots = {{LAP_NOWHERE, 0, 0, 0}, {LAP_NOWHERE, 0, 0, 0}};
  for (int i = 0; i < game->lasers[seat]; i++) {
    uint8_t from = game->laser_square[seat][i];
    int is_top = i + 1 == game->lasers[seat] || game->laser_square[seat][i + 1] != from;
    GemLine line = {.direction = game->board[from] - gem_laser(seat, LAP_NORTH)};
    if (is_top) line.end = gem_line_end(game, from, line.direction, &line.gems);
    if (!is_top || line.end == LAP_NOWHERE) continue;
    line.kinds = gem_line_kinds(game, from, line.direction, line.gems);
    int fits = game->board[line.end] == GEM_OPEN || gem_is_laser_of(game->board[line.end], seat);
    if (fits && game->supply[seat].count) add_laser(context, block, &shots, &line);
    add_gem(context, block, seat, &shots, &line);
  }
  return shots;
}
