/* What other processes ask of the rules in this one (remote.h). */
#include "engine-private.h"
#include "playouts.h"

/* --- about a block */

static void add_places(LapEngine *engine, const LapBlock *block, LapRemoteReply *reply, guint from)
{
  LapHighlightedPlace place[LAP_HIGHLIGHTS_MAX];
  for (guint i = from; i < reply->actions->len; i++) {
    const LapAction step = g_array_index(reply->actions, LapAction, i);
    guint n = lap_engine_highlights(engine, block, &step, place);
    for (guint j = 0; j < n; j++) {
      guint field;
      g_ptr_array_find(engine->game->fields, place[j].field, &field);
      const LapRemotePlace found = {.action = i,
                                    .field = (guint16)field,
                                    .index = (guint16)place[j].index,
                                    .row = (guint8)place[j].row,
                                    .side = (guint8)place[j].side};
      g_array_append_val(reply->places, found);
    }
  }
}

static void add_legal(LapEngine *engine, const LapBlock *block, LapRemoteReply *reply, guint seat, guint wants)
{
  guint from = reply->actions->len;
  const LapActions *actions = lap_engine_legal(engine, block, seat);
  g_array_append_vals(reply->actions, actions->v, actions->n);
  reply->n_actions[seat] = actions->n;
  reply->listed |= (guint16)(1u << seat);
  if (wants & LAP_WANT_HIGHLIGHTS) add_places(engine, block, reply, from);
}

static void add_score(LapEngine *engine, const LapBlock *block, LapRemoteReply *reply)
{
  LapSheet sheet;
  lap_engine_score(engine, block, &sheet);
  g_array_append_vals(reply->lines, sheet.line, sheet.n);
}

/* Says about the block what is wanted; a fault ends it. */
static void say(LapEngine *engine, const LapRemoteCall *call, const LapBlock *block, LapRemoteReply *reply)
{
  const LapHead *head = lap_head_of(block);
  const guint32 all = (1u << engine->seats) - 1;
  guint32 seats = call->seat < LAP_SEATS_MAX ? all & 1u << call->seat : 0;
  if (call->wants & LAP_WANT_WAITING || call->seat == LAP_EVERY_SEAT) {
    reply->waiting = lap_engine_waiting(engine, block);
    reply->has |= LAP_WANT_WAITING;
    if (call->seat == LAP_EVERY_SEAT) seats = reply->waiting & all;
  }
  if (!head->over && call->wants & LAP_WANT_LEGAL) {
    for (guint seat = 0; seat < engine->seats && !engine->faulted; seat++)
      if (seats >> seat & 1) add_legal(engine, block, reply, seat, call->wants);
    reply->has |= LAP_WANT_LEGAL | (call->wants & LAP_WANT_HIGHLIGHTS);
  }
  if (!engine->faulted && call->wants & LAP_WANT_SCORE) {
    add_score(engine, block, reply);
    reply->has |= LAP_WANT_SCORE;
  }
}

/* --- calls */

/* After a step of an unfinished move nobody is asked but its seat. */
static void say_after(LapEngine *engine, const LapRemoteCall *call, const LapBlock *block, LapRemoteReply *reply)
{
  LapRemoteCall about = *call;
  if (reply->move == LAP_MOVE_MORE) {
    about.wants &= LAP_WANT_LEGAL;
    about.seat = call->step.seat;
  } else {
    about.seat = LAP_EVERY_SEAT;
  }
  say(engine, &about, block, reply);
}

static void run_move(LapEngine *engine, const LapRemoteCall *call, LapBlock *block, LapRemoteReply *reply)
{
  guint n;
  g_array_set_size(engine->events, 0); /* those of the steps before are the caller's */
  LapMove move = call->kind == LAP_CALL_START ? lap_engine_start(engine, block, call->number)
                                              : lap_engine_apply(engine, block, &call->step);
  reply->move = (guint8)move;
  const LapEvent *events = lap_engine_events(engine, &n);
  g_array_append_vals(reply->events, events, n);
  if (move != LAP_MOVE_FAULT && call->wants) say_after(engine, call, block, reply);
}

static void run_playout(LapEngine *engine, const LapRemoteCall *call, LapBlock *block, LapRemoteReply *reply)
{
  LapGenerator chooser = {call->number};
  reply->move = (guint8)lap_engine_playout(engine, block, &chooser, call->plies, &reply->steps);
  reply->number = chooser.state;
}

