#include "host/simulate/simulate.h"

#include <string.h>

#include "agents.h"
#include "arguments.h"
#include "crash.h"
#include "figures.h"
#include "host/simulate/run.h"
#include "progress.h"
#include "series.h"
#include "side.h"
#include "subcommand.h"

#define SHARDS_MAX 100000

static const Subcommand subcommand = {
    "simulate", "GAME", "Plays many matches between bots and counts what comes out.",
    "The same seed gives the same numbers, whatever the threads. All matches are\n"
    "counted, and some traced step by step (--trace): changes of the lead, what is\n"
    "done and how it goes with winning. Of several machines each plays a part\n"
    "(--shard, 'lapidary merge'). Ctrl-C ends it and keeps what is done. A match that\n"
    "breaks the contract is counted, described, and makes the exit code 1. --agent\n"
    "names a program of yours, which may be given seats by that name\n"
    "(docs/agents.md); it is started for each match, and matches are then played one\n"
    "after the other. One in which it fails counts as one that broke the contract.\n"
    "\n"
    "Examples:\n"
    "  lapidary simulate GAME --matches 10000 --seed 1\n"
    "  lapidary simulate GAME --matches 100000 --seats random,random --json\n"
    "  lapidary simulate GAME -n 1000000 --shard 3/20 --json > part3.json\n"
    "  lapidary simulate GAME -n 100 --agent bot='python3 bot.py' --seats bot,easy",
    subcommand_simulate};

typedef struct {
  char *matches, *seats, *seed, *threads, *think, *agent_time, *trace, *shard;
  char **settings, **agents;
  gboolean checked;
  FiguresForm form;
} Asked;

