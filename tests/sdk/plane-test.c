/* Planes against the same questions asked cell by cell. */
#include "lapidary/plane.h"

#include <glib.h>

/* With guards: a bit between lines in each. */
static const LapShape shapes[] = {
    {.width = 3, .height = 3, .step_x = 1, .step_y = 4},
    {.width = 7, .height = 6, .origin = 5, .step_x = 7, .step_y = -1},
    {.width = 7, .height = 8, .step_x = 1, .step_y = 8},
    {.width = 5, .height = 6, .origin = 40, .step_x = -8, .step_y = 1},
    {.width = 4, .height = 5, .origin = 50, .step_x = -2, .step_y = -10},
};

static guint64 random_set(guint64 within)
{
  guint64 a = (guint64)g_test_rand_int() << 32 | (guint32)g_test_rand_int();
  guint64 b = (guint64)g_test_rand_int() << 32 | (guint32)g_test_rand_int();
  return (g_test_rand_bit() ? a | b : a) & within;
}

static guint larger(const LapShape *shape) { return (guint)MAX(ABS(shape->step_x), ABS(shape->step_y)); }
static guint smaller(const LapShape *shape) { return (guint)MIN(ABS(shape->step_x), ABS(shape->step_y)); }

static gboolean has(const LapShape *shape, guint64 set, int x, int y)
{
  if (x < 0 || y < 0 || x >= shape->width || y >= shape->height) return FALSE;
  return set >> lap_plane_at(shape, x, y) & 1;
}

static void each_cell_has_its_bit(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(shapes); i++) {
    const LapShape *shape = &shapes[i];
    guint64 whole = 0;
    for (guint cell = 0; cell < (guint)shape->width * shape->height; cell++) {
      int x = (int)cell % shape->width, y = (int)cell / shape->width;
      g_assert_cmpint(lap_plane_of_cell(shape, cell), ==, shape->origin + x * shape->step_x + y * shape->step_y);
      g_assert_cmpuint(lap_plane_cell_of(shape, lap_plane_of_cell(shape, cell)), ==, cell);
      g_assert_cmpuint(whole & lap_plane_cell(shape, cell), ==, 0);
      whole |= lap_plane_cell(shape, cell);
    }
    g_assert_cmpuint(lap_plane_whole(shape), ==, whole);
  }
}

static void bits_are_counted_and_numbered(void)
{
  for (guint round = 0; round < 2000; round++) {
    guint64 set = round == 0 ? 0 : round == 1 ? G_MAXUINT64 : random_set(round % 3 ? G_MAXUINT64 : 0x8000000000010001);
    guint64 rest = set;
    guint n = 0;
    for (guint bit = 0; bit < 64; bit++) {
      if (!(set >> bit & 1)) continue;
      g_assert_cmpuint(lap_plane_lowest(rest), ==, bit);
      g_assert_cmpuint(lap_plane_pop(&rest), ==, bit);
      g_assert_cmpuint(lap_plane_nth(set, n++), ==, bit);
    }
    g_assert_cmpuint(rest, ==, 0);
    g_assert_cmpuint(lap_plane_size(set), ==, n);
  }
}

static void cells_are_found_by_their_value(void)
{
  for (guint round = 0; round < 2000; round++) {
    guint8 cell[64], value = round % 2 ? (guint8)g_test_rand_int() : 0;
    for (guint i = 0; i < 64; i++)
      cell[i] = g_test_rand_bit() ? value : (guint8)(value ^ 1 << g_test_rand_int_range(0, 8));
    guint64 set = 0;
    for (guint i = 0; i < 64; i++) set |= (guint64)(cell[i] == value) << i;
    g_assert_cmpuint(lap_plane_where(cell, 64, value), ==, set);
    g_assert_cmpuint(lap_plane_where(cell, 24, value), ==, set & 0xFFFFFF);
  }
}

static gboolean line_from(const LapShape *shape, guint64 set, int x, int y, int dx, int dy, guint k)
{
  for (guint i = 0; i < k; i++)
    if (!has(shape, set, x + (int)i * dx, y + (int)i * dy)) return FALSE;
  return TRUE;
}

