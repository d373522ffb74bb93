#include "nearest.h"

#include <string.h>

/* Levenshtein's distance, on bytes: names are words of ASCII. */
static guint distance(const char *a, const char *b)
{
  gsize width = strlen(b) + 1;
  g_autofree guint *row = g_new(guint, width);
  for (gsize j = 0; j < width; j++) row[j] = (guint)j;
  for (gsize i = 1; *a; i++, a++) {
    guint diagonal = row[0];
    row[0] = (guint)i;
    for (gsize j = 1; j < width; j++) {
      guint replaced = diagonal + (*a != b[j - 1]);
      diagonal = row[j];
      row[j] = MIN(replaced, MIN(row[j], row[j - 1]) + 1);
    }
  }
  return row[width - 1];
}

typedef struct {
  const char *name;
  guint distance;
} Candidate;

static int compare(const void *a, const void *b)
{
  const Candidate *x = a, *y = b;
  return x->distance < y->distance ? -1 : x->distance > y->distance;
}

/* A candidate that begins with the word is near, however much is missing. */
static guint distance_of(const char *word, const char *name)
{
  return g_str_has_prefix(name, word) || g_str_has_prefix(word, name) ? 1 : distance(word, name);
}

static char *enumerate(const Candidate *near, guint n)
{
  GString *list = g_string_new(NULL);
  for (guint i = 0; i < n; i++)
    g_string_append_printf(list, "%s'%s'", i == 0 ? "" : i + 1 == n ? " or " : ", ", near[i].name);
  return g_string_free(list, FALSE);
}

char *lap_nearest_names(const char *word, const char *const *candidates)
{
  guint limit = MAX(2, (guint)strlen(word) / 3);
  g_autoptr(GArray) near = g_array_new(FALSE, FALSE, sizeof(Candidate));
  for (; *candidates; candidates++) {
    Candidate candidate = {*candidates, distance_of(word, *candidates)};
    if (*word && candidate.distance <= limit) g_array_append_val(near, candidate);
  }
  g_array_sort(near, compare);
  return near->len ? enumerate((const Candidate *)(void *)near->data, MIN(near->len, 3)) : NULL;
}
