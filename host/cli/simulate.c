#include "host/simulate/simulate.h"

#include <stdio.h>
#include <unistd.h>

#include "agents.h"
#include "arguments.h"
#include "crash.h"
#include "series.h"
#include "subcommand.h"
#include "terminal.h"

static const Subcommand subcommand = {
    "simulate", "GAME", "Plays many matches between bots and counts what comes out.",
    "The same seed gives the same numbers, whatever the threads. A match that breaks\n"
    "the contract is counted, described, and makes the exit code 1. On a terminal\n"
    "standard error shows how far it is. --agent names a program of yours, which may\n"
    "be given seats by that name (docs/agents.md); it is started for each match, and\n"
    "matches are then played one after the other. One in which it fails counts as\n"
    "one that broke the contract.\n"
    "\n"
    "Examples:\n"
    "  lapidary simulate GAME --matches 10000 --seed 1\n"
    "  lapidary simulate GAME --matches 100000 --seats random,random --json\n"
    "  lapidary simulate GAME -n 100 --agent bot='python3 bot.py' --seats bot,easy",
    subcommand_simulate};

/* --- the bar */

#define BAR 30

static gboolean show_progress(guint64 done, guint64 matches, gpointer data)
{
  (void)data;
  guint full = matches ? (guint)(BAR * done / matches) : BAR;
  fprintf(stderr, "\r[");
  for (guint i = 0; i < BAR; i++) fputc(i < full ? '#' : '.', stderr);
  fprintf(stderr, "] %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT, done, matches);
  fflush(stderr);
  return TRUE;
}

static void clear_progress(void)
{
  if (isatty(STDERR_FILENO)) fprintf(stderr, "\r\033[K");
}

/* --- results */

static void print_table(const LapStatistics *statistics, const Seats *seats)
{
  const char *bots[LAP_SEATS_MAX];
  for (guint seat = 0; seat < seats->n; seat++)
    bots[seat] = seats->bot[seat] ? seats->bot[seat]->name : seats->command[seat];
  g_autofree char *table = lap_statistics_to_table(statistics, bots);
  fputs(table, stdout);
}

static int report(const LapStatistics *statistics, const Seats *seats, gboolean json, gboolean timed)
{
  if (json) {
    g_autofree char *text = lap_statistics_to_json(statistics, timed);
    g_strchomp(text);
    puts(text);
  } else {
    print_table(statistics, seats);
  }
  if (!statistics->n_faults) return EXIT_FINE;
  const LapSimulationFault *first = &g_array_index(statistics->faults, LapSimulationFault, 0);
  return fail_with(EXIT_FAILED,
                   "%" G_GUINT64_FORMAT " of the matches broke the contract; the first, seed %" G_GUINT64_FORMAT
                   ", at ply %u: %s",
                   statistics->n_faults, first->seed, first->ply, first->message);
}

typedef struct {
  char *matches, *seats, *seed, *threads, *think, *agent_time;
  char **settings, **agents;
  gboolean json, timed, branching, checked;
} Asked;

static void asked_clear(Asked *asked)
{
  g_free(asked->matches);
  g_free(asked->seats);
  g_free(asked->seed);
  g_free(asked->threads);
  g_free(asked->think);
  g_free(asked->agent_time);
  g_strfreev(asked->agents);
  g_strfreev(asked->settings);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Asked, asked_clear)

static gboolean has_programs(const Seats *seats)
{
  for (guint seat = 0; seat < seats->n; seat++)
    if (seats->command[seat]) return TRUE;
  return FALSE;
}

/* Matches with programs are played one after the other (series.h), without what threads of a simulation count. */
static int play_series(LoadedGame *loaded, const Asked *asked, Seats *seats, guint64 matches, guint64 seed)
{
  guint64 time = AGENT_TIME;
  if (asked->threads || asked->think || asked->branching || asked->checked)
    return fail_with(EXIT_USAGE, "with a program, --threads, --think, --branching and --checked cannot be used");
  if (!parse_number_option("--agent-time", asked->agent_time, 1, AGENT_TIME_MAX, &time)) return EXIT_USAGE;
  const Series series = {loaded, seats, asked->settings, matches, seed, (guint)time};
  g_autoptr(LapStatistics) statistics = series_play(&series, isatty(STDERR_FILENO) ? show_progress : NULL);
  clear_progress();
  return statistics ? report(statistics, seats, asked->json, asked->timed) : EXIT_FAILED;
}

static int simulate(LoadedGame *loaded, Asked *asked)
{
  guint64 matches = 1000, seed = 0, threads = 0;
  if (!parse_number_option("--matches", asked->matches, 1, G_GUINT64_CONSTANT(1) << 40, &matches) ||
      !parse_number_option("--seed", asked->seed, 0, G_MAXUINT64, &seed) ||
      !parse_number_option("--threads", asked->threads, 1, 1024, &threads))
    return EXIT_USAGE;
  LapBudget budget;
  if (asked->think && !lap_budget_read(asked->think, &budget))
    return fail_with(EXIT_USAGE,
                     "--think: \"%s\" is neither a number of worlds, as 1000, nor a time, as 200ms or 2s, nor one "
                     "of them on several threads, as 2x1000",
                     asked->think);
  g_auto(Seats) seats = {.agents = g_steal_pointer(&asked->agents)};
  g_autoptr(LapOptions) options = read_options(loaded->game, asked->settings);
  if (!options || !seats_read(&seats, loaded->game, asked->seats, FALSE)) return EXIT_USAGE;
  if (has_programs(&seats)) return play_series(loaded, asked, &seats, matches, seed);
  LapSimulation simulation = {.seats = seats.n,
                              .options = options,
                              .bots = seats.bot,
                              .budget = asked->think ? &budget : NULL,
                              .matches = matches,
                              .seed = seed,
                              .threads = (guint)threads,
                              .branching = asked->branching,
                              .checked = asked->checked,
                              .progress = isatty(STDERR_FILENO) ? show_progress : NULL};
  g_autoptr(GError) error = NULL;
  crash_watch(loaded->game->id, seed, FALSE);
  g_autoptr(LapStatistics) statistics = lap_simulate(loaded->game, &simulation, &error);
  crash_watch_end();
  clear_progress();
  if (!statistics) return fail_with(EXIT_FAILED, "%s", error->message);
  return report(statistics, &seats, asked->json, asked->timed);
}

int subcommand_simulate(int n, char **arguments)
{
  g_auto(Asked) asked = {0};
  const GOptionEntry options[] = {
      {"matches", 'n', 0, G_OPTION_ARG_STRING, &asked.matches, "How many (1000)", "NUMBER"},
      {"seats", 's', 0, G_OPTION_ARG_STRING, &asked.seats, "Who sits where, or how many seats", "random,random,..."},
      {"option", 'o', 0, G_OPTION_ARG_STRING_ARRAY, &asked.settings, "An option of the game; may be repeated",
       "NAME=VALUE"},
      {"seed", 0, 0, G_OPTION_ARG_STRING, &asked.seed, "Of all matches together (0)", "NUMBER"},
      {"threads", 't', 0, G_OPTION_ARG_STRING, &asked.threads, "How many at once (one a processor)", "NUMBER"},
      {"think", 0, 0, G_OPTION_ARG_STRING, &asked.think, "How long bots think (as their level says)",
       "[THREADSx]NUMBER|TIME"},
      {"agent", 0, 0, G_OPTION_ARG_STRING_ARRAY, &asked.agents, "A program that may sit; may be repeated",
       "NAME=COMMAND"},
      {"agent-time", 0, 0, G_OPTION_ARG_STRING, &asked.agent_time, "Time of a program for each move (10000)", "MS"},
      {"json", 'j', 0, G_OPTION_ARG_NONE, &asked.json, "Print one JSON object instead of a table", NULL},
      {"timed", 0, 0, G_OPTION_ARG_NONE, &asked.timed, "With --json: how long it took, too", NULL},
      {"branching", 0, 0, G_OPTION_ARG_NONE, &asked.branching, "Count the choices too (slower)", NULL},
      {"checked", 0, 0, G_OPTION_ARG_NONE, &asked.checked, "Believe no plugin: check every step (slower)", NULL},
      ISOLATION,
      {0}};
  int code = subcommand_parse(&subcommand, options, 1, &n, &arguments);
  if (code >= 0) return code;
  g_auto(LoadedGame) loaded = {0};
  code = load_game(&loaded, arguments[1], NULL);
  return code >= 0 ? code : simulate(&loaded, &asked);
}
