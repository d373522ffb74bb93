/* Comparisons for people and for programs. */
#include <math.h>

#include "columns.h"
#include "compare.h"
#include "report-private.h"

#define DONE_SHOWN 20

guint lap_report_count_found(const GArray *differences, guint side)
{
  guint found = 0;
  for (guint i = 0; i < differences->len; i++) {
    const LapDifference *of = &g_array_index(differences, LapDifference, i);
    found += of->side == side && of->test.p < LAP_SIGNIFICANT;
  }
  return found;
}

static void add_row(LapColumns *columns, const LapDifference *of)
{
  double unit = of->a_share ? 100 : 1;
  lap_columns_row(columns);
  lap_columns_cell(columns, "%s%s", of->measure, of->a_share ? " %" : "");
  lap_columns_cell(columns, "%.2f", unit * of->first);
  lap_columns_cell(columns, "%.2f", unit * of->other);
  lap_columns_cell(columns, "%+.2f", unit * of->test.difference);
  lap_columns_cell(columns, "%+.2f %+.2f", unit * of->test.interval.low, unit * of->test.interval.high);
  lap_columns_cell(columns, of->test.p < 0.0001 ? "<0.0001" : "%.4f", of->test.p);
  lap_columns_cell(columns, of->test.p < LAP_SIGNIFICANT ? "differs" : "");
}

static double strength(const LapDifference *of)
{
  double width = of->test.interval.high - of->test.interval.low;
  return width > 0 ? fabs(of->test.difference) / width : 0;
}

static gint compare_strength(gconstpointer a, gconstpointer b)
{
  double left = strength(*(const LapDifference *const *)a), right = strength(*(const LapDifference *const *)b);
  return left > right ? -1 : left < right;
}

GPtrArray *lap_report_done_rows(const GArray *differences, guint side)
{
  GPtrArray *rows = g_ptr_array_new();
  for (guint i = 0; i < differences->len; i++) {
    const LapDifference *of = &g_array_index(differences, LapDifference, i);
    if (of->side == side && of->done && of->test.p < LAP_SIGNIFICANT) g_ptr_array_add(rows, (gpointer)of);
  }
  g_ptr_array_sort(rows, compare_strength);
  return rows;
}

static guint add_done(LapColumns *columns, const GArray *differences, guint side)
{
  g_autoptr(GPtrArray) rows = lap_report_done_rows(differences, side);
  for (guint i = 0; i < MIN(rows->len, DONE_SHOWN); i++) add_row(columns, rows->pdata[i]);
  return rows->len > DONE_SHOWN ? rows->len - DONE_SHOWN : 0;
}

static void append_side(GString *out, const LapSide *sides, guint side, const GArray *differences)
{
  g_autoptr(LapColumns) columns = lap_columns_new();
  guint found = lap_report_count_found(differences, side), looked_at = 0;
  const char *const heads[] = {"", "A", "B", "B - A", "95 %", "p", "", NULL};
  g_string_append_printf(out, "A: %s\nB: %s\n\n", sides[0].title, sides[side].title);
  lap_columns_head(columns, heads);
  for (guint i = 0; i < differences->len; i++) {
    const LapDifference *of = &g_array_index(differences, LapDifference, i);
    looked_at += of->side == side;
    if (of->side == side && !of->done) add_row(columns, of);
  }
  guint more = add_done(columns, differences, side);
  lap_columns_flush(columns, out);
  if (more) g_string_append_printf(out, "and %u more that are done more or less often\n", more);
  g_string_append_printf(out, "\n%u of %u measures differ (p corrected for all that are looked at)\n", found,
                         looked_at);
}

char *lap_comparison_to_table(const LapSide *sides, guint n, const GArray *differences)
{
  GString *out = g_string_new(NULL);
  for (guint side = 1; side < n; side++) {
    if (side > 1) g_string_append_c(out, '\n');
    append_side(out, sides, side, differences);
  }
  return g_string_free(out, FALSE);
}

/* --- a sweep: all measures but what is done, as rows */

static const LapDifference *find(const GArray *differences, guint side, const char *measure)
{
  for (guint i = 0; i < differences->len; i++) {
    const LapDifference *of = &g_array_index(differences, LapDifference, i);
    if (of->side == side && !of->done && g_str_equal(of->measure, measure)) return of;
  }
  return NULL;
}

