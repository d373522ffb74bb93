/* Actions, events and scores as text, for one viewer: parts that it may not know (visibility.h) are left out. */
#pragma once

#include "host/engine/knowledge.h"

G_BEGIN_DECLS

/* Appends an action or an event as a JSON object (host/engine/action-json.h). */
void lap_action_write(const LapGame *game, const LapAction *action, guint viewer, GString *out);
void lap_event_write(const LapGame *game, const LapEvent *event, guint viewer, GString *out);

/* Appends the lines of a score as a JSON array. */
void lap_sheet_write(const LapGame *game, const LapSheet *sheet, guint viewer, GString *out);

G_END_DECLS
