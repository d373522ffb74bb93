#include "host-private.h"

static void note(LapMatch *match)
{
  lap_host_note_bots(match->host, match);
  lap_host_note_clocks(match->host, match);
}

/* In a turn the world is told at once, and tells nobody before the turn has ended; outside of one it waits itself. */
static gboolean keep(LapMatch *match, const LapRecord *record, LapEntry *entry, GError **error)
{
  LapHost *host = match->host;
  if (!lap_host_stage_entry(host, match, record, error)) return FALSE;
  note(match);
  if (!lap_host_settle(host, error)) return FALSE;
  lap_host_tell(host, match, entry);
  return TRUE;
}

gboolean lap_match_enter(LapMatch *match, LapRecord *record, const LapBlock *back, guint64 *seq, GError **error)
{
  LapEntry entry;
  if (!lap_host_may_change(match->host, error)) return FALSE;
  record->at = lap_host_now(match->host);
  lap_clock_stamp(match, record);
  if (!lap_match_apply(match, record, back, &entry, error)) return FALSE;
  match->stuck = FALSE;
  gboolean kept = keep(match, record, &entry, error);
  if (kept && seq) *seq = entry.seq;
  lap_match_entry_clear(&entry);
  return kept;
}
