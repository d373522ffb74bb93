/* A bare echo on the library that carries our WebSocket, and on the same event loop: what is possible at all. Prints
 * its port. */
#include <libwebsockets.h>

#include <ev.h>
#include <glib.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 16384 };

typedef struct {
  gsize n;
  unsigned char text[LWS_PRE + LONGEST];
} Peer;

static int echo(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n)
{
  Peer *peer = user;
  switch (reason) {
  case LWS_CALLBACK_RECEIVE:
    if (peer->n + n > LONGEST) return -1;
    memcpy(peer->text + LWS_PRE + peer->n, in, n);
    peer->n += n;
    if (lws_is_final_fragment(wsi) && !lws_remaining_packet_payload(wsi)) lws_callback_on_writable(wsi);
    return 0;
  case LWS_CALLBACK_SERVER_WRITEABLE:
    lws_write(wsi, peer->text + LWS_PRE, peer->n, LWS_WRITE_TEXT);
    peer->n = 0;
    return 0;
  default:
    return 0;
  }
}

int main(void)
{
  static const struct lws_protocols protocols[] = {{"echo", echo, sizeof(Peer), LONGEST, 0, NULL, LONGEST}, {0}};
  struct ev_loop *loop = ev_loop_new(EVBACKEND_EPOLL | EVFLAG_NOENV);
  void *loops[] = {loop};
  const struct lws_context_creation_info info = {.port = 0,
                                                 .iface = "127.0.0.1",
                                                 .protocols = protocols,
                                                 .foreign_loops = loops,
                                                 .options = LWS_SERVER_OPTION_LIBEV};
  lws_set_log_level(0, NULL);
  struct lws_context *context = lws_create_context(&info);
  if (!context) return 1;
  printf("%d\n", lws_get_vhost_listen_port(lws_get_vhost_by_name(context, "default")));
  fflush(stdout);
  ev_run(loop, 0);
  lws_context_destroy(context);
  ev_loop_destroy(loop);
  return 0;
}
