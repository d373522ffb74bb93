/* Clocks: they run for people who are waited for, while the match does. Bots and the host take no time. */
#include "host-private.h"

static gboolean runs(const LapMatch *match, guint seat)
{
  return lap_match_get_state((LapMatch *)match) == LAP_MATCH_RUNNING && match->waiting >> seat & 1 &&
         !lap_chair_is_played(&match->chair[seat]);
}

gint64 lap_clock_left(const LapMatch *match, guint seat, gint64 now)
{
  if (!match->initial) return -1;
  gint64 left = match->chair[seat].left;
  return runs(match, seat) ? MAX(left - MAX(now - match->wound, 0), 0) : left;
}

void lap_clock_stamp(const LapMatch *match, LapRecord *record)
{
  if (!match->initial) return;
  record->has_left = TRUE;
  for (guint seat = 0; seat < lap_match_seats(match); seat++)
    record->left[seat] = lap_clock_left(match, seat, record->at);
  if (record->kind == LAP_ENTRY_MOVE && !lap_chair_is_played(&match->chair[record->seat]))
    record->left[record->seat] += match->increment;
}

gboolean lap_clock_expire(LapMatch *match, GError **error)
{
  gint64 now = lap_host_now(match->host);
  for (guint seat = 0; match->initial && seat < lap_match_seats(match); seat++) {
    LapRecord record = {.kind = LAP_ENTRY_TIMEOUT, .seat = seat};
    if (runs(match, seat) && lap_clock_left(match, seat, now) == 0 &&
        !lap_match_enter(match, &record, NULL, NULL, error))
      return FALSE;
  }
  return TRUE;
}

/* --- those that run */

static int by_deadline(gconstpointer a, gconstpointer b, gpointer data G_GNUC_UNUSED)
{
  const LapMatch *left = a, *right = b;
  if (left->deadline != right->deadline) return left->deadline < right->deadline ? -1 : 1;
  return left < right ? -1 : left > right;
}

void lap_host_init_clocks(LapHost *host) { host->clocks = g_tree_new_full(by_deadline, NULL, g_object_unref, NULL); }

void lap_host_clear_clocks(LapHost *host) { g_clear_pointer(&host->clocks, g_tree_unref); }

/* ms since 1970; 0: none runs. */
static gint64 deadline_of(const LapMatch *match)
{
  gint64 deadline = 0;
  for (guint seat = 0; match->initial && seat < lap_match_seats(match); seat++) {
    gint64 end = match->wound + match->chair[seat].left;
    if (runs(match, seat) && (!deadline || end < deadline)) deadline = end;
  }
  return deadline;
}

/* A match whose clocks run stays in memory, since they would not run in the store. */
void lap_host_note_clocks(LapHost *host, LapMatch *match)
{
  g_autoptr(LapMatch) held = g_object_ref(match);
  gint64 deadline = match->gone || match->broken ? 0 : deadline_of(match);
  if (deadline == match->deadline) return;
  if (match->deadline) g_tree_remove(host->clocks, match);
  match->deadline = deadline;
  if (deadline) g_tree_insert(host->clocks, g_object_ref(match), match);
}

static LapMatch *first(LapHost *host)
{
  GTreeNode *node = g_tree_node_first(host->clocks);
  return node ? g_tree_node_key(node) : NULL;
}

#define AFTER_FAILURE G_USEC_PER_SEC

gint64 lap_host_run_clocks(LapHost *host)
{
  LapMatch *match;
  while ((match = first(host))) {
    gint64 wait = match->deadline - lap_host_now(host);
    if (wait > 0) return wait * 1000;
    g_autoptr(LapMatch) held = g_object_ref(match);
    if (!lap_match_ready(match, NULL) || !lap_clock_expire(match, NULL)) return AFTER_FAILURE;
    lap_host_note_clocks(host, match);
  }
  return -1;
}
