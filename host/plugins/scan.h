/* Scans: what there is in the search path at one moment, and which of it may be run.
 *
 * A scan first looks: it finds keyfiles, reads and copies the files of each plugin and finds the verdicts that are
 * cached. That takes as long as the disk does, and needs no main loop, so it may be done in a thread. Then it tries
 * what is new: several probes run at once on the main loop, a base before its variants, and each verdict settles a
 * plugin. */
#pragma once

#include "chain.h"

G_BEGIN_DECLS

typedef struct LapScan LapScan;

/* Called when a verdict has arrived; the scan may be freed then. */
typedef void (*LapScanFunc)(gpointer data);

/* Looks through `path`. `program`: lapidary-probe. */
LapScan *lap_scan_new(const char *const *path, const char *program);
/* Ends probes that run. */
void lap_scan_free(LapScan *scan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapScan, lap_scan_free)

/* Begins to try what is new, on the main context that is the thread's default. Where a verdict is cached, or the probe
 * cannot be started, a plugin is settled now. */
void lap_scan_start(LapScan *scan, LapScanFunc func, gpointer data);
gboolean lap_scan_is_done(const LapScan *scan);
/* How many plugins are settled. */
guint lap_scan_count_settled(const LapScan *scan);

/* (element-type LapPluginRecord), in the order of the list: bases before their variants. */
GPtrArray *lap_scan_get_records(LapScan *scan);
/* How many probes it has run. */
guint lap_scan_get_probes(const LapScan *scan);

G_END_DECLS