static gboolean line_anywhere(const LapShape *shape, guint64 set, guint k)
{
  static const int direction[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
  for (int y = 0; y < shape->height; y++)
    for (int x = 0; x < shape->width; x++)
      for (guint d = 0; d < 4; d++)
        if (line_from(shape, set, x, y, direction[d][0], direction[d][1], k)) return TRUE;
  return FALSE;
}

static void lines_are_found(void)
{
  for (guint round = 0; round < 4000; round++) {
    const LapShape *shape = &shapes[round % G_N_ELEMENTS(shapes)];
    guint64 set = random_set(lap_plane_whole(shape));
    for (guint k = 1; k <= 8; k++)
      g_assert_cmpint(lap_plane_has_line(set, larger(shape), smaller(shape), k), ==, line_anywhere(shape, set, k));
  }
}

/* The very cells: a line stands where it begins. */
static void a_line_is_where_it_begins(void)
{
  for (guint round = 0; round < 2000; round++) {
    guint64 set = random_set(G_MAXUINT64);
    guint step = 1 + round % 9, k = 1 + round % 8;
    guint64 begins = 0;
    for (guint bit = 0; bit + (k - 1) * step < 64; bit++) {
      gboolean line = TRUE;
      for (guint i = 0; i < k; i++) line = line && set >> (bit + i * step) & 1;
      begins |= (guint64)line << bit;
    }
    g_assert_cmphex(lap_plane_lines(set, step, k), ==, begins);
  }
}

static void a_long_line_ends_with_the_word(void)
{
  g_assert_cmphex(lap_plane_lines(G_MAXUINT64, 16, 4), ==, 0xFFFF);
  g_assert_cmphex(lap_plane_lines(G_MAXUINT64, 16, 5), ==, 0);
  g_assert_cmphex(lap_plane_lines(G_MAXUINT64, 63, 8), ==, 0);
}

static void a_set_is_shifted(void)
{
  g_assert_cmphex(lap_plane_shift(0xF0, 4), ==, 0xF00);
  g_assert_cmphex(lap_plane_shift(0xF0, -6), ==, 0x3);
  g_assert_cmphex(lap_plane_shift(0xF0, 0), ==, 0xF0);
}

static guint64 slow_flood(const LapShape *shape, guint64 from, guint64 within)
{
  guint64 reached = from & within;
  for (gboolean grew = TRUE; grew;) {
    grew = FALSE;
    for (int y = 0; y < shape->height; y++)
      for (int x = 0; x < shape->width; x++) {
        guint64 bit = G_GUINT64_CONSTANT(1) << lap_plane_at(shape, x, y);
        gboolean next = has(shape, reached, x - 1, y) || has(shape, reached, x + 1, y) ||
                        has(shape, reached, x, y - 1) || has(shape, reached, x, y + 1);
        if (!next || reached & bit || !(within & bit)) continue;
        reached |= bit;
        grew = TRUE;
      }
  }
  return reached;
}

static void a_flood_reaches_what_can_be_reached(void)
{
  for (guint round = 0; round < 2000; round++) {
    const LapShape *shape = &shapes[round % G_N_ELEMENTS(shapes)];
    guint64 within = random_set(lap_plane_whole(shape));
    guint cell = (guint)g_test_rand_int_range(0, shape->width * shape->height);
    guint64 from = lap_plane_cell(shape, cell);
    g_assert_cmphex(lap_plane_flood(from, within, larger(shape), smaller(shape)), ==, slow_flood(shape, from, within));
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/plane/each-cell-has-a-bit-of-its-own", each_cell_has_its_bit);
  g_test_add_func("/plane/bits-are-counted-and-numbered", bits_are_counted_and_numbered);
  g_test_add_func("/plane/cells-are-found-by-their-value", cells_are_found_by_their_value);
  g_test_add_func("/plane/lines-are-found-and-never-run-round-the-edge", lines_are_found);
  g_test_add_func("/plane/a-line-is-where-it-begins", a_line_is_where_it_begins);
  g_test_add_func("/plane/a-long-line-ends-with-the-word", a_long_line_ends_with_the_word);
  g_test_add_func("/plane/a-set-is-shifted-both-ways", a_set_is_shifted);
  g_test_add_func("/plane/a-flood-reaches-what-can-be-reached", a_flood_reaches_what_can_be_reached);
  return g_test_run();
}
