#include "service.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "host/rpc/limits.h"
#include "host/server/crash.h"
#include "host/server/log.h"
#include "host/server/plugin-log.h"
#include "host/store/threaded-store.h"
#include "notify.h"
#include "subcommand.h"

enum { HELP_COLUMNS = 78 };

/* How long it waits at the beginning for a plugin that is tried, in ms, if no other is known meanwhile. */
enum { PATIENCE = 2000 };

/* --- limits */

static void begin_line(GString *out, int indent, gsize *line)
{
  *line = out->len;
  g_string_append_printf(out, "%*s", indent - 1, "");
}

/* In lines of HELP_COLUMNS, each behind `indent` blanks. */
static void append_words(GString *out, int indent, const char *text)
{
  g_auto(GStrv) words = g_strsplit(text, " ", -1);
  gsize line;
  begin_line(out, indent, &line);
  for (char **word = words; *word; word++) {
    if (out->len - line + strlen(*word) >= HELP_COLUMNS) {
      g_string_append_c(out, '\n');
      begin_line(out, indent, &line);
    }
    g_string_append_printf(out, " %s", *word);
  }
  g_string_append_c(out, '\n');
}

void service_describe_limits(GString *out)
{
  g_string_append(out, "Limits, with their defaults:\n");
  for (const LapLimit *limit = lap_limits; limit->name; limit++) {
    g_string_append_printf(out, "  %s=%" G_GINT64_FORMAT "\n", limit->name, limit->value);
    append_words(out, 6, limit->meaning);
  }
  g_string_truncate(out, out->len - 1);
}

static gboolean set_limit(LapServer *server, const char *setting)
{
  g_autoptr(GError) error = NULL;
  const char *equals = strchr(setting, '=');
  gint64 value;
  if (!equals || !g_ascii_string_to_signed(equals + 1, 10, 0, G_MAXINT64, &value, NULL)) {
    fail_with(EXIT_USAGE, "--limit wants NAME=VALUE with a number from 0, not '%s'", setting);
    return FALSE;
  }
  g_autofree char *name = g_strndup(setting, (gsize)(equals - setting));
  if (lap_server_set_limit(server, name, value, &error)) return TRUE;
  fail_with(EXIT_USAGE, "--limit %s: %s", setting, error->message);
  return FALSE;
}

/* --- beginning */

static gboolean set_level(const char *level)
{
  guint i = level ? 0 : LAP_SERVER_LOG_INFO;
  while (level && lap_server_log_levels[i] && !g_str_equal(lap_server_log_levels[i], level)) i++;
  if (lap_server_log_levels[i]) {
    lap_server_log_open((LapServerLogLevel)i, STDERR_FILENO);
    return TRUE;
  }
  g_autofree char *levels = g_strjoinv(", ", (char **)lap_server_log_levels);
  fail_with(EXIT_USAGE, "--log-level wants one of %s, not '%s'", levels, level);
  return FALSE;
}

static gboolean set_prune_after(LapServer *server, const char *text)
{
  guint64 days = 0;
  if (text && (!parse_number(text, &days) || days < 1 || days > 36500)) {
    fail_with(EXIT_USAGE, "--prune-after wants a number of days from 1 to 36500, not '%s'", text);
    return FALSE;
  }
  lap_server_set_prune_after(server, (guint)days);
  return TRUE;
}

static gboolean check_on_change(const char *text)
{
  if (!text || g_str_equal(text, "keep") || g_str_equal(text, "move")) return TRUE;
  fail_with(EXIT_USAGE, "--on-change wants keep or move, not '%s'", text);
  return FALSE;
}

static LapServer *make_server(const Service *service, LapStore *store)
{
  g_autoptr(LapRegistry) registry = lap_registry_new_for_server(NULL, PATIENCE);
  lap_server_log_plugins(registry);
  lap_registry_watch(registry);
  g_autoptr(LapHost) host = lap_host_new(registry, store);
  if (service->no_stored_builds) lap_host_refuse_stored_builds(host);
  lap_server_log_suspensions(host);
  lap_host_set_moves(host, g_strcmp0(service->on_change, "move") == 0);
  return lap_server_new(host);
}

/* --- rules that end the process */

