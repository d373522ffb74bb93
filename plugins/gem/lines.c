#include "lines.h"

#include "lapidary/emit.h"
#include "tables.h"

enum { NOBODY = -1 };

/* What can complete a line. */
enum { WITH_LASER, WITH_GEM };

/* At what a blocked line ends. */
enum { AT_EDGE, AT_OTHERS_LASER, AT_OBSTACLE };

/* What lies on the four sides of a square, by direction from it. */
typedef struct {
  uint16_t end[4]; /* the first square that holds no gem, or LAP_NOWHERE, */
  uint8_t gems[4]; /* the gems before that, */
  int8_t owner[4]; /* and whose laser on it points back at the square, or NOBODY */
} Lines;

static int8_t owner_of(const Gem *game, uint16_t square, uint8_t direction)
{
  if (square == LAP_NOWHERE || !gem_is_laser(game->board[square])) return NOBODY;
  uint8_t laser = game->board[square] - GEM_LASER;
  return laser % 4 == direction ? (int8_t)(laser / 4) : NOBODY;
}

/* Answers whether any laser points at the square. */
static int find_lines(const Gem *game, uint16_t square, Lines *lines)
{
  int any = 0;
  for (uint8_t way = LAP_NORTH; way <= LAP_WEST; way++) {
    lines->end[way] = gem_line_end(game, square, way, &lines->gems[way]);
    lines->owner[way] = owner_of(game, lines->end[way], lap_direction_opposite(way));
    any |= lines->owner[way] != NOBODY;
  }
  return any;
}

/* With a gem on the square. */
static int is_complete(const Lines *lines, uint8_t way)
{
  return lines->owner[way] != NOBODY && lines->owner[way] == lines->owner[lap_direction_opposite(way)];
}
static uint8_t gems_of(const Lines *lines, uint8_t way)
{
  return lines->gems[way] + 1 + lines->gems[lap_direction_opposite(way)];
}

static void tell_chance(const LapContext *context, LapBlock *block, int seat, uint8_t gems, int with, uint16_t square)
{
  lap_emit(context, block, GEM_CAN_EXTRACT, seat, gems, with, square, gem_extraction_points(context, gems));
}

/* Whether a seat, whose laser has `gems` before it up to a square, can extract with a gem or a laser there; tells it. A
 * gem there brings more. */
static int has_chance(const LapContext *context, LapBlock *block, int seat, uint8_t gems, uint16_t square, uint8_t way)
{
  const Gem *game = gem_of(context, block);
  uint8_t more, seen = square == LAP_NOWHERE ? GEM_OBSTACLE : game->board[square];
  int is_own = gem_is_laser_of(seen, (uint8_t)seat);
  if (seen != GEM_OPEN && !is_own) return 0;
  uint16_t facing = gem_line_end(game, square, way, &more);
  if (!is_own && owner_of(game, facing, lap_direction_opposite(way)) == seat)
    tell_chance(context, block, seat, gems + 1 + more, WITH_GEM, square);
  else if (game->supply[seat].count)
    tell_chance(context, block, seat, gems, WITH_LASER, square);
  return 1;
}

static int what_ends(const Gem *game, uint16_t square)
{
  if (square == LAP_NOWHERE) return AT_EDGE;
  return gem_is_laser(game->board[square]) ? AT_OTHERS_LASER : AT_OBSTACLE;
}

/* A line of `owner`: from a laser over gems, as they lie now, to a square that leaves no room for a laser. */
static void tell_blocked(const LapContext *context, LapBlock *block, int seat, int owner, int gems, uint16_t laser,
                         uint16_t end)
{
  const int at = what_ends(gem_of(context, block), end);
  if (owner == seat)
    lap_emit(context, block, GEM_BLOCKED_OWN, seat, gems, laser, at);
  else
    lap_emit(context, block, GEM_BLOCKED, seat, owner, gems, laser, at);
}

static void tell_completed(const LapContext *context, LapBlock *block, const Lines *lines, uint8_t way)
{
  uint8_t gems = gems_of(lines, way);
  lap_emit(context, block, GEM_COMPLETED, lines->owner[way], gems, gem_extraction_points(context, gems));
}

/* What a gem does to the line of the laser on one side of it. */
static void tell_longer(const LapContext *context, LapBlock *block, const Lines *lines, uint8_t way)
{
  const Gem *game = gem_of(context, block);
  const int8_t seat = lines->owner[way];
  const uint8_t gems = gems_of(lines, way), ahead = lap_direction_opposite(way);
  if (seat == NOBODY || has_chance(context, block, seat, gems, lines->end[ahead], ahead)) return;
  if (lines->gems[way] && game->supply[seat].count)
    tell_blocked(context, block, game->active, seat, gems, lines->end[way], lines->end[ahead]);
}

void gem_tell_gem(const LapContext *context, LapBlock *block, uint8_t square)
{
  const Gem *game = gem_of(context, block);
  const int is_pending = game->board[square] == GEM_OPEN;
  Lines lines;
  if (!find_lines(game, square, &lines)) return;
  const int row = is_complete(&lines, LAP_EAST), column = is_complete(&lines, LAP_SOUTH);
  if (row || column) {
    const int is_told = is_pending || (row && column && lines.owner[LAP_EAST] != lines.owner[LAP_SOUTH]);
    if (row && is_told) tell_completed(context, block, &lines, LAP_EAST);
    if (column && is_told) tell_completed(context, block, &lines, LAP_SOUTH);
  } else if (game->gems_left > is_pending) { /* else the game is over then */
    for (uint8_t way = LAP_NORTH; way <= LAP_WEST; way++) tell_longer(context, block, &lines, way);
  }
}

void gem_tell_laser(const LapContext *context, LapBlock *block, uint8_t seat, uint8_t square)
{
  const Gem *game = gem_of(context, block);
  uint8_t gems, direction = game->board[square] - gem_laser(seat, LAP_NORTH);
  uint16_t end = gem_line_end(game, square, direction, &gems);
  if (gems && owner_of(game, end, lap_direction_opposite(direction)) != seat)
    has_chance(context, block, seat, gems, end, direction);
}

void gem_tell_blocked(const LapContext *context, LapBlock *block, uint8_t seat, uint8_t square, int is_over_gem)
{
  const Gem *game = gem_of(context, block);
  const int is_laser = gem_is_laser(game->board[square]);
  Lines lines;
  if (!find_lines(game, square, &lines)) return;
  for (int way = LAP_NORTH; way <= LAP_WEST; way++) {
    const int owner = lines.owner[way], gems = lines.gems[way];
    if (owner == NOBODY || (!gems && !is_over_gem) || (is_laser && owner == seat)) continue;
    tell_blocked(context, block, seat, owner, gems, lines.end[way], square);
  }
}
