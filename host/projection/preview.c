/* What the steps that a seat may take would bring, as far as that is sure to who knows what it knows. */
#include "host/engine/preview.h"

#include "host/engine/action-json.h"
#include "host/match/match-private.h"
#include "host/match/refuse.h"
#include "projection.h"
#include "steps.h"
#include "visibility.h"

typedef struct {
  const LapRecipient *recipient;
  LapJsonWriter *json;
  LapSheet now; /* the score before the move */
  guint sides;  /* whose points there are: the seats, or all together */
  LapPreviews found;
} Previews;

/* What a step brings. */
typedef struct {
  const LapAction *step;
  const gint64 *points;
  const LapEvent *event;
  guint n_events;
} Brought;

static gint64 change_of(const Previews *previews, const Brought *brought, guint side)
{
  const gint64 points = brought->points[side];
  return points == LAP_PREVIEW_UNSURE ? 0 : points - previews->now.total[side][LAP_TIER_POINTS];
}

static void write_changes(const Previews *previews, const Brought *brought)
{
  LapJsonWriter *json = previews->json;
  lap_json_member_array(json, "changes");
  for (guint side = 0; side < previews->sides; side++) {
    const gint64 change = change_of(previews, brought, side);
    if (!change) continue;
    lap_json_begin_object(json);
    lap_json_member_int(json, "seat", previews->now.together ? LAP_TOGETHER : (gint64)side);
    lap_json_member_int(json, "points", change);
    lap_json_end_object(json);
  }
  lap_json_end_array(json);
}

static void write_text(const Previews *previews, const Brought *brought)
{
  const LapRecipient *recipient = previews->recipient;
  lap_json_member_array(previews->json, "text");
  for (guint i = 0; i < brought->n_events; i++) {
    g_autofree char *text = lap_texts_event(recipient->texts, &brought->event[i], recipient->name, recipient->viewer);
    if (*text) lap_json_string(previews->json, text);
  }
  lap_json_end_array(previews->json);
}

static gboolean brings_anything(const Previews *previews, const Brought *brought)
{
  gboolean any = brought->n_events > 0;
  for (guint side = 0; side < previews->sides; side++) any |= change_of(previews, brought, side) != 0;
  return any;
}

static void write_brought(const Previews *previews, const Brought *brought)
{
  LapJsonWriter *json = previews->json;
  const LapRecipient *recipient = previews->recipient;
  const gboolean shows_arguments = lap_shows_action_arguments(brought->step, recipient->viewer);
  lap_json_begin_object(json);
  lap_json_member_object(json, "step");
  lap_action_members(recipient->game, brought->step, shows_arguments, json);
  lap_json_end_object(json);
  write_changes(previews, brought);
  write_text(previews, brought);
  lap_json_end_object(json);
}

static void write_all(const Previews *previews, const LapAction *steps)
{
  const LapPreviews *found = &previews->found;
  const guint seats = previews->recipient->seats;
  guint at = 0;
  lap_json_begin_array(previews->json);
  for (guint i = 0; i < found->n_events->len; i++) {
    const Brought brought = {.step = &steps[i],
                             .points = &g_array_index(found->points, gint64, i * seats),
                             .event = &g_array_index(found->events, LapEvent, at),
                             .n_events = (guint)g_array_index(found->n_events, gint64, i)};
    if (brings_anything(previews, &brought)) write_brought(previews, &brought);
    at += brought.n_events;
  }
  lap_json_end_array(previews->json);
}

/* The same match tells the same again. */
static gboolean find(LapMatch *match, const LapNextSteps *next, guint seat, gboolean within, LapPreviews *found,
                     GError **error)
{
  LapEngine *engine = lap_session_engine(next->session);
  const LapBlock *block = within ? lap_session_tried(next->session) : lap_session_block(next->session);
  const guint n = next->actions->n;
  if (!n) return TRUE;
  if (lap_engine_preview(engine, block, seat, lap_match_get_seq(match), found) && found->n_events->len == n)
    return TRUE;
  return lap_match_refuse(error, LAP_MATCH_ERROR_FAULT, "the rules cannot say what the steps bring: %s",
                          lap_engine_fault(engine));
}

gboolean lap_project_previews(LapMatch *match, guint seat, const char *language, const LapAction *steps, guint n,
                              LapJsonWriter *json, GError **error)
{
  g_auto(LapRecipient) recipient = {0};
  LapNextSteps next;
  if (!lap_next_steps(match, seat, steps, n, &next, error)) return FALSE;
  if (!lap_recipient_of_match(&recipient, match, seat, language, error)) return FALSE;
  g_autofree LapAction *choice = g_memdup2(next.actions->v, next.actions->n * sizeof *choice);
  Previews previews = {.recipient = &recipient, .json = json};
  LapEngine *engine = lap_session_engine(next.session);
  lap_previews_init(&previews.found);
  const gboolean done = find(match, &next, seat, n > 0, &previews.found, error);
  if (done) {
    lap_engine_score_known(engine, lap_session_block(next.session), seat, &previews.now);
    previews.sides = previews.now.together ? 1 : recipient.seats;
    write_all(&previews, choice);
  }
  lap_previews_clear(&previews.found);
  return done;
}
