/* How Gem Rush looks: the extensions of lapidary/appearance.h and lapidary/highlights.h. */
#ifndef GEM_RUSH_APPEARANCE_H
#define GEM_RUSH_APPEARANCE_H

#include "lapidary/appearance.h"
#include "lapidary/highlights.h"

extern const LapTable gem_rush_faces, gem_rush_placements;
extern const LapHighlights gem_rush_highlights;

#endif
