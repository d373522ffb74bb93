/* What is said to agents. Each message is one line. */
#pragma once

#include "host/json/writer.h"
#include "host/match/match.h"

G_BEGIN_DECLS

/* For whom messages are written. */
typedef struct {
  LapMatch *match; /* a reference */
  guint seat;
  const char *language;
  guint64 since; /* what it has been told: entries up to this seq */
} LapAgentView;

/* Each returns a line with its end, or NULL with an error of the match. (transfer full) */

/* `time`: ms for each move. */
char *lap_agent_write_hello(const LapAgentView *view, gint64 id, guint time, GError **error);
/* `steps`: those of the move so far. Without any, the state of the match is part of it, and what has happened since.
 * `time`: ms that are left. */
char *lap_agent_write_choose(LapAgentView *view, gint64 id, gint64 time, const GArray *steps, GError **error);
char *lap_agent_write_over(LapAgentView *view, GError **error);
char *lap_agent_write_wrong(const char *what);

G_END_DECLS
