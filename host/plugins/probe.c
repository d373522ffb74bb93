#define _GNU_SOURCE /* sigabbrev_np */
#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "host/sandbox/sandbox.h"
#include "plugin-file.h"

#define LIMIT_DEFAULT 5000
/* A child that the machine is too busy for has the limit so many times. */
#define LIMITS_MAX 6
#define LIMIT_MAX 600000
#define REPORT_MAX 65536 /* the capacity of a pipe, since it is read once the child has ended */

/* -- The report -- */

static gboolean read_number(const char *text, guint64 max, guint *number, const char **end)
{
  guint64 value = g_ascii_strtoull(text, (char **)end, 10);
  if (*end == text || value > max) return FALSE;
  *number = (guint)value;
  return TRUE;
}

static gboolean read_stage(LapProbeReport *report, const char *line, gsize length)
{
  const char *end;
  guint stage;
  if (!read_number(line, LAP_STAGE_COUNT - 1, &stage, &end) || *end != ' ') return FALSE;
  report->started = TRUE;
  report->stage = (LapStage)stage;
  g_free(report->id);
  report->id = g_strndup(end + 1, (gsize)(line + length - end - 1));
  return TRUE;
}

static void read_error(LapProbeReport *report, const char *text)
{
  const char *end;
  guint code;
  if (!read_number(text, LAP_PLUGIN_ERROR_DATA, &code, &end) || *end != '\n') return;
  report->complete = TRUE;
  report->error = g_error_new_literal(LAP_PLUGIN_ERROR, (gint)code, end + 1);
}

void lap_probe_report_read(LapProbeReport *report, const char *text)
{
  memset(report, 0, sizeof *report);
  for (const char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
    if (g_str_has_prefix(line, "stage ") && read_stage(report, line + 6, (gsize)(end - line - 6))) continue;
    if (g_str_has_prefix(line, "error ")) read_error(report, line + 6);
    report->complete |= g_str_has_prefix(line, "ok\n");
    return;
  }
}

void lap_probe_report_clear(LapProbeReport *report)
{
  g_clear_error(&report->error);
  g_clear_pointer(&report->id, g_free);
}

/* Where a stage is, for people. */
static const char *describe_stage(LapStage stage)
{
  static const char *const words[LAP_STAGE_COUNT] = {
      [LAP_STAGE_OPEN] = "at load, in its constructors",     [LAP_STAGE_ENTRY] = "in its entry " LAP_PLUGIN_SYMBOL,
      [LAP_STAGE_DESCRIPTOR] = "as its descriptor was read", [LAP_STAGE_DATA] = "as its catalogues were read",
      [LAP_STAGE_LINK] = "as its tables were linked",        [LAP_STAGE_MANIFEST] = "as its faces were drawn",
  };
  return words[stage];
}

/* -- The child -- */

struct LapProbe {
  GSubprocess *process;
  GSource *limit;
  LapKeyfile *top;   /* of the topmost plugin */
  LapProbeFunc done; /* NULL: it was cancelled */
  gpointer data;
  int manifest; /* what is shared with it: LapProbeManifest */
  guint limits; /* that have passed */
  gboolean hung;
};

guint lap_probe_get_limit(void)
{
  const char *text = g_getenv("LAPIDARY_PROBE_LIMIT");
  guint64 limit = text ? g_ascii_strtoull(text, NULL, 10) : 0;
  return limit ? (guint)MIN(limit, LIMIT_MAX) : LIMIT_DEFAULT;
}

/* Ends the child, which leads a process group of its own, and all that it may have started. */
static void end(LapProbe *probe)
{
  const char *id = g_subprocess_get_identifier(probe->process);
  if (id) kill(-(pid_t)g_ascii_strtoll(id, NULL, 10), SIGKILL);
  g_subprocess_force_exit(probe->process);
}

