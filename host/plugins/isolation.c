#include "isolation.h"

#include <stdlib.h>

#include "copies.h"
#include "host/sandbox/sandbox.h"
#include "module.h"
#include "plugin-file.h"
#include "search.h"
#include "workers.h"

static const char *const isolations[] = {
    [LAP_ISOLATION_UNTRUSTED] = "untrusted", [LAP_ISOLATION_NONE] = "none", [LAP_ISOLATION_ALL] = "all", NULL};

gboolean lap_isolation_parse(const char *text, LapIsolation *isolation)
{
  for (guint i = 0; isolations[i]; i++)
    if (g_strcmp0(text, isolations[i]) == 0) {
      *isolation = (LapIsolation)i;
      return TRUE;
    }
  return FALSE;
}

LapIsolation lap_isolation_get_default(void)
{
  const char *named = g_getenv("LAPIDARY_ISOLATION");
  LapIsolation isolation = LAP_ISOLATION_UNTRUSTED;
  if (named && !lap_isolation_parse(named, &isolation))
    g_warning("LAPIDARY_ISOLATION is \"%s\", it may be untrusted, none or all; untrusted is used", named);
  return isolation;
}

/* Whether plugins in this folder of an author are no more to be believed than the host itself. */
static gboolean is_trusted(const char *folder)
{
  g_auto(GStrv) roots = lap_search_get_trusted();
  g_autofree char *real = realpath(folder, NULL);
  for (char **root = roots; real && *root; root++)
    if (lap_plugin_file_is_within(real, *root)) return TRUE;
  return FALSE;
}

/* One level that is not trusted isolates all. */
static gboolean is_isolated(LapIsolation isolation, GPtrArray *chain)
{
  for (guint i = 0; isolation == LAP_ISOLATION_UNTRUSTED && i < chain->len; i++)
    if (!is_trusted(((LapBuild *)g_ptr_array_index(chain, i))->origin)) return TRUE;
  return isolation == LAP_ISOLATION_ALL;
}

static gboolean check_sandbox(GPtrArray *chain, GError **error)
{
  g_autoptr(GError) why = NULL;
  if (lap_sandbox_check(&why)) return TRUE;
  const LapBuild *top = g_ptr_array_index(chain, chain->len - 1);
  return lap_plugin_refuse(
      error, top->origin,
      "its rules are to run in a sandbox, which this machine does not have: %s; if you trust them, "
      "run the host with --isolation none",
      why->message);
}

LapGame *lap_isolation_load(LapIsolation isolation, GPtrArray *chain, GError **error)
{
  g_autoptr(GError) failure = NULL;
  gboolean isolated = is_isolated(isolation, chain);
  if (isolated && !check_sandbox(chain, error)) return NULL;
  for (guint i = 0; i < chain->len; i++)
    if (!lap_copy_check(g_ptr_array_index(chain, i), error)) return NULL;
  LapGame *game = isolated ? lap_module_link_manifest(chain, lap_build_get_manifest(chain), &failure)
                           : lap_module_load_chain(chain, NULL, NULL, &failure);
  if (game && isolated) lap_game_set_remote(game, lap_workers_new(chain));
  if (game) return game;
  g_autofree char *message = lap_build_name_origins(chain, failure->message);
  g_set_error_literal(error, failure->domain, failure->code, message);
  return NULL;
}
