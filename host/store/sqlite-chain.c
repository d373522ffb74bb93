#include "sqlite-chain.h"

#include <string.h>

static LapChain finish(GChecksum *checksum)
{
  LapChain chain;
  gsize length = sizeof chain.bytes;
  g_checksum_get_digest(checksum, chain.bytes, &length);
  g_checksum_free(checksum);
  return chain;
}

static void add(GChecksum *checksum, const void *data, gsize length)
{
  g_checksum_update(checksum, data, (gssize)length);
}

LapChain lap_chain_start(const char *id, const char *game, gint64 created, const char *header)
{
  GChecksum *checksum = g_checksum_new(G_CHECKSUM_SHA256);
  g_autofree char *what = g_strdup_printf("%s\n%s\n%" G_GINT64_FORMAT "\n", id, game, created);
  add(checksum, what, strlen(what));
  add(checksum, header, strlen(header));
  return finish(checksum);
}

LapChain lap_chain_next(const LapChain *before, const char *entry)
{
  GChecksum *checksum = g_checksum_new(G_CHECKSUM_SHA256);
  add(checksum, before->bytes, sizeof before->bytes);
  add(checksum, entry, strlen(entry));
  return finish(checksum);
}

gboolean lap_chain_equal(const LapChain *one, const LapChain *other)
{
  return memcmp(one->bytes, other->bytes, sizeof one->bytes) == 0;
}

void lap_chain_combine(LapChain *digest, const LapChain *head)
{
  for (gsize i = 0; i < sizeof digest->bytes; i++) digest->bytes[i] ^= head->bytes[i];
}
