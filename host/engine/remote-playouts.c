/* Playouts and previews where the rules run in another process. */
#include "engine-private.h"

/* Steps after which the end of a process is not looked for any more. */
#define STEPS_MAX 100000

/* A process that ends in a playout cannot say where. So its steps are taken again, one a call, until it ends once more:
 * then block, phase and hook are known. */
static void find_end(LapEngine *engine, LapBlock *block, LapGenerator *chooser, guint32 plies)
{
  const LapHead *head = lap_head_of(block);
  LapActions *legal = &engine->actions;
  g_autofree char *why = g_strdup(engine->fault->str);
  guint32 last_ply = plies > G_MAXUINT32 - head->ply ? G_MAXUINT32 : head->ply + plies;
  for (guint i = 0; i < STEPS_MAX && !head->over && head->ply < last_ply; i++) {
    guint32 waiting = lap_remote_waiting(engine, block) & ~(guint32)head->ready;
    if (!waiting) break;
    lap_remote_legal(engine, block, (guint)__builtin_ctz(waiting), legal);
    if (!legal->n) break;
    LapRemoteCall call = {.kind = LAP_CALL_APPLY};
    call.step = legal->v[legal->n == 1 ? 0 : lap_generator_below(chooser, legal->n)];
    if (!lap_remote_exchange(engine, &call, block, "apply")) break;
  }
  if (!engine->faulted) lap_engine_set_fault(engine, "%s", why);
}

LapMove lap_remote_playout(LapEngine *engine, LapBlock *block, LapGenerator *chooser, guint32 plies, guint64 *steps)
{
  const LapRemoteCall call = {.kind = LAP_CALL_PLAYOUT, .plies = plies, .number = chooser->state};
  const LapRemoteReply *reply = lap_remote_exchange(engine, &call, block, NULL);
  if (!reply) {
    if (lap_remote_has_ended(engine)) find_end(engine, block, chooser, plies);
    return LAP_MOVE_FAULT;
  }
  chooser->state = reply->number;
  if (steps) *steps += reply->steps;
  return (LapMove)reply->move;
}

static gboolean add_sums(LapEngine *engine, LapStatistics *statistics, const LapRemoteReply *reply, guint64 matches)
{
  if (lap_statistics_add_numbers(statistics, reply->sums, matches)) return TRUE;
  lap_engine_set_fault(engine, "the answer of its rules is not possible: sums of matches");
  return FALSE;
}

gboolean lap_remote_playouts(LapEngine *engine, const LapBlock *block, guint viewer, guint n, guint32 plies,
                             LapGenerator *chooser, LapStatistics *statistics)
{
  const LapRemoteCall call = {.kind = LAP_CALL_PLAYOUTS,
                              .seat = (guint8)MIN(viewer, LAP_EVERY_SEAT),
                              .plies = plies,
                              .number = chooser->state,
                              .n = n};
  const LapRemoteReply *reply = lap_remote_exchange(engine, &call, (LapBlock *)block, NULL);
  if (!reply) return FALSE;
  chooser->state = reply->number;
  return add_sums(engine, statistics, reply, n);
}

guint lap_remote_play_matches(LapEngine *engine, guint64 seed, guint64 first, guint n, guint32 plies,
                              LapStatistics *statistics)
{
  const LapRemoteCall call = {.kind = LAP_CALL_MATCHES, .plies = plies, .number = seed, .first = first, .n = n};
  const LapRemoteReply *reply = lap_remote_exchange(engine, &call, engine->scratch, NULL);
  if (!reply || reply->steps > n || !add_sums(engine, statistics, reply, reply->steps)) return 0;
  return (guint)reply->steps;
}

/* Of `sums`, in which all numbers of a step are: how many steps they are of; -1: they are of none. */
static gint64 check_previews(const LapEngine *engine, const LapRemoteReply *reply)
{
  const guint numbers = engine->seats + 5, steps = reply->sums->len / numbers;
  const gint64 *number = (const gint64 *)(gconstpointer)reply->sums->data;
  gint64 n = 0;
  for (guint i = 0; i < steps; i++) {
    const gint64 events = number[steps * (numbers - 1) + i];
    if (events < 0 || events > reply->events->len - n) return -1;
    n += events;
  }
  return reply->sums->len % numbers == 0 && n == reply->events->len ? (gint64)steps : -1;
}

gboolean lap_remote_preview(LapEngine *engine, const LapBlock *block, guint seat, guint64 seed, LapPreviews *previews)
{
  const LapRemoteCall call = {.kind = LAP_CALL_PREVIEW, .seat = (guint8)seat, .number = seed};
  const LapRemoteReply *reply = lap_remote_exchange(engine, &call, (LapBlock *)block, NULL);
  if (!reply) return FALSE;
  const gint64 found = check_previews(engine, reply);
  if (found < 0) {
    lap_engine_set_fault(engine, "the answer of its rules is not possible: previews");
    return FALSE;
  }
  const guint steps = (guint)found;
  const gint64 *number = (const gint64 *)(gconstpointer)reply->sums->data;
  g_array_append_vals(previews->points, number, steps * engine->seats);
  g_array_append_vals(previews->best, number + steps * engine->seats, steps);
  g_array_append_vals(previews->wholes, number + steps * (engine->seats + 1u), steps);
  g_array_append_vals(previews->repeats, number + steps * (engine->seats + 2u), steps);
  g_array_append_vals(previews->begins, number + steps * (engine->seats + 3u), steps);
  g_array_append_vals(previews->n_events, number + steps * (engine->seats + 4u), steps);
  g_array_append_vals(previews->events, reply->events->data, reply->events->len);
  return TRUE;
}
