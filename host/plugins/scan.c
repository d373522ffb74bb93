#include "scan.h"

#include "cache.h"
#include "copies.h"
#include "plugin-file.h"
#include "search.h"

#define RUNNING_MAX 8 /* probes at once */

struct LapScan {
  GPtrArray *records; /* LapPluginRecord */
  char *program;
  guint probes, running;
  LapScanFunc func;
  gpointer data;
};

/* -- Looking -- */

/* Verdicts name copies, wherever the files lay that they were made of. */
static void take_verdict(LapPluginRecord *record, GBytes *manifest, GError *error)
{
  record->known = TRUE;
  lap_build_set_manifest(record->found, manifest);
  if (!error) return;
  char *message = lap_build_name_origins(record->found, error->message);
  g_free(error->message);
  error->message = message;
  lap_plugin_record_take_error(record, error);
}

static gboolean check_contract(const LapKeyfile *keyfile, GError **error)
{
  GError *cause = NULL;
  return lap_game_check_contract(keyfile->api_major, keyfile->api_minor, &cause) ||
         lap_plugin_refuse_because(error, keyfile->file, cause);
}

/* Reads and copies a plugin, and finds the verdict on it if there is one. Called for its base first. */
static void look_at(const LapScan *scan, LapPluginRecord *record)
{
  GError *error = NULL;
  g_autoptr(GBytes) manifest = NULL;
  if (record->error || lap_chain_is_blocked(record)) return;
  g_autoptr(LapBuild) build = check_contract(record->keyfile, &error) ? lap_build_read(record->keyfile, &error) : NULL;
  if (!build || !lap_copy_make(build, &error)) {
    lap_plugin_record_take_error(record, error);
    return;
  }
  lap_chain_complete(record, g_steal_pointer(&build));
  record->stamp = lap_cache_stamp(record->found, scan->program);
  if (lap_cache_find(record->stamp, &manifest, &error)) take_verdict(record, manifest, error);
}

LapScan *lap_scan_new(const char *const *path, const char *program)
{
  LapScan *scan = g_new0(LapScan, 1);
  scan->program = g_strdup(program);
  scan->records = lap_search(path);
  lap_chains_resolve(scan->records);
  for (guint i = 0; i < scan->records->len; i++) look_at(scan, g_ptr_array_index(scan->records, i));
  return scan;
}

void lap_scan_free(LapScan *scan)
{
  for (guint i = 0; i < scan->records->len; i++)
    g_clear_pointer(&((LapPluginRecord *)g_ptr_array_index(scan->records, i))->probe, lap_probe_cancel);
  g_ptr_array_unref(scan->records);
  g_free(scan->program);
  g_free(scan);
}

/* -- Trying -- */

static void advance(LapScan *scan);

/* Makes copies again that were removed while they were tried, once. Whether they are to be tried again. */
static gboolean restore_copies(LapPluginRecord *record)
{
  if (record->again || lap_copies_are_whole(record->found)) return FALSE;
  for (guint i = 0; i < record->found->len; i++)
    if (!lap_copy_check(g_ptr_array_index(record->found, i), NULL)) return FALSE;
  return record->again = TRUE;
}

static void on_verdict(LapProbeVerdict verdict, GBytes *manifest, GError *error, gpointer data)
{
  LapPluginRecord *record = data;
  LapScan *scan = record->scan;
  record->probe = NULL;
  scan->running--;
  lap_cache_store(record->stamp, record->found, verdict, manifest, error);
  if (error && restore_copies(record))
    g_error_free(error);
  else
    take_verdict(record, manifest, error);
  advance(scan);
  scan->func(scan->data);
}

static void try_it(LapScan *scan, LapPluginRecord *record)
{
  GError *error = NULL;
  record->scan = scan;
  record->probe = lap_probe_start(scan->program, record->found, on_verdict, record, &error);
  scan->probes++;
  if (record->probe)
    scan->running++;
  else
    take_verdict(record, NULL, error);
}

/* A plugin is tried on top of its base, which must be known to be fine. */
static void advance_one(LapScan *scan, LapPluginRecord *record)
{
  if (record->settled || record->probe) return;
  if (!record->error) {
    if (record->base && !record->base->settled) return;
    if (!lap_chain_is_blocked(record) && !record->known) {
      if (scan->running == RUNNING_MAX) return;
      try_it(scan, record);
      if (record->probe) return;
    }
  }
  record->settled = TRUE;
  if (!record->error) lap_plugin_record_use(record, record->found);
}

static void advance(LapScan *scan)
{
  for (guint i = 0; i < scan->records->len; i++) advance_one(scan, g_ptr_array_index(scan->records, i));
}

void lap_scan_start(LapScan *scan, LapScanFunc func, gpointer data)
{
  scan->func = func;
  scan->data = data;
  advance(scan);
}

guint lap_scan_count_settled(const LapScan *scan)
{
  guint n = 0;
  for (guint i = 0; i < scan->records->len; i++)
    n += !!((LapPluginRecord *)g_ptr_array_index(scan->records, i))->settled;
  return n;
}

gboolean lap_scan_is_done(const LapScan *scan) { return lap_scan_count_settled(scan) == scan->records->len; }

GPtrArray *lap_scan_get_records(LapScan *scan) { return scan->records; }

guint lap_scan_get_probes(const LapScan *scan) { return scan->probes; }
