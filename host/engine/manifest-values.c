/* Reading a manifest: values and rows. */
#include <string.h>

#include "manifest-reader.h"

#define TEXT_MAX 4096 /* bytes */

void lap_manifest_fail(LapManifestReader *reader, const char *format, ...)
{
  if (reader->error) return;
  g_autoptr(GString) message = g_string_new("manifest: ");
  if (reader->plugin) g_string_append_printf(message, "%s: ", reader->plugin);
  if (reader->table) g_string_append_printf(message, "table \"%s\", row %u: ", reader->table, reader->row);
  va_list arguments;
  va_start(arguments, format);
  g_string_append_vprintf(message, format, arguments);
  va_end(arguments);
  reader->error = g_error_new_literal(LAP_GAME_ERROR, LAP_GAME_ERROR_INVALID, message->str);
}

gpointer lap_manifest_keep(LapManifestReader *reader, gsize n, gsize size)
{
  gpointer memory = g_malloc0_n(MAX(n, 1), size);
  g_ptr_array_add(reader->owned, memory);
  return memory;
}

const char *lap_manifest_text(LapManifestReader *reader, const char *of)
{
  if (strlen(of) > TEXT_MAX) {
    lap_manifest_fail(reader, "a text has %zu bytes, at most %d are possible", strlen(of), TEXT_MAX);
    return "";
  }
  for (const char *at = of; *at; at = g_utf8_next_char(at))
    if (g_unichar_iscntrl(g_utf8_get_char(at))) {
      lap_manifest_fail(reader, "a text has a control character");
      return "";
    }
  return g_string_chunk_insert_const(reader->texts, of);
}

const char *lap_manifest_maybe_text(LapManifestReader *reader, const char *of)
{
  return of ? lap_manifest_text(reader, of) : NULL;
}

GVariant *lap_manifest_take_inner(GVariant *maybe)
{
  GVariant *inner = g_variant_get_maybe(maybe);
  g_variant_unref(maybe);
  return inner;
}

static const char *const *texts(LapManifestReader *reader, GVariant *array, guint first, guint *n)
{
  *n = (guint)g_variant_n_children(array);
  const char **of = lap_manifest_keep(reader, (gsize)first + *n + 1, sizeof *of);
  for (guint i = 0; i < *n; i++) {
    const char *one;
    g_variant_get_child(array, i, "&s", &one);
    of[first + i] = lap_manifest_text(reader, one);
  }
  return of;
}

const char *const *lap_manifest_take_texts(LapManifestReader *reader, GVariant *maybe, guint first, guint *n)
{
  g_autoptr(GVariant) array = lap_manifest_take_inner(maybe);
  *n = 0;
  return array ? texts(reader, array, first, n) : NULL;
}

const guint8 *lap_manifest_take_bytes(LapManifestReader *reader, GVariant *maybe, guint expected)
{
  g_autoptr(GVariant) array = lap_manifest_take_inner(maybe);
  gsize n;
  gconstpointer from = array ? g_variant_get_fixed_array(array, &n, 1) : NULL;
  if (!array) return NULL;
  guint8 *bytes = lap_manifest_keep(reader, expected, 1);
  if (n == expected)
    memcpy(bytes, from, n);
  else
    lap_manifest_fail(reader, "%zu bytes where there must be %u", n, expected);
  return bytes;
}

gboolean lap_manifest_has(LapManifestReader *reader, guint bits, guint all, guint of)
{
  if (bits & ~all) lap_manifest_fail(reader, "unknown hooks (0x%x)", bits);
  return (bits & of) != 0;
}

/* `index` is set to that of each row, unless it is NULL. */
static LapTable read_rows(LapManifestReader *reader, GVariant *from, guint most, gsize size, LapManifestRow read,
                          guint *index)
{
  gsize n = g_variant_n_children(from);
  if (n > most) {
    lap_manifest_fail(reader, "%zu rows, at most %u are possible", n, most);
    n = 0;
  }
  guint8 *rows = lap_manifest_keep(reader, n, size);
  for (guint i = 0; i < n; i++) {
    g_autoptr(GVariant) row = g_variant_get_child_value(from, i);
    if (index) *index = i;
    read(reader, row, rows + i * size);
  }
  return (LapTable){rows, (guint32)n, (guint32)size};
}

LapTable lap_manifest_take_rows(LapManifestReader *reader, GVariant *from, guint most, gsize size, LapManifestRow read)
{
  g_autoptr(GVariant) rows = from;
  return read_rows(reader, rows, most, size, read, NULL);
}

LapTable lap_manifest_table(LapManifestReader *reader, GVariant *level, ManifestPart part, const char *name, gsize size,
                            LapManifestRow read)
{
  g_autoptr(GVariant) rows = g_variant_get_child_value(level, part);
  reader->table = name;
  reader->row = 0;
  LapTable table = read_rows(reader, rows, MANIFEST_ROWS_MAX, size, read, &reader->row);
  reader->table = NULL;
  return table;
}
