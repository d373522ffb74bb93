/* How Gemtrix looks: the extensions of lapidary/appearance.h. */
#ifndef GEMTRIX_APPEARANCE_H
#define GEMTRIX_APPEARANCE_H

const void *gemtrix_appearance(const char *id);

#endif
