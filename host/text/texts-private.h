/* Keys and templates of sentences, for sentence.c and for titles that are made of the same templates. */
#pragma once

#include "template.h"
#include "texts.h"

G_BEGIN_DECLS

#define LAP_TEXT_ARGUMENTS_MAX (LAP_ARGS_MAX + 2)

/* What a sentence describes. Decides how its key begins, and which arguments it has besides those of the kind. */
typedef enum { LAP_SENTENCE_ACTION, LAP_SENTENCE_EVENT, LAP_SENTENCE_LINE } LapSentence;

/* "<plugin>.action.<name>". Returns: (transfer full) */
char *lap_sentence_key(const LapGame *game, LapSentence sentence, const LapGameKind *kind);

/* Fills `out` with the names of the arguments that a sentence may use, without texts. Returns how many there are. */
guint lap_sentence_arguments(LapSentence sentence, const LapGameKind *kind, LapTemplateArgument *out);

/* Appends the names of the arguments that a prompt may use, without texts, and to `fields` the LapGameField that each
 * of them says. Of two with one name the first counts, which is that of the lower level. */
void lap_prompt_arguments(const LapGame *game, GArray *arguments, GPtrArray *fields);

/* The template of a key in the language, else in English, else NULL. */
const LapTemplate *lap_texts_template(const LapTexts *texts, const char *key);
const LapGame *lap_texts_game(const LapTexts *texts);
const char *lap_texts_language(const LapTexts *texts);

G_END_DECLS
