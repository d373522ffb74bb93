/* The program's verbs: one a file, each a thin front on the library. */
#pragma once

#include <glib.h>

/* What scripts can tell apart; `lapidary --help` documents it. */
enum {
  EXIT_FINE = 0,
  EXIT_FAILED = 1,      /* a fault, a replay that diverged, a property that does not hold */
  EXIT_USAGE = 2,       /* the command line makes no sense */
  EXIT_UNKNOWN = 3,     /* no such game, file or ply */
  EXIT_UNAVAILABLE = 4, /* the plugin was found, but cannot be had */
};

/* `arguments` are those behind the verb, argument 0 is the verb; owned by the caller. Returns an exit code. */
typedef int (*VerbRun)(int n, char **arguments);

int verb_games(int n, char **arguments);
int verb_info(int n, char **arguments);
int verb_play(int n, char **arguments);
int verb_simulate(int n, char **arguments);
int verb_replay(int n, char **arguments);
int verb_perft(int n, char **arguments);
int verb_validate(int n, char **arguments);
int verb_plugins(int n, char **arguments);
int verb_serve(int n, char **arguments);
int verb_stdio(int n, char **arguments);
int verb_matches(int n, char **arguments);

/* What every verb says of itself in --help. */
typedef struct {
  const char *name;
  const char *arguments; /* "GAME", "" */
  const char *summary;   /* one line, for the list of verbs too */
  const char *more;      /* examples and what there is to know */
  VerbRun run;
} Verb;

/* Reads options and takes exactly `wanted` arguments that are no options; `*n` and `arguments` keep those (argument 0
 * is the verb). Prints help or one line of complaint. Returns -1 to go on, or the exit code to leave with. */
int verb_parse(const Verb *verb, const GOptionEntry *options, guint wanted, int *n, char ***arguments);

/* The same with as many arguments as there are. */
int verb_parse_some(const Verb *verb, const GOptionEntry *options, int *n, char ***arguments);

/* One line on standard error, "lapidary: ...". Returns `code`. */
int verb_fail(int code, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The number that `text` is, in decimal, or FALSE. */
gboolean verb_number(const char *text, guint64 *number);

/* Numbers of the command line: decimal, not below zero, within bounds. */

/* Reads `text` as the value of `option`, `low` to `high`; NULL leaves `*number` as it is. FALSE after it has said on
 * standard error what would be right. */
gboolean number_read(const char *option, const char *text, guint64 low, guint64 high, guint64 *number);

/* `number` with commas between thousands, for people. */
char *number_grouped(guint64 number);
