/* Plurals: which form of a word a language takes for a number (after the plural rules of Unicode CLDR, for whole
 * numbers). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How many forms a language has, at least 1. `language` is a tag ("es", "pt-BR"); one that is not known here counts as
 * English does. */
guint lap_plural_forms(const char *language);

/* Which of them goes with `number`: 0 is the first, for one thing where the language sets that apart. */
guint lap_plural_form(const char *language, gint number);

G_END_DECLS
