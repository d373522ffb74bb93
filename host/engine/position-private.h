/* Inside of positions. */
#pragma once

#include "position.h"

#define LAP_POSITION_FORMAT 1

/* What every position of an engine begins with: format, plugins and versions, options, seats. */
void lap_position_save_identity(LapEngine *engine, GString *out);
