/* Agents: programs that take a seat of a match in this process. docs/agents.md has what is said to them.
 *
 * An agent is asked for a move when its seat has to decide. It is sent what the projection shows to that seat, and
 * neither the match's id nor times of day, from which chance might be guessed. It answers with the number of a legal
 * step or with steps; wrong answers are answered, a few times. One that fails is not asked again. */
#pragma once

#include "channel.h"
#include "host/match/match.h"

G_BEGIN_DECLS

/* The version of the protocol. */
#define LAP_AGENT_PROTOCOL 1
/* How long a program has to start and be greeted, in ms, if it does not have longer for each move. */
#define LAP_AGENT_START 10000
/* The wrong answers to one request after which an agent has failed. */
#define LAP_AGENT_WRONG_MAX 3

typedef struct LapAgent LapAgent;

/* Starts a program for a seat, and greets it. `time`: how long it has for each move, in ms. `language`: of texts.
 * Errors are of LAP_AGENT_ERROR if it is the program's fault. */
LapAgent *lap_agent_new(const char *command, LapMatch *match, guint seat, guint time, const char *language,
                        GError **error);
/* Ends it. `match` is told to it, if it is over. */
void lap_agent_free(LapAgent *agent);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapAgent, lap_agent_free)

/* The name that it has given itself, or NULL. */
const char *lap_agent_name(const LapAgent *agent);

/* Has it choose a move, and makes it. Errors are of LAP_AGENT_ERROR if it is the program's fault. */
gboolean lap_agent_play(LapAgent *agent, GError **error);

G_END_DECLS
