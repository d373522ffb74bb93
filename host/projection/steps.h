/* Steps of a move, with the label and the highlighted places of each. */
#pragma once

#include "host/engine/session.h"
#include "host/json/writer.h"
#include "sentences.h"

G_BEGIN_DECLS

/* Writes an array of steps with labels and highlights. They are legal in `block`, and may be the engine's own list. */
void lap_steps_to_json(const LapRecipient *recipient, LapEngine *engine, const LapBlock *block,
                       const LapActions *actions, LapJsonWriter *json);

/* One of them. */
void lap_step_to_json(const LapRecipient *recipient, LapEngine *engine, const LapBlock *block, const LapAction *action,
                      LapJsonWriter *json);

/* The places that the plugin highlights for a step (lap_engine_highlights), except those that its seat may not see. */
guint lap_shown_highlights(LapEngine *engine, const LapBlock *block, const LapAction *step,
                           LapHighlightedPlace place[LAP_HIGHLIGHTS_MAX]);

/* What may follow some steps of a seat. */
typedef struct {
  LapSession *session;
  const LapActions *actions; /* the session's until the next call; none where the steps are a whole move */
  gboolean complete;
} LapNextSteps;

/* Finds them; FALSE with an error of matches if the seat has nothing to decide, or the steps are not legal. */
gboolean lap_next_steps(LapMatch *match, guint seat, const LapAction *steps, guint n, LapNextSteps *next,
                        GError **error);

/* The same for what nobody has chosen yet: rules that fail there have not failed the match (lap_match_note_failure). */
gboolean lap_next_steps_foreseen(LapMatch *match, guint seat, const LapAction *steps, guint n, LapNextSteps *next,
                                 GError **error);

/* Whether the match waits for a decision of this viewer. */
gboolean lap_viewer_is_asked(LapMatch *match, guint viewer);

G_END_DECLS
