#include "sight.h"

#include <string.h>

#include "fields.h"
#include "host/projection/redact.h"
#include "host/projection/steps.h"
#include "host/projection/view.h"
#include "walk.h"

#define TEXTS_OF(sight)                                                                                 \
  {                                                                                                     \
    (sight)->view, (sight)->seen, (sight)->legal, (sight)->highlights, (sight)->lines, (sight)->events, \
        (sight)->pieces, (sight)->faces                                                                 \
  }

void lap_sight_init(LapSight *sight)
{
  sight->view = g_string_new(NULL);
  sight->seen = g_string_new(NULL);
  sight->legal = g_string_new(NULL);
  sight->highlights = g_string_new(NULL);
  sight->lines = g_string_new(NULL);
  sight->events = g_string_new(NULL);
  sight->pieces = g_string_new(NULL);
  sight->faces = g_string_new(NULL);
}

void lap_sight_clear(LapSight *sight)
{
  GString *texts[] = TEXTS_OF(sight);
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) g_string_free(texts[i], TRUE);
}

void lap_sight_take_highlights(LapEngine *engine, const LapBlock *block, const LapAction *step, GString *out)
{
  LapHighlightedPlace place[LAP_HIGHLIGHTS_MAX];
  guint n = lap_shown_highlights(engine, block, step, place);
  LapJsonWriter json = lap_json_writer(out);
  for (guint i = 0; i < n; i++) {
    lap_json_begin_array(&json);
    lap_json_word(&json, place[i].field->name);
    lap_json_int(&json, place[i].row);
    lap_json_int(&json, place[i].index);
    lap_json_int(&json, place[i].side);
    lap_json_end_array(&json);
  }
  g_string_append_c(out, ';');
}

/* The lists along one line of steps of the viewer, until the move is complete. */
static void take_legal(LapTrial *trial, LapSession *session, guint viewer, guint32 branch, LapSight *sight)
{
  LapWalkMove move = {0};
  if (viewer >= trial->seats || !(lap_session_waiting(session) >> viewer & 1)) return;
  while (move.n < LAP_WALK_STEPS) {
    const LapActions *actions = lap_session_legal(session, viewer, move.step, move.n, NULL);
    if (!actions) return;
    const LapBlock *block = move.n ? lap_session_tried(session) : lap_session_block(session);
    move.step[move.n++] = actions->v[branch % actions->n];
    g_string_append_c(sight->legal, '[');
    for (guint i = 0; i < actions->n; i++) {
      lap_action_write(trial->game, &actions->v[i], viewer, sight->legal);
      lap_sight_take_highlights(lap_session_engine(session), block, &actions->v[i], sight->highlights);
    }
    g_string_append_c(sight->legal, ']');
  }
}

/* The faces that an event names to the viewer. */
static void take_event_pieces(LapTrial *trial, const LapEvent *event, guint viewer, GString *out)
{
  const LapGameKind *kind = lap_game_event(trial->game, event->kind);
  for (guint i = 0; kind && i < kind->n_args; i++)
    if (kind->args[i].type == LAP_ARG_PIECE && (!kind->args[i].secret || (event->knows >> viewer & 1)))
      g_string_append_printf(out, "!%s:%d", kind->name, event->arg[i]);
}

static gboolean reveals(const LapTrial *trial, const LapEvent *event, guint viewer)
{
  const LapGameKind *kind = lap_game_event(trial->game, event->kind);
  for (guint i = 0; kind && i < kind->n_args; i++)
    if (kind->args[i].reveals && (!kind->args[i].secret || (event->knows >> viewer & 1))) return TRUE;
  return FALSE;
}

static void take_events(LapTrial *trial, LapSession *session, guint viewer, LapSight *sight)
{
  guint n;
  const LapEvent *events = lap_session_events(session, &n);
  for (guint i = 0; i < n; i++) {
    lap_event_write(trial->game, &events[i], viewer, sight->events);
    sight->has_learned |= reveals(trial, &events[i], viewer);
    take_event_pieces(trial, &events[i], viewer, sight->pieces);
    take_event_pieces(trial, &events[i], viewer, sight->faces);
  }
}

