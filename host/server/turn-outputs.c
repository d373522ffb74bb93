#include "connection-private.h"
#include "journal.h"
#include "turn-private.h"

static void output_clear(gpointer data)
{
  LapOutput *output = data;
  if (output->answer) lap_answer_free(output->answer);
  if (output->message) g_bytes_unref(output->message);
  lap_connection_unref(output->connection);
}

GArray *lap_outputs_new(void)
{
  GArray *outputs = g_array_new(FALSE, FALSE, sizeof(LapOutput));
  g_array_set_clear_func(outputs, output_clear);
  return outputs;
}

static void doubt(LapAnswer *answer)
{
  for (guint i = 0; i < answer->outcomes->len; i++) {
    LapOutcome *outcome = answer->outcomes->pdata[i];
    if (outcome->touches)
      lap_outcome_fail(outcome, LAP_RPC_OUTCOME_UNKNOWN, "the store failed: whether this was done is not sure", NULL);
  }
}

static gboolean is_fault(const LapOutcome *outcome)
{
  return outcome->code == LAP_RPC_INTERNAL || outcome->code == LAP_RPC_PLUGIN_FAULT ||
         outcome->code == LAP_RPC_OUTCOME_UNKNOWN || outcome->code == LAP_RPC_UNAVAILABLE;
}

static void journal(const LapOutcome *outcome, const LapConnection *connection, gint64 took)
{
  LapJournalLine *line = lap_journal_begin(is_fault(outcome) ? LAP_JOURNAL_WARNING : LAP_JOURNAL_DEBUG, "request");
  if (!line) return;
  lap_journal_number(line, "connection", (gint64)connection->id);
  lap_journal_text(line, "method", outcome->route->name);
  if (outcome->match) lap_journal_text(line, "match", outcome->match);
  if (outcome->code) lap_journal_number(line, "code", (gint64)outcome->code);
  lap_journal_number(line, "microseconds", took);
  lap_journal_end(line);
}

static void count_outcomes(LapServer *server, const LapConnection *connection, const LapAnswer *answer)
{
  gint64 now = g_get_monotonic_time();
  for (guint i = 0; i < answer->outcomes->len; i++) {
    const LapOutcome *outcome = answer->outcomes->pdata[i];
    outcome->route->outcomes[lap_outcome_of(outcome->code)]++;
    lap_histogram_add(&server->metrics.request_time, now - outcome->began);
    journal(outcome, connection, now - outcome->began);
  }
}

static void send_answer(LapServer *server, LapOutput *output, gboolean committed)
{
  if (!committed) doubt(output->answer);
  count_outcomes(server, output->connection, output->answer);
  g_autoptr(GBytes) message = lap_answer_message(output->answer);
  if (message) lap_connection_send(output->connection, message);
}

static void send_output(LapServer *server, LapOutput *output, gboolean committed)
{
  if (output->answer)
    send_answer(server, output, committed);
  else
    lap_connection_send_news(output->connection, output->news, output->message,
                             !committed && output->news != LAP_NEWS_NOTICE);
}

/* Whoever lost something while nothing waits for him has no other time to be caught up. */
void lap_outputs_send(LapServer *server, GArray *outputs, gboolean committed)
{
  for (guint i = 0; i < outputs->len; i++) send_output(server, &g_array_index(outputs, LapOutput, i), committed);
  for (guint i = 0; i < outputs->len; i++) lap_connection_catch_up(g_array_index(outputs, LapOutput, i).connection);
  g_array_unref(outputs);
}