/* Many in one call: nothing is checked, as in the playouts of this process, and events are of no use. What stopped
 * matches before their number is found out by who asked. */
static void run_playouts(LapEngine *engine, const LapRemoteCall *call, const LapBlock *block, LapRemoteReply *reply)
{
  g_autoptr(LapStatistics) statistics = lap_statistics_new(engine->game, engine->seats);
  LapGenerator chooser = {call->number};
  lap_engine_check(engine, FALSE);
  if (call->kind == LAP_CALL_MATCHES) {
    reply->steps = lap_engine_play_matches(engine, call->number, call->first, call->n, call->plies, statistics);
    engine->faulted = FALSE;
  } else {
    lap_engine_playouts(engine, block, call->seat, call->n, call->plies, &chooser, statistics);
  }
  reply->number = chooser.state;
  lap_statistics_to_numbers(statistics, reply->sums);
}

static void run_preview(LapEngine *engine, const LapRemoteCall *call, const LapBlock *block, LapRemoteReply *reply)
{
  g_auto(LapPreviews) previews;
  lap_previews_init(&previews);
  if (call->seat < engine->seats) lap_engine_preview(engine, block, call->seat, call->number, &previews);
  g_array_append_vals(reply->sums, previews.points->data, previews.points->len);
  g_array_append_vals(reply->sums, previews.best->data, previews.best->len);
  g_array_append_vals(reply->sums, previews.wholes->data, previews.wholes->len);
  g_array_append_vals(reply->sums, previews.repeats->data, previews.repeats->len);
  g_array_append_vals(reply->sums, previews.begins->data, previews.begins->len);
  g_array_append_vals(reply->sums, previews.n_events->data, previews.n_events->len);
  g_array_append_vals(reply->events, previews.events->data, previews.events->len);
}

static void run_determinise(LapEngine *engine, const LapRemoteCall *call, LapBlock *block, LapRemoteReply *reply)
{
  LapGenerator chooser = {call->number};
  reply->done = (guint8)lap_determinise(engine, block, call->seat, &chooser);
  reply->number = chooser.state;
}

static void take_refusal(LapRemoteReply *reply, char *why)
{
  g_string_assign(reply->refusal, why ? why : "");
  g_free(why);
}

void lap_remote_run(LapEngine *engine, const LapRemoteCall *call, LapBlock *block, LapRemoteReply *reply)
{
  lap_remote_reply_reset(reply);
  lap_engine_check(engine, TRUE);
  engine->collecting = call->kind == LAP_CALL_START || call->kind == LAP_CALL_APPLY;
  engine->faulted = FALSE;
  engine->trace->phase = engine->trace->hook = NULL;
  switch ((LapRemoteCallKind)call->kind) {
  case LAP_CALL_ASK:
    say(engine, call, block, reply);
    break;
  case LAP_CALL_START:
  case LAP_CALL_APPLY:
    run_move(engine, call, block, reply);
    break;
  case LAP_CALL_OWN_WORLD:
    if (call->seat < engine->seats) memcpy(block, lap_engine_world_of(engine, block, call->seat), engine->block_size);
    break;
  case LAP_CALL_DERIVE:
    lap_engine_derive(engine, block);
    break;
  case LAP_CALL_DETERMINISE:
    run_determinise(engine, call, block, reply);
    break;
  case LAP_CALL_PLAYOUT:
    run_playout(engine, call, block, reply);
    break;
  case LAP_CALL_PLAYOUTS:
  case LAP_CALL_MATCHES:
    run_playouts(engine, call, block, reply);
    break;
  case LAP_CALL_PREVIEW:
    run_preview(engine, call, block, reply);
    break;
  case LAP_CALL_CHOOSE:
  case LAP_CALL_ESTIMATE:
    lap_engine_set_fault(engine, "bots are not asked here");
    break;
  case LAP_CALL_LEAVE:
    take_refusal(reply, lap_engine_leave(engine, block, call->depth));
    break;
  case LAP_CALL_JOIN:
    take_refusal(reply, lap_engine_join(engine, block, call->depth));
    break;
  }
  if (!engine->faulted) return;
  g_string_assign(reply->fault, engine->fault->str);
  g_string_assign(reply->phase, engine->trace->phase ? engine->trace->phase : "");
  g_string_assign(reply->hook, engine->trace->hook ? engine->trace->hook : "");
}
