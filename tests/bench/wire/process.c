#include "process.h"

#include <string.h>

/* The last run of digits in the line. */
static guint16 port_in(const char *line)
{
  const char *end = line + strlen(line);
  while (end > line && !g_ascii_isdigit(end[-1])) end--;
  const char *start = end;
  while (start > line && g_ascii_isdigit(start[-1])) start--;
  return (guint16)g_ascii_strtoull(start, NULL, 10);
}

gboolean process_start(Process *process, const char *const *command, GError **error)
{
  process->process = g_subprocess_newv(command, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                                       error);
  if (!process->process) return FALSE;
  g_autoptr(GDataInputStream) out = g_data_input_stream_new(g_subprocess_get_stdout_pipe(process->process));
  g_filter_input_stream_set_close_base_stream(G_FILTER_INPUT_STREAM(out), FALSE);
  g_autofree char *line = g_data_input_stream_read_line(out, NULL, NULL, error);
  process->port = line ? port_in(line) : 0;
  if (process->port) return TRUE;
  g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s told no port", command[0]);
  process_stop(process);
  return FALSE;
}

void process_stop(Process *process)
{
  if (!process->process) return;
  g_subprocess_force_exit(process->process);
  g_subprocess_wait(process->process, NULL, NULL);
  g_clear_object(&process->process);
}

gsize process_memory(const Process *process)
{
  g_autofree char *file = g_strdup_printf("/proc/%s/statm", g_subprocess_get_identifier(process->process));
  g_autofree char *text = NULL;
  if (!g_file_get_contents(file, &text, NULL, NULL)) return 0;
  const char *resident = strchr(text, ' ');
  return resident ? (gsize)g_ascii_strtoull(resident + 1, NULL, 10) * 4096 : 0;
}
