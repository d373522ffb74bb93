/* What the steps that a seat may take would bring, as far as that is sure to who knows what it knows. */
#include "preview.h"

#include "host/engine/preview.h"
#include "host/match/match-private.h"
#include "host/match/refuse.h"
#include "projection.h"
#include "steps.h"
#include "visibility.h"

/* --- what is found */

typedef struct {
  GArray *step; /* LapAction */
  LapPreviews found;
  LapSheet now; /* the score before the move */
  guint seats;
  guint sides; /* whose points there are: the seats, or all together */
} Previews;

static void previews_clear(Previews *previews)
{
  g_clear_pointer(&previews->step, g_array_unref);
  lap_previews_clear(&previews->found);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Previews, previews_clear)

/* The same match tells the same again. */
static gboolean find(LapMatch *match, const LapNextSteps *next, guint seat, gboolean within, Previews *previews,
                     GError **error)
{
  LapEngine *engine = lap_session_engine(next->session);
  const LapBlock *block = within ? lap_session_tried(next->session) : lap_session_block(next->session);
  const guint n = previews->step->len;
  if (n && (!lap_engine_preview(engine, block, seat, lap_match_get_seq(match), &previews->found) ||
            previews->found.n_events->len != n))
    return lap_match_refuse(error, LAP_MATCH_ERROR_FAULT, "the rules cannot say what the steps bring: %s",
                            lap_engine_fault(engine));
  lap_engine_score_known(engine, lap_session_block(next->session), seat, &previews->now);
  previews->seats = lap_engine_seats(engine);
  previews->sides = previews->now.together ? 1 : previews->seats;
  return TRUE;
}

static gboolean look_ahead(LapMatch *match, guint seat, const LapAction *steps, guint n, Previews *previews,
                           GError **error)
{
  LapNextSteps next;
  previews->step = g_array_new(FALSE, FALSE, sizeof(LapAction));
  lap_previews_init(&previews->found);
  if (!lap_next_steps_foreseen(match, seat, steps, n, &next, error)) return FALSE;
  g_array_append_vals(previews->step, next.actions->v, next.actions->n);
  return find(match, &next, seat, n > 0, previews, error);
}

/* FALSE: it is not sure. */
static gboolean find_change(const Previews *previews, guint step, guint side, gint64 *change)
{
  const gint64 points = g_array_index(previews->found.points, gint64, step * previews->seats + side);
  *change = points == LAP_PREVIEW_UNSURE ? 0 : points - previews->now.total[side][LAP_TIER_POINTS];
  return points != LAP_PREVIEW_UNSURE;
}

/* FALSE: it is not sure. */
static gboolean find_best(const Previews *previews, guint step, guint seat, gint64 *best)
{
  const gint64 points = g_array_index(previews->found.best, gint64, step);
  const guint side = previews->now.together ? 0 : seat;
  *best = points == LAP_PREVIEW_UNSURE ? 0 : points - previews->now.total[side][LAP_TIER_POINTS];
  return points != LAP_PREVIEW_UNSURE;
}

gboolean lap_match_preview_points(LapMatch *match, guint seat, const LapAction *steps, guint n, GArray *brought,
                                  GError **error)
{
  g_auto(Previews) previews = {0};
  if (!look_ahead(match, seat, steps, n, &previews, error)) return FALSE;
  for (guint i = 0; i < previews.step->len; i++) {
    LapBrought one;
    find_change(&previews, i, previews.now.together ? 0 : seat, &one.points);
    if (!find_best(&previews, i, seat, &one.best) || one.best < one.points) one.best = one.points;
    g_array_append_val(brought, one);
  }
  return TRUE;
}

/* --- JSON */

typedef struct {
  const LapRecipient *recipient;
  const Previews *previews;
  LapJsonWriter *json;
} Writing;

static void write_changes(const Writing *writing, guint step)
{
  LapJsonWriter *json = writing->json;
  lap_json_member_array(json, "changes");
  for (guint side = 0; side < writing->previews->sides; side++) {
    gint64 change;
    if (!find_change(writing->previews, step, side, &change)) continue;
    lap_json_begin_object(json);
    lap_json_member_int(json, "seat", writing->previews->now.together ? LAP_TOGETHER : (gint64)side);
    lap_json_member_int(json, "points", change);
    lap_json_end_object(json);
  }
  lap_json_end_array(json);
}

static void write_text(const Writing *writing, const LapEvent *event, guint n)
{
  const LapRecipient *recipient = writing->recipient;
  lap_json_member_array(writing->json, "text");
  for (guint i = 0, told; i < n; i += told) {
    g_autofree char *text = lap_texts_events(recipient->texts, &event[i], n - i, recipient->name, recipient->viewer,
                                             &told);
    if (*text) lap_json_string(writing->json, text);
  }
  lap_json_end_array(writing->json);
}

static gboolean is_anything_sure(const Previews *previews, guint step, guint n_events)
{
  gboolean any = n_events > 0 || g_array_index(previews->found.best, gint64, step) != LAP_PREVIEW_UNSURE;
  gint64 change;
  for (guint side = 0; side < previews->sides; side++) any |= find_change(previews, step, side, &change);
  return any;
}

static void write_step(const Writing *writing, guint step, const LapEvent *event, guint n_events)
{
  LapJsonWriter *json = writing->json;
  const LapRecipient *recipient = writing->recipient;
  const LapAction *action = &g_array_index(writing->previews->step, LapAction, step);
  gint64 best;
  lap_json_begin_object(json);
  lap_json_member_object(json, "step");
  lap_action_members(recipient->game, action, lap_shows_action_arguments(action, recipient->viewer), json);
  lap_json_end_object(json);
  lap_json_member_bool(json, "whole", g_array_index(writing->previews->found.wholes, gint64, step) != 0);
  lap_json_member_bool(json, "repeats", g_array_index(writing->previews->found.repeats, gint64, step) != 0);
  lap_json_member_bool(json, "begins", g_array_index(writing->previews->found.begins, gint64, step) != 0);
  write_changes(writing, step);
  if (find_best(writing->previews, step, action->seat, &best)) lap_json_member_int(json, "best", best);
  write_text(writing, event, n_events);
  lap_json_end_object(json);
}

gboolean lap_project_previews(LapMatch *match, guint seat, const char *language, const LapAction *steps, guint n,
                              LapJsonWriter *json, GError **error)
{
  g_auto(LapRecipient) recipient = {0};
  g_auto(Previews) previews = {0};
  if (!look_ahead(match, seat, steps, n, &previews, error)) return FALSE;
  if (!lap_recipient_of_match(&recipient, match, seat, language, error)) return FALSE;
  const Writing writing = {&recipient, &previews, json};
  const LapEvent *event = (const LapEvent *)(gconstpointer)previews.found.events->data;
  lap_json_begin_array(json);
  for (guint i = 0; i < previews.step->len; i++) {
    const guint n_events = (guint)g_array_index(previews.found.n_events, gint64, i);
    if (is_anything_sure(&previews, i, n_events)) write_step(&writing, i, event, n_events);
    event += n_events;
  }
  lap_json_end_array(json);
  return TRUE;
}
