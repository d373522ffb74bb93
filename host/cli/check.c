#include "host/validate/validate.h"

#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "host/text/nearest.h"
#include "project.h"
#include "subcommand.h"
#include "terminal.h"

static const Subcommand subcommand = {
    "check", "GAME|FILE|FOLDER", "Tries over random play whether a plugin keeps the contract.",
    "A game that is installed, or the plugin of a keyfile, a module or a folder. A\n"
    "folder with a meson.build is built first, in its folder \"build\".\n"
    "\n"
    "Each property is tried in a process of its own, with limits of time and memory,\n"
    "where no rules start processes or threads, open files or sockets, or print. One\n"
    "that does not hold is described with the seed and the ply to look at, and makes\n"
    "the exit code 1. --list shows what is tried, and needs no game.\n"
    "\n"
    "Examples:\n"
    "  lapidary check GAME\n"
    "  lapidary check FOLDER --save-log failures\n"
    "  lapidary check build/GAME.plugin --tap --positions 50\n"
    "  lapidary check GAME --property paired-worlds --positions 10000 --seed 7",
    subcommand_check};

static void list_properties(void)
{
  for (const LapProperty *property = lap_validate_properties(); property->name; property++) {
    g_autofree char *first = g_strdup_printf("%-18s ", property->name);
    terminal_paragraph(first, property->promise);
  }
}

static gboolean property_exists(const char *name)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (const LapProperty *property = lap_validate_properties(); property->name; property++) {
    if (strcmp(property->name, name) == 0) return TRUE;
    g_ptr_array_add(names, (char *)property->name);
  }
  g_ptr_array_add(names, NULL);
  g_autofree char *near = lap_nearest_names(name, (const char *const *)names->pdata);
  if (near)
    fail_with(EXIT_USAGE, "there is no property '%s'; did you mean %s?", name, near);
  else
    fail_with(EXIT_USAGE, "there is no property '%s'; 'lapidary check --list' shows them", name);
  return FALSE;
}

/* "n/a" where the game has nothing that the property is about. */
static char *verdict_word(const LapVerdict *verdict)
{
  if (!verdict->tried) return terminal_styled(TERMINAL_DIM, "-----");
  if (!verdict->passed) return terminal_styled(TERMINAL_BAD, "FAILS");
  return verdict->positions ? terminal_styled(TERMINAL_GOOD, "holds") : terminal_styled(TERMINAL_DIM, "n/a  ");
}

typedef struct {
  gboolean tap;
  guint n, failed; /* verdicts */
} Report;

static void print_row(const LapVerdict *verdict)
{
  g_autofree char *word = verdict_word(verdict);
  printf("%s  %-18s %2u %s  %7" G_GUINT64_FORMAT " position%s\n", word, verdict->property->name, verdict->seats,
         verdict->seats == 1 ? "seat " : "seats", verdict->positions, verdict->positions == 1 ? "" : "s");
  if (!verdict->passed && verdict->message) terminal_paragraph("       ", verdict->message);
  if (verdict->note) terminal_paragraph("       ", verdict->note);
  if (verdict->log) printf("       lapidary replay %s\n", verdict->log);
}

static void print_diagnostic(const char *what, const char *text)
{
  g_autofree char *line = g_strdup(text ? text : "");
  if (text) printf("# %s%s\n", what, g_strdelimit(line, "\n", ' '));
}

/* The Test Anything Protocol. */
static void print_tap(const LapVerdict *verdict, guint number)
{
  g_autofree char *why = g_strdup(verdict->message ? verdict->message : "");
  printf("%s %u - %s, %u %s", verdict->passed || !verdict->tried ? "ok" : "not ok", number, verdict->property->name,
         verdict->seats, verdict->seats == 1 ? "seat" : "seats");
  if (!verdict->tried)
    printf(" # SKIP %s", g_strdelimit(why, "\n#", ' '));
  else if (verdict->passed && !verdict->positions)
    printf(" # SKIP the game has nothing that it is about");
  putchar('\n');
  if (verdict->tried && !verdict->passed) print_diagnostic("", verdict->message);
  print_diagnostic("", verdict->note);
  print_diagnostic("lapidary replay ", verdict->log);
}

static void print_verdict(const LapVerdict *verdict, gpointer data)
{
  Report *report = data;
  report->n++;
  report->failed += !verdict->passed;
  if (report->tap)
    print_tap(verdict, report->n);
  else
    print_row(verdict);
  fflush(stdout);
}

