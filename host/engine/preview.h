/* Previews: what the steps that a seat may take would bring, as far as that is sure.
 *
 * No bot is involved: only the rules are asked. Each step, with all ways to end the move, is made in worlds that agree
 * with what the seat knows (lap_determinise), and what comes to the same in all of them is told. So it tells nothing
 * that the seat could not know, and nothing of what others or chance decide. Where all choose at once, the others
 * choose at random, and what they have and what is told of them is left out: it is no doing of the step. Where the seat
 * moves again after a move, alone or with all at once, it is also told what it can surely have after that next move, if
 * it makes the best one: where a place is chosen first and then what lies there, a place brings what the best of these
 * would. The same is told of a step that the move goes on from: what the best of the moves that begin with it surely
 * brings. */
#pragma once

#include "engine.h"

G_BEGIN_DECLS

/* In the place of points that are not the same in all worlds and ways, or take too long to find. */
#define LAP_PREVIEW_UNSURE G_MININT64

/* Of the steps that lap_engine_legal gives, in its order. */
typedef struct {
  GArray *points;   /* gint64, [steps][seats]: after the move, as the seat may know them; or LAP_PREVIEW_UNSURE */
  GArray *best;     /* gint64, [steps]: of the seat with the best that may follow, if more; or LAP_PREVIEW_UNSURE */
  GArray *wholes;   /* gint64, [steps]: 1: the step is a whole move, or ends one */
  GArray *repeats;  /* gint64, [steps]: 1: others of its kind may follow, as where a set is picked one by one */
  GArray *begins;   /* gint64, [steps]: 1: the first of its events is the first that the step sends */
  GArray *n_events; /* gint64, [steps] */
  GArray *events;   /* LapEvent, of one step after the other: those that all have, in the order of the first */
} LapPreviews;

void lap_previews_init(LapPreviews *previews);
void lap_previews_clear(LapPreviews *previews);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(LapPreviews, lap_previews_clear)

/* Fills in what the steps of `seat` in `block`, which may be within a move of it, bring. The same block and seed give
 * the same. FALSE on a fault of the rules. */
gboolean lap_engine_preview(LapEngine *engine, const LapBlock *block, guint seat, guint64 seed, LapPreviews *previews);

G_END_DECLS
