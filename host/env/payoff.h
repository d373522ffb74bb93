/* What a match that is over is worth to each seat: LapEnvReward says in which ways. */
#pragma once

#include "env.h"

G_BEGIN_DECLS

/* `reward`: [seats]. */
void lap_env_payoff(LapEnvReward how, const LapSheet *sheet, guint seats, float *reward);

G_END_DECLS
