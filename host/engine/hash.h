/* Hashes of bytes, for names and for fields. */
#pragma once

#include <glib.h>
#include <string.h>

/* The finaliser of MurmurHash3 (Appleby, public domain), as in SplitMix64. */
static inline guint64 lap_hash_mix(guint64 x)
{
  x ^= x >> 30;
  x *= G_GUINT64_CONSTANT(0xBF58476D1CE4E5B9);
  x ^= x >> 27;
  x *= G_GUINT64_CONSTANT(0x94D049BB133111EB);
  return x ^ x >> 31;
}

static inline guint64 lap_hash_bytes(guint64 hash, const guint8 *bytes, gsize n)
{
  for (; n >= 8; bytes += 8, n -= 8) {
    guint64 word;
    memcpy(&word, bytes, 8);
    hash = lap_hash_mix(hash ^ GUINT64_FROM_LE(word)) + 0x9E3779B97F4A7C15;
  }
  guint64 rest = 0;
  for (gsize i = 0; i < n; i++) rest |= (guint64)bytes[i] << (8 * i);
  return n ? lap_hash_mix(hash ^ rest ^ n << 59) : hash;
}

/* The hash of a name. */
static inline guint64 lap_hash_text(const char *text)
{
  return lap_hash_bytes(0x6C617069, (const guint8 *)text, strlen(text));
}
