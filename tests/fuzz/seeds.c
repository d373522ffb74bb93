/* Writes logs to begin with into a folder: seeds FOLDER. */
#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>

#include "games.h"
#include "life.h"

static int write_seeds(const char *folder)
{
  g_autoptr(GError) error = NULL;
  for (guint levels = 1; levels <= 3 && !error; levels++) {
    g_autoptr(LapGame) game = fixture_game(levels);
    for (guint moves = 0; moves <= 8 && !error; moves += 4) {
      g_autofree char *text = life_log(game, 2, moves, moves + levels);
      g_autofree char *file = g_strdup_printf("%s/%s-%u.log", folder, game->id, moves);
      g_file_set_contents(file, text, -1, &error);
    }
  }
  if (error) fprintf(stderr, "seeds: %s\n", error->message);
  return error != NULL;
}

int main(int argc, char **argv)
{
  if (argc == 2 && g_mkdir_with_parents(argv[1], 0777) == 0) return write_seeds(argv[1]);
  fprintf(stderr, "usage: seeds FOLDER\n");
  return 2;
}
