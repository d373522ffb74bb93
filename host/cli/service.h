/* A service: the host behind `serve`, `stdio` and `mcp`, from the command line to an orderly end. */
#pragma once

#include "arguments.h"
#include "host/server/server.h"
#include "host/transport/control.h"

typedef struct {
  /* Values of the command line's options, or NULL. */
  char *store, *level, *prune_after;
  char *node, *address; /* of serve alone */
  char **limits;        /* "NAME=VALUE" */
  char *on_change;      /* "keep" or "move" */
  gboolean no_stored_builds;

  /*  Results of service_open. */
  LapServer *server;
  LapControl *control; /* or NULL */
  GMainLoop *loop;
  guint signal_watch, watchdog; /* sources, or 0 */
} Service;

/* The options that these subcommands have, for a GOptionEntry table. */
#define SERVICE_OPTIONS(service)                                                                                      \
  {"store", 's', 0, G_OPTION_ARG_STRING, &(service)->store, "Kept in sqlite:PATH, postgresql:..., memory:", "URL"},   \
      {"limit", 0, 0, G_OPTION_ARG_STRING_ARRAY, &(service)->limits, "Set a limit; may be repeated", "NAME=VALUE"},   \
      {"prune-after", 0, 0, G_OPTION_ARG_STRING, &(service)->prune_after, "Remove matches that are over for so long", \
       "DAYS"},                                                                                                       \
      ISOLATION, NO_STORED_BUILDS(&(service)->no_stored_builds),                                                      \
      {"on-change", 0, 0, G_OPTION_ARG_STRING, &(service)->on_change, "Matches keep old rules, or move (keep)",       \
       "keep|move"},                                                                                                  \
  {                                                                                                                   \
    "log-level", 0, 0, G_OPTION_ARG_STRING, &(service)->level, "error, warning, info or debug (info)", "LEVEL"        \
  }

/* Appends the limits, with their defaults, for --help. */
void service_describe_limits(GString *out);

/* Makes host and server. `store`: where matches are kept unless the command line says; NULL: in the user's data folder.
 * Returns -1, or the exit code after printing what is wrong. */
int service_open(Service *service, const char *store);
/* Of a service that answers on standard output: from here on what is printed by accident goes to standard error.
 * Returns the descriptor to write to, or -1 if there is no standard output. */
int service_take_standard_output(void);
/* Tells the service manager that it is ready, and runs until service_quit. From service_open on SIGTERM and SIGINT
 * drain the server; the second one ends the process at once, even if a plugin does not return. */
void service_run(Service *service);
/* Ends service_run. */
void service_quit(Service *service);
void service_clear(Service *service);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Service, service_clear)
