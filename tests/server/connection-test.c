/* Connections: how many, how fast, how slow, and how they end. */
#include <string.h>

#include "double.h"
#include "host/server/server-private.h"

#define HELLO "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"host.hello\"}"
#define NEWS "{\"jsonrpc\":\"2.0\",\"method\":\"games.list\"}"
#define CREATE                                                                                                 \
  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"match.create\",\"params\":{\"game\":\"x\",\"seats\":[\"open\"]," \
  "\"key\":\"0123456789abcdef\"}}"
#define EXPORT \
  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"match.export\",\"params\":{\"match\":\"m1\",\"format\":\"log\"}}"
#define THE_NEWS "{\"method\":\"news\"}\n"
#define RESYNC "{\"method\":\"resync\"}\n"

/* Three requests at once, then one a second. */
static LapServer *slowing_server(void)
{
  LapServer *server = double_limited_server("burst", 3);
  lap_server_set_limit(server, "rate", 1, NULL);
  return server;
}

/* So many are fine; one more is refused, and the error says so much of it. */
static void assert_limit(Reader *reader, const char *request, guint fine, const char *code, const char *says)
{
  for (guint i = 0; i < fine; i++) g_assert_false(double_is_error(reader_ask(reader, request), code));
  const char *answer = reader_ask(reader, request);
  g_assert_true(double_is_error(answer, code));
  g_assert_nonnull(strstr(answer, says));
}

/* --- how many */

static void test_connections(void)
{
  LapServer *server = double_limited_server("connections", 2);
  g_autoptr(GError) error = NULL;
  Reader *one = reader_new(server, "websocket", "192.0.2.1", NULL);
  Reader *other = reader_new(server, "websocket", "192.0.2.2", NULL);
  g_assert_null(reader_new(server, "websocket", "192.0.2.3", &error));
  g_assert_cmpstr(error->message, ==, "too many connections; the limit \"connections\" is 2");
  reader_free(other);
  other = reader_new(server, "websocket", "192.0.2.3", NULL);
  g_assert_nonnull(other);
  reader_free(one);
  reader_free(other);
  double_clear(server);
}

static void test_per_address(void)
{
  LapServer *server = double_limited_server("connections_per_address", 1);
  g_autoptr(GError) error = NULL;
  Reader *one = reader_new(server, "websocket", "2001:db8::1", NULL);
  g_assert_null(reader_new(server, "websocket", "2001:db8::2", &error));
  g_assert_cmpstr(error->message, ==, "too many connections; the limit \"connections_per_address\" is 1");
  Reader *other = reader_new(server, "websocket", "192.0.2.1", NULL);
  g_assert_nonnull(other);
  reader_free(one);
  one = reader_new(server, "websocket", "2001:db8::2", NULL);
  g_assert_nonnull(one);
  reader_free(one);
  reader_free(other);
  double_clear(server);
}

static void test_matches_per_address(void)
{
  LapServer *server = double_limited_server("matches_per_address", 2);
  Reader *reader = reader_new(server, "websocket", "192.0.2.1", NULL);
  assert_limit(reader, CREATE, 2, "1008", "\"limit\":\"matches_per_address\",\"retry_after\":3");
  reader_free(reader);
  double_clear(server);
}

static void test_matches(void)
{
  LapServer *server = double_limited_server("matches", 2);
  Reader *reader = reader_new(server, "stdio", "stdio", NULL);
  assert_limit(reader, CREATE, 2, "1009", "\"limit\":\"matches\"");
  reader_free(reader);
  double_clear(server);
}

/* --- how fast */

static void test_rate(void)
{
  LapServer *server = slowing_server();
  Reader *reader = reader_new(server, "websocket", "192.0.2.1", NULL);
  assert_limit(reader, HELLO, 3, "1008", "\"retry_after\":");
  reader_free(reader);
  double_clear(server);
}

static void test_rest(void)
{
  LapServer *server = slowing_server();
  Reader *reader = reader_new(server, "websocket", "192.0.2.1", NULL);
  for (guint i = 0; i < 3; i++) reader_say(reader, HELLO);
  g_assert_cmpuint(reader->rests, ==, 0);
  reader_say(reader, HELLO);
  g_assert_cmpuint(reader->rests, >, 0);
  g_assert_cmpuint(reader->rests, <=, 1000); /* less what has passed meanwhile */
  reader_free(reader);
  double_clear(server);
}

