/* How Gem Rush looks: the extensions of lapidary/appearance.h and lapidary/highlights.h. */
#ifndef GEM_RUSH_APPEARANCE_H
#define GEM_RUSH_APPEARANCE_H

const void *gem_rush_appearance(const char *id);

#endif
