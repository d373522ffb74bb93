#include "bot.h"

static guint choose_at_random(gpointer memory G_GNUC_UNUSED, LapEngine *engine G_GNUC_UNUSED,
                              const LapBlock *block G_GNUC_UNUSED, guint seat G_GNUC_UNUSED, const LapActions *legal,
                              LapGenerator *generator)
{
  return lap_generator_below(generator, legal->n);
}

const LapBot lap_bot_random = {.name = "random", .choose = choose_at_random};

static const LapBot *const bots[] = {&lap_bot_random, NULL};

const LapBot *const *lap_bots(void) { return bots; }

const LapBot *lap_bot_named(const char *name)
{
  for (guint i = 0; bots[i]; i++)
    if (g_str_equal(bots[i]->name, name)) return bots[i];
  return NULL;
}