/* Whether the child waits for a processor, and has had one for less than half of the limit. */
static gboolean is_starved(const LapProbe *probe)
{
  enum { STATE = 0, USER = 11, SYSTEM = 12, FIELDS }; /* behind the name, proc(5) */
  const char *id = g_subprocess_get_identifier(probe->process);
  g_autofree char *path = g_strdup_printf("/proc/%s/stat", id ? id : "-"), *text = NULL;
  const char *behind = g_file_get_contents(path, &text, NULL, NULL) ? strrchr(text, ')') : NULL;
  if (!behind) return FALSE;
  g_auto(GStrv) field = g_strsplit(behind + strlen(") "), " ", FIELDS + 1);
  if (g_strv_length(field) < FIELDS || !strchr("RD", field[STATE][0])) return FALSE;
  guint64 ticks = g_ascii_strtoull(field[USER], NULL, 10) + g_ascii_strtoull(field[SYSTEM], NULL, 10);
  return ticks * 1000 / (guint64)sysconf(_SC_CLK_TCK) < lap_probe_get_limit() / 2;
}

static gboolean on_limit(gpointer data)
{
  LapProbe *probe = data;
  if (++probe->limits < LIMITS_MAX && is_starved(probe)) return G_SOURCE_CONTINUE;
  probe->hung = TRUE;
  end(probe);
  return G_SOURCE_REMOVE;
}

/* What the child has written. It is not read to the end of the file, since a process that the child started may still
 * hold the pipe. */
static char *read_report(GSubprocess *process)
{
  GPollableInputStream *pipe = G_POLLABLE_INPUT_STREAM(g_subprocess_get_stdout_pipe(process));
  g_autofree char *text = g_malloc0(REPORT_MAX + 1);
  gsize length = 0;
  gssize n;
  do {
    n = g_pollable_input_stream_read_nonblocking(pipe, text + length, REPORT_MAX - length, NULL, NULL);
    if (n > 0) length += (gsize)n;
  } while (n > 0 && length < REPORT_MAX);
  return g_steal_pointer(&text);
}

/* -- What is shared -- */

static gboolean read_shared(int file, gpointer to, gsize length, goffset at)
{
  while (length > 0) {
    gssize n = pread(file, to, length, at);
    if (n <= 0) return FALSE;
    to = (guint8 *)to + n;
    at += n;
    length -= (gsize)n;
  }
  return TRUE;
}

/* Takes a copy first, since a process that the child started may still write. */
static GBytes *copy_manifest(int file)
{
  guint64 length;
  if (!read_shared(file, &length, sizeof length, 0) || !length || length > LAP_MANIFEST_MAX) return NULL;
  g_autofree guint8 *bytes = g_malloc(length);
  if (!read_shared(file, bytes, length, offsetof(LapProbeManifest, bytes))) return NULL;
  return g_bytes_new_take(g_steal_pointer(&bytes), length);
}

static GBytes *take_manifest(const LapProbe *probe, GError **error)
{
  GError *cause = NULL;
  g_autoptr(GBytes) bytes = copy_manifest(probe->manifest);
  if (!bytes) {
    lap_plugin_refuse(error, probe->top->module_path, "it was probed, but has left no manifest");
    return NULL;
  }
  g_autoptr(LapManifest) manifest = lap_manifest_read(bytes, &cause);
  if (manifest) return g_steal_pointer(&bytes);
  lap_plugin_refuse_because(error, probe->top->module_path, cause);
  return NULL;
}

/* -- The verdict -- */

static char *describe_forbidden(const LapProbe *probe)
{
  gint64 call = -1;
  read_shared(probe->manifest, &call, sizeof call, offsetof(LapProbeManifest, forbidden));
  g_autofree char *called = lap_sandbox_describe_call((int)call);
  return g_strdup_printf("%s, which no plugin may,", called);
}

static char *describe_end(const LapProbe *probe)
{
  if (probe->hung) return g_strdup_printf("did not come back within %u ms", probe->limits * lap_probe_get_limit());
  if (!g_subprocess_get_if_signaled(probe->process))
    return g_strdup_printf("left the process with status %d", g_subprocess_get_exit_status(probe->process));
  int number = g_subprocess_get_term_sig(probe->process);
  if (number == SIGSYS) return describe_forbidden(probe);
  const char *name = sigabbrev_np(number);
  return g_strdup_printf("crashed with SIG%s (%s)", name ? name : "?", g_strsignal(number));
}

