/* How GEMessengers looks: the extensions of lapidary/appearance.h and lapidary/highlights.h. */
#ifndef GEMESSENGERS_APPEARANCE_H
#define GEMESSENGERS_APPEARANCE_H

const void *messengers_appearance(const char *id);

#endif
