#include "remote-bot.h"

static guint choose(LapBotSeat *seat, LapEngine *engine, const LapRemoteCall *call, const LapBlock *block,
                    LapGenerator *generator)
{
  const LapActions *legal = lap_engine_legal(engine, block, call->seat);
  g_autofree LapAction *copy = g_memdup2(legal->v, legal->n * sizeof *legal->v);
  const LapActions actions = {copy, legal->n, legal->n};
  return lap_bot_seat_choose(seat, block, &actions, generator);
}

static void write_weights(const GArray *weights, GArray *numbers)
{
  for (guint i = 0; i < weights->len; i++) {
    const LapWeight *weight = &g_array_index(weights, LapWeight, i);
    const gint64 number[] = {weight->visits, (gint64)(weight->value * LAP_WEIGHT_UNIT)};
    g_array_append_vals(numbers, number, G_N_ELEMENTS(number));
  }
}

void lap_bot_answer(LapEngine *engine, const LapRemoteCall *call, LapBlock *block, LapRemoteReply *reply)
{
  const LapBot *bot = lap_bot_numbered(call->depth);
  const LapBudget budget = {.iterations = call->n, .microseconds = (gint64)call->first};
  LapGenerator generator = {call->number};
  g_autoptr(LapBotSeat) seat = NULL;
  lap_remote_reply_reset(reply);
  if (bot && call->seat < lap_engine_seats(engine))
    seat = lap_bot_seat_new(bot, (LapGame *)lap_engine_game(engine), lap_engine_seats(engine),
                            lap_engine_options(engine), call->seat, &budget, NULL);
  if (!seat) {
    g_string_assign(reply->fault, "there is no such bot or seat");
    return;
  }
  reply->steps = choose(seat, engine, call, block, &generator);
  reply->number = generator.state;
  write_weights(lap_bot_seat_weights(seat), reply->sums);
  if (!lap_bot_seat_fault(seat)) return;
  const LapTrace *trace = lap_bot_seat_trace(seat);
  g_string_assign(reply->fault, lap_bot_seat_fault(seat));
  g_string_assign(reply->phase, trace->phase ? trace->phase : "");
  g_string_assign(reply->hook, trace->hook ? trace->hook : "");
}
