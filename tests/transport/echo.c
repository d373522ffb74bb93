/* A server that knows no protocol: it sends each message back, over the real transports. A message that begins with "!"
 * is a command:
 *   !many N SIZE   N messages of SIZE bytes at once
 *   !close CODE    closes after that, !now CODE at once
 *   !silence       no answer
 *   !waiting       how much waits for this peer
 *   !drained       how often everything had been written
 *   !address       the address of the client
 * The URL is printed on standard error. Usage: echo ws|stdio [NAME=VALUE]..., with the settings of listen.h by name. */
#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <glib-unix.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/transport/listen.h"
#include "host/transport/stdio.h"

struct _LapServer {
  GMainLoop *loop;
  gsize message_max;
  guint connections, connections_max;
  guint requests, requests_max; /* 0: any number */
};

struct LapConnection {
  LapServer *server;
  const LapTransport *transport;
  gpointer peer;
  guint drained;
  char *address;
};

gsize lap_server_message_max(const LapServer *server) { return server->message_max; }

GBytes *lap_server_picture(LapServer *server G_GNUC_UNUSED, const char *path)
{
  return g_str_equal(path, "/pictures/1.svg") ? g_bytes_new_static("<svg/>", 6) : NULL;
}

GBytes *lap_server_page(LapServer *server, const char *path, const char **type, guint *status)
{
  if (g_str_equal(path, "/connections")) {
    char *text = g_strdup_printf("%u\n", server->connections);
    return g_bytes_new_take(text, strlen(text));
  }
  if (g_str_equal(path, "/large")) {
    *type = "application/json";
    return g_bytes_new_take(g_strnfill(3000000, '1'), 3000000);
  }
  if (!g_str_equal(path, "/healthz")) return NULL;
  *status = 503;
  return g_bytes_new_static("not well\n", 9);
}

LapConnection *lap_connection_open(LapServer *server, const LapTransport *transport, gpointer peer, const char *address,
                                   GError **error)
{
  if (server->connections == server->connections_max) {
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_BUSY, "too many connections");
    return NULL;
  }
  LapConnection *connection = g_new0(LapConnection, 1);
  connection->server = server;
  connection->transport = transport;
  connection->peer = peer;
  connection->address = g_strdup(address);
  server->connections++;
  return connection;
}

static void send(LapConnection *connection, GBytes *message)
{
  connection->transport->send(connection->peer, message);
  g_bytes_unref(message);
}

static void send_text(LapConnection *connection, char *text) { send(connection, g_bytes_new_take(text, strlen(text))); }

static void send_many(LapConnection *connection, guint n, gsize size)
{
  GBytes *message = g_bytes_new_take(g_strnfill(size, 'x'), size);
  for (guint i = 0; i < n; i++) send(connection, g_bytes_ref(message));
  g_bytes_unref(message);
}

static void close_with(LapConnection *connection, guint code, gboolean now)
{
  connection->transport->close(connection->peer, code, "as you wish", now);
}

static void obey(LapConnection *connection, const char *text)
{
  guint n = 0, size = 0;
  if (sscanf(text, "!many %u %u", &n, &size) == 2)
    send_many(connection, n, size);
  else if (sscanf(text, "!close %u", &n) == 1)
    close_with(connection, n, FALSE);
  else if (sscanf(text, "!now %u", &n) == 1)
    close_with(connection, n, TRUE);
  else if (g_str_equal(text, "!address"))
    send_text(connection, g_strdup(connection->address));
  else if (g_str_equal(text, "!drained"))
    send_text(connection, g_strdup_printf("%u", connection->drained));
  else if (g_str_equal(text, "!waiting"))
    send_text(connection, g_strdup_printf("%" G_GSIZE_FORMAT, connection->transport->waiting(connection->peer)));
}

void lap_connection_receive(LapConnection *connection, const char *text, gsize length)
{
  g_autofree char *copy = length && *text == '!' ? g_strndup(text, length) : NULL;
  if (copy)
    obey(connection, copy);
  else
    send(connection, g_bytes_new(text, length));
}

void lap_connection_overlong(LapConnection *connection)
{
  send_text(connection, g_strdup("overlong"));
  if (g_str_equal(connection->transport->name, "websocket")) close_with(connection, LAP_CLOSE_TOO_LARGE, FALSE);
}

void lap_connection_flood(LapConnection *connection) { close_with(connection, LAP_CLOSE_POLICY, FALSE); }

