/* Messages and their answers: the examples of the specification of JSON-RPC 2.0, and what else is sent. */
#include <string.h>

#include "double.h"
#include "host/server/server-private.h"

#define OK(id, result) "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"result\":" result "}"
/* An answer begins like this; the message and the advice follow. */
#define BAD(id, code) "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"error\":{\"code\":" code ",\"message\":\""
#define CALL(rest) "{\"jsonrpc\":\"2.0\"," rest "}"
#define HELLO "\"method\":\"host.hello\""

typedef struct {
  const char *message;
  const char *answer; /* its beginning; NULL: there is none */
  const char *part;   /* of it, or NULL */
} Case;

static const Case singles[] = {
    /* what is right */
    {CALL("\"id\":1," HELLO ",\"params\":{\"locale\":\"en\"}"), OK("1", "{\"locale\":\"en\"}"), NULL},
    {CALL("\"id\":1," HELLO ",\"params\":{}"), OK("1", "{}"), NULL},
    {CALL("\"id\":1," HELLO), OK("1", "{}"), NULL},
    {"  {\"method\":\"host.hello\",\n\t\"id\":1,\"jsonrpc\":\"2.0\"}\r\n", OK("1", "{}"), NULL},
    /* ids come back as they were */
    {CALL("\"id\":0," HELLO), OK("0", "{}"), NULL},
    {CALL("\"id\":-9223372036854775808," HELLO), OK("-9223372036854775808", "{}"), NULL},
    {CALL("\"id\":\"a \\\"b\\\" \\u00e9\\n\"," HELLO), OK("\"a \\\"b\\\" \xc3\xa9\\n\"", "{}"), NULL},
    {CALL("\"id\":\"\"," HELLO), OK("\"\"", "{}"), NULL},
    {CALL("\"id\":null," HELLO), OK("null", "{}"), NULL},
    {CALL("\"id\":1.5," HELLO), BAD("null", "-32600"), "id"},
    {CALL("\"id\":true," HELLO), BAD("null", "-32600"), "id"},
    {CALL("\"id\":[1]," HELLO), BAD("null", "-32600"), "id"},
    {CALL("\"id\":{}," HELLO), BAD("null", "-32600"), "id"},
    /* notifications are not answered, whatever becomes of them */
    {CALL(HELLO), NULL, NULL},
    {CALL("\"method\":\"foobar\""), NULL, NULL},
    {CALL("\"method\":\"host.hello\",\"params\":{\"x\":1}"), NULL, NULL},
    {CALL("\"method\":\"match.resign\""), NULL, NULL},
    /* methods */
    {CALL("\"id\":\"1\",\"method\":\"foobar\""), BAD("\"1\"", "-32601"), "there is no method 'foobar'\""},
    {CALL("\"id\":1,\"method\":\"match.pley\""), BAD("1", "-32601"), "did you mean 'match.play'"},
    {CALL("\"id\":1,\"method\":\"\""), BAD("1", "-32601"), "there is no method ''"},
    {CALL("\"id\":1,\"method\":\"unknown\""), BAD("1", "-32601"), NULL},
    {CALL("\"id\":1,\"method\":\"rpc.foo\""), BAD("1", "-32601"), NULL},
    {CALL("\"id\":1,\"method\":\"a\\\"b\""), BAD("1", "-32601"), "a\\\"b"},
    /* params */
    {CALL("\"id\":1,\"method\":\"host.hello\",\"params\":[42,23]"), BAD("1", "-32602"), "by name"},
    {CALL("\"id\":1,\"method\":\"host.hello\",\"params\":[]"), BAD("1", "-32602"), "by name"},
    {CALL("\"id\":1,\"method\":\"host.hello\",\"params\":\"bar\""), BAD("1", "-32600"), "params"},
    {CALL("\"id\":1,\"method\":\"host.hello\",\"params\":null"), BAD("1", "-32600"), "params"},
    {CALL("\"id\":1,\"method\":\"host.hello\",\"params\":{\"lokale\":\"en\"}"), BAD("1", "-32602"),
     "params: has no member \\\"lokale\\\"; there are client, protocols, locale"},
    {CALL("\"id\":1,\"method\":\"host.hello\",\"params\":{\"protocols\":[1,\"2\"]}"), BAD("1", "-32602"),
     "params.protocols[1]: must be a whole number"},
    {CALL("\"id\":1,\"method\":\"match.view\""), BAD("1", "-32602"), "params: member \\\"match\\\" is missing"},
    /* what is no request */
    {CALL("\"method\":1,\"params\":\"bar\""), BAD("null", "-32600"), "method"},
    {CALL("\"id\":7"), BAD("7", "-32600"), "method"},
    {"{\"id\":7,\"method\":\"host.hello\"}", BAD("7", "-32600"), "jsonrpc"},
    {"{\"jsonrpc\":\"1.0\",\"id\":7,\"method\":\"host.hello\"}", BAD("7", "-32600"), "2.0"},
    {"{\"jsonrpc\":2.0,\"id\":7,\"method\":\"host.hello\"}", BAD("7", "-32600"), "2.0"},
    {"{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":3}", BAD("7", "-32600"), "method"},
    {"{}", BAD("null", "-32600"), NULL},
    {"1", BAD("null", "-32600"), "object"},
    {"null", BAD("null", "-32600"), "object"},
    {"\"host.hello\"", BAD("null", "-32600"), "object"},
    /* what is no JSON */
    {"", BAD("null", "-32700"), "line 1, column 1"},
    {"{\"jsonrpc\": \"2.0\", \"method\": \"foobar, \"params\": \"bar\", \"baz]", BAD("null", "-32700"), NULL},
    {"[{\"jsonrpc\":\"2.0\",\"method\":\"sum\",\"id\":\"1\"},{\"jsonrpc\":\"2.0\",\"method\"]", BAD("null", "-32700"),
     NULL},
    {"{'jsonrpc':'2.0'}", BAD("null", "-32700"), NULL},
    {"{\"jsonrpc\":\"2.0\",\"id\":01}", BAD("null", "-32700"), NULL},
    {"{\"jsonrpc\":\"2.0\",\"id\":0x1}", BAD("null", "-32700"), NULL},
    {"{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"host.hello\"}", BAD("null", "-32700"), "stands twice"},
    {"{\"jsonrpc\":\"2.0\",\"id\":1,\"\\u0069d\":2,\"method\":\"host.hello\"}", BAD("null", "-32700"), "stands twice"},
    {"{\"jsonrpc\":\"2.0\",\"id\":99999999999999999999,\"method\":\"host.hello\"}", BAD("null", "-32700"), "64 bits"},
    {"{\"jsonrpc\":\"2.0\",\"id\":\"\\u0000\",\"method\":\"host.hello\"}", BAD("null", "-32700"), NULL},
    {"{\"jsonrpc\":\"2.0\",\"id\":\"\\ud800\",\"method\":\"host.hello\"}", BAD("null", "-32700"), NULL},
    {"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"host.hello\"}", BAD("null", "-32700"), "UTF-8"},
    {CALL("\"id\":1," HELLO) CALL("\"id\":2," HELLO), BAD("null", "-32700"), "nothing may follow"},
    {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", BAD("null", "1009"), "\"limit\":\"depth\""},
    /* what methods say */
    {CALL("\"id\":1,\"method\":\"match.leave\",\"params\":{\"match\":\"m1\",\"token\":"
          "\"0123456789abcdef0123456789abcdef\",\"key\":\"0123456789abcdef\"}"),
     BAD("1", "1003") "not like this: m1\",\"data\":{\"reason\":\"illegal\",\"advice\":\"",
     ",\"seq\":12,\"word\":\"a \\\"b\\\"\"}}}"},
    {CALL("\"id\":1,\"method\":\"match.resign\",\"params\":{\"match\":\"m1\",\"token\":"
          "\"0123456789abcdef0123456789abcdef\",\"key\":\"0123456789abcdef\"}"),
     BAD("1", "-32603"), "\"reason\":\"internal\""},
    {CALL("\"id\":1,\"method\":\"plugins.list\""), BAD("1", "1001"), "operators"},
};

