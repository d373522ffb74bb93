/* A host of one service, for tests of components: a generator whose state is all that there is in the block. */
#pragma once

#include <glib.h>

#include "lapidary/plugin.h"

struct LapBlock {
  guint64 state; /* of the generator */
  guint drawn;   /* how often `below` was asked */
};

typedef struct {
  LapServices services;
  LapContext context;
  LapBlock block;
} FakeHost;

/* SplitMix64 (Steele, Lea and Flood, 2014), taken modulo n: biased by less than 2^-32 for what tests ask. */
static inline guint32 fake_below(G_GNUC_UNUSED const LapContext *context, LapBlock *block, guint32 n)
{
  g_assert_cmpuint(n, >=, 1);
  block->drawn++;
  guint64 z = block->state += G_GUINT64_CONSTANT(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * G_GUINT64_CONSTANT(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * G_GUINT64_CONSTANT(0x94D049BB133111EB);
  return (guint32)((z ^ z >> 31) % n);
}

/* The host is where `host` is: its context points into it. */
static inline void fake_host_init(FakeHost *host, guint64 seed)
{
  *host = (FakeHost){.block.state = seed};
  host->services = (LapServices){.struct_size = sizeof(LapServices), .below = fake_below};
  host->context = (LapContext){.host = &host->services, .seats = 4};
}

/* Whether each of n counts of `draws` draws is within a sixth of what it should be; for a thousand draws a count and
 * more, and a fixed seed, so that it never fails by chance. */
static inline void assert_even(const guint *count, guint n, guint draws)
{
  for (guint i = 0; i < n; i++) {
    g_assert_cmpuint(count[i] * n * 6, >, draws * 5);
    g_assert_cmpuint(count[i] * n * 6, <, draws * 7);
  }
}