void lap_sight_take(LapTrial *trial, LapSession *session, guint viewer, gboolean events, guint32 branch,
                    LapSight *sight)
{
  LapEngine *engine = lap_session_engine(session);
  const LapBlock *block = lap_session_block(session);
  GString *texts[] = TEXTS_OF(sight);
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) g_string_truncate(texts[i], 0);
  sight->has_learned = FALSE;
  if (events) take_events(trial, session, viewer, sight); /* first: questions may forget them */
  lap_fields_seen(engine, block, viewer, TRUE, sight->pieces);
  lap_fields_seen(engine, block, viewer, FALSE, sight->faces);
  sight->known = 0;
  for (guint i = 0; i < trial->game->sets->len; i++) {
    const LapPieceSet *set = g_ptr_array_index(trial->game->sets, i);
    g_autofree guint *known = g_new0(guint, set->faces + 1u);
    lap_fields_known(engine, block, set, viewer, known);
    for (guint face = 1; face <= set->faces; face++) sight->known += known[face];
  }
  lap_view_write(engine, block, viewer, sight->view);
  lap_remembered_write(engine, block, viewer, sight->seen);
  LapSheet sheet;
  lap_engine_score(engine, block, &sheet);
  lap_sheet_write(trial->game, &sheet, viewer, sight->lines);
  take_legal(trial, session, viewer, branch, sight);
}

const char *lap_sight_name(guint viewer)
{
  static const char *const names[] = {"seat 0",  "seat 1",  "seat 2",  "seat 3",     "seat 4",  "seat 5",
                                      "seat 6",  "seat 7",  "seat 8",  "seat 9",     "seat 10", "seat 11",
                                      "seat 12", "seat 13", "seat 14", "the watcher"};
  return viewer <= LAP_WATCHER ? names[viewer] : "nobody";
}

/* The part of two texts around their first difference begins here. */
static gsize shortly_before_difference(const GString *a, const GString *b)
{
  gsize at = 0;
  while (at < a->len && at < b->len && a->str[at] == b->str[at]) at++;
  return at > 60 ? at - 60 : 0;
}

static gboolean same_text(LapTrial *trial, guint viewer, const char *when, const char *what, const GString *a,
                          const GString *b)
{
  if (g_string_equal(a, b)) return TRUE;
  gsize from = shortly_before_difference(a, b);
  return lap_trial_fail(trial,
                        "%s, %s sees the difference in the %s: ...%.120s... and ...%.120s...; this must not depend on "
                        "what it has not seen",
                        when, lap_sight_name(viewer), what, a->str + from, b->str + from);
}

gboolean lap_sight_compare(LapTrial *trial, guint viewer, const LapSight *a, const LapSight *b, gboolean over,
                           const char *when)
{
  return same_text(trial, viewer, when, "view", a->view, b->view) &&
         same_text(trial, viewer, when, "pieces that it has seen", a->seen, b->seen) &&
         same_text(trial, viewer, when, "legal steps", a->legal, b->legal) &&
         same_text(trial, viewer, when, "places to highlight, which lapidary.highlights/1 gives", a->highlights,
                   b->highlights) &&
         same_text(trial, viewer, when, "events", a->events, b->events) &&
         (over || same_text(trial, viewer, when, "score", a->lines, b->lines));
}

LapBlock *lap_sight_other_world(LapTrial *trial, LapEngine *engine, const LapBlock *block, guint viewer)
{
  g_autoptr(LapBlock) world = lap_block_new(engine);
  memcpy(world, block, lap_engine_block_size(engine));
  if (!lap_determinise(engine, world, viewer, &trial->chooser)) {
    const char *fault = lap_engine_fault(engine);
    lap_trial_fail(trial, "no other world can be dealt for %s: %s", lap_sight_name(viewer),
                   fault ? fault : "a ready seat has no legal move there");
    return NULL;
  }
  lap_head(world)->generator = lap_head_of(block)->generator;
  return g_steal_pointer(&world);
}
