/* Modules that were built with an earlier minor of the contract, and never again: they load, and the matches of a seed
 * are those of then. `games-built-test --update` prints them, for a new folder of tests/contract/built/. */
#include <string.h>
#include <sys/utsname.h>

#include "games.h"
#include "host/engine/position.h"

#define MATCHES 5 /* for each number of seats */

static guint64 add(guint64 sum, guint64 value) { return (sum ^ value) * 0x100000001b3; }

/* All blocks of random matches, as one number. */
static guint64 sum_of(const char *id, guint seats)
{
  guint64 sum = 0xcbf29ce484222325;
  LapGenerator chooser = lap_generator_seeded(seats);
  for (guint seed = 1; seed <= MATCHES; seed++) {
    g_autoptr(LapSession) session = games_start(id, seats, seed);
    while (!lap_session_over(session)) {
      g_assert_true(lap_session_playout(session, &chooser, 1, NULL));
      sum = add(sum, lap_hash(lap_session_engine(session), lap_session_block(session)));
    }
    const LapSheet sheet = games_sheet(session);
    for (guint seat = 0; seat < seats; seat++) sum = add(sum, (guint64)sheet.total[seat][0]);
  }
  return sum;
}

static char *matches_of(const char *id)
{
  g_autoptr(LapGame) game = games_load(id);
  GString *sums = g_string_new(NULL);
  for (guint seats = game->seats_min; seats <= MIN(game->seats_max, game->seats_min + 3u); seats++)
    g_string_append_printf(sums, "%s %u %016" G_GINT64_MODIFIER "x\n", id, seats, sum_of(id, seats));
  return g_string_free(sums, FALSE);
}

static char *folder_of(const char *minor)
{
  struct utsname machine;
  g_assert_cmpint(uname(&machine), ==, 0);
  return g_build_filename(BUILT, minor, machine.machine, NULL);
}

static void matches_are_those_of_then(gconstpointer data)
{
  const char *minor = data, *id;
  g_autofree char *folder = folder_of(minor), *file = g_build_filename(BUILT, minor, "matches", NULL), *known = NULL;
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  if (!dir) {
    g_test_skip("no modules were built for this machine");
    return;
  }
  g_assert_true(g_file_get_contents(file, &known, NULL, NULL));
  guint n = 0;
  while ((id = g_dir_read_name(dir))) {
    g_autofree char *matches = matches_of(id);
    g_test_message("%s", matches);
    g_assert_nonnull(strstr(known, matches));
    n++;
  }
  g_assert_cmpuint(n, >, 0);
}

int main(int argc, char **argv)
{
  g_autofree char *folder = folder_of("1.0");
  g_setenv("LAPIDARY_PLUGIN_PATH", folder, TRUE);
  if (argc > 2 && g_str_equal(argv[1], "--update")) {
    for (int i = 2; i < argc; i++) {
      g_autofree char *matches = matches_of(argv[i]);
      g_print("%s", matches);
    }
    return 0;
  }
  g_test_init(&argc, &argv, NULL);
  g_test_add_data_func("/built/1.0", "1.0", matches_are_those_of_then);
  return g_test_run();
}
