#include "trial.h"

#include "fields.h"

gboolean lap_trial_fail(LapTrial *trial, const char *format, ...)
{
  LapTrialPage *page = trial->page;
  if (page->failed) return FALSE;
  va_list args;
  va_start(args, format);
  g_vsnprintf(page->message, sizeof page->message, format, args);
  va_end(args);
  page->failed = TRUE;
  return FALSE;
}

gboolean lap_trial_fail_error(LapTrial *trial, const char *what, GError *error)
{
  lap_trial_fail(trial, "%s: %s", what, error ? error->message : "no reason given");
  g_clear_error(&error);
  return FALSE;
}

gboolean lap_trial_same(LapTrial *trial, const LapEngine *engine, const LapBlock *a, const LapBlock *b, const char *how)
{
  g_autofree char *difference = lap_fields_difference(engine, a, b);
  return difference ? lap_trial_fail(trial, "%s: the blocks differ in %s", how, difference) : TRUE;
}

void lap_trial_at(LapTrial *trial, const LapEngine *engine, const LapBlock *block)
{
  const LapHead *head = lap_head_of(block);
  const LapGamePhase *phase = head->over ? NULL : lap_game_phase(lap_engine_game(engine), head->phase);
  trial->page->ply = head->ply;
  trial->page->phase = phase ? phase->name : NULL;
}

gboolean lap_trial_count(LapTrial *trial) { return ++trial->page->positions >= trial->positions; }

void lap_trial_begin(LapTrial *trial, guint64 seed)
{
  trial->page->played = TRUE;
  trial->page->seed = seed;
  trial->page->ply = 0;
  trial->page->phase = NULL;
  trial->chooser = lap_generator_seeded(~seed);
}

/* Takes over a new session, or the reason why there is none. */
static LapSession *adopt(LapTrial *trial, LapSession *session, GError *error)
{
  if (!session) {
    lap_trial_fail_error(trial, "a match cannot begin here", error);
    return NULL;
  }
  lap_engine_set_trace(lap_session_engine(session), &trial->page->trace);
  return session;
}

LapSession *lap_trial_session(LapTrial *trial, guint64 seed)
{
  GError *error = NULL;
  LapSession *session = lap_session_new(trial->game, trial->seats, NULL, seed, &error);
  return adopt(trial, session, error);
}

LapSession *lap_trial_session_at(LapTrial *trial, const LapBlock *block)
{
  GError *error = NULL;
  LapSession *session = lap_session_new_at(trial->game, trial->seats, NULL, block, &error);
  return adopt(trial, session, error);
}

LapEngine *lap_trial_engine(LapTrial *trial)
{
  GError *error = NULL;
  LapEngine *engine = lap_engine_new(trial->game, trial->seats, NULL, &error);
  if (!engine) lap_trial_fail_error(trial, "no engine", error);
  return engine;
}