static void asked_clear(Asked *asked)
{
  g_free(asked->matches);
  g_free(asked->seats);
  g_free(asked->seed);
  g_free(asked->threads);
  g_free(asked->think);
  g_free(asked->agent_time);
  g_free(asked->trace);
  g_free(asked->shard);
  figures_form_clear(&asked->form);
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

/* Puts what came of it into words. Takes `all`, if there is any. */
static int report(LapFigures *figures, LapStatistics *all, const Asked *asked)
{
  figures->all->seconds = all->seconds;
  figures->all->threads = all->threads;
  figures->all->stopped = all->stopped;
  lap_statistics_free(all);
  return figures_show(figures, &asked->form);
}

/* Matches with programs are played one after the other (series.h), and not traced. */
static int play_series(LoadedGame *loaded, const Asked *asked, Seats *seats, LapFigures *figures,
                       const LapSimulation *simulation)
{
  guint64 time = AGENT_TIME;
  if (asked->threads || asked->think || asked->trace || asked->checked || asked->shard)
    return fail_with(EXIT_USAGE, "with a program, --threads, --think, --trace, --checked and --shard cannot be used");
  if (!parse_number_option("--agent-time", asked->agent_time, 1, AGENT_TIME_MAX, &time)) return EXIT_USAGE;
  const Series series = {loaded, seats, asked->settings, simulation->matches, simulation->seed, (guint)time};
  progress_begin();
  LapStatistics *all = series_play(&series, progress_show);
  progress_end();
  if (!all) return EXIT_FAILED;
  lap_statistics_merge(figures->all, all);
  return report(figures, all, asked);
}

static int play(LoadedGame *loaded, const Asked *asked, LapFigures *figures, LapSimulation *simulation)
{
  g_autoptr(GError) error = NULL;
  simulation->figures = figures;
  simulation->progress = progress_show;
  progress_begin();
  crash_watch(loaded->game->id, simulation->seed, FALSE);
  LapStatistics *all = lap_simulate(loaded->game, simulation, &error);
  crash_watch_end();
  progress_end();
  return all ? report(figures, all, asked) : fail_with(EXIT_FAILED, "%s", error->message);
}

/* "I/N" */
static gboolean read_shard(const char *text, guint64 *shard, guint64 *shards)
{
  if (!text) return TRUE;
  const char *slash = strchr(text, '/');
  g_autofree char *number = slash ? g_strndup(text, (gsize)(slash - text)) : NULL;
  if (number && parse_number(number, shard) && parse_number(slash + 1, shards) && *shards <= SHARDS_MAX &&
      *shard >= 1 && *shard <= *shards)
    return TRUE;
  fail_with(EXIT_USAGE, "--shard wants I/N, part I of N, 1/N to N/N, N at most %d, not '%s'", SHARDS_MAX, text);
  return FALSE;
}

static void name_players(const Seats *seats, const char *players[LAP_SEATS_MAX])
{
  for (guint seat = 0; seat < seats->n; seat++)
    players[seat] = seats->bot[seat] ? seats->bot[seat]->name : seats->command[seat];
}

static LapFigures *new_figures(const LoadedGame *loaded, const LapSimulation *simulation, const Seats *seats,
                               const Asked *asked, guint64 matches)
{
  const char *players[LAP_SEATS_MAX];
  LapFigures *figures = lap_figures_new(lap_statistics_new(loaded->game, seats->n));
  name_players(seats, players);
  figures->run = lap_run_describe(loaded->game, simulation, players, asked->think, matches, LAPIDARY_VERSION);
  return figures;
}

static int simulate(LoadedGame *loaded, Asked *asked)
{
  guint64 matches = 1000, threads = 0, shard = 0, shards = 0;
  LapSimulation simulation = {.checked = asked->checked};
  LapBudget budget;
  if (!parse_number_option("--matches", asked->matches, 1, G_GUINT64_CONSTANT(1) << 40, &matches) ||
      !parse_number_option("--seed", asked->seed, 0, G_MAXUINT64, &simulation.seed) ||
      !parse_number_option("--threads", asked->threads, 1, 1024, &threads) ||
      !read_shard(asked->shard, &shard, &shards) || !read_trace(asked->trace, matches, &simulation.trace) ||
      !read_think("--think", asked->think, &budget) || !figures_form_check(&asked->form))
    return EXIT_USAGE;
  g_auto(Seats) seats = {.agents = g_steal_pointer(&asked->agents)};
  g_autoptr(LapOptions) options = read_options(loaded->game, asked->settings);
  if (!options || !seats_read(&seats, loaded->game, asked->seats, FALSE)) return EXIT_USAGE;
  simulation.seats = seats.n;
  simulation.options = options;
  simulation.bots = seats.bot;
  simulation.budget = asked->think ? &budget : NULL;
  simulation.threads = (guint)threads;
  simulation.matches = matches;
  if (has_programs(&seats)) simulation.trace = 0;
  g_autoptr(LapFigures) figures = new_figures(loaded, &simulation, &seats, asked, matches);
  if (has_programs(&seats)) return play_series(loaded, asked, &seats, figures, &simulation);
  figures->shard = shard;
  figures->shards = shards;
  if (shard) lap_run_part(matches, shard, shards, &simulation.first, &simulation.matches);
  return play(loaded, asked, figures, &simulation);
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
      {"trace", 0, 0, G_OPTION_ARG_STRING, &asked.trace, "Look into so many, step by step (10000)", "NUMBER|all"},
      {"shard", 0, 0, G_OPTION_ARG_STRING, &asked.shard, "Play part I of N alone, for 'merge'", "I/N"},
      FIGURES_FORM(asked.form){"timed", 0, 0, G_OPTION_ARG_NONE, &asked.form.timed,
                               "With --json: how long it took, too", NULL},
      {"checked", 0, 0, G_OPTION_ARG_NONE, &asked.checked, "Believe no plugin: check every step (slower)", NULL},
      ISOLATION,
      {0}};
  int code = subcommand_parse(&subcommand, options, 1, &n, &arguments);
  if (code >= 0) return code;
  g_auto(LoadedGame) loaded = {0};
  code = load_game(&loaded, arguments[1], NULL);
  return code >= 0 ? code : simulate(&loaded, &asked);
}
