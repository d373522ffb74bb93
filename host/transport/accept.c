/* The listening socket: binding it, or taking it over, and accepting connections as long as there is room. */
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "listen-private.h"

enum {
  BACKLOG = 1024,
  AT_ONCE = 32,            /* connections accepted in one iteration of the loop, so that open ones are served too */
  PAUSE_MILLISECONDS = 100 /* before trying again when there are no more file descriptors */
};

static GInetAddress *read_address(const char *address, GError **error)
{
  if (!address || g_str_equal(address, "localhost")) return g_inet_address_new_loopback(G_SOCKET_FAMILY_IPV4);
  GInetAddress *read = g_inet_address_new_from_string(address);
  if (!read)
    g_set_error(error, LAP_LISTEN_ERROR, LAP_LISTEN_ERROR_ADDRESS,
                "\"%s\" is not an address: expected such as 127.0.0.1, ::1, 0.0.0.0 (all of IPv4) or :: (all)",
                address);
  return read;
}

static GSocket *bind_to(const LapListenSettings *settings, GError **error)
{
  g_autoptr(GInetAddress) address = read_address(settings->address, error);
  if (!address) return NULL;
  g_autoptr(GSocketAddress) place = g_inet_socket_address_new(address, (guint16)settings->port);
  g_autoptr(GError) failure = NULL;
  g_autoptr(GSocket)
      socket = g_socket_new(g_inet_address_get_family(address), G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, &failure);
  if (socket) g_socket_set_listen_backlog(socket, BACKLOG);
  if (socket && g_socket_bind(socket, place, TRUE, &failure) && g_socket_listen(socket, &failure))
    return g_steal_pointer(&socket);
  g_autofree char *name = g_inet_address_to_string(address);
  g_set_error(error, LAP_LISTEN_ERROR, LAP_LISTEN_ERROR_ADDRESS, "cannot listen at %s port %u: %s", name,
              settings->port, failure->message);
  return NULL;
}

static GSocket *take_over(int fd, GError **error)
{
  g_autoptr(GError) failure = NULL;
  int listens = 0;
  socklen_t size = sizeof listens;
  GSocket *socket = g_socket_new_from_fd(fd, &failure);
  gboolean is_internet = socket && (g_socket_get_family(socket) == G_SOCKET_FAMILY_IPV4 ||
                                    g_socket_get_family(socket) == G_SOCKET_FAMILY_IPV6);
  if (is_internet && getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0 && listens) return socket;
  g_set_error(error, LAP_LISTEN_ERROR, LAP_LISTEN_ERROR_ADDRESS, "file descriptor %d is not a listening TCP socket%s%s",
              fd, failure ? ": " : "", failure ? failure->message : "");
  g_clear_object(&socket);
  return NULL;
}

/* What to open in a browser on this machine. */
static char *url_of(GInetSocketAddress *place, gboolean tls)
{
  GInetAddress *address = g_inet_socket_address_get_address(place);
  g_autofree char *name = g_inet_address_get_is_any(address) ? g_strdup("localhost")
                                                             : g_inet_address_to_string(address);
  gboolean is_v6 = strchr(name, ':') != NULL;
  return g_strdup_printf("%s://%s%s%s:%u/", tls ? "https" : "http", is_v6 ? "[" : "", name, is_v6 ? "]" : "",
                         g_inet_socket_address_get_port(place));
}

gboolean lap_listener_bind(LapListener *listener, const LapListenSettings *settings, GError **error)
{
  listener->socket = settings->socket >= 0 ? take_over(settings->socket, error) : bind_to(settings, error);
  if (!listener->socket) return FALSE;
  g_socket_set_blocking(listener->socket, FALSE);
  g_autoptr(GSocketAddress) place = g_socket_get_local_address(listener->socket, error);
  if (!place) return FALSE;
  listener->url = url_of(G_INET_SOCKET_ADDRESS(place), settings->certificate != NULL);
  listener->origins.loopback = g_inet_address_get_is_loopback(
      g_inet_socket_address_get_address(G_INET_SOCKET_ADDRESS(place)));
  return TRUE;
}

static gboolean try_again(gpointer data)
{
  LapListener *listener = data;
  g_clear_pointer(&listener->accepting, g_source_unref);
  lap_listener_begin_accepting(listener);
  return G_SOURCE_REMOVE;
}

static void pause_accepting(LapListener *listener)
{
  lap_listener_end_accepting(listener);
  listener->accepting = g_timeout_source_new(PAUSE_MILLISECONDS);
  g_source_set_callback(listener->accepting, try_again, listener, NULL);
  g_source_attach(listener->accepting, listener->main_context);
}

static gboolean is_out_of_room(int code)
{
  return code == EMFILE || code == ENFILE || code == ENOBUFS || code == ENOMEM;
}

static void let_in(LapListener *listener, int fd)
{
  int yes = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  if (lap_listener_make_room(listener))
    lws_adopt_socket_vhost(listener->vhost, fd); /* closes it if it cannot */
  else
    close(fd);
  lap_loop_stir(listener->loop);
}

static gboolean on_pending(GSocket *socket, GIOCondition condition G_GNUC_UNUSED, gpointer data)
{
  LapListener *listener = data;
  for (int i = 0; i < AT_ONCE; i++) {
    int fd = accept4(g_socket_get_fd(socket), NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd >= 0) {
      let_in(listener, fd);
      continue;
    }
    if (!is_out_of_room(errno)) break;
    pause_accepting(listener);
    return G_SOURCE_REMOVE;
  }
  return G_SOURCE_CONTINUE;
}

void lap_listener_begin_accepting(LapListener *listener)
{
  listener->accepting = g_socket_create_source(listener->socket, G_IO_IN, NULL);
  g_source_set_callback(listener->accepting, G_SOURCE_FUNC(on_pending), listener, NULL);
  g_source_attach(listener->accepting, listener->main_context);
}

void lap_listener_end_accepting(LapListener *listener)
{
  if (!listener->accepting) return;
  g_source_destroy(listener->accepting);
  g_clear_pointer(&listener->accepting, g_source_unref);
}
