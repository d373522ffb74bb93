/* Batches: what is committed together, and what goes out when. The story has a letter for each thing that happens:
 * double.h. */
#include <string.h>

#include "double.h"
#include "host/server/server-private.h"

#define TOKEN ",\"token\":\"0123456789abcdef0123456789abcdef\""
#define PLAY(id)                                                                                    \
  "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"match.play\",\"params\":{\"match\":\"m1\"" TOKEN \
  ",\"key\":\"0123456789abcdef\",\"steps\":[{\"kind\":\"x/y\"}]}}"
#define VIEW(id) "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"match.view\",\"params\":{\"match\":\"m1\"}}"
#define HELLO(id) "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"host.hello\"}"
#define NEWS(id) "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"games.list\"}"

#define ANSWER(id, result) "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"result\":" result "}\n"

typedef struct {
  LapServer *server;
  Reader *one, *other;
} Table;

static void set_up(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  table->server = double_server();
  table->one = reader_new(table->server, "websocket", "127.0.0.1", NULL);
  table->other = reader_new(table->server, "websocket", "127.0.0.1", NULL);
}

static void tear_down(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  reader_free(table->one);
  reader_free(table->other);
  double_clear(table->server);
}

static void expect_story(const char *story)
{
  g_assert_cmpstr(the_double.story->str, ==, story);
  g_string_truncate(the_double.story, 0);
}

static void expect_heard(const Reader *reader, const char *heard)
{
  g_autofree char *text = reader_heard(reader, 0);
  g_assert_cmpstr(text, ==, heard);
}

static void test_alone(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  reader_say(table->one, HELLO("1"));
  g_assert_cmpuint(table->one->heard->len, ==, 0);
  g_assert_true(g_main_context_iteration(NULL, FALSE));
  g_assert_cmpuint(table->one->heard->len, ==, 1);
  expect_story("()>");
  double_run();
  expect_story("");
}

static void test_order(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  reader_say(table->one, NEWS("1"));
  reader_say(table->other, HELLO("2"));
  reader_say(table->one, HELLO("3"));
  double_run();
  expect_story("()>>>>>");
  expect_heard(table->one, "{\"method\":\"news\"}\n" ANSWER("1", "{}") ANSWER("3", "{}"));
  expect_heard(table->other, "{\"method\":\"news\"}\n" ANSWER("2", "{}"));
}

static void test_together(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  reader_say(table->one, PLAY("1"));
  reader_say(table->other, PLAY("2"));
  double_run();
  expect_story("(ee)>>()");
}

static void test_on_demand(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  reader_say(table->one, PLAY("1"));
  lap_server_end_batch(table->server);
  expect_story("(e)>");
  lap_server_end_batch(table->server);
  expect_story("");
}

static void test_full(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  lap_server_set_limit(table->server, "burst", 10000, NULL);
  for (guint i = 0; i < 600; i++) reader_say(table->one, PLAY("1"));
  g_assert_cmpuint(the_double.most, <=, 256);
  g_assert_cmpuint(table->one->heard->len, >=, 600 - 256);
}

static void test_bots(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  the_double.bots = 65;
  reader_say(table->one, PLAY("1"));
  double_run();
  g_autofree char *bots = g_strnfill(64, 'b'), *story = g_strdup_printf("(e)>(%s)(b)()", bots);
  expect_story(story);
}

static void test_reads_wake_bots(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  the_double.bots = 1;
  reader_say(table->one, HELLO("1"));
  double_run();
  expect_story("()>");
  reader_say(table->one, VIEW("2"));
  double_run();
  expect_story("()>(b)()");
}

static void test_bots_wait_for_one_turn(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  the_double.bots = 1;
  reader_say(table->one, PLAY("1"));
  g_main_context_iteration(NULL, FALSE);
  reader_say(table->one, HELLO("2"));
  g_main_context_iteration(NULL, FALSE);
  expect_story("(e)>()>(b)");
}

static void complete_commit(void)
{
  the_double.committing(the_double.data);
  double_run();
}

static void test_slow(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  the_double.slow = TRUE;
  reader_say(table->one, PLAY("1"));
  double_run();
  expect_story("(e/");
  reader_say(table->other, PLAY("2"));
  reader_say(table->one, HELLO("3"));
  double_run();
  expect_story("(e");
  complete_commit();
  expect_story(")>/");
  complete_commit();
  expect_story(")>>()");
  expect_heard(table->one, ANSWER("1", "{\"seq\":1}") ANSWER("3", "{}"));
}

