/* How Gems Tracker looks: the extensions of lapidary/appearance.h. */
#ifndef GEMS_TRACKER_APPEARANCE_H
#define GEMS_TRACKER_APPEARANCE_H

const void *gems_tracker_appearance(const char *id);

#endif
