#include <errno.h>
#include <sys/random.h>

#include "host-private.h"
#include "host/plugins/workers.h"
#include "host/store/node.h"

#define OPEN_MAX 1000
#define SNAPSHOT_EVERY 64
/* How many are looked at, at most, for one to let go of: those that somebody holds are passed by. */
#define LOOKS_MAX 8

G_DEFINE_FINAL_TYPE(LapHost, lap_host, G_TYPE_OBJECT)

enum { ENTRY, UNDONE, DUE, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- sources */

static gint64 real_now(gpointer data G_GNUC_UNUSED) { return g_get_real_time(); }
static gint64 real_monotonic(gpointer data G_GNUC_UNUSED) { return g_get_monotonic_time(); }

static void real_random(gpointer data G_GNUC_UNUSED, guint8 *bytes, gsize n)
{
  for (gsize have = 0; have < n;) {
    gssize got = getrandom(bytes + have, n - have, 0);
    if (got < 0 && errno != EINTR) g_error("no random bytes: %s", g_strerror(errno));
    if (got > 0) have += (gsize)got;
  }
}

void lap_host_set_sources(LapHost *host, gint64 (*now)(gpointer), gint64 (*monotonic)(gpointer),
                          void (*random)(gpointer, guint8 *, gsize), gpointer data)
{
  host->now = now ? now : real_now;
  host->monotonic = monotonic ? monotonic : real_monotonic;
  host->random = random ? random : real_random;
  host->source = data;
  guint64 seed;
  lap_host_random(host, (guint8 *)&seed, sizeof seed);
  host->chance = lap_generator_seeded(seed);
}

/* --- life of a host */

static void lap_host_dispose(GObject *object)
{
  LapHost *host = LAP_HOST(object);
  GHashTableIter iter;
  gpointer match;
  lap_host_set_thinking(host, 0, 0, NULL);
  g_hash_table_iter_init(&iter, host->matches);
  while (g_hash_table_iter_next(&iter, NULL, &match)) {
    ((LapMatch *)match)->host = NULL;
    g_queue_unlink(&host->recent, &((LapMatch *)match)->link);
  }
  lap_renewal_clear(host);
  g_hash_table_remove_all(host->matches);
  lap_schedule_clear(&host->schedule);
  G_OBJECT_CLASS(lap_host_parent_class)->dispose(object);
}

static void lap_host_finalize(GObject *object)
{
  LapHost *host = LAP_HOST(object);
  g_ptr_array_unref(host->staged);
  g_string_free(host->line, TRUE);
  g_free(host->failure);
  g_free(host->elsewhere);
  g_hash_table_unref(host->others);
  g_array_unref(host->choices);
  g_hash_table_unref(host->matches);
  lap_rulesets_free(host->rulesets);
  lap_host_clear_games(host);
  g_hash_table_unref(host->disabled);
  g_hash_table_unref(host->drawn);
  g_clear_object(&host->registry);
  g_clear_object(&host->store);
  G_OBJECT_CLASS(lap_host_parent_class)->finalize(object);
}

static void lap_host_class_init(LapHostClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS(class);
  object_class->dispose = lap_host_dispose;
  object_class->finalize = lap_host_finalize;
  signals[ENTRY] = g_signal_new("entry", LAP_TYPE_HOST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                LAP_TYPE_MATCH, LAP_TYPE_ENTRY | G_SIGNAL_TYPE_STATIC_SCOPE);
  signals[UNDONE] = g_signal_new("undone", LAP_TYPE_HOST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                 LAP_TYPE_MATCH);
  signals[DUE] = g_signal_new("due", LAP_TYPE_HOST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void lap_host_init(LapHost *host)
{
  host->matches = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_object_unref);
  host->open_max = OPEN_MAX;
  host->snapshot_every = SNAPSHOT_EVERY;
  host->disabled = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  host->drawn = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  host->others = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  host->rulesets = lap_rulesets_new();
  host->staged = g_ptr_array_new_with_free_func(g_object_unref);
  host->line = g_string_new(NULL);
  host->choices = g_array_new(FALSE, FALSE, sizeof(LapAction));
  lap_schedule_init(&host->schedule);
  g_queue_init(&host->outdated);
  lap_host_set_sources(host, NULL, NULL, NULL, NULL);
}

LapHost *lap_host_new(LapRegistry *registry, LapStore *store)
{
  LapHost *host = g_object_new(LAP_TYPE_HOST, NULL);
  host->registry = g_object_ref(registry);
  host->store = g_object_ref(store);
  lap_host_init_games(host);
  return host;
}

LapRegistry *lap_host_get_registry(LapHost *host) { return host->registry; }
LapStore *lap_host_get_store(LapHost *host) { return host->store; }

void lap_host_emit_entry(LapHost *host, LapMatch *match, LapEntry *entry)
{
  g_signal_emit(host, signals[ENTRY], 0, match, entry);
}

void lap_host_emit_undone(LapHost *host, LapMatch *match) { g_signal_emit(host, signals[UNDONE], 0, match); }

void lap_host_emit_due(LapHost *host) { g_signal_emit(host, signals[DUE], 0); }

/* --- matches that may be played by a newer build */

void lap_host_note_outdated(LapHost *host, LapMatch *match)
{
  if (match->renewing || !match->ruleset) return;
  match->renewing = TRUE;
  g_queue_push_tail(&host->outdated, g_object_ref(match));
  if (host->outdated.length == 1) lap_host_emit_due(host);
}

void lap_host_note_all_outdated(LapHost *host)
{
  GHashTableIter iter;
  gpointer match;
  g_hash_table_iter_init(&iter, host->matches);
  while (g_hash_table_iter_next(&iter, NULL, &match)) lap_host_note_outdated(host, match);
}

/* --- matches in memory */

void lap_host_let_go(LapHost *host, LapMatch *match)
{
  g_queue_unlink(&host->recent, &match->link);
  g_hash_table_remove(host->matches, match->id);
}

static void mark_used(LapHost *host, LapMatch *match)
{
  g_queue_unlink(&host->recent, &match->link);
  g_queue_push_head_link(&host->recent, &match->link);
}

LapMatch *lap_host_in_memory(LapHost *host, const char *id)
{
  LapMatch *match = g_hash_table_lookup(host->matches, id);
  if (match) mark_used(host, match);
  return match;
}

static void evict(LapHost *host, LapMatch *match)
{
  lap_store_release(host->store, match->id);
  lap_host_let_go(host, match);
}

/* Nobody holds a match whose only reference is the table's. */
static void make_room(LapHost *host)
{
  for (guint look = 0; look < LOOKS_MAX && g_hash_table_size(host->matches) > host->open_max; look++) {
    LapMatch *oldest = g_queue_peek_tail(&host->recent);
    if (g_atomic_int_get(&G_OBJECT(oldest)->ref_count) > 1)
      mark_used(host, oldest);
    else
      evict(host, oldest);
  }
}

void lap_host_adopt(LapHost *host, LapMatch *match)
{
  g_hash_table_insert(host->matches, match->id, g_object_ref(match));
  g_queue_push_head_link(&host->recent, &match->link);
  make_room(host);
}

void lap_host_dismiss(LapHost *host, LapMatch *match)
{
  if (!match->gone) g_object_ref(host);
  match->gone = TRUE;
  lap_schedule_note(&host->schedule, match);
  if (lap_host_in_memory(host, match->id) == match) lap_host_let_go(host, match);
}

void lap_host_readmit(LapHost *host, LapMatch *match)
{
  match->gone = FALSE;
  LapMatch *other = lap_host_in_memory(host, match->id);
  if (other) lap_host_dismiss(host, other);
  lap_host_adopt(host, match);
  g_object_unref(host);
}

guint lap_host_get_open(LapHost *host) { return g_hash_table_size(host->matches); }

void lap_host_set_hook_limit(LapHost *host G_GNUC_UNUSED, guint milliseconds) { lap_workers_set_limit(milliseconds); }

void lap_host_set_open_max(LapHost *host, guint n)
{
  host->open_max = n;
  for (guint before = 0; before != g_hash_table_size(host->matches);) {
    before = g_hash_table_size(host->matches);
    make_room(host);
  }
}

/* --- which games are played */

void lap_host_disable(LapHost *host, const char *id, gboolean disabled)
{
  if (disabled)
    g_hash_table_add(host->disabled, g_strdup(id));
  else
    g_hash_table_remove(host->disabled, id);
}

/* A chain is at most LAP_LEVELS_MAX long, whatever keyfiles say. */
gboolean lap_host_is_disabled(LapHost *host, const char *id)
{
  for (guint depth = 0; id && depth < LAP_LEVELS_MAX; depth++) {
    if (g_hash_table_contains(host->disabled, id)) return TRUE;
    const LapPluginInfo *info = lap_registry_find(host->registry, id);
    id = info ? info->extends : NULL;
  }
  return FALSE;
}
