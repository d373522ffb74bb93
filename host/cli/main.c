/* The lapidary program: one subcommand a file, thin on the library. */
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "host/text/nearest.h"
#include "subcommand.h"

static const SubcommandRow subcommands[] = {
    {"games", "List the games and variants that there are", subcommand_games},
    {"info", "Show all that is known of a game", subcommand_info},
    {"diff", "Show what a variant changes of a game", subcommand_diff},
    {"play", "Play a game at this terminal", subcommand_play},
    {"serve", "Host matches for browsers and other programs", subcommand_serve},
    {"stdio", "Host matches for one program, over its pipes", subcommand_stdio},
    {"mcp", "Let an assistant play, by the Model Context Protocol", subcommand_mcp},
    {"matches", "List, show, export, copy and prune what matches are kept", subcommand_matches},
    {"verify", "Verify that nothing in a store is lost or damaged", subcommand_verify},
    {"backup", "Copy a store into a new file, also while a server runs", subcommand_backup},
    {"nodes", "List the nodes that share a store", subcommand_nodes},
    {"simulate", "Play many matches and count what comes out", subcommand_simulate},
    {"merge", "Put parts together that several machines played", subcommand_merge},
    {"compare", "Say what differs between games, options or bots", subcommand_compare},
    {"sweep", "Say what an option changes, value by value", subcommand_sweep},
    {"tournament", "Let bots meet, and say which is better by how much", subcommand_tournament},
    {"replay", "Verify the log of a match and show it", subcommand_replay},
    {"dump", "Print a position by its fields", subcommand_dump},
    {"perft", "Count the tree of a game, ply by ply", subcommand_perft},
    {"new", "Begin a plugin: a folder that builds and plays at once", subcommand_new},
    {"check", "Try whether a plugin keeps the contract", subcommand_check},
    {"dev", "Host a plugin while it is written, built as it is saved", subcommand_dev},
    {"pack", "Put a plugin into one file, to be given to others", subcommand_pack},
    {"install", "Install a plugin for this user", subcommand_install},
    {"playthrough", "Print a match, or compare it with the one in a file", subcommand_playthrough},
    {"plugins", "List every plugin found, and why some are unavailable", subcommand_plugins},
    {"completion", "Print the completion for a shell, or the manual", subcommand_completion},
    {NULL, NULL, NULL},
};
enum { SUBCOMMANDS = G_N_ELEMENTS(subcommands) - 1 };

static void print_help(FILE *out)
{
  fputs("Usage:\n  lapidary SUBCOMMAND [OPTION...] [ARGUMENT]\n\n"
        "A host for turn-based table games, whose rules are plugins.\n\nSubcommands:\n",
        out);
  for (gsize i = 0; i < SUBCOMMANDS; i++) fprintf(out, "  %-11s %s\n", subcommands[i].name, subcommands[i].summary);
  fprintf(out,
          "\n'lapidary SUBCOMMAND --help' explains one.\n'lapidary --version' prints the version.\n\n"
          "Exit codes:\n%s\nEnvironment:\n%s\n"
          "Start here:\n  lapidary games\n  lapidary play GAME\n  lapidary serve\n",
          help_exit_codes, help_environment);
}

static SubcommandRun subcommand_named(const char *name)
{
  for (gsize i = 0; i < SUBCOMMANDS; i++)
    if (strcmp(subcommands[i].name, name) == 0) return subcommands[i].run;
  return NULL;
}

/* What others call them. */
static const char *const synonyms[][2] = {
    {"create", "new"}, {"init", "new"}, {"lint", "check"}, {"test", "check"}, {"validate", "check"}};

static int unknown_subcommand(const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS(synonyms); i++)
    if (strcmp(synonyms[i][0], name) == 0)
      return fail_with(EXIT_USAGE, "there is no subcommand '%s'; 'lapidary %s' does that", name, synonyms[i][1]);
  const char *names[SUBCOMMANDS + 1] = {NULL};
  for (gsize i = 0; i < SUBCOMMANDS; i++) names[i] = subcommands[i].name;
  g_autofree char *near = lap_nearest_names(name, names);
  if (near) return fail_with(EXIT_USAGE, "there is no subcommand '%s'; did you mean %s?", name, near);
  return fail_with(EXIT_USAGE, "there is no subcommand '%s'; 'lapidary --help' lists them", name);
}

/* "lapidary help SUBCOMMAND" is "lapidary SUBCOMMAND --help". */
static int help_for(int n, char **arguments)
{
  if (n < 2) {
    print_help(stdout);
    return EXIT_FINE;
  }
  SubcommandRun run = subcommand_named(arguments[1]);
  char *help[] = {arguments[1], (char *)"--help", NULL};
  return run ? run(2, help) : unknown_subcommand(arguments[1]);
}

static gboolean is(const char *argument, const char *longer, const char *shorter)
{
  return strcmp(argument, longer) == 0 || strcmp(argument, shorter) == 0;
}

static int run(int n, char **arguments)
{
  if (n < 1) {
    print_help(stderr);
    return EXIT_USAGE;
  }
  if (is(arguments[0], "--help", "-h")) return help_for(1, arguments);
  if (is(arguments[0], "help", "help")) return help_for(n, arguments);
  if (is(arguments[0], "--version", "-V")) {
    puts("lapidary " LAPIDARY_VERSION);
    return EXIT_FINE;
  }
  SubcommandRun subcommand = subcommand_named(arguments[0]);
  return subcommand ? subcommand(n, arguments) : unknown_subcommand(arguments[0]);
}

int main(int argc, char **argv)
{
  setlocale(LC_ALL, "");
  subcommand_rows = subcommands;
  /* GLib's help reads the program's name from the vector, and leaves what it did not take. */
  int code = run(argc - 1, argv + 1);
  /* A full disk or a closed pipe must not look like success. */
  if (fflush(stdout) != 0 || ferror(stdout)) return code ? code : EXIT_FAILED;
  return code;
}
