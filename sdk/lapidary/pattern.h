/* Patterns: shapes of a few cells, where they lie on a grid, and how many fit without sharing a cell.
 *
 * A pattern is a list of cells relative to each other. It is turned by quarters and, if asked, mirrored. Grids here
 * have at most 256 cells; where a pattern may lie, and where it lies, are sets of cells. */
#ifndef LAPIDARY_PATTERN_H
#define LAPIDARY_PATTERN_H

#include "lapidary/cells.h"
#include "lapidary/decls.h"

LAP_BEGIN_DECLS

#define LAP_PATTERN_MAX 8

/* A pattern of n cells, 1..LAP_PATTERN_MAX, all different; what they are relative to does not matter. */
typedef struct {
  uint8_t n;
  int8_t x[LAP_PATTERN_MAX], y[LAP_PATTERN_MAX];
} LapPattern;

/* How a pattern may lie. */
typedef enum {
  LAP_AS_DRAWN,    /* as it is */
  LAP_TURNED,      /* and turned by one, two, three quarters */
  LAP_TURNED_OVER, /* and those mirrored */
} LapTurning;

/* The different ways in which a pattern may lie, each moved so that its least x and y are 0 and with its cells in the
 * order of y, then x. Into `lying` [8]. Returns how many: 1, 2, 4 or 8. */
uint8_t lap_pattern_turn(const LapPattern *pattern, LapTurning turning, LapPattern *lying);

/* Finds every place where a pattern lies within the cells `there`: `lying` are the ways in which it may lie, as
 * lap_pattern_turn gives them. Each set of cells once, in the order of ways, then of cells. Into `found` [capacity].
 * Returns how many there are, which may be more than `capacity`: the rest is not written. The grid has at most 256
 * cells; larger: 0. */
uint32_t lap_pattern_find(const LapShape *shape, const LapCells *there, const LapPattern *lying, uint8_t ways,
                          LapCells *found, uint32_t capacity);

/* The most of `n` sets that share no cell; no set is empty. Exact: a search, branching on one cell at a time, bounded
 * by the cells that are left. It stops as soon as it has `enough` (0: never enough), which is what makes it quick where
 * a rule only asks for three. Recursion goes down once a cell. */
uint32_t lap_pattern_most_apart(const LapCells *set, uint32_t n, uint32_t enough);

LAP_END_DECLS

#endif
