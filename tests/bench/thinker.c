#include "thinker.h"

#include <string.h>

/* As `hard` thinks about a decision. */
#define OF_CHOICE 10000
#define TREE_BYTES (20u << 20)

static const LapActions *legal_now(Thinker *thinker, guint *seat)
{
  LapEngine *engine = thinker->player->engine;
  *seat = (guint)__builtin_ctz(lap_engine_waiting(engine, thinker->block));
  return lap_engine_legal(engine, thinker->block, *seat);
}

/* Plays on to a decision with more than one action; FALSE if there is none. */
static gboolean find_decision(Thinker *thinker, guint *seat)
{
  LapEngine *engine = thinker->player->engine;
  LapMove move = lap_engine_start(engine, thinker->block, 1);
  while (move != LAP_MOVE_FAULT && !lap_head_of(thinker->block)->over) {
    const LapActions *legal = legal_now(thinker, seat);
    if (legal->n > 1) {
      thinker->legal = *legal;
      thinker->legal.v = g_memdup2(legal->v, legal->n * sizeof *legal->v);
      return TRUE;
    }
    LapAction only = legal->v[0];
    move = lap_engine_apply(engine, thinker->block, &only);
  }
  return FALSE;
}

static void forget(Thinker *thinker)
{
  lap_search_free(thinker->search);
  thinker->search = lap_search_new(thinker->worlds, TREE_BYTES);
}

Thinker *thinker_new(Player *player, GError **error)
{
  g_autoptr(Thinker) thinker = g_new0(Thinker, 1);
  guint seat;
  thinker->player = player;
  thinker->block = lap_block_new(player->engine);
  thinker->chooser = lap_generator_seeded(1);
  if (!find_decision(thinker, &seat)) return NULL;
  thinker->worlds = lap_worlds_new(player->game, lap_engine_seats(player->engine), NULL, seat, error);
  if (!thinker->worlds || !lap_worlds_look(thinker->worlds, thinker->block)) return NULL;
  forget(thinker);
  return g_steal_pointer(&thinker);
}

void thinker_free(Thinker *thinker)
{
  if (!thinker) return;
  lap_search_free(thinker->search);
  lap_worlds_free(thinker->worlds);
  lap_block_free(thinker->block);
  g_free(thinker->legal.v);
  g_free(thinker);
}

guint64 work_iterations(gpointer data, guint64 amount)
{
  Thinker *thinker = data;
  guint64 done = 0;
  while (done < amount) {
    const LapBudget budget = {.iterations = (guint32)MIN(amount - done, OF_CHOICE), .whole = TRUE};
    if (!lap_search_think(thinker->search, &thinker->legal, &budget, &thinker->chooser))
      g_error("%s: %s", thinker->player->game->id, lap_engine_fault(lap_worlds_engine(thinker->worlds)));
    guint32 iterations = lap_search_iterations(thinker->search);
    if (iterations < budget.iterations) forget(thinker); /* it is solved */
    done += MAX(iterations, 1);
  }
  return done;
}

guint64 work_plain_playouts(gpointer data, guint64 amount)
{
  Thinker *thinker = data;
  Player *player = thinker->player;
  for (guint64 i = 0; i < amount; i++) {
    LapSheet sheet;
    memcpy(player->block, thinker->block, player->block_size);
    lap_head(player->block)->generator = lap_generator_seeded(player->seed++);
    if (lap_engine_playout(player->engine, player->block, &player->chooser, LAP_SEARCH_PLIES, NULL) == LAP_MOVE_FAULT)
      g_error("%s: %s", player->game->id, lap_engine_fault(player->engine));
    lap_engine_score(player->engine, player->block, &sheet);
  }
  return amount;
}

double thinker_bytes_a_node(const Thinker *thinker)
{
  return (double)lap_search_size(thinker->search) / lap_search_nodes(thinker->search);
}

/* --- threads */

typedef struct {
  Thinker *thinker;
  gint64 until;
  guint64 done;
} Running;

static gpointer run(gpointer data)
{
  Running *running = data;
  while (g_get_monotonic_time() < running->until) running->done += work_iterations(running->thinker, 100);
  return NULL;
}

double thinker_rate_of_threads(Thinker *const *thinkers, guint n, double seconds)
{
  g_autofree Running *running = g_new0(Running, n);
  g_autofree GThread **threads = g_new0(GThread *, n);
  gint64 begun = g_get_monotonic_time();
  guint64 done = 0;
  for (guint i = 0; i < n; i++) {
    running[i] = (Running){.thinker = thinkers[i], .until = begun + (gint64)(seconds * G_USEC_PER_SEC)};
    threads[i] = g_thread_new("think", run, &running[i]);
  }
  for (guint i = 0; i < n; i++) {
    g_thread_join(threads[i]);
    done += running[i].done;
  }
  return (double)done * G_USEC_PER_SEC / (double)(g_get_monotonic_time() - begun);
}