/* It forwards nothing. */
void lap_connection_mark_node(LapConnection *connection G_GNUC_UNUSED) {}
void lap_server_set_forwarding(LapServer *server G_GNUC_UNUSED, const LapForwarding *forwarding G_GNUC_UNUSED,
                               gpointer data G_GNUC_UNUSED)
{
}
void lap_upstream_receive(LapUpstream *upstream G_GNUC_UNUSED, GBytes *message G_GNUC_UNUSED) {}
void lap_upstream_gone(LapUpstream *upstream G_GNUC_UNUSED) {}

gboolean lap_server_may_request(LapServer *server, const char *address)
{
  return *address && (!server->requests_max || server->requests++ < server->requests_max);
}

gboolean lap_connection_is_owed(const LapConnection *connection G_GNUC_UNUSED) { return FALSE; }

void lap_connection_drained(LapConnection *connection) { connection->drained++; }

void lap_connection_gone(LapConnection *connection)
{
  connection->server->connections--;
  g_free(connection->address);
  g_free(connection);
}

/* --- the program */

static GPtrArray *origins, *hosts, *proxies;

static gboolean read_setting(LapListenSettings *settings, LapServer *server, const char *setting)
{
  const char *value = strchr(setting, '=');
  if (!value++) return FALSE;
  if (g_str_has_prefix(setting, "address="))
    settings->address = value;
  else if (g_str_has_prefix(setting, "port="))
    settings->port = (guint)atoi(value);
  else if (g_str_has_prefix(setting, "socket="))
    settings->socket = atoi(value);
  else if (g_str_has_prefix(setting, "certificate="))
    settings->certificate = value;
  else if (g_str_has_prefix(setting, "key="))
    settings->key = value;
  else if (g_str_has_prefix(setting, "web="))
    settings->web = value;
  else if (g_str_has_prefix(setting, "origin="))
    g_ptr_array_add(origins, (char *)value);
  else if (g_str_has_prefix(setting, "host="))
    g_ptr_array_add(hosts, (char *)value);
  else if (g_str_has_prefix(setting, "proxy="))
    g_ptr_array_add(proxies, (char *)value);
  else if (g_str_has_prefix(setting, "connections="))
    server->connections_max = (guint)atoi(value);
  else if (g_str_has_prefix(setting, "requests="))
    server->requests_max = (guint)atoi(value);
  else if (g_str_has_prefix(setting, "message="))
    server->message_max = (gsize)atoi(value);
  else
    return FALSE;
  return TRUE;
}

static int fail(GError *error)
{
  fprintf(stderr, "%s\n", error->message);
  g_error_free(error);
  return 1;
}

static void quit(gpointer loop) { g_main_loop_quit(loop); }

static gboolean on_signal(gpointer loop)
{
  g_main_loop_quit(loop);
  return G_SOURCE_CONTINUE;
}

static int over_websocket(LapServer *server, LapListenSettings *settings)
{
  GError *error = NULL;
  g_autoptr(LapListener) listener = lap_listener_new(server, settings, &error);
  if (!listener) return fail(error);
  fprintf(stderr, "%s\n", lap_listener_get_url(listener));
  g_main_loop_run(server->loop);
  return 0;
}

static int over_stdio(LapServer *server)
{
  GError *error = NULL;
  g_autoptr(GInputStream) in = g_unix_input_stream_new(STDIN_FILENO, FALSE);
  g_autoptr(GOutputStream) out = g_unix_output_stream_new(STDOUT_FILENO, FALSE);
  g_autoptr(LapStdio) stdio = lap_stdio_new(server, in, out, G_CALLBACK(quit), server->loop, &error);
  if (!stdio) return fail(error);
  g_main_loop_run(server->loop);
  return 0;
}

int main(int argc, char **argv)
{
  LapServer server = {.message_max = 65536, .connections_max = 20000};
  LapListenSettings settings = {.socket = -1};
  origins = g_ptr_array_new();
  hosts = g_ptr_array_new();
  proxies = g_ptr_array_new();
  for (int i = 2; i < argc; i++)
    if (!read_setting(&settings, &server, argv[i])) return 2;
  g_ptr_array_add(origins, NULL);
  g_ptr_array_add(hosts, NULL);
  g_ptr_array_add(proxies, NULL);
  settings.hosts = (const char *const *)hosts->pdata;
  settings.origins = (const char *const *)origins->pdata;
  settings.proxies = (const char *const *)proxies->pdata;
  server.loop = g_main_loop_new(NULL, FALSE);
  g_unix_signal_add(SIGTERM, on_signal, server.loop);
  int code = argc > 1 && g_str_equal(argv[1], "stdio") ? over_stdio(&server) : over_websocket(&server, &settings);
  g_main_loop_unref(server.loop);
  g_ptr_array_unref(origins);
  g_ptr_array_unref(hosts);
  g_ptr_array_unref(proxies);
  g_assert_cmpuint(server.connections, ==, 0);
  return code;
}
