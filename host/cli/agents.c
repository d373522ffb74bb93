#include "agents.h"

#include <stdio.h>

#include "messages.h"
#include "subcommand.h"

static int say_not_started(const Match *match, guint seat, const GError *error)
{
  return fail_with(EXIT_FAILED, "the program of %s (%s) %s", match->seats.name[seat], match->seats.command[seat],
                   error->message);
}

int agents_begin(Agents *agents, const Match *match, guint time)
{
  g_autoptr(GError) error = NULL;
  for (guint seat = 0; seat < match->seats.n; seat++) {
    if (!match->seats.command[seat]) continue;
    agents->agent[seat] = lap_agent_new(match->seats.command[seat], match->match, seat, time, match->language, &error);
    if (!agents->agent[seat]) return say_not_started(match, seat, error);
  }
  return -1;
}

void agents_clear(Agents *agents)
{
  for (guint seat = 0; seat < LAP_SEATS_MAX; seat++) g_clear_pointer(&agents->agent[seat], lap_agent_free);
}

/* Nobody else can move for the seat, so it resigns. */
static gboolean give_up(Agents *agents, const Match *match, guint seat, const GError *failure, GError **error)
{
  g_autofree char *text = message_with("cli.agent_failed", WORD("name", match->seats.name[seat]),
                                       WORD("why", failure->message));
  agents->failed = TRUE;
  printf("\n%s\n", text);
  g_clear_pointer(&agents->agent[seat], lap_agent_free);
  return lap_match_resign(match->match, seat, NULL, NULL, error);
}

static gboolean play(Agents *agents, const Match *match, guint seat, GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (lap_agent_play(agents->agent[seat], &failure)) return TRUE;
  if (failure->domain == LAP_AGENT_ERROR) return give_up(agents, match, seat, failure, error);
  g_propagate_error(error, g_steal_pointer(&failure));
  return FALSE;
}

/* The seat of a program that has to move, or the number of seats. */
static guint seat_to_move(const Agents *agents, const Match *match)
{
  guint32 waiting = lap_match_get_waiting(match->match);
  guint seat = 0;
  while (seat < match->seats.n && (!agents->agent[seat] || !(waiting >> seat & 1))) seat++;
  return seat;
}

gboolean agents_move(Agents *agents, const Match *match, GError **error)
{
  guint seat = seat_to_move(agents, match);
  if (seat == match->seats.n) {
    g_set_error_literal(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_FAULT, "nobody can move");
    return FALSE;
  }
  if (lap_agent_play(agents->agent[seat], error)) return TRUE;
  g_prefix_error(error, "seat %u: the program ", seat);
  return FALSE;
}

gboolean agents_play(Agents *agents, const Match *match, PersonTurn *turn, GError **error)
{
  guint seat = seat_to_move(agents, match);
  if (seat == match->seats.n) return FALSE;
  *turn = play(agents, match, seat, error) ? PERSON_MOVED : PERSON_FAULT;
  return TRUE;
}
