/* Thinking: choices of bots that take long, made on threads of their own while the host goes on.
 *
 * A thought is about one decision of one seat, or about some positions of a match that is over. Its thread has an
 * engine, a block and a generator of its own, and shares nothing with the match but its game, which does not change.
 * When it is done, or given up, the thread triggers a source of the host's loop; all other functions are for the thread
 * of that loop. */
#pragma once

#include "entry.h"
#include "host/bots/bot.h"
#include "positions.h"

G_BEGIN_DECLS

typedef struct LapThinking LapThinking;
typedef struct LapThought LapThought;

/* `threads`: at most LAP_THINKING_MAX. `longest`: microseconds that a bot may think about a choice. `ready` is
 * triggered whenever a thought is done. */
LapThinking *lap_thinking_new(guint threads, gint64 longest, GSource *ready);
/* Gives up all thoughts, and waits until their threads have noticed; lap_thinking_next has their matches. */
void lap_thinking_stop(LapThinking *thinking);
/* After that. */
void lap_thinking_free(LapThinking *thinking);

/* What a thought is about. */
typedef struct {
  gpointer match; /* LapMatch; a reference is held until lap_thinking_next gives it back */
  const char *id; /* of the match, for marks (hook-mark.h) */
  guint64 seq, decision, builds;
  const LapBot *bot;
  LapGame *game;
  guint seats, seat;
  const LapOptions *options;
  const LapBlock *block;
  gsize size; /* of the block */
  LapGenerator generator;
  gboolean weighs;   /* it is about the next step alone, and what the bot finds out of each is wanted */
  guint64 prefix;    /* of the steps that lead to `block` within the move, a digest; 0: there are none */
  GArray *positions; /* LapPosition: not a decision is wanted, but an estimate of each; or NULL. A reference is taken */
} LapThoughtSubject;

/* Begins one. The bot thinks for as long as its budget says, and no longer than it may keep people waiting, less if
 * many think. (transfer full) */
LapThought *lap_thinking_begin(LapThinking *thinking, const LapThoughtSubject *subject);
/* Whether a thought about positions is under way: there should be one at a time, so that bots need not wait. */
gboolean lap_thinking_is_looking_back(const LapThinking *thinking);
/* The match of a thought that is done or given up, or NULL: there is none more. (transfer full) */
gpointer lap_thinking_next(LapThinking *thinking);

/* Whether it is of this decision, and was not given up. */
gboolean lap_thought_is_of(const LapThought *thought, const LapGame *game, guint64 decision, guint seat,
                           guint64 prefix);
/* Whether it was given up. */
gboolean lap_thought_is_stopped(const LapThought *thought);
gboolean lap_thought_is_done(const LapThought *thought);
/* Once it is done: the steps of the move, or NULL if the rules have failed, and how they have. */
const LapAction *lap_thought_steps(const LapThought *thought, guint *n);
/* LapWeight of each legal step, once it is done, if it weighs. */
const GArray *lap_thought_weights(const LapThought *thought);
/* LapEstimateAt of its positions, once it is done: of the first one at least, of others as far as there was time. */
const GArray *lap_thought_estimates(const LapThought *thought);
LapSuspension lap_thought_failure(const LapThought *thought);
/* Nobody needs it any more. */
void lap_thought_drop(LapThought *thought);

G_END_DECLS
