/* The operators' token, of which only a hash is kept. */
#pragma once

#include <glib.h>

/* Returns: (transfer full) */
char *lap_operator_hash(const char *token);
/* Whether a token is the one of that hash, in a time that does not tell how much of it is right. `hash` NULL: none is.
 */
gboolean lap_operator_fits(const char *hash, const char *token);