static void test_slow_bots(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  the_double.slow = TRUE;
  the_double.bots = 1;
  reader_say(table->one, PLAY("1"));
  double_run();
  reader_say(table->one, PLAY("2"));
  complete_commit();
  expect_story("(e/(e)>/");
  reader_say(table->one, PLAY("3"));
  complete_commit();
  expect_story("(e)>b/");
  complete_commit();
  expect_story(")>()");
}

static void test_slow_failure(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  the_double.slow = the_double.fails = TRUE;
  reader_say(table->one, PLAY("1"));
  double_run();
  reader_say(table->one, VIEW("2"));
  reader_say(table->other, HELLO("3"));
  complete_commit();
  expect_story("(e/(!)>>>");
  for (guint i = 0; i < 2; i++) g_assert_nonnull(strstr(table->one->heard->pdata[i], "\"code\":1015"));
  expect_heard(table->other, ANSWER("3", "{}"));
}

/* However much is to be committed, no more than one batch of it waits for the disk. */
static void test_slow_full(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  the_double.slow = TRUE;
  lap_server_set_limit(table->server, "burst", 10000, NULL);
  for (guint i = 0; i < 600; i++) reader_say(table->one, PLAY("1"));
  g_assert_cmpuint(the_double.most, ==, 256);
  g_assert_cmpuint(table->one->heard->len, >=, 256);
}

static void test_slow_end(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  the_double.slow = TRUE;
  reader_say(table->one, PLAY("1"));
  double_run();
  reader_say(table->one, PLAY("2"));
  lap_server_end_batch(table->server);
  expect_story("(e/(e)>/)>");
}

static gboolean stop(gpointer data)
{
  *(gboolean *)data = TRUE;
  return G_SOURCE_REMOVE;
}

static void test_clocks(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  gboolean late = FALSE;
  guint patience = g_timeout_add_seconds(10, stop, &late);
  the_double.clock = 1000;
  reader_say(table->one, PLAY("1"));
  double_run();
  guint runs = the_double.clocks_run;
  while (the_double.clocks_run == runs && !late) g_main_context_iteration(NULL, TRUE);
  g_assert_false(late);
  g_source_remove(patience);
  the_double.clock = -1;
}

/* What a socket is that is always readable: a source before which those of lower priorities never come to run. */
static gboolean flood(gpointer data G_GNUC_UNUSED) { return G_SOURCE_CONTINUE; }

/* Iterates while there is a flood until `reached` is `wanted`, for ten seconds at most. */
static void run_under_flood(const guint *reached, guint wanted)
{
  guint source = g_timeout_add_full(G_PRIORITY_DEFAULT, 0, flood, NULL, NULL);
  for (gint64 end = g_get_monotonic_time() + 10 * G_TIME_SPAN_SECOND;
       *reached < wanted && g_get_monotonic_time() < end;)
    g_main_context_iteration(NULL, FALSE);
  g_source_remove(source);
  g_assert_cmpuint(*reached, >=, wanted);
}

static void test_clocks_under_flood(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  the_double.clock = 1000;
  reader_say(table->one, PLAY("1"));
  double_run();
  run_under_flood(&the_double.clocks_run, the_double.clocks_run + 1);
  the_double.clock = -1;
}

static void test_end_under_flood(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  table->server->batch->longest = 1000;
  the_double.bots = 65;
  reader_say(table->one, PLAY("1"));
  run_under_flood(&the_double.clocks_run, 2);
  g_autofree char *bots = g_strnfill(64, 'b'), *story = g_strdup_printf("(e)>(%s)(b)", bots);
  g_assert_true(g_str_has_prefix(the_double.story->str, story));
}

