/* How fast moves are over the wire, durable ones, beside what is possible at all: a bare echo on the same WebSocket
 * library, bare commits of the same database, and, where npm is there, the server of another framework. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "folder.h"
#include "played.h"
#include "process.h"

#define ECHO_TARGET 0.5
#define WORKER_TARGET 0.8
#define ROUNDS 3
#define IDLE 10000
#define IDLE_ALLOWANCE 2048
#define MOVES_A_MATCH 42

static guint matches_each = 24;
static guint moves_port, echoes_port, idle_port, clients_one = 1, length_one = 200, idle_one;
static char *program, *echo_program, *folder, *other_server;
static const GOptionEntry options[] = {
    {"program", 0, 0, G_OPTION_ARG_FILENAME, &program, "The lapidary program", "FILE"},
    {"echo", 0, 0, G_OPTION_ARG_FILENAME, &echo_program, "The echo", "FILE"},
    {"matches", 0, 0, G_OPTION_ARG_INT, &matches_each, "Matches that each client plays (24)", "NUMBER"},
    {"folder", 0, 0, G_OPTION_ARG_FILENAME, &folder, "Where databases are written (a temporary one)", "FOLDER"},
    {"other", 0, 0, G_OPTION_ARG_FILENAME, &other_server, "A script that measures another server", "FILE"},
    {"moves", 0, 0, G_OPTION_ARG_INT, &moves_port, "Only: moves at a server that is there", "PORT"},
    {"echoes", 0, 0, G_OPTION_ARG_INT, &echoes_port, "Only: messages to an echo that is there", "PORT"},
    {"idle", 0, 0, G_OPTION_ARG_INT, &idle_port, "Only: make matches that nobody plays", "PORT"},
    {"clients", 0, 0, G_OPTION_ARG_INT, &clients_one, "For these: how many (1)", "NUMBER"},
    {"length", 0, 0, G_OPTION_ARG_INT, &length_one, "For --echoes: bytes of a message (200)", "NUMBER"},
    {"count", 0, 0, G_OPTION_ARG_INT, &idle_one, "For --idle: how many matches", "NUMBER"},
    {0}};

/* --- a bare echo */

typedef struct {
  char *text;
  gsize length;
  guint *left; /* [clients] */
} Echo;

static const char *next_echo(gpointer data, guint client, gsize *length)
{
  Echo *echo = data;
  if (!echo->left[client]) return NULL;
  echo->left[client]--;
  *length = echo->length;
  return echo->text;
}

static gboolean echoed(gpointer data, guint client, const char *text, gsize length)
{
  const Echo *echo = data;
  (void)client;
  (void)text;
  return length == echo->length;
}

static gboolean run_echo(guint16 port, guint clients, guint messages, gsize length, LoadResult *result, GError **error)
{
  g_autoptr(Load) load = load_new(port, "/", clients, error);
  if (!load) return FALSE;
  Echo echo = {g_strnfill(length, 'x'), length, g_new(guint, clients)};
  for (guint i = 0; i < clients; i++) echo.left[i] = messages;
  gboolean fine = load_run(load, &(const LoadScript){&echo, next_echo, echoed}, result, error);
  g_free(echo.text);
  g_free(echo.left);
  return fine;
}

/* --- bare commits */

static gboolean sql(sqlite3 *database, const char *text, GError **error)
{
  if (sqlite3_exec(database, text, NULL, NULL, NULL) == SQLITE_OK) return TRUE;
  g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "SQLite: %s", sqlite3_errmsg(database));
  return FALSE;
}

static gboolean commits(sqlite3 *database, guint rows, guint group, double *rate, GError **error)
{
  g_autofree char *filling = g_strnfill(200, 'x');
  g_autofree char *insert = g_strdup_printf("INSERT INTO entry(text) VALUES('%s')", filling);
  gint64 begun = g_get_monotonic_time();
  for (guint i = 0; i < rows; i += group) {
    if (!sql(database, "BEGIN", error)) return FALSE;
    for (guint j = 0; j < group; j++)
      if (!sql(database, insert, error)) return FALSE;
    if (!sql(database, "COMMIT", error)) return FALSE;
  }
  *rate = rows * 1e6 / (double)(g_get_monotonic_time() - begun);
  return TRUE;
}

