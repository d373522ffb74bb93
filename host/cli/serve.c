#include <fcntl.h>
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "host/transport/listen.h"
#include "host/transport/origin.h"
#include "page.h"
#include "service.h"
#include "subcommand.h"

static const char more[] = "It listens on this machine alone unless --bind is given; docs/hosting.md says\n"
                           "how to open it to others. It answers to localhost, its addresses and the names\n"
                           "of --host, so that no other name leads a browser to it. --trusted-proxy takes\n"
                           "an address, or a network such as 10.0.0.0/8.\n"
                           "The table in the browser is at /, the WebSocket at /ws; /healthz and /metrics\n"
                           "report its state, /openrpc.json has the protocol.\n"
                           "Matches are kept in the user's data folder (lapidary/matches.db), in another\n"
                           "file, or in a PostgreSQL database. The log is on standard error, one JSON object\n"
                           "a line. SIGTERM or Ctrl+C drains it, the second one at once.\n"
                           "\n"
                           "Examples:\n"
                           "  lapidary serve\n"
                           "  lapidary serve --port 9000 --store sqlite:/srv/matches.db\n"
                           "  lapidary serve --store postgresql://lapidary@db.example.org/lapidary\n"
                           "  lapidary serve --store postgresql://lapidary@db.example.org/lapidary \\\n"
                           "    --node a --address wss://a.example.org/ws\n"
                           "  lapidary serve --bind 0.0.0.0 --host play.example.org \\\n"
                           "    --certificate host.pem --key host.key\n"
                           "\n"
                           "Environment:\n"
                           "  LAPIDARY_STORE  the store for --store, out of sight of ps(1)\n"
                           "  LAPIDARY_WEB    the folder for --web\n"
                           "  PGPASSFILE, PGSERVICEFILE  what libpq takes for PostgreSQL\n"
                           "\n";

/* --- socket activation */

enum { FIRST_DESCRIPTOR = 3 };

static guint64 number_in(const char *variable)
{
  guint64 number = 0;
  const char *text = g_getenv(variable);
  return text && parse_number(text, &number) ? number : 0;
}

/* Clears the variables, so that no child process takes the sockets for its own. */
static guint64 count_sockets(void)
{
  gboolean ours = number_in("LISTEN_PID") == (guint64)getpid();
  guint64 n = ours ? number_in("LISTEN_FDS") : 0;
  g_unsetenv("LISTEN_PID");
  g_unsetenv("LISTEN_FDS");
  g_unsetenv("LISTEN_FDNAMES");
  return n;
}

/* The listening socket that the process was started with (sd_listen_fds(3)), or -1. FALSE, with a message, if there are
 * several. */
static gboolean activated_socket(int *fd)
{
  guint64 n = count_sockets();
  *fd = n == 1 ? FIRST_DESCRIPTOR : -1;
  if (n > 1) {
    fail_with(EXIT_USAGE, "%" G_GUINT64_FORMAT " sockets were handed over, but it listens on one", n);
    return FALSE;
  }
  if (n == 1) fcntl(FIRST_DESCRIPTOR, F_SETFD, FD_CLOEXEC);
  return TRUE;
}

/* --- the subcommand */

typedef struct {
  Service service;
  char *bind, *port, *web, *certificate, *key, *operators;
  char **hosts, **origins, **proxies;
  gboolean forward;
} Serve;

static void serve_clear(Serve *serve)
{
  service_clear(&serve->service);
  g_free(serve->bind);
  g_free(serve->port);
  g_free(serve->web);
  g_free(serve->certificate);
  g_free(serve->key);
  g_free(serve->operators);
  g_strfreev(serve->hosts);
  g_strfreev(serve->origins);
  g_strfreev(serve->proxies);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Serve, serve_clear)

/* -1, or the exit code. */
static int read_port(const char *text, guint *port)
{
  guint64 number = 8080;
  if (text && (!parse_number(text, &number) || number > G_MAXUINT16))
    return fail_with(EXIT_USAGE, "--port wants a number from 0 (any that is free) to 65535, not '%s'", text);
  *port = (guint)number;
  return -1;
}

static int check_hosts(char **hosts)
{
  for (; hosts && *hosts; hosts++)
    if (!lap_origin_is_host_name(*hosts))
      return fail_with(EXIT_USAGE, "--host wants a name without scheme and port, as play.example.org, not '%s'",
                       *hosts);
  return -1;
}

static int set_operators(LapServer *server, const char *file)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *token = NULL;
  if (!file) return -1;
  if (!g_file_get_contents(file, &token, NULL, &error))
    return fail_with(EXIT_UNKNOWN, "--operator-token-file: %s", error->message);
  if (g_utf8_validate(token, -1, NULL) && g_utf8_strlen(g_strstrip(token), -1) >= 16) {
    lap_server_set_operator_token(server, token);
    return -1;
  }
  return fail_with(EXIT_USAGE, "--operator-token-file: %s must hold at least 16 characters that nobody can guess",
                   file);
}

static int fail_listening(const GError *error)
{
  if (g_error_matches(error, LAP_LISTEN_ERROR, LAP_LISTEN_ERROR_ADDRESS))
    return fail_with(EXIT_FAILED, "%s; --port and --bind choose another place", error->message);
  if (g_error_matches(error, LAP_LISTEN_ERROR, LAP_LISTEN_ERROR_FOLDER))
    return fail_with(EXIT_UNKNOWN, "--web: %s", error->message);
  if (g_error_matches(error, LAP_LISTEN_ERROR, LAP_LISTEN_ERROR_PROXY))
    return fail_with(EXIT_USAGE, "--trusted-proxy: %s", error->message);
  return fail_with(EXIT_FAILED, "%s", error->message);
}

