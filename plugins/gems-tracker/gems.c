#include "gems.h"

#include <string.h>

#include "lapidary/matching.h"
#include "lapidary/pattern.h"

uint8_t gems_count(const uint8_t *ground, uint8_t colour, uint8_t from, uint8_t to)
{
  uint8_t n = 0;
  for (const uint8_t *row = ground; row < ground + GEMS_TRACKER_CELLS; row += GEMS_TRACKER_WIDTH)
    for (uint8_t x = from; x < to; x++) n += row[x] == colour;
  return n;
}

/* --- groups */

enum { VALUES = GEMS_TRACKER_YELLOW + 1 };

static void sort_cells(const uint8_t *ground, LapCells *of)
{
  lap_cells_by_value(ground, GEMS_TRACKER_CELLS, VALUES, of);
}

/* Takes one group out of the gems of a colour that are left. */
static LapCells take_group(LapCells *left)
{
  LapCells group = lap_cells_group(&gems_tracker_ground, left, lap_cells_lowest(left));
  lap_cells_leave(left, &group);
  return group;
}

static void put_size(LapCells group, uint8_t *size_out)
{
  uint8_t size = (uint8_t)lap_cells_size(&group);
  for (int word = 0; word < 4; word++)
    for (uint64_t left = group.word[word]; left;) size_out[word * 64 + lap_plane_pop(&left)] = size;
}

void gems_group_sizes(const uint8_t *ground, uint8_t *size_out)
{
  LapCells of[VALUES];
  sort_cells(ground, of);
  memset(size_out, 0, GEMS_TRACKER_CELLS);
  for (uint8_t colour = GEMS_TRACKER_WHITE; colour <= GEMS_TRACKER_YELLOW; colour++)
    while (!lap_cells_none(&of[colour])) put_size(take_group(&of[colour]), size_out);
}

uint8_t gems_largest_group(const uint8_t *ground)
{
  LapCells of[VALUES];
  uint16_t largest = 0;
  sort_cells(ground, of);
  for (uint8_t colour = GEMS_TRACKER_WHITE; colour <= GEMS_TRACKER_YELLOW; colour++)
    while (lap_cells_size(&of[colour]) > largest) {
      LapCells group = take_group(&of[colour]);
      uint16_t size = lap_cells_size(&group);
      if (size > largest) largest = size;
    }
  return (uint8_t)largest;
}

/* --- at a glance */

static GemsCells in_rows(const LapCells *cells)
{
  const uint64_t whole = (UINT64_C(1) << GEMS_TRACKER_WIDTH) - 1;
  GemsCells rows;
  for (uint16_t y = 0; y < GEMS_TRACKER_HEIGHT; y++)
    rows.row[y] = lap_cells_from(cells, y * GEMS_TRACKER_WIDTH) & whole;
  return rows;
}

/* The cells that have one of `set` beside them, and those that have more than one. */
static void find_near(const GemsCells *set, GemsCells *near, GemsCells *between)
{
  for (int y = 0; y < GEMS_TRACKER_HEIGHT; y++) {
    uint64_t west = set->row[y] << 1, east = set->row[y] >> 1;
    uint64_t north = y > 0 ? set->row[y - 1] : 0, south = y + 1 < GEMS_TRACKER_HEIGHT ? set->row[y + 1] : 0;
    near->row[y] = west | east | north | south;
    between->row[y] = (west & east) | (north & south) | ((west | east) & (north | south));
  }
}

static uint8_t count_shared(const GemsCells *a, const GemsCells *b)
{
  uint32_t n = 0;
  for (int y = 0; y < GEMS_TRACKER_HEIGHT; y++) n += lap_plane_size(a->row[y] & b->row[y]);
  return (uint8_t)n;
}

static uint8_t least(uint8_t a, uint8_t b) { return a < b ? a : b; }

/* A gem that has none of its colour beside it is in no pattern; and each pattern has a gem between two others. */
static void survey_colour(GemsSurvey *survey, uint8_t colour)
{
  const GemsCells *gems = &survey->of[colour], *near = &survey->near[colour];
  GemsCells between;
  find_near(gems, &survey->near[colour], &between);
  survey->gems[colour] = count_shared(gems, gems);
  uint8_t joined = survey->gems[colour] < 4 ? 0 : count_shared(gems, near);
  uint8_t group = joined ? joined : least(survey->gems[colour], 3);
  if (group > survey->group_at_most) survey->group_at_most = group;
  if (joined >= 4) survey->patterns_at_most += least(joined / 4, count_shared(gems, &between));
}

GemsSurvey gems_survey(const uint8_t *ground)
{
  GemsSurvey survey = {.group_at_most = 0};
  LapCells of[VALUES];
  sort_cells(ground, of);
  for (uint8_t colour = GEMS_TRACKER_WHITE; colour <= GEMS_TRACKER_YELLOW; colour++) {
    survey.of[colour] = in_rows(&of[colour]);
    survey_colour(&survey, colour);
  }
  return survey;
}

/* Each pair has a gem of both colours that is next to the other. */
uint8_t gems_pairs_at_most(const GemsSurvey *survey, uint8_t colour, uint8_t other)
{
  return least(count_shared(&survey->of[colour], &survey->near[other]),
               count_shared(&survey->of[other], &survey->near[colour]));
}

/* --- pairs: no seat ever has as many as 64 gems of two colours */

_Static_assert(GEMS_TRACKER_COLUMNS * 5 <= LAP_MATCHING_MAX, "a mine has five gems at most");

uint8_t gems_pairs(const uint8_t *ground, uint8_t colour, uint8_t other)
{
  return lap_matching_of_cells(&gems_tracker_ground, ground, colour, other);
}

/* --- patterns */

static const LapPattern shapes[] = {
    [GEMS_T] = {4, {0, 1, 2, 1}, {0, 0, 0, 1}}, [GEMS_L] = {4, {0, 0, 0, 1}, {0, 1, 2, 2}},
    [GEMS_S] = {4, {1, 2, 0, 1}, {0, 0, 1, 1}}, [GEMS_O] = {4, {0, 1, 0, 1}, {0, 0, 1, 1}},
    [GEMS_I] = {4, {0, 1, 2, 3}, {0, 0, 0, 0}},
};

/* At most eight lie at a cell. */
#define PLACES_MAX (8 * GEMS_TRACKER_COLUMNS * 6)

uint8_t gems_patterns(const uint8_t *ground, uint8_t shape, uint8_t enough)
{
  LapPattern lying[8];
  LapCells of[VALUES], place[PLACES_MAX];
  uint8_t ways = lap_pattern_turn(&shapes[shape], LAP_TURNED_OVER, lying), patterns = 0;
  sort_cells(ground, of);
  for (uint8_t colour = GEMS_TRACKER_WHITE; colour <= GEMS_TRACKER_YELLOW && patterns < enough; colour++) {
    if (lap_cells_size(&of[colour]) < 4) continue;
    uint32_t n = lap_pattern_find(&gems_tracker_ground, &of[colour], lying, ways, place, PLACES_MAX);
    patterns += lap_pattern_most_apart(place, n, enough - patterns);
  }
  return patterns;
}
