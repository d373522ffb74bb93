#include "statistics.h"

#include <math.h>
#include <string.h>

void lap_measure_add(LapMeasure *measure, gint64 value)
{
  measure->min = measure->n ? MIN(measure->min, value) : value;
  measure->max = measure->n ? MAX(measure->max, value) : value;
  measure->n++;
  measure->sum += value;
  measure->squares += (guint64)(value * value);
}

void lap_measure_merge(LapMeasure *measure, const LapMeasure *other)
{
  if (!other->n) return;
  measure->min = measure->n ? MIN(measure->min, other->min) : other->min;
  measure->max = measure->n ? MAX(measure->max, other->max) : other->max;
  measure->n += other->n;
  measure->sum += other->sum;
  measure->squares += other->squares;
}

double lap_measure_mean(const LapMeasure *measure)
{
  return measure->n ? (double)measure->sum / (double)measure->n : 0;
}

double lap_measure_deviation(const LapMeasure *measure)
{
  if (!measure->n) return 0;
  double mean = lap_measure_mean(measure), variance = (double)measure->squares / (double)measure->n - mean * mean;
  return variance > 0 ? sqrt(variance) : 0;
}

static void fault_clear(gpointer fault) { g_free(((LapSimulationFault *)fault)->message); }

static void name_categories(LapStatistics *statistics, const LapGame *game)
{
  guint n = 0;
  for (guint d = 0; d < game->depth; d++) n += game->level[d].plugin.categories.n;
  statistics->category = g_new0(LapCategoryStatistics, MAX(n, 1));
  for (guint d = 0; d < game->depth; d++)
    for (guint i = 0; i < game->level[d].plugin.categories.n; i++) {
      LapCategoryStatistics *category = &statistics->category[statistics->n_categories++];
      category->name = g_strdup(game->level[d].categories[i].name);
      category->id = game->level[d].categories[i].id;
    }
}

LapStatistics *lap_statistics_new(const LapGame *game, guint seats)
{
  LapStatistics *statistics = g_new0(LapStatistics, 1);
  statistics->seats = seats;
  statistics->faults = g_array_new(FALSE, FALSE, sizeof(LapSimulationFault));
  g_array_set_clear_func(statistics->faults, fault_clear);
  if (game) name_categories(statistics, game);
  return statistics;
}

void lap_statistics_copy_categories(LapStatistics *statistics, const LapStatistics *other)
{
  statistics->category = g_new0(LapCategoryStatistics, MAX(other->n_categories, 1));
  statistics->n_categories = other->n_categories;
  for (guint i = 0; i < other->n_categories; i++) {
    statistics->category[i].name = g_strdup(other->category[i].name);
    statistics->category[i].id = other->category[i].id;
  }
}

void lap_statistics_free(LapStatistics *statistics)
{
  if (!statistics) return;
  for (guint i = 0; i < statistics->n_categories; i++) g_free(statistics->category[i].name);
  g_free(statistics->category);
  g_array_unref(statistics->faults);
  g_free(statistics);
}

static void add_line(LapStatistics *statistics, const LapLine *line)
{
  if (line->tier != LAP_TIER_POINTS) return;
  for (guint i = 0; i < statistics->n_categories; i++) {
    LapCategoryStatistics *category = &statistics->category[i];
    if (category->id != line->kind) continue;
    category->used++;
    category->points[line->seat == LAP_TOGETHER ? LAP_SEATS_MAX : line->seat] += line->points;
    return;
  }
}

static void add_places(LapStatistics *statistics, const LapSheet *sheet)
{
  guint first = 0;
  for (guint seat = 0; seat < statistics->seats; seat++) first += sheet->place[seat] == 1;
  for (guint seat = 0; seat < statistics->seats; seat++) {
    statistics->seat[seat].wins += sheet->place[seat] == 1 && first == 1;
    statistics->seat[seat].shared += sheet->place[seat] == 1 && first > 1;
    lap_measure_add(&statistics->seat[seat].points, sheet->total[seat][LAP_TIER_POINTS]);
  }
}

