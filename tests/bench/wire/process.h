/* A server that the bench starts, and stops. */
#pragma once

#include <gio/gio.h>

typedef struct {
  GSubprocess *process;
  guint16 port;
} Process;

/* Starts a program that tells its port on the first line of its output, alone or at the end of an address. */
gboolean process_start(Process *process, const char *const *command, GError **error);
/* Kills it and waits. */
void process_stop(Process *process);
/* What it holds in memory, in bytes (resident). */
gsize process_memory(const Process *process);