static void test_rate_of_batches(void)
{
  LapServer *server = slowing_server();
  Reader *reader = reader_new(server, "websocket", "192.0.2.1", NULL);
  const char *answer = reader_ask(reader, "[" HELLO "," HELLO "," HELLO "," HELLO "]");
  g_auto(GStrv) parts = g_strsplit(answer, "\"id\":1,", -1);
  g_assert_true(g_str_has_prefix(parts[3], "\"result\""));
  g_assert_true(g_str_has_prefix(parts[4], "\"error\":{\"code\":1008,"));
  reader_free(reader);
  double_clear(server);
}

static void test_flood(void)
{
  LapServer *server = slowing_server();
  Reader *reader = reader_new(server, "websocket", "192.0.2.1", NULL);
  for (guint i = 0; i < 20; i++) reader_say(reader, HELLO);
  g_assert_cmpuint(reader->closed, ==, LAP_CLOSE_POLICY);
  g_assert_false(reader->closed_now);
  g_assert_cmpuint(reader->heard->len, ==, 7);
  reader_free(reader);
  double_clear(server);
}

static void test_operators_are_not_slowed(void)
{
  LapServer *server = slowing_server();
  Reader *reader = reader_new(server, "stdio", "stdio", NULL);
  for (guint i = 0; i < 20; i++) g_assert_false(double_is_error(reader_ask(reader, HELLO), "1008"));
  reader_free(reader);
  double_clear(server);
}

static void test_rate_of_addresses(void)
{
  LapServer *server = slowing_server();
  Reader *one = reader_new(server, "websocket", "2001:db8::1", NULL);
  Reader *same = reader_new(server, "websocket", "2001:db8::2", NULL);
  Reader *other = reader_new(server, "websocket", "192.0.2.1", NULL);
  assert_limit(one, HELLO, 3, "1008", "\"retry_after\":");
  g_assert_true(double_is_error(reader_ask(same, HELLO), "1008"));
  g_assert_false(double_is_error(reader_ask(other, HELLO), "1008"));
  reader_free(one);
  reader_free(same);
  reader_free(other);
  double_clear(server);
}

/* --- who comes first */

/* The address has used up its credit, and owes so many milliseconds. */
static void owe(LapServer *server, Reader *reader, gint64 milliseconds)
{
  server->fair->credit_full = 0;
  lap_fair_queue_charge(server->fair, reader->connection->place, milliseconds * 1000, g_get_monotonic_time());
}

static void test_deferred(void)
{
  LapServer *server = double_server();
  Reader *costly = reader_new(server, "websocket", "192.0.2.1", NULL);
  Reader *other = reader_new(server, "websocket", "192.0.2.2", NULL);
  owe(server, costly, 10);
  server->fair->credit_full = G_TIME_SPAN_DAY;
  reader_say(costly, HELLO);
  g_assert_cmpuint(the_double.begun, ==, 0);
  reader_say(other, HELLO);
  g_assert_cmpuint(the_double.begun, ==, 1);
  g_assert_cmpuint(costly->connection->deferred, ==, 1);
  double_run();
  g_assert_cmpuint(costly->heard->len, ==, 1);
  g_assert_cmpuint(other->heard->len, ==, 1);
  reader_free(costly);
  reader_free(other);
  double_clear(server);
}

static GString *carried_out;

static void note_text(LapConnection *connection G_GNUC_UNUSED, const char *text, gsize length)
{
  g_string_append_len(carried_out, text, (gssize)length);
}

