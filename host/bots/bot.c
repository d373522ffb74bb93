#include "bot.h"

#include "greedy.h"
#include "searching.h"

static guint choose_at_random(gpointer memory G_GNUC_UNUSED, const LapActions *legal,
                              const LapBudget *budget G_GNUC_UNUSED, LapGenerator *generator)
{
  return lap_generator_below(generator, legal->n);
}

const LapBot lap_bot_random = {.name = "random", .choose = choose_at_random};

static const LapBot *const bots[] = {&lap_bot_random, &lap_bot_greedy, &lap_bot_easy,
                                     &lap_bot_normal, &lap_bot_hard,   NULL};

const LapBot *const *lap_bots(void) { return bots; }

const LapBot *lap_bot_named(const char *name)
{
  for (guint i = 0; bots[i]; i++)
    if (g_str_equal(bots[i]->name, name)) return bots[i];
  return NULL;
}

gboolean lap_budget_read(const char *text, LapBudget *budget)
{
  char *unit;
  guint64 number = g_ascii_isdigit(*text) ? g_ascii_strtoull(text, &unit, 10) : 0;
  *budget = (LapBudget){0};
  if (number == 0 || number > G_MAXINT32) return FALSE;
  if (!*unit)
    budget->iterations = (guint32)number;
  else if (g_str_equal(unit, "ms"))
    budget->microseconds = (gint64)number * 1000;
  else if (g_str_equal(unit, "s"))
    budget->microseconds = (gint64)number * G_USEC_PER_SEC;
  else
    return FALSE;
  return TRUE;
}

gboolean lap_budget_is_spent(const LapBudget *budget, guint32 iterations, gint64 begun)
{
  if (budget->iterations && iterations >= budget->iterations) return TRUE;
  if (budget->stop && g_atomic_int_get(budget->stop)) return TRUE;
  return budget->microseconds && g_get_monotonic_time() - begun >= budget->microseconds;
}

/* --- a bot in a seat */

struct LapBotSeat {
  const LapBot *bot;
  LapBudget budget;
  LapWorlds *worlds; /* NULL: it needs none */
  gpointer memory;
};

LapBotSeat *lap_bot_seat_new(const LapBot *bot, LapGame *game, guint seats, const LapOptions *options, guint seat,
                             const LapBudget *budget, GError **error)
{
  g_autoptr(LapWorlds) worlds = NULL;
  if (bot->open && !(worlds = lap_worlds_new(game, seats, options, seat, error))) return NULL;
  LapBotSeat *sitting = g_new0(LapBotSeat, 1);
  sitting->bot = bot;
  sitting->budget = budget ? *budget : bot->budget;
  sitting->worlds = g_steal_pointer(&worlds);
  if (bot->open) sitting->memory = bot->open(sitting->worlds, &sitting->budget);
  return sitting;
}

void lap_bot_seat_free(LapBotSeat *seat)
{
  if (!seat) return;
  if (seat->bot->close) seat->bot->close(seat->memory);
  lap_worlds_free(seat->worlds);
  g_free(seat);
}

guint lap_bot_seat_choose(LapBotSeat *seat, const LapBlock *block, const LapActions *legal, LapGenerator *generator)
{
  if (legal->n <= 1) return 0;
  if (seat->bot->noise && lap_generator_below(generator, 100) < seat->bot->noise)
    return lap_generator_below(generator, legal->n);
  if (seat->worlds && !lap_worlds_look(seat->worlds, block)) return legal->n;
  return seat->bot->choose(seat->memory, legal, &seat->budget, generator);
}

const LapBot *lap_bot_seat_bot(const LapBotSeat *seat) { return seat->bot; }

const char *lap_bot_seat_fault(const LapBotSeat *seat)
{
  return seat->worlds ? lap_engine_fault(lap_worlds_engine(seat->worlds)) : NULL;
}
