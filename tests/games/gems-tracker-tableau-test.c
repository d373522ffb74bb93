/* Gems Tracker: where numbers may go, the ground that follows the areas, runs, and values of numbers. */
#include <string.h>

#include "gems-tracker-position.h"
#include "plugins/gems-tracker/tableau.h"

/* One area, and whether a number may go to its left and its right end. */
static const struct {
  const char *area;
  guint number;
  gboolean left, right;
} ends[] = {
    {"6", 4, TRUE, FALSE},     {"2", 3, FALSE, TRUE},      {"5", 5, FALSE, FALSE},
    {"12", 1, TRUE, TRUE},     {"1", 12, TRUE, TRUE}, /* a smaller one, and a loop */
    {"2 5 9", 1, TRUE, FALSE}, {"2 5 9", 12, FALSE, TRUE}, {"2 5 9", 7, FALSE, FALSE},
    {"1 5", 12, TRUE, TRUE},   {"4 12", 1, TRUE, TRUE},    {"11 12 1 3", 11, FALSE, TRUE},
    {"= 2", 12, TRUE, TRUE},   {"5 =", 5, FALSE, TRUE},    {"5 +", 5, FALSE, TRUE}, /* beyond a bridge */
    {"= 5", 7, TRUE, TRUE},    {"5 =", 3, TRUE, TRUE},     {"12 = 2", 1, TRUE, FALSE},
};

static void test_ends(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(ends); i++) {
    g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
    gems_position_area(position, 0, ends[i].area);
    g_test_message("%s and %u", ends[i].area, ends[i].number);
    guint8 number = (guint8)ends[i].number;
    g_assert_cmpint(tableau_fits_end(position->state, 0, 0, GEMS_TRACKER_LEFT, number), ==, ends[i].left);
    g_assert_cmpint(tableau_fits_end(position->state, 0, 0, GEMS_TRACKER_RIGHT, number), ==, ends[i].right);
  }
}

/* Which numbers may cover a slot, "" for none. */
static const struct {
  const char *area;
  guint slot;
  const char *numbers;
} covers[] = {
    {"5 = 8", 1, "6 7"},
    {"5 = 5", 1, ""}, /* the Q&A: never again */
    {"12 = 2", 1, "1"},
    {"12 = 1", 1, ""},
    {"11 = 1", 1, "12"},
    {"11 = 3", 1, ""},
    {"9 = = 3", 1, "10 11 12"},
    {"9 = = 3", 2, "1 2"},
    {"= 4", 0, "1 2 3"},
    {"4 =", 1, "5 6 7 8 9 10 11 12"},
    {"= 1", 0, "12"},
    {"12 =", 1, "1"},
    {"5 + 8", 1, ""}, /* laid in this round */
    {"5 + = 8", 2, "1 2 3 4 5 6 7"},
    {"5 6 8", 1, ""},
    {"= = =", 1, "1 2 3 4 5 6 7 8 9 10 11 12"},
};

static void test_covers(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(covers); i++) {
    g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
    gems_position_area(position, 0, "7"); /* another area beside it does not matter */
    gems_position_area(position, 0, covers[i].area);
    gems_position_area(position, 0, "7");
    g_autoptr(GString) numbers = g_string_new(NULL);
    for (guint8 number = 1; number <= 12; number++)
      if (tableau_fits_cover(position->state, 0, (guint8)(covers[i].slot + 1), number))
        g_string_append_printf(numbers, "%s%u", numbers->len ? " " : "", number);
    g_test_message("%s", covers[i].area);
    g_assert_cmpstr(numbers->str, ==, covers[i].numbers);
  }
}

/* --- the ground */

static char *ground_of(const GemsTracker *state, guint seat)
{
  static const char letters[] = " WGRY-=";
  GString *out = g_string_new(NULL);
  for (guint y = 0; y < GEMS_TRACKER_HEIGHT; y++) {
    for (guint x = 0; x < GEMS_TRACKER_WIDTH; x++)
      g_string_append_c(out, letters[state->ground[seat][y * GEMS_TRACKER_WIDTH + x]]);
    while (out->len && out->str[out->len - 1] == ' ') g_string_truncate(out, out->len - 1);
    g_string_append_c(out, '|');
  }
  return g_string_free(out, FALSE);
}

static const GemsTrackerMine one = {.gems = {1, 2, 0, 3, 4, 0}}, two = {.gems = {2, 2, 2, 2, 2, 2}};

