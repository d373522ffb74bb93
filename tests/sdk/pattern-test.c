#include "lapidary/pattern.h"

#include <glib.h>
#include <string.h>

static const LapPattern line = {4, {0, 1, 2, 3}, {0, 0, 0, 0}};
static const LapPattern square = {4, {0, 1, 0, 1}, {0, 0, 1, 1}};
static const LapPattern tee = {4, {0, 1, 2, 1}, {0, 0, 0, 1}};
static const LapPattern ell = {4, {0, 0, 0, 1}, {0, 1, 2, 2}};
static const LapPattern ess = {4, {1, 2, 0, 1}, {0, 0, 1, 1}};
static const LapPattern eff = {5, {1, 2, 0, 1, 1}, {0, 0, 1, 1, 2}};
static const LapPattern one = {1, {7}, {-3}};

typedef struct {
  const char *name;
  const LapPattern *pattern;
  guint turned, turned_over;
} Ways;

static const Ways ways[] = {
    {"a line", &line, 2, 2}, {"a square", &square, 1, 1}, {"a T", &tee, 4, 4},           {"an L", &ell, 4, 8},
    {"an S", &ess, 2, 4},    {"an F", &eff, 4, 8},        {"a single cell", &one, 1, 1},
};

static void each_way_is_counted_once(gconstpointer data)
{
  const Ways *way = data;
  LapPattern lying[8];
  g_assert_cmpuint(lap_pattern_turn(way->pattern, LAP_AS_DRAWN, lying), ==, 1);
  g_assert_cmpuint(lap_pattern_turn(way->pattern, LAP_TURNED, lying), ==, way->turned);
  guint n = lap_pattern_turn(way->pattern, LAP_TURNED_OVER, lying);
  g_assert_cmpuint(n, ==, way->turned_over);
  for (guint i = 0; i < n; i++) {
    int x = 127, y = 127;
    for (guint cell = 0; cell < lying[i].n; cell++) {
      x = MIN(x, lying[i].x[cell]);
      y = MIN(y, lying[i].y[cell]);
    }
    g_assert_cmpint(x, ==, 0);
    g_assert_cmpint(y, ==, 0);
  }
}

/* Rows from the north; '.' is 0, '1'..'9' values. */
static LapShape drawn(const char *text, guint8 *value)
{
  const char *row_end = strchr(text, '/');
  guint width = row_end ? (guint)(row_end - text) : (guint)strlen(text), cells = 0;
  for (; *text; text++)
    if (*text != '/') value[cells++] = *text == '.' ? 0 : (guint8)(*text - '0');
  return (LapShape){.width = (guint8)width, .height = (guint8)(cells / width)};
}

typedef struct {
  const char *why, *cells;
  const LapPattern *pattern;
  LapTurning turning;
  guint found, apart;
} Case;

static const Case cases[] = {
    {"a square in a square", "11/11", &square, LAP_TURNED_OVER, 1, 1},
    {"overlapping squares", "111/111", &square, LAP_TURNED_OVER, 2, 1},
    {"two squares side by side", "1111/1111", &square, LAP_TURNED_OVER, 3, 2},
    {"only of one value", "1121/1121", &square, LAP_TURNED_OVER, 1, 1},
    {"a line is found once, not from both ends", "1111", &line, LAP_TURNED_OVER, 1, 1},
    {"a line that stands", "1/1/1/1", &line, LAP_TURNED, 1, 1},
    {"a line that must not stand", "1/1/1/1", &line, LAP_AS_DRAWN, 0, 0},
    {"lines in a long row", "111111111", &line, LAP_TURNED, 6, 2},
    {"a cross holds four T", ".1./111/.1.", &tee, LAP_TURNED, 4, 1},
    {"mirrored", "11/.1/.1", &ell, LAP_TURNED_OVER, 1, 1},
    {"not mirrored", "11/.1/.1", &ell, LAP_AS_DRAWN, 0, 0},
    {"an S and its mirror image", "..1111../.11..11.", &ess, LAP_TURNED_OVER, 2, 2},
    {"none on an empty grid", "..../....", &square, LAP_TURNED_OVER, 0, 0},
};

static guint find_all(const LapShape *shape, const guint8 *value, const LapPattern *pattern, LapTurning turning,
                      LapCells *found, guint capacity)
{
  LapPattern lying[8];
  guint8 n = lap_pattern_turn(pattern, turning, lying);
  LapCells of[2];
  lap_cells_by_value(value, MIN(lap_grid_cells(shape), LAP_CELLS_LIMIT), 2, of);
  return lap_pattern_find(shape, &of[1], lying, n, found, capacity);
}

static void a_pattern_is_found(gconstpointer data)
{
  const Case *this = data;
  guint8 value[64];
  LapCells found[64];
  LapShape shape = drawn(this->cells, value);
  guint n = find_all(&shape, value, this->pattern, this->turning, found, G_N_ELEMENTS(found));
  g_assert_cmpuint(n, ==, this->found);
  g_assert_cmpuint(lap_pattern_most_apart(found, n, 0), ==, this->apart);
}

/* --- against trying all */

