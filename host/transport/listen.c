/* A listener: its web folder, its certificate, and the context of libwebsockets. */
#include "listen-private.h"

#include <errno.h>
#include <openssl/ssl.h>
#include <string.h>
#include <sys/resource.h>

enum {
  DESCRIPTORS_MAX = 65536,
  DESCRIPTORS_KEPT = 128 /* for stores, plugins, logs */
};

G_DEFINE_QUARK(lap - listen - error - quark, lap_listen_error)

/* Captures from the library's log why the context could not be created, since it is reported nowhere else. */
static GString *failures;

static void note_failure(const char *what)
{
  /* The first error is the cause; later ones are its consequences. */
  if (failures && !failures->len) g_string_append(failures, what);
}

/* Each line has the time and a level before what it says: "[2026/11/21 09:30:00:1234] E: ". */
static void on_log(int level, const char *line)
{
  g_autofree char *said = g_strndup(line, strcspn(line, "\n"));
  const char *bare = strstr(said, ": ");
  g_log("lapidary-websocket", G_LOG_LEVEL_DEBUG, "%s", said);
  if (level == LLL_ERR) note_failure(bare ? bare + 2 : said);
}

/* --- TLS */

static gboolean is_readable(const char *path, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr(GError) failure = NULL;
  if (g_file_get_contents(path, &text, NULL, &failure)) return TRUE;
  g_set_error(error, LAP_LISTEN_ERROR, LAP_LISTEN_ERROR_CERTIFICATE, "%s", failure->message);
  return FALSE;
}

static gboolean check_certificate(const LapListenSettings *settings, GError **error)
{
  if (!settings->certificate && !settings->key) return TRUE;
  if (settings->certificate && settings->key)
    return is_readable(settings->certificate, error) && is_readable(settings->key, error);
  g_set_error(error, LAP_LISTEN_ERROR, LAP_LISTEN_ERROR_CERTIFICATE,
              "TLS needs a certificate and its key: the %s is missing", settings->key ? "certificate" : "key");
  return FALSE;
}

int lap_listener_check_key(void *tls)
{
  if (SSL_CTX_check_private_key(tls) == 1) return 0;
  note_failure("the key is of another certificate");
  return -1;
}

/* --- the context of the library */

static const struct lws_protocols protocols[] = {
    /* The size of a read, and the most that one write hands to the socket. */
    {.name = "lapidary", .callback = lap_http_client_event, .rx_buffer_size = 4096, .tx_packet_size = 256 * 1024},
    {.name = LAP_NODE_SUBPROTOCOL,
     .callback = lap_http_client_event,
     .rx_buffer_size = 4096,
     .tx_packet_size = 256 * 1024},
    {0}};

static const struct lws_protocol_vhost_options security[] = {{&security[1], NULL, "x-content-type-options:", "nosniff"},
                                                             {NULL, NULL, "referrer-policy:", "no-referrer"}};

/* A strict policy, also for pages: they may load from and connect to this server only, and connect to those of listed
 * origins, which may be other nodes; pictures may be their own work. */
static void make_policy(LapListener *listener)
{
  GString *policy = g_string_new("default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
                                 "form-action 'self'; frame-ancestors 'none'");
  char **origin = listener->origins.listed;
  if (origin && *origin) g_string_append(policy, "; connect-src 'self'");
  for (; origin && *origin; origin++) /* "http..." is a WebSocket's "ws..." */
    if (g_str_has_prefix(*origin, "http")) g_string_append_printf(policy, " ws%s", *origin + strlen("http"));
  listener->policy = g_string_free(policy, FALSE);
  listener->policy_header = (struct lws_protocol_vhost_options){&security[0], NULL,
                                                                "content-security-policy:", listener->policy};
}

/* Pings every 20 seconds, and closes connections that do not answer within another 20. */
static const lws_retry_bo_t pings = {.secs_since_valid_ping = 20, .secs_since_valid_hangup = 40};

static gboolean make_context(LapListener *listener, const LapListenSettings *settings)
{
  void *loops[] = {lap_loop_get_ev(listener->loop)};
  struct lws_context_creation_info info = {
      .port = CONTEXT_PORT_NO_LISTEN_SERVER,
      .vhost_name = "lapidary",
      .protocols = protocols,
      .user = listener,
      .foreign_loops = loops,
      .options = LWS_SERVER_OPTION_LIBEV | LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME |
                 LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
      .headers = &listener->policy_header,
      .retry_and_idle_policy = &pings,
      .timeout_secs = LAP_REQUEST_SECONDS,
      .timeout_secs_ah_idle = LAP_REQUEST_SECONDS,
      .keepalive_timeout = LAP_REQUEST_SECONDS,
      /* Each pending client may be sending its request's head; closed ones take a moment to disappear. */
      .max_http_header_pool2 = 2 * LAP_PENDING_MAX,
      .max_http_header_data2 = 4096,
      .pt_serv_buf_size = 4096,
      .alpn = "http/1.1",
  };
  if (settings->certificate) {
    info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    info.ssl_cert_filepath = settings->certificate;
    info.ssl_private_key_filepath = settings->key;
  }
  listener->context = lws_create_context(&info);
  /* In two steps, since the library leaks the context if creating the second part fails. */
  listener->vhost = listener->context ? lws_create_vhost(listener->context, &info) : NULL;
  return listener->vhost != NULL;
}

