/* The program's subcommands: one a file, each a thin front on the library. */
#pragma once

#include <glib.h>

/* Exit codes, for scripts; `lapidary --help` documents them. */
enum {
  EXIT_FINE = 0,
  EXIT_FAILED = 1,      /* a fault, a replay that diverged, a property that does not hold */
  EXIT_USAGE = 2,       /* the command line makes no sense */
  EXIT_UNKNOWN = 3,     /* no such game, file or ply */
  EXIT_UNAVAILABLE = 4, /* the plugin was found, but is unavailable */
  EXIT_RULES = 5,       /* a hook of a plugin ended the process, or did not come back */
};

/* `arguments` are those behind the subcommand, argument 0 is the subcommand; owned by the caller. Returns an exit code.
 */
typedef int (*SubcommandRun)(int n, char **arguments);

int subcommand_games(int n, char **arguments);
int subcommand_info(int n, char **arguments);
int subcommand_diff(int n, char **arguments);
int subcommand_pack(int n, char **arguments);
int subcommand_play(int n, char **arguments);
int subcommand_simulate(int n, char **arguments);
int subcommand_merge(int n, char **arguments);
int subcommand_compare(int n, char **arguments);
int subcommand_sweep(int n, char **arguments);
int subcommand_tournament(int n, char **arguments);
int subcommand_replay(int n, char **arguments);
int subcommand_dump(int n, char **arguments);
int subcommand_perft(int n, char **arguments);
int subcommand_check(int n, char **arguments);
int subcommand_dev(int n, char **arguments);
int subcommand_install(int n, char **arguments);
int subcommand_new(int n, char **arguments);
int subcommand_playthrough(int n, char **arguments);
int subcommand_plugins(int n, char **arguments);
int subcommand_serve(int n, char **arguments);
int subcommand_stdio(int n, char **arguments);
int subcommand_mcp(int n, char **arguments);
int subcommand_matches(int n, char **arguments);
int subcommand_verify(int n, char **arguments);
int subcommand_backup(int n, char **arguments);
int subcommand_nodes(int n, char **arguments);

int subcommand_completion(int n, char **arguments);

typedef struct {
  const char *name, *summary;
  SubcommandRun run;
} SubcommandRow;
/* All of them, in the order of the help, ended by a NULL name; `main` sets it. */
extern const SubcommandRow *subcommand_rows;
/* Parts of the help, a line for each. */
extern const char help_exit_codes[], help_environment[];

/* The parts of a subcommand's --help. */
typedef struct {
  const char *name;
  const char *arguments; /* "GAME", "" */
  const char *summary;   /* one line, for the list of subcommands too */
  const char *more;      /* examples and notes */
  SubcommandRun run;
} Subcommand;

/* Calls `describe` for each subcommand, with its options. */
typedef void (*SubcommandDescribe)(const Subcommand *subcommand, const GOptionEntry *options, gpointer data);
void subcommand_describe(SubcommandDescribe describe, gpointer data);

/* Reads options and takes exactly `wanted` arguments that are no options; `*n` and `arguments` keep those (argument 0
 * is the subcommand). Prints help or one line that says what is wrong. Returns -1 to go on, or the exit code to leave
 * with. */
int subcommand_parse(const Subcommand *subcommand, const GOptionEntry *options, guint wanted, int *n,
                     char ***arguments);

/* The same with as many arguments as there are. */
int subcommand_parse_some(const Subcommand *subcommand, const GOptionEntry *options, int *n, char ***arguments);

/* One line on standard error, "lapidary: ...". Returns `code`. */
int fail_with(int code, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The number that `text` is, in decimal, or FALSE. */
gboolean parse_number(const char *text, guint64 *number);

/* Reads `text` as the value of `option`, `low` to `high`; NULL leaves `*number` as it is. Before it returns FALSE it
 * prints on standard error what would be right. */
gboolean parse_number_option(const char *option, const char *text, guint64 low, guint64 high, guint64 *number);

/* `number` with commas between thousands, for people. */
char *grouped_number(guint64 number);
/* "1 match", "2,000 matches". (transfer full) */
char *counted(guint64 n, const char *one, const char *several);
