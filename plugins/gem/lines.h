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

/* Of a gem that lies on a square, or is about to: whose lines it completes, unless it was just extracted without a
 * contest; else who can extract with one piece more, and whose lines it blocks. */
void gem_tell_gem(const LapContext *context, LapBlock *block, uint8_t square);

/* Of a laser that `seat` has placed on a square: what it can extract with another one. */
void gem_tell_laser(const LapContext *context, LapBlock *block, uint8_t seat, uint8_t square);

/* Of a laser or an obstacle that `seat` has placed on a square where no laser was, over a gem or not: whose lines it
 * blocks. Its own lasers may still lie on its laser. */
void gem_tell_blocked(const LapContext *context, LapBlock *block, uint8_t seat, uint8_t square, int is_over_gem);

#endif
