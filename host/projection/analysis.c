#include "analysis.h"

#include <stdlib.h>

#include "host/match/match-private.h"
#include "projection.h"
#include "score.h"

/* So many turning points at most, each of at least so many parts of 1000, and of as many tenths of a point. */
enum { TURNS_MAX = 5, CHANGE_MIN = 100, TENTHS_MIN = 5 };

/* --- all estimates */

/* An entry that did not move the match along may have ended it. */
static gboolean add_end(LapMatch *match, guint64 end, GArray *estimates, GError **error)
{
  const LapStanding standing = lap_standing_of_match(match);
  LapSession *session = lap_match_session(match, error);
  LapSheet sheet;
  if (!session) return FALSE;
  if (!standing.final) return TRUE; /* without a result */
  LapEngine *engine = lap_session_engine(session);
  lap_score_of_match(engine, lap_session_block(session), LAP_OMNISCIENT, &standing, &sheet);
  LapEstimateAt at = {end, lap_estimate_end(&sheet, lap_engine_seats(engine))};
  if (at.estimate.together && standing.resigned) at.estimate.chance[0] = 0;
  g_array_append_val(estimates, at);
  return TRUE;
}

/* At least `wanted` after `since`, or all, with that of the end. Returns: (transfer full); NULL with an error */
static GArray *find_estimates(LapMatch *match, gint64 since, guint wanted, gboolean *all, GError **error)
{
  gint64 end;
  const GArray *known = lap_match_analyse(match, since, wanted, &end, error);
  if (!known) return NULL;
  g_autoptr(GArray) estimates = g_array_new(FALSE, FALSE, sizeof(LapEstimateAt));
  g_array_append_vals(estimates, known->data, known->len);
  *all = end >= 0;
  return !*all || add_end(match, (guint64)end, estimates, error) ? g_steal_pointer(&estimates) : NULL;
}

/* --- turning points */

static void turning_point_free(gpointer data)
{
  LapTurningPoint *turn = data;
  g_clear_pointer(&turn->text, g_ptr_array_unref);
  g_free(turn);
}

static gint32 value_of(const LapEstimate *estimate, guint seat)
{
  return estimate->together ? estimate->points : estimate->chance[seat];
}

/* What counts as 1000 parts. */
static gint64 scale_of(const GArray *estimates)
{
  gint64 most = 1;
  for (guint i = 0; i < estimates->len; i++) {
    const LapEstimate *estimate = &g_array_index(estimates, LapEstimateAt, i).estimate;
    if (!estimate->together) return 1000;
    most = MAX(most, MAX(labs(estimate->points), 10 * labs(estimate->goal)));
  }
  return most;
}

/* By how much the estimate of a seat changes with a point, in parts of 1000; 0 if that is less than counts. */
static gint64 change_of(const GArray *estimates, guint i, guint seat)
{
  const LapEstimate *before = &g_array_index(estimates, LapEstimateAt, i - 1).estimate;
  const LapEstimate *after = &g_array_index(estimates, LapEstimateAt, i).estimate;
  const gint64 change = labs((glong)value_of(after, seat) - value_of(before, seat));
  return after->together && change < TENTHS_MIN ? 0 : 1000 * change / scale_of(estimates);
}

static gint64 most_change(const GArray *estimates, guint i, guint seats, guint *about)
{
  gint64 most = -1;
  for (guint seat = 0; seat < seats; seat++) {
    if (change_of(estimates, i, seat) <= most) continue;
    most = change_of(estimates, i, seat);
    *about = seat;
  }
  return most;
}

typedef struct {
  gint64 change;
  guint i, about;
} Turn;

static gint by_change(gconstpointer a, gconstpointer b)
{
  const Turn *one = a, *other = b;
  if (one->change != other->change) return one->change > other->change ? -1 : 1;
  return one->i < other->i ? -1 : 1;
}

static gint by_place(gconstpointer a, gconstpointer b)
{
  const Turn *one = a, *other = b;
  return one->i < other->i ? -1 : 1;
}

/* Returns: (transfer full) (element-type Turn) */
static GArray *choose_turns(const GArray *estimates, guint seats)
{
  GArray *turns = g_array_new(FALSE, FALSE, sizeof(Turn));
  for (guint i = 1; i < estimates->len; i++) {
    Turn turn = {.i = i};
    turn.change = most_change(estimates, i, seats, &turn.about);
    if (turn.change >= CHANGE_MIN) g_array_append_val(turns, turn);
  }
  g_array_sort(turns, by_change);
  g_array_set_size(turns, MIN(turns->len, TURNS_MAX));
  g_array_sort(turns, by_place);
  return turns;
}

/* --- in words */

typedef struct {
  guint viewer;
  const char *language;
  LapTurningPoint *turn;
  GError *failure;
} Telling;

static gboolean tell(LapMatch *then, const LapEntry *entry, gpointer data)
{
  Telling *telling = data;
  g_auto(LapRecipient) recipient = {0};
  if (!entry) return TRUE;
  if (!lap_recipient_of_match(&recipient, then, telling->viewer, telling->language, &telling->failure)) return FALSE;
  telling->turn->seat = entry->seat;
  telling->turn->text = lap_sentences_of_entry(&recipient, entry);
  return FALSE;
}