static void test_the_ground(void)
{
  g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
  GemsTracker *state = position->state;
  gems_position_area(position, 0, "5");
  gems_position_area(position, 0, "5");
  tableau_dig(state, 0, 0, &one, FALSE);
  tableau_dig(state, 0, 1, &one, TRUE);
  g_autofree char *first = ground_of(state, 0);
  g_assert_cmpstr(first, ==, "WG -Y|-R R-|Y- GW|");

  LapSlot booking = {GEMS_TRACKER_BOOKING, LAP_EVERYONE};
  tableau_dig(state, 0, tableau_extend(state, 0, 0, GEMS_TRACKER_RIGHT, booking), NULL, FALSE);
  g_autofree char *second = ground_of(state, 0);
  g_assert_cmpstr(second, ==, "WG== -Y|-R== R-|Y-== GW|");

  tableau_dig(state, 0, tableau_extend(state, 0, 1, GEMS_TRACKER_LEFT, (LapSlot){2, LAP_EVERYONE}), &two, FALSE);
  g_autofree char *third = ground_of(state, 0);
  g_assert_cmpstr(third, ==, "WG== GG-Y|-R== GGR-|Y-== GGGW|");

  tableau_cover(state, 0, 1, (LapSlot){7, LAP_EVERYONE});
  tableau_dig(state, 0, 1, &two, TRUE);
  g_autofree char *fourth = ground_of(state, 0);
  g_assert_cmpstr(fourth, ==, "WGGG GG-Y|-RGG GGR-|Y-GG GGGW|");
  g_autofree char *areas = gems_areas(state, 0);
  g_assert_cmpstr(areas, ==, "5 7 | 2 5");
}

/* Nine areas with three Bookings, and two areas of the solo game with eighteen slots. */
static const struct {
  const char *area[9];
  guint columns; /* of the ground */
} widest[] = {
    {{"1 =", "1 =", "1 =", "1", "2", "2", "2", "2", "3"}, 32},
    {{"1 2 3 4 5 6 = = = = = =", "7 8 9 10 11 12"}, 37},
};

static void test_the_widest_ground(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(widest); i++) {
    g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
    const GemsTracker *state = position->state;
    for (guint area = 0; area < 9 && widest[i].area[area]; area++)
      gems_position_area(position, 0, widest[i].area[area]);
    guint8 end = (guint8)state->slots[0], last = (guint8)(state->areas[0].count - 1);
    g_assert_cmpuint(tableau_x(end, last), ==, widest[i].columns);
    for (guint y = 0; y < GEMS_TRACKER_HEIGHT; y++) {
      const guint8 *row = state->ground[0] + y * GEMS_TRACKER_WIDTH;
      g_assert_cmpuint(row[widest[i].columns - 1], !=, GEMS_TRACKER_NOTHING);
      g_assert_true(widest[i].columns == GEMS_TRACKER_WIDTH || row[widest[i].columns] == GEMS_TRACKER_NOTHING);
    }
  }
}

/* --- runs */

static const struct {
  const char *area[3];
  guint run;
} runs[] = {
    {{NULL}, 0},           {{"5"}, 1},          {{"5 6"}, 2},
    {{"5 7 9"}, 1},        {{"3 4 5 9 10"}, 3}, {{"11 12 1 2"}, 4},   /* a loop */
    {{"12 1"}, 2},         {{"1 12"}, 1},       {{"3 4 = 5 6 7"}, 3}, /* a bridge breaks it */
    {{"3 4 5", "6 7"}, 3},                                            /* areas are apart */
    {{"5 = 6"}, 1},        {{"= ="}, 0},        {{"9 10 11 12 1 2 3"}, 7},
};

static void test_runs(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(runs); i++) {
    g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
    for (guint area = 0; area < 3 && runs[i].area[area]; area++) gems_position_area(position, 0, runs[i].area[area]);
    g_assert_cmpuint(tableau_longest_run(position->state, 0), ==, runs[i].run);
  }
}

/* Every stretch of slots, one by one. */
static guint slow_run(const GemsTracker *state)
{
  guint longest = 0;
  for (guint8 from = 0; from < state->slots[0]; from++)
    for (guint8 to = from; to < state->slots[0]; to++) {
      gboolean fine = tableau_number(state, 0, from) != 0;
      for (guint8 slot = from; slot < to; slot++)
        fine = fine && tableau_number(state, 0, slot + 1) == tableau_number(state, 0, slot) % 12 + 1 &&
               tableau_area_of(state, 0, slot) == tableau_area_of(state, 0, slot + 1);
      if (fine) longest = MAX(longest, to - from + 1u);
    }
  return longest;
}

/* Slots with any numbers, legal or not. */
static void scatter(GRand *random, GemsTracker *state)
{
  *state = (GemsTracker){.round = 1};
  for (guint slots = (guint)g_rand_int_range(random, 1, 13); slots > 0; slots--) {
    guint16 face = (guint16)g_rand_int_range(random, 1, 5);
    LapSlot card = {face == 4 ? GEMS_TRACKER_BOOKING : face, LAP_EVERYONE};
    gboolean begins = state->areas[0].count < 9 && g_rand_int_range(random, 0, 3) == 0;
    guint8 slot = begins || !state->areas[0].count
                      ? tableau_begin_area(state, 0, card)
                      : tableau_extend(state, 0, (guint8)(state->areas[0].count - 1), GEMS_TRACKER_RIGHT, card);
    GemsTrackerMine mine = {0};
    for (guint i = 0; i < 6; i++) mine.gems[i] = (gint8)g_rand_int_range(random, 0, 3);
    tableau_dig(state, 0, slot, face == 4 ? NULL : &mine, FALSE);
  }
}

