#include "figures.h"

#include <math.h>
#include <string.h>

static void taken_free(gpointer data)
{
  LapTaken *taken = data;
  g_free(taken->name);
  g_free(taken);
}

LapFigures *lap_figures_new(LapStatistics *all)
{
  LapFigures *figures = g_new0(LapFigures, 1);
  figures->all = all;
  figures->seats = all->seats;
  figures->n_categories = all->n_categories;
  figures->category = g_new0(LapCategoryFigures, MAX(all->n_categories, 1));
  for (guint i = 0; i < all->n_categories; i++) figures->category[i].name = g_strdup(all->category[i].name);
  figures->taken = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, taken_free);
  return figures;
}

static void clear_category(LapCategoryFigures *category)
{
  for (guint seat = 0; seat <= LAP_SEATS_MAX; seat++) lap_distribution_clear(&category->points[seat]);
  g_free(category->name);
}

void lap_figures_free(LapFigures *figures)
{
  if (!figures) return;
  LapDistribution *of[] = {&figures->plies, &figures->steps,   &figures->choices,
                           &figures->leads, &figures->decided, &figures->team};
  for (guint i = 0; i < G_N_ELEMENTS(of); i++) lap_distribution_clear(of[i]);
  for (guint seat = 0; seat < LAP_SEATS_MAX; seat++) {
    lap_distribution_clear(&figures->seat[seat].points);
    lap_distribution_clear(&figures->seat[seat].margin);
  }
  for (guint i = 0; i < figures->n_categories; i++) clear_category(&figures->category[i]);
  g_free(figures->category);
  g_hash_table_unref(figures->taken);
  lap_statistics_free(figures->all);
  g_free(figures->run);
  g_free(figures);
}

LapTaken *lap_figures_taken(LapFigures *figures, const char *name)
{
  LapTaken *taken = g_hash_table_lookup(figures->taken, name);
  if (taken) return taken;
  taken = g_new0(LapTaken, 1);
  taken->name = g_strdup(name);
  g_hash_table_insert(figures->taken, taken->name, taken);
  return taken;
}

static gint compare_names(gconstpointer a, gconstpointer b)
{
  return strcmp((*(const LapTaken *const *)a)->name, (*(const LapTaken *const *)b)->name);
}

GPtrArray *lap_figures_list_taken(const LapFigures *figures)
{
  GPtrArray *list = g_ptr_array_new();
  GHashTableIter iter;
  gpointer taken;
  g_hash_table_iter_init(&iter, figures->taken);
  while (g_hash_table_iter_next(&iter, NULL, &taken)) g_ptr_array_add(list, taken);
  g_ptr_array_sort(list, compare_names);
  return list;
}

/* --- adding up */

static void merge_taken(LapFigures *figures, const LapTaken *other)
{
  LapTaken *taken = lap_figures_taken(figures, other->name);
  taken->taken += other->taken;
  taken->any += other->any;
  for (guint seat = 0; seat < figures->seats; seat++) {
    taken->matches[seat] += other->matches[seat];
    taken->wins[seat] += other->wins[seat];
  }
}

static void merge_seat(LapSeatFigures *seat, const LapSeatFigures *other)
{
  seat->wins += other->wins;
  for (guint i = 0; i < LAP_SEATS_MAX; i++) seat->places[i] += other->places[i];
  lap_distribution_merge(&seat->points, &other->points);
  lap_distribution_merge(&seat->margin, &other->margin);
}

static void merge_category(LapCategoryFigures *category, const LapCategoryFigures *other)
{
  category->used |= other->used;
  for (guint seat = 0; seat <= LAP_SEATS_MAX; seat++)
    lap_distribution_merge(&category->points[seat], &other->points[seat]);
}

void lap_figures_merge(LapFigures *figures, const LapFigures *other)
{
  lap_statistics_merge(figures->all, other->all);
  figures->traced += other->traced;
  figures->ahead += other->ahead;
  lap_distribution_merge(&figures->plies, &other->plies);
  lap_distribution_merge(&figures->steps, &other->steps);
  lap_distribution_merge(&figures->choices, &other->choices);
  lap_distribution_merge(&figures->leads, &other->leads);
  lap_distribution_merge(&figures->decided, &other->decided);
  lap_distribution_merge(&figures->team, &other->team);
  for (guint seat = 0; seat < figures->seats; seat++) merge_seat(&figures->seat[seat], &other->seat[seat]);
  for (guint i = 0; i < MIN(figures->n_categories, other->n_categories); i++)
    merge_category(&figures->category[i], &other->category[i]);
  GHashTableIter iter;
  gpointer taken;
  g_hash_table_iter_init(&iter, other->taken);
  while (g_hash_table_iter_next(&iter, NULL, &taken)) merge_taken(figures, taken);
}

/* --- what follows from them */

guint64 lap_figures_contests(const LapFigures *figures) { return figures->all->matches - figures->all->together; }

guint64 lap_figures_draws(const LapFigures *figures)
{
  guint64 wins = 0;
  for (guint seat = 0; seat < figures->seats; seat++) wins += figures->all->seat[seat].wins;
  return lap_figures_contests(figures) - wins;
}

/* How far the share of wins is from what is due if all others get `halves` half points more. */
static double unfairness(const LapDistribution *margin, gint64 halves, double due)
{
  double wins = 0;
  for (gint32 bin = lap_distribution_first(margin); bin < lap_distribution_end(margin); bin++) {
    gint64 twice = 2 * lap_distribution_value(bin);
    wins += (double)lap_distribution_count(margin, bin) * (twice > halves ? 1 : twice == halves ? 0.5 : 0);
  }
  return fabs(wins / (double)margin->of.n - due);
}

gboolean lap_figures_compensation(const LapFigures *figures, guint seat, gint64 *halves)
{
  const LapDistribution *margin = &figures->seat[seat].margin;
  if (figures->seats < 2 || !margin->of.n || margin->of.max - margin->of.min <= 2) return FALSE;
  double due = 1.0 / figures->seats, best = 2;
  gint64 first = 2 * lap_distribution_quantile(margin, 1 - due) - 4;
  for (gint64 i = first; i <= first + 8; i++) {
    double distance = unfairness(margin, i, due);
    if (distance > best || (distance == best && ABS(i) >= ABS(*halves))) continue;
    best = distance;
    *halves = i;
  }
  return TRUE;
}
