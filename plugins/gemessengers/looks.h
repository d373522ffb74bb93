/* How GEMessengers looks: the extensions of lapidary/look.h and lapidary/lights.h. */
#ifndef GEMESSENGERS_LOOKS_H
#define GEMESSENGERS_LOOKS_H

const void *messengers_looks(const char *id);

#endif
