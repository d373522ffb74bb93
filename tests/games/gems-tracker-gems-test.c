/* Gems Tracker: counting gems, against slow and obvious references. */
#include <glib.h>
#include <string.h>

#include "plugins/gems-tracker/gems.h"

enum { WIDTH = GEMS_TRACKER_WIDTH, CELLS = GEMS_TRACKER_CELLS };

/* "WG.|R..|...": three rows from the left of the ground; '-' is rock and '=' a bridge. */
static void draw(guint8 *ground, const char *picture)
{
  static const char letters[] = ".WGRY-=";
  memset(ground, 0, CELLS);
  guint x = 0, y = 0;
  for (; *picture; picture++) {
    if (*picture == '|') {
      x = 0;
      y++;
    } else {
      ground[y * WIDTH + x++] = (guint8)(strchr(letters, *picture) - letters);
    }
  }
}

/* A ground of `width` columns, a part of it gems of the first `colours` colours. */
static void scatter(GRand *random, guint8 *ground, guint width, guint colours)
{
  memset(ground, 0, CELLS);
  for (guint y = 0; y < 3; y++)
    for (guint x = 0; x < width; x++) {
      gint gem = g_rand_int_range(random, 0, (gint)colours + 2);
      ground[y * WIDTH + x] = (guint8)(gem > (gint)colours ? GEMS_TRACKER_ROCK : gem);
    }
}

static gboolean next_to(guint a, guint b)
{
  gint dx = (gint)(a % WIDTH) - (gint)(b % WIDTH), dy = (gint)(a / WIDTH) - (gint)(b / WIDTH);
  return ABS(dx) + ABS(dy) == 1;
}

/* --- groups */

static const struct {
  const char *picture;
  guint largest;
} groups[] = {
    {"...|...|...", 0},   {"W..|...|...", 1},   {"WW.|.W.|..W", 3}, /* not across corners */
    {"WG.|GW.|WG.", 1},   {"WW|WW|WW", 6},      {"WWWW|R..R|RRRR", 6},
    {"WW-WW|...|...", 2}, {"WW.WW|...|...", 2}, {"WW==WW|..==..|......", 2},
    {"--|--|--", 0},      {"==|==|==", 0},      {"YYYYYYYYYY|Y........Y|YYYYYYYYYY", 22},
};

static void test_groups(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(groups); i++) {
    guint8 ground[CELLS];
    draw(ground, groups[i].picture);
    g_test_message("%s", groups[i].picture);
    g_assert_cmpuint(gems_largest_group(ground), ==, groups[i].largest);
  }
}

/* By joining until nothing changes. */
static guint slow_group_size(const guint8 *ground, guint cell)
{
  gboolean in[CELLS] = {FALSE};
  guint size = 1;
  in[cell] = TRUE;
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint a = 0; a < CELLS; a++)
      for (guint b = 0; b < CELLS; b++)
        if (in[a] && !in[b] && next_to(a, b) && ground[b] == ground[cell]) {
          in[b] = changed = TRUE;
          size++;
        }
  }
  return size;
}

static void test_groups_by_reference(void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(1);
  for (guint i = 0; i < 60; i++) {
    guint8 ground[CELLS], size[CELLS];
    scatter(random, ground, 1 + i % 18, 1 + i % 4);
    gems_group_sizes(ground, size);
    for (guint cell = 0; cell < CELLS; cell++)
      g_assert_cmpuint(size[cell], ==, gems_is_gem(ground[cell]) ? slow_group_size(ground, cell) : 0);
  }
}

/* --- pairs */

