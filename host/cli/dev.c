#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

#include "deploy.h"
#include "host/plugins/plugin-file.h"
#include "host/transport/listen.h"
#include "page.h"
#include "project.h"
#include "service.h"
#include "sources.h"
#include "subcommand.h"

static const Subcommand subcommand = {
    "dev", "FOLDER", "Hosts a plugin while it is written: what is saved is built, checked and played.",
    "It looks for changes in the folder, builds it in its folder \"build\", tries what\n"
    "must hold of every plugin on few positions, and hands it to a server with the\n"
    "table in the browser. Matches that run go on by the new rules. What does not\n"
    "build, or is refused, is printed here and shown in the page; the build before is\n"
    "played on. Other plugins are there as with 'lapidary serve'.\n"
    "\n"
    "Examples:\n"
    "  lapidary dev .\n"
    "  lapidary dev noughts --port 9000 --open",
    subcommand_dev};

enum { POLL = 250 /* ms */, PORT = 8080, SHOWN_MAX = 600 /* bytes in the page */ };

typedef struct {
  Service service;
  char *port, *positions;
  gboolean open;

  char *sources, *name; /* the folder, absolute, and what it is called */
  char *plugins;        /* where the server finds what was built */
  char *program;        /* this one */
  guint64 seen, tried;  /* stamps of the sources: when last looked at, when last built */
  GSubprocess *check;   /* builds and checks, or NULL */
  guint poll;           /* a source of the main loop, or 0 */
} Dev;

static void dev_clear(Dev *dev)
{
  if (dev->poll) g_source_remove(dev->poll);
  if (dev->check) g_subprocess_send_signal(dev->check, SIGTERM);
  g_clear_object(&dev->check);
  service_clear(&dev->service);
  if (dev->plugins) lap_plugin_file_remove(dev->plugins);
  g_free(dev->port);
  g_free(dev->positions);
  g_free(dev->sources);
  g_free(dev->name);
  g_free(dev->plugins);
  g_free(dev->program);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Dev, dev_clear)

/* --- what has come of a build */

/* What went well is left out. Returns: (transfer full) */
static char *find_problems(const char *output)
{
  g_auto(GStrv) lines = g_strsplit(output, "\n", -1);
  GString *problems = g_string_new(NULL);
  for (char **line = lines; *line; line++)
    if (**line && !g_str_has_prefix(*line, "ok ") && !g_str_has_prefix(*line, "1..") &&
        !g_str_has_prefix(*line, "# note: "))
      g_string_append_printf(problems, "%s\n", *line);
  return g_string_free(problems, FALSE);
}

/* The lines that name errors or, without any, the last ones. Returns: (transfer full) */
static char *shorten(const char *problems)
{
  g_auto(GStrv) lines = g_strsplit(problems, "\n", -1);
  g_autoptr(GString) shown = g_string_new(NULL);
  for (char **line = lines; *line && shown->len < SHOWN_MAX; line++)
    if (strstr(*line, "error: ") || strstr(*line, "ERROR: ") || g_str_has_prefix(*line, "not ok ") ||
        g_str_has_prefix(*line, "# "))
      g_string_append_printf(shown, "\n%s", *line);
  gsize length = strlen(problems);
  if (!shown->len) g_string_append(shown, problems + (length > SHOWN_MAX ? length - SHOWN_MAX : 0));
  g_string_truncate(shown, MIN(shown->len, SHOWN_MAX));
  return g_utf8_make_valid(shown->str, (gssize)shown->len);
}

static void tell_failure(Dev *dev, const char *output)
{
  g_autofree char *problems = find_problems(output), *shown = shorten(problems);
  g_printerr("%s%s: the build before is played on\n", problems, dev->name);
  lap_server_notify_build(dev->service.server, dev->name, shown);
}

/* Copies what was built to where the server looks. */
static gboolean deploy(Dev *dev, GError **error)
{
  g_auto(Project) project = {0};
  if (project_find(&project, dev->sources) >= 0) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "%s: nothing was built that is a plugin", dev->sources);
    return FALSE;
  }
  g_autofree char *file = g_strconcat(project.id, LAP_KEYFILE_SUFFIX, NULL);
  g_autoptr(LapKeyfile) keyfile = lap_keyfile_read(project.folder, file, error);
  g_autoptr(LapBuild) build = keyfile ? lap_build_read(keyfile, error) : NULL;
  return build && deploy_build(build, dev->plugins, error);
}

static void on_checked(GObject *check, GAsyncResult *result, gpointer data)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *output = NULL;
  gboolean ran = g_subprocess_communicate_utf8_finish(G_SUBPROCESS(check), result, &output, NULL, &error);
  if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) return;
  Dev *dev = data;
  gboolean fine = ran && g_subprocess_get_successful(G_SUBPROCESS(check)) && deploy(dev, &error);
  g_clear_object(&dev->check);
  if (!fine) {
    tell_failure(dev, error ? error->message : output);
    return;
  }
  g_print("%s: built, checked, and played from now on\n", dev->name);
  lap_server_notify_build(dev->service.server, dev->name, NULL);
}