static const Case batches[] = {
    {"[]", BAD("null", "-32600"), NULL},
    {"[1]", "[" BAD("null", "-32600"), NULL},
    {"[1,2,3]", "[" BAD("null", "-32600"), NULL},
    {"[" CALL(HELLO) "," CALL(HELLO) "]", NULL, NULL},
    {"[" CALL("\"id\":1," HELLO) "]", "[" OK("1", "{}") "]", NULL},
    {"[" CALL("\"id\":\"1\"," HELLO) "," CALL(HELLO) "," CALL("\"id\":2,\"method\":\"foobar\"") ",{\"foo\":\"boo\"}]",
     "[" OK("\"1\"", "{}") "," BAD("2", "-32601"), "}," BAD("null", "-32600")},
    {"[[" CALL("\"id\":1," HELLO) "]]", "[" BAD("null", "-32600"), NULL},
};

static void check(Reader *reader, const Case *a_case)
{
  const char *answer = reader_ask(reader, a_case->message);
  g_test_message("%s", g_utf8_validate(a_case->message, -1, NULL) ? a_case->message : "(not UTF-8)");
  if (!a_case->answer) {
    g_assert_null(answer);
    return;
  }
  g_assert_nonnull(answer);
  if (!g_str_has_prefix(answer, a_case->answer)) g_assert_cmpstr(answer, ==, a_case->answer);
  if (a_case->part && !strstr(answer, a_case->part)) g_assert_cmpstr(answer, ==, a_case->part);
}

static void check_all(const Case *cases, guint n)
{
  LapServer *server = double_server();
  Reader *reader = reader_new(server, "websocket", "127.0.0.1", NULL);
  for (guint i = 0; i < n; i++) check(reader, &cases[i]);
  g_assert_cmpuint(reader->closed, ==, 0);
  reader_free(reader);
  double_clear(server);
}

