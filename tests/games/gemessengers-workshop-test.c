/* GEMessengers: where gems may be placed in a workshop. */
#include "gemessengers-position.h"

#include <string.h>

enum { CIRCLET, PENDANT, SCEPTER };

static const struct {
  guint round;
  WorkshopRows rows;
  guint offsets; /* bits */
} fits[] = {
    {CIRCLET, {1, {1}}, 7},          {CIRCLET, {1, {2}}, 6},    {CIRCLET, {1, {3}}, 4},    {CIRCLET, {2, {1, 1}}, 3},
    {CIRCLET, {2, {2, 1}}, 2},       {CIRCLET, {2, {1, 3}}, 2}, {CIRCLET, {2, {2, 3}}, 2}, {CIRCLET, {2, {3, 2}}, 0},
    {CIRCLET, {3, {1, 1, 1}}, 1},    {CIRCLET, {2, {2, 2}}, 2}, {CIRCLET, {2, {3, 1}}, 0}, {CIRCLET, {3, {2, 1, 1}}, 0},
    {CIRCLET, {4, {1, 1, 1, 1}}, 0}, {PENDANT, {1, {3}}, 1},    {PENDANT, {1, {4}}, 0},    {PENDANT, {1, {2}}, 3},
    {PENDANT, {2, {1, 2}}, 1},       {SCEPTER, {1, {3}}, 0},    {SCEPTER, {1, {2}}, 7},    {SCEPTER, {2, {2, 2}}, 3},
};

static void test_fits(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(fits); i++) {
    guint offsets = 0;
    for (int offset = 0; offset < MESSENGERS_ROWS; offset++)
      offsets |= (guint)workshop_fits(&fits[i].rows, messengers_rooms[fits[i].round], offset) << offset;
    g_assert_cmpuint(offsets, ==, fits[i].offsets);
  }
}

/* --- a slow reference: a workshop is the set of all ways in which its gems can lie in the pattern */

typedef struct {
  guint8 n[MESSENGERS_ROWS]; /* gems in each row of the pattern */
} Lying;

static gboolean lies_well(const Lying *lying, const guint8 *room)
{
  for (guint row = 0; row < MESSENGERS_ROWS; row++)
    if (lying->n[row] > room[row]) return FALSE;
  return TRUE;
}

/* All ways in which the rows of a grid can lie, by moving the whole grid up and down. */
static guint ways(const guint8 *counts, int n, const guint8 *room, Lying *out)
{
  guint found = 0;
  for (int offset = 0; offset + n <= MESSENGERS_ROWS; offset++) {
    Lying lying = {{0}};
    memcpy(&lying.n[offset], counts, (gsize)n);
    if (lies_well(&lying, room)) out[found++] = lying;
  }
  return found;
}

static int count_rows(const LapSlot *cell, guint8 *counts, int *first)
{
  int n = 0;
  *first = -1;
  for (int row = 0; row < MESSENGERS_ROWS; row++) {
    guint8 gems = 0;
    for (int i = 0; i < MESSENGERS_WIDTH; i++) gems += cell[row * MESSENGERS_WIDTH + i].piece != 0;
    if (!gems) continue;
    if (*first < 0) *first = row;
    g_assert_cmpint(row, ==, *first + n); /* no gap */
    counts[n++] = gems;
  }
  return n;
}

/* The rows after a placement, or 0 rows where there is no such place. */
static int rows_with(const guint8 *counts, int n, int first, int where, guint8 *after)
{
  memcpy(after, counts, (gsize)n);
  if ((where == MESSENGERS_FIRST) != (n == 0)) return 0;
  if (where == MESSENGERS_FIRST) {
    after[0] = 1;
    return 1;
  }
  if (where == MESSENGERS_ABOVE) {
    memcpy(after + 1, counts, (gsize)n);
    after[0] = 1;
    return n + 1;
  }
  if (where == MESSENGERS_BELOW) {
    after[n] = 1;
    return n + 1;
  }
  int row = where - MESSENGERS_ROW_1 - first;
  if (row < 0 || row >= n) return 0;
  after[row]++;
  return n;
}

static void check_grid(const LapSlot *cell, const guint8 *room, guint gems)
{
  Lying lying[MESSENGERS_ROWS];
  guint8 counts[MESSENGERS_ROWS];
  int first, n = count_rows(cell, counts, &first);
  guint found = ways(counts, n, room, lying);
  g_assert_cmpuint(found, >, 0);
  g_assert_cmpuint(lying[0].n[first], ==, counts[0]); /* as far up as can be */
  g_assert_cmpint(workshop_slack(cell, room), ==, found - 1);
  g_assert_cmpint(workshop_is_finished(cell, room), ==, gems == 6);
}

