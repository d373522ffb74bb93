/* Titles: what the things of a game are called, in lists and headings, in the language of its texts. */
#pragma once

#include "host/plugins/registry.h"
#include "host/text/texts.h"

G_BEGIN_DECLS

/* "<plugin>.title" and "<plugin>.summary" of the topmost plugin; where there are none, name and description of its
 * keyfile (`info`, which may be NULL); where that has none, its id as the title and no summary. `texts` may be NULL.
 * Owned by `texts`, `info` or `game`. */
const char *lap_title_game(const LapGame *game, LapTexts *texts, const LapPluginInfo *info);
const char *lap_title_summary(const LapGame *game, LapTexts *texts, const LapPluginInfo *info);
/* "<plugin>.title" of the plugin of a level, or its id. */
const char *lap_title_level(const LapGame *game, guint depth, LapTexts *texts);
/* "<plugin>.rules" of the plugin of a level, paragraphs with a blank line between; NULL where there are none. A variant
 * that tells the rules of its base otherwise has a text under that key itself: an empty one, if its own say it all. */
const char *lap_title_rules(const LapGame *game, guint depth, LapTexts *texts);

/* "<plugin>.about.<set>.<face>": what the piece does, in a sentence or two; NULL where there is none. */
const char *lap_title_about(const LapGame *game, LapTexts *texts, const LapPieceSet *set, guint face);

/* The text of a named thing, lap_text_key. Owned by `texts`. */
const char *lap_title_named(LapTexts *texts, const char *what, const char *name);
/* A further text of that thing, "<plugin>.<what>.<name>.<beside>": "prompt" says what one is to do in a phase or when
 * choosing a step of a kind, "among" what to do when that kind is one of several to choose from, "about" what a field
 * is for, or what is done with a step of a kind, "heading" what stands above the points of a round that is counted with
 * an event. NULL where there is none; prompts with arguments are those of
 * lap_texts_prompt. Owned by `texts`. */
const char *lap_title_beside(LapTexts *texts, const char *what, const char *name, const char *beside);

/* The heading of a score category: the text of its bare name or, if there is none, the text of its lines without the
 * arguments and the punctuation around them. Returns: (transfer full) */
char *lap_title_category(LapTexts *texts, const LapGameKind *category);

/* The sentence of an action or an event with "…" for each argument and no full stop: "Go …", "… places … on …". Its
 * bare name where it has no sentence. Returns: (transfer full) */
char *lap_title_action(LapTexts *texts, const LapGameKind *action);
char *lap_title_event(LapTexts *texts, const LapGameKind *event);

G_END_DECLS
