/* Gems on the ground of a seat: groups, pairs and patterns.
 *
 * `ground` is [GEMS_TRACKER_CELLS] of one seat. Areas stand a cell apart, so that nothing joins them; a bridge or bare
 * rock joins nothing either. */
#ifndef GEMS_TRACKER_GEMS_H
#define GEMS_TRACKER_GEMS_H

#include <stdbool.h>

#include "gems-tracker.h"

static inline bool gems_is_gem(uint8_t cell) { return cell >= GEMS_TRACKER_WHITE && cell <= GEMS_TRACKER_YELLOW; }

static inline uint8_t gems_least(uint8_t a, uint8_t b) { return a < b ? a : b; }

/* How big the group of each cell is, 0 where there is no gem. Into `size_out` [GEMS_TRACKER_CELLS]. */
void gems_group_sizes(const uint8_t *ground, uint8_t *size_out);

enum { GEMS_OF_PATTERN = 4 };

/* A set of cells of a ground: a word a row, so that nothing runs over the end of a row. */
typedef struct {
  uint64_t row[GEMS_TRACKER_HEIGHT];
} GemsCells;

/* What can be said of a ground at a glance. Of each colour: where its gems are, and how many; how many of them may be
 * in groups of four or more, and how many of those are between others. So how large a group could be at most, and how
 * many patterns there could be. */
typedef struct {
  GemsCells of[GEMS_TRACKER_YELLOW + 1];
  uint8_t gems[GEMS_TRACKER_YELLOW + 1], joined[GEMS_TRACKER_YELLOW + 1], inner[GEMS_TRACKER_YELLOW + 1];
  uint8_t group_at_most, patterns_at_most;
} GemsSurvey;
GemsSurvey gems_survey(const uint8_t *ground);

/* How many of these are in columns `from`..`to` - 1 of the ground. */
uint8_t gems_in_columns(const GemsCells *gems, uint8_t from, uint8_t to);

/* Whether so much is there: far quicker than counting, where it is not. */
bool gems_have_group(const GemsSurvey *survey, uint8_t size);
bool gems_have_patterns(const GemsSurvey *survey, uint8_t shape, uint8_t patterns);
bool gems_may_have_pairs(const GemsSurvey *survey, uint8_t colour, uint8_t other, uint8_t pairs);

/* The size of the largest group of all. */
uint8_t gems_largest_group(const uint8_t *ground);

/* The most pairs of neighbours, one of each of two colours, none in two pairs. */
uint8_t gems_pairs(const uint8_t *ground, uint8_t colour, uint8_t other);

/* The shapes of tenders I and J. */
enum { GEMS_T, GEMS_L, GEMS_S, GEMS_O, GEMS_I };

/* The most patterns of four gems of one colour each, turned and mirrored as they like, that share no gem. Stops
 * counting at `enough`. */
uint8_t gems_patterns(const uint8_t *ground, uint8_t shape, uint8_t enough);

#endif
