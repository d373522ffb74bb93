/* Marks: whose rules run, for what looks on from outside of the loop: a handler of signals, when they end the process,
 * and a timer, when they do not come back.
 *
 * A process that wants to know begins a mark on its main thread. From then on the engines of that thread write into it
 * which hook of which phase they call (LapTrace), and matches write where they stand. Nothing of it is copied: what a
 * mark points to is there as long as a hook runs. There is one mark for each thread that runs rules of matches. */
#pragma once

#include <pthread.h>

#include "host/engine/engine.h"

G_BEGIN_DECLS

typedef struct {
  LapTrace trace;  /* of the engines of the thread */
  gboolean in_use; /* the thread is there */
  pthread_t thread;
  const char *match; /* id of the match that the rules were last called for, or NULL */
  const char *game;  /* id of its game */
  guint64 seq, decision, builds;
  const LapBlock *block, *previous; /* where it stands after `seq` entries, and stood before the last move; or NULL */
  gsize size;                       /* of each */
} LapHookMark;

/* The most threads on which bots think (thinking.h). */
#define LAP_THINKING_MAX 8

/* By threads: the main one, that which plays the log of a match with another build, and those on which bots think. */
typedef enum {
  LAP_HOOK_MARK_MAIN,
  LAP_HOOK_MARK_RENEWAL,
  LAP_HOOK_MARK_THINKING,
  LAP_HOOK_MARKS = LAP_HOOK_MARK_THINKING + LAP_THINKING_MAX
} LapHookMarkIndex;

extern LapHookMark lap_hook_marks[LAP_HOOK_MARKS];

/* Called on a thread when its mark begins and ends. */
typedef void (*LapHookMarkWatch)(LapHookMarkIndex which, gboolean begins);

/* Begins the main mark, on the calling thread; `watch` is called for this and the later ones. */
void lap_hook_marks_begin(LapHookMarkWatch watch);
/* Begin and end another mark on the calling thread; nothing if there is no main one. */
void lap_hook_mark_begin(LapHookMarkIndex which);
void lap_hook_mark_end(LapHookMarkIndex which);

G_END_DECLS
