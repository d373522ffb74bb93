/* The pages beside the files, and the log. */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>
#include <unistd.h>

#include "double.h"
#include "host/server/log.h"
#include "host/server/server-private.h"

#define TOKEN "0123456789abcdef0123456789abcdef"
#define PLAY                                                                                                      \
  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"match.play\",\"params\":{\"match\":\"m1\",\"token\":\"" TOKEN "\"," \
  "\"key\":\"c0ffee00c0ffee00\",\"steps\":[{\"kind\":\"x/y\"}]}}"

static char *page(LapServer *server, const char *path, guint expected_status, const char *expected_type)
{
  const char *type;
  guint status;
  g_autoptr(GBytes) bytes = lap_server_page(server, path, &type, &status);
  g_assert_nonnull(bytes);
  g_assert_cmpuint(status, ==, expected_status);
  g_assert_true(g_str_has_prefix(type, expected_type));
  return g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
}

static void expect_line(const char *text, const char *line)
{
  g_autofree char *whole = g_strdup_printf("\n%s\n", line);
  if (!strstr(text, whole)) g_test_message("%s", text);
  g_assert_nonnull(strstr(text, whole));
}

/* Each line is a comment or NAME{LABELS} NUMBER, and each name was introduced. */
static void check_format(const char *text)
{
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  g_autoptr(GString) known = g_string_new(" ");
  for (guint i = 0; lines[i + 1]; i++) {
    g_auto(GStrv) words = g_strsplit(lines[i], " ", 4);
    if (g_str_has_prefix(lines[i], "# TYPE ")) {
      g_string_append_printf(known, "%s ", words[2]);
    } else if (*lines[i] != '#') {
      g_assert_true(
          g_regex_match_simple("^[a-z_]+(\\{[a-z]+=\"[^\"]*\"(,[a-z]+=\"[^\"]*\")*\\})? [0-9.]+$", lines[i], 0, 0));
      g_autofree char *name = g_strndup(lines[i], strcspn(lines[i], "{ "));
      g_autofree char *base = g_strdup_printf(" %s ", name);
      gboolean part_of_histogram = strstr(name, "_seconds_") != NULL;
      g_assert_true(part_of_histogram || strstr(known->str, base));
    }
  }
}

static void test_metrics(void)
{
  LapServer *server = double_server();
  Reader *reader = reader_new(server, "websocket", "192.0.2.1", NULL);
  reader_ask(reader, PLAY);
  reader_ask(reader, PLAY);
  reader_ask(reader, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\\\"y\"}");
  reader_ask(reader, "{\"jsonrpc\":\"2.0\",\"method\":\"host.hello\"}");
  reader_ask(reader, "{");
  the_double.fails = TRUE;
  reader_ask(reader, PLAY);
  g_autofree char *text = page(server, "/metrics", 200, "text/plain; version=0.0.4");
  check_format(text);
  expect_line(text, "lapidary_requests_total{method=\"match.play\",outcome=\"ok\"} 2");
  expect_line(text, "lapidary_requests_total{method=\"match.play\",outcome=\"outcome_unknown\"} 1");
  expect_line(text, "lapidary_requests_total{method=\"host.hello\",outcome=\"ok\"} 1");
  expect_line(text, "lapidary_requests_total{method=\"unknown\",outcome=\"method\"} 1");
  expect_line(text, "lapidary_requests_total{method=\"unknown\",outcome=\"parse\"} 1");
  expect_line(text, "lapidary_request_seconds_bucket{le=\"+Inf\"} 6");
  expect_line(text, "lapidary_request_seconds_count 6");
  expect_line(text, "lapidary_connections 1");
  expect_line(text, "lapidary_entries_total 2");
  expect_line(text, "lapidary_commits_total 2");
  expect_line(text, "lapidary_commit_failures_total 1");
  expect_line(text, "lapidary_matches_open 7");
  g_assert_null(strstr(text, "\nprocess_resident_memory_bytes 0\n"));
  reader_free(reader);
  double_clear(server);
}

static void test_health(void)
{
  LapServer *server = double_server();
  Reader *reader = reader_new(server, "websocket", "192.0.2.1", NULL);
  g_autofree char *fine = page(server, "/healthz", 200, "text/plain");
  g_assert_cmpstr(fine, ==, "ok\n");
  the_double.fails = TRUE;
  reader_ask(reader, PLAY);
  g_autofree char *failing = page(server, "/healthz", 503, "text/plain");
  g_assert_cmpstr(failing, ==, "the store fails\n");
  the_double.fails = FALSE;
  reader_ask(reader, PLAY);
  g_autofree char *fine_again = page(server, "/healthz", 200, "text/plain");
  g_assert_cmpstr(fine_again, ==, "ok\n");
  lap_server_drain(server);
  g_autofree char *draining = page(server, "/healthz", 503, "text/plain");
  g_assert_cmpstr(draining, ==, "draining\n");
  reader_free(reader);
  double_clear(server);
}

