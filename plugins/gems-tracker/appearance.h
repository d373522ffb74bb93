/* How Gems Tracker looks: the extensions of lapidary/appearance.h. */
#ifndef GEMS_TRACKER_APPEARANCE_H
#define GEMS_TRACKER_APPEARANCE_H

#include "lapidary/appearance.h"

extern const LapTable gems_tracker_faces, gems_tracker_placements;

#endif
