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

/* As lap_engine_score_known, with places as the match counts them: in a final score seats that resigned share the last
 * place, and seats that play together have lost if one of them resigned. */
void lap_score_of_match(LapEngine *engine, const LapBlock *block, guint viewer, const LapStanding *standing,
                        LapSheet *sheet);

/* Writes that score as an object: {"lines","seats" or "together","final"}. */
void lap_score_to_json(const LapRecipient *recipient, LapEngine *engine, const LapBlock *block,
                       const LapStanding *standing, LapJsonWriter *json);

G_END_DECLS
