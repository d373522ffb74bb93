#include "double.h"

#include <string.h>

#include "host/match/commit.h"
#include "host/match/match.h"
#include "host/match/node.h"
#include "host/rpc/methods.h"
#include "host/server/server-private.h"

Double the_double;

static void note(char letter) { g_string_append_c(the_double.story, letter); }

/* --- the host */

struct _LapHost {
  GObject parent_instance;
  LapStore *store;
};
G_DEFINE_FINAL_TYPE(LapHost, lap_host, G_TYPE_OBJECT)
G_DEFINE_QUARK(lap - match - error - quark, lap_match_error)

static void lap_host_finalize(GObject *object)
{
  g_object_unref(((LapHost *)object)->store);
  G_OBJECT_CLASS(lap_host_parent_class)->finalize(object);
}

static void lap_host_init(LapHost *host) { host->store = lap_store_open("memory:", NULL); }

static void lap_host_class_init(LapHostClass *class)
{
  G_OBJECT_CLASS(class)->finalize = lap_host_finalize;
  g_signal_new("entry", LAP_TYPE_HOST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_POINTER,
               G_TYPE_POINTER);
  g_signal_new("due", LAP_TYPE_HOST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

LapStore *lap_host_get_store(LapHost *host) { return host->store; }

GBytes *lap_host_get_picture(LapHost *host G_GNUC_UNUSED, const char *address)
{
  static const char drawn[] = "<svg/>";
  static GBytes *picture;
  if (!picture) picture = g_bytes_new_static(drawn, strlen(drawn));
  return g_str_equal(address, "pictures/1.svg") ? picture : NULL;
}

void lap_host_begin(LapHost *host G_GNUC_UNUSED)
{
  g_assert_cmpuint(the_double.begun, ==, the_double.ended);
  the_double.begun++;
  the_double.staged = 0;
  note('(');
}

gboolean lap_host_end(LapHost *host G_GNUC_UNUSED, GError **error)
{
  gboolean ok = !the_double.fails || !the_double.staged;
  the_double.ended++;
  the_double.most = MAX(the_double.most, the_double.staged);
  note(ok ? ')' : '!');
  if (!ok) g_set_error(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_STORE, "disk full at /secret/path");
  return ok;
}

gboolean lap_host_begin_commit(LapHost *host G_GNUC_UNUSED, GDestroyNotify done, gpointer data)
{
  if (!the_double.slow || !the_double.staged) return FALSE;
  g_assert_null(the_double.committing);
  the_double.committing = done;
  the_double.data = data;
  the_double.ended++;
  the_double.most = MAX(the_double.most, the_double.staged);
  the_double.staged = 0;
  note('/');
  return TRUE;
}

gboolean lap_host_finish_commit(LapHost *host, GError **error)
{
  if (!the_double.committing) return lap_host_end(host, error);
  the_double.committing = NULL;
  note(the_double.fails ? '!' : ')');
  if (the_double.fails) g_set_error(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_STORE, "disk full at /secret/path");
  return !the_double.fails;
}

guint lap_host_get_staged(LapHost *host G_GNUC_UNUSED) { return the_double.staged; }

static void stage(char letter)
{
  g_assert_cmpuint(the_double.begun, ==, the_double.ended + 1);
  the_double.staged++;
  note(letter);
}

gboolean lap_host_play_bots(LapHost *host G_GNUC_UNUSED, guint moves)
{
  for (; moves && the_double.bots; moves--, the_double.bots--) stage('b');
  return the_double.bots > 0;
}

gint64 lap_host_run_clocks(LapHost *host G_GNUC_UNUSED)
{
  the_double.clocks_run++;
  return the_double.clock;
}

void lap_host_set_may_play(LapHost *host G_GNUC_UNUSED, LapHostMayPlay may_play G_GNUC_UNUSED,
                           gpointer data G_GNUC_UNUSED)
{
}
gboolean lap_host_renew(LapHost *host G_GNUC_UNUSED) { return FALSE; }
gboolean lap_host_renew_leases(LapHost *host G_GNUC_UNUSED, gboolean *lost, GError **error G_GNUC_UNUSED)
{
  *lost = FALSE;
  return TRUE;
}
void lap_host_let_all_go(LapHost *host G_GNUC_UNUSED) {}
void lap_host_leave(LapHost *host G_GNUC_UNUSED) {}
void lap_host_forget_others(LapHost *host G_GNUC_UNUSED) {}
char *lap_host_take_elsewhere(LapHost *host G_GNUC_UNUSED) { return NULL; }
void lap_host_release_bots(LapHost *host G_GNUC_UNUSED) {}
void lap_host_set_patience(LapHost *host G_GNUC_UNUSED, gint64 microseconds G_GNUC_UNUSED, GSource *ready G_GNUC_UNUSED)
{
}
void lap_host_set_thinking(LapHost *host G_GNUC_UNUSED, guint threads G_GNUC_UNUSED, gint64 longest G_GNUC_UNUSED,
                           GSource *ready G_GNUC_UNUSED)
{
}
gboolean lap_host_remove(LapHost *host G_GNUC_UNUSED, const char *match G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  return TRUE;
}
guint lap_host_get_open(LapHost *host G_GNUC_UNUSED) { return 7; }
void lap_host_set_hook_limit(LapHost *host G_GNUC_UNUSED, guint milliseconds G_GNUC_UNUSED) {}
void lap_host_set_open_max(LapHost *host G_GNUC_UNUSED, guint n G_GNUC_UNUSED) {}
const char *lap_match_get_id(LapMatch *match G_GNUC_UNUSED) { return "m1"; }

/* --- subscriptions */

static void notify(LapConnection *connection, LapNotificationKind kind, const char *message)
{
  g_autoptr(GBytes) bytes = g_bytes_new_static(message, strlen(message));
  lap_batch_notify(connection->server->batch, connection, kind, bytes);
}

void lap_subscriptions_catch_up(LapConnection *connection)
{
  notify(connection, LAP_NOTIFY_RESYNC, "{\"method\":\"resync\"}");
}

static void warn(LapConnection *connection, gpointer data G_GNUC_UNUSED)
{
  notify(connection, LAP_NOTIFY_HOST, "{\"method\":\"notice\"}");
}

void lap_subscriptions_notify_draining(LapServer *server) { lap_server_visit_connections(server, warn, NULL); }

void lap_subscriptions_notify_build(LapServer *server G_GNUC_UNUSED, const char *plugin G_GNUC_UNUSED,
                                    const char *failure G_GNUC_UNUSED)
{
}

LapSubscriptions *lap_subscriptions_new(LapServer *server G_GNUC_UNUSED) { return NULL; }
void lap_subscriptions_free(LapSubscriptions *subscriptions G_GNUC_UNUSED) {}
guint lap_subscriptions_count(const LapConnection *connection G_GNUC_UNUSED) { return 0; }
void lap_subscriptions_end(LapConnection *connection G_GNUC_UNUSED) {}
gboolean lap_subscriptions_may_add(LapConnection *connection G_GNUC_UNUSED, LapMatch *match G_GNUC_UNUSED,
                                   guint viewer G_GNUC_UNUSED)
{
  return TRUE;
}
void lap_subscriptions_add(LapConnection *connection G_GNUC_UNUSED, LapMatch *match G_GNUC_UNUSED,
                           guint viewer G_GNUC_UNUSED)
{
}
void lap_subscriptions_remove(LapConnection *connection G_GNUC_UNUSED, const char *match G_GNUC_UNUSED,
                              guint viewer G_GNUC_UNUSED)
{
}

gboolean lap_subscriptions_are_alone(LapSubscriptions *subscriptions G_GNUC_UNUSED,
                                     const LapConnection *connection G_GNUC_UNUSED, LapMatch *match G_GNUC_UNUSED)
{
  return TRUE;
}
void lap_subscriptions_notify_all(LapSubscriptions *subscriptions G_GNUC_UNUSED, LapMatch *match G_GNUC_UNUSED,
                                  GBytes *message G_GNUC_UNUSED)
{
}

/* --- methods */

static gboolean hello(LapCall *call)
{
  g_autoptr(JsonNode) node = json_node_init_object(json_node_alloc(), call->params);
  g_autofree char *text = json_to_string(node, FALSE);
  lap_json_raw(call->result, text, -1);
  return TRUE;
}

static gboolean play(LapCall *call)
{
  lap_call_touches(call, lap_call_string(call, "match"));
  stage('e');
  lap_json_raw(call->result, "{\"seq\":1}", -1);
  return TRUE;
}

static gboolean view(LapCall *call)
{
  lap_call_touches(call, lap_call_string(call, "match"));
  lap_json_raw(call->result, "{}", -1);
  return TRUE;
}

static gboolean refuse(LapCall *call)
{
  lap_call_data_number(call, "seq", 12);
  lap_call_data_string(call, "word", "a \"b\"");
  return lap_call_fail(call, LAP_RPC_ILLEGAL, "not like this: %s", lap_call_string(call, "match"));
}

static gboolean fail(LapCall *call)
{
  lap_json_begin_object(call->result);
  lap_json_name(call->result, "half");
  return FALSE;
}

static void notify_news(LapConnection *connection, gpointer data G_GNUC_UNUSED)
{
  notify(connection, LAP_NOTIFY_EVENT, "{\"method\":\"news\"}");
}

static gboolean news(LapCall *call)
{
  lap_server_visit_connections(call->rpc->server, notify_news, NULL);
  lap_json_raw(call->result, "{}", -1);
  return TRUE;
}

static gboolean export(LapCall *call)
{
  g_autofree char *much = g_strnfill(100 * 1000, 'x');
  lap_json_string(call->result, much);
  return TRUE;
}

static gboolean create(LapCall *call)
{
  if (!call->rpc->service->may_create(call)) return FALSE;
  lap_call_touches(call, NULL);
  call->rpc->service->created(call->caller, "m1", FALSE);
  lap_json_raw(call->result, "{}", -1);
  return TRUE;
}

const LapMethodEntry lap_methods[] = {
    {"host.hello", hello, FALSE, FALSE},    {"match.play", play, FALSE, TRUE},
    {"match.view", view, FALSE, FALSE},     {"match.leave", refuse, FALSE, TRUE},
    {"match.resign", fail, FALSE, TRUE},    {"games.list", news, FALSE, FALSE},
    {"match.export", export, FALSE, FALSE}, {"plugins.list", view, TRUE, FALSE},
    {"match.create", create, FALSE, FALSE}, {NULL, NULL, FALSE, FALSE},
};

/* There are no plugins. */
void lap_plugins_follow(LapRpc *rpc G_GNUC_UNUSED) {}
void lap_plugins_forget(LapRpc *rpc G_GNUC_UNUSED) {}

LapServer *double_server(void)
{
  the_double = (Double){.clock = -1, .story = g_string_new(NULL)};
  g_autoptr(LapHost) host = g_object_new(LAP_TYPE_HOST, NULL);
  LapServer *server = lap_server_new(host);
  server->batch->longest = G_TIME_SPAN_DAY; /* what a batch holds does not depend on how fast the machine is */
  server->fair->credit_full = G_TIME_SPAN_DAY;
  return server;
}

void double_clear(LapServer *server)
{
  double_run();
  g_object_unref(server);
  g_string_free(the_double.story, TRUE);
}

void double_run(void)
{
  while (g_main_context_iteration(NULL, FALSE))
    ;
}

/* --- peers */

static void take(gpointer data, GBytes *message)
{
  Reader *reader = data;
  gsize length;
  const char *text = g_bytes_get_data(message, &length);
  g_ptr_array_add(reader->heard, g_strndup(text, length));
  if (reader->stuck) reader->waiting += length;
  note('>');
}

static gsize waiting(gpointer data) { return ((Reader *)data)->waiting; }

static gboolean go(gpointer data)
{
  Reader *reader = data;
  if (reader->connection) lap_connection_gone(g_steal_pointer(&reader->connection));
  return G_SOURCE_REMOVE;
}

static void close_reader(gpointer data, guint code, const char *reason, gboolean now)
{
  Reader *reader = data;
  g_assert_cmpuint(strlen(reason), <=, 120);
  reader->closed = code;
  reader->closed_now = now;
  if (!reader->stuck || now) g_idle_add(go, reader);
}

static void pause_reading(gpointer data, guint milliseconds) { ((Reader *)data)->rests = milliseconds; }
static void hold_reading(gpointer data, gboolean hold) { ((Reader *)data)->held = hold; }

Reader *reader_new(LapServer *server, const char *name, const char *address, GError **error)
{
  static const LapTransport local = {.name = "stdio", .send = take, .waiting = waiting, .close = close_reader};
  static const LapTransport remote = {.name = "websocket",
                                      .send = take,
                                      .waiting = waiting,
                                      .close = close_reader,
                                      .pause_reading = pause_reading,
                                      .hold_reading = hold_reading};
  Reader *reader = g_new0(Reader, 1);
  reader->heard = g_ptr_array_new_with_free_func(g_free);
  reader->connection = lap_connection_open(server, g_str_equal(name, "stdio") ? &local : &remote, reader, address,
                                           error);
  if (reader->connection) return reader;
  reader_free(reader);
  return NULL;
}

void reader_free(Reader *reader)
{
  while (g_source_remove_by_user_data(reader))
    ;
  go(reader);
  g_ptr_array_unref(reader->heard);
  g_free(reader);
}

void reader_say(Reader *reader, const char *message)
{
  if (reader->connection) lap_connection_receive(reader->connection, message, strlen(message));
}

const char *reader_ask(Reader *reader, const char *message)
{
  guint before = reader->heard->len;
  reader_say(reader, message);
  double_run();
  return reader->heard->len > before ? reader->heard->pdata[reader->heard->len - 1] : NULL;
}

char *reader_heard(const Reader *reader, guint i)
{
  GString *text = g_string_new(NULL);
  for (; i < reader->heard->len; i++) g_string_append_printf(text, "%s\n", (char *)reader->heard->pdata[i]);
  return g_string_free(text, FALSE);
}

gboolean double_is_error(const char *answer, const char *code)
{
  g_autofree char *beginning = g_strdup_printf("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":%s,", code);
  return answer && g_str_has_prefix(answer, beginning);
}

LapServer *double_limited_server(const char *limit, gint64 value)
{
  LapServer *server = double_server();
  g_autoptr(GError) error = NULL;
  lap_server_set_limit(server, limit, value, &error);
  g_assert_no_error(error);
  return server;
}