static void test_runs_by_reference(void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(4);
  for (guint i = 0; i < 500; i++) {
    GemsTracker state;
    scatter(random, &state);
    g_assert_cmpuint(tableau_longest_run(&state, 0), ==, slow_run(&state));
  }
}

/* --- what a seat has for a number */

/* The gems that can be reached from a cell, counted one by one. */
static guint reach(guint8 *ground, guint cell, guint8 gem)
{
  guint x = cell % GEMS_TRACKER_WIDTH, y = cell / GEMS_TRACKER_WIDTH, size = 1;
  if (ground[cell] != gem) return 0;
  ground[cell] = 0;
  if (x > 0) size += reach(ground, cell - 1, gem);
  if (x + 1 < GEMS_TRACKER_WIDTH) size += reach(ground, cell + 1, gem);
  if (y > 0) size += reach(ground, cell - GEMS_TRACKER_WIDTH, gem);
  if (y + 1 < GEMS_TRACKER_HEIGHT) size += reach(ground, cell + GEMS_TRACKER_WIDTH, gem);
  return size;
}

static guint slow_value_of_slot(const GemsTracker *state, guint8 slot)
{
  guint best = 0;
  for (guint i = 0; i < 6; i++) {
    guint8 ground[GEMS_TRACKER_CELLS];
    memcpy(ground, state->ground[0], sizeof ground);
    guint cell = tableau_x(slot, tableau_area_of(state, 0, slot)) + i / 2 * GEMS_TRACKER_WIDTH + i % 2;
    guint size = ground[cell] && ground[cell] <= GEMS_TRACKER_YELLOW ? reach(ground, cell, ground[cell]) : 0;
    best = MAX(best, size);
  }
  return best;
}

static guint slow_value(const GemsTracker *state, guint8 number, guint *areas_out)
{
  guint value = 0;
  *areas_out = 0;
  for (guint8 area = 0; area < state->areas[0].count; area++) {
    guint best = 0;
    for (guint8 slot = 0; slot < state->slots[0]; slot++)
      if (tableau_area_of(state, 0, slot) == area && tableau_number(state, 0, slot) == number)
        best = MAX(best, slow_value_of_slot(state, slot));
    value += best;
    *areas_out += best > 0;
  }
  return value;
}

static void test_values_by_reference(void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(5);
  for (guint i = 0; i < 500; i++) {
    GemsTracker state;
    scatter(random, &state);
    TableauValues values = tableau_values(&state, 0);
    for (guint8 number = 1; number <= 12; number++) {
      guint areas, gems = slow_value(&state, number, &areas);
      g_assert_cmpuint(values.gems[number], ==, gems);
      g_assert_cmpuint(values.areas[number], ==, areas);
    }
  }
}

static void test_a_number_in_two_areas(void)
{
  g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
  gems_position_area(position, 0, "3 5");
  gems_position_area(position, 0, "5 = 5");
  gems_position_gems(position, 0, 0, ".WW.|..W.|YYY."); /* 5: three white or three yellow */
  gems_position_gems(position, 0, 2, "GG|GR|..");       /* 5: three green */
  gems_position_gems(position, 0, 4, "RR|RR|.R");       /* the better 5 of the area: five red */
  TableauValues values = tableau_values(position->state, 0);
  g_assert_cmpuint(values.gems[3], ==, 3);
  g_assert_cmpuint(values.areas[3], ==, 1);
  g_assert_cmpuint(values.gems[5], ==, 3 + 5);
  g_assert_cmpuint(values.areas[5], ==, 2);
  g_assert_cmpuint(values.gems[1], ==, 0);
  g_assert_cmpuint(values.areas[1], ==, 0);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gems-tracker/tableau/numbers-rise-to-the-right-and-loop", test_ends);
  g_test_add_func("/gems-tracker/tableau/a-cover-fits-between-its-neighbours", test_covers);
  g_test_add_func("/gems-tracker/tableau/the-ground-follows-the-slots", test_the_ground);
  g_test_add_func("/gems-tracker/tableau/the-widest-tableau-has-room", test_the_widest_ground);
  g_test_add_func("/gems-tracker/tableau/a-run-is-of-neighbours-each-one-more", test_runs);
  g_test_add_func("/gems-tracker/tableau/runs-are-as-a-slow-search-finds-them", test_runs_by_reference);
  g_test_add_func("/gems-tracker/tableau/values-are-as-a-slow-search-finds-them", test_values_by_reference);
  g_test_add_func("/gems-tracker/tableau/a-number-in-two-areas-counts-in-both", test_a_number_in_two_areas);
  return g_test_run();
}