void lap_statistics_add(LapStatistics *statistics, const LapSheet *sheet, guint32 plies, guint64 steps)
{
  statistics->matches++;
  lap_measure_add(&statistics->plies, plies);
  lap_measure_add(&statistics->steps, (gint64)steps);
  for (guint i = 0; i < sheet->n; i++) add_line(statistics, &sheet->line[i]);
  if (!sheet->together) {
    add_places(statistics, sheet);
    return;
  }
  statistics->together++;
  statistics->won += sheet->place[0] == 1;
  lap_measure_add(&statistics->team, sheet->total[0][LAP_TIER_POINTS]);
}

static gint compare_faults(gconstpointer a, gconstpointer b)
{
  guint64 left = ((const LapSimulationFault *)a)->match, right = ((const LapSimulationFault *)b)->match;
  return left < right ? -1 : left > right;
}

/* Which faults are kept depends on their matches only, not on the order in which they come. */
static void keep_fault(LapStatistics *statistics, LapSimulationFault fault)
{
  g_array_append_val(statistics->faults, fault);
  g_array_sort(statistics->faults, compare_faults);
  if (statistics->faults->len > LAP_FAULTS_KEPT) g_array_set_size(statistics->faults, LAP_FAULTS_KEPT);
}

void lap_statistics_add_fault(LapStatistics *statistics, guint64 match, guint64 seed, guint32 ply, char *message)
{
  statistics->n_faults++;
  keep_fault(statistics, (LapSimulationFault){match, seed, ply, message});
}

static void merge_seats(LapStatistics *statistics, const LapStatistics *other)
{
  for (guint seat = 0; seat < statistics->seats; seat++) {
    statistics->seat[seat].wins += other->seat[seat].wins;
    statistics->seat[seat].shared += other->seat[seat].shared;
    lap_measure_merge(&statistics->seat[seat].points, &other->seat[seat].points);
  }
}

static void merge_categories(LapStatistics *statistics, const LapStatistics *other)
{
  for (guint i = 0; i < statistics->n_categories; i++) {
    statistics->category[i].used += other->category[i].used;
    for (guint seat = 0; seat <= LAP_SEATS_MAX; seat++)
      statistics->category[i].points[seat] += other->category[i].points[seat];
  }
}

static void merge_faults(LapStatistics *statistics, const LapStatistics *other)
{
  statistics->n_faults += other->n_faults;
  for (guint i = 0; i < other->faults->len; i++) {
    LapSimulationFault fault = g_array_index(other->faults, LapSimulationFault, i);
    fault.message = g_strdup(fault.message);
    keep_fault(statistics, fault);
  }
}

void lap_statistics_merge(LapStatistics *statistics, const LapStatistics *other)
{
  statistics->matches += other->matches;
  lap_measure_merge(&statistics->plies, &other->plies);
  lap_measure_merge(&statistics->steps, &other->steps);
  statistics->together += other->together;
  statistics->won += other->won;
  lap_measure_merge(&statistics->team, &other->team);
  merge_seats(statistics, other);
  merge_categories(statistics, other);
  merge_faults(statistics, other);
}

/* --- as numbers */

typedef void (*Visit)(gpointer numbers, guint n, gpointer data);

/* All sums of matches, as runs of numbers of 64 bits. */
static void visit_sums(LapStatistics *statistics, Visit visit, gpointer data)
{
  LapMeasure *measures[] = {&statistics->plies, &statistics->steps, &statistics->team};
  visit(&statistics->matches, 1, data);
  visit(&statistics->together, 1, data);
  visit(&statistics->won, 1, data);
  for (guint i = 0; i < G_N_ELEMENTS(measures); i++) visit(measures[i], sizeof *measures[i] / sizeof(gint64), data);
  for (guint seat = 0; seat < LAP_SEATS_MAX; seat++)
    visit(&statistics->seat[seat], sizeof statistics->seat[seat] / sizeof(gint64), data);
  for (guint i = 0; i < statistics->n_categories; i++) {
    LapCategoryStatistics *category = &statistics->category[i];
    visit(category->points, G_N_ELEMENTS(category->points), data);
    visit(&category->used, 1, data);
  }
}

