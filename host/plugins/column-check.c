#include "column.h"

#include <string.h>

#include "fail.h"

static guint count_choices(const LapColumn *column)
{
  guint n = 0;
  while (column->choices && column->choices[n]) n++;
  return n;
}

/* NULL, or what is wrong with type, width and words. */
static const char *fault_of_type(const LapColumn *column)
{
  guint choices = count_choices(column);
  if (!column->name || !*column->name) return "it has no name";
  if (column->type < LAP_COLUMN_KEY || column->type > LAP_COLUMN_FLAGS) return "there is no such type";
  if (column->type == LAP_COLUMN_KEY) return column->width == sizeof(char *) ? NULL : "a key is a pointer's bytes wide";
  if (column->width != 1 && column->width != 2 && column->width != 4) return "its width is not 1, 2 or 4 bytes";
  if (column->type == LAP_COLUMN_NUMBER) return NULL;
  if (!choices) return "it has no choices";
  if (column->type == LAP_COLUMN_FLAGS) return choices <= 8u * column->width ? NULL : "more choices than bits";
  return column->width > 1 || choices <= 128 ? NULL : "more choices than fit its width";
}

/* NULL, or what is wrong with range and number of values. */
static const char *fault_of_range(const LapColumn *column)
{
  gint32 most = column->width == 4 ? G_MAXINT32 : column->width == 2 ? G_MAXINT16 : G_MAXINT8;
  if (column->min > column->max) return "its min is above its max";
  if (column->type == LAP_COLUMN_NUMBER && (column->max > most || column->min < -most - 1))
    return "its min or max does not fit its width";
  gboolean one = column->type == LAP_COLUMN_KEY || column->type == LAP_COLUMN_FLAGS;
  if (one && column->capacity) return "a key or flags are one value; leave its capacity 0";
  return NULL;
}

/* Marks bytes as a column's own; FALSE if they lie outside of the row or are taken. */
static gboolean take_bytes(guint8 *taken, guint32 row_size, guint offset, guint length)
{
  if (offset + length > row_size) return FALSE;
  for (guint i = offset; i < offset + length; i++)
    if (taken[i]++) return FALSE;
  return TRUE;
}

static const char *fault_of_place(const LapColumn *column, guint8 *taken, guint32 row_size)
{
  guint values = column->capacity ? column->capacity : 1;
  if (column->offset % column->width) return "its offset is not a multiple of its width";
  if (!take_bytes(taken, row_size, column->offset, values * column->width))
    return "its bytes lie outside of the row, or are another column's too";
  if (column->capacity && !take_bytes(taken, row_size, column->count, 1))
    return "its count lies outside of the row, or on another column";
  return NULL;
}

static const char *fault_of_table(const LapCatalogue *catalogue)
{
  if (!catalogue->name || !catalogue->file) return "it has no name or no file";
  if (!catalogue->columns || !catalogue->n_columns) return "it has no columns";
  if (!catalogue->row_size || catalogue->row_size > G_MAXUINT16) return "its rows are not of 1 to 65535 bytes";
  if (!catalogue->rows_max || catalogue->rows_min > catalogue->rows_max || catalogue->rows_max > G_MAXUINT16)
    return "rows_min and rows_max must hold 0 <= rows_min <= rows_max, and rows_max be 1 to 65535";
  return NULL;
}

static gboolean is_twice(const LapCatalogue *catalogue, guint index)
{
  for (guint i = 0; i < index; i++)
    if (g_str_equal(catalogue->columns[i].name, catalogue->columns[index].name)) return TRUE;
  return FALSE;
}

gboolean lap_columns_check(const char *plugin, const LapCatalogue *catalogue, GError **error)
{
  const char *fault = fault_of_table(catalogue);
  if (fault)
    return lap_plugin_refuse(error, plugin, "catalogue %s: %s", catalogue->name ? catalogue->name : "without a name",
                             fault);
  g_autofree guint8 *taken = g_malloc0(catalogue->row_size);
  for (guint i = 0; i < catalogue->n_columns; i++) {
    const LapColumn *column = &catalogue->columns[i];
    fault = fault_of_type(column);
    if (!fault) fault = fault_of_range(column);
    if (!fault) fault = fault_of_place(column, taken, catalogue->row_size);
    if (!fault && is_twice(catalogue, i)) fault = "it is declared twice";
    if (fault)
      return lap_plugin_refuse(error, plugin, "catalogue %s: column %s: %s", catalogue->name,
                               column->name ? column->name : "without a name", fault);
  }
  return TRUE;
}
