#define _GNU_SOURCE /* O_PATH */
#include "control.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixsocketaddress.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stdio.h"

/* Addresses of sockets are short, so the folder is named by a descriptor. */
typedef struct {
  int folder;
  char *name;
} Place;

struct LapControl {
  LapServer *server;
  GSocketService *service;
  Place place;
  GList *peers; /* Peer */
};

typedef struct {
  LapControl *control;
  GSocketConnection *connection;
  LapStdio *stdio;
} Peer;

/* --- where it is */

static Place place_open(const char *path)
{
  g_autofree char *folder = g_path_get_dirname(path), *name = g_path_get_basename(path);
  return (Place){open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC), g_strconcat(name, "-control", NULL)};
}

static void place_clear(Place *place)
{
  if (place->folder >= 0) close(place->folder);
  g_free(place->name);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Place, place_clear)

static GSocketAddress *place_address(const Place *place)
{
  g_autofree char *path = g_strdup_printf("/proc/self/fd/%d/%s", place->folder, place->name);
  return g_unix_socket_address_new(path);
}

static void remove_socket(const Place *place)
{
  struct stat there;
  if (fstatat(place->folder, place->name, &there, AT_SYMLINK_NOFOLLOW) == 0 && S_ISSOCK(there.st_mode))
    unlinkat(place->folder, place->name, 0);
}

/* --- who is let in */

static gboolean may_enter(GSocketConnection *connection)
{
  g_autoptr(GCredentials) who = g_socket_get_credentials(g_socket_connection_get_socket(connection), NULL);
  uid_t user = who ? g_credentials_get_unix_user(who, NULL) : (uid_t)-1;
  return user == 0 || user == geteuid();
}

static void peer_free(gpointer data)
{
  Peer *peer = data;
  peer->control->peers = g_list_remove(peer->control->peers, peer);
  g_clear_pointer(&peer->stdio, lap_stdio_free);
  g_io_stream_close(G_IO_STREAM(peer->connection), NULL, NULL);
  g_object_unref(peer->connection);
  g_free(peer);
}

static gboolean on_incoming(GSocketService *service G_GNUC_UNUSED, GSocketConnection *connection,
                            GObject *source G_GNUC_UNUSED, LapControl *control)
{
  g_autoptr(GError) error = NULL;
  GIOStream *stream = G_IO_STREAM(connection);
  if (!may_enter(connection)) return TRUE;
  Peer *peer = g_new(Peer, 1);
  *peer = (Peer){control, g_object_ref(connection), NULL};
  control->peers = g_list_prepend(control->peers, peer);
  peer->stdio = lap_stdio_new(control->server, g_io_stream_get_input_stream(stream),
                              g_io_stream_get_output_stream(stream), G_CALLBACK(peer_free), peer, &error);
  if (!peer->stdio) peer_free(peer);
  return TRUE;
}

/* --- life */

static gboolean listen_at(LapControl *control, GError **error)
{
  g_autoptr(GSocketAddress) address = place_address(&control->place);
  remove_socket(&control->place);
  return g_socket_listener_add_address(G_SOCKET_LISTENER(control->service), address, G_SOCKET_TYPE_STREAM,
                                       G_SOCKET_PROTOCOL_DEFAULT, NULL, NULL, error);
}

LapControl *lap_control_new(LapServer *server, const char *path, GError **error)
{
  g_autoptr(LapControl) control = g_new0(LapControl, 1);
  control->server = server;
  control->service = g_socket_service_new();
  control->place = place_open(path);
  g_signal_connect(control->service, "incoming", G_CALLBACK(on_incoming), control);
  return listen_at(control, error) ? g_steal_pointer(&control) : NULL;
}

void lap_control_free(LapControl *control)
{
  g_socket_service_stop(control->service);
  g_socket_listener_close(G_SOCKET_LISTENER(control->service));
  g_object_unref(control->service);
  while (control->peers) peer_free(control->peers->data);
  remove_socket(&control->place);
  place_clear(&control->place);
  g_free(control);
}

GSocketConnection *lap_control_connect(const char *path)
{
  g_auto(Place) place = place_open(path);
  g_autoptr(GSocketAddress) address = place_address(&place);
  g_autoptr(GSocketClient) client = g_socket_client_new();
  return g_socket_client_connect(client, G_SOCKET_CONNECTABLE(address), NULL, NULL);
}
