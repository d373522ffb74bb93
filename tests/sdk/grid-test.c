#include "lapidary/grid.h"

#include <glib.h>
#include <string.h>

/* A grid of 5 x 4 for what is written out by hand. */
static const LapShape board = {.width = 5, .height = 4};

static void directions_turn(void)
{
  g_assert_cmpuint(lap_direction_turned(LAP_NORTH, 1), ==, LAP_EAST);
  g_assert_cmpuint(lap_direction_turned(LAP_NORTH, -1), ==, LAP_WEST);
  g_assert_cmpuint(lap_direction_turned(LAP_NORTH_WEST, 1), ==, LAP_NORTH_EAST);
  g_assert_cmpuint(lap_direction_turned(LAP_SOUTH_EAST, 6), ==, LAP_NORTH_WEST);
  for (guint8 direction = 0; direction < 8; direction++) {
    guint8 right = lap_direction_turned(direction, 1), back = lap_direction_opposite(direction);
    g_assert_cmpint(lap_direction_x(right), ==, -lap_direction_y(direction));
    g_assert_cmpint(lap_direction_y(right), ==, lap_direction_x(direction));
    g_assert_cmpint(lap_direction_x(back), ==, -lap_direction_x(direction));
    g_assert_cmpint(lap_direction_y(back), ==, -lap_direction_y(direction));
  }
}

static void cells_are_numbered_by_rows(void)
{
  guint16 cell = 0;
  for (int y = 0; y < 4; y++)
    for (int x = 0; x < 5; x++, cell++) {
      g_assert_cmpuint(lap_grid_cell(&board, x, y), ==, cell);
      g_assert_cmpint(lap_grid_x(&board, cell), ==, x);
      g_assert_cmpint(lap_grid_y(&board, cell), ==, y);
    }
  g_assert_cmpuint(lap_grid_cells(&board), ==, cell);
}

typedef struct {
  int x, y;
} Point;

static void off_the_grid_is_nowhere(void)
{
  static const Point off[] = {{-1, 0}, {0, -1}, {5, 0}, {0, 4}, {-1, -1}, {255, 255}};
  for (guint i = 0; i < G_N_ELEMENTS(off); i++)
    g_assert_cmpuint(lap_grid_cell(&board, off[i].x, off[i].y), ==, LAP_NOWHERE);
  g_assert_cmpuint(lap_grid_step(&board, 4, LAP_EAST), ==, LAP_NOWHERE);
  g_assert_cmpuint(lap_grid_step(&board, 5, LAP_WEST), ==, LAP_NOWHERE);
  g_assert_cmpuint(lap_grid_step(&board, 6, LAP_SOUTH_WEST), ==, 10);
}

typedef struct {
  guint16 cell;
  guint8 directions, n;
  guint16 next[8];
} Neighbours;

static void neighbours_are_next_to_a_cell(void)
{
  static const Neighbours cases[] = {
      {6, 4, 4, {1, 7, 11, 5}}, {0, 4, 2, {1, 5}},    {19, 4, 2, {14, 18}}, {6, 8, 8, {1, 7, 11, 5, 2, 12, 10, 0}},
      {0, 8, 3, {1, 5, 6}},     {4, 8, 3, {9, 3, 8}},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    guint16 next[8];
    g_assert_cmpuint(lap_grid_neighbours(&board, cases[i].cell, cases[i].directions, next), ==, cases[i].n);
    g_assert_cmpmem(next, cases[i].n * sizeof *next, cases[i].next, cases[i].n * sizeof *next);
  }
}

/* --- rays */

static bool is_gem(uint16_t cell, const void *user) { return ((const char *)user)[cell] == 'g'; }

typedef struct {
  guint16 cell;
  guint8 direction;
  guint16 over, end;
} Ray;

static void a_ray_goes_on_until_something_stops_it(void)
{
  static const char cells[] = "LgggL"
                              "g.g.."
                              "g..g."
                              "....g";
  static const Ray rays[] = {
      {0, LAP_EAST, 3, 4},       {4, LAP_WEST, 3, 0},
      {0, LAP_SOUTH, 2, 15},     {0, LAP_NORTH, 0, LAP_NOWHERE},
      {0, LAP_SOUTH_EAST, 0, 6}, {1, LAP_SOUTH_EAST, 3, LAP_NOWHERE},
      {15, LAP_NORTH, 2, 0},
  };
  for (guint i = 0; i < G_N_ELEMENTS(rays); i++) {
    guint16 end = 0;
    g_assert_cmpuint(lap_grid_ray(&board, rays[i].cell, rays[i].direction, is_gem, cells, &end), ==, rays[i].over);
    g_assert_cmpuint(end, ==, rays[i].end);
  }
  g_assert_cmpuint(lap_grid_ray(&board, 0, LAP_EAST, is_gem, cells, NULL), ==, 3);
}

/* --- floods and groups, against sweeping until nothing changes */

typedef struct {
  LapShape shape;
  guint8 value[20 * 12];
} Random;

