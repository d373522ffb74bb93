#include "record.h"

#include <string.h>
#include <sys/mman.h>

#include "host/engine/position.h"
#include "host/match/log.h"

LapRecord *lap_record_new(void)
{
  void *record = mmap(NULL, sizeof(LapRecord), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (record == MAP_FAILED) g_error("no memory to share with a child");
  return record;
}

void lap_record_free(LapRecord *record)
{
  if (record) munmap(record, sizeof *record);
}

void lap_record_reset(LapRecord *record)
{
  if (record) record->begun = FALSE;
}

void lap_record_begin(LapRecord *record, guint64 seed)
{
  if (!record) return;
  record->seed = seed;
  record->n = 0;
  record->begun = TRUE;
}

void lap_record_add(LapRecord *record, const LapAction *steps, guint n)
{
  if (!record || !record->begun || record->n + n > LAP_RECORD_STEPS) return;
  memcpy(record->step + record->n, steps, n * sizeof *steps);
  memset(record->last + record->n, FALSE, n);
  record->last[record->n + n - 1] = TRUE;
  record->n += n;
}

/* A line is there once its length is counted. */
static void write_line(LapRecord *record, const GString *line)
{
  if (record->length + line->len + 1 > LAP_RECORD_TEXT) return;
  memcpy(record->text + record->length, line->str, line->len);
  record->text[record->length + line->len] = '\n';
  record->length += (guint32)line->len + 1;
}

static gboolean begin_log(LapRecord *record, LapSession *session)
{
  g_autoptr(LapLog) log = lap_log_new(session, record->seed);
  g_autofree char *header = lap_log_to_text(log);
  g_autoptr(GString) line = g_string_new(g_strchomp(header));
  write_line(record, line);
  return TRUE;
}

static gboolean write_move(LapTrial *trial, LapSession *session, const LapAction *steps, guint n)
{
  g_autoptr(GString) line = g_string_new(NULL);
  if (!lap_session_play(session, steps, n, NULL)) return FALSE;
  guint64 hash = lap_hash(lap_session_engine(session), lap_session_block(session));
  lap_log_write_move(trial->game, steps, n, hash, line);
  write_line(trial->record, line);
  return TRUE;
}

gboolean lap_record_write_log(LapTrial *trial)
{
  LapRecord *record = trial->record;
  g_autoptr(LapSession) session = lap_session_new(trial->game, trial->seats, trial->options, record->seed, NULL);
  if (!session || !begin_log(record, session)) return FALSE;
  for (guint begin = 0, at = 0; at < record->n; at++) {
    if (!record->last[at]) continue;
    if (!write_move(trial, session, record->step + begin, at + 1 - begin)) return TRUE;
    begin = at + 1;
  }
  return TRUE;
}