/* --- building */

static void start_check(Dev *dev)
{
  g_autoptr(GError) error = NULL;
  const char *positions = dev->positions ? dev->positions : "50";
  dev->check = g_subprocess_new(G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE, &error, dev->program,
                                "check", dev->sources, "--tap", "--positions", positions, "--seconds", "10", NULL);
  if (dev->check)
    g_subprocess_communicate_utf8_async(dev->check, NULL, NULL, on_checked, dev);
  else
    tell_failure(dev, error->message);
}

/* Builds once what changes has been still for a moment: an editor may write many files. */
static gboolean on_poll(gpointer data)
{
  Dev *dev = data;
  guint64 stamp = sources_stamp(dev->sources);
  gboolean still = stamp == dev->seen;
  dev->seen = stamp;
  if (!still || stamp == dev->tried || dev->check) return G_SOURCE_CONTINUE;
  dev->tried = stamp;
  start_check(dev);
  return G_SOURCE_CONTINUE;
}

/* --- running */

static void open_browser(const char *url)
{
  g_autoptr(GError) error = NULL;
  char *command[] = {(char *)"xdg-open", (char *)url, NULL};
  if (!g_spawn_async(NULL, command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, &error))
    g_printerr("no browser is opened: %s\n", error->message);
}

static int run(Dev *dev, guint port)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *web = page_find_folder();
  const LapListenSettings settings = {.port = port, .socket = -1, .web = web};
  g_autoptr(LapListener) listener = lap_listener_new(dev->service.server, &settings, &error);
  if (!listener) return fail_with(EXIT_FAILED, "%s; --port chooses another one", error->message);
  printf("Lapidary is at %s (Ctrl+C ends it)\n", lap_listener_get_url(listener));
  fflush(stdout);
  if (dev->open) open_browser(lap_listener_get_url(listener));
  dev->poll = g_timeout_add(POLL, on_poll, dev);
  service_run(&dev->service);
  return EXIT_FINE;
}

/* The server finds what is built before all other plugins. */
static int make_folder(Dev *dev)
{
  g_autoptr(GError) error = NULL;
  const char *others = g_getenv("LAPIDARY_PLUGIN_PATH");
  dev->plugins = g_dir_make_tmp("lapidary-dev-XXXXXX", &error);
  if (!dev->plugins) return fail_with(EXIT_FAILED, "%s", error->message);
  g_autofree char *path = g_strjoin(":", dev->plugins, others, NULL);
  g_setenv("LAPIDARY_PLUGIN_PATH", path, TRUE);
  return -1;
}

static int check_folder(Dev *dev, const char *folder)
{
  g_autofree char *description = g_build_filename(folder, "meson.build", NULL);
  if (!g_file_test(description, G_FILE_TEST_EXISTS))
    return fail_with(EXIT_UNKNOWN,
                     "%s: there is no meson.build to build it by; 'lapidary new' begins a plugin with one", folder);
  dev->sources = g_canonicalize_filename(folder, NULL);
  dev->name = g_path_get_basename(dev->sources);
  dev->program = g_file_read_link("/proc/self/exe", NULL);
  return -1;
}

static int parse(Dev *dev, int *n, char ***arguments)
{
  const GOptionEntry options[] = {
      {"port", 'p', 0, G_OPTION_ARG_STRING, &dev->port, "Listen on this port; 0: any (8080)", "NUMBER"},
      {"open", 0, 0, G_OPTION_ARG_NONE, &dev->open, "Open the page in the browser", NULL},
      {"positions", 'n', 0, G_OPTION_ARG_STRING, &dev->positions, "For each property (50)", "NUMBER"},
      SERVICE_OPTIONS(&dev->service),
      {0}};
  return subcommand_parse(&subcommand, options, 1, n, arguments);
}

int subcommand_dev(int n, char **arguments)
{
  g_auto(Dev) dev = {0};
  guint64 port = PORT, positions;
  int code = parse(&dev, &n, &arguments);
  if (code >= 0) return code;
  if (!parse_number_option("--port", dev.port, 0, G_MAXUINT16, &port) ||
      !parse_number_option("--positions", dev.positions, 1, G_MAXUINT32, &positions))
    return EXIT_USAGE;
  if (!dev.service.on_change) dev.service.on_change = g_strdup("move");
  if (!dev.service.level) dev.service.level = g_strdup("warning");
  code = check_folder(&dev, arguments[1]);
  if (code < 0) code = make_folder(&dev);
  if (code < 0) code = service_open(&dev.service, "memory:");
  return code < 0 ? run(&dev, (guint)port) : code;
}
