#include "quote.h"

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
