#include "chain.h"

#include <string.h>

LapChain lap_chain_start(const char *id, gint64 created, const char *header)
{
  g_autofree char *what = g_strdup_printf("%s\n%" G_GINT64_FORMAT "\n%s", id, created, header);
  return lap_sha256_of(what, strlen(what));
}

LapChain lap_chain_next(const LapChain *before, const char *entry)
{
  LapSha256Context *context = lap_sha256_begin();
  lap_sha256_add(context, before->bytes, sizeof before->bytes);
  lap_sha256_add(context, entry, strlen(entry));
  return lap_sha256_end(context);
}

gboolean lap_chain_equal(const LapChain *one, const LapChain *other)
{
  return memcmp(one->bytes, other->bytes, sizeof one->bytes) == 0;
}

void lap_chain_combine(LapChain *digest, const LapChain *head)
{
  for (gsize i = 0; i < sizeof digest->bytes; i++) digest->bytes[i] ^= head->bytes[i];
}