static gboolean run_commits(double *singly, double *grouped, GError **error)
{
  g_autofree char *file = g_build_filename(folder, "commits.db", NULL);
  sqlite3 *database = NULL;
  gboolean fine = sqlite3_open(file, &database) == SQLITE_OK &&
                  sql(database, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE entry(text TEXT)",
                      error) &&
                  commits(database, 2000, 1, singly, error) && commits(database, 64 * 500, 64, grouped, error);
  sqlite3_close(database);
  return fine;
}

/* --- our own server */

/* Limits are for the many, who are one here. */
static gboolean serve(Process *process, const char *store, const char *isolation, GError **error)
{
  g_autofree char *file = g_build_filename(folder, store, NULL);
  g_autofree char *url = g_strconcat("sqlite:", file, NULL);
  const char *command[] = {program,       "serve",
                           "--port",      "0",
                           "--store",     url,
                           "--isolation", isolation,
                           "--limit",     "rate=1000000",
                           "--limit",     "burst=1000000",
                           "--limit",     "matches=1000000",
                           "--limit",     "matches_per_address=1000000",
                           "--limit",     "connections_per_address=1000",
                           "--limit",     "open_matches=100000",
                           "--limit",     "entries=1000000000",
                           "--limit",     "entries_per_address=1000000000",
                           NULL};
  return process_start(process, command, error);
}

static gboolean run_moves(guint16 port, guint clients, LoadResult *result, gsize *length, GError **error)
{
  g_autoptr(Load) load = load_new(port, "/ws", clients, error);
  g_autoptr(Played) played = load ? played_new(load, clients, matches_each, error) : NULL;
  gboolean fine = played && played_run(played, load, result, error);
  if (fine) *length = played_request_length(played);
  return fine;
}

static void print_row(const char *what, guint clients, const LoadResult *result)
{
  g_print("%-34s %8u %12.0f %10.0f %10.0f\n", what, clients, (double)result->answers / result->seconds, result->p50,
          result->p99);
}

static double rate(const LoadResult *result) { return (double)result->answers / result->seconds; }

static gboolean compare(Process *ours, const Process *echo, GError **error)
{
  static const guint clients[] = {1, 64};
  double ratio = 0;
  g_print("%-34s %8s %12s %10s %10s\n", "over WebSocket", "matches", "a second", "p50 us", "p99 us");
  for (guint i = 0; i < G_N_ELEMENTS(clients); i++) {
    LoadResult moves, echoes;
    gsize length;
    if (!run_moves(ours->port, clients[i], &moves, &length, error) ||
        !run_echo(echo->port, clients[i], matches_each * MOVES_A_MATCH, length, &echoes, error))
      return FALSE;
    print_row("moves, durable when acknowledged", clients[i], &moves);
    print_row("a bare echo, nothing kept", clients[i], &echoes);
    ratio = rate(&moves) / rate(&echoes);
    g_print("%-34s %8u %12.2f\n", "moves / echo", clients[i], ratio);
  }
  g_print("moves / echo with 64 matches: %.2f, target %.2f: %s\n", ratio, ECHO_TARGET,
          ratio >= ECHO_TARGET ? "reached" : "missed");
  return TRUE;
}

/* --- rules that run in a worker */