static void test_least_first(void)
{
  LapServer *server = double_server();
  Reader *readers[3];
  static const gint64 owed[] = {100, 5, 50};
  LapFairQueue *queue = lap_fair_queue_new(server->batch, NULL, note_text);
  carried_out = g_string_new(NULL);
  for (guint i = 0; i < 3; i++) {
    g_autofree char *address = g_strdup_printf("192.0.2.%u", i);
    readers[i] = reader_new(server, "websocket", address, NULL);
    owe(server, readers[i], owed[i]);
    for (guint n = 0; n < 2; n++) lap_fair_queue_defer(queue, readers[i]->connection, &"ABC"[i], 1);
  }
  double_run();
  g_assert_cmpstr(carried_out->str, ==, "BBCCAA");
  for (guint i = 0; i < 3; i++) reader_free(readers[i]);
  g_string_free(carried_out, TRUE);
  lap_fair_queue_free(queue);
  double_clear(server);
}

static void test_held(void)
{
  LapServer *server = double_server();
  Reader *reader = reader_new(server, "websocket", "192.0.2.1", NULL);
  Reader *same = reader_new(server, "websocket", "192.0.2.1", NULL);
  owe(server, reader, 10);
  for (guint i = 0; i < 20; i++) reader_say(reader, HELLO);
  reader_say(same, HELLO);
  g_assert_true(reader->held);
  g_assert_false(same->held);
  double_run();
  g_assert_false(reader->held);
  g_assert_cmpuint(reader->heard->len, ==, 20);
  reader_say(reader, HELLO);
  reader_say(same, HELLO);
  g_clear_pointer(&reader, reader_free);
  double_run();
  g_assert_cmpuint(same->heard->len, ==, 2);
  reader_free(same);
  double_clear(server);
}

/* --- how slow */

static void test_behind(void)
{
  LapServer *server = double_server();
  Reader *reader = reader_new(server, "websocket", "192.0.2.1", NULL);
  Reader *talker = reader_new(server, "websocket", "192.0.2.2", NULL);
  reader_ask(talker, NEWS);
  reader->waiting = 200 * 1000;
  reader_ask(talker, NEWS);
  g_assert_true(lap_connection_is_behind(reader->connection));
  reader_ask(talker, NEWS);
  g_autofree char *before = reader_heard(reader, 0);
  g_assert_cmpstr(before, ==, THE_NEWS);
  reader->waiting = 0;
  lap_connection_drained(reader->connection);
  reader_ask(talker, NEWS);
  g_autofree char *after = reader_heard(reader, 0);
  g_assert_cmpstr(after, ==, THE_NEWS RESYNC THE_NEWS);
  reader_free(reader);
  reader_free(talker);
  double_clear(server);
}

static void read_on(Reader *reader, gboolean stuck)
{
  reader->waiting = 0;
  reader->stuck = stuck;
  lap_connection_drained(reader->connection);
  double_run();
}

/* Its requests wait until what came before is written, and those of others do not. */
static void test_asks_and_does_not_read(void)
{
  LapServer *server = double_server();
  Reader *reader = reader_new(server, "websocket", "192.0.2.1", NULL);
  Reader *other = reader_new(server, "websocket", "192.0.2.1", NULL);
  reader->stuck = TRUE;
  for (guint i = 0; i < 20; i++) reader_say(reader, EXPORT);
  g_assert_nonnull(reader_ask(other, HELLO));
  g_assert_cmpuint(reader->heard->len, ==, 1);
  g_assert_true(reader->held);
  for (guint i = 2; i < 20; i++) {
    read_on(reader, TRUE);
    g_assert_cmpuint(reader->heard->len, ==, i);
  }
  reader_ask(reader, HELLO);
  g_assert_cmpuint(reader->heard->len, ==, 19);
  read_on(reader, FALSE);
  g_assert_cmpuint(reader->heard->len, ==, 21);
  g_assert_cmpuint(strlen(reader->heard->pdata[20]), <, 100);
  g_assert_cmpuint(reader->closed, ==, 0);
  reader_free(reader);
  reader_free(other);
  double_clear(server);
}

static void test_goes_while_clogged(void)
{
  LapServer *server = double_server();
  Reader *reader = reader_new(server, "websocket", "192.0.2.1", NULL);
  reader->stuck = TRUE;
  for (guint i = 0; i < 20; i++) reader_ask(reader, EXPORT);
  reader_free(reader);
  double_clear(server);
}

