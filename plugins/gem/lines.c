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

/* The gems of a line. */
typedef struct {
  uint8_t gems, unknown; /* how many, and of how many the kind is not known yet; */
  uint8_t named;         /* the kind of one of which it was not known when this line was told, else 0; */
  int32_t kinds;         /* how many of each known kind, as gem_of_kind says */
} Gems;

/* What they bring, whatever kinds the unknown ones will be. */
typedef struct {
  int16_t least, most;
} Points;

int32_t gem_line_kinds(const Gem *game, uint16_t from, uint8_t direction, uint8_t gems)
{
  int32_t kinds = 0;
  for (uint8_t i = 0; i < gems; i++) {
    from = lap_grid_step(&gem_board, from, direction);
    kinds += gem_one_of_kind(game->board[from] - GEM_GEM);
  }
  return kinds;
}

/* Kind 0 is the only one where gems have no kinds, so that it is never unknown. */
static Points bonus_of(const LapContext *context, const LapBlock *block, int32_t kinds, int unknown)
{
  if (!unknown) {
    int16_t bonus = (int16_t)context->host->rule(context, block, GEM_BONUS, kinds, 0);
    return (Points){bonus, bonus};
  }
  Points all = {INT16_MAX, 0};
  for (int kind = 1; kind < GEM_KINDS; kind++) {
    Points one = bonus_of(context, block, kinds + gem_one_of_kind(kind), unknown - 1);
    if (one.least < all.least) all.least = one.least;
    if (one.most > all.most) all.most = one.most;
  }
  return all;
}

static Points points_of(const LapContext *context, const LapBlock *block, const Gems *line)
{
  Points points = bonus_of(context, block, line->kinds, line->unknown);
  int16_t extraction = (int16_t)gem_extraction_points(context, line->gems);
  return (Points){(int16_t)(points.least + extraction), (int16_t)(points.most + extraction)};
}

/* Whether the line has been told already, and with as many points. */
static int is_old(const LapContext *context, const LapBlock *block, const Gems *line, Points points)
{
  if (!line->named) return 0;
  Gems before = {line->gems, line->unknown + 1, 0, line->kinds - gem_one_of_kind(line->named)};
  return points_of(context, block, &before).least == points.least;
}

static uint8_t seen_on(const Gem *game, uint16_t square)
{
  return square == LAP_NOWHERE ? GEM_OBSTACLE : game->board[square];
}

/* Whether a laser of a seat may go where that is seen: its own may be covered. */
static int has_room(uint8_t seen, int seat) { return seen == GEM_OPEN || gem_is_laser_of(seen, (uint8_t)seat); }

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

static void tell_chance(const LapContext *context, LapBlock *block, int seat, const Gems *line, int with,
                        uint16_t square)
{
  const Points points = points_of(context, block, line);
  const uint16_t event = points.least == points.most ? GEM_CAN_EXTRACT : GEM_CAN_EXTRACT_AT_LEAST;
  if (!is_old(context, block, line, points))
    lap_emit(context, block, event, seat, line->gems, with, square, points.least);
}

/* The line when a gem on `square`, of a kind that is chosen then, joins it with the `more` gems behind. */
static Gems joined(const Gem *game, const Gems *line, uint16_t square, uint8_t way, uint8_t more)
{
  const int32_t kinds = line->kinds + gem_line_kinds(game, square, way, more);
  return (Gems){line->gems + 1 + more, line->unknown + 1, line->named, kinds};
}

/* How many lasers a seat may still place: not the one that it points just now. */
static int lasers_left(const Gem *game, int seat)
{
  return game->supply[seat].count - (game->step == GEM_POINTS_LASER && game->active == seat);
}

/* Whether a seat, whose laser has the gems of a line before it up to a square, can extract with a gem or a laser there;
 * tells it. A gem there brings more; without gems, a laser brings nothing. */
static int has_chance(const LapContext *context, LapBlock *block, int seat, const Gems *line, uint16_t square,
                      uint8_t way)
{
  const Gem *game = gem_of(context, block);
  uint8_t more, seen = seen_on(game, square);
  if (!has_room(seen, seat)) return 0;
  int is_own = seen != GEM_OPEN;
  uint16_t facing = gem_line_end(game, square, way, &more);
  if (!is_own && owner_of(game, facing, lap_direction_opposite(way)) == seat) {
    const Gems longer = joined(game, line, square, way, more);
    tell_chance(context, block, seat, &longer, WITH_GEM, square);
  } else if (line->gems && lasers_left(game, seat)) {
    tell_chance(context, block, seat, line, WITH_LASER, square);
  }
  return 1;
}

