/* What a step is about besides its arguments: the extension lapidary.highlights/1. */
#include "engine-private.h"
#include "link.h"

static guint places_of(const LapEngine *engine, const LapBlock *block, const LapGameField *field, guint row)
{
  if (field->type == LAP_PLANE) return (guint)field->shape->width * field->shape->height;
  return items_of(engine, block, field, row);
}

static gboolean is_there(const LapEngine *engine, const LapBlock *block, const LapHighlightedPlace *place)
{
  const LapGameField *field = place->field;
  if (!field || place->row >= rows_told(engine, field)) return FALSE;
  if (place->side > (field->set ? LAP_AT_WEST : LAP_AT_MIDDLE)) return FALSE;
  return place->index < places_of(engine, block, field, place->row);
}

static LapHighlightedPlace place_of(const LapEngine *engine, guint depth, const LapHighlight *highlight)
{
  LapHighlightedPlace place = {.row = highlight->row, .index = highlight->index, .side = highlight->side};
  if (highlight->field) place.field = lap_game_find_field(engine->game, depth, highlight->field);
  return place;
}

guint lap_engine_highlights(LapEngine *engine, const LapBlock *block, const LapAction *step,
                            LapHighlightedPlace place[LAP_HIGHLIGHTS_MAX])
{
  const LapGameKind *kind = lap_game_action(engine->game, step->kind);
  const LapHighlights *extension = kind ? engine->game->level[kind->depth].highlights : NULL;
  if (!extension) return 0;
  if (engine->answers) return lap_remote_highlights(engine, block, step, place);
  LapHighlight highlight[LAP_HIGHLIGHTS_MAX] = {0};
  guint n = 0;
  block = lap_engine_own_world(engine, block, step->seat);
  begin_hook(engine, "highlights");
  guint said = extension->highlights(&engine->context[kind->depth], block, step, highlight, LAP_HIGHLIGHTS_MAX);
  end_hook(engine);
  for (guint i = 0; i < MIN(said, LAP_HIGHLIGHTS_MAX); i++) {
    place[n] = place_of(engine, kind->depth, &highlight[i]);
    if (is_there(engine, block, &place[n])) n++;
  }
  return n;
}
