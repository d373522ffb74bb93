#include "mind.h"

static guint choose_at_random(gpointer memory G_GNUC_UNUSED, LapEngine *engine G_GNUC_UNUSED,
                              const LapBlock *block G_GNUC_UNUSED, guint seat G_GNUC_UNUSED, const LapActions *legal,
                              LapGenerator *generator)
{
  return lap_generator_below(generator, legal->n);
}

const LapMind lap_mind_random = {.name = "random", .choose = choose_at_random};

static const LapMind *const minds[] = {&lap_mind_random, NULL};

const LapMind *const *lap_minds(void) { return minds; }

const LapMind *lap_mind_named(const char *name)
{
  for (guint i = 0; minds[i]; i++)
    if (g_str_equal(minds[i]->name, name)) return minds[i];
  return NULL;
}
