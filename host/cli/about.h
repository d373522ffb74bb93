/* About pieces: what those do that lie open for somebody. */
#pragma once

#include "host/engine/engine.h"
#include "host/text/texts.h"

/* A paragraph for each face that `viewer` sees and the texts say something about. */
void about_print(LapEngine *engine, const LapBlock *block, LapTexts *texts, guint viewer);
