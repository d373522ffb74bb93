#include "bot.h"

#include "greedy.h"
#include "remote-bot.h"
#include "searching.h"

static guint choose_at_random(gpointer memory G_GNUC_UNUSED, const LapActions *legal,
                              const LapBudget *budget G_GNUC_UNUSED, LapGenerator *generator)
{
  return lap_generator_below(generator, legal->n);
}

const LapBot lap_bot_random = {.name = "random", .choose = choose_at_random};

static const LapBot *const bots[] = {&lap_bot_easy,   &lap_bot_normal, &lap_bot_hard,
                                     &lap_bot_greedy, &lap_bot_random, NULL};

const LapBot *const *lap_bots(void) { return bots; }

const LapBot *lap_bot_named(const char *name)
{
  for (guint i = 0; bots[i]; i++)
    if (g_str_equal(bots[i]->name, name)) return bots[i];
  return NULL;
}

const LapBot *lap_bot_numbered(guint number) { return number < G_N_ELEMENTS(bots) - 1 ? bots[number] : NULL; }

static guint number_of(const LapBot *bot)
{
  guint number = 0;
  while (bots[number] && bots[number] != bot) number++;
  return number;
}

/* --- a bot in a seat */

struct LapBotSeat {
  const LapBot *bot;
  LapBudget budget;
  LapWorlds *worlds; /* NULL: it needs none, or its rules run elsewhere */
  gpointer memory;
  LapEngine *remote; /* asks where the rules run; or NULL */
  GArray *weights;   /* LapWeight, of the last choice */
  guint seat;
};

/* FALSE with an error. */
static gboolean sit(LapBotSeat *seat, LapGame *game, guint seats, const LapOptions *options, GError **error)
{
  if (!seat->bot->open) return TRUE;
  if (game->remote) return (seat->remote = lap_engine_new(game, seats, options, error)) != NULL;
  seat->worlds = lap_worlds_new(game, seats, options, seat->seat, error);
  if (seat->worlds) seat->memory = seat->bot->open(seat->worlds, &seat->budget);
  return seat->worlds != NULL;
}

LapBotSeat *lap_bot_seat_new(const LapBot *bot, LapGame *game, guint seats, const LapOptions *options, guint seat,
                             const LapBudget *budget, GError **error)
{
  g_autoptr(LapBotSeat) sitting = g_new0(LapBotSeat, 1);
  sitting->bot = bot;
  sitting->budget = budget ? *budget : bot->budget;
  sitting->seat = seat;
  sitting->weights = g_array_new(FALSE, FALSE, sizeof(LapWeight));
  return sit(sitting, game, seats, options, error) ? g_steal_pointer(&sitting) : NULL;
}

void lap_bot_seat_free(LapBotSeat *seat)
{
  if (!seat) return;
  if (seat->memory && seat->bot->close) seat->bot->close(seat->memory);
  lap_worlds_free(seat->worlds);
  g_array_unref(seat->weights);
  lap_engine_free(seat->remote);
  g_free(seat);
}

/* As many as there are legal steps, or none. */
static void read_weights(LapBotSeat *seat, const GArray *numbers, guint legal)
{
  if (numbers->len != 2 * legal) return;
  for (guint i = 0; i < legal; i++) {
    gint64 visits = g_array_index(numbers, gint64, 2 * i), value = g_array_index(numbers, gint64, 2 * i + 1);
    const LapWeight weight = {(guint32)CLAMP(visits, 0, G_MAXUINT32),
                              (float)CLAMP(value, 0, LAP_WEIGHT_UNIT) / LAP_WEIGHT_UNIT};
    g_array_append_val(seat->weights, weight);
  }
}

/* As `choose` does, in the process of the rules: there a choice is one call. */
static guint choose_remotely(LapBotSeat *seat, const LapBlock *block, const LapActions *legal, LapGenerator *generator)
{
  const LapBudget *budget = &seat->budget;
  const LapRemoteCall call = {.kind = LAP_CALL_CHOOSE,
                              .seat = (guint8)seat->seat,
                              .depth = (guint8)number_of(seat->bot),
                              .number = generator->state,
                              .first = (guint64)budget->microseconds,
                              .n = budget->iterations};
  const LapRemoteReply *reply = lap_remote_exchange(seat->remote, &call, (LapBlock *)block, NULL);
  if (!reply || reply->steps >= legal->n) return legal->n;
  generator->state = reply->number;
  read_weights(seat, reply->sums, legal->n);
  return (guint)reply->steps;
}

guint lap_bot_seat_choose(LapBotSeat *seat, const LapBlock *block, const LapActions *legal, LapGenerator *generator)
{
  g_array_set_size(seat->weights, 0);
  if (legal->n <= 1) return 0;
  if (seat->remote) return choose_remotely(seat, block, legal, generator);
  if (seat->bot->noise && lap_generator_below(generator, 100) < seat->bot->noise)
    return lap_generator_below(generator, legal->n);
  if (seat->worlds && !lap_worlds_look(seat->worlds, block)) return legal->n;
  guint choice = seat->bot->choose(seat->memory, legal, &seat->budget, generator);
  if (choice < legal->n && seat->bot->weigh) seat->bot->weigh(seat->memory, seat->weights);
  return choice;
}

const GArray *lap_bot_seat_weights(LapBotSeat *seat) { return seat->weights; }

const LapBot *lap_bot_seat_bot(const LapBotSeat *seat) { return seat->bot; }

static LapEngine *engine_of(const LapBotSeat *seat)
{
  return seat->worlds ? lap_worlds_engine(seat->worlds) : seat->remote;
}

const char *lap_bot_seat_fault(const LapBotSeat *seat)
{
  return engine_of(seat) ? lap_engine_fault(engine_of(seat)) : NULL;
}

const LapTrace *lap_bot_seat_trace(const LapBotSeat *seat)
{
  return engine_of(seat) ? lap_engine_get_trace(engine_of(seat)) : NULL;
}
