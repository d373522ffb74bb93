/* Golden playthroughs: matches as they were played when somebody last read them, one or two numbers of seats for each
 * game, where the rules differ with it.
 *
 *   playthroughs            compares, as a test
 *   playthroughs --update   writes the files anew; read the diff before you commit it */
#include <string.h>

#include "host/plugins/registry.h"
#include "host/validate/playthrough.h"

typedef struct {
  const char *file; /* name without folder */
  const char *game;
  guint seats;
  guint64 seed;
  const char *option, *value; /* one that is not the default, or NULL */
  guint views_every;
} Playthrough;

static const Playthrough playthroughs[] = {
    {"tic-tac-toe.txt", "tic-tac-toe", 2, 1, NULL, NULL, 3},
    {"tic-tac-toe-misere.txt", "tic-tac-toe-misere", 2, 2, NULL, NULL, 3},
    {"connect-four.txt", "connect-four", 2, 1, NULL, NULL, 10},
    {"kuhn-poker.txt", "kuhn-poker", 2, 4, NULL, NULL, 2},
    {"leduc-poker.txt", "leduc-poker", 2, 5, NULL, NULL, 2},
    {"oh-hell-3.txt", "oh-hell", 3, 3, "largest_hand", "3", 20},
    {"last-stone.txt", "last-stone", 2, 1, "last_one", "loses", 3},
    {"lone-wolf-5.txt", "lone-wolf", 5, 2, NULL, NULL, 5},
    {"terraces-3.txt", "terraces", 3, 1, "rounds", "12", 9},
    {"sluices-2.txt", "sluices", 2, 3, NULL, NULL, 10},
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

static LapRegistry *registry(LapIsolation isolation)
{
  static LapRegistry *made[LAP_ISOLATION_ALL + 1];
  if (made[isolation]) return made[isolation];
  made[isolation] = lap_registry_new(NULL);
  lap_registry_set_isolation(made[isolation], isolation);
  return made[isolation];
}

static char *write_playthrough(const Playthrough *what, LapIsolation isolation)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapGame) game = lap_registry_load(registry(isolation), what->game, &error);
  g_assert_no_error(error);
  g_autoptr(LapOptions) options = lap_options_new(game);
  if (what->option) lap_options_set(options, game, what->option, what->value, &error);
  g_assert_no_error(error);
  const char *const *folders = lap_registry_get_folders(registry(isolation), what->game);
  g_autoptr(LapTexts) texts = lap_texts_new(game, folders, "en", &error);
  g_assert_no_error(error);
  g_autofree char *variation = what->option ? g_strconcat(what->option, " ", what->value, NULL) : NULL;
  const LapPlaythrough playthrough = {what->seats, what->seed, options, variation, what->views_every, TRUE};
  char *text = lap_playthrough_write(game, texts, &playthrough, &error);
  g_assert_no_error(error);
  return text;
}

static char *path_of(const Playthrough *playthrough)
{
  return g_build_filename(PLAYTHROUGHS_FOLDER, playthrough->file, NULL);
}

static void compare(const Playthrough *playthrough, LapIsolation isolation)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *path = path_of(playthrough), *golden = NULL, *now = write_playthrough(playthrough, isolation);
  g_file_get_contents(path, &golden, NULL, &error);
  g_assert_no_error(error);
  g_autofree char *difference = lap_playthrough_difference(golden, now);
  if (!difference) return;
  g_test_message("%s has changed; if that is meant, write it anew with --update\n%s", path, difference);
  g_test_fail();
}

static void test_here(gconstpointer playthrough) { compare(playthrough, LAP_ISOLATION_NONE); }
static void test_in_worker(gconstpointer playthrough) { compare(playthrough, LAP_ISOLATION_ALL); }

static int update(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(playthroughs); i++) {
    g_autoptr(GError) error = NULL;
    g_autofree char *path = path_of(&playthroughs[i]);
    g_autofree char *now = write_playthrough(&playthroughs[i], LAP_ISOLATION_NONE);
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
    g_autofree char *here = g_strdup_printf("/playthroughs/%s-plays-as-it-did", playthroughs[i].file);
    g_autofree char *there = g_strdup_printf("/playthroughs/%s-plays-alike-in-a-worker", playthroughs[i].file);
    g_test_add_data_func(here, &playthroughs[i], test_here);
    g_test_add_data_func(there, &playthroughs[i], test_in_worker);
  }
  return g_test_run();
}