/* What is measured of any side, each once. */
static GPtrArray *list_measures(const GArray *differences)
{
  GPtrArray *measures = g_ptr_array_new();
  for (guint i = 0; i < differences->len; i++) {
    const LapDifference *of = &g_array_index(differences, LapDifference, i);
    if (!of->done && !g_ptr_array_find_with_equal_func(measures, of->measure, g_str_equal, NULL))
      g_ptr_array_add(measures, of->measure);
  }
  return measures;
}

/* The value of side 0 stands in the differences of all others. */
static void add_value(LapColumns *columns, const GArray *differences, guint side, guint n, const char *measure)
{
  const LapDifference *of = side ? find(differences, side, measure) : NULL;
  for (guint other = 1; other < n && !of && !side; other++) of = find(differences, other, measure);
  double value = !of ? 0 : (side ? of->other : of->first) * (of->a_share ? 100 : 1);
  if (!of)
    lap_columns_cell(columns, "-");
  else
    lap_columns_cell(columns, "%.2f%s", value, side && of->test.p < LAP_SIGNIFICANT ? "*" : " ");
}

char *lap_sweep_to_table(const LapSide *sides, guint n, const GArray *differences)
{
  g_autoptr(GPtrArray) measures = list_measures(differences);
  g_autoptr(LapColumns) columns = lap_columns_new();
  GString *out = g_string_new(NULL);
  lap_columns_row(columns);
  lap_columns_cell(columns, "%s", "");
  for (guint side = 0; side < n; side++) lap_columns_cell(columns, "%s ", sides[side].title);
  for (guint i = 0; i < measures->len; i++) {
    const LapDifference *any = &g_array_index(differences, LapDifference, 0);
    for (guint k = 0; k < differences->len; k++) {
      any = &g_array_index(differences, LapDifference, k);
      if (any->measure == measures->pdata[i]) break;
    }
    lap_columns_row(columns);
    lap_columns_cell(columns, "%s%s", (char *)measures->pdata[i], any->a_share ? " %" : "");
    for (guint side = 0; side < n; side++) add_value(columns, differences, side, n, measures->pdata[i]);
  }
  lap_columns_flush(columns, out);
  return g_string_free(out, FALSE);
}

/* --- JSON */

static void write_real(LapJsonWriter *json, const char *name, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  lap_json_name(json, name);
  lap_json_raw(json, g_ascii_formatd(digits, sizeof digits, "%.4f", value), -1);
}

static void write_difference(LapJsonWriter *json, const LapDifference *of)
{
  lap_json_begin_object(json);
  lap_json_member_int(json, "side", of->side);
  lap_json_member_string(json, "measure", of->measure);
  lap_json_member_word(json, "of", of->done ? "matches it is done in" : of->a_share ? "matches" : "means");
  lap_json_member_true(json, "paired", of->paired);
  write_real(json, "first", of->first);
  write_real(json, "other", of->other);
  lap_report_write_test(json, of->test);
  lap_json_member_bool(json, "differs", of->test.p < LAP_SIGNIFICANT);
  lap_json_end_object(json);
}

char *lap_comparison_to_json(const LapSide *sides, guint n, const GArray *differences)
{
  GString *out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_json_begin_object(&json);
  lap_json_member_word(&json, "format", "lapidary-comparison/1");
  lap_json_member_array(&json, "sides");
  for (guint i = 0; i < n; i++) {
    lap_json_begin_object(&json);
    lap_json_member_string(&json, "title", sides[i].title);
    lap_json_name(&json, "run");
    lap_json_raw(&json, sides[i].figures->run ? sides[i].figures->run : "null", -1);
    lap_json_member_int(&json, "matches", (gint64)sides[i].figures->all->matches);
    lap_json_member_int(&json, "found", i ? lap_report_count_found(differences, i) : 0);
    lap_json_end_object(&json);
  }
  lap_json_end_array(&json);
  lap_json_member_array(&json, "differences");
  for (guint i = 0; i < differences->len; i++) write_difference(&json, &g_array_index(differences, LapDifference, i));
  lap_json_end_array(&json);
  lap_json_end_object(&json);
  return g_string_free(out, FALSE);
}
