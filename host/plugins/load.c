#include "load.h"

#include "fail.h"

LapGame *lap_load_chain(GPtrArray *chain, LapStageFunc watch, gpointer data, GError **error)
{
  LapSource source[LAP_LEVELS_MAX];
  const LapKeyfile *top = g_ptr_array_index(chain, chain->len - 1);
  g_return_val_if_fail(chain->len <= LAP_LEVELS_MAX, NULL);
  for (guint depth = 0; depth < chain->len; depth++) {
    const LapModule *module = lap_module_load(g_ptr_array_index(chain, depth), depth, watch, data, error);
    if (!module) return NULL;
    source[depth] = (LapSource){module->plugin, lap_catalogues_get_tables(module->catalogues)};
  }
  if (watch) watch(LAP_STAGE_LINK, top->id, data);
  GError *why = NULL;
  LapGame *game = lap_game_link(source, chain->len, &why);
  if (!game) lap_plugin_refuse_because(error, top->module_path, why);
  return game;
}
