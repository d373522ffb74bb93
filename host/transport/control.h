/* The control socket of a store: how programs of this machine reach the process that has it.
 *
 * A store belongs to one process at a time, so what is to be done with it while a server runs, that server does. It
 * listens at a Unix socket beside the file, PATH-control. Each connection speaks the protocol as over stdio, and is an
 * operator's: only the user of the process, and root, are let in. */
#pragma once

#include "host/server/transport.h"

G_BEGIN_DECLS

typedef struct LapControl LapControl;

/* Listens, in place of a process that ended without removing its socket. `path` is that of the store, which this
 * process has open. */
LapControl *lap_control_new(LapServer *server, const char *path, GError **error);
void lap_control_free(LapControl *control);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapControl, lap_control_free)

/* Connects to the process that has the store at `path`.
 * Returns: (transfer full), or NULL if none listens */
GSocketConnection *lap_control_connect(const char *path);

G_END_DECLS