static void test_document(void)
{
  LapServer *server = double_server();
  g_autofree char *text = page(server, "/openrpc.json", 200, "application/json");
  g_assert_cmpstr(text, ==, lap_rpc_get_document(server->rpc));
  g_assert_null(lap_server_page(server, "/other", &(const char *){NULL}, &(guint){0}));
  double_clear(server);
}

static void test_pictures(void)
{
  static const char *const others[] = {"/pictures/2.svg", "pictures/1.svg", "//pictures/1.svg", "/pictures/", "/", ""};
  LapServer *server = double_server();
  g_autoptr(GBytes) picture = lap_server_picture(server, "/pictures/1.svg");
  g_assert_cmpmem(g_bytes_get_data(picture, NULL), g_bytes_get_size(picture), "<svg/>", 6);
  for (guint i = 0; i < G_N_ELEMENTS(others); i++) g_assert_null(lap_server_picture(server, others[i]));
  double_clear(server);
}

/* --- the log */

static char *log_of(LapServerLogLevel level, void (*what)(void))
{
  g_autofree char *file = NULL;
  char *text = NULL;
  int descriptor = g_file_open_tmp("lapidary-log-XXXXXX", &file, NULL);
  lap_server_log_open(level, descriptor);
  what();
  lap_server_log_open(level, -1);
  close(descriptor);
  g_assert_true(g_file_get_contents(file, &text, NULL, NULL));
  g_unlink(file);
  return text;
}

static JsonObject *line_of(JsonNode **kept, const char *text)
{
  *kept = json_from_string(text, NULL);
  g_assert_nonnull(*kept);
  return json_node_get_object(*kept);
}

static void play_with_a_failure(void)
{
  LapServer *server = double_server();
  Reader *reader = reader_new(server, "websocket", "192.0.2.1", NULL);
  reader_ask(reader, PLAY);
  the_double.fails = TRUE;
  reader_ask(reader, PLAY);
  reader_free(reader);
  double_clear(server);
}

static void test_log(void)
{
  g_autofree char *text = log_of(LAP_SERVER_LOG_DEBUG, play_with_a_failure);
  static const char *const events[] = {"opened", "request", "commit failed", "request", "closed"};
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  g_assert_cmpuint(g_strv_length(lines), ==, G_N_ELEMENTS(events) + 1);
  for (guint i = 0; i < G_N_ELEMENTS(events); i++) {
    g_autoptr(JsonNode) kept = NULL;
    JsonObject *line = line_of(&kept, lines[i]);
    g_assert_cmpstr(json_object_get_string_member(line, "event"), ==, events[i]);
    g_assert_true(g_regex_match_simple("^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z$",
                                       json_object_get_string_member(line, "time"), 0, 0));
  }
  g_autoptr(JsonNode) kept = NULL;
  JsonObject *failed = line_of(&kept, lines[3]);
  g_assert_cmpstr(json_object_get_string_member(failed, "level"), ==, "warning");
  g_assert_cmpstr(json_object_get_string_member(failed, "method"), ==, "match.play");
  g_assert_cmpstr(json_object_get_string_member(failed, "match"), ==, "m1");
  g_assert_cmpint(json_object_get_int_member(failed, "code"), ==, 1015);
  g_assert_true(json_object_has_member(failed, "microseconds"));
  g_assert_null(strstr(text, TOKEN));
  g_assert_null(strstr(text, "c0ffee"));
}

static void test_log_level(void)
{
  g_autofree char *text = log_of(LAP_SERVER_LOG_ERROR, play_with_a_failure);
  g_assert_nonnull(strstr(text, "\"event\":\"commit failed\""));
  g_assert_cmpuint(strcspn(text, "\n"), ==, strlen(text) - 1);
}

static void warn(void) { g_message("a \"word\"\nand a \x01 line"); }

static void test_log_of_libraries(void)
{
  g_autofree char *text = log_of(LAP_SERVER_LOG_INFO, warn);
  g_assert_nonnull(strstr(text, ",\"level\":\"info\",\"event\":\"log\","));
  g_assert_nonnull(strstr(text, "\"message\":\"a \\\"word\\\"\\nand a "));
  g_assert_cmpuint(strcspn(text, "\n"), ==, strlen(text) - 1);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/page/metrics-count-what-happened", test_metrics);
  g_test_add_func("/page/health-says-what-is-wrong", test_health);
  g_test_add_func("/page/the-document-is-the-one-of-rpc-discover", test_document);
  g_test_add_func("/page/a-picture-is-at-its-address", test_pictures);
  g_test_add_func("/log/a-line-for-each-thing-and-no-secret", test_log);
  g_test_add_func("/log/what-is-below-the-level-is-left-out", test_log_level);
  g_test_add_func("/log/what-libraries-log-is-in-it", test_log_of_libraries);
  return g_test_run();
}