/* The first of its processes that runs rules. */
static char *find_worker(const Process *process)
{
  g_autofree char *tasks = g_strdup_printf("/proc/%s/task", g_subprocess_get_identifier(process->process));
  g_autoptr(GDir) dir = g_dir_open(tasks, 0, NULL);
  for (const char *task; dir && (task = g_dir_read_name(dir));) {
    g_autofree char *file = g_build_filename(tasks, task, "children", NULL), *text = NULL;
    if (!g_file_get_contents(file, &text, NULL, NULL) || !*text) continue;
    text[strcspn(text, " ")] = '\0';
    return g_steal_pointer(&text);
  }
  return NULL;
}

/* What it takes by itself, and with its share of what it has in common with others; KiB. */
static void print_memory(const Process *process)
{
  static const char *const members[] = {"\nRss:", "\nPss:"};
  g_autofree char *worker = find_worker(process), *text = NULL;
  g_autofree char *file = g_strdup_printf("/proc/%s/smaps_rollup", worker ? worker : "self");
  if (!worker || !g_file_get_contents(file, &text, NULL, NULL)) return;
  g_print("memory of a worker that has played them:");
  for (guint i = 0; i < G_N_ELEMENTS(members); i++) {
    const char *at = strstr(text, members[i]);
    g_print(" %s %" G_GINT64_FORMAT " KiB", members[i] + 1,
            at ? g_ascii_strtoll(at + strlen(members[i]), NULL, 10) : -1);
  }
  g_print("\n");
}

/* The same moves with the rules in the host and in a worker, in turns. */
static gboolean compare_workers(Process *ours, Process *isolated, GError **error)
{
  double here = 0, apart = 0;
  g_print("\n");
  for (guint i = 0; i < ROUNDS; i++) {
    LoadResult moves;
    gsize length;
    if (!run_moves(ours->port, 64, &moves, &length, error)) return FALSE;
    print_row("moves, rules in the host", 64, &moves);
    here += rate(&moves);
    if (!run_moves(isolated->port, 64, &moves, &length, error)) return FALSE;
    print_row("moves, rules in a worker", 64, &moves);
    apart += rate(&moves);
  }
  g_print("in a worker / in the host: %.2f, target %.2f: %s\n", apart / here, WORKER_TARGET,
          apart >= WORKER_TARGET * here ? "reached" : "missed");
  print_memory(isolated);
  return TRUE;
}

/* --- many matches that nobody plays */

static gboolean create_idle(Process *process, gsize *bytes, GError **error)
{
  g_autoptr(Load) load = load_new(process->port, "/ws", 16, error);
  if (!load || !played_create_idle(load, 500, error)) return FALSE;
  gsize before = process_memory(process);
  if (!played_create_idle(load, IDLE, error)) return FALSE;
  *bytes = (process_memory(process) - before) / IDLE;
  return TRUE;
}

/* From the start of the program to the first answer about a match that was stored before. */
static gboolean restart(Process *process, const Played *played, double *milliseconds, GError **error)
{
  process_stop(process);
  gint64 begun = g_get_monotonic_time();
  if (!serve(process, "idle.db", "none", error)) return FALSE;
  g_autoptr(Load) load = load_new(process->port, "/ws", 1, error);
  if (!load || !played_ask_view(load, played, error)) return FALSE;
  *milliseconds = (double)(g_get_monotonic_time() - begun) / 1000;
  return TRUE;
}

static gboolean many(GError **error)
{
  Process process = {0};
  gsize bytes = 0;
  double milliseconds = 0;
  if (!serve(&process, "idle.db", "none", error)) return FALSE;
  g_autoptr(Load) load = load_new(process.port, "/ws", 1, error);
  g_autoptr(Played) played = load ? played_new(load, 1, 1, error) : NULL;
  gboolean fine = played && create_idle(&process, &bytes, error) && restart(&process, played, &milliseconds, error);
  process_stop(&process);
  if (!fine) return FALSE;
  g_print("\nmemory of an idle match, of %u: %" G_GSIZE_FORMAT
          " bytes, block and all; allowance beside the block: %d\n",
          IDLE, bytes, IDLE_ALLOWANCE);
  g_print("from start to the first answer, with %u stored: %.0f ms\n", IDLE, milliseconds);
  return TRUE;
}

