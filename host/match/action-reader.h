/* Actions from JSON: the way back from lap_action_to_json (host/engine/action-json.h). */
#pragma once

#include <json-glib/json-glib.h>

#include "host/engine/game.h"
#include "host/json/writer.h"

G_BEGIN_DECLS

#define LAP_ACTION_ERROR (lap_action_error_quark())
GQuark lap_action_error_quark(void);
typedef enum {
  LAP_ACTION_ERROR_SHAPE,    /* a member is missing, unknown or of another type */
  LAP_ACTION_ERROR_KIND,     /* the game has no such kind of action; the message lists those it has */
  LAP_ACTION_ERROR_ARGUMENT, /* an argument is missing or unknown */
  LAP_ACTION_ERROR_VALUE /* an argument is of the wrong type or out of range; the message says what would be right */
} LapActionError;

/* Reads {"kind":"<plugin>/<name>","args":{...}} as an action of `seat`. Reading is strict: all arguments must be there,
 * and no others; a piece is the key of a face (or null, no piece), a choice its key, the others are whole numbers
 * within what they point at. "args" may be left out where there are none, "seat" if it is there is `seat`. Does not
 * check whether the action is legal. On FALSE `action` is unchanged. */
gboolean lap_action_read(const LapGame *game, JsonObject *object, guint seat, LapAction *action, GError **error);

/* Where steps come from. A log has what lap_action_to_json writes and at least one step. A client may send steps back
 * as it got them: "label" and "highlights" are allowed and not read, and neither is "seat". */
typedef enum { LAP_STEPS_OF_LOG, LAP_STEPS_OF_CLIENT } LapStepsSource;

/* Reads a JSON array of actions of `seat`. `*at` (optional): the step under way, for the message about a wrong one.
 * Errors are of LAP_ACTION_ERROR. Returns: (transfer full): of LapAction */
GArray *lap_steps_read(const LapGame *game, JsonNode *array, guint seat, LapStepsSource source, guint *at,
                       GError **error);
/* Writes the array for a log, with all secrets. */
void lap_steps_write(const LapGame *game, const LapAction *steps, guint n, LapJsonWriter *json);

G_END_DECLS
