#include "compare.h"

#include <string.h>

/* What is done in fewer matches of both together says nothing. */
#define DONE_MIN 10

void lap_side_clear(LapSide *side)
{
  g_clear_pointer(&side->title, g_free);
  g_clear_pointer(&side->figures, lap_figures_free);
  g_clear_pointer(&side->first_places, g_free);
}

static void clear_difference(gpointer difference) { g_free(((LapDifference *)difference)->measure); }

typedef struct {
  GArray *differences;
  const LapSide *first, *other;
  guint side;
} Comparing;

static LapDifference *add(Comparing *comparing, char *measure, double first, double other, LapTest test)
{
  const LapDifference difference = {
      .measure = measure, .side = comparing->side, .first = first, .other = other, .test = test};
  g_array_append_val(comparing->differences, difference);
  return &g_array_index(comparing->differences, LapDifference, comparing->differences->len - 1);
}

static double share(guint64 part, guint64 whole) { return whole ? (double)part / (double)whole : 0; }

/* Takes `measure`. */
static LapDifference *add_share(Comparing *comparing, char *measure, guint64 a, guint64 n_a, guint64 b, guint64 n_b)
{
  LapDifference *added = add(comparing, measure, share(a, n_a), share(b, n_b), lap_compare_shares(a, n_a, b, n_b));
  added->a_share = TRUE;
  return added;
}

static void add_values(Comparing *comparing, const char *measure, const LapDistribution *a, const LapDistribution *b)
{
  if (!a->of.n || !b->of.n || (a->of.min == a->of.max && b->of.min == b->of.max && a->of.min == b->of.min)) return;
  add(comparing, g_strdup(measure), lap_measure_mean(&a->of), lap_measure_mean(&b->of), lap_compare_values(a, b, NULL));
}

/* --- wins */

static gboolean are_paired(const LapSide *a, const LapSide *b)
{
  return a->first_places && b->first_places && a->first_places_n == b->first_places_n &&
         a->figures->all->matches == a->first_places_n && b->figures->all->matches == b->first_places_n;
}

/* `seats`: a set of bits, won alone if it is the only one in first place; 0: nobody wins alone. */
static gboolean is_won(guint16 first_places, guint16 seat)
{
  return seat ? first_places == seat : (first_places & (first_places - 1)) != 0;
}

/* The test of the same matches. */
static LapTest test_pairs(const LapSide *a, const LapSide *b, guint16 seat)
{
  guint64 only_a = 0, only_b = 0;
  for (guint64 i = 0; i < a->first_places_n; i++) {
    gboolean by_a = is_won(a->first_places[i], seat), by_b = is_won(b->first_places[i], seat);
    only_a += by_a && !by_b;
    only_b += by_b && !by_a;
  }
  return lap_compare_pairs(only_a, only_b, a->first_places_n);
}

static void pair(const Comparing *comparing, LapDifference *difference, guint16 seat)
{
  if (!are_paired(comparing->first, comparing->other)) return;
  difference->paired = TRUE;
  difference->test = test_pairs(comparing->first, comparing->other, seat);
}

static void compare_wins(Comparing *comparing)
{
  const LapFigures *a = comparing->first->figures, *b = comparing->other->figures;
  guint64 n_a = lap_figures_contests(a), n_b = lap_figures_contests(b);
  for (guint seat = 0; seat < a->seats && a->seats == b->seats && a->seats > 1 && n_a && n_b; seat++) {
    char *measure = g_strdup_printf("wins of seat %u", seat + 1);
    pair(comparing, add_share(comparing, measure, a->all->seat[seat].wins, n_a, b->all->seat[seat].wins, n_b),
         (guint16)(1u << seat));
  }
  if (n_a && n_b && lap_figures_draws(a) + lap_figures_draws(b))
    pair(comparing, add_share(comparing, g_strdup("no winner"), lap_figures_draws(a), n_a, lap_figures_draws(b), n_b),
         0);
  if (a->all->together && b->all->together)
    add_share(comparing, g_strdup("won together"), a->all->won, a->all->together, b->all->won, b->all->together);
}

/* --- what was traced */

/* Whether each move is one step, so that steps say nothing new. */
static gboolean has_whole_steps(const LapFigures *figures) { return figures->steps.of.sum == figures->plies.of.sum; }

static void compare_course(Comparing *comparing)
{
  const LapFigures *a = comparing->first->figures, *b = comparing->other->figures;
  add_values(comparing, "plies", &a->plies, &b->plies);
  if (!has_whole_steps(a) || !has_whole_steps(b)) add_values(comparing, "steps", &a->steps, &b->steps);
  if (a->ahead || b->ahead) add_values(comparing, "changes of the lead", &a->leads, &b->leads);
  if (a->ahead || b->ahead) add_values(comparing, "decided after % of plies", &a->decided, &b->decided);
  for (guint seat = 0; seat < a->seats && a->seats == b->seats; seat++) {
    g_autofree char *measure = g_strdup_printf("points of seat %u", seat + 1);
    add_values(comparing, measure, &a->seat[seat].points, &b->seat[seat].points);
  }
  add_values(comparing, "points together", &a->team, &b->team);
}

static guint64 done_in(const LapFigures *figures, const char *name)
{
  const LapTaken *taken = g_hash_table_lookup(figures->taken, name);
  return taken ? taken->any : 0;
}

static void compare_done(Comparing *comparing, const char *name)
{
  const LapFigures *a = comparing->first->figures, *b = comparing->other->figures;
  guint64 in_a = done_in(a, name), in_b = done_in(b, name);
  if (in_a + in_b < DONE_MIN || (in_a == a->traced && in_b == b->traced)) return;
  add_share(comparing, g_strdup(name), in_a, a->traced, in_b, b->traced)->done = TRUE;
}

/* What is done in either, by name. */
static void compare_taken(Comparing *comparing)
{
  const LapFigures *a = comparing->first->figures, *b = comparing->other->figures;
  g_autoptr(GPtrArray) of_a = lap_figures_list_taken(a), of_b = lap_figures_list_taken(b);
  if (!a->traced || !b->traced) return;
  for (guint i = 0; i < of_a->len; i++) compare_done(comparing, ((const LapTaken *)of_a->pdata[i])->name);
  for (guint i = 0; i < of_b->len; i++) {
    const char *name = ((const LapTaken *)of_b->pdata[i])->name;
    if (!g_hash_table_contains(a->taken, name)) compare_done(comparing, name);
  }
}

static void correct(GArray *differences)
{
  g_autofree double *p = g_new(double, MAX(differences->len, 1));
  for (guint i = 0; i < differences->len; i++) p[i] = g_array_index(differences, LapDifference, i).test.p;
  lap_holm(p, differences->len);
  for (guint i = 0; i < differences->len; i++) g_array_index(differences, LapDifference, i).test.p = p[i];
}

GArray *lap_compare(const LapSide *sides, guint n)
{
  GArray *differences = g_array_new(FALSE, FALSE, sizeof(LapDifference));
  g_array_set_clear_func(differences, clear_difference);
  for (guint i = 1; i < n; i++) {
    Comparing comparing = {differences, &sides[0], &sides[i], i};
    compare_wins(&comparing);
    compare_course(&comparing);
    compare_taken(&comparing);
  }
  correct(differences);
  return differences;
}
