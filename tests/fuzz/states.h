/* A match of people who come, go, move, propose, resign and repeat themselves, on a host that is killed now and then.
 */
#pragma once

#include <glib.h>

/* Does what the bytes say, two for each thing that happens, and checks after each that the match is what its store
 * makes of it, that what was refused changed nothing, that a kill loses what was not committed and nothing else, and
 * that a repeated request is answered as before. A program that does not hold ends. */
void states_run(const guint8 *bytes, gsize n);
