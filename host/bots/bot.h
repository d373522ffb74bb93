/* Bots: programs of the host that choose for a seat.
 *
 * A bot is a small table of functions. It is handed the true block and is trusted to look only at what its seat may
 * know (lap_view_write, or a copy after lap_determinise). */
#pragma once

#include "host/engine/engine.h"

G_BEGIN_DECLS

typedef struct LapBot LapBot;
struct LapBot {
  const char *name; /* a word of a-z, 0-9, '-', by which users choose a bot for a seat */

  /* Optional. Returns the state that one seat of one thread keeps between choices. Called before its first match; freed
   * by `close`. */
  gpointer (*open)(LapEngine *engine, guint seat);
  void (*close)(gpointer memory);

  /* Required. Returns the index of the step that `seat` takes. `legal` is a copy of at least two steps: where there is
   * only one, this is not called. `block` must not be changed. The engine may be used for looking ahead on blocks of
   * the bot's own. All random numbers must come from `generator`, so that a match can be played again from its seed. */
  guint (*choose)(gpointer memory, LapEngine *engine, const LapBlock *block, guint seat, const LapActions *legal,
                  LapGenerator *generator);
};

/* Takes each legal step with the same probability. */
extern const LapBot lap_bot_random;

/* All bots, ended by NULL. */
const LapBot *const *lap_bots(void);
/* By name, or NULL. */
const LapBot *lap_bot_named(const char *name);

G_END_DECLS