/* Tries all there is to do from here on; answers how many ways lead to a finished jewel. */
static guint64 explore(const LapSlot *cell, const guint8 *room, guint gems)
{
  guint8 counts[MESSENGERS_ROWS], after[MESSENGERS_ROWS + 1];
  Lying lying[MESSENGERS_ROWS];
  int first, n = count_rows(cell, counts, &first);
  guint64 leaves = 0;
  for (int where = 0; where < MESSENGERS_WHERES; where++) {
    int rows = rows_with(counts, n, first, where, after);
    gboolean legal = rows > 0 && rows <= MESSENGERS_ROWS && ways(after, rows, room, lying) > 0;
    g_assert_cmpint(workshop_may_place(cell, room, where), ==, legal);
    if (!legal) continue;
    LapSlot next[MESSENGERS_CELLS];
    memcpy(next, cell, sizeof next);
    workshop_place(next, room, where, (LapSlot){(guint16)(gems + 1), LAP_EVERYONE});
    check_grid(next, room, gems + 1);
    leaves += explore(next, room, gems + 1);
  }
  g_assert_true(gems == 6 ? leaves == 0 : leaves > 0); /* never a dead end */
  return gems == 6 ? 1 : leaves;
}

/* Each way is an order of the pattern's rows, as words like HDBDBB, in which the middle row does not come last of the
 * three. */
static void test_all_ways(void)
{
  static const guint64 orders[MESSENGERS_ROUNDS] = {44, 44, 60};
  for (guint round = 0; round < MESSENGERS_ROUNDS; round++) {
    LapSlot empty[MESSENGERS_CELLS] = {{0, 0}};
    g_assert_cmpuint(explore(empty, messengers_rooms[round], 0), ==, orders[round]);
  }
}

/* A placement moves no gem out of the company of its row. */
static void test_rows_stay_together(void)
{
  const guint8 *room = messengers_rooms[CIRCLET];
  LapSlot cell[MESSENGERS_CELLS] = {{0, 0}};
  workshop_place(cell, room, MESSENGERS_FIRST, (LapSlot){1, 1});
  g_assert_cmpuint(cell[0].piece, ==, 1);
  workshop_place(cell, room, MESSENGERS_ROW_1, (LapSlot){2, 1}); /* two cannot be the Headstone */
  g_assert_cmpuint(cell[3].piece, ==, 1);
  g_assert_cmpuint(cell[4].piece, ==, 2);
  workshop_place(cell, room, MESSENGERS_BELOW, (LapSlot){3, 1});
  workshop_place(cell, room, MESSENGERS_ABOVE, (LapSlot){4, 1});
  static const guint16 grid[] = {4, 0, 0, 1, 2, 0, 3, 0, 0};
  for (guint i = 0; i < MESSENGERS_CELLS; i++) g_assert_cmpuint(cell[i].piece, ==, grid[i]);
}

/* --- in play */

static void test_the_example(void)
{
  g_autoptr(MessengersPosition) position = messengers_position_new(2, CIRCLET);
  messengers_position_hand(position, 0, "diamond emerald ruby topaz");
  messengers_position_hand(position, 1, "diamond emerald ruby topaz");
  g_autoptr(LapSession) session = messengers_position_play(position);
  /* Both have the same cards, so that it does not matter that they change hands. */
  games_play_all(session, (const char *[]){"pick diamond", "pick diamond", NULL});
  g_autofree char *begin = messengers_legal(session);
  g_assert_cmpstr(begin, ==, "first");
  games_play_all(session, (const char *[]){"place first", "place first", "pick emerald", "pick emerald", NULL});
  g_autofree char *second = messengers_legal(session);
  g_assert_cmpstr(second, ==, "above row_1 below");
  games_play_all(session, (const char *[]){"place above", "place row_1", NULL});
  const Messengers *state = messengers_state(session);
  g_assert_cmpuint(state->slack[0], ==, 1); /* the Diamond is Decoration or Base */
  g_assert_cmpuint(state->slack[1], ==, 1); /* neither is the Headstone */
  g_autofree char *beside = messengers_grid(session, state->workshop[1]);
  g_assert_cmpstr(beside, ==, " / diamond emerald / ");

  games_play_all(session, (const char *[]){"pick ruby", "pick ruby", "place below", "place above", NULL});
  games_play_all(session, (const char *[]){"pick topaz", "pick topaz", NULL});
  state = messengers_state(session);
  g_autofree char *grid = messengers_grid(session, state->workshop[0]);
  g_assert_cmpstr(grid, ==, "emerald / diamond / ruby");
  g_autofree char *third = messengers_legal(session);
  g_assert_cmpstr(third, ==, "row_2 row_3");
}

