/* Matchings: the most pairs of a small graph that share no end.
 *
 * A graph is an array of masks: bit b of near[a] says that a and b may be a pair. It is symmetric, without a pair of
 * one alone; bits from the number of vertices on do not matter. It need not be bipartite: the search contracts blossoms
 * (Edmonds, "Paths, Trees, and Flowers", 1965). */
#ifndef LAPIDARY_MATCHING_H
#define LAPIDARY_MATCHING_H

#include <stdint.h>

#include "lapidary/decls.h"
#include "lapidary/grid.h"

LAP_BEGIN_DECLS

/* The most vertices of a graph. */
#define LAP_MATCHING_MAX 64
#define LAP_ALONE 0xFF

/* Makes a pair of a and b possible. */
static inline void lap_matching_join(uint64_t *near, uint8_t a, uint8_t b)
{
  near[a] |= UINT64_C(1) << b;
  near[b] |= UINT64_C(1) << a;
}

/* The most disjoint pairs among n vertices, at most 64. `mate_out` [n], or NULL, gets who is paired with whom,
 * LAP_ALONE for those who are not. */
uint8_t lap_matching(const uint64_t *near, uint8_t n, uint8_t *mate_out);

/* The most disjoint pairs of neighbouring cells (side by side), one of value a and one of value b; a and b may be
 * equal. Only the first 64 cells with such a value count. */
uint8_t lap_matching_of_cells(const LapShape *shape, const uint8_t *value, uint8_t a, uint8_t b);

LAP_END_DECLS

#endif
