/* Lines: the gems that follow a laser; and what is told of them when something is placed, so that everybody knows
 * beforehand what a square brings or prevents. A variant that places something by itself compiles lines.c along. */
#ifndef GEM_LINES_H
#define GEM_LINES_H

#include "gem.h"

/* The first square that holds no gem on the line from `from`, or LAP_NOWHERE; `gems`: how many were passed. Inline,
 * since every ply looks along several. */
static inline uint16_t gem_line_end(const Gem *game, uint16_t from, uint8_t direction, uint8_t *gems)
{
  const int is_forwards = direction == LAP_EAST || direction == LAP_SOUTH, is_row = direction & 1;
  const int at = is_row ? from % GEM_WIDTH : from / GEM_WIDTH, room = is_forwards ? GEM_WIDTH - 1 - at : at;
  const int step = (is_row ? 1 : GEM_WIDTH) * (is_forwards ? 1 : -1);
  int n = 0, square = from + step;
  for (; n < room && gem_is_gem(game->board[square]); n++) square += step;
  *gems = (uint8_t)n;
  return n < room ? (uint16_t)square : LAP_NOWHERE;
}

/* How many gems of each kind are the next `gems` of that line, as gem_of_kind says. */
int32_t gem_line_kinds(const Gem *game, uint16_t from, uint8_t direction, uint8_t gems);

/* Of a gem that lies on a square, or is about to: whose lines it completes, unless it was just extracted without a
 * contest; else who can extract with one piece more, and whose lines it blocks. Points are those with GEM_BONUS, or
 * the least they can be while the kind of a gem is still to be chosen. */
void gem_tell_gem(const LapContext *context, LapBlock *block, uint8_t square);

/* Of a gem that is about to lie on a square, and whose kind was chosen after the above: what brings other points than
 * told, unless it is extracted at once, which tells them. */
void gem_tell_kind(const LapContext *context, LapBlock *block, uint8_t square);

/* Of a laser that `seat` is about to place on a square: what it can extract with another one or with a gem, or what
 * prevents that it ever does, for as long as that stays. */
void gem_tell_laser(const LapContext *context, LapBlock *block, uint8_t seat, uint8_t square, uint8_t direction);

/* Of a square that an extraction has emptied: who can extract with a piece on it. */
void gem_tell_opened(const LapContext *context, LapBlock *block, uint16_t square);

/* Of a laser that `seat` is about to place on an open square: whose lines it blocks that were not. Its own lasers may
 * still lie on it. */
void gem_tell_laser_blocks(const LapContext *context, LapBlock *block, uint8_t seat, uint8_t square);

/* The same of an obstacle that `seat` has placed where `was` was seen before. */
void gem_tell_blocked(const LapContext *context, LapBlock *block, uint8_t seat, uint8_t square, uint8_t was);

#endif
