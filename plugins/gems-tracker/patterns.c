/* Patterns: four gems of a colour in a shape, and how many of them share no gem. */
#include "gems.h"
#include "lapidary/pattern.h"

enum { VALUES = GEMS_TRACKER_YELLOW + 1 };

/* --- where they lie */

/* How many cells of a shape are between others; and all ways in which it lies, row by row: bit x is its cell x. A line
 * does not fit upright. */
static const struct {
  uint8_t inner, ways, row[8][GEMS_TRACKER_HEIGHT];
} shapes[] = {
    [GEMS_T] = {1, 4, {{7, 2}, {2, 7}, {1, 3, 1}, {2, 3, 2}}},
    [GEMS_L] = {2, 8, {{7, 1}, {7, 4}, {1, 7}, {4, 7}, {1, 1, 3}, {2, 2, 3}, {3, 1, 1}, {3, 2, 2}}},
    [GEMS_S] = {2, 4, {{6, 3}, {3, 6}, {1, 3, 2}, {2, 3, 1}}},
    [GEMS_O] = {4, 1, {{3, 3}}},
    [GEMS_I] = {2, 1, {{15}}},
};

enum { LYING_MAX = 15 };

/* At most eight lie at a cell. */
#define PLACES_MAX (8 * GEMS_TRACKER_COLUMNS * 6)

/* Where patterns lie: those of a colour begin at its `first`, and end at that of the next. */
typedef struct {
  uint16_t first[VALUES + 1];
  LapCells place[PLACES_MAX]; /* a row is a word */
} Places;

/* Of a row of gems: [lying] the cells where those in the bits of `lying` begin; [0] all. */
typedef struct {
  uint64_t at[LYING_MAX + 1];
} Begins;

static Begins begins_of(uint64_t row)
{
  Begins begins = {{UINT64_MAX}};
  for (uint32_t lying = 1; lying <= LYING_MAX; lying++)
    begins.at[lying] = begins.at[lying & (lying - 1)] & row >> lap_plane_lowest(lying);
  return begins;
}

/* Those whose uppermost row is `y`. */
static uint16_t find_places(const Begins *row, const uint8_t *lying, int y, uint16_t n, LapCells *place)
{
  uint64_t at = UINT64_MAX;
  for (int i = 0; y + i < GEMS_TRACKER_HEIGHT; i++) at &= row[y + i].at[lying[i]];
  while (at) {
    uint32_t x = lap_plane_pop(&at);
    place[n] = (LapCells){{0}};
    for (int i = 0; y + i < GEMS_TRACKER_HEIGHT; i++) place[n].word[y + i] = (uint64_t)lying[i] << x;
    n++;
  }
  return n;
}

static uint16_t find_in_colour(const GemsCells *gems, uint8_t shape, uint16_t n, LapCells *place)
{
  Begins row[GEMS_TRACKER_HEIGHT];
  for (int y = 0; y < GEMS_TRACKER_HEIGHT; y++) row[y] = begins_of(gems->row[y]);
  for (uint8_t way = 0; way < shapes[shape].ways; way++) {
    const uint8_t *lying = shapes[shape].row[way];
    int height = lying[1] == 0 ? 1 : lying[2] == 0 ? 2 : 3;
    for (int y = 0; y + height <= GEMS_TRACKER_HEIGHT; y++) n = find_places(row, lying, y, n, place);
  }
  return n;
}

static void find_patterns(const GemsSurvey *survey, uint8_t shape, Places *places)
{
  uint16_t n = 0;
  for (uint8_t colour = GEMS_TRACKER_WHITE; colour <= GEMS_TRACKER_YELLOW; colour++) {
    places->first[colour] = n;
    if (survey->joined[colour] >= GEMS_OF_PATTERN) n = find_in_colour(&survey->of[colour], shape, n, places->place);
  }
  places->first[VALUES] = n;
}

/* --- how many of them */

static uint8_t most_apart(const Places *places, uint8_t enough)
{
  uint8_t patterns = 0;
  for (uint8_t colour = GEMS_TRACKER_WHITE; colour <= GEMS_TRACKER_YELLOW && patterns < enough; colour++) {
    uint16_t first = places->first[colour], n = places->first[colour + 1] - first;
    patterns += lap_pattern_most_apart(places->place + first, n, enough - patterns);
  }
  return patterns;
}

/* The cells that patterns cover, four to each. */
static uint8_t apart_at_most(const Places *places)
{
  uint8_t patterns = 0;
  for (uint8_t colour = GEMS_TRACKER_WHITE; colour <= GEMS_TRACKER_YELLOW; colour++) {
    LapCells covered = {{0}};
    for (uint16_t i = places->first[colour]; i < places->first[colour + 1]; i++)
      lap_cells_join(&covered, &places->place[i]);
    patterns += lap_cells_size(&covered) / GEMS_OF_PATTERN;
  }
  return patterns;
}

uint8_t gems_patterns(const uint8_t *ground, uint8_t shape, uint8_t enough)
{
  Places places;
  GemsSurvey survey = gems_survey(ground);
  find_patterns(&survey, shape, &places);
  return most_apart(&places, enough);
}

static uint8_t patterns_at_most(const GemsSurvey *survey, uint8_t shape)
{
  uint8_t patterns = 0;
  for (uint8_t colour = GEMS_TRACKER_WHITE; colour <= GEMS_TRACKER_YELLOW; colour++)
    patterns += gems_least(survey->joined[colour] / GEMS_OF_PATTERN, survey->inner[colour] / shapes[shape].inner);
  return patterns;
}

bool gems_have_patterns(const GemsSurvey *survey, uint8_t shape, uint8_t patterns)
{
  Places places;
  if (patterns_at_most(survey, shape) < patterns) return false;
  find_patterns(survey, shape, &places);
  return apart_at_most(&places) >= patterns && most_apart(&places, patterns) >= patterns;
}
