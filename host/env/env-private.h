/* What env.c and matches.c share: the environment, and what a match of it is besides its block. */
#pragma once

#include "actions.h"
#include "env.h"
#include "observation.h"

G_BEGIN_DECLS

/* What is kept of a match besides its block. */
typedef struct {
  gint8 seat;  /* which has to decide; -1: over, or not begun */
  gint8 mover; /* which took the last step, or decides first */
  gboolean begun;
  guint32 waiting; /* seats that have a decision */
  LapActionNumbers numbers;
  guint64 games; /* of its stream that have begun */
  guint64 seed;  /* of its stream */
} LapEnvMatch;

struct LapEnv {
  LapGame *game;
  LapEngine *engine;
  LapEnvSettings settings; /* without options, which are the engine's */
  guint seats;
  LapActionSpace space;
  LapObservationLayout layout;
  gsize block_stride, words; /* of `legal` */
  guint8 *blocks;            /* [matches] of block_stride bytes */
  guint64 *legal;            /* [matches][words], a bit an action */
  LapEnvMatch *match;        /* [matches] */
  LapGenerator chooser;      /* of lap_env_sample */
  guint64 left_out;
  gboolean ready; /* reset, and no rules have failed since */
};

static inline LapBlock *block_of(const LapEnv *env, guint i)
{
  return (LapBlock *)(gpointer)(env->blocks + (gsize)i * env->block_stride);
}
static inline guint64 *legal_of(const LapEnv *env, guint i) { return env->legal + (gsize)i * env->words; }

static inline gboolean is_legal(const LapEnv *env, guint i, gint32 action)
{
  guint32 number = (guint32)action;
  return number < env->space.size && legal_of(env, i)[number / 64] >> (number % 64) & 1;
}

/* Lists what `seat` may do in a match, as bits and, if `mask` is not NULL, bytes; both are zero before. */
gboolean lap_env_list(LapEnv *env, guint i, guint seat, guint64 *bits, guint8 *mask, LapActionNumbers *numbers,
                      GError **error);
/* Finds out who decides next in a match and what is legal then, and writes what the caller wants of that. */
gboolean lap_env_decide(LapEnv *env, guint i, const LapEnvBuffers *out, GError **error);
/* The action that a number which is legal stands for. */
gboolean lap_env_find_action(LapEnv *env, guint i, guint32 number, LapAction *action, GError **error);
/* Sets the error of an action that is not legal; FALSE. */
gboolean lap_env_refuse(const LapEnv *env, guint i, gint32 action, GError **error);
/* Sets one if the environment must be reset first; then FALSE. */
gboolean lap_env_check_ready(const LapEnv *env, GError **error);

G_END_DECLS