static void test_does_not_read(void)
{
  LapServer *server = double_server();
  Reader *reader = reader_new(server, "websocket", "192.0.2.1", NULL);
  reader_say(reader, EXPORT);
  reader->stuck = TRUE;
  reader->waiting = 600 * 1000;
  double_run();
  g_assert_cmpuint(reader->closed, ==, LAP_CLOSE_POLICY);
  g_assert_true(reader->closed_now);
  g_assert_cmpuint(reader->waiting, <, 1024 * 1024);
  reader_free(reader);
  double_clear(server);
}

/* --- how they end; the server's own end is drain-test.c */

static void test_overlong(void)
{
  LapServer *server = double_server();
  Reader *reader = reader_new(server, "websocket", "192.0.2.1", NULL);
  reader_say(reader, HELLO);
  lap_connection_overlong(reader->connection);
  g_assert_cmpuint(reader->heard->len, ==, 2);
  g_assert_nonnull(strstr(reader->heard->pdata[1], "\"code\":1009,"));
  g_assert_nonnull(strstr(reader->heard->pdata[1], "\"limit\":\"message\""));
  g_assert_cmpuint(reader->closed, ==, LAP_CLOSE_TOO_LARGE);
  reader_free(reader);
  double_clear(server);
}

/* --- limits */

static void test_limits(void)
{
  static const struct {
    const char *name;
    gint64 value;
    const char *message; /* its beginning; NULL: it is fine */
  } cases[] = {
      {"batch", 1, NULL},
      {"batch", 0, "limit \"batch\" cannot be 0; it goes from 1 to "},
      {"message", 1 << 30, "limit \"message\" cannot be 1073741824; it goes from 1024 to "},
      {"depth", 33, "limit \"depth\" cannot be 33; it goes from 32 to 32"},
      {"bach", 1, "there is no limit \"bach\"; there are message, depth, batch, "},
  };
  LapServer *server = double_server();
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_true(lap_server_set_limit(server, cases[i].name, cases[i].value, &error) == !cases[i].message);
    if (cases[i].message) g_assert_true(g_str_has_prefix(error->message, cases[i].message));
  }
  for (const LapLimit *limit = lap_server_get_limits(server); limit->name; limit++) {
    g_assert_cmpint(limit->value, >=, limit->min);
    g_assert_cmpint(limit->value, <=, limit->max);
    g_assert_cmpint(lap_server_get_limit(server, limit->name), ==, limit->value);
  }
  double_clear(server);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/connection/there-are-so-many-and-no-more", test_connections);
  g_test_add_func("/connection/and-so-many-from-one-place", test_per_address);
  g_test_add_func("/connection/one-place-creates-so-many-matches-an-hour", test_matches_per_address);
  g_test_add_func("/connection/all-together-have-so-many-matches", test_matches);
  g_test_add_func("/connection/who-is-too-fast-is-told-when-to-go-on", test_rate);
  g_test_add_func("/connection/who-is-too-fast-is-not-read-for-a-while", test_rest);
  g_test_add_func("/connection/a-batch-counts-as-its-requests", test_rate_of_batches);
  g_test_add_func("/connection/who-goes-on-all-the-same-is-closed", test_flood);
  g_test_add_func("/connection/operators-are-not-slowed-down", test_operators_are_not_slowed);
  g_test_add_func("/connection/all-of-one-address-have-one-rate", test_rate_of_addresses);
  g_test_add_func("/fair/who-has-used-much-waits-for-the-loop-and-others-do-not", test_deferred);
  g_test_add_func("/fair/who-owes-least-comes-first", test_least_first);
  g_test_add_func("/fair/who-has-many-waiting-is-not-read-until-they-are-done", test_held);
  g_test_add_func("/connection/a-slow-reader-is-skipped-ahead", test_behind);
  g_test_add_func("/connection/who-does-not-read-is-not-answered-further", test_asks_and_does_not_read);
  g_test_add_func("/connection/and-may-go-meanwhile", test_goes_while_clogged);
  g_test_add_func("/connection/who-does-not-read-is-cut-off", test_does_not_read);
  g_test_add_func("/connection/a-message-past-the-limit-ends-it", test_overlong);
  g_test_add_func("/limits/a-wrong-one-is-refused-with-what-would-be-right", test_limits);
  return g_test_run();
}
