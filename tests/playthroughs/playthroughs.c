/* Golden playthroughs: matches as they were played when somebody last read them, one or two numbers of seats for each
 * game, where the rules differ with it.
 *
 *   playthroughs            compares, as a test
 *   playthroughs --update   writes the files anew; read the diff before you commit it */
#include <string.h>

#include "playthrough.h"

static const Playthrough playthroughs[] = {
    {"tic-tac-toe.txt", "tic-tac-toe", 2, 1, NULL, NULL, 3},
    {"tic-tac-toe-misere.txt", "tic-tac-toe-misere", 2, 2, NULL, NULL, 3},
    {"connect-four.txt", "connect-four", 2, 1, NULL, NULL, 10},
    {"kuhn-poker.txt", "kuhn-poker", 2, 4, NULL, NULL, 2},
    {"leduc-poker.txt", "leduc-poker", 2, 5, NULL, NULL, 2},
    {"gem-3.txt", "gem", 3, 79, NULL, NULL, 20},
    {"gem-advanced-2.txt", "gem-advanced", 2, 71, NULL, NULL, 20},
    {"gem-rush-2.txt", "gem-rush", 2, 23, "target", "5", 60},
    {"gem-rush-5.txt", "gem-rush", 5, 30, "target", "5", 60},
    {"gem-crisis-1.txt", "gem-crisis", 1, 1, "level", "apprentice", 60},
    {"gem-crisis-4.txt", "gem-crisis", 4, 4, "level", "apprentice", 60},
    {"gemessengers-2.txt", "gemessengers", 2, 2, NULL, NULL, 20},
    {"gemessengers-4.txt", "gemessengers", 4, 4, NULL, NULL, 20},
    {"gems-tracker-2.txt", "gems-tracker", 2, 2, NULL, NULL, 20},
    {"gems-tracker-3.txt", "gems-tracker", 3, 3, NULL, NULL, 20},
    {"gems-tracker-solo.txt", "gems-tracker-solo", 1, 1, NULL, NULL, 10},
    {"gemtrix-4.txt", "gemtrix", 4, 4, NULL, NULL, 20},
    {"gemtrix-tournament-3.txt", "gemtrix-tournament", 3, 3, "games_limit", "2", 50},
};

static char *path_of(const Playthrough *playthrough)
{
  return g_build_filename(PLAYTHROUGHS_FOLDER, playthrough->file, NULL);
}

/* The first line in which two texts differ, of each. */
static char *first_difference(const char *golden, const char *now)
{
  g_auto(GStrv) was = g_strsplit(golden, "\n", -1);
  g_auto(GStrv) is = g_strsplit(now, "\n", -1);
  guint line = 0;
  while (was[line] && is[line] && g_str_equal(was[line], is[line])) line++;
  return g_strdup_printf("line %u was: %s\nline %u is:  %s", line + 1, was[line] ? was[line] : "(end)", line + 1,
                         is[line] ? is[line] : "(end)");
}

static void compare(gconstpointer data)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *path = path_of(data);
  g_autofree char *golden = NULL;
  g_autofree char *now = playthrough_write(data);
  g_file_get_contents(path, &golden, NULL, &error);
  g_assert_no_error(error);
  if (g_str_equal(golden, now)) return;
  g_autofree char *difference = first_difference(golden, now);
  g_test_message("%s has changed; if that is meant, write it anew with --update\n%s", path, difference);
  g_test_fail();
}

static int update(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(playthroughs); i++) {
    g_autoptr(GError) error = NULL;
    g_autofree char *path = path_of(&playthroughs[i]);
    g_autofree char *now = playthrough_write(&playthroughs[i]);
    if (!g_file_set_contents(path, now, -1, &error)) {
      g_printerr("playthroughs: %s\n", error->message);
      return 1;
    }
  }
  return 0;
}

int main(int argc, char **argv)
{
  if (argc == 2 && !strcmp(argv[1], "--update")) return update();
  g_test_init(&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS(playthroughs); i++) {
    g_autofree char *path = g_strdup_printf("/playthroughs/%s-plays-as-it-did", playthroughs[i].file);
    g_test_add_data_func(path, &playthroughs[i], compare);
  }
  return g_test_run();
}
