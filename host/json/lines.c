#include "lines.h"

#include <string.h>

void lap_lines_init(LapLines *lines, gsize max) { *lines = (LapLines){.max = max, .bytes = g_byte_array_new()}; }

void lap_lines_clear(LapLines *lines) { g_clear_pointer(&lines->bytes, g_byte_array_unref); }

/* `part` has no line end but as its last byte. */
static void add_part(LapLines *lines, const char *part, gsize length)
{
  gsize ends = part[length - 1] == '\n' ? 1 : 0;
  if (!lines->skipping && lines->unfinished + length - ends > lines->max) {
    g_byte_array_set_size(lines->bytes, lines->bytes->len - (guint)lines->unfinished);
    lines->skipping = lines->too_long = TRUE;
  }
  if (!lines->skipping) g_byte_array_append(lines->bytes, (const guint8 *)part, (guint)length);
  lines->unfinished = ends || lines->skipping ? 0 : lines->unfinished + length;
  if (ends) lines->skipping = FALSE;
}

void lap_lines_add(LapLines *lines, const char *bytes, gsize length)
{
  const char *end = bytes + length;
  while (bytes < end) {
    const char *newline = memchr(bytes, '\n', (gsize)(end - bytes)), *next = newline ? newline + 1 : end;
    add_part(lines, bytes, (gsize)(next - bytes));
    bytes = next;
  }
}

char *lap_lines_take(LapLines *lines, gsize *length)
{
  for (;;) {
    const guint8 *newline = lines->bytes->len ? memchr(lines->bytes->data, '\n', lines->bytes->len) : NULL;
    if (!newline) return NULL;
    gsize n = (gsize)(newline - lines->bytes->data);
    gsize kept = n && newline[-1] == '\r' ? n - 1 : n;
    char *line = kept ? g_strndup((const char *)lines->bytes->data, kept) : NULL;
    g_byte_array_remove_range(lines->bytes, 0, (guint)n + 1);
    *length = kept;
    if (line) return line;
  }
}
