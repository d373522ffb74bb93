#include "version.h"

#define NUMBER_MAX 65535

/* Reads "1.2.3" into at most three numbers. Returns how many there were, 0 if `text` is not of that form. */
static guint read_numbers(const char *text, guint *number)
{
  for (guint n = 0; n < 3; n++) {
    if (!g_ascii_isdigit(*text) || (*text == '0' && g_ascii_isdigit(text[1]))) return 0;
    for (number[n] = 0; g_ascii_isdigit(*text); text++) {
      number[n] = number[n] * 10 + (guint)(*text - '0');
      if (number[n] > NUMBER_MAX) return 0;
    }
    if (*text == '\0') return n + 1;
    if (*text++ != '.') return 0;
  }
  return 0;
}

gboolean lap_version_parse(const char *text, LapVersion *version)
{
  guint number[3];
  if (!text || read_numbers(text, number) != 3) return FALSE;
  *version = (LapVersion){number[0], number[1], number[2]};
  return TRUE;
}

static int compare(const LapVersion *a, const LapVersion *b)
{
  if (a->major != b->major) return a->major < b->major ? -1 : 1;
  if (a->minor != b->minor) return a->minor < b->minor ? -1 : 1;
  if (a->patch != b->patch) return a->patch < b->patch ? -1 : 1;
  return 0;
}

gboolean lap_version_range_parse(const char *text, LapVersionRange *range)
{
  guint number[3] = {0};
  if (!text || read_numbers(text, number) < 2) return FALSE;
  range->from = (LapVersion){number[0], number[1], number[2]};
  range->below = number[0] ? (LapVersion){number[0] + 1, 0, 0} : (LapVersion){0, number[1] + 1, 0};
  return TRUE;
}

gboolean lap_version_range_has(const LapVersionRange *range, const LapVersion *version)
{
  return compare(&range->from, version) <= 0 && compare(version, &range->below) < 0;
}

char *lap_version_range_describe(const LapVersionRange *range)
{
  return g_strdup_printf(">= %u.%u.%u and < %u.%u.%u", range->from.major, range->from.minor, range->from.patch,
                         range->below.major, range->below.minor, range->below.patch);
}
