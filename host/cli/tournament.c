/* Lets bots meet and rates them. */
#include "host/simulate/tournament.h"

#include <stdio.h>
#include <string.h>

#include "progress.h"
#include "side.h"
#include "subcommand.h"

static const Subcommand subcommand = {"tournament", "GAME BOT BOT...",
                                      "Lets bots meet, and says which is better and by how much.",
                                      "Each meets each other in pairs of matches: one deal, seats swapped. A meeting\n"
                                      "ends when a sequential test has decided, with 5 % of error, who is better, as\n"
                                      "if by --margin Elo, or after --pairs. BOT:BUDGET thinks as --think of\n"
                                      "'simulate' says. With more than two seats the two bots sit alternately.\n"
                                      "\n"
                                      "Examples:\n"
                                      "  lapidary tournament GAME random greedy easy normal\n"
                                      "  lapidary tournament GAME normal:500 normal:2000 --pairs 1000 --margin 0",
                                      subcommand_tournament};

typedef struct {
  char *pairs, *seats, *seed, *threads, *margin;
  char **settings;
  gboolean json;
} Asked;

static void asked_clear(Asked *asked)
{
  g_free(asked->pairs);
  g_free(asked->seats);
  g_free(asked->seed);
  g_free(asked->threads);
  g_free(asked->margin);
  g_strfreev(asked->settings);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Asked, asked_clear)

/* "BOT" or "BOT:BUDGET" */
static gboolean read_player(const char *text, LapPlayer *player, LapBudget *budget)
{
  const char *colon = strchr(text, ':');
  g_autofree char *name = g_strndup(text, colon ? (gsize)(colon - text) : strlen(text));
  *player = (LapPlayer){.name = text, .bot = lap_bot_named(name), .budget = colon ? budget : NULL};
  if (!player->bot) {
    g_autoptr(GString) all = g_string_new(NULL);
    for (const LapBot *const *bot = lap_bots(); *bot; bot++)
      g_string_append_printf(all, "%s%s", all->len ? ", " : "", (*bot)->name);
    fail_with(EXIT_USAGE, "there is no bot '%s'; there are: %s", name, all->str);
    return FALSE;
  }
  return read_think(text, colon ? colon + 1 : NULL, budget);
}

static int play(const LapTournament *tournament, gboolean json)
{
  g_autoptr(GError) error = NULL;
  progress_begin();
  g_autoptr(GArray) meetings = lap_tournament_play(tournament, &error);
  gboolean stopped = progress_end();
  if (!meetings) return fail_with(EXIT_FAILED, "%s", error->message);
  g_autofree char *text = (json ? lap_tournament_to_json : lap_tournament_to_table)(tournament, meetings);
  puts(g_strchomp(text));
  return stopped ? fail_with(EXIT_FAILED, "stopped: these are the pairs that were over") : EXIT_FINE;
}

static int read_and_play(LapGame *game, char **names, guint n, const Asked *asked)
{
  guint64 pairs = 500, seed = 0, threads = 0, margin = 20, seats = MAX(game->seats_min, 2);
  LapPlayer players[LAP_PLAYERS_MAX];
  LapBudget budgets[LAP_PLAYERS_MAX];
  if (game->seats_max < 2) return fail_with(EXIT_USAGE, "%s is for one seat: nobody meets anybody", game->id);
  if (!parse_number_option("--pairs", asked->pairs, 1, G_MAXUINT32, &pairs) ||
      !parse_number_option("--seed", asked->seed, 0, G_MAXUINT64, &seed) ||
      !parse_number_option("--threads", asked->threads, 1, 1024, &threads) ||
      !parse_number_option("--margin", asked->margin, 0, 400, &margin) ||
      !parse_number_option("--seats", asked->seats, MAX(game->seats_min, 2), game->seats_max, &seats))
    return EXIT_USAGE;
  for (guint i = 0; i < n; i++)
    if (!read_player(names[i], &players[i], &budgets[i])) return EXIT_USAGE;
  g_autoptr(LapOptions) options = read_options(game, asked->settings);
  if (!options) return EXIT_USAGE;
  const LapTournament tournament = {.game = game,
                                    .seats = (guint)seats,
                                    .options = options,
                                    .players = players,
                                    .n = n,
                                    .seed = seed,
                                    .pairs = pairs,
                                    .threads = (guint)threads,
                                    .margin = (double)margin,
                                    .error = 0.05,
                                    .progress = progress_show};
  return play(&tournament, asked->json);
}

int subcommand_tournament(int n, char **arguments)
{
  g_auto(Asked) asked = {0};
  const GOptionEntry options[] = {
      {"pairs", 'n', 0, G_OPTION_ARG_STRING, &asked.pairs, "Pairs of matches, at most, of each two (500)", "NUMBER"},
      {"margin", 0, 0, G_OPTION_ARG_STRING, &asked.margin, "Elo that count as better; 0: no test (20)", "ELO"},
      {"seats", 's', 0, G_OPTION_ARG_STRING, &asked.seats, "How many seats", "NUMBER"},
      {"option", 'o', 0, G_OPTION_ARG_STRING_ARRAY, &asked.settings, "An option of the game; may be repeated",
       "NAME=VALUE"},
      {"seed", 0, 0, G_OPTION_ARG_STRING, &asked.seed, "Of all matches together (0)", "NUMBER"},
      {"threads", 't', 0, G_OPTION_ARG_STRING, &asked.threads, "How many at once (one a processor)", "NUMBER"},
      {"json", 'j', 0, G_OPTION_ARG_NONE, &asked.json, "Print one JSON object instead of a table", NULL},
      ISOLATION,
      {0}};
  int code = subcommand_parse_some(&subcommand, options, &n, &arguments);
  if (code >= 0) return code;
  guint players = n < 2 ? 0 : (guint)n - 2;
  if (players < 2 || players > LAP_PLAYERS_MAX)
    return fail_with(EXIT_USAGE, "tournament: it takes a game and 2 to %d bots; see 'lapidary tournament --help'",
                     LAP_PLAYERS_MAX);
  g_auto(LoadedGame) loaded = {0};
  code = load_game(&loaded, arguments[1], NULL);
  return code >= 0 ? code : read_and_play(loaded.game, &arguments[2], players, &asked);
}
