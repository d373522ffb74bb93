#include "plural.h"

#include <string.h>

static guint always(guint n G_GNUC_UNUSED) { return 0; }
static guint one_alone(guint n) { return n == 1 ? 0 : 1; }
static guint none_and_one(guint n) { return n < 2 ? 0 : 1; }

static gboolean ends_in_few(guint n) { return n % 10 >= 2 && n % 10 <= 4 && !(n % 100 >= 12 && n % 100 <= 14); }
static guint polish(guint n) { return n == 1 ? 0 : ends_in_few(n) ? 1 : 2; }
static guint russian(guint n) { return n % 10 == 1 && n % 100 != 11 ? 0 : ends_in_few(n) ? 1 : 2; }

typedef struct {
  const char *languages; /* space before and after each */
  guint forms;
  guint (*form)(guint n);
} Rule;

static const Rule english = {" en ", 2, one_alone};
static const Rule rules[] = {
    {" id ms ja ko zh vi th ", 1, always},
    {" fr pt ", 2, none_and_one},
    {" pl ", 3, polish},
    {" ru uk be ", 3, russian},
};

static const Rule *rule_of(const char *language)
{
  g_autofree char *word = g_strdup_printf(" %.*s ", (int)strcspn(language, "-_.@"), language);
  for (guint i = 0; i < G_N_ELEMENTS(rules); i++)
    if (strstr(rules[i].languages, word)) return &rules[i];
  return &english;
}

guint lap_plural_forms(const char *language) { return rule_of(language)->forms; }

guint lap_plural_form(const char *language, gint number) { return rule_of(language)->form((guint)ABS(number)); }
