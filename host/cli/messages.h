/* Messages of the program itself while people play, in their language.
 *
 * They lie in text/LANGUAGE.json, compiled in: templates (host/text/words.h), keys "cli.<name>". Keys that a language
 * lacks are taken from English. */
#pragma once

#include "host/text/words.h"

/* Sets the language; initially "en". */
void messages_set_language(const char *language);

/* A text without arguments; the program's own. */
const char *message(const char *key);
/* A text with arguments: WORD and COUNT. Returns: (transfer full) */
#define message_with(key, ...)                                    \
  message_filled(key, (const LapTemplateArgument[]){__VA_ARGS__}, \
                 G_N_ELEMENTS(((const LapTemplateArgument[]){__VA_ARGS__})))
#define WORD LAP_WORD
#define COUNT LAP_COUNT
char *message_filled(const char *key, const LapTemplateArgument *arguments, guint n);