static GError *quarantine(const LapProbe *probe, const LapProbeReport *report)
{
  const LapKeyfile *top = probe->top;
  g_autofree char *how = describe_end(probe);
  const char *id = report->id ? report->id : top->id;
  const char *where = report->started ? describe_stage(report->stage) : "before it was loaded";
  return g_error_new(LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_QUARANTINED,
                     "%s: quarantined: %s %s %s while it was probed; it is tried again once its files change",
                     top->module_path, id, how, where);
}

static LapProbeVerdict judge(const LapProbe *probe, GBytes **manifest, GError **error)
{
  LapProbeReport report;
  g_autofree char *text = read_report(probe->process);
  lap_probe_report_read(&report, text);
  gboolean came_back = !probe->hung && g_subprocess_get_if_exited(probe->process) && report.complete;
  *error = came_back ? g_steal_pointer(&report.error) : quarantine(probe, &report);
  lap_probe_report_clear(&report);
  if (!*error) *manifest = take_manifest(probe, error);
  if (!*error) return LAP_PROBE_FINE;
  return probe->hung ? LAP_PROBE_HUNG : LAP_PROBE_WRONG;
}

static void on_end(GObject *process, GAsyncResult *result, gpointer data)
{
  LapProbe *probe = data;
  g_autoptr(GBytes) manifest = NULL;
  GError *error = NULL;
  g_subprocess_wait_finish(G_SUBPROCESS(process), result, NULL);
  if (probe->done) {
    LapProbeVerdict verdict = judge(probe, &manifest, &error);
    probe->done(verdict, manifest, error, probe->data);
  }
  g_source_destroy(probe->limit);
  g_source_unref(probe->limit);
  g_object_unref(probe->process);
  close(probe->manifest);
  lap_keyfile_unref(probe->top);
  g_free(probe);
}

static GSubprocess *spawn(const char *program, GPtrArray *chain, int manifest, GError **error)
{
  g_autoptr(GPtrArray) arguments = g_ptr_array_new();
  g_autoptr(GSubprocessLauncher)
      launcher = g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_ptr_array_add(arguments, (gpointer)program);
  for (guint i = 0; i < chain->len; i++)
    g_ptr_array_add(arguments, ((LapBuild *)g_ptr_array_index(chain, i))->keyfile->file);
  g_ptr_array_add(arguments, NULL);
  g_subprocess_launcher_take_fd(launcher, fcntl(manifest, F_DUPFD_CLOEXEC, LAP_PROBE_MANIFEST + 1), LAP_PROBE_MANIFEST);
  return g_subprocess_launcher_spawnv(launcher, (const char *const *)arguments->pdata, error);
}

/* Sets `*manifest` to what is shared with the child. */
static GSubprocess *start(const char *program, GPtrArray *chain, int *manifest, GError **error)
{
  g_autoptr(GError) why = NULL;
  *manifest = lap_sandbox_share("lapidary-manifest", sizeof(LapProbeManifest));
  if (*manifest < 0) {
    lap_plugin_refuse(error, program, "no memory can be shared with the program that probes plugins: %s",
                      g_strerror(errno));
    return NULL;
  }
  GSubprocess *process = spawn(program, chain, *manifest, &why);
  if (process) return process;
  close(*manifest);
  lap_plugin_refuse(error, program, "the program that probes plugins cannot be started: %s; LAPIDARY_PROBE may name it",
                    why->message);
  return NULL;
}

LapProbe *lap_probe_start(const char *program, GPtrArray *chain, LapProbeFunc done, gpointer data, GError **error)
{
  int manifest;
  GSubprocess *process = start(program, chain, &manifest, error);
  if (!process) return NULL;
  LapProbe *probe = g_new0(LapProbe, 1);
  probe->process = process;
  probe->manifest = manifest;
  probe->top = lap_keyfile_ref(((LapBuild *)g_ptr_array_index(chain, chain->len - 1))->keyfile);
  probe->done = done;
  probe->data = data;
  probe->limit = g_timeout_source_new(lap_probe_get_limit());
  g_source_set_callback(probe->limit, on_limit, probe, NULL);
  g_source_attach(probe->limit, g_main_context_get_thread_default());
  g_subprocess_wait_async(process, NULL, on_end, probe);
  return probe;
}

void lap_probe_cancel(LapProbe *probe)
{
  probe->done = NULL;
  end(probe);
}