/* The first cell of the one colour that is left is paired with each neighbour of the other, or with none. */
static guint slow_pairs(guint8 *ground, guint8 colour, guint8 other)
{
  guint cell = 0;
  while (cell < CELLS && ground[cell] != colour) cell++;
  if (cell == CELLS) return 0;
  ground[cell] = 0;
  guint most = slow_pairs(ground, colour, other);
  for (guint mate = 0; mate < CELLS; mate++) {
    if (ground[mate] != other || !next_to(cell, mate)) continue;
    ground[mate] = 0;
    most = MAX(most, 1 + slow_pairs(ground, colour, other));
    ground[mate] = other;
  }
  ground[cell] = colour;
  return most;
}

static void test_pairs_by_reference(void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(2);
  for (guint i = 0; i < 400; i++) {
    guint8 ground[CELLS];
    scatter(random, ground, 1 + i % 6, 2 + i % 3);
    g_assert_cmpuint(gems_pairs(ground, GEMS_TRACKER_WHITE, GEMS_TRACKER_GREEN), ==,
                     slow_pairs(ground, GEMS_TRACKER_WHITE, GEMS_TRACKER_GREEN));
    g_assert_cmpuint(gems_pairs(ground, GEMS_TRACKER_GREEN, GEMS_TRACKER_WHITE), ==,
                     slow_pairs(ground, GEMS_TRACKER_WHITE, GEMS_TRACKER_GREEN));
  }
}

static const struct {
  const char *picture;
  guint pairs;
} pairs[] = {
    {"WG|..|..", 1},       {"GWG|...|...", 1}, {"WGW|...|...", 1}, {"W.|.G|..", 0},    {"WW|GG|..", 2},
    {"WGWG|GWGW|WGWG", 6}, {"WW|WW|..", 0},    {"W.G|...|...", 0}, {"W=G|...|...", 0}, {"WGG|GWW|...", 3},
};

static void test_pairs(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(pairs); i++) {
    guint8 ground[CELLS];
    draw(ground, pairs[i].picture);
    g_test_message("%s", pairs[i].picture);
    g_assert_cmpuint(gems_pairs(ground, GEMS_TRACKER_WHITE, GEMS_TRACKER_GREEN), ==, pairs[i].pairs);
  }
}

/* --- patterns */

/* Every way in which a pattern may lie, written out. */
static const char *const lying[][9] = {
    [GEMS_T] = {"WWW|.W.", ".W.|WWW", "W.|WW|W.", ".W|WW|.W", NULL},
    [GEMS_L] = {"W.|W.|WW", ".W|.W|WW", "WW|W.|W.", "WW|.W|.W", "WWW|W..", "WWW|..W", "W..|WWW", "..W|WWW", NULL},
    [GEMS_S] = {".WW|WW.", "WW.|.WW", "W.|WW|.W", ".W|WW|W.", NULL},
    [GEMS_O] = {"WW|WW", NULL},
    [GEMS_I] = {"WWWW", NULL},
};

/* Takes the gems of a picture at a place, if all are there and of a colour; puts them back with `gem` that colour. */
static gboolean lies_at(const guint8 *ground, const char *picture, guint x, guint y, guint *cell)
{
  guint n = 0, at = x;
  for (; *picture; picture++) {
    if (*picture == '|') {
      y++;
      at = x;
      continue;
    }
    if (*picture == 'W') {
      if (at >= WIDTH || y >= 3) return FALSE;
      cell[n++] = y * WIDTH + at;
    }
    at++;
  }
  for (guint i = 0; i < 4; i++)
    if (!gems_is_gem(ground[cell[i]]) || ground[cell[i]] != ground[cell[0]]) return FALSE;
  return TRUE;
}

/* All ways to lay patterns one after the other, each further in the order of places than the one before. */
static guint slow_patterns(guint8 *ground, guint shape, guint from)
{
  guint most = 0;
  for (guint place = from; place < CELLS; place++)
    for (guint i = 0; lying[shape][i]; i++) {
      guint cell[4];
      if (!lies_at(ground, lying[shape][i], place % WIDTH, place / WIDTH, cell)) continue;
      guint8 gem = ground[cell[0]];
      for (guint c = 0; c < 4; c++) ground[cell[c]] = 0;
      most = MAX(most, 1 + slow_patterns(ground, shape, place));
      for (guint c = 0; c < 4; c++) ground[cell[c]] = gem;
    }
  return most;
}

