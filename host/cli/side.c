#include "side.h"

#include <stdio.h>
#include <string.h>

#include "crash.h"
#include "host/simulate/run.h"
#include "progress.h"
#include "subcommand.h"

#define TRACED 10000 /* matches, unless --trace says otherwise */

gboolean read_trace(const char *text, guint64 matches, guint64 *trace)
{
  guint64 traced = TRACED;
  if (g_strcmp0(text, "all") == 0)
    traced = matches;
  else if (!parse_number_option("--trace", text, 0, G_MAXUINT32, &traced))
    return FALSE;
  *trace = lap_simulation_trace(matches, traced);
  return TRUE;
}

gboolean read_think(const char *what, const char *text, LapBudget *budget)
{
  if (!text || lap_budget_read(text, budget)) return TRUE;
  fail_with(EXIT_USAGE,
            "%s: \"%s\" is neither a number of worlds, as 1000, nor a time, as 200ms or 2s, nor one of them on several "
            "threads, as 2x1000",
            what, text);
  return FALSE;
}

void side_options_clear(SideOptions *options)
{
  char **all[] = {&options->matches, &options->seats, &options->seed, &options->threads,
                  &options->think,   &options->trace, &options->html};
  for (guint i = 0; i < G_N_ELEMENTS(all); i++) g_clear_pointer(all[i], g_free);
  g_clear_pointer(&options->settings, g_strfreev);
}

/* "GAME:NAME=VALUE,NAME=VALUE@BOT,BOT" */
typedef struct {
  char *game, *seats;
  GPtrArray *settings; /* ended by NULL */
} Words;

static void words_clear(Words *words)
{
  g_free(words->game);
  g_free(words->seats);
  if (words->settings) g_ptr_array_unref(words->settings);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Words, words_clear)

static void read_words(Words *words, const char *text, const SideOptions *options)
{
  const char *at = strrchr(text, '@'), *end = at ? at : text + strlen(text);
  const char *colon = memchr(text, ':', (gsize)(end - text));
  words->game = g_strndup(text, (gsize)((colon ? colon : end) - text));
  words->seats = g_strdup(at ? at + 1 : options->seats);
  words->settings = g_ptr_array_new_with_free_func(g_free);
  for (char **setting = options->settings; setting && *setting; setting++)
    g_ptr_array_add(words->settings, g_strdup(*setting));
  if (colon) {
    g_autofree char *own = g_strndup(colon + 1, (gsize)(end - colon - 1));
    g_auto(GStrv) each = g_strsplit(own, ",", -1);
    for (char **setting = each; *setting; setting++) g_ptr_array_add(words->settings, g_strdup(*setting));
  }
  g_ptr_array_add(words->settings, NULL);
}

static int simulate(LapSide *side, LapGame *game, LapSimulation *simulation)
{
  g_autoptr(GError) error = NULL;
  side->first_places_n = simulation->matches;
  side->first_places = g_new0(guint16, simulation->matches);
  simulation->figures = side->figures;
  simulation->first_places = side->first_places;
  simulation->progress = progress_show;
  progress_begin();
  crash_watch(game->id, simulation->seed, FALSE);
  g_autoptr(LapStatistics) all = lap_simulate(game, simulation, &error);
  crash_watch_end();
  gboolean stopped = progress_end();
  if (!all) return fail_with(EXIT_FAILED, "%s", error->message);
  if (stopped) return fail_with(EXIT_FAILED, "stopped: there is nothing to compare yet");
  if (!all->n_faults) return -1;
  g_autofree char *of = g_strconcat(game->id, ": ", NULL);
  return figures_say_faults(all, of);
}

static int play(LapSide *side, const LoadedGame *loaded, const Words *words, const SideOptions *options, guint number)
{
  guint64 matches = 1000, threads = 0;
  LapSimulation simulation = {0};
  LapBudget budget;
  if (!parse_number_option("--matches", options->matches, 1, G_GUINT64_CONSTANT(1) << 30, &matches) ||
      !parse_number_option("--seed", options->seed, 0, G_MAXUINT64, &simulation.seed) ||
      !parse_number_option("--threads", options->threads, 1, 1024, &threads) ||
      !read_trace(options->trace, matches, &simulation.trace) || !read_think("--think", options->think, &budget))
    return EXIT_USAGE;
  g_auto(Seats) seats = {0};
  g_autoptr(LapOptions) values = read_options(loaded->game, (char **)words->settings->pdata);
  if (!values || !seats_read(&seats, loaded->game, words->seats, FALSE)) return EXIT_USAGE;
  if (options->independent && number) simulation.seed = lap_match_seed(simulation.seed, number - 1);
  simulation.seats = seats.n;
  simulation.options = values;
  simulation.bots = seats.bot;
  simulation.budget = options->think ? &budget : NULL;
  simulation.matches = matches;
  simulation.threads = (guint)threads;
  const char *players[LAP_SEATS_MAX];
  for (guint seat = 0; seat < seats.n; seat++) players[seat] = seats.bot[seat]->name;
  side->figures = lap_figures_new(lap_statistics_new(loaded->game, seats.n));
  side->figures->run = lap_run_describe(loaded->game, &simulation, players, options->think, matches, LAPIDARY_VERSION);
  return simulate(side, loaded->game, &simulation);
}

int side_play(LapSide *side, const char *text, const SideOptions *options, guint number)
{
  int code = -1;
  if (g_str_has_suffix(text, ".json")) {
    side->figures = figures_read(text, &code);
    return side->figures ? -1 : code;
  }
  g_auto(Words) words = {0};
  g_auto(LoadedGame) loaded = {0};
  read_words(&words, text, options);
  code = load_game(&loaded, words.game, NULL);
  return code >= 0 ? code : play(side, &loaded, &words, options, number);
}

GArray *sides_new(guint n)
{
  GArray *sides = g_array_new(FALSE, TRUE, sizeof(LapSide));
  g_array_set_clear_func(sides, (GDestroyNotify)lap_side_clear);
  return g_array_set_size(sides, n);
}

int sides_print(const GArray *sides, const SideOptions *options,
                char *(*show)(const LapSide *sides, guint n, const GArray *differences))
{
  const LapSide *side = (const LapSide *)(gconstpointer)sides->data;
  g_autoptr(GArray) differences = lap_compare(side, sides->len);
  g_autofree char *text = show(side, sides->len, differences);
  puts(g_strchomp(text));
  if (!options->html) return EXIT_FINE;
  g_autofree char *table = lap_comparison_to_table(side, sides->len, differences);
  g_autofree char *page = lap_comparison_to_html(side, sides->len, differences, table);
  return figures_write_page(page, options->html) ? EXIT_FINE : EXIT_FAILED;
}

void sides_name(LapSide *sides, guint n)
{
  for (guint i = 0; i < n; i++)
    sides[i].title = lap_run_title(sides[i].figures->run, i       ? sides[0].figures->run
                                                          : n > 1 ? sides[1].figures->run
                                                                  : NULL);
}
