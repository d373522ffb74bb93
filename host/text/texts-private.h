/* Inside host/text: how a key finds its template, and which kind a key speaks of. */
#pragma once

#include "template.h"
#include "texts.h"

G_BEGIN_DECLS

#define LAP_TEXT_ARGUMENTS_MAX (LAP_ARGS_MAX + 2)

/* What a kind's sentences are of, which says how their keys begin and what arguments there are besides its own. */
typedef enum { LAP_SENTENCE_ACTION, LAP_SENTENCE_EVENT, LAP_SENTENCE_LINE } LapSentence;

/* "<plugin>.action.<name>". Returns: (transfer full) */
char *lap_sentence_key(const LapGame *game, LapSentence sentence, const LapGameKind *kind);

/* The names of what a sentence may use, without texts. Returns how many. */
guint lap_sentence_arguments(LapSentence sentence, const LapGameKind *kind, LapTemplateArgument *out);

/* In the language, or in English, or NULL. */
const LapTemplate *lap_texts_template(const LapTexts *texts, const char *key);
const LapGame *lap_texts_game(const LapTexts *texts);

/* Reads one file's templates into `templates` (char * to LapTemplate), over those that are there. */
gboolean lap_text_file_read(const LapGame *game, const char *file, const char *language, GHashTable *templates,
                            GError **error);

G_END_DECLS
