#include "lapidary/map.h"

#include <glib.h>

#include "lapidary/state.h"

#define MINE_STATE(F, T)                                   \
  F(T, COUNT, rooms)                                       \
  F(T, COLUMN, rooms, i16, x, 6, .visibility = LAP_PUBLIC) \
  F(T, COLUMN, rooms, i16, y, 6, .visibility = LAP_PUBLIC)
LAP_STATE(Mine, mine, MINE_STATE)

/*  . 3 4
 *  1 0 .
 *  . 2 .   and 0 is at (0, 0) */
static Mine dug(void)
{
  static const int at[][2] = {{0, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}};
  Mine mine = {0};
  for (guint i = 0; i < G_N_ELEMENTS(at); i++)
    g_assert_cmpuint(lap_map_add(LAP_MAP(&mine.rooms, mine.x, mine.y), at[i][0], at[i][1]), ==, i);
  return mine;
}

static LapConstMap read_map(const Mine *mine) { return LAP_CONST_MAP(&mine->rooms, mine->x, mine->y); }

static void a_place_is_found_where_it_was_added(void)
{
  Mine mine = dug();
  g_assert_cmpuint(lap_map_find(read_map(&mine), -1, 0), ==, 1);
  g_assert_cmpuint(lap_map_find(read_map(&mine), 1, -1), ==, 4);
  g_assert_cmpuint(lap_map_find(read_map(&mine), 1, 0), ==, LAP_NOWHERE);
  /* 65536 is 0 in 16 bits */
  g_assert_cmpuint(lap_map_find(read_map(&mine), 65536, 0), ==, LAP_NOWHERE);
}

static void nothing_is_added_where_it_cannot_be(void)
{
  Mine mine = dug(), before = mine;
  LapMap map = LAP_MAP(&mine.rooms, mine.x, mine.y);
  g_assert_cmpuint(lap_map_add(map, 0, 1), ==, LAP_NOWHERE);
  g_assert_cmpuint(lap_map_add(map, 40000, 1), ==, LAP_NOWHERE);
  g_assert_cmpuint(lap_map_add(map, 1, -40000), ==, LAP_NOWHERE);
  g_assert_cmpmem(&mine, sizeof mine, &before, sizeof before);
  g_assert_cmpuint(lap_map_add(map, 9, 9), ==, 5);
  g_assert_cmpuint(lap_map_add(map, 10, 9), ==, LAP_NOWHERE);
  g_assert_cmpuint(mine.rooms, ==, 6);
}

static void places_have_neighbours(void)
{
  Mine mine = dug();
  guint16 next[8];
  g_assert_cmpuint(lap_map_step(read_map(&mine), 0, LAP_NORTH), ==, 3);
  g_assert_cmpuint(lap_map_step(read_map(&mine), 0, LAP_NORTH_EAST), ==, 4);
  g_assert_cmpuint(lap_map_step(read_map(&mine), 0, LAP_EAST), ==, LAP_NOWHERE);
  g_assert_cmpuint(lap_map_neighbours(read_map(&mine), 0, 4, next), ==, 3);
  g_assert_true(next[0] == 3 && next[1] == 2 && next[2] == 1);
  g_assert_cmpuint(lap_map_neighbours(read_map(&mine), 0, 8, next), ==, 4);
  g_assert_cmpuint(next[3], ==, 4);
}

static void a_step_from_the_edge_of_the_world_leads_nowhere(void)
{
  Mine mine = {0};
  LapMap map = LAP_MAP(&mine.rooms, mine.x, mine.y);
  lap_map_add(map, G_MAXINT16, 0);
  lap_map_add(map, G_MININT16, 0);
  g_assert_cmpuint(lap_map_step(read_map(&mine), 0, LAP_EAST), ==, LAP_NOWHERE);
  g_assert_cmpuint(lap_map_distance(read_map(&mine), 0, 1), ==, 65535);
}

static void bounds_hold_all_places(void)
{
  Mine mine = dug(), empty = {0};
  LapBounds bounds = lap_map_bounds(read_map(&mine)), none = lap_map_bounds(read_map(&empty));
  g_assert_true(bounds.x_min == -1 && bounds.x_max == 1 && bounds.y_min == -1 && bounds.y_max == 1);
  g_assert_true(none.x_min == 0 && none.x_max == 0 && none.y_min == 0 && none.y_max == 0);
}

static void distances_are_in_steps(void)
{
  Mine mine = dug();
  g_assert_cmpuint(lap_map_distance(read_map(&mine), 1, 4), ==, 3);
  g_assert_cmpuint(lap_map_distance_king(read_map(&mine), 1, 4), ==, 2);
  g_assert_cmpuint(lap_map_distance(read_map(&mine), 2, 2), ==, 0);
}

/* Doors: everything is open but the way from 0 to 3; from 3 to 0 one may go. */
static bool is_open(uint16_t from, uint8_t direction, uint16_t to, const void *user)
{
  g_assert_cmpuint(lap_map_step(*(const LapConstMap *)user, from, direction), ==, to);
  return !(from == 0 && to == 3);
}

static void a_walk_goes_through_open_doors_only(void)
{
  Mine mine = dug();
  LapConstMap map = read_map(&mine);
  guint16 steps[6];
  g_assert_cmpuint(lap_map_walk(map, 2, 4, is_open, &map, steps), ==, 3);
  g_assert_true(steps[2] == 0 && steps[0] == 1 && steps[1] == 2);
  g_assert_true(steps[3] == LAP_NOWHERE && steps[4] == LAP_NOWHERE);
  g_assert_cmpuint(lap_map_walk(map, 4, 4, is_open, &map, steps), ==, 5);
  g_assert_true(steps[4] == 0 && steps[3] == 1 && steps[0] == 2 && steps[1] == 3 && steps[2] == 3);
  g_assert_cmpuint(lap_map_walk(map, 2, 8, is_open, &map, steps), ==, 5);
  g_assert_cmpuint(steps[3], ==, 2); /* round the closed door, from 1 along the diagonal */
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/map/a-place-is-found-where-it-was-added", a_place_is_found_where_it_was_added);
  g_test_add_func("/map/nothing-is-added-where-it-cannot-be", nothing_is_added_where_it_cannot_be);
  g_test_add_func("/map/places-have-neighbours", places_have_neighbours);
  g_test_add_func("/map/a-step-from-the-edge-of-the-world-leads-nowhere",
                  a_step_from_the_edge_of_the_world_leads_nowhere);
  g_test_add_func("/map/bounds-hold-all-places", bounds_hold_all_places);
  g_test_add_func("/map/distances-are-in-steps", distances_are_in_steps);
  g_test_add_func("/map/a-walk-goes-through-open-doors-only", a_walk_goes_through_open_doors_only);
  return g_test_run();
}
