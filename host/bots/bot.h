/* Bots: programs of the host that choose for a seat.
 *
 * A bot is a small table of functions. It is handed worlds that are possible to its seat (worlds.h), never the match
 * itself, so it cannot know more than a person in its place. It plays every game alike, and needs nothing of a plugin
 * but its rules. */
#pragma once

#include "budget.h"
#include "worlds.h"

G_BEGIN_DECLS

/* What a bot has found out of a legal step. */
typedef struct {
  guint32 visits; /* worlds in which it was tried */
  float value; /* the mean reward of the seat there, 0 to 1 (rewards.h), 0 if there are none; or what it must come to */
} LapWeight;

typedef struct LapBot LapBot;
struct LapBot {
  const char *name;  /* a word of a-z, 0-9, '-', by which users choose a bot for a seat */
  LapBudget budget;  /* of a choice, unless somebody sets another */
  gint64 longest;    /* microseconds of a choice that people wait for, whatever its budget is */
  gboolean parallel; /* it is worth several threads where few think */
  guint noise;       /* of a hundred choices so many are made at random */

  /* Optional; without it the bot gets no worlds. Returns what one seat keeps from choice to choice of a match; freed by
   * `close`. `worlds` outlives it. */
  gpointer (*open)(LapWorlds *worlds, const LapBudget *budget);
  void (*close)(gpointer memory);

  /* Required. Returns the index of the step that the seat takes, or `legal->n` after a fault of the rules. `legal` is a
   * copy of at least two steps. All random numbers must come from `generator`, so that a match can be played again from
   * its seed, if the budget is in iterations. */
  guint (*choose)(gpointer memory, const LapActions *legal, const LapBudget *budget, LapGenerator *generator);

  /* Optional. Adds what it found out of each legal step of the last choice, in their order: LapWeight. */
  void (*weigh)(gpointer memory, GArray *weights);
};

/* Takes each legal step with the same probability. */
extern const LapBot lap_bot_random;

/* All bots, ended by NULL; first the one that people usually play against. */
const LapBot *const *lap_bots(void);
/* By name, or by place in that list; or NULL. */
const LapBot *lap_bot_named(const char *name);
const LapBot *lap_bot_numbered(guint number);

/* --- a bot in a seat of a match */

typedef struct LapBotSeat LapBotSeat;

/* `budget` NULL: the bot's own. Returns NULL with the error of lap_engine_new. */
LapBotSeat *lap_bot_seat_new(const LapBot *bot, LapGame *game, guint seats, const LapOptions *options, guint seat,
                             const LapBudget *budget, GError **error);
void lap_bot_seat_free(LapBotSeat *seat);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapBotSeat, lap_bot_seat_free)

/* Returns the index of the step that the bot takes in `block`, of the `legal` ones, of which there is one at least, or
 * `legal->n` after a fault of the rules (lap_bot_seat_fault). `block` may be within a move of the seat. */
guint lap_bot_seat_choose(LapBotSeat *seat, const LapBlock *block, const LapActions *legal, LapGenerator *generator);
/* What it found out of each legal step of the last choice, in their order: LapWeight; empty for bots that do not
 * search. Its own until it chooses again. */
const GArray *lap_bot_seat_weights(LapBotSeat *seat);
const LapBot *lap_bot_seat_bot(const LapBotSeat *seat);
const char *lap_bot_seat_fault(const LapBotSeat *seat);
/* The hook that ran last, or NULL. */
const LapTrace *lap_bot_seat_trace(const LapBotSeat *seat);

G_END_DECLS
