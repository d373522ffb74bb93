/* lapidary-probe KEYFILE...: loads a chain of plugins, the base first, as the host would, and reports on standard
 * output (probe.h) how it went. A plugin that crashes or hangs ends this process, not the host. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "plugin-file.h"
#include "probe.h"

#define MEMORY_MAX (G_GUINT64_CONSTANT(2) << 30)
/* Seconds, of the clock: far more than the host waits. */
#define LIFETIME_MAX 60

/* Maps what is shared with the host, before a plugin runs. NULL if this was started by somebody else. */
static LapProbeManifest *take_over_manifest(void)
{
  LapProbeManifest *shared = mmap(NULL, sizeof(LapProbeManifest), PROT_READ | PROT_WRITE, MAP_SHARED,
                                  LAP_PROBE_MANIFEST, 0);
  if (shared == MAP_FAILED) return NULL;
  close(LAP_PROBE_MANIFEST);
  return shared;
}

/* Moves the pipe of the report away from standard output, so that what a plugin prints does not end up in it. */
static int take_over_output(void)
{
  int report = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (report < 0 || nowhere < 0) _exit(1);
  dup2(nowhere, STDOUT_FILENO);
  close(nowhere);
  return report;
}

/* Whether this is built with AddressSanitizer, in either compiler's words: its shadow memory is larger than any limit
 * that makes sense for a child. */
#ifdef __SANITIZE_ADDRESS__
#define WATCHES_MEMORY 1
#elif defined(__has_feature)
#define WATCHES_MEMORY __has_feature(address_sanitizer)
#else
#define WATCHES_MEMORY 0
#endif

static void limit(int resource, guint64 most) { setrlimit(resource, &(struct rlimit){most, most}); }

/* Makes the child end with its host, leave no core dump, write no file, and take bounded memory. */
static void confine(void)
{
  static const int deadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  alarm(LIFETIME_MAX); /* for the case that the host had ended before */
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
#if !WATCHES_MEMORY
  limit(RLIMIT_AS, MEMORY_MAX);
#endif
  /* A sanitizer's handlers would turn signals into exits. */
  for (gsize i = 0; i < G_N_ELEMENTS(deadly); i++) signal(deadly[i], SIG_DFL);
}

static GPtrArray *read_chain(char **files, GError **error)
{
  g_autoptr(GPtrArray) chain = g_ptr_array_new_with_free_func((GDestroyNotify)lap_build_unref);
  for (; *files; files++) {
    g_autofree char *folder = g_path_get_dirname(*files), *name = g_path_get_basename(*files);
    g_autoptr(LapKeyfile) keyfile = lap_keyfile_read(folder, name, error);
    LapBuild *build = keyfile ? lap_build_read(keyfile, error) : NULL;
    if (!build) return NULL;
    g_ptr_array_add(chain, build);
  }
  return g_steal_pointer(&chain);
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
static gboolean leave_manifest(LapProbeManifest *shared, GPtrArray *chain, LapGame *game, GError **error)
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
  LapProbeManifest *shared = take_over_manifest();
  int report = take_over_output();
  confine();
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) chain = read_chain(argv + 1, &error);
  g_autoptr(LapGame) game = chain ? lap_module_load_chain(chain, report_stage, &report, &error) : NULL;
  if (game) {
    report_stage(LAP_STAGE_MANIFEST, game->id, &report);
    leave_manifest(shared, chain, game, &error);
  }
  report_verdict(report, error);
  /* The host never unloads a plugin, so its destructors do not run here either. */
  _exit(0);
}
