#include "host/simulate/perft.h"

#include <stdio.h>

#include "arguments.h"
#include "subcommand.h"

static const Subcommand subcommand = {
    "perft", "GAME", "Counts the tree of a game, ply by ply, to compare with published numbers.",
    "Positions are the leaves of the tree cut at that ply, finished those where the\n"
    "match has just ended. Where there is chance it is the tree of one seed. The tree\n"
    "grows fast: begin with a small depth.\n"
    "\n"
    "Example:\n"
    "  lapidary perft GAME --depth 5",
    subcommand_perft};

static void print_json(const LapPerftCount *counts, guint depth)
{
  printf("[");
  for (guint i = 0; i < depth; i++)
    printf("%s{\"ply\":%u,\"positions\":%" G_GUINT64_FORMAT ",\"finished\":%" G_GUINT64_FORMAT "}", i ? "," : "", i + 1,
           counts[i].positions, counts[i].finished);
  puts("]");
}

static void print_row(const char *ply, const char *positions, const char *finished)
{
  printf("%5s  %20s  %20s\n", ply, positions, finished);
}

static void print_table(const LapPerftCount *counts, guint depth)
{
  guint64 finished = 0;
  print_row("ply", "positions", "finished");
  for (guint i = 0; i < depth && (i == 0 || counts[i].positions); i++) {
    g_autofree char *ply = g_strdup_printf("%u", i + 1), *positions = grouped_number(counts[i].positions);
    g_autofree char *ended = grouped_number(counts[i].finished);
    print_row(ply, positions, ended);
    finished += counts[i].finished;
  }
  g_autofree char *total = grouped_number(finished);
  print_row("all", "", total);
}

typedef struct {
  char *depth, *seats, *seed;
  char **settings;
  gboolean json;
} Asked;

static void asked_clear(Asked *asked)
{
  g_free(asked->depth);
  g_free(asked->seats);
  g_free(asked->seed);
  g_strfreev(asked->settings);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Asked, asked_clear)

static int count(LapEngine *engine, guint64 seed, guint depth, gboolean json)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapBlock) block = lap_block_new(engine);
  if (lap_engine_start(engine, block, seed) == LAP_MOVE_FAULT)
    return fail_with(EXIT_FAILED, "the match cannot begin: %s", lap_engine_fault(engine));
  g_autofree LapPerftCount *counts = lap_perft(engine, block, depth, &error);
  if (!counts) return fail_with(EXIT_FAILED, "%s", error->message);
  (json ? print_json : print_table)(counts, depth);
  return EXIT_FINE;
}

static int perft(const LoadedGame *loaded, const Asked *asked)
{
  guint64 depth = 4, seed = 0;
  g_auto(Seats) seats = {0};
  g_autoptr(LapOptions) options = read_options(loaded->game, asked->settings);
  if (!options || !parse_number_option("--depth", asked->depth, 1, 1000, &depth) ||
      !parse_number_option("--seed", asked->seed, 0, G_MAXUINT64, &seed) ||
      !seats_read(&seats, loaded->game, asked->seats, FALSE))
    return EXIT_USAGE;
  g_autoptr(GError) error = NULL;
  g_autoptr(LapEngine) engine = lap_engine_new(loaded->game, seats.n, options, &error);
  if (!engine) return fail_with(EXIT_FAILED, "%s", error->message);
  return count(engine, seed, (guint)depth, asked->json);
}

int subcommand_perft(int n, char **arguments)
{
  g_auto(Asked) asked = {0};
  const GOptionEntry options[] = {
      {"depth", 'd', 0, G_OPTION_ARG_STRING, &asked.depth, "How many plies deep (4)", "NUMBER"},
      {"seats", 's', 0, G_OPTION_ARG_STRING, &asked.seats, "How many seats", "NUMBER"},
      {"option", 'o', 0, G_OPTION_ARG_STRING_ARRAY, &asked.settings, "An option of the game; may be repeated",
       "NAME=VALUE"},
      {"seed", 0, 0, G_OPTION_ARG_STRING, &asked.seed, "Seed of the random generator (0)", "NUMBER"},
      {"json", 'j', 0, G_OPTION_ARG_NONE, &asked.json, "Print a JSON array instead of a table", NULL},
      ISOLATION,
      {0}};
  int code = subcommand_parse(&subcommand, options, 1, &n, &arguments);
  if (code >= 0) return code;
  g_auto(LoadedGame) loaded = {0};
  code = load_game(&loaded, arguments[1], NULL);
  return code >= 0 ? code : perft(&loaded, &asked);
}
