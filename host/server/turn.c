#include "connection-private.h"
#include "creations.h"
#include "journal.h"
#include "turn-private.h"

#define RETRY G_TIME_SPAN_SECOND

enum { LONGEST = 2 * G_TIME_SPAN_MILLISECOND };

LapTurn *lap_turn_new(LapServer *server)
{
  LapTurn *turn = g_new0(LapTurn, 1);
  turn->server = server;
  turn->longest = LONGEST;
  turn->outputs = lap_outputs_new();
  lap_turn_attach(turn);
  return turn;
}

void lap_turn_free(LapTurn *turn)
{
  lap_turn_detach(turn);
  g_array_unref(turn->outputs);
  g_free(turn);
}

void lap_turn_begin(LapTurn *turn)
{
  if (turn->open || turn->ending) return;
  turn->open = TRUE;
  turn->touched = FALSE;
  turn->began = g_get_monotonic_time();
  lap_host_begin(turn->server->host);
}

void lap_turn_answer(LapTurn *turn, LapConnection *connection, LapAnswer *answer)
{
  const LapOutput output = {.connection = lap_connection_ref(connection), .answer = answer};
  g_array_append_val(turn->outputs, output);
  for (guint i = 0; i < answer->outcomes->len; i++)
    turn->touched |= ((LapOutcome *)answer->outcomes->pdata[i])->touches;
}

void lap_turn_tell(LapTurn *turn, LapConnection *connection, LapNews news, GBytes *message)
{
  lap_turn_begin(turn);
  const LapOutput output = {
      .connection = lap_connection_ref(connection), .news = news, .message = g_bytes_ref(message)};
  g_array_append_val(turn->outputs, output);
}

/* --- its end */

static GArray *take_outputs(LapTurn *turn)
{
  GArray *outputs = turn->outputs;
  turn->outputs = lap_outputs_new();
  return outputs;
}

static void journal_failure(const GError *error)
{
  LapJournalLine *line = lap_journal_begin(LAP_JOURNAL_ERROR, "commit failed");
  lap_journal_text(line, "message", error->message);
  lap_journal_end(line);
}

static void count_commit(LapServer *server, guint staged, gint64 took, const GError *error)
{
  LapMetrics *metrics = &server->metrics;
  if (staged || error) server->store_fails = error != NULL;
  if (error) {
    metrics->commit_failures++;
    lap_creations_forget(server);
    journal_failure(error);
  } else if (staged) {
    metrics->commits++;
    metrics->entries += staged;
    lap_histogram_add(&metrics->commit_time, took);
  }
}

static gboolean commit(LapTurn *turn, guint staged)
{
  g_autoptr(GError) error = NULL;
  gint64 before = g_get_monotonic_time();
  turn->open = FALSE;
  turn->ending = TRUE;
  gboolean ok = lap_host_end(turn->server->host, &error);
  turn->ending = FALSE;
  count_commit(turn->server, staged, g_get_monotonic_time() - before, error);
  return ok;
}

void lap_turn_end(LapTurn *turn)
{
  if (!turn->open) return;
  g_autoptr(LapServer) server = g_object_ref(turn->server);
  guint staged = lap_host_get_staged(server->host);
  GArray *outputs = take_outputs(turn);
  gboolean committed = commit(turn, staged);
  GArray *told_meanwhile = take_outputs(turn);
  turn->follow = committed && (turn->follow || staged || turn->touched);
  if (!committed) lap_turn_set_timer(turn, RETRY);
  lap_outputs_send(server, outputs, committed);
  lap_outputs_send(server, told_meanwhile, TRUE);
}
