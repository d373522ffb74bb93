/* Scores as one viewer may know them: lines with their reasons, totals and places. */
#pragma once

#include "host/engine/engine.h"
#include "host/json/writer.h"
#include "sentences.h"

G_BEGIN_DECLS

/* What a score needs to know of the match besides its block. */
typedef struct {
  guint32 resigned; /* seats, as bits */
  gboolean final;   /* the match is over, and this is its result */
} LapStanding;

LapStanding lap_standing_of_match(LapMatch *match);

/* The score as `viewer` may know it: only the lines that it may see, and until the match is over totals and places of
 * these alone, since even whether there are others may be a secret. How a match ended is no secret. As
 * lap_engine_score. */
void lap_score_known(LapEngine *engine, const LapBlock *block, guint viewer, LapSheet *sheet);
/* The same with places as the match counts them: in a final score seats that resigned share the last place, and seats
 * that play together have lost if one of them resigned. */
void lap_score_of_match(LapEngine *engine, const LapBlock *block, guint viewer, const LapStanding *standing,
                        LapSheet *sheet);

/* Writes that score as an object: {"lines","seats" or "together","final"}. */
void lap_score_to_json(const LapRecipient *recipient, LapEngine *engine, const LapBlock *block,
                       const LapStanding *standing, LapJsonWriter *json);

G_END_DECLS
