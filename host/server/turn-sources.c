/* When turns end, and what follows them. */
#include "turn-private.h"

#define STAGED_MAX 256
#define BOTS_MOVES 64
#define PRIORITY (G_PRIORITY_DEFAULT + 10) /* behind what is to be read */

void lap_turn_set_timer(LapTurn *turn, gint64 wait)
{
  g_source_set_ready_time(turn->timer, wait < 0 ? -1 : g_get_monotonic_time() + wait);
}

static void follow_up(LapTurn *turn)
{
  LapHost *host = turn->server->host;
  lap_turn_begin(turn);
  turn->follow = lap_host_play_bots(host, BOTS_MOVES);
  lap_turn_set_timer(turn, lap_host_run_clocks(host));
  lap_turn_end(turn);
}

/* Under a flood the timer, which comes behind what is to be read, would never have its turn. */
static gboolean is_late(const LapTurn *turn)
{
  gint64 due = g_source_get_ready_time(turn->timer);
  return due >= 0 && due <= g_get_monotonic_time();
}

void lap_turn_check(LapTurn *turn)
{
  if (!turn->open) return;
  gboolean enough = lap_host_get_staged(turn->server->host) >= STAGED_MAX ||
                    g_get_monotonic_time() - turn->began >= turn->longest;
  if (!enough) return;
  lap_turn_end(turn);
  if (turn->follow || is_late(turn)) follow_up(turn);
}

typedef struct {
  GSource source;
  LapTurn *turn;
} TurnSource;

static gboolean is_due(const LapTurn *turn) { return turn->open || turn->follow; }

static gboolean idle_prepare(GSource *source, int *timeout)
{
  gboolean due = is_due(((TurnSource *)source)->turn);
  *timeout = due ? 0 : -1;
  return due;
}

static gboolean idle_check(GSource *source) { return is_due(((TurnSource *)source)->turn); }

static gboolean idle_dispatch(GSource *source, GSourceFunc callback G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  LapTurn *turn = ((TurnSource *)source)->turn;
  gboolean overdue = turn->follow;
  lap_turn_end(turn);
  if (overdue) follow_up(turn);
  return G_SOURCE_CONTINUE;
}

static gboolean timer_dispatch(GSource *source, GSourceFunc callback G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  LapTurn *turn = ((TurnSource *)source)->turn;
  g_source_set_ready_time(source, -1);
  lap_turn_end(turn);
  follow_up(turn);
  return G_SOURCE_CONTINUE;
}

static GSource *source_new(LapTurn *turn, GSourceFuncs *functions)
{
  GSource *source = g_source_new(functions, sizeof(TurnSource));
  ((TurnSource *)source)->turn = turn;
  g_source_set_priority(source, PRIORITY);
  g_source_attach(source, turn->server->context);
  return source;
}

void lap_turn_attach(LapTurn *turn)
{
  static GSourceFuncs idle = {.prepare = idle_prepare, .check = idle_check, .dispatch = idle_dispatch};
  static GSourceFuncs timer = {.dispatch = timer_dispatch};
  turn->idle = source_new(turn, &idle);
  turn->timer = source_new(turn, &timer);
}

static void source_free(GSource *source)
{
  g_source_destroy(source);
  g_source_unref(source);
}

void lap_turn_detach(LapTurn *turn)
{
  source_free(turn->idle);
  source_free(turn->timer);
}