static void test_singles(void) { check_all(singles, G_N_ELEMENTS(singles)); }

static void test_batches(void) { check_all(batches, G_N_ELEMENTS(batches)); }

static char *batch_of(guint n, const char *request)
{
  GString *batch = g_string_new("[");
  for (guint i = 0; i < n; i++) g_string_append_printf(batch, "%s%s", i ? "," : "", request);
  g_string_append_c(batch, ']');
  return g_string_free(batch, FALSE);
}

static void test_batch_limit(void)
{
  LapServer *server = double_server();
  Reader *reader = reader_new(server, "websocket", "127.0.0.1", NULL);
  g_autofree char *most = batch_of(16, CALL("\"id\":1," HELLO)), *more = batch_of(17, CALL("\"id\":1," HELLO));
  g_assert_true(g_str_has_prefix(reader_ask(reader, most), "[" OK("1", "{}") "," OK("1", "{}")));
  const char *answer = reader_ask(reader, more);
  g_assert_true(g_str_has_prefix(answer, BAD("null", "1009")));
  g_assert_nonnull(strstr(answer, "\"limit\":\"batch\""));
  g_assert_true(lap_server_set_limit(server, "batch", 17, NULL));
  g_assert_true(g_str_has_prefix(reader_ask(reader, more), "[" OK("1", "{}")));
  reader_free(reader);
  double_clear(server);
}

static void test_long_answers(void)
{
  LapServer *server = double_server();
  Reader *reader = reader_new(server, "websocket", "127.0.0.1", NULL);
  g_autofree char *batch = batch_of(
      16, CALL("\"id\":1,\"method\":\"match.export\",\"params\":{\"match\":\"m1\",\"format\":\"log\"}"));
  const char *answer = reader_ask(reader, batch);
  g_assert_cmpuint(strlen(answer), <, 256 * 1024);
  g_assert_nonnull(strstr(answer, "\"limit\":\"waiting\""));
  reader_free(reader);
  double_clear(server);
}

static void test_deep(void)
{
  LapServer *server = double_server();
  Reader *reader = reader_new(server, "websocket", "127.0.0.1", NULL);
  g_autofree char *brackets = g_strnfill(60000, '[');
  g_assert_true(g_str_has_prefix(reader_ask(reader, brackets), BAD("null", "1009")));
  reader_free(reader);
  double_clear(server);
}

static void test_operators(void)
{
  LapServer *server = double_server();
  Reader *local = reader_new(server, "stdio", "stdio", NULL);
  Reader *remote = reader_new(server, "websocket", "127.0.0.1", NULL);
  const char *ask = CALL("\"id\":1,\"method\":\"plugins.list\"");
  g_assert_true(g_str_has_prefix(reader_ask(local, ask), OK("1", "{}")));
  g_assert_false(lap_server_service.is_operator_token(server, "sesame"));
  lap_server_set_operator_token(server, "sesame");
  g_assert_false(lap_server_service.is_operator_token(server, "sesam"));
  g_assert_true(g_str_has_prefix(reader_ask(remote, ask), BAD("1", "1001")));
  g_assert_true(lap_server_service.is_operator_token(server, "sesame"));
  lap_connection_get_caller(remote->connection)->is_operator = TRUE;
  g_assert_true(g_str_has_prefix(reader_ask(remote, ask), OK("1", "{}")));
  reader_free(local);
  reader_free(remote);
  double_clear(server);
}

static void test_document(void)
{
  LapServer *server = double_server();
  g_autoptr(JsonNode) before = json_from_string(lap_rpc_get_document(server->rpc), NULL);
  JsonObject *info = json_object_get_object_member(json_node_get_object(before), "info");
  g_assert_cmpstr(json_object_get_string_member(info, "version"), !=, "0.0.0");
  g_assert_true(lap_server_set_limit(server, "batch", 5, NULL));
  g_autoptr(JsonNode) after = json_from_string(lap_rpc_get_document(server->rpc), NULL);
  JsonObject *limits = json_object_get_object_member(json_node_get_object(after), "x-limits");
  JsonObject *batch = json_object_get_object_member(limits, "batch");
  g_assert_cmpint(json_object_get_int_member(batch, "value"), ==, 5);
  g_assert_null(strchr(lap_rpc_get_document(server->rpc), '\n'));
  double_clear(server);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/rpc/every-message-gets-the-answer-that-is-right-for-it", test_singles);
  g_test_add_func("/rpc/a-batch-is-answered-in-one-array", test_batches);
  g_test_add_func("/rpc/a-batch-past-the-limit-is-refused-as-a-whole", test_batch_limit);
  g_test_add_func("/rpc/answers-to-a-batch-stop-where-a-reader-would-be-skipped-ahead", test_long_answers);
  g_test_add_func("/rpc/brackets-without-end-are-refused", test_deep);
  g_test_add_func("/rpc/methods-of-operators-are-theirs", test_operators);
  g_test_add_func("/rpc/the-document-has-version-and-limits-as-they-are", test_document);
  return g_test_run();
}
