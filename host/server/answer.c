#include "answer.h"

#include "errors.h"

#define HEAD "{\"jsonrpc\":\"2.0\",\"id\":"

static void outcome_free(gpointer data)
{
  LapOutcome *outcome = data;
  g_free(outcome->id);
  g_free(outcome->match);
  if (outcome->text) g_string_free(outcome->text, TRUE);
  g_free(outcome);
}

LapAnswer *lap_answer_new(gboolean batch)
{
  LapAnswer *answer = g_new0(LapAnswer, 1);
  answer->batch = batch;
  answer->outcomes = g_ptr_array_new_with_free_func(outcome_free);
  return answer;
}

void lap_answer_free(LapAnswer *answer)
{
  g_ptr_array_unref(answer->outcomes);
  g_free(answer);
}

static void begin(LapOutcome *outcome, const char *member)
{
  g_string_assign(outcome->text, HEAD);
  g_string_append(outcome->text, outcome->id ? outcome->id : "null");
  g_string_append(outcome->text, member);
}

LapOutcome *lap_answer_add(LapAnswer *answer, LapRoute *route, char *id)
{
  LapOutcome *outcome = g_new0(LapOutcome, 1);
  outcome->route = route;
  outcome->id = id;
  outcome->began = g_get_monotonic_time();
  outcome->text = g_string_sized_new(256);
  begin(outcome, ",\"result\":");
  g_ptr_array_add(answer->outcomes, outcome);
  return outcome;
}

void lap_outcome_end(LapOutcome *outcome) { g_string_append_c(outcome->text, '}'); }

void lap_outcome_fail(LapOutcome *outcome, LapRpcError code, const char *message, const char *data)
{
  outcome->code = code;
  begin(outcome, ",\"error\":");
  lap_rpc_write_error(outcome->text, code, message, data);
  lap_outcome_end(outcome);
}

gsize lap_answer_length(const LapAnswer *answer)
{
  gsize length = 0;
  for (guint i = 0; i < answer->outcomes->len; i++) {
    const LapOutcome *outcome = answer->outcomes->pdata[i];
    if (outcome->id) length += outcome->text->len + 1;
  }
  return length;
}

static GBytes *take_only(LapAnswer *answer)
{
  LapOutcome *only = answer->outcomes->pdata[0];
  return only->id ? g_string_free_to_bytes(g_steal_pointer(&only->text)) : NULL;
}

GBytes *lap_answer_message(LapAnswer *answer)
{
  gsize length = lap_answer_length(answer);
  if (!length) return NULL;
  if (!answer->batch) return take_only(answer);
  GString *message = g_string_sized_new(length + 2);
  for (guint i = 0; i < answer->outcomes->len; i++) {
    const LapOutcome *outcome = answer->outcomes->pdata[i];
    if (!outcome->id) continue;
    g_string_append_c(message, message->len ? ',' : '[');
    g_string_append_len(message, outcome->text->str, (gssize)outcome->text->len);
  }
  g_string_append_c(message, ']');
  return g_string_free_to_bytes(message);
}
