#include "columns.h"

struct LapColumns {
  GPtrArray *rows; /* GPtrArray of char * */
};
LapColumns *lap_columns_new(void)
{
  LapColumns *columns = g_new0(LapColumns, 1);
  columns->rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
  return columns;
}

void lap_columns_free(LapColumns *columns)
{
  if (!columns) return;
  g_ptr_array_unref(columns->rows);
  g_free(columns);
}

void lap_columns_row(LapColumns *columns) { g_ptr_array_add(columns->rows, g_ptr_array_new_with_free_func(g_free)); }

void lap_columns_cell(LapColumns *columns, const char *format, ...)
{
  va_list values;
  va_start(values, format);
  g_ptr_array_add(columns->rows->pdata[columns->rows->len - 1], g_strdup_vprintf(format, values));
  va_end(values);
}

static glong width_of(const LapColumns *columns, guint column)
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

static void append_row(const LapColumns *columns, GPtrArray *row, GString *out)
{
  for (guint i = 0; i < row->len; i++) {
    const char *cell = row->pdata[i];
    glong room = width_of(columns, i) - g_utf8_strlen(cell, -1);
    if (i > 0) append_spaces(out, 2 + room);
    g_string_append(out, cell);
    if (i == 0 && row->len > 1) append_spaces(out, room);
  }
  while (out->len && out->str[out->len - 1] == ' ') g_string_truncate(out, out->len - 1);
  g_string_append_c(out, '\n');
}

void lap_columns_head(LapColumns *columns, const char *const *texts)
{
  lap_columns_row(columns);
  for (; *texts; texts++) lap_columns_cell(columns, "%s", *texts);
}

void lap_columns_flush(LapColumns *columns, GString *out)
{
  for (guint i = 0; i < columns->rows->len; i++) append_row(columns, columns->rows->pdata[i], out);
  g_ptr_array_set_size(columns->rows, 0);
}
