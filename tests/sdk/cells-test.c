#include "lapidary/cells.h"

#include <glib.h>
#include <string.h>

/* Grids narrower than a word, as wide, and wider. */
static const LapShape shapes[] = {{.width = 1, .height = 7},  {.width = 5, .height = 4},  {.width = 16, .height = 16},
                                  {.width = 42, .height = 3}, {.width = 63, .height = 4}, {.width = 64, .height = 4},
                                  {.width = 70, .height = 3}, {.width = 255, .height = 1}};

static void fill(const LapShape *shape, guint8 *value)
{
  gint density = g_test_rand_int_range(2, 5);
  for (guint i = 0; i < lap_grid_cells(shape); i++) value[i] = (guint8)g_test_rand_int_range(0, density);
}

static void values_are_told_apart(void)
{
  for (guint s = 0; s < G_N_ELEMENTS(shapes); s++) {
    guint8 value[LAP_CELLS_LIMIT];
    LapCells of[3];
    fill(&shapes[s], value);
    lap_cells_by_value(value, lap_grid_cells(&shapes[s]), 3, of);
    guint size[3] = {0};
    for (guint16 cell = 0; cell < lap_grid_cells(&shapes[s]); cell++)
      for (guint v = 0; v < 3; v++) {
        g_assert_cmpint(lap_cells_have(&of[v], cell), ==, value[cell] == v);
        size[v] += value[cell] == v;
      }
    for (guint v = 0; v < 3; v++) g_assert_cmpuint(lap_cells_size(&of[v]), ==, size[v]);
  }
}

/* As lap_grid_groups finds it, cell by cell. */
static void a_group_is_what_hangs_together(void)
{
  for (guint round = 0; round < 200; round++) {
    const LapShape *shape = &shapes[round % G_N_ELEMENTS(shapes)];
    guint8 value[LAP_CELLS_LIMIT];
    guint16 group[LAP_CELLS_LIMIT];
    LapCells of[5];
    fill(shape, value);
    lap_cells_by_value(value, lap_grid_cells(shape), 5, of);
    lap_grid_groups(shape, value, 4, group);
    for (guint16 cell = 0; cell < lap_grid_cells(shape); cell += 3) {
      if (value[cell] == 0) continue; /* lap_grid_groups leaves these alone */
      LapCells found = lap_cells_group(shape, &of[value[cell]], cell);
      for (guint16 other = 0; other < lap_grid_cells(shape); other++)
        if (lap_cells_have(&found, other) != (group[other] == group[cell]))
          g_error("%u x %u: cells %u and %u", shape->width, shape->height, cell, other);
    }
  }
}

static void a_row_is_read_from_its_first_cell_on(void)
{
  for (guint s = 0; s < G_N_ELEMENTS(shapes); s++) {
    guint8 value[LAP_CELLS_LIMIT];
    LapCells of[2];
    fill(&shapes[s], value);
    lap_cells_by_value(value, lap_grid_cells(&shapes[s]), 2, of);
    for (guint16 first = 0; first < LAP_CELLS_LIMIT; first++)
      for (guint16 i = 0; i < 64; i++)
        g_assert_cmpint(lap_cells_from(&of[1], first) >> i & 1, ==,
                        first + i < LAP_CELLS_LIMIT && lap_cells_have(&of[1], (guint16)(first + i)));
  }
}

static void moving_on_and_back_loses_only_the_ends(void)
{
  for (guint16 by = 0; by < LAP_CELLS_LIMIT; by++)
    for (guint16 cell = 0; cell < LAP_CELLS_LIMIT; cell++) {
      LapCells one = {{0}};
      lap_cells_add(&one, cell);
      LapCells on = lap_cells_on(&one, by), back = lap_cells_back(&one, by);
      g_assert_cmpuint(lap_cells_size(&on), ==, cell + by < LAP_CELLS_LIMIT);
      g_assert_cmpuint(lap_cells_size(&back), ==, cell >= by);
      if (cell + by < LAP_CELLS_LIMIT) g_assert_cmpuint(lap_cells_lowest(&on), ==, cell + by);
      if (cell >= by) g_assert_cmpuint(lap_cells_lowest(&back), ==, cell - by);
    }
}

static void sets_join_leave_and_meet(void)
{
  LapCells a = {{5, 0, 1, 0}}, b = {{4, 0, 0, 8}};
  g_assert_true(lap_cells_meet(&a, &b));
  lap_cells_leave(&a, &b);
  g_assert_false(lap_cells_meet(&a, &b));
  lap_cells_join(&a, &b);
  g_assert_cmpuint(lap_cells_size(&a), ==, 4);
  lap_cells_leave(&a, &a);
  g_assert_true(lap_cells_none(&a));
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cells/values-are-told-apart", values_are_told_apart);
  g_test_add_func("/cells/a-group-is-what-hangs-together", a_group_is_what_hangs_together);
  g_test_add_func("/cells/a-row-is-read-from-its-first-cell-on", a_row_is_read_from_its_first_cell_on);
  g_test_add_func("/cells/moving-on-and-back-loses-only-the-ends", moving_on_and_back_loses_only_the_ends);
  g_test_add_func("/cells/sets-join-leave-and-meet", sets_join_leave_and_meet);
  return g_test_run();
}
