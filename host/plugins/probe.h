/* The probe: a child process that loads a chain once, with a time limit, before the host does. */
#pragma once

#include "keyfile.h"

G_BEGIN_DECLS

/* The time limit in milliseconds: LAPIDARY_PROBE_LIMIT, or 5000. */
guint lap_probe_get_limit(void);

typedef enum {
  LAP_PROBE_FINE,
  LAP_PROBE_WRONG,  /* it found what is wrong, or crashed, or left */
  LAP_PROBE_HUNG,   /* it ran into the limit */
  LAP_PROBE_NOT_RUN /* it could not be started: nothing is known */
} LapProbeVerdict;

/* Runs `program` (lapidary-probe) on `chain` (LapKeyfile, the base first). The error is LAP_PLUGIN_ERROR_QUARANTINED if
 * it crashed, hung or left: the message says how, where and in which plugin; else what it found, or why it could
 * not be started. */
LapProbeVerdict lap_probe_run(const char *program, GPtrArray *chain, GError **error);

G_END_DECLS
