/* How Gems Tracker looks: the extensions of lapidary/look.h. */
#ifndef GEMS_TRACKER_LOOKS_H
#define GEMS_TRACKER_LOOKS_H

const void *gems_tracker_looks(const char *id);

#endif
