#include "report.h"

#include <string.h>
#include <unistd.h>

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

void lap_report_write_stage(int file, LapStage stage, const char *id)
{
  g_autofree char *line = g_strdup_printf("stage %d %s\n", stage, id);
  write_text(file, line);
}

void lap_report_write_verdict(int file, const GError *error)
{
  g_autofree char *text = error ? g_strdup_printf("error %d\n%s", error->code, error->message) : g_strdup("ok\n");
  write_text(file, text);
}

static gboolean read_number(const char *text, guint64 max, guint *number, const char **end)
{
  guint64 value = g_ascii_strtoull(text, (char **)end, 10);
  if (*end == text || value > max) return FALSE;
  *number = (guint)value;
  return TRUE;
}

static gboolean read_stage(LapReport *report, const char *line, gsize length)
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

static void read_error(LapReport *report, const char *text)
{
  const char *end;
  guint code;
  if (!read_number(text, LAP_PLUGIN_ERROR_DATA, &code, &end) || *end != '\n') return;
  report->complete = TRUE;
  report->error = g_error_new_literal(LAP_PLUGIN_ERROR, (gint)code, end + 1);
}

void lap_report_read(LapReport *report, const char *text)
{
  memset(report, 0, sizeof *report);
  for (const char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
    if (g_str_has_prefix(line, "stage ") && read_stage(report, line + 6, (gsize)(end - line - 6))) continue;
    if (g_str_has_prefix(line, "error ")) read_error(report, line + 6);
    report->complete |= g_str_has_prefix(line, "ok\n");
    return;
  }
}

void lap_report_clear(LapReport *report)
{
  g_clear_error(&report->error);
  g_clear_pointer(&report->id, g_free);
}

const char *lap_stage_describe(LapStage stage)
{
  static const char *const words[LAP_STAGE_COUNT] = {
      [LAP_STAGE_OPEN] = "at load, in its constructors",     [LAP_STAGE_ENTRY] = "in its entry " LAP_PLUGIN_SYMBOL,
      [LAP_STAGE_DESCRIPTOR] = "as its descriptor was read", [LAP_STAGE_DATA] = "as its catalogues were read",
      [LAP_STAGE_LINK] = "as its tables were linked",
  };
  return words[stage];
}
