/* How Gemtrix looks: the extensions of lapidary/look.h. */
#ifndef GEMTRIX_LOOKS_H
#define GEMTRIX_LOOKS_H

const void *gemtrix_looks(const char *id);

#endif
