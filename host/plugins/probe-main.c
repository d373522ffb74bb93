/* lapidary-probe KEYFILE...: loads a chain of plugins, the base first, as the host would, and reports on standard
 * output (probe.h) how it went. A plugin that crashes or hangs ends this process, not the host. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "host/sandbox/sandbox.h"
#include "plugin-file.h"
#include "probe.h"

#define MEMORY_MAX (G_GUINT64_CONSTANT(2) << 30)
/* Seconds, of the clock: far more than the host waits. */
#define LIFETIME_MAX 60

static LapProbeManifest *shared; /* with the host; NULL if this was started by somebody else */

/* Maps what is shared with the host, before a plugin runs. */
static void take_over_manifest(void)
{
  void *mapped = mmap(NULL, sizeof(LapProbeManifest), PROT_READ | PROT_WRITE, MAP_SHARED, LAP_PROBE_MANIFEST, 0);
  if (mapped == MAP_FAILED) return;
  close(LAP_PROBE_MANIFEST);
  shared = mapped;
  shared->forbidden = -1;
}

/* Moves the pipe of the report away from standard output, so that what a plugin prints does not end up in it. */
static int take_over_output(void)
{
  int report = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (report < 0 || !lap_sandbox_close_descriptors(report + 1, NULL)) _exit(1);
  return report;
}

/* A sanitizer's handlers would turn signals into exits. */
static void reset_signals(void)
{
  static const int deadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
  for (gsize i = 0; i < G_N_ELEMENTS(deadly); i++) signal(deadly[i], SIG_DFL);
}

/* Called by a LeakSanitizer, which would look for leaks with a thread when a plugin exits. */
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void) { return 1; }

static void on_forbidden(int call)
{
  if (shared) shared->forbidden = call;
}

/* What runs from here on can only read the plugins' folders. On a kernel that cannot hold it to that, it is limited in
 * what it uses up. */
static gboolean enter_sandbox(GPtrArray *chain, GError **error)
{
  const LapKeyfile *top = ((LapBuild *)g_ptr_array_index(chain, chain->len - 1))->keyfile;
  g_auto(GStrv) folders = lap_build_get_folders(chain);
  GError *cause = NULL;
  if (shared) lap_sandbox_set_watch(on_forbidden);
  gboolean ok = lap_sandbox_check(NULL) ? lap_sandbox_enter((const char *const *)folders, MEMORY_MAX, &cause)
                                        : lap_sandbox_limit(MEMORY_MAX, &cause);
  return ok ? TRUE : lap_plugin_refuse_because(error, top->module_path, cause);
}

static void write_text(int file, const char *text)
{
  gsize left = strlen(text);
  while (left > 0) {
    ssize_t n = write(file, text, left);
    if (n <= 0) return;
    text += n;
    left -= (gsize)n;
  }
}

static void report_stage(LapStage stage, const char *id, gpointer data)
{
  g_autofree char *line = g_strdup_printf("stage %d %s\n", stage, id);
  write_text(*(const int *)data, line);
}

static void report_verdict(int file, const GError *error)
{
  g_autofree char *text = error ? g_strdup_printf("error %d\n%s", error->code, error->message) : g_strdup("ok\n");
  write_text(file, text);
}

/* Writes the chain's manifest, from which the host must be able to link the same game. */
static gboolean leave_manifest(GPtrArray *chain, LapGame *game, GError **error)
{
  const LapKeyfile *top = ((LapBuild *)g_ptr_array_index(chain, chain->len - 1))->keyfile;
  GError *cause = NULL;
  g_autoptr(GBytes) bytes = lap_manifest_write(game, &cause);
  if (!bytes) return lap_plugin_refuse_because(error, top->module_path, cause);
  g_autoptr(LapGame) again = lap_module_link_manifest(chain, bytes, error);
  if (!again) return FALSE;
  if (!shared) return TRUE;
  memcpy(shared->bytes, g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
  shared->length = g_bytes_get_size(bytes);
  return TRUE;
}

int main(int argc, char **argv)
{
  if (argc < 2 || argc > LAP_LEVELS_MAX + 1) {
    fprintf(stderr, "usage: %s KEYFILE...  (a base, and the variants above it; the host runs this)\n", argv[0]);
    return 2;
  }
  take_over_manifest();
  int report = take_over_output();
  setpgid(0, 0);
  alarm(LIFETIME_MAX); /* for the case that the host had ended before */
  reset_signals();
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) chain = lap_build_find_chain(argv + 1, &error);
  gboolean confined = chain && enter_sandbox(chain, &error);
  g_autoptr(LapGame) game = confined ? lap_module_load_chain(chain, report_stage, &report, &error) : NULL;
  if (game) {
    report_stage(LAP_STAGE_MANIFEST, game->id, &report);
    leave_manifest(chain, game, &error);
  }
  report_verdict(report, error);
  /* The host never unloads a plugin, so its destructors do not run here either. */
  _exit(0);
}
