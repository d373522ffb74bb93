/* How GEMessengers looks: the extensions of lapidary/appearance.h and lapidary/highlights.h. */
#ifndef GEMESSENGERS_APPEARANCE_H
#define GEMESSENGERS_APPEARANCE_H

#include "lapidary/appearance.h"
#include "lapidary/highlights.h"

extern const LapTable messengers_faces, messengers_placements;
extern const LapHighlights messengers_highlights;

#endif