static gboolean all_present(const LapShape *shape, const guint8 *value, const LapPattern *pattern, int turn, int x,
                            int y)
{
  for (guint i = 0; i < pattern->n; i++) {
    int px = turn & 4 ? -pattern->x[i] : pattern->x[i], py = pattern->y[i];
    for (int quarter = 0; quarter < (turn & 3); quarter++) {
      int kept = px;
      px = -py;
      py = kept;
    }
    px += x;
    py += y;
    if (px < 0 || py < 0 || px >= shape->width || py >= shape->height) return FALSE;
    if (value[px + py * shape->width] != 1) return FALSE;
  }
  return TRUE;
}

/* The cells that a pattern covers, as the bits of a word. */
static guint64 covered(const LapShape *shape, const LapPattern *pattern, int turn, int x, int y)
{
  guint64 cells = 0;
  for (guint i = 0; i < pattern->n; i++) {
    int px = turn & 4 ? -pattern->x[i] : pattern->x[i], py = pattern->y[i];
    for (int quarter = 0; quarter < (turn & 3); quarter++) {
      int kept = px;
      px = -py;
      py = kept;
    }
    cells |= G_GUINT64_CONSTANT(1) << ((px + x) + (py + y) * shape->width);
  }
  return cells;
}

static guint slow_find(const LapShape *shape, const guint8 *value, const LapPattern *pattern, guint64 *found)
{
  guint n = 0;
  for (int turn = 0; turn < 8; turn++)
    for (int y = -8; y < 16; y++)
      for (int x = -8; x < 16; x++) {
        if (!all_present(shape, value, pattern, turn, x, y)) continue;
        guint64 cells = covered(shape, pattern, turn, x, y);
        gboolean is_new = TRUE;
        for (guint i = 0; i < n; i++) is_new = is_new && found[i] != cells;
        if (is_new) found[n++] = cells;
      }
  return n;
}

static guint slow_apart(const guint64 *set, guint n, guint64 taken)
{
  guint best = 0;
  for (guint i = 0; i < n; i++)
    if (!(set[i] & taken)) best = MAX(best, 1 + slow_apart(set + i + 1, n - i - 1, taken | set[i]));
  return best;
}

static void all_places_are_found_and_most_are_kept_apart(void)
{
  static const LapPattern *const patterns[] = {&line, &square, &tee, &ell, &ess};
  for (guint round = 0; round < 150; round++) {
    const LapPattern *pattern = patterns[round % G_N_ELEMENTS(patterns)];
    const LapShape shape = {.width = (guint8)(3 + round % 4), .height = 4};
    guint8 value[32];
    LapCells found[256];
    guint64 slow[256];
    for (guint i = 0; i < 24; i++) value[i] = g_test_rand_int_range(0, 5) > 0;
    guint n = find_all(&shape, value, pattern, LAP_TURNED_OVER, found, G_N_ELEMENTS(found));
    g_assert_cmpuint(n, ==, slow_find(&shape, value, pattern, slow));
    for (guint i = 0; i < n; i++) {
      gboolean there = FALSE;
      for (guint j = 0; j < n; j++) there = there || found[i].word[0] == slow[j];
      g_assert_true(there);
    }
    guint apart = slow_apart(slow, n, 0);
    g_assert_cmpuint(lap_pattern_most_apart(found, n, 0), ==, apart);
    g_assert_cmpuint(lap_pattern_most_apart(found, n, 2), ==, MIN(apart, 2));
  }
}

static void what_does_not_fit_is_counted(void)
{
  const LapShape shape = {.width = 16, .height = 16};
  guint8 value[256];
  LapCells found[3] = {0};
  memset(value, 1, sizeof value);
  g_assert_cmpuint(find_all(&shape, value, &square, LAP_TURNED, found, 2), ==, 15 * 15);
  g_assert_cmpuint(found[2].word[0], ==, 0);
  g_assert_true(lap_cells_have(&found[1], 1) && lap_cells_have(&found[1], 18));
}

static void a_grid_too_large_has_no_patterns(void)
{
  static guint8 value[17 * 16];
  const LapShape shape = {.width = 17, .height = 16};
  memset(value, 1, sizeof value);
  g_assert_cmpuint(find_all(&shape, value, &square, LAP_TURNED, NULL, 0), ==, 0);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
    g_autofree char *path = g_strdelimit(g_strdup_printf("/pattern/the-ways-of/%s", ways[i].name), " ", '-');
    g_test_add_data_func(path, &ways[i], each_way_is_counted_once);
  }
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *path = g_strdelimit(g_strdup_printf("/pattern/find/%s", cases[i].why), " ", '-');
    g_test_add_data_func(path, &cases[i], a_pattern_is_found);
  }
  g_test_add_func("/pattern/all-places-are-found-and-most-kept-apart", all_places_are_found_and_most_are_kept_apart);
  g_test_add_func("/pattern/what-does-not-fit-is-counted", what_does_not_fit_is_counted);
  g_test_add_func("/pattern/a-grid-too-large-has-no-patterns", a_grid_too_large_has_no_patterns);
  return g_test_run();
}
