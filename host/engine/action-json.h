/* Actions, events and pieces as JSON: {"kind":"<plugin>/<name>","seat":0,"args":{...}}. Pieces are keys of faces, or
 * "?" and a back, or null where there is none; choices are keys, numbers and seats numbers. host/match/action-reader.h
 * is the way back.
 *
 * This file writes them, open or redacted; host/projection decides for which viewers they are open. */
#pragma once

#include "host/engine/game.h"
#include "host/json/writer.h"

G_BEGIN_DECLS

/* 0: no piece. */
void lap_face_to_json(const LapPieceSet *set, guint face, LapJsonWriter *json);
void lap_back_to_json(const LapPieceSet *set, guint back, LapJsonWriter *json);

/* Writes the arguments of an action, an event or a line of the score as an object. Unless `open`, those that are
 * declared secret are the back of their piece, or null. */
void lap_arguments_to_json(const LapGameKind *kind, const gint16 *arg, gboolean open, LapJsonWriter *json);

/* The members "kind", "seat" and "args" of an action, in an object that is open; and the object. */
void lap_action_members(const LapGame *game, const LapAction *action, gboolean open, LapJsonWriter *json);
void lap_action_to_json(const LapGame *game, const LapAction *action, gboolean open, LapJsonWriter *json);
/* {"kind","args"} */
void lap_event_to_json(const LapGame *game, const LapEvent *event, gboolean open, LapJsonWriter *json);

G_END_DECLS
