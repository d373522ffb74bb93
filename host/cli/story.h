/* The story: what happened, in sentences, as each seat may hear it. */
#pragma once

#include "host/engine/session.h"
#include "host/text/texts.h"

typedef struct {
  LapTexts *texts;
  const char *const *names;
  GPtrArray *told;   /* one a move; [0] is the start */
  gboolean together; /* the next move is one of several at once */
} Story;

/* Begins with what the start of `session` told. */
void story_init(Story *story, LapTexts *texts, const char *const *names, LapSession *session);
void story_clear(Story *story);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Story, story_clear)

/* Adds the move that the session has just made. A sealed one is told only to its seat until the last is in. */
void story_add(Story *story, LapSession *session, const LapAction *steps, guint n);
/* Forgets all but the first `moves`. */
void story_cut(Story *story, guint moves);
guint story_moves(const Story *story);
/* Who made a move, from 1. */
guint story_mover(const Story *story, guint move);

/* Sentences of what `viewer` has not heard yet, who has heard of the first `heard` moves; the start tells of itself if
 * `heard` is negative. Returns: (transfer full) (element-type utf8) */
GPtrArray *story_since(const Story *story, int heard, guint viewer);
/* One move's sentences. */
void story_tell(const Story *story, guint move, guint viewer, GPtrArray *sentences);
