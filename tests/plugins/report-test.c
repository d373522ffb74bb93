#include "host/plugins/probe.h"

typedef struct {
  const char *name, *text;
  gboolean complete, wrong;
  int stage; /* -1: none */
} Case;

static const Case cases[] = {
    {"nothing", "", FALSE, FALSE, -1},
    {"all-is-well", "stage 0 nim\nstage 4 nim\nok\n", TRUE, FALSE, LAP_STAGE_LINK},
    {"something-is-wrong", "stage 1 nim\nerror 2\nno magic\n", TRUE, TRUE, LAP_STAGE_ENTRY},
    {"it-died-at-a-stage", "stage 0 nim\nstage 1 nim\n", FALSE, FALSE, LAP_STAGE_ENTRY},
    {"it-died-in-a-line", "stage 0 nim\nstage 1", FALSE, FALSE, LAP_STAGE_OPEN},
    {"it-printed-something-else", "hello\nok\n", FALSE, FALSE, -1},
    {"no-such-stage", "stage 99 nim\nok\n", FALSE, FALSE, -1},
    {"no-such-error", "error 99\nx", FALSE, FALSE, -1},
    {"error-without-a-number", "error \nx", FALSE, FALSE, -1},
};

static void reads(gconstpointer data)
{
  const Case *row = data;
  LapProbeReport report;
  lap_probe_report_read(&report, row->text);
  g_assert_cmpint(report.complete, ==, row->complete);
  g_assert_cmpint(report.error != NULL, ==, row->wrong);
  g_assert_cmpint(report.started ? (int)report.stage : -1, ==, row->stage);
  if (report.started) g_assert_cmpstr(report.id, ==, "nim");
  lap_probe_report_clear(&report);
}

static void a_message_of_several_lines_is_kept(void)
{
  LapProbeReport report;
  lap_probe_report_read(&report, "error 5\na.json: row 1\nis wrong");
  g_assert_error(report.error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_DATA);
  g_assert_cmpstr(report.error->message, ==, "a.json: row 1\nis wrong");
  lap_probe_report_clear(&report);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *path = g_strconcat("/report/reads/", cases[i].name, NULL);
    g_test_add_data_func(path, &cases[i], reads);
  }
  g_test_add_func("/report/a-message-of-several-lines-is-kept", a_message_of_several_lines_is_kept);
  return g_test_run();
}
