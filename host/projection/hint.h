/* Hints: the best of the steps that a seat may take, as a bot finds them that knows what the seat knows. */
#pragma once

#include "host/bots/bot.h"
#include "steps.h"

G_BEGIN_DECLS

/* So many of the best steps are named. */
#define LAP_HINT_CHOICES 5

typedef struct {
  LapAction step;
  LapWeight weight; /* 0 where `worlds` is */
} LapHintChoice;

typedef struct {
  LapHintChoice choice[LAP_HINT_CHOICES]; /* [n]: the one that the bot would take, then by how often it tried each */
  guint n;
  gint64 worlds;         /* in which it tried any; 0: there was nothing to think of */
  LapNextSteps next;     /* the steps that may follow */
  const LapBlock *block; /* in which they are taken; the session's */
} LapHint;

/* What may follow `steps`, those of `seat` so far. Fails as lap_match_weigh does. */
gboolean lap_match_hint(LapMatch *match, guint seat, const LapAction *steps, guint n, LapHint *hint, GError **error);

G_END_DECLS
