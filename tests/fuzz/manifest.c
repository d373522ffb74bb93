/* Whatever a probe leaves as a manifest, reading it ends in an error, or in a game that can be shown. */
#include <stdint.h>

#include "host/engine/manifest.h"
#include "host/plugins/catalogue.h"
#include "use.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* There are no files of catalogues: only their columns are checked. */
static gboolean needs_files(const LapPlugin *plugin)
{
  g_autoptr(GError) error = NULL;
  lap_catalogues_free(lap_catalogues_read(plugin, "/no/such/folder", &error));
  return plugin->catalogues.n > 0;
}

static void link_levels(LapManifest *manifest)
{
  g_autoptr(GError) error = NULL;
  guint n;
  const LapSource *source = lap_manifest_sources(manifest, &n);
  for (guint depth = 0; depth < n; depth++)
    if (needs_files(source[depth].plugin)) return;
  g_autoptr(LapGame) game = lap_game_link(source, n, &error);
  g_assert(!game == !!error);
  if (game) use_game(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  g_autoptr(GBytes) bytes = g_bytes_new(data, size);
  g_autoptr(GError) error = NULL;
  g_autoptr(LapManifest) manifest = lap_manifest_read(bytes, &error);
  g_assert(!manifest == !!error);
  if (manifest) link_levels(manifest);
  return 0;
}
