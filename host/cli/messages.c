#include "messages.h"

static const char *spoken = "en";

static LapWords *own_words(void)
{
  static LapWords *own;
  if (!own) own = lap_words_new("/lapidary/cli");
  return own;
}

void messages_set_language(const char *language) { spoken = g_intern_string(language); }

char *message_filled(const char *key, const LapTemplateArgument *arguments, guint n)
{
  GString *text = g_string_new(NULL);
  lap_words_write(own_words(), spoken, key, arguments, n, text);
  return g_string_free(text, FALSE);
}

const char *message(const char *key) { return lap_words_say(own_words(), spoken, key); }
