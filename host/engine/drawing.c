/* How a face looks: by the plugin's hook, or as it was drawn once. */
#include "engine-private.h"

static gboolean copy_drawing(const LapDrawings *drawings, guint face, LapDrawing *drawing)
{
  if (face > drawings->n) return FALSE;
  const LapDrawnFace *drawn = &drawings->face[face];
  *drawing = (LapDrawing){.colour = drawn->colour,
                          .width = drawn->width,
                          .height = drawn->height,
                          .n = drawn->n,
                          .picture = drawn->picture};
  if (drawn->n) memcpy(drawing->mark, &drawings->mark[drawn->first], drawn->n * sizeof(LapMark));
  return TRUE;
}

gboolean lap_engine_draw(const LapEngine *engine, guint depth, guint row, guint face, LapDrawing *drawing)
{
  const LapGameLevel *level = &engine->game->level[depth];
  const LapFaces *faces = &level->faces[row];
  memset(drawing, 0, sizeof *drawing);
  if (!faces->draw || face == 0) return FALSE;
  if (level->drawings) return copy_drawing(&level->drawings[row], face, drawing);
  faces->draw(&engine->context[depth], (guint16)face, drawing);
  return TRUE;
}
