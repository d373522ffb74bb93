#include "family.h"

#include <string.h>

/* So many holes at most. */
#define HOLES_MAX 4

struct LapFamily {
  char *key, *plugin;
  char *hole[HOLES_MAX];
  guint holes;
  GRegex *keys; /* a group for each hole */
  LapTemplate *template;
};

gboolean lap_family_is_key(const char *key) { return strpbrk(key, "{}") != NULL; }

void lap_family_free(LapFamily *family)
{
  if (!family) return;
  for (guint i = 0; i < family->holes; i++) g_free(family->hole[i]);
  g_clear_pointer(&family->keys, g_regex_unref);
  g_clear_pointer(&family->template, lap_template_free);
  g_free(family->plugin);
  g_free(family->key);
  g_free(family);
}

static gboolean refuse(GError **error, const char *what)
{
  g_set_error(error, LAP_TEXT_ERROR, LAP_TEXT_ERROR_FILE, "%s", what);
  return FALSE;
}

/* Adds the hole that begins at `open`. Returns what comes after it, or NULL. */
static const char *read_hole(LapFamily *family, const char *open, GString *pattern, GError **error)
{
  const gsize length = strspn(open + 1, "abcdefghijklmnopqrstuvwxyz0123456789_");
  const char *close = open + 1 + length;
  if (!length || *close != '}') {
    refuse(error, "in a key, '{', a word of a-z, 0-9, '_', and '}' stand for any word");
    return NULL;
  }
  if (close[1] == '{') {
    refuse(error, "between two holes of a key there must be something that tells them apart");
    return NULL;
  }
  if (family->holes == HOLES_MAX) {
    refuse(error, "a key has at most 4 holes");
    return NULL;
  }
  family->hole[family->holes++] = g_strndup(open + 1, length);
  g_string_append(pattern, "([a-z0-9_]+?)");
  return close + 1;
}

static gboolean read_key(LapFamily *family, GError **error)
{
  const char *dot = strchr(family->key, '.');
  g_autoptr(GString) pattern = g_string_new("^");
  if (!dot || strcspn(family->key, "{}") < (gsize)(dot - family->key))
    return refuse(error, "a key begins with the id of a plugin and a '.'");
  family->plugin = g_strndup(family->key, dot - family->key);
  for (const char *at = family->key; *at;) {
    const gsize plain = strcspn(at, "{}");
    g_autofree char *escaped = g_regex_escape_string(at, (gint)plain);
    g_string_append(pattern, escaped);
    at += plain;
    if (*at && !(at = read_hole(family, at, pattern, error))) return FALSE;
  }
  g_string_append_c(pattern, '$');
  family->keys = g_regex_new(pattern->str, G_REGEX_DOLLAR_ENDONLY | G_REGEX_OPTIMIZE, 0, NULL);
  return TRUE;
}

LapFamily *lap_family_new(const char *key, const char *text, const char *language, GError **error)
{
  g_autoptr(LapFamily) family = g_new0(LapFamily, 1);
  LapTemplateArgument arguments[HOLES_MAX] = {0};
  family->key = g_strdup(key);
  if (!read_key(family, error)) return NULL;
  family->template = lap_template_parse(text, language, error);
  for (guint i = 0; i < family->holes; i++) arguments[i].name = family->hole[i];
  if (!family->template || !lap_template_check(family->template, arguments, family->holes, error)) return NULL;
  return g_steal_pointer(&family);
}

gboolean lap_family_has(const LapFamily *family, const char *key) { return g_regex_match(family->keys, key, 0, NULL); }

char **lap_family_words(const LapFamily *family, const char *key)
{
  g_autoptr(GMatchInfo) info = NULL;
  if (!g_regex_match(family->keys, key, 0, &info)) return NULL;
  char **words = g_new0(char *, family->holes + 1);
  for (guint i = 0; i < family->holes; i++) {
    g_autofree char *word = g_match_info_fetch(info, (gint)i + 1);
    words[i] = g_strconcat(family->plugin, ".", family->hole[i], ".", word, NULL);
  }
  return words;
}

char *lap_family_write(const LapFamily *family, const char *key, char *(*text_of)(const char *key, gpointer data),
                       gpointer data)
{
  g_auto(GStrv) words = lap_family_words(family, key);
  LapTemplateArgument arguments[HOLES_MAX] = {0};
  if (!words) return NULL;
  for (guint i = 0; i < family->holes; i++) {
    char *text = text_of(words[i], data);
    if (!text) text = g_strdelimit(g_strdup(strrchr(words[i], '.') + 1), "_", ' ');
    g_free(words[i]);
    arguments[i] = (LapTemplateArgument){.name = family->hole[i], .text = words[i] = text};
  }
  GString *out = g_string_new(NULL);
  lap_template_write(family->template, arguments, family->holes, out);
  return g_string_free(out, FALSE);
}