static int what_ends(const Gem *game, uint16_t square)
{
  if (square == LAP_NOWHERE) return AT_EDGE;
  return gem_is_laser(game->board[square]) ? AT_OTHERS_LASER : AT_OBSTACLE;
}

/* A line of `owner`: from a laser over gems, if any, to what leaves no room for a laser. */
static void tell_blocked(const LapContext *context, LapBlock *block, int seat, int owner, int gems, uint16_t laser,
                         int at)
{
  if (!gems && owner == seat)
    lap_emit(context, block, GEM_BLOCKED_OWN_AT_ONCE, seat, laser, at);
  else if (!gems)
    lap_emit(context, block, GEM_BLOCKED_AT_ONCE, seat, owner, laser, at);
  else if (owner == seat)
    lap_emit(context, block, GEM_BLOCKED_OWN, seat, gems, laser, at);
  else
    lap_emit(context, block, GEM_BLOCKED, seat, owner, gems, laser, at);
}

/* The line along `way` through a gem on a square; `is_named`: its kind has just been chosen. */
static Gems gems_of(const Gem *game, const Lines *lines, uint16_t square, uint8_t way, int is_named)
{
  const uint8_t back = lap_direction_opposite(way), seen = game->board[square];
  const uint8_t kind = seen == GEM_OPEN ? game->kind : seen - GEM_GEM;
  const int is_unknown = seen == GEM_OPEN && !kind;
  const int32_t kinds = gem_line_kinds(game, square, way, lines->gems[way]) +
                        gem_line_kinds(game, square, back, lines->gems[back]) +
                        (is_unknown ? 0 : gem_one_of_kind(kind));
  return (Gems){lines->gems[way] + 1 + lines->gems[back], is_unknown, is_named ? kind : 0, kinds};
}

static void tell_completed(const LapContext *context, LapBlock *block, int seat, const Gems *line)
{
  const Points points = points_of(context, block, line);
  const uint16_t event = points.least == points.most ? GEM_COMPLETED : GEM_COMPLETED_AT_LEAST;
  if (!is_old(context, block, line, points)) lap_emit(context, block, event, seat, line->gems, points.least);
}

/* What a gem does to the line of the laser on one side of it. */
static void tell_longer(const LapContext *context, LapBlock *block, const Lines *lines, const Gems *line, uint8_t way)
{
  const Gem *game = gem_of(context, block);
  const int8_t seat = lines->owner[way];
  const uint8_t ahead = lap_direction_opposite(way);
  const uint16_t end = lines->end[ahead];
  if (has_chance(context, block, seat, line, end, ahead) || line->named) return;
  if (line->gems > 1 || end != LAP_NOWHERE) /* else there was no room, ever */
    tell_blocked(context, block, game->active, seat, line->gems, lines->end[way], what_ends(game, end));
}

static void tell_gem(const LapContext *context, LapBlock *block, uint8_t square, int is_named)
{
  const Gem *game = gem_of(context, block);
  const int is_pending = game->board[square] == GEM_OPEN;
  Lines lines;
  if (!find_lines(game, square, &lines)) return;
  const int row = is_complete(&lines, LAP_EAST), column = is_complete(&lines, LAP_SOUTH), both = row && column;
  if (row || column) {
    const int is_contest = both && lines.owner[LAP_EAST] != lines.owner[LAP_SOUTH];
    const int is_told = is_named ? both : is_pending || is_contest;
    for (uint8_t way = LAP_EAST; way <= LAP_SOUTH && is_told; way++) {
      if (!is_complete(&lines, way)) continue;
      const Gems line = gems_of(game, &lines, square, way, is_named);
      tell_completed(context, block, lines.owner[way], &line);
    }
  } else if (game->gems_left > is_pending) { /* else the game is over then */
    for (uint8_t way = LAP_NORTH; way <= LAP_WEST; way++) {
      if (lines.owner[way] == NOBODY) continue;
      const Gems line = gems_of(game, &lines, square, way, is_named);
      tell_longer(context, block, &lines, &line, way);
    }
  }
}

void gem_tell_gem(const LapContext *context, LapBlock *block, uint8_t square) { tell_gem(context, block, square, 0); }