static void check_patterns(guint8 *ground)
{
  for (guint8 shape = GEMS_T; shape <= GEMS_I; shape++) {
    guint all = slow_patterns(ground, shape, 0);
    g_assert_cmpuint(gems_patterns(ground, shape, 100), ==, all);
    g_assert_cmpuint(gems_patterns(ground, shape, 3), ==, MIN(all, 3));
    g_assert_cmpuint(gems_survey(ground).patterns_at_most, >=, all);
  }
}

static void test_patterns_by_reference(void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(3);
  for (guint i = 0; i < 300; i++) {
    guint8 ground[CELLS];
    scatter(random, ground, 2 + i % 8, 1 + i % 2);
    check_patterns(ground);
  }
}

static const struct {
  const char *picture;
  guint patterns[5]; /* T L S O I */
} patterns[] = {
    {"WWW|.W.|...", {1, 0, 0, 0, 0}},
    {"WWWW|....|....", {0, 0, 0, 0, 1}},
    {"WW|WW|WW", {1, 1, 1, 1, 0}}, /* as a part of a bigger group */
    {"WWWW|WWWW|....", {1, 2, 1, 2, 2}},
    {"WWW|WWW|WWW", {1, 2, 1, 1, 0}},
    {"WRWR|WRWR|WWRR", {0, 2, 0, 0, 0}}, /* each of one colour */
    {"WWW-WWW|.W.-.W.|-------", {2, 0, 0, 0, 0}},
    {"WW.WW|.....|.....", {0, 0, 0, 0, 0}}, /* areas are apart */
    {"WW==WW|..==..|......", {0, 0, 0, 0, 0}},
    {"W.|W.|WW", {0, 1, 0, 0, 0}},
    {"WWWWWWWWWWWW|............|............", {0, 0, 0, 0, 3}},
    {"----|----|----", {0, 0, 0, 0, 0}},
    {"====|====|====", {0, 0, 0, 0, 0}},
};

static void test_patterns(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(patterns); i++) {
    guint8 ground[CELLS];
    draw(ground, patterns[i].picture);
    g_test_message("%s", patterns[i].picture);
    for (guint8 shape = GEMS_T; shape <= GEMS_I; shape++)
      g_assert_cmpuint(gems_patterns(ground, shape, 100), ==, patterns[i].patterns[shape]);
  }
}

/* The most gems that may be: a whole ground of one colour, where many patterns overlap. */
static void test_a_full_ground(void)
{
  guint8 ground[CELLS];
  memset(ground, 0, sizeof ground);
  for (guint y = 0; y < 3; y++) memset(ground + y * WIDTH, GEMS_TRACKER_RED, 2 * GEMS_TRACKER_COLUMNS);
  for (guint8 shape = GEMS_T; shape <= GEMS_I; shape++) g_assert_cmpuint(gems_patterns(ground, shape, 3), ==, 3);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gems-tracker/gems/groups-join-neighbours-of-one-colour", test_groups);
  g_test_add_func("/gems-tracker/gems/groups-are-as-a-slow-search-finds-them", test_groups_by_reference);
  g_test_add_func("/gems-tracker/gems/a-gem-is-in-one-pair-at-most", test_pairs);
  g_test_add_func("/gems-tracker/gems/pairs-are-as-many-as-a-slow-search-finds", test_pairs_by_reference);
  g_test_add_func("/gems-tracker/gems/patterns-share-no-gem", test_patterns);
  g_test_add_func("/gems-tracker/gems/patterns-are-as-many-as-a-slow-search-finds", test_patterns_by_reference);
  g_test_add_func("/gems-tracker/gems/a-full-ground-is-counted-in-time", test_a_full_ground);
  return g_test_run();
}
