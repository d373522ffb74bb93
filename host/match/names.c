#include "names.h"

#include <string.h>

/* Joiners are part of some scripts and of emoji; other marks of format turn round or hide what stands beside a name. */
static gboolean is_joiner(gunichar letter)
{
  enum { NON_JOINER = 0x200C, JOINER = 0x200D };
  return letter == NON_JOINER || letter == JOINER;
}

static gboolean may_be_in_name(gunichar letter)
{
  GUnicodeType type = g_unichar_type(letter);
  if (type == G_UNICODE_FORMAT) return is_joiner(letter);
  return type != G_UNICODE_CONTROL && type != G_UNICODE_LINE_SEPARATOR && type != G_UNICODE_PARAGRAPH_SEPARATOR;
}

gboolean lap_text_is_good(const char *text, gsize max)
{
  gboolean seen = FALSE;
  if (!*text || strlen(text) > 4 * max || !g_utf8_validate(text, -1, NULL)) return FALSE;
  if ((gsize)g_utf8_strlen(text, -1) > max) return FALSE;
  for (; *text; text = g_utf8_next_char(text)) {
    gunichar letter = g_utf8_get_char(text);
    if (!may_be_in_name(letter)) return FALSE;
    seen = seen || g_unichar_isgraph(letter);
  }
  return seen;
}

gboolean lap_name_is_good(const char *name) { return lap_text_is_good(name, LAP_NAME_MAX); }

/* --- names that read the same */

static char *without_joiners(const char *text)
{
  GString *out = g_string_new(NULL);
  for (; *text; text = g_utf8_next_char(text))
    if (!is_joiner(g_utf8_get_char(text))) g_string_append_unichar(out, g_utf8_get_char(text));
  return g_string_free(out, FALSE);
}

/* Folding may undo normalisation, so that comes before it and after it. */
static char *folded(const char *name)
{
  g_autofree char *plain = without_joiners(name), *normal = g_utf8_normalize(plain, -1, G_NORMALIZE_ALL);
  g_autofree char *lower = g_utf8_casefold(normal, -1);
  return g_strstrip(g_utf8_normalize(lower, -1, G_NORMALIZE_ALL));
}

gboolean lap_name_is_taken(const char *name, const char *const *names, guint n)
{
  g_autofree char *wanted = folded(name);
  for (guint i = 0; i < n; i++) {
    g_autofree char *other = names[i] ? folded(names[i]) : NULL;
    if (g_strcmp0(wanted, other) == 0) return TRUE;
  }
  return FALSE;
}

/* --- names of bots */

char *lap_name_of_bot(const char *bot, guint seat) { return g_strdup_printf("%s %u", bot, seat + 1); }

static char *numbered(const char *name, guint number)
{
  enum { ROOM = 4 }; /* for a blank and a number */
  g_autofree char *start = g_utf8_substring(name, 0, MIN(g_utf8_strlen(name, -1), LAP_NAME_MAX - ROOM));
  return g_strdup_printf("%s %u", start, number);
}

char *lap_name_free(const char *name, const char *const *names, guint n)
{
  char *free_name = g_strdup(name);
  for (guint number = 2; lap_name_is_taken(free_name, names, n); number++) {
    g_free(free_name);
    free_name = numbered(name, number);
  }
  return free_name;
}