/* Where two gain and lose as much, it is about the one whose move it was. */
static gboolean add_turn(LapMatch *match, const GArray *estimates, const Turn *turn, Telling *telling, GPtrArray *turns,
                         GError **error)
{
  const LapEstimateAt *before = &g_array_index(estimates, LapEstimateAt, turn->i - 1), *at = before + 1;
  LapTurningPoint *found = telling->turn = g_new0(LapTurningPoint, 1);
  g_ptr_array_add(turns, found);
  if (!lap_match_visit(match, at->seq - 1, at->seq, tell, telling, error)) return FALSE;
  if (telling->failure) {
    g_propagate_error(error, telling->failure);
    return FALSE;
  }
  gboolean is_its_own = found->seat < lap_match_get_seats(match) &&
                        change_of(estimates, turn->i, found->seat) == turn->change;
  found->seq = at->seq;
  found->about = is_its_own && !at->estimate.together ? found->seat : turn->about;
  found->points = at->estimate.together;
  found->before = value_of(&before->estimate, found->about);
  found->after = value_of(&at->estimate, found->about);
  return TRUE;
}

static GPtrArray *turns_of(LapMatch *match, const GArray *estimates, guint viewer, const char *language, GError **error)
{
  g_autoptr(GArray) chosen = choose_turns(estimates, lap_match_get_seats(match));
  g_autoptr(GPtrArray) turns = g_ptr_array_new_with_free_func(turning_point_free);
  Telling telling = {.viewer = viewer, .language = language};
  for (guint i = 0; i < chosen->len; i++)
    if (!add_turn(match, estimates, &g_array_index(chosen, Turn, i), &telling, turns, error)) return NULL;
  return g_steal_pointer(&turns);
}

GPtrArray *lap_match_turning_points(LapMatch *match, guint viewer, const char *language, GError **error)
{
  gboolean all;
  g_autoptr(GArray) estimates = find_estimates(match, -1, G_MAXUINT, &all, error);
  return estimates ? turns_of(match, estimates, viewer, language, error) : NULL;
}

/* --- JSON */

static void write_estimate(const LapEstimateAt *at, guint seats, LapJsonWriter *json)
{
  const LapEstimate *estimate = &at->estimate;
  lap_json_begin_object(json);
  lap_json_member_int(json, "seq", (gint64)at->seq);
  if (estimate->together) {
    lap_json_member_int(json, "tenths", estimate->points);
    if (estimate->goal) lap_json_member_int(json, "goal", estimate->goal);
    if (estimate->goal) lap_json_member_int(json, "reached", estimate->chance[0]);
  } else {
    lap_json_member_array(json, "chances");
    for (guint seat = 0; seat < seats; seat++) lap_json_int(json, estimate->chance[seat]);
    lap_json_end_array(json);
  }
  lap_json_end_object(json);
}

static void write_turn(const LapTurningPoint *turn, LapJsonWriter *json)
{
  lap_json_begin_object(json);
  lap_json_member_int(json, "seq", (gint64)turn->seq);
  lap_json_member_int(json, "seat", turn->seat);
  if (!turn->points) lap_json_member_int(json, "about", turn->about);
  lap_json_member_int(json, "before", turn->before);
  lap_json_member_int(json, "after", turn->after);
  lap_json_member_array(json, "text");
  for (guint i = 0; i < turn->text->len; i++) lap_json_string(json, turn->text->pdata[i]);
  lap_json_end_array(json);
  lap_json_end_object(json);
}

static gboolean write_turns(LapMatch *match, const GArray *estimates, guint viewer, const char *language,
                            LapJsonWriter *json, GError **error)
{
  g_autoptr(GPtrArray) turns = turns_of(match, estimates, viewer, language, error);
  if (!turns) return FALSE;
  lap_json_member_array(json, "turns");
  for (guint i = 0; i < turns->len; i++) write_turn(turns->pdata[i], json);
  lap_json_end_array(json);
  return TRUE;
}

gboolean lap_project_analysis(LapMatch *match, guint viewer, const char *language, gint64 since, guint max,
                              LapJsonWriter *json, GError **error)
{
  gboolean all;
  g_autoptr(GArray) estimates = find_estimates(match, since, max, &all, error);
  if (!estimates) return FALSE;
  const guint first = lap_estimates_upto(estimates, since), end = first + MIN(max, estimates->len - first);
  lap_json_member_array(json, "estimates");
  for (guint i = first; i < end; i++)
    write_estimate(&g_array_index(estimates, LapEstimateAt, i), lap_match_get_seats(match), json);
  lap_json_end_array(json);
  if (end == estimates->len) return write_turns(match, estimates, viewer, language, json, error);
  lap_json_member_int(json, "next", (gint64)g_array_index(estimates, LapEstimateAt, end - 1).seq);
  return TRUE;
}
