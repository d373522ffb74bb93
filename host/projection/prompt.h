/* Prompts: what a seat is to do, in words, beside the steps that it may take. */
#pragma once

#include "host/engine/engine.h"
#include "host/json/writer.h"
#include "host/text/texts.h"

G_BEGIN_DECLS

/* The seat that is asked. */
typedef struct {
  LapTexts *texts;
  LapEngine *engine;
  const LapBlock *block; /* may be within a move of the seat */
  guint seat;
  const LapActions *actions; /* what it may do there */
} LapAsked;

/* What the plugin says of these steps: where all are of one kind what it says of that, else what the first kind says
 * that has a text for being one of several, else what it says of the phase. The arguments of the text are what the seat
 * sees of the block. Returns: (transfer full): NULL if it says nothing */
char *lap_prompt_of(const LapAsked *asked);

/* Writes the members "prompt", and "prompts" where there are several kinds: {kind: what it says of this one}. A member
 * without anything to say is left out. */
void lap_prompts_to_json(const LapAsked *asked, LapJsonWriter *json);

G_END_DECLS
