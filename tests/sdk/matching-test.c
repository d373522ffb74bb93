#include "lapidary/matching.h"

#include <glib.h>

/* The first vertex stays alone, or is paired with any that it is near. */
static guint slow_matching(const guint64 *near, guint n, guint64 used)
{
  guint first = 0, best;
  while (first < n && used >> first & 1) first++;
  if (first == n) return 0;
  used |= G_GUINT64_CONSTANT(1) << first;
  best = slow_matching(near, n, used);
  for (guint other = first + 1; other < n; other++)
    if (near[first] >> other & 1 && !(used >> other & 1))
      best = MAX(best, 1 + slow_matching(near, n, used | G_GUINT64_CONSTANT(1) << other));
  return best;
}

static void assert_mates_are_pairs(const guint64 *near, guint n, const guint8 *mate, guint pairs)
{
  guint paired = 0;
  for (guint8 i = 0; i < n; i++) {
    if (mate[i] == LAP_ALONE) continue;
    g_assert_cmpuint(mate[i], <, n);
    g_assert_cmpuint(mate[mate[i]], ==, i);
    g_assert_true(near[i] >> mate[i] & 1);
    paired++;
  }
  g_assert_cmpuint(paired, ==, 2 * pairs);
}

static void any_graph_gets_the_most_pairs(void)
{
  for (guint round = 0; round < 2000; round++) {
    guint64 near[10] = {0};
    guint8 mate[10], n = (guint8)g_test_rand_int_range(0, 11);
    guint edges = (guint)g_test_rand_int_range(0, 18);
    for (guint i = 0; i < edges && n > 1; i++) {
      guint8 a = (guint8)g_test_rand_int_range(0, n), b = (guint8)g_test_rand_int_range(0, n);
      if (a != b) lap_matching_join(near, a, b);
    }
    guint8 pairs = lap_matching(near, n, mate);
    g_assert_cmpuint(pairs, ==, slow_matching(near, n, 0));
    assert_mates_are_pairs(near, n, mate, pairs);
  }
}

/* Two triangles on a path: a search without blossoms pairs the path and leaves both tips alone. */
static void blossoms_are_contracted(void)
{
  static const guint8 edges[][2] = {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 5}, {5, 3}};
  guint64 near[6] = {0};
  for (guint i = 0; i < G_N_ELEMENTS(edges); i++) lap_matching_join(near, edges[i][0], edges[i][1]);
  g_assert_cmpuint(lap_matching(near, 6, NULL), ==, 3);
}

static void the_largest_graph_is_matched(void)
{
  guint64 near[LAP_MATCHING_MAX] = {0};
  guint8 mate[LAP_MATCHING_MAX];
  for (guint8 i = 0; i < LAP_MATCHING_MAX; i++)
    for (guint8 j = 0; j < i; j++) lap_matching_join(near, i, j);
  g_assert_cmpuint(lap_matching(near, 64, mate), ==, 32);
  assert_mates_are_pairs(near, 64, mate, 32);
  g_assert_cmpuint(lap_matching(near, 63, mate), ==, 31);
}

static void neighbouring_cells_are_paired(void)
{
  static const struct {
    guint8 value[12], a, b, pairs;
  } cases[] = {
      {{1, 2, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0}, 1, 2, 2}, {{1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 1, 2, 1},
      {{1, 2, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0}, 1, 2, 2}, {{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 1, 1, 6},
      {{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 1, 2, 0}, {{1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0}, 1, 2, 0},
      {{0, 1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 0}, 1, 1, 1}, {{0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0}, 1, 2, 0},
  };
  const LapShape shape = {.width = 4, .height = 3};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
    g_assert_cmpuint(lap_matching_of_cells(&shape, cases[i].value, cases[i].a, cases[i].b), ==, cases[i].pairs);
}

/* Straight from the words: a pair is two cells side by side, in either order. */
static guint slow_cells(const LapShape *shape, const guint8 *value, guint8 a, guint8 b)
{
  guint64 near[16] = {0};
  for (guint8 i = 0; i < 16; i++)
    for (guint8 j = 0; j < i; j++) {
      int apart = ABS(i % shape->width - j % shape->width) + ABS(i / shape->width - j / shape->width);
      gboolean fits = (value[i] == a && value[j] == b) || (value[i] == b && value[j] == a);
      if (apart == 1 && fits) lap_matching_join(near, i, j);
    }
  return slow_matching(near, 16, 0);
}

static void any_cells_get_the_most_pairs(void)
{
  const LapShape shape = {.width = 4, .height = 4};
  for (guint round = 0; round < 300; round++) {
    guint8 value[16];
    for (guint i = 0; i < 16; i++) value[i] = (guint8)g_test_rand_int_range(0, 4);
    guint8 b = round % 2 ? 2 : 1;
    g_assert_cmpuint(lap_matching_of_cells(&shape, value, 1, b), ==, slow_cells(&shape, value, 1, b));
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/matching/any-graph-gets-the-most-pairs", any_graph_gets_the_most_pairs);
  g_test_add_func("/matching/blossoms-are-contracted", blossoms_are_contracted);
  g_test_add_func("/matching/the-largest-graph-is-matched", the_largest_graph_is_matched);
  g_test_add_func("/matching/neighbouring-cells-are-paired", neighbouring_cells_are_paired);
  g_test_add_func("/matching/any-cells-get-the-most-pairs", any_cells_get_the_most_pairs);
  return g_test_run();
}
