#include "lasers.h"

#include <string.h>

#include "knowledge.h"
#include "lapidary/zone.h"

/* The index behind all lasers of the seat on squares up to this one. */
static uint16_t behind(const Gem *game, uint8_t seat, uint8_t square)
{
  uint16_t i = 0;
  while (i < game->lasers[seat] && game->laser_square[seat][i] <= square) i++;
  return i;
}

uint16_t gem_top_laser(const Gem *game, uint8_t seat, uint8_t square) { return behind(game, seat, square) - 1; }

uint16_t gem_stack_height(const Gem *game, uint8_t seat, uint8_t square)
{
  return behind(game, seat, square) - (square ? behind(game, seat, square - 1) : 0);
}

/* Moves all lasers from an index on by one place, up or down. */
static void shift(Gem *game, uint8_t seat, uint16_t from, uint16_t to)
{
  uint16_t n = game->lasers[seat] - from;
  memmove(&game->laser[seat][to], &game->laser[seat][from], n * sizeof(LapSlot));
  memmove(&game->laser_square[seat][to], &game->laser_square[seat][from], n);
  memmove(&game->laser_direction[seat][to], &game->laser_direction[seat][from], n);
  memmove(&game->laser_may[seat][to], &game->laser_may[seat][from], n);
}

static void put(Gem *game, uint8_t seat, uint16_t i, LapSlot coin, uint8_t square, uint8_t direction, uint8_t may)
{
  game->laser[seat][i] = coin;
  game->laser_square[seat][i] = square;
  game->laser_direction[seat][i] = direction;
  game->laser_may[seat][i] = may;
}

void gem_lay_laser(Gem *game, uint8_t seat, uint16_t coin, uint8_t square, uint8_t direction)
{
  uint8_t may = gem_may_be_in_supply(game, seat);
  LapSlot taken = lap_zone_take(LAP_HAND(&game->supply[seat]), coin, 1u << seat);
  uint16_t i = behind(game, seat, square);
  shift(game, seat, i, i + 1);
  put(game, seat, i, taken, square, direction, may);
  game->lasers[seat]++;
  game->board[square] = gem_laser(seat, direction);
}

/* What is seen of a stack, once the laser at `i` was lifted from above it. */
static uint8_t uncovered(const Gem *game, uint8_t seat, uint16_t i, uint8_t square)
{
  int is_stack = i > 0 && game->laser_square[seat][i - 1] == square;
  return is_stack ? gem_laser(seat, game->laser_direction[seat][i - 1]) : GEM_OPEN;
}

void gem_lift_laser(Gem *game, uint8_t seat, uint8_t square)
{
  uint16_t i = gem_top_laser(game, seat, square);
  lap_zone_put(LAP_HAND(&game->supply[seat]), game->laser[seat][i]);
  shift(game, seat, i + 1, i);
  put(game, seat, --game->lasers[seat], (LapSlot){0, 0}, 0, 0, 0);
  game->board[square] = uncovered(game, seat, i, square);
}
