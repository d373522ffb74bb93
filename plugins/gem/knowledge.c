#include "knowledge.h"

#include <string.h>

#include "lapidary/random.h"

enum { SETS = 1 << GEM_COINS };

/* In how many ways the first coins can have the values of each set of values, for the set's size in coins; coin i may
 * have those of may[i]. */
static void count_ways(const uint8_t *may, int n, uint16_t ways[SETS])
{
  memset(ways, 0, SETS * sizeof *ways);
  ways[0] = 1;
  for (int set = 0; set < SETS; set++) {
    int i = __builtin_popcount(set);
    for (int value = 0; ways[set] && i < n && value < GEM_COINS; value++)
      if (may[i] & ~set & 1 << value) ways[set | 1 << value] += ways[set];
  }
}

static int is_nothing_told(const Gem *game, uint8_t seat)
{
  for (int i = 0; i < game->lasers[seat]; i++)
    if (game->laser_may[seat][i] != GEM_ANY_VALUE) return 0;
  return 1;
}

uint8_t gem_may_be_in_supply(const Gem *game, uint8_t seat)
{
  if (is_nothing_told(game, seat)) return GEM_ANY_VALUE;
  uint16_t ways[SETS];
  uint8_t may = 0;
  count_ways(game->laser_may[seat], game->lasers[seat], ways);
  for (int set = 0; set < SETS; set++)
    if (ways[set] && __builtin_popcount(set) == game->lasers[seat]) may |= (uint8_t)~set & GEM_ANY_VALUE;
  return may;
}

void gem_reveal_laser(Gem *game, uint8_t seat, uint16_t i)
{
  uint8_t value = 1 << gem_coin_value(game->laser[seat][i].piece);
  game->laser[seat][i].known = LAP_EVERYONE;
  for (int other = 0; other < game->lasers[seat]; other++) game->laser_may[seat][other] &= ~value;
  game->laser_may[seat][i] = value;
}

/* --- other worlds */

/* The coins of a seat that the viewer has not seen, and what each may be. */
typedef struct {
  LapSlot *coin[GEM_COINS];
  uint8_t may[GEM_COINS];
  int n;
} Unseen;

static void add_unseen(Unseen *unseen, LapSlot *coin, uint8_t may, uint8_t viewer)
{
  if (coin->known >> viewer & 1) return;
  unseen->coin[unseen->n] = coin;
  unseen->may[unseen->n++] = may;
}

static Unseen unseen_of(Gem *game, uint8_t seat, uint8_t viewer)
{
  Unseen unseen = {.n = 0};
  for (int i = 0; i < game->lasers[seat]; i++)
    add_unseen(&unseen, &game->laser[seat][i], game->laser_may[seat][i], viewer);
  for (int i = 0; i < game->supply[seat].count; i++)
    add_unseen(&unseen, &game->supply[seat].slot[i], GEM_ANY_VALUE, viewer);
  return unseen;
}

static uint8_t values_of(const Unseen *unseen)
{
  uint8_t values = 0;
  for (int i = 0; i < unseen->n; i++) values |= 1 << gem_coin_value(unseen->coin[i]->piece);
  return values;
}

/* A value for coin i out of a set that is left for it and those before it: as likely as there are ways for those. */
static int deal_value(const LapContext *context, LapBlock *block, const uint16_t *ways, int set, uint8_t may)
{
  uint16_t weight[GEM_COINS] = {0};
  for (int value = 0; value < GEM_COINS; value++)
    if (set & may & 1 << value) weight[value] = ways[set & ~(1 << value)];
  return lap_random_weighted(context, block, weight, GEM_COINS);
}

/* Deals the unseen coins of a seat anew: every way that agrees with what was seen is equally likely. */
static void deal_seat(const LapContext *context, LapBlock *block, uint8_t seat, uint8_t viewer)
{
  Unseen unseen = unseen_of(gem_in(context, block), seat, viewer);
  int set = values_of(&unseen);
  for (int i = 0; i < unseen.n; i++) unseen.may[i] &= set;
  uint16_t ways[SETS];
  count_ways(unseen.may, unseen.n, ways);
  for (int i = unseen.n; i-- > 0;) {
    int value = deal_value(context, block, ways, set, unseen.may[i]);
    unseen.coin[i]->piece = gem_coin(seat, value);
    set &= ~(1 << value);
  }
}

static void resample(const LapContext *context, LapBlock *block, uint8_t viewer)
{
  for (uint8_t seat = 0; seat < context->seats; seat++)
    if (seat != viewer && !is_nothing_told(gem_of(context, block), seat)) deal_seat(context, block, seat, viewer);
}

const LapResample gem_resample = {.struct_size = sizeof(LapResample), .resample = resample};
