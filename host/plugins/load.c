#include "load.h"

/* What the linker found wrong, in the words of the loader. */
static LapGame *refuse(const LapKeyfile *top, GError *why, GError **error)
{
  g_set_error(error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_REFUSED, "%s: %s", top->module_path, why->message);
  g_error_free(why);
  return NULL;
}

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
  return game ? game : refuse(top, why, error);
}
