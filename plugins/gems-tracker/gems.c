#include "gems.h"

#include <string.h>

#include "lapidary/matching.h"
#include "lapidary/plane.h"

/* --- sets of cells */

enum { VALUES = GEMS_TRACKER_YELLOW + 1, AT_ONCE = 8, BITS = 3 /* of what is in a cell */ };

/* Written out, which compilers make one load of. */
static uint64_t eight_cells(const uint8_t *cell)
{
  return (uint64_t)cell[0] | (uint64_t)cell[1] << 8 | (uint64_t)cell[2] << 16 | (uint64_t)cell[3] << 24 |
         (uint64_t)cell[4] << 32 | (uint64_t)cell[5] << 40 | (uint64_t)cell[6] << 48 | (uint64_t)cell[7] << 56;
}

/* The lowest bits of eight bytes, side by side. */
static uint64_t gather(uint64_t bytes)
{
  return (bytes & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >> 56;
}

static uint64_t cells_with(const uint64_t *plane, uint8_t value)
{
  uint64_t cells = UINT64_MAX;
  for (int bit = 0; bit < BITS; bit++) cells &= value >> bit & 1 ? plane[bit] : ~plane[bit];
  return cells;
}

/* Of a row: bit b of what is in its cells makes plane b. The last eight cells overlap those before. */
static void sort_cells(const uint8_t *ground, GemsCells *of)
{
  static const uint8_t first[] = {0, 8, 16, 24, GEMS_TRACKER_WIDTH - AT_ONCE};
  uint64_t plane[GEMS_TRACKER_HEIGHT][BITS] = {{0}};
  for (uint8_t i = 0; i < sizeof first; i++) {
    const uint8_t *cell = ground + first[i];
    uint64_t eight[] = {eight_cells(cell), eight_cells(cell + GEMS_TRACKER_WIDTH),
                        eight_cells(cell + 2 * GEMS_TRACKER_WIDTH)};
    if ((eight[0] | eight[1] | eight[2]) == 0) continue;
    for (int y = 0; y < GEMS_TRACKER_HEIGHT; y++)
      for (int bit = 0; bit < BITS; bit++) plane[y][bit] |= gather(eight[y] >> bit) << first[i];
  }
  for (uint8_t colour = GEMS_TRACKER_WHITE; colour <= GEMS_TRACKER_YELLOW; colour++)
    for (int y = 0; y < GEMS_TRACKER_HEIGHT; y++) of[colour].row[y] = cells_with(plane[y], colour);
}

/* As lap_plane_size, of all rows at once: no row has more than four cells in four columns. */
static uint8_t count(const GemsCells *cells)
{
  uint64_t n = 0;
  for (int y = 0; y < GEMS_TRACKER_HEIGHT; y++) {
    uint64_t of_two = cells->row[y] - (cells->row[y] >> 1 & UINT64_C(0x5555555555555555));
    n += (of_two & UINT64_C(0x3333333333333333)) + (of_two >> 2 & UINT64_C(0x3333333333333333));
  }
  n = (n & UINT64_C(0x0F0F0F0F0F0F0F0F)) + (n >> 4 & UINT64_C(0x0F0F0F0F0F0F0F0F));
  return (uint8_t)(n * UINT64_C(0x0101010101010101) >> 56);
}

static GemsCells both(const GemsCells *a, const GemsCells *b)
{
  return (GemsCells){{a->row[0] & b->row[0], a->row[1] & b->row[1], a->row[2] & b->row[2]}};
}

static bool none(const GemsCells *cells) { return (cells->row[0] | cells->row[1] | cells->row[2]) == 0; }

/* The cells that have one of `set` beside them; those that have more than one. */
static GemsCells near(const GemsCells *set)
{
  const uint64_t *row = set->row;
  return (GemsCells){{row[0] << 1 | row[0] >> 1 | row[1], row[1] << 1 | row[1] >> 1 | row[0] | row[2],
                      row[2] << 1 | row[2] >> 1 | row[1]}};
}
static GemsCells between(const GemsCells *set)
{
  GemsCells cells;
  for (int y = 0; y < GEMS_TRACKER_HEIGHT; y++) {
    uint64_t west = set->row[y] << 1, east = set->row[y] >> 1;
    uint64_t north = y > 0 ? set->row[y - 1] : 0, south = y + 1 < GEMS_TRACKER_HEIGHT ? set->row[y + 1] : 0;
    cells.row[y] = (west & east) | (north & south) | ((west | east) & (north | south));
  }
  return cells;
}

/* The gems of a colour that are near others. No other is in a group of two, or in a pattern; and each pattern has a gem
 * between two others. */
static GemsCells joined(const GemsCells *gems)
{
  GemsCells beside = near(gems);
  return both(gems, &beside);
}

static void survey_colour(GemsSurvey *survey, uint8_t colour)
{
  const GemsCells *gems = &survey->of[colour];
  uint8_t n = survey->gems[colour] = count(gems), group = gems_least(n, GEMS_OF_PATTERN - 1);
  if (n >= GEMS_OF_PATTERN) {
    GemsCells near_others = joined(gems), inner = between(gems);
    inner = both(gems, &inner);
    n = survey->joined[colour] = count(&near_others);
    survey->inner[colour] = count(&inner);
    survey->patterns_at_most += gems_least(n / GEMS_OF_PATTERN, survey->inner[colour]);
    if (n > group) group = n;
  }
  if (group > survey->group_at_most) survey->group_at_most = group;
}

GemsSurvey gems_survey(const uint8_t *ground)
{
  GemsSurvey survey = {.group_at_most = 0};
  sort_cells(ground, survey.of);
  for (uint8_t colour = GEMS_TRACKER_WHITE; colour <= GEMS_TRACKER_YELLOW; colour++) survey_colour(&survey, colour);
  return survey;
}

uint8_t gems_in_columns(const GemsCells *gems, uint8_t from, uint8_t to)
{
  uint64_t columns = (UINT64_C(1) << to) - (UINT64_C(1) << from);
  GemsCells cells = {{gems->row[0] & columns, gems->row[1] & columns, gems->row[2] & columns}};
  return count(&cells);
}

/* --- groups */

static GemsCells lowest(const GemsCells *cells)
{
  GemsCells cell = {{0}};
  int y = 0;
  while (cells->row[y] == 0) y++;
  cell.row[y] = cells->row[y] & -cells->row[y];
  return cell;
}

/* Takes one group out of the gems of a colour that are left. */
static GemsCells take_group(GemsCells *left)
{
  GemsCells group = {{0}}, more = lowest(left);
  while (!none(&more)) {
    for (int y = 0; y < GEMS_TRACKER_HEIGHT; y++) {
      group.row[y] |= more.row[y];
      left->row[y] &= ~more.row[y];
    }
    more = near(&more);
    more = both(&more, left);
  }
  return group;
}

static void put_size(const GemsCells *group, uint8_t *size_out)
{
  uint8_t size = count(group);
  for (int y = 0; y < GEMS_TRACKER_HEIGHT; y++)
    for (uint64_t left = group->row[y]; left;) size_out[y * GEMS_TRACKER_WIDTH + lap_plane_pop(&left)] = size;
}

void gems_group_sizes(const uint8_t *ground, uint8_t *size_out)
{
  GemsSurvey survey = gems_survey(ground);
  memset(size_out, 0, GEMS_TRACKER_CELLS);
  for (uint8_t colour = GEMS_TRACKER_WHITE; colour <= GEMS_TRACKER_YELLOW; colour++)
    while (!none(&survey.of[colour])) {
      GemsCells group = take_group(&survey.of[colour]);
      put_size(&group, size_out);
    }
}

/* The size of the largest group, if there is one of more than `size`, which is at least 1; else that. */
static uint8_t largest_group(const GemsSurvey *survey, uint8_t size)
{
  for (uint8_t colour = GEMS_TRACKER_WHITE; colour <= GEMS_TRACKER_YELLOW; colour++) {
    if (survey->gems[colour] <= size) continue;
    GemsCells left = joined(&survey->of[colour]);
    while (count(&left) > size) {
      GemsCells group = take_group(&left);
      uint8_t here = count(&group);
      if (here > size) size = here;
    }
  }
  return size;
}

uint8_t gems_largest_group(const uint8_t *ground)
{
  GemsSurvey survey = gems_survey(ground);
  return survey.group_at_most ? largest_group(&survey, 1) : 0;
}

bool gems_have_group(const GemsSurvey *survey, uint8_t size)
{
  if (size < 2 || survey->group_at_most < size) return survey->group_at_most >= size;
  return largest_group(survey, size - 1) >= size;
}

/* --- pairs: no seat ever has as many as 64 gems of two colours */

_Static_assert(GEMS_TRACKER_COLUMNS * 5 <= LAP_MATCHING_MAX, "a mine has five gems at most");

uint8_t gems_pairs(const uint8_t *ground, uint8_t colour, uint8_t other)
{
  return lap_matching_of_cells(&gems_tracker_ground, ground, colour, other);
}

/* Each pair has a gem of both colours that is next to the other. */
bool gems_may_have_pairs(const GemsSurvey *survey, uint8_t colour, uint8_t other, uint8_t pairs)
{
  GemsCells beside = near(&survey->of[colour]), with = both(&beside, &survey->of[other]);
  if (count(&with) < pairs) return false;
  beside = near(&survey->of[other]);
  with = both(&beside, &survey->of[colour]);
  return count(&with) >= pairs;
}
