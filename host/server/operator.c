#include "operator.h"

#include <string.h>

char *lap_operator_hash(const char *token) { return g_compute_checksum_for_string(G_CHECKSUM_SHA256, token, -1); }

gboolean lap_operator_fits(const char *hash, const char *token)
{
  if (!hash) return FALSE;
  g_autofree char *other = lap_operator_hash(token);
  guint different = 0;
  for (gsize i = 0; hash[i]; i++) different |= (guint)(hash[i] ^ other[i]);
  return !different;
}
