/* The schedule: matches in which bots are to move, and clocks that run.
 *
 * A clock runs for a person whose decision is waited for, while the match runs; bots and the host itself take no time.
 * What is on each clock stands in every entry; between two entries it follows from the time since the last one
 * (clocks_started_ms; later, while they are held), which is measured monotonically: a time of day that is set forward
 * or back takes and gives nothing. A move adds the increment to the clock of the person who made it. After a restart
 * clocks go on from what the last entry says: the time in between is nobody's.
 *
 * The schedule is updated with every change of a match; bots.c carries out what is due. */
#include "host-private.h"

/* Matches that are held stay in memory. Of more, the oldest are forgotten, and go on when they are next used. */
enum { HELD_MAX = 1000 };

/* --- clocks of a match */

static gboolean runs(const LapMatch *match, guint seat)
{
  return lap_match_get_state((LapMatch *)match) == LAP_MATCH_RUNNING && match->waiting >> seat & 1 &&
         !lap_seat_is_played(&match->seat[seat]);
}

gint64 lap_match_clock_left(const LapMatch *match, guint seat, gint64 clock_ms)
{
  if (!match->initial) return -1;
  gint64 left = match->seat[seat].left;
  return runs(match, seat) ? MAX(left - MAX(clock_ms - match->clocks_started_ms, 0), 0) : left;
}

gboolean lap_match_clock_expired(const LapMatch *match, guint seat, gint64 clock_ms)
{
  return match->initial && runs(match, seat) && lap_match_clock_left(match, seat, clock_ms) == 0;
}

void lap_match_stamp_clocks(const LapMatch *match, LapEntry *entry, gint64 clock_ms)
{
  if (!match->initial) return;
  entry->has_left = TRUE;
  for (guint seat = 0; seat < lap_match_seats(match); seat++)
    entry->left[seat] = lap_match_clock_left(match, seat, clock_ms);
  if (entry->kind == LAP_ENTRY_MOVE && match->seq >= match->carried && !lap_seat_is_played(&match->seat[entry->seat]))
    entry->left[entry->seat] += match->increment;
}

/* They run from a moment to come. */
gboolean lap_match_hold_clocks(LapMatch *match, gint64 ms, GError **error)
{
  if (!lap_match_ready(match, error)) return FALSE;
  if (!match->initial || lap_match_get_state(match) != LAP_MATCH_RUNNING)
    return lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED, "no clock runs in this match");
  gint64 now = lap_host_clock_ms(match->host);
  for (guint seat = 0; seat < lap_match_seats(match); seat++)
    match->seat[seat].left = lap_match_clock_left(match, seat, now);
  match->clocks_started_ms = now + ms;
  lap_schedule_note(&match->host->schedule, match);
  return TRUE;
}

/* By lap_host_clock_ms; 0: none runs. */
static gint64 deadline_of(const LapMatch *match)
{
  gint64 deadline = 0;
  for (guint seat = 0; match->initial && seat < lap_match_seats(match); seat++) {
    gint64 end = match->clocks_started_ms + match->seat[seat].left;
    if (runs(match, seat) && (!deadline || end < deadline)) deadline = end;
  }
  return deadline;
}

/* --- those of all matches */

static int by_deadline(gconstpointer a, gconstpointer b, gpointer data G_GNUC_UNUSED)
{
  const LapMatch *left = a, *right = b;
  if (left->deadline_ms != right->deadline_ms) return left->deadline_ms < right->deadline_ms ? -1 : 1;
  return left < right ? -1 : left > right;
}

void lap_schedule_init(LapSchedule *schedule)
{
  g_queue_init(&schedule->bots);
  g_queue_init(&schedule->alone);
  g_queue_init(&schedule->held);
  schedule->clocks = g_tree_new_full(by_deadline, NULL, g_object_unref, NULL);
}

void lap_schedule_clear(LapSchedule *schedule)
{
  g_queue_clear_full(&schedule->bots, g_object_unref);
  g_queue_clear_full(&schedule->alone, g_object_unref);
  g_queue_clear_full(&schedule->held, g_object_unref);
  g_clear_pointer(&schedule->clocks, g_tree_unref);
}

/* So many failures for one decision of a person are no accident. */
enum { FAILURES_MAX = 3 };

gboolean lap_match_fails(LapMatch *match)
{
  return match->failures >= FAILURES_MAX && lap_match_get_state(match) == LAP_MATCH_RUNNING;
}

guint lap_match_bot_to_move(LapMatch *match)
{
  guint seats = lap_match_seats(match), seat = 0;
  if (lap_match_get_state(match) != LAP_MATCH_RUNNING) return seats;
  while (seat < seats && !(match->waiting >> seat & 1 && lap_seat_is_played(&match->seat[seat]))) seat++;
  return seat;
}

gboolean lap_match_is_of_bots(LapMatch *match)
{
  guint seats = lap_match_seats(match), seat = 0;
  while (seat < seats && lap_seat_is_played(&match->seat[seat])) seat++;
  return seat == seats;
}

static void note_bots(LapSchedule *schedule, LapMatch *match)
{
  gboolean fails = lap_match_fails(match);
  if (match->queued || (!fails && lap_match_bot_to_move(match) == lap_match_seats(match))) return;
  match->queued = TRUE;
  g_queue_push_tail(lap_match_is_of_bots(match) ? &schedule->alone : &schedule->bots, g_object_ref(match));
}

/* A match whose clocks run stays in memory, since they would not run in the store. */
static void note_clocks(LapSchedule *schedule, LapMatch *match, gint64 deadline)
{
  g_autoptr(LapMatch) held = g_object_ref(match);
  if (deadline == match->deadline_ms) return;
  if (match->deadline_ms) g_tree_remove(schedule->clocks, match);
  match->deadline_ms = deadline;
  if (deadline) g_tree_insert(schedule->clocks, g_object_ref(match), match);
}

void lap_schedule_note(LapSchedule *schedule, LapMatch *match)
{
  if (!match->gone) note_bots(schedule, match);
  note_clocks(schedule, match, match->gone || match->broken ? 0 : deadline_of(match));
}

LapMatch *lap_schedule_next_bot(LapSchedule *schedule)
{
  LapMatch *match = g_queue_pop_head(schedule->bots.length ? &schedule->bots : &schedule->alone);
  if (match) match->queued = FALSE;
  return match;
}

void lap_schedule_hold(LapSchedule *schedule, LapMatch *match)
{
  match->queued = TRUE;
  g_queue_push_tail(&schedule->held, match);
  if (schedule->held.length <= HELD_MAX) return;
  g_autoptr(LapMatch) oldest = g_queue_pop_head(&schedule->held);
  oldest->queued = FALSE;
}

void lap_schedule_release(LapSchedule *schedule)
{
  LapMatch *match;
  while ((match = g_queue_pop_head(&schedule->held))) g_queue_push_tail(&schedule->alone, match);
}

guint lap_schedule_count_bots(const LapSchedule *schedule) { return schedule->bots.length + schedule->alone.length; }

LapMatch *lap_schedule_next_clock(LapSchedule *schedule)
{
  GTreeNode *node = g_tree_node_first(schedule->clocks);
  return node ? g_tree_node_key(node) : NULL;
}
