/* Words: the host's own texts, in several languages at once.
 *
 * Texts of plugins are in texts.h. These are templates (template.h) too: one flat JSON object from key to template for
 * each language, compiled in as resources. A program that uses this library may have words of its own beside those of
 * the host. A key that a language lacks is taken from English; a key that English lacks is a mistake of the program,
 * which ends it.
 *
 * Not for several threads at once. */
#pragma once

#include "template.h"

G_BEGIN_DECLS

typedef struct LapWords LapWords;

/* `folder`: of resources, with a LANGUAGE.json for each language: "/lapidary/host". Each file is read when
 * its language is first used. */
LapWords *lap_words_new(const char *folder);
void lap_words_free(LapWords *words);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapWords, lap_words_free)
/* The host's own, kept until the process ends; keys "host.<name>". */
LapWords *lap_words_host(void);

/* A text without arguments; it lives as long as `words`. */
const char *lap_words_say(LapWords *words, const char *language, const char *key);

/* Appends a text with arguments. Those that count need no text. */
void lap_words_write(LapWords *words, const char *language, const char *key, const LapTemplateArgument *arguments,
                     guint n, GString *out);
/* The same, with the arguments in place, for the host's own words:
 * lap_words(language, "host.joined", out, LAP_WORD("name", name)) */
#define lap_words(language, key, out, ...)                                                     \
  lap_words_write(lap_words_host(), language, key, (const LapTemplateArgument[]){__VA_ARGS__}, \
                  G_N_ELEMENTS(((const LapTemplateArgument[]){__VA_ARGS__})), out)
#define LAP_WORD(name_, text_)   \
  {                              \
    .name = name_, .text = text_ \
  }
#define LAP_COUNT(name_, number_)                            \
  {                                                          \
    .name = name_, .counts = TRUE, .number = (gint)(number_) \
  }

G_END_DECLS
