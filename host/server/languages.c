#include "languages.h"

#include <string.h>

const char *const lap_languages[] = {"en", "es", "id", NULL};

const char *lap_language_for(const char *locale)
{
  gsize length = locale ? strcspn(locale, "-_.@") : 0;
  for (const char *const *language = lap_languages; *language; language++)
    if (strlen(*language) == length && g_ascii_strncasecmp(*language, locale, length) == 0)
      return g_intern_static_string(*language);
  return NULL;
}