static int validate(const LoadedGame *loaded, const char *only, gboolean tap, LapValidateOptions options)
{
  g_autoptr(LapGame) base = base_game(loaded->registry, loaded->game);
  Report report = {.tap = tap};
  options.report = print_verdict;
  options.data = &report;
  g_ptr_array_unref(lap_validate(loaded->game, base, only, &options));
  if (tap) printf("1..%u\n", report.n);
  if (!report.failed) return EXIT_FINE;
  return fail_with(EXIT_FAILED, "%s: %u of the properties %s not hold%s", loaded->game->id, report.failed,
                   report.failed == 1 ? "does" : "do", options.logs ? "" : "; --save-log saves the matches to look at");
}

typedef struct {
  char *property, *seats, *positions, *seed, *seconds, *logs;
  char **settings;
  gboolean list, here, tap;
} Asked;

static void asked_clear(Asked *asked)
{
  g_free(asked->property);
  g_free(asked->seats);
  g_free(asked->positions);
  g_free(asked->seed);
  g_free(asked->seconds);
  g_free(asked->logs);
  g_strfreev(asked->settings);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Asked, asked_clear)

/* A path is built before it is loaded. */
static int load(LoadedGame *loaded, const char *name)
{
  g_auto(Project) project = {0};
  if (!project_is_path(name)) return load_game(loaded, name, NULL);
  int code = project_build(name);
  if (code < 0) code = project_find(&project, name);
  return code < 0 ? load_game_in(loaded, project.folder, project.id, NULL) : code;
}

static int run(const Asked *asked, const char *name)
{
  guint64 seats = 0, positions = 1000, seed = 0, seconds = 60;
  if (asked->property && !property_exists(asked->property)) return EXIT_USAGE;
  if (!parse_number_option("--positions", asked->positions, 1, G_MAXUINT32, &positions) ||
      !parse_number_option("--seed", asked->seed, 0, G_MAXUINT64, &seed) ||
      !parse_number_option("--seconds", asked->seconds, 1, 86400, &seconds))
    return EXIT_USAGE;
  g_auto(LoadedGame) loaded = {0};
  int code = load(&loaded, name);
  if (code >= 0) return code;
  if (!parse_number_option("--seats", asked->seats, loaded.game->seats_min, loaded.game->seats_max, &seats))
    return EXIT_USAGE;
  g_autoptr(LapOptions) values = read_options(loaded.game, asked->settings);
  if (!values) return EXIT_USAGE;
  LapValidateOptions options = {.seats = (guint)seats,
                                .positions = (guint)positions,
                                .seed = seed,
                                .seconds = (guint)seconds,
                                .fork = !asked->here,
                                .values = values,
                                .logs = asked->logs,
                                .folders = lap_registry_get_folders(loaded.registry, loaded.game->id)};
  return validate(&loaded, asked->property, asked->tap, options);
}

static gboolean wants_list(int n, char **arguments)
{
  for (int i = 1; i < n; i++)
    if (strcmp(arguments[i], "--list") == 0) return TRUE;
  return FALSE;
}

int subcommand_check(int n, char **arguments)
{
  g_auto(Asked) asked = {0};
  const GOptionEntry options[] = {
      {"property", 'p', 0, G_OPTION_ARG_STRING, &asked.property, "Only this one", "PROPERTY"},
      {"seats", 's', 0, G_OPTION_ARG_STRING, &asked.seats, "Only with so many seats", "NUMBER"},
      {"option", 'o', 0, G_OPTION_ARG_STRING_ARRAY, &asked.settings, "An option of the game; may be repeated",
       "NAME=VALUE"},
      {"positions", 'n', 0, G_OPTION_ARG_STRING, &asked.positions, "At least so many for each property (1000)",
       "NUMBER"},
      {"seed", 0, 0, G_OPTION_ARG_STRING, &asked.seed, "Of the random play (0)", "NUMBER"},
      {"seconds", 0, 0, G_OPTION_ARG_STRING, &asked.seconds, "Time limit for each property (60)", "NUMBER"},
      {"save-log", 0, 0, G_OPTION_ARG_FILENAME, &asked.logs, "Save the matches that fail there, for replay", "FOLDER"},
      {"tap", 0, 0, G_OPTION_ARG_NONE, &asked.tap, "Print TAP, for test runners", NULL},
      {"here", 0, 0, G_OPTION_ARG_NONE, &asked.here, "Try in this process, for debuggers", NULL},
      {"list", 0, 0, G_OPTION_ARG_NONE, &asked.list, "List the properties", NULL},
      {0}};
  guint wanted = wants_list(n, arguments) ? 0 : 1;
  int code = subcommand_parse(&subcommand, options, wanted, &n, &arguments);
  if (code >= 0) return code;
  if (!asked.list) return run(&asked, arguments[1]);
  list_properties();
  return EXIT_FINE;
}
