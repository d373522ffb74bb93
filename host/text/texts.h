/* Texts: the texts of plugins, in the language of the reader.
 *
 * A plugin's texts lie beside it in text.LANGUAGE.json or text/LANGUAGE.json, a flat object from key to template, the
 * same files that a browser reads. Keys derive from names: "<plugin>.phase.<name>", ".action.<name>", ".event.<name>",
 * ".event.<name>.hidden", ".event.<name>.many" (several in a row), ".piece.<set>.<face>", ".about.<set>.<face>" (what
 * the piece does), ".back.<set>.<back>",
 * ".field.<name>", ".score.<name>", ".category.<name>" (its bare name, where the line has arguments), ".option.<name>",
 * ".choice.<key>", ".refuse.<key>", ".title", ".summary", ".rules"; ".piece.<set>.none" is an argument that is no
 * piece, ".together" all seats at once; ".phase.<name>.prompt" and ".action.<name>.prompt" say what one is to do in a
 * phase, or when choosing a step of a kind; ".action.<name>.among" says it instead of the phase's prompt where a step
 * of the kind is one of several kinds to choose from, ".action.<name>.about" what is done with it and what for,
 * ".field.<name>.about" what a field is for. A level's file may replace texts of the levels below it. A key without a
 * text is shown by its last word, so a plugin without texts is readable. A key with holes,
 * ".piece.card.{rank}_of_{suit}", is a text for all keys of that form; family.h says how. It counts where a language
 * has no text for the key itself.
 *
 * Sentences (actions, events, score lines) are templates: an argument as {name}, forms by a number as
 * {name|one card|# cards}, a literal brace doubled; template.h has the grammar. An action also has {seat}, a score line
 * {seat} and {points}. A prompt has the fields that hold one value for each seat, or for all, and those of pieces,
 * which it counts: {steps|one step|# steps}, {hand}. Of a field whose rows are seats that of the reader is meant. The
 * other texts take no arguments. Viewers who may not read the secret arguments of a kind get the text of the key with
 * ".hidden", or, if there is none, the same template with a piece's back, and "?" for the rest. A cell is written as
 * "c3", column and row of its grid, an item as its number from 1. */
#pragma once

#include "host/engine/engine.h"
#include "host/engine/knowledge.h"

G_BEGIN_DECLS

/* Not for several threads at once. */
typedef struct LapTexts LapTexts;

/* `folders`: [game->depth], where each level's files lie (lowest level first), NULL elements or NULL allowed.
 * `language`: "en", "es", "id". Falls back key by key to "en", then to the key's last word. A missing file has
 * no texts; a broken one, or a broken template, is a LAP_TEXT_ERROR (template.h) that names file and key. */
LapTexts *lap_texts_new(const LapGame *game, const char *const *folders, const char *language, GError **error);
void lap_texts_free(LapTexts *texts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapTexts, lap_texts_free)

/* The key of a named thing's text: "<plugin>.phase.<name>" for ("phase", "<plugin>/<name>").
 * Returns: (transfer full) */
char *lap_text_key(const char *what, const char *name);
/* That of a further text of it, "<plugin>.phase.<name>.prompt". Returns: (transfer full) */
char *lap_text_key_beside(const char *what, const char *name, const char *beside);
/* The text of a key without arguments. Owned by `texts`. */
const char *lap_texts_get(LapTexts *texts, const char *key);
/* Whether there is a text for the key, in the language or in English. */
gboolean lap_texts_has(const LapTexts *texts, const char *key);

/* A number as people read it: with a minus that is as wide as a plus. */
char *lap_texts_number(gint64 number);
/* "Blue 2"; face 0 is no piece. */
char *lap_texts_piece(LapTexts *texts, const LapPieceSet *set, guint face);
char *lap_texts_back(LapTexts *texts, const LapPieceSet *set, guint back);
/* The cell of a grid as people say it: column letter and row number, "c3"; its number from 1 without a shape. */
char *lap_texts_cell(const LapGameField *grid, gint cell);

/* A sentence for an action, event or score line as `viewer` (a seat, LAP_WATCHER, LAP_OMNISCIENT) may read it. `names`:
 * the seats' names, or NULL. A kind without a template: "claim: blue 2, c3". */
char *lap_texts_action(LapTexts *texts, const LapAction *action, const char *const *names, guint viewer);
/* The sentence for an action that has been taken: its text under "<key>.taken", such as "{seat} stops."; where there is
 * none, that of lap_texts_action, which is written for the choice. */
char *lap_texts_action_taken(LapTexts *texts, const LapAction *action, const char *const *names, guint viewer);
char *lap_texts_event(LapTexts *texts, const LapEvent *event, const char *const *names, guint viewer);
/* The sentence for the first of some events, and for those right after it that differ from it in nothing but their last
 * argument, if the kind has a text for several: "<key>.many", where that argument is a list, "{card} are revealed".
 * `told` gets how many of them, at least 1, the sentence is for. */
char *lap_texts_events(LapTexts *texts, const LapEvent *events, guint n, const char *const *names, guint viewer,
                       guint *told);
/* Lines that a viewer may not see are left out by the caller (LapLine.knows). */
char *lap_texts_line(LapTexts *texts, const LapLine *line, const char *const *names);

/* What a field holds, for a prompt: a number, how many pieces there are, or the one piece. Returns: (transfer full):
 * NULL if the reader does not see it */
typedef char *(*LapTextOfField)(LapTexts *texts, const LapGameField *field, gint *number, gpointer data);
/* The text "<plugin>.<what>.<name>.<beside>" of a phase or an action, its arguments filled in by `text_of`.
 * Returns: (transfer full): NULL where there is none */
char *lap_texts_prompt(LapTexts *texts, const char *what, const char *name, const char *beside, LapTextOfField text_of,
                       gpointer data);

G_END_DECLS
