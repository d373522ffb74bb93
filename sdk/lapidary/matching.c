#include "lapidary/matching.h"

#include <string.h>

#include "lapidary/plane.h"

/* One search for an augmenting path: a forest of alternating paths from a vertex that is alone. Contracted blossoms are
 * represented by their base. */
typedef struct {
  const uint64_t *near;
  uint8_t n;
  uint8_t mate[LAP_MATCHING_MAX];   /* or LAP_ALONE */
  uint8_t parent[LAP_MATCHING_MAX]; /* of a vertex at an odd distance: the one it was reached from, or LAP_ALONE */
  uint8_t base[LAP_MATCHING_MAX];
  uint8_t queue[LAP_MATCHING_MAX]; /* [queued] vertices at an even distance */
  uint8_t queued;
  uint64_t even; /* those in the queue */
} Search;

static void reach(Search *search, uint8_t vertex)
{
  if (search->even >> vertex & 1) return;
  search->even |= UINT64_C(1) << vertex;
  search->queue[search->queued++] = vertex;
}

/* The nearest common base on the ways from a and b to the root. */
static uint8_t common_base(const Search *search, uint8_t a, uint8_t b)
{
  uint64_t passed = 0;
  for (;;) {
    a = search->base[a];
    passed |= UINT64_C(1) << a;
    if (search->mate[a] == LAP_ALONE) break;
    a = search->parent[search->mate[a]];
  }
  for (b = search->base[b]; !(passed >> b & 1); b = search->base[search->parent[search->mate[b]]]) continue;
  return b;
}

/* Marks the bases of the blossom on the way from `vertex` down to its base, and lets the way be gone in both
 * directions. */
static uint64_t mark_way(Search *search, uint8_t vertex, uint8_t base, uint8_t child)
{
  uint64_t blossom = 0;
  while (search->base[vertex] != base) {
    uint8_t mate = search->mate[vertex];
    blossom |= UINT64_C(1) << search->base[vertex] | UINT64_C(1) << search->base[mate];
    search->parent[vertex] = child;
    child = mate;
    vertex = search->parent[mate];
  }
  return blossom;
}

static void contract(Search *search, uint8_t a, uint8_t b)
{
  uint8_t base = common_base(search, a, b);
  uint64_t blossom = mark_way(search, a, base, b) | mark_way(search, b, base, a);
  for (uint8_t i = 0; i < search->n; i++) {
    if (!(blossom >> search->base[i] & 1)) continue;
    search->base[i] = base;
    reach(search, i);
  }
}

/* Looks at one edge out of the forest. Returns the other end if it is alone: an augmenting path. */
static uint8_t follow(Search *search, uint8_t root, uint8_t from, uint8_t to)
{
  if (search->base[from] == search->base[to] || search->mate[from] == to) return LAP_ALONE;
  uint8_t mate = search->mate[to];
  if (to == root || (mate != LAP_ALONE && search->parent[mate] != LAP_ALONE)) {
    contract(search, from, to);
    return LAP_ALONE;
  }
  if (search->parent[to] != LAP_ALONE) return LAP_ALONE;
  search->parent[to] = from;
  if (mate == LAP_ALONE) return to;
  reach(search, mate);
  return LAP_ALONE;
}

static uint64_t everybody(uint8_t n) { return n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX; }

/* The other end of an augmenting path from `root`, LAP_ALONE if there is none. */
static uint8_t find_path(Search *search, uint8_t root)
{
  memset(search->parent, LAP_ALONE, sizeof search->parent);
  for (uint8_t i = 0; i < search->n; i++) search->base[i] = i;
  search->queued = 0;
  search->even = 0;
  reach(search, root);
  for (uint8_t done = 0; done < search->queued; done++)
    for (uint64_t near = search->near[search->queue[done]] & everybody(search->n); near;) {
      uint8_t end = follow(search, root, search->queue[done], (uint8_t)lap_plane_pop(&near));
      if (end != LAP_ALONE) return end;
    }
  return LAP_ALONE;
}

/* Swaps pairs and gaps along the path that ends here: one pair more. */
static void augment(Search *search, uint8_t end)
{
  while (end != LAP_ALONE) {
    uint8_t parent = search->parent[end], next = search->mate[parent];
    search->mate[end] = parent;
    search->mate[parent] = end;
    end = next;
  }
}

uint8_t lap_matching(const uint64_t *near, uint8_t n, uint8_t *mate_out)
{
  Search search = {.near = near, .n = n};
  uint8_t pairs = 0;
  memset(search.mate, LAP_ALONE, sizeof search.mate);
  for (uint8_t root = 0; root < n; root++) {
    if (search.mate[root] != LAP_ALONE || !near[root]) continue;
    uint8_t end = find_path(&search, root);
    if (end == LAP_ALONE) continue;
    augment(&search, end);
    pairs++;
  }
  if (mate_out) memcpy(mate_out, search.mate, n);
  return pairs;
}

static bool is_pair(uint8_t value, uint8_t other, uint8_t a, uint8_t b)
{
  return (value == a && other == b) || (value == b && other == a);
}

/* Of the earlier cells, only those to the north and to the west are neighbours. */
uint8_t lap_matching_of_cells(const LapShape *shape, const uint8_t *value, uint8_t a, uint8_t b)
{
  uint64_t near[LAP_MATCHING_MAX] = {0};
  uint16_t cell_of[LAP_MATCHING_MAX];
  uint8_t n = 0, north = 0;
  for (uint16_t cell = 0; cell < lap_grid_cells(shape) && n < LAP_MATCHING_MAX; cell++) {
    if (value[cell] != a && value[cell] != b) continue;
    while (north < n && cell_of[north] + shape->width < cell) north++;
    if (north < n && cell_of[north] + shape->width == cell && is_pair(value[cell], value[cell_of[north]], a, b))
      lap_matching_join(near, north, n);
    if (n > 0 && cell_of[n - 1] + 1 == cell && lap_grid_x(shape, cell) && is_pair(value[cell], value[cell - 1], a, b))
      lap_matching_join(near, n - 1, n);
    cell_of[n++] = cell;
  }
  return lap_matching(near, n, NULL);
}