static void append(gpointer numbers, guint n, gpointer array) { g_array_append_vals(array, numbers, n); }

void lap_statistics_to_numbers(const LapStatistics *statistics, GArray *numbers)
{
  g_array_set_size(numbers, 0);
  visit_sums((LapStatistics *)statistics, append, numbers);
}

typedef struct {
  const gint64 *number;
  guint left;
  gboolean short_of; /* there are fewer than were asked for */
} Numbers;

static void take(gpointer numbers, guint n, gpointer data)
{
  Numbers *from = data;
  from->short_of |= n > from->left;
  if (from->short_of) return;
  memcpy(numbers, from->number, n * sizeof *from->number);
  from->number += n;
  from->left -= n;
}

/* The value of one match is far below this, and no sum overflows. */
#define VALUE_MAX ((gint64)1 << 40)

static gboolean is_sum(gint64 sum, guint64 n)
{
  gint64 most = VALUE_MAX * (gint64)n;
  return sum >= -most && sum <= most;
}

static gboolean is_measure_of(const LapMeasure *measure, guint64 n)
{
  return measure->n == n && measure->min >= -VALUE_MAX && measure->max <= VALUE_MAX && measure->min <= measure->max &&
         is_sum(measure->sum, n);
}

static gboolean are_possible(const LapStatistics *read, guint64 matches)
{
  gboolean possible = read->matches == matches && read->together <= matches && read->won <= read->together &&
                      is_measure_of(&read->plies, matches) && is_measure_of(&read->steps, matches) &&
                      is_measure_of(&read->team, read->together);
  for (guint seat = 0; possible && seat < read->seats; seat++)
    possible = read->seat[seat].wins <= matches && read->seat[seat].shared <= matches &&
               is_measure_of(&read->seat[seat].points, matches - read->together);
  for (guint i = 0; possible && i < read->n_categories; i++)
    for (guint seat = 0; possible && seat <= LAP_SEATS_MAX; seat++)
      possible = is_sum(read->category[i].points[seat], matches);
  return possible;
}

gboolean lap_statistics_add_numbers(LapStatistics *statistics, const GArray *numbers, guint64 matches)
{
  Numbers from = {(const gint64 *)(gpointer)numbers->data, numbers->len, FALSE};
  g_autoptr(GArray) none = g_array_new(FALSE, FALSE, sizeof(LapSimulationFault));
  g_autofree LapCategoryStatistics *category = g_new0(LapCategoryStatistics, MAX(statistics->n_categories, 1));
  LapStatistics read = {
      .seats = statistics->seats, .category = category, .n_categories = statistics->n_categories, .faults = none};
  visit_sums(&read, take, &from);
  if (from.short_of || from.left || !are_possible(&read, matches)) return FALSE;
  lap_statistics_merge(statistics, &read);
  return TRUE;
}

double lap_category_seat_mean(const LapStatistics *statistics, const LapCategoryStatistics *category, guint seat)
{
  return statistics->matches ? (double)category->points[seat] / (double)statistics->matches : 0;
}

double lap_category_mean(const LapStatistics *statistics, const LapCategoryStatistics *category)
{
  double sum = 0;
  for (guint seat = 0; seat < statistics->seats; seat++) sum += lap_category_seat_mean(statistics, category, seat);
  if (!statistics->together) return sum / statistics->seats;
  return sum + lap_category_seat_mean(statistics, category, LAP_SEATS_MAX);
}

double lap_statistics_rate(const LapStatistics *statistics, double n)
{
  return statistics->seconds > 0 ? n / statistics->seconds : 0;
}
