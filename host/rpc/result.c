#include "result.h"

#include <string.h>

#include "host/json/write.h"

void lap_result_separate(GString *out)
{
  if (out->len && !strchr("{[,:", out->str[out->len - 1])) g_string_append_c(out, ',');
}

void lap_result_member(GString *out, const char *name)
{
  lap_result_separate(out);
  g_string_append_c(out, '"');
  g_string_append(out, name);
  g_string_append(out, "\":");
}

void lap_result_number(GString *out, const char *name, gint64 number)
{
  lap_result_member(out, name);
  g_string_append_printf(out, "%" G_GINT64_FORMAT, number);
}

void lap_result_true(GString *out, const char *name, gboolean is)
{
  if (!is) return;
  lap_result_member(out, name);
  g_string_append(out, "true");
}

static void append_nullable(GString *out, const char *text)
{
  if (!text) {
    g_string_append(out, "null");
    return;
  }
  g_autofree char *valid = g_utf8_validate(text, -1, NULL) ? NULL : g_utf8_make_valid(text, -1);
  lap_json_quote(out, valid ? valid : text);
}

void lap_result_text(GString *out, const char *name, const char *text)
{
  lap_result_member(out, name);
  append_nullable(out, text);
}

void lap_result_item(GString *out, const char *text)
{
  lap_result_separate(out);
  append_nullable(out, text);
}
