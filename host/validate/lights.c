/* The property of lights: what lapidary.lights/1 names is there. The engine passes over a place that is not. */
#include "host/engine/link.h"
#include "walk.h"

static gboolean is_place(LapTrial *trial, const LapGameKind *kind, const LapLight *light)
{
  const LapGameField *field = light->field ? lap_link_find_field(trial->game, kind->depth, light->field) : NULL;
  if (!field)
    return lap_trial_fail(trial, "a light of %s names the field \"%s\", which neither this level nor one below has",
                          kind->name, light->field ? light->field : "NULL");
  guint rows = field->of_seats && field->type != LAP_PLANE ? trial->seats : 1;
  if (light->row >= rows)
    return lap_trial_fail(trial, "a light of %s has the row %u of \"%s\": %s", kind->name, light->row, field->name,
                          rows > 1 ? "there is one for each seat" : "0 is the only one");
  if (light->side > (field->set ? LAP_AT_WEST : LAP_AT_MIDDLE))
    return lap_trial_fail(trial, "a light of %s has the side %u of \"%s\": %s", kind->name, light->side, field->name,
                          field->set ? "the last is LAP_AT_WEST" : "only pieces have sides");
  if (light->index >= field->capacity)
    return lap_trial_fail(trial, "a light of %s has the index %u of \"%s\", which has room for %u", kind->name,
                          light->index, field->name, field->capacity);
  return TRUE;
}

static gboolean check_step(LapTrial *trial, LapEngine *engine, const LapBlock *block, const LapAction *step)
{
  const LapGameKind *kind = lap_game_action(trial->game, step->kind);
  const LapLights *extension = trial->game->level[kind->depth].lights;
  if (!extension || !extension->lights) return TRUE;
  LapLight light[LAP_LIGHTS_MAX] = {0};
  trial->page->trace.hook = "lights";
  guint n = extension->lights(lap_engine_context(engine, kind->depth), block, step, light, LAP_LIGHTS_MAX);
  trial->page->trace.hook = NULL;
  if (n > LAP_LIGHTS_MAX)
    return lap_trial_fail(trial, "lights answers %u for %s, its capacity is %d", n, kind->name, LAP_LIGHTS_MAX);
  for (guint i = 0; i < n; i++)
    if (!is_place(trial, kind, &light[i])) return FALSE;
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

static gboolean has_lights(const LapGame *game)
{
  for (guint depth = 0; depth < game->depth; depth++)
    if (game->level[depth].lights) return TRUE;
  return FALSE;
}

gboolean lap_try_lights(LapTrial *trial) { return !has_lights(trial->game) || lap_walk_positions(trial, check_here); }
