/* Compares simulations: of variants, options, builds or players. */
#include "side.h"
#include "subcommand.h"

static const Subcommand subcommand = {
    "compare", "SIDE SIDE...", "Says what differs between games, options, builds or bots.",
    "A side is a game, GAME, with options and bots of its own if it has any,\n"
    "GAME:NAME=VALUE,...@BOT,...; the path of a plugin, for another build; or a file\n"
    "of 'lapidary simulate --json'. Each is compared with the first, on the same\n"
    "seeds: wins, lengths, points, what is done. The p-values are corrected for how\n"
    "many measures are looked at; below 0.05 a measure is said to differ.\n"
    "\n"
    "Examples:\n"
    "  lapidary compare GAME VARIANT --matches 10000\n"
    "  lapidary compare GAME:NAME=1 GAME:NAME=2 --seats normal,normal\n"
    "  lapidary compare GAME@hard,easy GAME@easy,easy\n"
    "  lapidary compare old.json ./build/game",
    subcommand_compare};

static int compare(char **texts, guint n, const SideOptions *options, gboolean json)
{
  g_autoptr(GArray) sides = sides_new(n);
  LapSide *side = (LapSide *)(gpointer)sides->data;
  for (guint i = 0; i < n; i++) {
    int code = side_play(&side[i], texts[i], options, i);
    if (code >= 0) return code;
  }
  sides_name(side, n);
  return sides_print(sides, options, json ? lap_comparison_to_json : lap_comparison_to_table);
}

int subcommand_compare(int n, char **arguments)
{
  SideOptions options = {0};
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
      SIDE_OPTIONS(options){"json", 'j', 0, G_OPTION_ARG_NONE, &json, "Print one JSON object instead of a table", NULL},
      ISOLATION,
      {0}};
  int code = subcommand_parse_some(&subcommand, entries, &n, &arguments);
  if (code < 0 && n < 3)
    code = fail_with(EXIT_USAGE, "compare: it takes two sides or more; see 'lapidary compare --help'");
  if (code < 0) code = compare(&arguments[1], (guint)n - 1, &options, json);
  side_options_clear(&options);
  return code;
}
