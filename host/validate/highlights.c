/* The property of highlights: what lapidary.highlights/1 names is there. The engine passes over a place that is not. */
#include "host/engine/link.h"
#include "walk.h"

static gboolean is_place(LapTrial *trial, const LapGameKind *kind, const LapHighlight *highlight)
{
  const LapGameField *field = highlight->field ? lap_link_find_field(trial->game, kind->depth, highlight->field) : NULL;
  if (!field)
    return lap_trial_fail(trial, "a highlight of %s names the field \"%s\", which neither this level nor one below has",
                          kind->name, highlight->field ? highlight->field : "NULL");
  guint rows = field->of_seats && field->type != LAP_PLANE ? trial->seats : 1;
  if (highlight->row >= rows)
    return lap_trial_fail(trial, "a highlight of %s has the row %u of \"%s\": %s", kind->name, highlight->row,
                          field->name, rows > 1 ? "there is one for each seat" : "0 is the only one");
  if (highlight->side > (field->set ? LAP_AT_WEST : LAP_AT_MIDDLE))
    return lap_trial_fail(trial, "a highlight of %s has the side %u of \"%s\": %s", kind->name, highlight->side,
                          field->name, field->set ? "the last is LAP_AT_WEST" : "only pieces have sides");
  if (highlight->index >= field->capacity)
    return lap_trial_fail(trial, "a highlight of %s has the index %u of \"%s\", which has room for %u", kind->name,
                          highlight->index, field->name, field->capacity);
  return TRUE;
}

static gboolean check_step(LapTrial *trial, LapEngine *engine, const LapBlock *block, const LapAction *step)
{
  const LapGameKind *kind = lap_game_action(trial->game, step->kind);
  const LapHighlights *extension = trial->game->level[kind->depth].highlights;
  if (!extension || !extension->highlights) return TRUE;
  LapHighlight highlight[LAP_HIGHLIGHTS_MAX] = {0};
  trial->page->trace.hook = "highlights";
  guint n = extension->highlights(lap_engine_context(engine, kind->depth), block, step, highlight, LAP_HIGHLIGHTS_MAX);
  trial->page->trace.hook = NULL;
  if (n > LAP_HIGHLIGHTS_MAX)
    return lap_trial_fail(trial, "highlights answers %u for %s, its capacity is %d", n, kind->name, LAP_HIGHLIGHTS_MAX);
  for (guint i = 0; i < n; i++)
    if (!is_place(trial, kind, &highlight[i])) return FALSE;
  return TRUE;
}

static gboolean check_here(LapTrial *trial, LapSession *session)
{
  LapEngine *engine = lap_session_engine(session);
  const LapBlock *block = lap_session_block(session);
  guint32 waiting = lap_engine_waiting(engine, block);
  for (guint seat = 0; seat < trial->seats; seat++) {
    if (!(waiting >> seat & 1)) continue;
    const LapActions *actions = lap_engine_legal(engine, block, seat);
    for (guint i = 0; i < actions->n; i++)
      if (!check_step(trial, engine, block, &actions->v[i])) return FALSE;
  }
  return TRUE;
}

static gboolean has_highlights(const LapGame *game)
{
  for (guint depth = 0; depth < game->depth; depth++)
    if (game->level[depth].highlights) return TRUE;
  return FALSE;
}

gboolean lap_try_highlights(LapTrial *trial)
{
  return !has_highlights(trial->game) || lap_walk_positions(trial, check_here);
}