/* What says the same before and after: nothing that is changed or read may be told when the commit has failed. */
static void test_failure(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  the_double.fails = TRUE;
  reader_say(table->one, PLAY("1"));
  reader_say(table->one, VIEW("2"));
  reader_say(table->one, HELLO("3"));
  reader_say(table->one, NEWS("4"));
  double_run();
  g_autofree char *heard = reader_heard(table->one, 0);
  g_auto(GStrv) lines = g_strsplit(heard, "\n", -1);
  g_assert_true(g_str_has_prefix(lines[0], "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1015,"));
  g_assert_true(g_str_has_prefix(lines[1], "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":1015,"));
  g_assert_cmpstr(lines[2], ==, "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}");
  g_assert_cmpstr(lines[3], ==, "{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{}}");
  g_assert_cmpstr(lines[4], ==, "{\"method\":\"resync\"}");
  g_assert_null(strstr(heard, "news"));
  g_assert_null(strstr(heard, "/secret/path"));
  expect_heard(table->other, "{\"method\":\"resync\"}\n");
}

static void test_failing_batch(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  the_double.fails = TRUE;
  const char *answer = reader_ask(table->one, "[" HELLO("1") "," PLAY("2") "]");
  g_assert_true(g_str_has_prefix(
      answer, "[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}},{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":1015,"));
}

static void test_recovery(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  the_double.fails = TRUE;
  reader_ask(table->one, PLAY("1"));
  the_double.fails = FALSE;
  g_assert_cmpstr(reader_ask(table->one, PLAY("1")), ==, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"seq\":1}}");
}

/* A store that keeps failing is tried again now and then, not without end. */
static void test_no_busy_loop(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  the_double.fails = TRUE;
  the_double.bots = 1000;
  reader_ask(table->one, PLAY("1"));
  g_assert_cmpuint(the_double.begun, ==, 1);
}

/* With nobody who asks. */
static void test_retry(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  gboolean late = FALSE;
  the_double.fails = TRUE;
  reader_ask(table->one, PLAY("1"));
  the_double.fails = FALSE;
  guint begun = the_double.begun, source = g_timeout_add_seconds(20, stop, &late);
  while (the_double.begun == begun && !late) g_main_context_iteration(NULL, TRUE);
  g_assert_false(late);
  g_source_remove(source);
}

static void test_gone(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  reader_say(table->one, NEWS("1"));
  lap_connection_gone(g_steal_pointer(&table->one->connection));
  double_run();
  expect_story("()>");
  expect_heard(table->one, "");
  expect_heard(table->other, "{\"method\":\"news\"}\n");
}

static void add(const char *path, void (*test)(Table *, gconstpointer))
{
  g_test_add(path, Table, NULL, set_up, test, tear_down);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  add("/batch/a-lone-request-is-answered-as-soon-as-nothing-is-to-be-read", test_alone);
  add("/batch/answers-and-news-go-out-in-order", test_order);
  add("/batch/what-comes-together-is-committed-together", test_together);
  add("/batch/it-can-be-ended-at-once", test_on_demand);
  add("/batch/it-ends-when-it-has-grown", test_full);
  add("/batch/bots-play-in-the-ones-that-follow", test_bots);
  add("/batch/bots-wait-for-one-more-turn-at-most", test_bots_wait_for_one_turn);
  add("/batch/a-match-that-is-read-wakes-its-bots", test_reads_wake_bots);
  add("/batch/the-next-one-is-open-while-one-is-committed", test_slow);
  add("/batch/bots-join-when-they-were-passed-over", test_slow_bots);
  add("/batch/a-failed-commit-takes-what-came-after-it-along", test_slow_failure);
  add("/batch/one-is-waited-for-when-the-next-is-full", test_slow_full);
  add("/batch/its-end-waits-for-the-one-that-is-committed", test_slow_end);
  add("/batch/clocks-are-looked-at-when-one-may-have-run-out", test_clocks);
  add("/batch/clocks-are-looked-at-however-much-there-is-to-be-read", test_clocks_under_flood);
  add("/batch/it-ends-and-bots-play-however-much-there-is-to-be-read", test_end_under_flood);
  add("/batch/nothing-that-was-not-committed-is-told", test_failure);
  add("/batch/in-a-batch-only-what-touched-a-match-is-in-doubt", test_failing_batch);
  add("/batch/after-a-failure-it-goes-on", test_recovery);
  add("/batch/a-store-that-fails-is-not-tried-without-end", test_no_busy_loop);
  add("/batch/a-store-that-failed-is-tried-again-by-itself", test_retry);
  add("/batch/who-is-gone-is-told-nothing", test_gone);
  return g_test_run();
}
