#define _GNU_SOURCE
/* The log: lines that somebody reads, or nobody. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "host/server/log.h"

/* Bytes of a pipe; lines. */
enum { ROOM = 16 * 1024, FAR_MORE_THAN_ROOM = 1000 };

static void write_number(gint64 number)
{
  LapServerLogLine *line = lap_server_log_begin(LAP_SERVER_LOG_INFO, "counted");
  lap_server_log_number(line, "number", number);
  lap_server_log_end(line);
}

static void open_pipe(int ends[2])
{
  g_assert_cmpint(pipe(ends), ==, 0);
  g_assert_cmpint(fcntl(ends[1], F_SETPIPE_SZ, ROOM), ==, ROOM);
  lap_server_log_open(LAP_SERVER_LOG_INFO, ends[1]);
}

static char **read_lines(int end)
{
  char text[ROOM + 1];
  gssize n = read(end, text, ROOM);
  g_assert_cmpint(n, >, 0);
  text[n] = '\0';
  return g_strsplit(text, "\n", -1);
}

static void close_pipe(const int ends[2])
{
  lap_server_log_open(LAP_SERVER_LOG_INFO, -1);
  close(ends[0]);
  close(ends[1]);
}

static void test_level(void)
{
  int ends[2];
  open_pipe(ends);
  g_assert_null(lap_server_log_begin(LAP_SERVER_LOG_DEBUG, "no matter"));
  write_number(7);
  g_auto(GStrv) lines = read_lines(ends[0]);
  g_assert_cmpuint(g_strv_length(lines), ==, 2);
  g_assert_true(g_str_has_suffix(lines[0], ",\"level\":\"info\",\"event\":\"counted\",\"number\":7}"));
  close_pipe(ends);
}

/* If it waited, this would not end. */
static void test_nobody_reads(void)
{
  int ends[2];
  open_pipe(ends);
  for (guint i = 0; i < FAR_MORE_THAN_ROOM; i++) write_number(i);
  g_auto(GStrv) before = read_lines(ends[0]);
  guint kept = g_strv_length(before) - 1;
  g_autofree char *lost = g_strdup_printf("\"lines\":%u}", FAR_MORE_THAN_ROOM - kept);
  write_number(FAR_MORE_THAN_ROOM);
  g_auto(GStrv) after = read_lines(ends[0]);
  guint first = **after ? 0 : 1;
  g_assert_cmpuint(kept, <, FAR_MORE_THAN_ROOM);
  g_assert_nonnull(strstr(after[first], "\"log lost lines\""));
  g_assert_true(g_str_has_suffix(after[first], lost));
  g_assert_true(g_str_has_suffix(after[first + 1], "\"number\":1000}"));
  close_pipe(ends);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/log/only-what-is-wanted-is-written", test_level);
  g_test_add_func("/log/when-nobody-reads-lines-are-lost-and-counted", test_nobody_reads);
  return g_test_run();
}
