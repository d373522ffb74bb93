#define _GNU_SOURCE /* sigabbrev_np */
#include "probe.h"

#include <signal.h>
#include <string.h>

#include "plugin-file.h"

#define LIMIT_DEFAULT 5000
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
      [LAP_STAGE_LINK] = "as its tables were linked",
  };
  return words[stage];
}

/* -- The child -- */

/* One run of the child. */
typedef struct {
  GSubprocess *process;
  GMainContext *context; /* its own, so that no other source runs meanwhile */
  gboolean ended, hung;
} Run;

guint lap_probe_get_limit(void)
{
  const char *text = g_getenv("LAPIDARY_PROBE_LIMIT");
  guint64 limit = text ? g_ascii_strtoull(text, NULL, 10) : 0;
  return limit ? (guint)MIN(limit, LIMIT_MAX) : LIMIT_DEFAULT;
}

static void on_end(GObject *process, GAsyncResult *result, gpointer data)
{
  Run *run = data;
  g_subprocess_wait_finish(G_SUBPROCESS(process), result, NULL);
  run->ended = TRUE;
}

/* Ends the child, which leads a process group of its own, and all that it may have started. */
static gboolean on_limit(gpointer data)
{
  Run *run = data;
  const char *id = g_subprocess_get_identifier(run->process);
  run->hung = TRUE;
  if (id) kill(-(pid_t)g_ascii_strtoll(id, NULL, 10), SIGKILL);
  g_subprocess_force_exit(run->process);
  return G_SOURCE_REMOVE;
}

static void wait_for_end(Run *run)
{
  g_autoptr(GSource) limit = g_timeout_source_new(lap_probe_get_limit());
  g_source_set_callback(limit, on_limit, run, NULL);
  g_source_attach(limit, run->context);
  g_subprocess_wait_async(run->process, NULL, on_end, run);
  while (!run->ended) g_main_context_iteration(run->context, TRUE);
  g_source_destroy(limit);
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

static char *describe_end(const Run *run)
{
  if (run->hung) return g_strdup_printf("did not come back within %u ms", lap_probe_get_limit());
  if (!g_subprocess_get_if_signaled(run->process))
    return g_strdup_printf("left the process with status %d", g_subprocess_get_exit_status(run->process));
  int number = g_subprocess_get_term_sig(run->process);
  const char *name = sigabbrev_np(number);
  return g_strdup_printf("crashed with SIG%s (%s)", name ? name : "?", g_strsignal(number));
}

static GError *quarantine(const Run *run, const LapProbeReport *report, const LapKeyfile *top)
{
  g_autofree char *how = describe_end(run);
  const char *id = report->id ? report->id : top->id;
  const char *where = report->started ? describe_stage(report->stage) : "before it was loaded";
  return g_error_new(LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_QUARANTINED,
                     "%s: quarantined: %s %s %s while it was probed; it is tried again once its files change",
                     top->module_path, id, how, where);
}

static LapProbeVerdict judge(const Run *run, const LapKeyfile *top, GError **error)
{
  LapProbeReport report;
  g_autofree char *text = read_report(run->process);
  lap_probe_report_read(&report, text);
  gboolean came_back = !run->hung && g_subprocess_get_if_exited(run->process) && report.complete;
  GError *wrong = came_back ? g_steal_pointer(&report.error) : quarantine(run, &report, top);
  lap_probe_report_clear(&report);
  if (!wrong) return LAP_PROBE_FINE;
  g_propagate_error(error, wrong);
  return run->hung ? LAP_PROBE_HUNG : LAP_PROBE_WRONG;
}

static GSubprocess *start(const char *program, GPtrArray *chain, GError **error)
{
  g_autoptr(GPtrArray) arguments = g_ptr_array_new();
  g_autoptr(GError) why = NULL;
  g_ptr_array_add(arguments, (gpointer)program);
  for (guint i = 0; i < chain->len; i++)
    g_ptr_array_add(arguments, ((LapBuild *)g_ptr_array_index(chain, i))->keyfile->file);
  g_ptr_array_add(arguments, NULL);
  GSubprocess *process = g_subprocess_newv((const char *const *)arguments->pdata,
                                           G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, &why);
  if (!process)
    lap_plugin_refuse(error, program,
                      "the program that probes plugins cannot be started: %s; LAPIDARY_PROBE may name it",
                      why->message);
  return process;
}

LapProbeVerdict lap_probe_run(const char *program, GPtrArray *chain, GError **error)
{
  g_autoptr(GMainContext) context = g_main_context_new();
  Run run = {.context = context};
  g_main_context_push_thread_default(context);
  LapProbeVerdict verdict = LAP_PROBE_NOT_RUN;
  run.process = start(program, chain, error);
  if (run.process) {
    wait_for_end(&run);
    verdict = judge(&run, ((LapBuild *)g_ptr_array_index(chain, chain->len - 1))->keyfile, error);
  }
  g_main_context_pop_thread_default(context);
  g_clear_object(&run.process);
  return verdict;
}
