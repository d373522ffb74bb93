/* Statistics as a table for people. */
#include "report.h"

/* --- columns */

/* Rows of cells, printed as aligned text: the first column to the left, the others to the right. */
typedef struct {
  GPtrArray *rows; /* GPtrArray of char * */
} Columns;

static Columns *columns_new(void)
{
  Columns *columns = g_new0(Columns, 1);
  columns->rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
  return columns;
}

static void columns_free(Columns *columns)
{
  if (!columns) return;
  g_ptr_array_unref(columns->rows);
  g_free(columns);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Columns, columns_free)

/* Begins a row; the cells that follow are its own. */
static void add_row(Columns *columns) { g_ptr_array_add(columns->rows, g_ptr_array_new_with_free_func(g_free)); }

static G_GNUC_PRINTF(2, 3) void add_cell(Columns *columns, const char *format, ...)
{
  va_list values;
  va_start(values, format);
  g_ptr_array_add(columns->rows->pdata[columns->rows->len - 1], g_strdup_vprintf(format, values));
  va_end(values);
}

static glong width_of(const Columns *columns, guint column)
{
  glong width = 0;
  for (guint i = 0; i < columns->rows->len; i++) {
    GPtrArray *row = columns->rows->pdata[i];
    if (column < row->len) width = MAX(width, g_utf8_strlen(row->pdata[column], -1));
  }
  return width;
}

static void append_spaces(GString *out, glong n)
{
  for (; n > 0; n--) g_string_append_c(out, ' ');
}

static void append_row(const Columns *columns, GPtrArray *row, GString *out)
{
  for (guint i = 0; i < row->len; i++) {
    const char *cell = row->pdata[i];
    glong room = width_of(columns, i) - g_utf8_strlen(cell, -1);
    if (i > 0) append_spaces(out, 2 + room);
    g_string_append(out, cell);
    if (i == 0 && row->len > 1) append_spaces(out, room);
  }
  g_string_append_c(out, '\n');
}

/* Appends all rows, two spaces between the columns, a line each, and forgets them. */
static void flush_columns(Columns *columns, GString *out)
{
  for (guint i = 0; i < columns->rows->len; i++) append_row(columns, columns->rows->pdata[i], out);
  g_ptr_array_set_size(columns->rows, 0);
}

/* --- the parts of the table */

static void measure_cells(Columns *columns, const LapMeasure *measure)
{
  add_cell(columns, "%.2f", lap_measure_mean(measure));
  add_cell(columns, "%.2f", lap_measure_deviation(measure));
  add_cell(columns, "%" G_GINT64_FORMAT, measure->min);
  add_cell(columns, "%" G_GINT64_FORMAT, measure->max);
}

static void head_row(Columns *columns, const char *first, const char *const *others)
{
  add_row(columns);
  add_cell(columns, "%s", first);
  for (; *others; others++) add_cell(columns, "%s", *others);
}

static void measure_row(Columns *columns, const char *name, const LapMeasure *measure)
{
  if (!measure->n) return;
  add_row(columns);
  add_cell(columns, "%s", name);
  measure_cells(columns, measure);
}

static const char *const measure_heads[] = {"mean", "sd", "min", "max", NULL};

static void append_lengths(GString *out, const LapStatistics *statistics)
{
  g_autoptr(Columns) columns = columns_new();
  head_row(columns, "a match", measure_heads);
  measure_row(columns, "plies", &statistics->plies);
  measure_row(columns, "steps", &statistics->steps);
  measure_row(columns, "choices a step", &statistics->branching);
  measure_row(columns, "points together", &statistics->team);
  flush_columns(columns, out);
}

static double percent(guint64 part, guint64 whole) { return whole ? 100.0 * (double)part / (double)whole : 0; }

static void append_seats(GString *out, const LapStatistics *statistics, const char *const *bots)
{
  static const char *const heads[] = {"wins %", "shared %", "points", "sd", "min", "max", NULL};
  g_autoptr(Columns) columns = columns_new();
  guint64 matches = statistics->matches - statistics->together;
  head_row(columns, "seat", heads);
  for (guint seat = 0; seat < statistics->seats; seat++) {
    const LapSeatStatistics *of = &statistics->seat[seat];
    add_row(columns);
    add_cell(columns, "%u%s%s", seat + 1, bots ? " " : "", bots ? bots[seat] : "");
    add_cell(columns, "%.1f", percent(of->wins, matches));
    add_cell(columns, "%.1f", percent(of->shared, matches));
    measure_cells(columns, &of->points);
  }
  g_string_append_c(out, '\n');
  flush_columns(columns, out);
}

static void category_row(Columns *columns, const LapStatistics *statistics, const LapCategoryStatistics *category)
{
  add_row(columns);
  add_cell(columns, "%s", category->name);
  add_cell(columns, "%.2f", lap_category_mean(statistics, category));
  if (statistics->together) return;
  for (guint seat = 0; seat < statistics->seats; seat++)
    add_cell(columns, "%.2f", lap_category_seat_mean(statistics, category, seat));
}

static void append_categories(GString *out, const LapStatistics *statistics)
{
  g_autoptr(Columns) columns = columns_new();
  add_row(columns);
  add_cell(columns, "points for");
  add_cell(columns, "mean");
  for (guint seat = 0; seat < statistics->seats && !statistics->together; seat++)
    add_cell(columns, "seat %u", seat + 1);
  guint used = 0;
  for (guint i = 0; i < statistics->n_categories; i++) {
    if (!statistics->category[i].used) continue;
    category_row(columns, statistics, &statistics->category[i]);
    used++;
  }
  if (!used) return;
  g_string_append_c(out, '\n');
  flush_columns(columns, out);
}

static void append_faults(GString *out, const LapStatistics *statistics)
{
  if (!statistics->n_faults) return;
  g_string_append_printf(out, "\n%" G_GUINT64_FORMAT " %s\n", statistics->n_faults,
                         statistics->n_faults == 1 ? "match failed" : "matches failed, the first of them:");
  for (guint i = 0; i < statistics->faults->len; i++) {
    const LapSimulationFault *fault = &g_array_index(statistics->faults, LapSimulationFault, i);
    g_string_append_printf(out, "  match %" G_GUINT64_FORMAT " (seed %" G_GUINT64_FORMAT "), ply %u: %s\n",
                           fault->match, fault->seed, fault->ply, fault->message);
  }
}

static void append_time(GString *out, const LapStatistics *statistics)
{
  g_string_append_printf(out, "\n%.2f s on %u %s: %.0f matches, %.0f plies a second\n", statistics->seconds,
                         statistics->threads, statistics->threads == 1 ? "thread" : "threads",
                         lap_statistics_rate(statistics, (double)statistics->matches),
                         lap_statistics_rate(statistics, (double)statistics->plies.sum));
}

char *lap_statistics_to_table(const LapStatistics *statistics, const char *const *bots)
{
  GString *out = g_string_new(NULL);
  g_string_append_printf(out, "%" G_GUINT64_FORMAT " %s%s\n", statistics->matches,
                         statistics->matches == 1 ? "match" : "matches", statistics->stopped ? ", then stopped" : "");
  if (statistics->together)
    g_string_append_printf(out, "won together: %.1f %%\n", percent(statistics->won, statistics->together));
  if (statistics->matches) {
    g_string_append_c(out, '\n');
    append_lengths(out, statistics);
    if (statistics->matches > statistics->together) append_seats(out, statistics, bots);
    append_categories(out, statistics);
  }
  append_faults(out, statistics);
  append_time(out, statistics);
  return g_string_free(out, FALSE);
}