static const struct {
  guint round;
  const char *workshop, *legal;
} wheres[] = {
    {CIRCLET, " / diamond diamond / ", "above row_2 below"},
    {CIRCLET, " / / diamond diamond", "above row_3 below"},
    {CIRCLET, " / / diamond diamond diamond", "above"},
    {CIRCLET, " / ruby ruby / diamond diamond diamond", "above"},
    {CIRCLET, "ruby / / ", "above row_1 below"},
    {CIRCLET, "ruby / ruby ruby / ", "above row_1 row_2 below"},
    {CIRCLET, "ruby / ruby ruby / ruby", "row_3"},
    {PENDANT, "ruby ruby ruby / / ", "below"},
    {PENDANT, "ruby ruby / / ", "above row_1 below"},
    {PENDANT, "ruby / ruby / ", "above row_1 row_2 below"},
    {SCEPTER, "ruby ruby / / ", "above below"},
    {SCEPTER, "ruby ruby / ruby / ", "above row_2 below"},
    {SCEPTER, "ruby ruby / ruby ruby / ruby", "row_3"},
};

static void test_wheres(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(wheres); i++) {
    g_autoptr(MessengersPosition) position = messengers_position_new(2, wheres[i].round);
    messengers_position_workshop(position, 0, wheres[i].workshop);
    messengers_position_hand(position, 0, "topaz");
    messengers_position_hand(position, 1, "topaz");
    g_autoptr(LapSession) session = messengers_position_play(position);
    games_play_all(session, (const char *[]){"pick topaz", "pick topaz", NULL});
    g_autofree char *legal = messengers_legal(session);
    g_assert_cmpstr(legal, ==, wheres[i].legal);
  }
}

/* --- which cell a placing is about, of workshops with gems in some cells */

static const struct {
  guint round;
  guint gems; /* bits of cells */
  int where, cell;
} shown[] = {
    {CIRCLET, 0, MESSENGERS_FIRST, 0},    {CIRCLET, 01, MESSENGERS_ROW_1, -1},  {CIRCLET, 01, MESSENGERS_ABOVE, -1},
    {CIRCLET, 01, MESSENGERS_BELOW, 3},   {CIRCLET, 011, MESSENGERS_ROW_1, -1}, {CIRCLET, 011, MESSENGERS_ROW_2, 4},
    {CIRCLET, 030, MESSENGERS_ROW_2, -1}, {CIRCLET, 030, MESSENGERS_ABOVE, 0},  {CIRCLET, 030, MESSENGERS_BELOW, 6},
    {CIRCLET, 0130, MESSENGERS_ROW_3, 7}, {CIRCLET, 0130, MESSENGERS_ABOVE, 0}, {PENDANT, 01, MESSENGERS_ROW_1, 1},
    {PENDANT, 01, MESSENGERS_ABOVE, -1},  {PENDANT, 03, MESSENGERS_ROW_1, 2},   {SCEPTER, 03, MESSENGERS_BELOW, 3},
};

static void test_shown(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(shown); i++) {
    LapSlot cell[MESSENGERS_CELLS] = {{0}};
    for (guint at = 0; at < MESSENGERS_CELLS; at++) cell[at].piece = shown[i].gems >> at & 1;
    g_assert_cmpint(workshop_place_shown(cell, messengers_rooms[shown[i].round], shown[i].where), ==, shown[i].cell);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gemessengers/workshop/rows-fit-the-pattern-at-these-offsets", test_fits);
  g_test_add_func("/gemessengers/workshop/every-way-to-fill-a-pattern-agrees-with-a-slow-reference", test_all_ways);
  g_test_add_func("/gemessengers/workshop/rows-move-as-a-whole", test_rows_stay_together);
  g_test_add_func("/gemessengers/workshop/the-example-of-the-rulebook", test_the_example);
  g_test_add_func("/gemessengers/workshop/offers-the-places-that-lead-to-the-pattern", test_wheres);
  g_test_add_func("/gemessengers/workshop/a-placing-is-about-the-cell-that-its-gem-comes-to-unless-others-move",
                  test_shown);
  return g_test_run();
}
