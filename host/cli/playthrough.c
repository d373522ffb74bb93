#include "host/validate/playthrough.h"

#include <stdio.h>

#include "arguments.h"
#include "subcommand.h"

static const Subcommand subcommand = {
    "playthrough", "GAME", "Prints a match of random moves, with what everybody sees.",
    "The same seed gives the same text as long as rules and texts are the same. So a\n"
    "text that somebody has read can be kept beside the rules, as a test: --compare\n"
    "says where they play otherwise now, --update writes the text anew, to be read as\n"
    "a diff.\n"
    "\n"
    "Examples:\n"
    "  lapidary playthrough GAME --seats 3 --seed 7\n"
    "  lapidary playthrough ./build --compare playthrough.txt\n"
    "  lapidary playthrough ./build --update playthrough.txt",
    subcommand_playthrough};

enum { VIEWS_EVERY = 10 /* moves */ };

typedef struct {
  char *seats, *seed, *compare, *update;
  char **settings;
} Asked;

static void asked_clear(Asked *asked)
{
  g_free(asked->seats);
  g_free(asked->seed);
  g_free(asked->compare);
  g_free(asked->update);
  g_strfreev(asked->settings);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Asked, asked_clear)

static int compare(const char *file, const char *now)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *golden = NULL;
  if (!g_file_get_contents(file, &golden, NULL, &error))
    return fail_with(EXIT_UNKNOWN, "%s; --update writes it", error->message);
  g_autofree char *difference = lap_playthrough_difference(golden, now);
  if (!difference) return EXIT_FINE;
  puts(difference);
  return fail_with(EXIT_FAILED, "the match goes otherwise than in %s; if that is meant, write it anew with --update",
                   file);
}

static int finish(const Asked *asked, const char *text)
{
  g_autoptr(GError) error = NULL;
  if (asked->compare) return compare(asked->compare, text);
  if (!asked->update) fputs(text, stdout);
  if (!asked->update || g_file_set_contents(asked->update, text, -1, &error)) return EXIT_FINE;
  return fail_with(EXIT_FAILED, "%s", error->message);
}

static int run(const Asked *asked, const char *name)
{
  g_auto(LoadedGame) loaded = {0};
  g_autoptr(GError) error = NULL;
  int code = load_game(&loaded, name, NULL);
  if (code >= 0) return code;
  guint64 seed = 1, seats = CLAMP(2, loaded.game->seats_min, loaded.game->seats_max);
  if (!parse_number_option("--seed", asked->seed, 0, G_MAXUINT64, &seed) ||
      !parse_number_option("--seats", asked->seats, loaded.game->seats_min, loaded.game->seats_max, &seats))
    return EXIT_USAGE;
  g_autoptr(LapOptions) options = read_options(loaded.game, asked->settings);
  if (!options) return EXIT_USAGE;
  g_autofree char *variation = asked->settings ? g_strjoinv(", ", asked->settings) : NULL;
  const LapPlaythrough playthrough = {(guint)seats, seed, options, variation, VIEWS_EVERY, FALSE};
  g_autofree char *text = lap_playthrough_write(loaded.game, loaded.texts, &playthrough, &error);
  return text ? finish(asked, text) : fail_with(EXIT_FAILED, "%s: %s", loaded.game->id, error->message);
}

int subcommand_playthrough(int n, char **arguments)
{
  g_auto(Asked) asked = {0};
  const GOptionEntry options[] = {
      {"seats", 's', 0, G_OPTION_ARG_STRING, &asked.seats, "How many seats (2)", "NUMBER"},
      {"option", 'o', 0, G_OPTION_ARG_STRING_ARRAY, &asked.settings, "An option of the game; may be repeated",
       "NAME=VALUE"},
      {"seed", 0, 0, G_OPTION_ARG_STRING, &asked.seed, "Of the match and of the moves (1)", "NUMBER"},
      {"compare", 0, 0, G_OPTION_ARG_FILENAME, &asked.compare, "Say whether it is as in FILE", "FILE"},
      {"update", 0, 0, G_OPTION_ARG_FILENAME, &asked.update, "Write it to FILE", "FILE"},
      {0}};
  int code = subcommand_parse(&subcommand, options, 1, &n, &arguments);
  if (code >= 0) return code;
  if (asked.compare && asked.update) return fail_with(EXIT_USAGE, "--compare and --update exclude each other");
  return run(&asked, arguments[1]);
}
