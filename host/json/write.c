#include "write.h"

#include <string.h>

static void escape(GString *out, guchar c)
{
  static const char values[] = "\"\\\b\f\n\r\t", names[] = "\"\\bfnrt";
  const char *value = memchr(values, c, sizeof values - 1);
  if (value)
    g_string_append_printf(out, "\\%c", names[value - values]);
  else
    g_string_append_printf(out, "\\u%04x", c);
}

static gboolean is_plain(guchar c) { return c >= 0x20 && c != '"' && c != '\\' && c != 0x7F; }

void lap_json_quote(GString *out, const char *text)
{
  g_string_append_c(out, '"');
  while (*text) {
    const char *start = text;
    while (*text && is_plain((guchar)*text)) text++;
    g_string_append_len(out, start, text - start);
    if (*text) escape(out, (guchar)*text++);
  }
  g_string_append_c(out, '"');
}

void lap_json_quote_and_free(GString *out, char *text)
{
  lap_json_quote(out, text);
  g_free(text);
}

void lap_json_text(GString *out, const char *text)
{
  g_string_append_c(out, '"');
  g_string_append(out, text);
  g_string_append_c(out, '"');
}

void lap_json_number(GString *out, gint64 number)
{
  char digits[24];
  char *end = digits + sizeof digits, *at = end;
  guint64 rest = number < 0 ? -(guint64)number : (guint64)number;
  do *--at = (char)('0' + rest % 10);
  while (rest /= 10);
  if (number < 0) *--at = '-';
  g_string_append_len(out, at, end - at);
}

void lap_json_bits(GString *out, guint32 bits)
{
  gboolean first = TRUE;
  g_string_append_c(out, '[');
  for (guint bit = 0; bit < 32; bit++) {
    if (!(bits >> bit & 1)) continue;
    lap_json_separate(out, &first);
    lap_json_number(out, bit);
  }
  g_string_append_c(out, ']');
}

void lap_json_separate(GString *out, gboolean *first)
{
  if (!*first) g_string_append_c(out, ',');
  *first = FALSE;
}
