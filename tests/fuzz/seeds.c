/* Writes inputs to begin with into a folder: seeds logs|manifests FOLDER. */
#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>

#include "games.h"
#include "host/engine/manifest.h"
#include "life.h"

static void write_logs(LapGame *game, guint levels, const char *folder, GError **error)
{
  for (guint moves = 0; moves <= 8 && !*error; moves += 4) {
    g_autofree char *text = life_log(game, 2, moves, moves + levels);
    g_autofree char *file = g_strdup_printf("%s/%s-%u.log", folder, game->id, moves);
    g_file_set_contents(file, text, -1, error);
  }
}

static void write_manifest(LapGame *game, guint levels G_GNUC_UNUSED, const char *folder, GError **error)
{
  g_autofree char *file = g_build_filename(folder, game->id, NULL);
  g_autoptr(GBytes) bytes = lap_manifest_write(game, error);
  if (bytes) g_file_set_contents(file, g_bytes_get_data(bytes, NULL), (gssize)g_bytes_get_size(bytes), error);
}

static int write_seeds(const char *what, const char *folder)
{
  gboolean logs = g_str_equal(what, "logs");
  g_autoptr(GError) error = NULL;
  for (guint levels = 1; levels <= 3 && !error; levels++) {
    g_autoptr(LapGame) game = fixture_game(levels);
    (logs ? write_logs : write_manifest)(game, levels, folder, &error);
  }
  if (error) fprintf(stderr, "seeds: %s\n", error->message);
  return error != NULL;
}

int main(int argc, char **argv)
{
  if (argc == 3 && g_mkdir_with_parents(argv[2], 0777) == 0) return write_seeds(argv[1], argv[2]);
  fprintf(stderr, "usage: seeds logs|manifests FOLDER\n");
  return 2;
}