/* --- another framework */

static void run_other(void)
{
  const char *command[] = {"node", other_server, NULL};
  g_autoptr(GError) error = NULL;
  g_autoptr(GSubprocess) node = other_server ? g_subprocess_newv(command, G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error)
                                             : NULL;
  g_autofree char *text = NULL;
  if (node && g_subprocess_communicate_utf8(node, NULL, NULL, &text, NULL, &error) && g_subprocess_get_successful(node))
    g_print("\n%s", text);
  else
    g_print("\nanother framework: not measured%s%s\n", error ? ": " : "", error ? error->message : "");
}

static gboolean run(GError **error)
{
  const char *echo_command[] = {echo_program, NULL};
  Process ours = {0}, echo = {0}, isolated = {0};
  double singly, grouped;
  gboolean fine = serve(&ours, "moves.db", "none", error) && process_start(&echo, echo_command, error) &&
                  compare(&ours, &echo, error) && serve(&isolated, "isolated.db", "all", error) &&
                  compare_workers(&ours, &isolated, error) && run_commits(&singly, &grouped, error);
  process_stop(&ours);
  process_stop(&echo);
  process_stop(&isolated);
  if (!fine) return FALSE;
  g_print("bare commits of the same database: %.0f rows a second singly, %.0f in groups of 64\n", singly, grouped);
  if (!many(error)) return FALSE;
  run_other();
  return TRUE;
}

/* --- one measurement, for a script that has started the servers */

/* Everything is got ready before a line comes in, so that several of these begin together. */
static void wait_until_told(void)
{
  char line[16];
  g_print("ready\n");
  if (!fgets(line, sizeof line, stdin)) exit(1);
}

static gboolean measure_moves(LoadResult *result, gsize *length, GError **error)
{
  g_autoptr(Load) load = load_new((guint16)moves_port, "/ws", clients_one, error);
  g_autoptr(Played) played = load ? played_new(load, clients_one, matches_each, error) : NULL;
  if (!played) return FALSE;
  wait_until_told();
  if (!played_run(played, load, result, error)) return FALSE;
  *length = played_request_length(played);
  return TRUE;
}

static gboolean run_one(GError **error)
{
  LoadResult result = {0};
  gsize length = length_one;
  if (idle_port) {
    g_autoptr(Load) load = load_new((guint16)idle_port, "/ws", clients_one, error);
    return load && played_create_idle(load, idle_one, error);
  }
  if (!(moves_port ? measure_moves(&result, &length, error)
                   : run_echo((guint16)echoes_port, clients_one, matches_each * MOVES_A_MATCH, length, &result, error)))
    return FALSE;
  g_print("{\"answers\":%" G_GUINT64_FORMAT ",\"seconds\":%f,\"p50\":%.0f,\"p99\":%.0f,\"length\":%" G_GSIZE_FORMAT
          "}\n",
          result.answers, result.seconds, result.p50, result.p99, length);
  return TRUE;
}

static gboolean run_all(GError **error)
{
  gboolean own = !folder;
  if (own) folder = make_folder("bench");
  gboolean fine = run(error);
  if (own) remove_folder(folder);
  return fine;
}

int main(int argc, char **argv)
{
  g_autoptr(GOptionContext) context = g_option_context_new("- how fast moves are over the wire");
  g_autoptr(GError) error = NULL;
  g_option_context_add_main_entries(context, options, NULL);
  if (!g_option_context_parse(context, &argc, &argv, &error)) {
    g_printerr("wire: %s\n", error->message);
    return 2;
  }
  gboolean one = moves_port || echoes_port || idle_port;
  if (!one && (!program || !echo_program)) {
    g_printerr("wire: --program and --echo are needed\n");
    return 2;
  }
  if ((one ? run_one : run_all)(&error)) return 0;
  g_printerr("wire: %s\n", error->message);
  return 1;
}
