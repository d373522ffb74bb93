/* How Gemtrix looks: the extensions of lapidary/appearance.h. */
#ifndef GEMTRIX_APPEARANCE_H
#define GEMTRIX_APPEARANCE_H

#include "lapidary/appearance.h"
#include "lapidary/highlights.h"

extern const LapTable gemtrix_faces, gemtrix_placements;
extern const LapHighlights gemtrix_highlights;

#endif
