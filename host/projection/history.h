/* The past of a match: its entries, and its view and score after any of them. */
#pragma once

#include "host/engine/session.h"
#include "score.h"

G_BEGIN_DECLS

/* Members of an entry that do not depend on the state after it: "seq" to "applied". */
void lap_entry_members(const LapRecipient *recipient, const LapEntry *entry, LapJsonWriter *json);

/* A match at one moment. */
typedef struct {
  guint64 seq;
  LapEngine *engine;
  const LapBlock *block; /* until the look ends */
  LapStanding standing;
  LapMatch *match; /* as it was then, perhaps one of another game */
} LapMoment;

/* Calls `look` once, with the match after `at` entries (-1: now); it is played again up to there. FALSE with an error
 * if there was no such moment. */
typedef void (*LapMomentLook)(const LapMoment *moment, gpointer data);
gboolean lap_match_look_at(LapMatch *match, gint64 at, LapMomentLook look, gpointer data, GError **error);

G_END_DECLS
