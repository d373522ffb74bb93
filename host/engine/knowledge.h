/* What a seat knows: its view, what it has seen, and other worlds that are as possible to it. */
#pragma once

#include "engine.h"

G_BEGIN_DECLS

/* `viewer` is a seat or LAP_WATCHER, everywhere. */

/* Appends the view of `viewer` as a JSON object on one line, made from the field table and the masks alone:
 *   {"phase":"<plugin>/<name>","ply":3,"over":false,"waiting":[0],"ready":[],"fields":{"<plugin>/<name>":...}}
 * Fields without seat rows are their value; with seat rows, an array of a value each seat (null: not theirs to see).
 * A value of one row:
 *   one number: 3; several or a list: [1,2]; planes (all rows together): the array of cells, 0 or 1 + the row
 *   slots in places: ["blue_2","?card",null]: a face, a back, nothing
 *   slots as a set: {"seen":["blue_2"],"hidden":{"card":4}}
 *   the top of a list: {"top":"blue_2","size":9}; a size: {"size":9} */
void lap_view_write(LapEngine *engine, const LapBlock *block, guint viewer, GString *out);

/* The same for what `viewer` has seen, shown or not: every slot by its mask, whatever its look (LAP_NOBODY too). Plain
 * values as in the view. For tests of secrecy. */
void lap_seen_write(LapEngine *engine, const LapBlock *block, guint viewer, GString *out);

/* Appends an action or event as a JSON object, redacted for `viewer`: {"kind":"<plugin>/<name>","seat":0,"args":{...}}.
 * Pieces are faces ("?card" where secret), choices keys, numbers and seats numbers; other secret arguments are null. */
void lap_action_write(const LapGame *game, const LapAction *action, guint viewer, GString *out);
void lap_event_write(const LapGame *game, const LapEvent *event, guint viewer, GString *out);
/* Who may read everything: for logs of the host. */
#define LAP_OMNISCIENT 16

/* Appends the lines that `viewer` may see, as a JSON array. */
void lap_sheet_write(const LapGame *game, const LapSheet *sheet, guint viewer, GString *out);

/* The score as `viewer` may know it: only the lines that it may see, and until the match is over totals and places of
 * these alone, since even whether there are others may be a secret. How a match ended is none. As lap_engine_score. */
void lap_score_known(LapEngine *engine, const LapBlock *block, guint viewer, LapSheet *sheet);

/* Makes `block` another world that is as possible to `viewer`: the generator is reseeded from `chooser`, what the
 * viewer has not seen is dealt anew among slots of the same set and back, lapidary.resample/1 mends what the rules tie
 * together, sealed moves of others are drawn anew from their own legal lists there, and derived fields are rebuilt.
 * FALSE on a fault. */
gboolean lap_determinise(LapEngine *engine, LapBlock *block, guint viewer, LapGenerator *chooser);

G_END_DECLS