void gem_tell_kind(const LapContext *context, LapBlock *block, uint8_t square) { tell_gem(context, block, square, 1); }

/* Of a laser without a gem before it, on whose line `end` is next: that it can extract with a gem there, or never while
 * what is behind, or on that square, stays. */
static void tell_before_gems(const LapContext *context, LapBlock *block, uint8_t seat, uint8_t square, uint16_t end,
                             uint8_t direction)
{
  const Gem *game = gem_of(context, block);
  const uint8_t seen = seen_on(game, end);
  uint8_t more;
  if (gem_is_laser_of(seen, seat)) {
    lap_emit(context, block, GEM_NO_GEM_BETWEEN, seat, square, end);
  } else if (seen != GEM_OPEN) {
    lap_emit(context, block, GEM_MEETS_AT_ONCE, seat, square, what_ends(game, end));
  } else {
    const uint16_t behind = gem_line_end(game, end, direction, &more);
    if (owner_of(game, behind, lap_direction_opposite(direction)) == seat)
      has_chance(context, block, seat, &(Gems){0}, end, direction);
    else if (!has_room(seen_on(game, behind), seat))
      lap_emit(context, block, GEM_NO_ROOM, seat, square, what_ends(game, behind));
  }
}

void gem_tell_laser(const LapContext *context, LapBlock *block, uint8_t seat, uint8_t square, uint8_t direction)
{
  const Gem *game = gem_of(context, block);
  uint8_t gems;
  uint16_t end = gem_line_end(game, square, direction, &gems);
  if (!gems) {
    tell_before_gems(context, block, seat, square, end, direction);
  } else if (owner_of(game, end, lap_direction_opposite(direction)) != seat) {
    const Gems line = {gems, 0, 0, gem_line_kinds(game, square, direction, gems)};
    if (!has_chance(context, block, seat, &line, end, direction))
      lap_emit(context, block, GEM_MEETS, seat, gems, square, what_ends(game, end));
  }
}

void gem_tell_opened(const LapContext *context, LapBlock *block, uint16_t square)
{
  const Gem *game = gem_of(context, block);
  Lines lines;
  if (game->board[square] != GEM_OPEN || !find_lines(game, square, &lines)) return;
  for (uint8_t way = LAP_NORTH; way <= LAP_WEST; way++) {
    const uint8_t ahead = lap_direction_opposite(way), gems = lines.gems[way];
    const int is_told = is_complete(&lines, way) && way > ahead; /* from its other end */
    if (lines.owner[way] == NOBODY || is_told || !(gems || is_complete(&lines, way))) continue;
    const Gems line = {gems, 0, 0, gem_line_kinds(game, square, way, gems)};
    has_chance(context, block, lines.owner[way], &line, square, ahead);
  }
}

/* Whether a laser of `owner`, with so many gems before a square, could extract while `was` was seen there; `behind`:
 * what is seen where the gems behind it end. */
static int was_open(int owner, int gems, uint8_t was, uint8_t behind)
{
  if (gem_is_gem(was)) return has_room(behind, owner);
  if (gems) return has_room(was, owner);
  return was == GEM_OPEN && has_room(behind, owner);
}

/* By what `seat` places on a square, which is what ends them. */
static void tell_lines_blocked(const LapContext *context, LapBlock *block, int seat, uint8_t square, uint8_t was,
                               int at)
{
  const Gem *game = gem_of(context, block);
  Lines lines;
  if (!find_lines(game, square, &lines)) return;
  for (int way = LAP_NORTH; way <= LAP_WEST; way++) {
    const int owner = lines.owner[way], gems = lines.gems[way];
    if (owner == NOBODY || (at == AT_OTHERS_LASER && owner == seat)) continue;
    if (was_open(owner, gems, was, seen_on(game, lines.end[lap_direction_opposite((uint8_t)way)])))
      tell_blocked(context, block, seat, owner, gems, lines.end[way], at);
  }
}

void gem_tell_laser_blocks(const LapContext *context, LapBlock *block, uint8_t seat, uint8_t square)
{
  tell_lines_blocked(context, block, seat, square, GEM_OPEN, AT_OTHERS_LASER);
}

void gem_tell_blocked(const LapContext *context, LapBlock *block, uint8_t seat, uint8_t square, uint8_t was)
{
  tell_lines_blocked(context, block, seat, square, was, AT_OBSTACLE);
}
