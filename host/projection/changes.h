/* What a variant changes of the game below it, in words: for lists, for rules, and for players who are asked to
 * continue their match as that variant. It is read from the linked tables, so no plugin has to write it down. */
#pragma once

#include "host/json/writer.h"
#include "host/text/texts.h"

G_BEGIN_DECLS

typedef struct {
  const char *change; /* "phase-replaced", "option-added", ...: lap_changes_to_json has all of them */
  char *name;         /* "<plugin>/<name>" of what is changed or added; NULL: "seats" and "scoring" */
  char *text;         /* a sentence */
} LapChange;

/* The changes that the level `depth` of a chain makes of those below it, in the order of the tables.
 * Returns: (element-type LapChange) (transfer full) */
GPtrArray *lap_changes_of_level(const LapGame *game, guint depth, LapTexts *texts, const char *language);

/* Writes them as the member "changes": [{"change","name"?,"text"}], where "change" is one of "seats", "phase-added",
 * "phase-inserted", "phase-replaced", "phase-removed", "rule-overridden", "operation-overridden", "notice-followed",
 * "option-added", "field-added", "field-hidden", "action-added", "category-added", "scoring". */
void lap_changes_to_json(const LapGame *game, guint depth, LapTexts *texts, const char *language, LapJsonWriter *json);

G_END_DECLS
