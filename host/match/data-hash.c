#include "data-hash.h"

#include <string.h>

static void add_text(GChecksum *sum, const char *text)
{
  if (text) g_checksum_update(sum, (const guchar *)text, (gssize)strlen(text));
  g_checksum_update(sum, (const guchar *)"", 1);
}

static void add_number(GChecksum *sum, gint64 number)
{
  number = GINT64_TO_LE(number);
  g_checksum_update(sum, (const guchar *)&number, sizeof number);
}

static gint64 number_at(const guint8 *value, guint width)
{
  switch (width) {
  case 1:
    return *(const gint8 *)value;
  case 2:
    return *(const gint16 *)(gconstpointer)value;
  default:
    return *(const gint32 *)(gconstpointer)value;
  }
}

static void add_value(GChecksum *sum, const LapColumn *column, const guint8 *value)
{
  if (column->type == LAP_COLUMN_KEY)
    add_text(sum, *(const char *const *)(gconstpointer)value);
  else
    add_number(sum, number_at(value, column->width));
}

static void add_column(GChecksum *sum, const LapColumn *column, const guint8 *row)
{
  guint n = column->capacity ? row[column->count] : 1;
  add_number(sum, n);
  for (guint i = 0; i < n; i++) add_value(sum, column, row + column->offset + i * column->width);
}

char *lap_data_hash(const LapGameLevel *level, guint catalogue)
{
  const LapCatalogue *declared = &level->catalogues[catalogue];
  const LapRowsTable *rows = &level->rows[catalogue];
  g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
  for (guint i = 0; i < declared->n_columns; i++) add_text(sum, declared->columns[i].name);
  for (guint r = 1; r <= rows->n; r++)
    for (guint i = 0; i < declared->n_columns; i++)
      add_column(sum, &declared->columns[i], (const guint8 *)rows->row + (gsize)r * rows->row_size);
  return g_strdup(g_checksum_get_string(sum));
}
