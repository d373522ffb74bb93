#include "numbers.h"

#include <string.h>

#include "verb.h"

gboolean number_read(const char *option, const char *text, guint64 low, guint64 high, guint64 *number)
{
  guint64 read;
  if (!text) return TRUE;
  if (verb_number(text, &read) && read >= low && read <= high) {
    *number = read;
    return TRUE;
  }
  if (high == G_MAXUINT64)
    verb_fail(EXIT_USAGE, "%s wants a number from %" G_GUINT64_FORMAT ", not '%s'", option, low, text);
  else
    verb_fail(EXIT_USAGE, "%s wants a number of %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT ", not '%s'", option, low,
              high, text);
  return FALSE;
}

char *number_grouped(guint64 number)
{
  g_autofree char *digits = g_strdup_printf("%" G_GUINT64_FORMAT, number);
  GString *grouped = g_string_new(NULL);
  for (gsize left = strlen(digits), i = 0; digits[i]; i++, left--) {
    if (i && left % 3 == 0) g_string_append_c(grouped, ',');
    g_string_append_c(grouped, digits[i]);
  }
  return g_string_free(grouped, FALSE);
}
