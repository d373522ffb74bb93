/* Linking: what a plugin's extensions yield, by the plugin itself or by the one who has asked it (LapExtensions). */
#include "link.h"

#define ROWS_MAX 1000

static gconstpointer ask(const LapPlugin *plugin, const char *id)
{
  return plugin->extension ? plugin->extension(id) : NULL;
}

static LapExtensions ask_all(const LapPlugin *plugin)
{
  return (LapExtensions){.faces = ask(plugin, LAP_FACES),
                         .table = ask(plugin, LAP_TABLE_LAYOUT),
                         .resample = ask(plugin, LAP_RESAMPLE),
                         .highlights = ask(plugin, LAP_HIGHLIGHTS),
                         .evaluate = ask(plugin, LAP_EVALUATE),
                         .rollout = ask(plugin, LAP_ROLLOUT)};
}

/* Copies the rows; an extension that is shorter than the contract says has none. */
static gboolean copy_rows(LapGame *game, const LapGameLevel *level, const char *id, const LapAppearance *extension,
                          gsize row_size, gpointer *rows, guint *n, GError **error)
{
  LapTable table = {0};
  if (extension && extension->struct_size >= sizeof(LapAppearance))
    table = (LapTable){extension->v, extension->n, extension->stride};
  if (table.n > 0 && (!table.v || table.stride == 0))
    return lap_link_fail(error, level, "%s has %u rows but no address or stride", id, table.n);
  if (table.n > ROWS_MAX)
    return lap_link_fail(error, level, "%s has %u rows, at most %d are possible", id, table.n, ROWS_MAX);
  *rows = lap_link_copy_table(game, &table, row_size);
  *n = table.n;
  return TRUE;
}

gboolean lap_link_extensions(LapGame *game, guint depth, const LapSource *source, GError **error)
{
  LapGameLevel *level = &game->level[depth];
  const LapExtensions own = source->extensions ? *source->extensions : ask_all(&level->plugin);
  gboolean resamples = own.resample && own.resample->struct_size >= sizeof(LapResample);
  gboolean highlights = own.highlights && own.highlights->struct_size >= sizeof(LapHighlights);
  gboolean evaluates = own.evaluate && own.evaluate->struct_size >= sizeof(LapEvaluate);
  gboolean chooses = own.rollout && own.rollout->struct_size >= sizeof(LapRollout);
  level->resample = resamples ? own.resample : NULL;
  level->highlights = highlights ? own.highlights : NULL;
  level->evaluate = evaluates && own.evaluate->evaluate ? own.evaluate : NULL;
  level->rollout = chooses && own.rollout->choose ? own.rollout : NULL;
  level->drawings = own.drawings;
  return copy_rows(game, level, LAP_FACES, own.faces, sizeof(LapFaces), (gpointer *)&level->faces, &level->n_faces,
                   error) &&
         copy_rows(game, level, LAP_TABLE_LAYOUT, own.table, sizeof(LapPlacement), (gpointer *)&level->placements,
                   &level->n_placements, error);
}
