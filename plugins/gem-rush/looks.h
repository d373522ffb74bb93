/* How Gem Rush looks: the extensions of lapidary/look.h and lapidary/lights.h. */
#ifndef GEM_RUSH_LOOKS_H
#define GEM_RUSH_LOOKS_H

const void *gem_rush_looks(const char *id);

#endif
