/* Bots where the rules run in another process: they choose there, in one call, since they look ahead in thousands of
 * worlds. What they keep from choice to choice is lost, as any process may get the next call. */
#pragma once

#include "bot.h"
#include "host/engine/remote.h"

G_BEGIN_DECLS

/* The reply's `sums`: visits and value of each legal step, the value in such parts of 1. */
#define LAP_WEIGHT_UNIT 1000000

/* Carries out a LAP_CALL_CHOOSE, with the rules in this process. */
void lap_bot_answer(LapEngine *engine, const LapRemoteCall *call, LapBlock *block, LapRemoteReply *reply);

G_END_DECLS
