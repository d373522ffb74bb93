/* What is served over HTTP beside files. */
#include <string.h>

#include "listen.h"
#include "server-private.h"

static GBytes *metrics_page(LapServer *server)
{
  GString *out = g_string_sized_new(8192);
  lap_metrics_write(server, out);
  return g_string_free_to_bytes(out);
}

static GBytes *health_page(const LapServer *server, guint *status)
{
  const char *wrong = server->draining ? "draining\n" : server->store_fails ? "the store fails\n" : NULL;
  *status = wrong ? 503 : 200;
  const char *text = wrong ? wrong : "ok\n";
  return g_bytes_new_static(text, strlen(text));
}

static GBytes *document_page(LapServer *server)
{
  const char *document = lap_server_get_document(server);
  return g_bytes_new(document, strlen(document));
}

GBytes *lap_server_page(LapServer *server, const char *path, const char **type, guint *status)
{
  *status = 200;
  *type = "text/plain; charset=utf-8";
  if (g_str_equal(path, "/healthz")) return health_page(server, status);
  if (g_str_equal(path, "/metrics")) {
    *type = "text/plain; version=0.0.4; charset=utf-8";
    return metrics_page(server);
  }
  if (g_str_equal(path, "/openrpc.json")) {
    *type = "application/json";
    return document_page(server);
  }
  return NULL;
}
