/* Draining: the server's end, of which clients are told. */
#include "double.h"
#include "host/server/server-private.h"

#define HELLO "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"host.hello\"}"
#define CREATE                                                                                                 \
  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"match.create\",\"params\":{\"game\":\"x\",\"seats\":[\"open\"]," \
  "\"key\":\"0123456789abcdef\"}}"

static void run_until(const gboolean *done)
{
  while (!*done) g_main_context_iteration(NULL, TRUE);
}

static void test_drain(void)
{
  LapServer *server = double_limited_server("drain", 40);
  gboolean drained = FALSE;
  Reader *reader = reader_new(server, "websocket", "192.0.2.1", NULL);
  g_signal_connect_swapped(server, "drained", G_CALLBACK(g_atomic_int_inc), &drained);
  reader_say(reader, HELLO);
  lap_server_drain(server);
  g_autofree char *heard = reader_heard(reader, 0);
  g_assert_cmpstr(heard, ==, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n{\"method\":\"notice\"}\n");
  g_assert_null(reader_new(server, "websocket", "192.0.2.1", NULL));
  g_assert_false(drained);
  run_until(&drained);
  g_assert_cmpuint(reader->closed, ==, LAP_CLOSE_GOING_AWAY);
  g_assert_false(reader->closed_now);
  g_assert_cmpint(drained, ==, 1);
  reader_free(reader);
  double_clear(server);
}

static void test_drain_answers(void)
{
  LapServer *server = double_server();
  Reader *reader = reader_new(server, "websocket", "192.0.2.1", NULL);
  lap_server_drain(server);
  g_assert_true(double_is_error(reader_ask(reader, CREATE), "1014"));
  g_assert_cmpstr(reader_ask(reader, HELLO), ==, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  g_assert_cmpuint(reader->closed, ==, 0);
  reader_free(reader);
  double_clear(server);
}

static void test_drain_alone(void)
{
  LapServer *server = double_server();
  gboolean drained = FALSE;
  g_signal_connect_swapped(server, "drained", G_CALLBACK(g_atomic_int_inc), &drained);
  lap_server_drain(server);
  double_run();
  g_assert_cmpint(drained, ==, 1);
  double_clear(server);
}

static void test_drain_has_an_end(void)
{
  LapServer *server = double_limited_server("drain", 1);
  gboolean drained = FALSE;
  Reader *reader = reader_new(server, "websocket", "192.0.2.1", NULL);
  reader->stuck = TRUE;
  g_signal_connect_swapped(server, "drained", G_CALLBACK(g_atomic_int_inc), &drained);
  lap_server_drain(server);
  run_until(&drained);
  g_assert_true(reader->closed_now);
  reader_free(reader);
  double_clear(server);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/drain/everybody-is-told-and-what-was-asked-is-answered", test_drain);
  g_test_add_func("/drain/who-asks-meanwhile-is-answered-and-nothing-new-is-begun", test_drain_answers);
  g_test_add_func("/drain/with-nobody-there-it-ends-at-once", test_drain_alone);
  g_test_add_func("/drain/it-does-not-wait-for-ever", test_drain_has_an_end);
  return g_test_run();
}