/* A shell often allows fewer open files than there may be connections. */
static void make_room(gint64 connections)
{
  enum { OTHERS = 128 }; /* the store, plugins, pending connections */
  rlim_t wanted = (rlim_t)connections + OTHERS;
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) return;
  limit.rlim_cur = MIN(wanted, limit.rlim_max);
  if (setrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < wanted)
    g_warning("no more than %" G_GUINT64_FORMAT " files may be open, which is few for %" G_GINT64_FORMAT " connections",
              (guint64)limit.rlim_cur, connections);
}

/* FALSE, with a message, if something is missing or wrong. */
static gboolean check_node(Service *service, gboolean forward, const char *bind, guint port)
{
  if (!service->node && service->address) return fail_with(EXIT_USAGE, "--address is that of a --node"), FALSE;
  if (!service->node && forward) return fail_with(EXIT_USAGE, "--forward is for a --node"), FALSE;
  if (!service->node) return TRUE;
  if (!service->address && !port)
    return fail_with(EXIT_USAGE, "--node wants --address, since the port is not known before"), FALSE;
  if (!service->address) service->address = g_strdup_printf("ws://%s:%u/ws", bind ? bind : "127.0.0.1", port);
  if (g_str_has_prefix(service->address, "ws://") || g_str_has_prefix(service->address, "wss://")) return TRUE;
  return fail_with(EXIT_USAGE, "--address wants ws://HOST:PORT/ws or wss://HOST/ws, not '%s'", service->address), FALSE;
}

static LapListener *listen_as(const Serve *serve, guint port, int socket, int *code)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *web = serve->web ? g_strdup(serve->web) : page_find_folder();
  const LapListenSettings settings = {.address = serve->bind,
                                      .port = port,
                                      .socket = socket,
                                      .certificate = serve->certificate,
                                      .key = serve->key,
                                      .web = web,
                                      .forward = serve->forward,
                                      .hosts = (const char *const *)serve->hosts,
                                      .origins = (const char *const *)serve->origins,
                                      .proxies = (const char *const *)serve->proxies};
  LapListener *listener = lap_listener_new(serve->service.server, &settings, &error);
  if (!listener) *code = fail_listening(error);
  return listener;
}

static int run(Serve *serve, guint port)
{
  int socket, code = EXIT_FAILED;
  if (!activated_socket(&socket)) return EXIT_USAGE;
  make_room(lap_server_get_limit(serve->service.server, "connections"));
  g_autoptr(LapListener) listener = listen_as(serve, port, socket, &code);
  if (!listener) return code;
  printf("Lapidary is at %s (Ctrl+C ends it)\n", lap_listener_get_url(listener));
  fflush(stdout);
  service_run(&serve->service);
  return EXIT_FINE;
}

static int parse(Serve *serve, int n, char **arguments)
{
  const GOptionEntry options[] = {
      {"bind", 'b', 0, G_OPTION_ARG_STRING, &serve->bind, "Listen there (127.0.0.1)", "ADDRESS"},
      {"port", 'p', 0, G_OPTION_ARG_STRING, &serve->port, "Listen on this port; 0: any (8080)", "NUMBER"},
      SERVICE_OPTIONS(&serve->service),
      {"web", 0, 0, G_OPTION_ARG_FILENAME, &serve->web, "Serve the files of this folder at /", "FOLDER"},
      {"certificate", 0, 0, G_OPTION_ARG_FILENAME, &serve->certificate, "TLS: a PEM file with the chain", "FILE"},
      {"key", 0, 0, G_OPTION_ARG_FILENAME, &serve->key, "TLS: a PEM file with its key", "FILE"},
      {"host", 0, 0, G_OPTION_ARG_STRING_ARRAY, &serve->hosts, "Also answer to this name; may be repeated", "NAME"},
      {"origin", 0, 0, G_OPTION_ARG_STRING_ARRAY, &serve->origins, "Also take pages of this origin; may be repeated",
       "ORIGIN"},
      {"trusted-proxy", 0, 0, G_OPTION_ARG_STRING_ARRAY, &serve->proxies,
       "Believe its X-Forwarded-For; may be repeated", "ADDRESS"},
      {"node", 0, 0, G_OPTION_ARG_STRING, &serve->service.node, "Share the store with others, by this name", "NAME"},
      {"address", 0, 0, G_OPTION_ARG_STRING, &serve->service.address, "Where clients reach this node", "URL"},
      {"forward", 0, 0, G_OPTION_ARG_NONE, &serve->forward, "Ask other nodes for clients", NULL},
      {"operator-token-file", 0, 0, G_OPTION_ARG_FILENAME, &serve->operators, "What makes a connection an operator's",
       "FILE"},
      {0}};
  g_autoptr(GString) text = g_string_new(more);
  service_describe_limits(text);
  const Subcommand subcommand = {"serve", "", "Hosts matches for browsers and other programs.", text->str,
                                 subcommand_serve};
  return subcommand_parse(&subcommand, options, 0, &n, &arguments);
}

int subcommand_serve(int n, char **arguments)
{
  g_auto(Serve) serve = {0};
  guint port = 0;
  int code = parse(&serve, n, arguments);
  if (code < 0) code = read_port(serve.port, &port);
  if (code < 0) code = check_hosts(serve.hosts);
  if (code < 0 && !check_node(&serve.service, serve.forward, serve.bind, port)) code = EXIT_USAGE;
  if (code < 0) code = service_open(&serve.service, NULL);
  if (code < 0) code = set_operators(serve.service.server, serve.operators);
  return code < 0 ? run(&serve, port) : code;
}