static gboolean begin_loop(LapListener *listener, GError **error)
{
  lap_listener_begin_writing(listener);
  listener->loop = lap_loop_new(listener->main_context);
  if (!listener->loop)
    g_set_error(error, LAP_LISTEN_ERROR, LAP_LISTEN_ERROR_ADDRESS, "libev cannot start: %s", g_strerror(errno));
  return listener->loop != NULL;
}

static gboolean begin_context(LapListener *listener, const LapListenSettings *settings, GError **error)
{
  lws_set_log_level(LLL_ERR | LLL_WARN, on_log); /* a notice tells of each wait for a socket */
  failures = g_string_new(NULL);
  gboolean fine = make_context(listener, settings);
  g_autofree char *why = g_string_free(g_steal_pointer(&failures), FALSE);
  if (fine) return TRUE;
  if (settings->certificate)
    g_set_error(error, LAP_LISTEN_ERROR, LAP_LISTEN_ERROR_CERTIFICATE,
                "the certificate %s and the key %s cannot be used (they must be PEM, and belong to each other): %s",
                settings->certificate, settings->key, g_strstrip(why));
  else
    g_set_error(error, LAP_LISTEN_ERROR, LAP_LISTEN_ERROR_ADDRESS, "libwebsockets cannot start: %s", g_strstrip(why));
  return FALSE;
}

static gboolean find_web(LapListener *listener, const char *web, GError **error)
{
  if (!web) return TRUE;
  char *resolved = realpath(web, NULL);
  listener->web = g_strdup(resolved);
  free(resolved);
  if (listener->web && g_file_test(listener->web, G_FILE_TEST_IS_DIR)) return TRUE;
  g_set_error(error, LAP_LISTEN_ERROR, LAP_LISTEN_ERROR_FOLDER, "%s is not a folder of files to serve", web);
  return FALSE;
}

/* Browsers send origins without a trailing slash, which people often write. */
static char **copy_origins(const char *const *origins)
{
  char **copies = g_strdupv((char **)origins);
  for (char **origin = copies; origin && *origin; origin++)
    if (g_str_has_suffix(*origin, "/")) (*origin)[strlen(*origin) - 1] = '\0';
  return copies;
}

static gboolean read_proxies(LapListener *listener, const LapListenSettings *settings, GError **error)
{
  g_autoptr(GError) failure = NULL;
  listener->proxies = lap_proxies_new(settings->proxies, &failure);
  if (!listener->proxies) g_set_error_literal(error, LAP_LISTEN_ERROR, LAP_LISTEN_ERROR_PROXY, failure->message);
  return listener->proxies != NULL;
}

/* Raises the limit of file descriptors, since the usual 1024 are soon used up. It is capped, since the library
 * allocates a table with an entry for each possible descriptor. */
static void set_descriptors(LapListener *listener)
{
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = MIN(limit.rlim_max, DESCRIPTORS_MAX);
  setrlimit(RLIMIT_NOFILE, &limit);
  listener->clients_max = (guint)(limit.rlim_cur - MIN(limit.rlim_cur / 2, DESCRIPTORS_KEPT));
}

LapListener *lap_listener_new(LapServer *server, const LapListenSettings *settings, GError **error)
{
  g_autoptr(LapListener) listener = g_new0(LapListener, 1);
  listener->server = server;
  set_descriptors(listener);
  listener->main_context = g_main_context_ref_thread_default();
  listener->frames = g_byte_array_new();
  listener->origins.hosts = g_strdupv((char **)settings->hosts);
  listener->origins.listed = copy_origins(settings->origins);
  make_policy(listener);
  g_queue_init(&listener->pending);
  g_queue_init(&listener->unwritten);
  if (!read_proxies(listener, settings, error) || !find_web(listener, settings->web, error) ||
      !check_certificate(settings, error) || !lap_listener_bind(listener, settings, error) ||
      !begin_loop(listener, error) || !begin_context(listener, settings, error))
    return NULL;
  lap_loop_begin(listener->loop, listener->context);
  if (settings->forward) listener->upstreams = lap_upstreams_new(listener);
  lap_listener_begin_accepting(listener);
  return g_steal_pointer(&listener);
}

const char *lap_listener_get_url(const LapListener *listener) { return listener->url; }

void lap_listener_stop(LapListener *listener)
{
  lap_listener_end_accepting(listener);
  if (listener->socket) g_socket_close(listener->socket, NULL);
  g_clear_object(&listener->socket);
}

static void destroy_source(GSource *source)
{
  g_source_destroy(source);
  g_source_unref(source);
}

void lap_listener_free(LapListener *listener)
{
  lap_listener_stop(listener);
  listener->ending = TRUE;
  g_clear_pointer(&listener->context, lws_context_destroy);
  g_clear_pointer(&listener->upstreams, lap_upstreams_free);
  g_clear_pointer(&listener->writing, destroy_source);
  g_clear_pointer(&listener->loop, lap_loop_free);
  g_byte_array_unref(listener->frames);
  g_strfreev(listener->origins.hosts);
  g_strfreev(listener->origins.listed);
  g_clear_pointer(&listener->proxies, lap_proxies_free);
  g_free(listener->url);
  g_free(listener->web);
  g_free(listener->policy);
  g_main_context_unref(listener->main_context);
  g_free(listener);
}