/* From here on the hooks of plugins are called. */
static gboolean watch_rules(const Service *service, const char *url)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *path = hook_path(url, service->node);
  if (path && !lap_crash_settle(lap_server_get_host(service->server), path, &error)) {
    fail_with(EXIT_FAILED, "the match that ended the last host cannot be suspended: %s", error->message);
    return FALSE;
  }
  lap_crash_watch(path, lap_server_get_limit(service->server, "hook"), EXIT_RULES);
  return TRUE;
}

/* --- reached by other programs */

/* It can do without. */
static void listen_for_programs(Service *service, const char *url)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *path = store_path(url);
  if (!path) return;
  service->control = lap_control_new(service->server, path, &error);
  if (!service->control)
    g_warning("no socket beside %s, so that 'lapidary backup' cannot ask: %s", path, error->message);
}

/* --- running */

/* Signals are handled without the main loop, which a hook of a plugin may keep from running: the first is passed on to
 * it, the second ends the process at once. What was acknowledged is on the disk. */
static volatile sig_atomic_t signals;
static int signal_pipe[2];

static void on_signal(int number G_GNUC_UNUSED)
{
  int kept = errno;
  if (signals++) _exit(EXIT_FINE);
  if (write(signal_pipe[1], "", 1) < 0) _exit(EXIT_FAILED);
  errno = kept;
}

static gboolean on_first_signal(int fd G_GNUC_UNUSED, GIOCondition condition G_GNUC_UNUSED, gpointer data)
{
  Service *service = data;
  notify_manager("STOPPING=1");
  lap_server_drain(service->server);
  service->signal_watch = 0;
  return G_SOURCE_REMOVE;
}

static void watch_signals(Service *service)
{
  const struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  if (!g_unix_open_pipe(signal_pipe, FD_CLOEXEC, NULL)) g_error("no pipe for signals");
  service->signal_watch = g_unix_fd_add(signal_pipe[0], G_IO_IN, on_first_signal, service);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGINT, &action, NULL);
}

int service_open(Service *service, const char *store)
{
  int code;
  if (!set_level(service->level) || !check_on_change(service->on_change)) return EXIT_USAGE;
  signal(SIGPIPE, SIG_IGN); /* a client that closes its pipe must not end the process */
  signal(SIGXFSZ, SIG_IGN); /* nor must a limit on files: then writing fails, as on a full disk */
  g_autoptr(LapStore)
      opened = open_shared_store(service->store ? service->store : store, service->node, service->address, &code);
  if (!opened) return code;
  g_autoptr(LapStore) threaded = lap_threaded_store_new(opened);
  service->loop = g_main_loop_new(NULL, FALSE);
  service->server = make_server(service, threaded);
  for (char **limit = service->limits; limit && *limit; limit++)
    if (!set_limit(service->server, *limit)) return EXIT_USAGE;
  if (!set_prune_after(service->server, service->prune_after)) return EXIT_USAGE;
  if (!watch_rules(service, service->store ? service->store : store)) return EXIT_FAILED;
  listen_for_programs(service, service->store ? service->store : store);
  if (service->node) lap_server_be_node(service->server, service->node);
  g_signal_connect_swapped(service->server, "drained", G_CALLBACK(service_quit), service);
  watch_signals(service);
  return -1;
}

int service_take_standard_output(void)
{
  int out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (out >= 0) dup2(STDERR_FILENO, STDOUT_FILENO);
  return out;
}

void service_run(Service *service)
{
  notify_manager("READY=1");
  service->watchdog = notify_begin_watchdog();
  g_main_loop_run(service->loop);
}

void service_quit(Service *service) { g_main_loop_quit(service->loop); }

static void stop_watching(guint watch)
{
  if (watch) g_source_remove(watch);
}

void service_clear(Service *service)
{
  stop_watching(service->signal_watch);
  stop_watching(service->watchdog);
  g_clear_pointer(&service->control, lap_control_free);
  g_clear_object(&service->server);
  g_clear_pointer(&service->loop, g_main_loop_unref);
  g_free(service->store);
  g_free(service->node);
  g_free(service->address);
  g_free(service->on_change);
  g_free(service->level);
  g_free(service->prune_after);
  g_strfreev(service->limits);
}