static void make_random(Random *random)
{
  random->shape = (LapShape){.width = (guint8)g_test_rand_int_range(1, 21),
                             .height = (guint8)g_test_rand_int_range(1, 13)};
  for (guint i = 0; i < sizeof random->value; i++) random->value[i] = (guint8)g_test_rand_int_range(0, 3);
}

static bool both_alike(uint16_t from, uint16_t to, const void *user)
{
  const Random *random = user;
  return random->value[from] == random->value[to];
}

static gboolean touches(const Random *random, guint16 a, guint16 b, guint8 directions)
{
  int dx = ABS(a % random->shape.width - b % random->shape.width);
  int dy = ABS(a / random->shape.width - b / random->shape.width);
  return directions == 4 ? dx + dy == 1 : MAX(dx, dy) == 1;
}

static void sweep_from(const Random *random, guint16 start, guint8 directions, gboolean *reached)
{
  guint cells = random->shape.width * random->shape.height;
  memset(reached, 0, cells * sizeof *reached);
  reached[start] = TRUE;
  for (gboolean grew = TRUE; grew;) {
    grew = FALSE;
    for (guint16 a = 0; a < cells; a++)
      for (guint16 b = 0; b < cells; b++)
        if (reached[a] && !reached[b] && touches(random, a, b, directions) && random->value[a] == random->value[b])
          grew = reached[b] = TRUE;
  }
}

static void a_flood_fills_what_is_joined(void)
{
  for (guint round = 0; round < 60; round++) {
    Random random;
    guint8 directions = round % 2 ? 4 : 8;
    gboolean reached[G_N_ELEMENTS(random.value)];
    guint16 flooded[G_N_ELEMENTS(random.value)];
    make_random(&random);
    guint16 cells = lap_grid_cells(&random.shape), start = (guint16)g_test_rand_int_range(0, cells);
    guint16 n = lap_grid_flood(&random.shape, start, directions, both_alike, &random, flooded);
    sweep_from(&random, start, directions, reached);
    g_assert_cmpuint(flooded[0], ==, start);
    for (guint16 i = 0; i < n; i++) {
      g_assert_true(reached[flooded[i]]);
      reached[flooded[i]] = FALSE; /* so that no cell comes twice */
    }
    for (guint16 cell = 0; cell < cells; cell++) g_assert_false(reached[cell]);
  }
}

static void assert_group_is(const Random *random, const guint16 *group, guint16 first, const gboolean *reached)
{
  guint size = 0;
  for (guint16 cell = 0; cell < lap_grid_cells(&random->shape); cell++) {
    g_assert_cmpint(group[cell] == group[first], ==, reached[cell]);
    size += reached[cell];
  }
  g_assert_cmpuint(lap_grid_group_size(&random->shape, group, group[first]), ==, size);
}

static void groups_are_numbered_by_their_first_cells(void)
{
  for (guint round = 0; round < 30; round++) {
    Random random;
    guint8 directions = round % 2 ? 4 : 8;
    gboolean reached[G_N_ELEMENTS(random.value)];
    guint16 group[G_N_ELEMENTS(random.value)], highest = 0;
    make_random(&random);
    guint16 groups = lap_grid_groups(&random.shape, random.value, directions, group);
    for (guint16 cell = 0; cell < lap_grid_cells(&random.shape); cell++) {
      g_assert_cmpint(group[cell] == 0, ==, random.value[cell] == 0);
      if (group[cell] <= highest) continue;
      g_assert_cmpuint(group[cell], ==, ++highest);
      sweep_from(&random, cell, directions, reached);
      assert_group_is(&random, group, cell, reached);
    }
    g_assert_cmpuint(groups, ==, highest);
  }
}

static void the_largest_grid_is_one_group(void)
{
  static guint8 value[LAP_CELLS_MAX];
  static guint16 group[LAP_CELLS_MAX];
  const LapShape largest = {.width = 255, .height = 255};
  memset(value, 1, sizeof value);
  g_assert_cmpuint(lap_grid_groups(&largest, value, 4, group), ==, 1);
  g_assert_cmpuint(lap_grid_group_size(&largest, group, 1), ==, LAP_CELLS_MAX);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/grid/directions-turn-by-quarters", directions_turn);
  g_test_add_func("/grid/cells-are-numbered-by-rows", cells_are_numbered_by_rows);
  g_test_add_func("/grid/off-the-grid-is-nowhere", off_the_grid_is_nowhere);
  g_test_add_func("/grid/neighbours-are-next-to-a-cell", neighbours_are_next_to_a_cell);
  g_test_add_func("/grid/a-ray-goes-on-until-something-stops-it", a_ray_goes_on_until_something_stops_it);
  g_test_add_func("/grid/a-flood-fills-what-is-joined", a_flood_fills_what_is_joined);
  g_test_add_func("/grid/groups-are-numbered-by-their-first-cells", groups_are_numbered_by_their_first_cells);
  g_test_add_func("/grid/the-largest-grid-is-one-group", the_largest_grid_is_one_group);
  return g_test_run();
}
