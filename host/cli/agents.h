/* Programs in seats of a match at this terminal. */
#pragma once

#include "host/agents/agent.h"
#include "person.h"

/* Milliseconds that a program has for each move, and may be given. */
enum { AGENT_TIME = 10000, AGENT_TIME_MAX = 3600 * 1000 };

typedef struct {
  LapAgent *agent[LAP_SEATS_MAX]; /* NULL: the seat has none, or it has failed */
  gboolean failed;                /* at least one has */
} Agents;

/* Starts the programs of the match's seats. `time`: ms for each move. Returns -1, or the exit code after it has said
 * which of them cannot be started. */
int agents_begin(Agents *agents, const Match *match, guint time);
void agents_clear(Agents *agents);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Agents, agents_clear)

/* Has the first program that has to move do so. FALSE with an error that names its seat. */
gboolean agents_move(Agents *agents, const Match *match, GError **error);

/* Has a program make its move, or gives up its seat if it fails. FALSE if no program has to move. `*turn`:
 * PERSON_MOVED, or PERSON_FAULT if the rules fail. */
gboolean agents_play(Agents *agents, const Match *match, PersonTurn *turn, GError **error);
