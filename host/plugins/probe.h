/* The probe: a child process that loads a chain once, with a time limit, before the host does.
 *
 * A plugin is native code whose constructors run as soon as it is opened, and it may crash or hang there. So the
 * program lapidary-probe loads each new or changed plugin first, on top of the levels below it, and reports on its
 * standard output. The host ends it at the limit, and turns the report and the way in which the child ended into a
 * verdict. Meanwhile it serves its clients: a probe runs on the main loop. A plugin that crashes or hangs is
 * quarantined: it is not loaded until its files change. Verdicts are cached (cache.h), so a probe runs once for each
 * state of a plugin's files.
 *
 * The report is written line by line, so that a child that dies has reported how far it came:
 *
 *   stage <LapStage> <id>      before each stage
 *   ok                         at the end; or
 *   error <LapPluginError>     and the message in all lines that follow
 *
 * If all is well the child leaves the chain's manifest in memory that it shares with the host: a memfd of a fixed size,
 * its descriptor LAP_PROBE_MANIFEST. The host copies it once the child has ended, and believes nothing of it. */
#pragma once

#include "host/engine/manifest.h"
#include "module.h"

G_BEGIN_DECLS

/* What is shared: the length of the manifest, 0 until it is whole, and its bytes; and the number of the system call for
 * which the child ended with SIGSYS, or -1. */
#define LAP_PROBE_MANIFEST 3
typedef struct {
  guint64 length;
  gint64 forbidden;
  guint8 bytes[LAP_MANIFEST_MAX];
} LapProbeManifest;

/* The time limit in milliseconds: LAPIDARY_PROBE_LIMIT, or 5000. A child for which the machine is too busy has more. */
guint lap_probe_get_limit(void);

typedef enum {
  LAP_PROBE_FINE,
  LAP_PROBE_WRONG,  /* it reported an error, crashed, or exited without a verdict */
  LAP_PROBE_HUNG,   /* it ran into the limit */
  LAP_PROBE_NOT_RUN /* it could not be started, so nothing is known */
} LapProbeVerdict;

/* A child that runs. */
typedef struct LapProbe LapProbe;

/* Called when the child has ended; the probe is freed then. `error`, which is owned by the function called, is
 * LAP_PLUGIN_ERROR_QUARANTINED if the child crashed, hung or exited: the message says how, where and in which plugin;
 * else it is the error that the child reported; NULL: it is fine, and `manifest` is that of the chain, which was read
 * once (host/engine/manifest.h). */
typedef void (*LapProbeFunc)(LapProbeVerdict verdict, GBytes *manifest, GError *error, gpointer data);

/* Runs `program` (lapidary-probe) on `chain` (LapBuild, the base first; copies). `done` is called on the main context
 * that is the thread's default now. NULL, with an error, if the program cannot be started. */
LapProbe *lap_probe_start(const char *program, GPtrArray *chain, LapProbeFunc done, gpointer data, GError **error);
/* Ends the child; nothing is called. */
void lap_probe_cancel(LapProbe *probe);

/* A report as it was read. */
typedef struct {
  gboolean complete; /* there is a verdict */
  GError *error;     /* the verdict: what is wrong, or NULL */
  gboolean started;  /* it reached some stage */
  LapStage stage;    /* the last one that it reached */
  char *id;          /* of the plugin that it was at */
} LapProbeReport;

/* Text that is not of the form above makes the report incomplete. */
void lap_probe_report_read(LapProbeReport *report, const char *text);
void lap_probe_report_clear(LapProbeReport *report);

G_END_DECLS
