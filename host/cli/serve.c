#include <stdio.h>
#include <sys/resource.h>

#include "handed-over.h"
#include "host/transport/listen.h"
#include "service.h"
#include "verb.h"
#include "web-folder.h"

static const char more[] = "It listens on this machine alone unless --bind says otherwise; docs/hosting.md\n"
                           "tells how to open it to others. The table in the browser is at /, the WebSocket\n"
                           "at /ws; /healthz and /metrics tell how it is, /openrpc.json has the protocol.\n"
                           "Matches are kept in the user's data folder (lapidary/matches.db). The log is on\n"
                           "standard error, one JSON object a line. SIGTERM or Ctrl+C ends it in order, the\n"
                           "second one at once.\n"
                           "\n"
                           "Examples:\n"
                           "  lapidary serve\n"
                           "  lapidary serve --port 9000 --store sqlite:/srv/matches.db\n"
                           "  lapidary serve --bind 0.0.0.0 --certificate host.pem --key host.key\n"
                           "\n"
                           "Environment:\n"
                           "  LAPIDARY_WEB  the folder for --web\n"
                           "\n";

typedef struct {
  Service service;
  char *bind, *port, *web, *certificate, *key, *operators;
  char **origins;
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
  g_strfreev(serve->origins);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Serve, serve_clear)

/* -1, or the exit code. */
static int read_port(const char *text, guint *port)
{
  guint64 number = 8080;
  if (text && (!verb_number(text, &number) || number > G_MAXUINT16))
    return verb_fail(EXIT_USAGE, "--port wants a number from 0 (any that is free) to 65535, not '%s'", text);
  *port = (guint)number;
  return -1;
}

static int set_operators(LapServer *server, const char *file)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *token = NULL;
  if (!file) return -1;
  if (!g_file_get_contents(file, &token, NULL, &error))
    return verb_fail(EXIT_UNKNOWN, "--operator-token-file: %s", error->message);
  if (g_utf8_validate(token, -1, NULL) && g_utf8_strlen(g_strstrip(token), -1) >= 16) {
    lap_server_set_operator_token(server, token);
    return -1;
  }
  return verb_fail(EXIT_USAGE, "--operator-token-file: %s must hold at least 16 characters that nobody can guess",
                   file);
}

static int fail_listening(const GError *error)
{
  if (g_error_matches(error, LAP_LISTEN_ERROR, LAP_LISTEN_ERROR_ADDRESS))
    return verb_fail(EXIT_FAILED, "%s; --port and --bind choose another place", error->message);
  if (g_error_matches(error, LAP_LISTEN_ERROR, LAP_LISTEN_ERROR_FOLDER))
    return verb_fail(EXIT_UNKNOWN, "--web: %s", error->message);
  return verb_fail(EXIT_FAILED, "%s", error->message);
}

/* A shell often allows fewer open files than there may be connections. */
static void make_room(gint64 connections)
{
  enum { OTHERS = 128 }; /* the store, plugins, newcomers that are not connections yet */
  rlim_t wanted = (rlim_t)connections + OTHERS;
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) return;
  limit.rlim_cur = MIN(wanted, limit.rlim_max);
  if (setrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < wanted)
    g_warning("no more than %" G_GUINT64_FORMAT " files may be open, which is few for %" G_GINT64_FORMAT " connections",
              (guint64)limit.rlim_cur, connections);
}

static LapListener *listen_as(const Serve *serve, guint port, int socket, int *code)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *web = serve->web ? g_strdup(serve->web) : web_folder_default();
  const LapListenSettings settings = {.address = serve->bind,
                                      .port = port,
                                      .socket = socket,
                                      .certificate = serve->certificate,
                                      .key = serve->key,
                                      .web = web,
                                      .origins = (const char *const *)serve->origins};
  LapListener *listener = lap_listener_new(serve->service.server, &settings, &error);
  if (!listener) *code = fail_listening(error);
  return listener;
}

static int run(Serve *serve, guint port)
{
  int socket, code = EXIT_FAILED;
  if (!handed_over_socket(&socket)) return EXIT_USAGE;
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
      {"origin", 0, 0, G_OPTION_ARG_STRING_ARRAY, &serve->origins, "Also take pages of this origin; may be repeated",
       "ORIGIN"},
      {"operator-token-file", 0, 0, G_OPTION_ARG_FILENAME, &serve->operators, "What makes a connection an operator's",
       "FILE"},
      {0}};
  g_autoptr(GString) text = g_string_new(more);
  service_describe_limits(text);
  const Verb verb = {"serve", "", "Hosts matches for browsers and other programs.", text->str, verb_serve};
  return verb_parse(&verb, options, 0, &n, &arguments);
}

int verb_serve(int n, char **arguments)
{
  g_auto(Serve) serve = {0};
  guint port = 0;
  int code = parse(&serve, n, arguments);
  if (code < 0) code = read_port(serve.port, &port);
  if (code < 0) code = service_open(&serve.service, NULL);
  if (code < 0) code = set_operators(serve.service.server, serve.operators);
  return code < 0 ? run(&serve, port) : code;
}
