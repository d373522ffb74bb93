/* Snapshots: a match is restored from the last one that fits, and from its start if none does. */
#include <string.h>

#include "host/match/host-private.h"
#include "host/projection/text.h"
#include "table.h"

enum { EVERY = 4, ENTRIES = 60 };

static void take_back(LapMatch *match, guint seat, guint key)
{
  guint64 id;
  if (!lap_match_propose(match, seat, LAP_PROPOSAL_UNDO, table_key(key), &id, NULL)) return;
  if (lap_match_get_proposal(match, NULL, NULL, NULL) == LAP_PROPOSAL_NONE) return;
  lap_match_answer(match, !seat, id, TRUE, table_key(key + 1), NULL, NULL);
}

/* Two people who play and take back, often more than once in a row. */
static LapMatch *make(Table *table, guint every)
{
  table->host->snapshot_every = every;
  LapMatch *match = table_begin(table, "sealed", 2);
  for (guint i = 0; lap_match_get_seq(match) < ENTRIES; i += 2) {
    gboolean over = lap_match_get_state(match) == LAP_MATCH_OVER;
    g_assert_false(over);
    if (match->moves->len > 3 && lap_generator_below(&table->chance, 3))
      take_back(match, lap_generator_below(&table->chance, 2), i);
    else
      table_move(table, match);
  }
  return match;
}

/* --- another store with the same match, in which something is different */

typedef struct {
  const char *first; /* the first entry, or NULL: as it was */
  gboolean no_snapshots, spoil_states, spoil_tails;
  guint64 gap; /* the place of a snapshot that is missing, or 0 */
} Change;

static GBytes *spoilt(GBytes *bytes, gboolean spoil)
{
  gsize n;
  guint8 *copy = g_bytes_unref_to_data(g_bytes_ref(bytes), &n);
  if (spoil) copy[n / 2] ^= 1;
  return g_bytes_new_take(copy, n);
}

static void copy_snapshot(LapStore *from, LapStore *to, const char *id, guint64 place, const Change *change)
{
  g_autoptr(LapSnapshot) snapshot = lap_store_find_snapshot(from, id, place, NULL);
  if (!snapshot || snapshot->place != place || place == change->gap) return;
  g_autoptr(GPtrArray) snapshots = g_ptr_array_new();
  g_autoptr(GBytes) state = spoilt(snapshot->state, change->spoil_states);
  g_autoptr(GBytes) tail = spoilt(snapshot->tail, change->spoil_tails);
  LapSnapshot copy = {place, state, tail};
  g_ptr_array_add(snapshots, &copy);
  g_assert_true(lap_store_keep_snapshots(to, id, snapshots, NULL));
}

static LapStore *copy_store(Table *table, LapMatch *match, const Change *change)
{
  const char *id = lap_match_get_id(match);
  LapStore *copy = lap_store_open("memory:", NULL);
  g_autoptr(LapStored) stored = lap_store_find(table->store, id, NULL);
  g_autoptr(GPtrArray) entries = lap_store_entries(table->store, id, 0, G_MAXUINT64, NULL);
  g_assert_true(lap_store_create(copy, stored, NULL));
  for (guint i = 1; i <= entries->len; i++) {
    const char *entry = i == 1 && change->first ? change->first : entries->pdata[i - 1];
    g_assert_true(lap_store_append(copy, id, i, entry, LAP_STORED_RUNNING, match->changed, NULL));
    if (!change->no_snapshots) copy_snapshot(table->store, copy, id, i, change);
  }
  g_assert_true(lap_store_commit(copy, NULL));
  return copy;
}

static LapHost *host_over(Table *table, LapStore *store)
{
  LapHost *host = lap_host_new(table->registry, store);
  host->snapshot_every = table->host->snapshot_every;
  return host;
}

static gboolean is_the_same(Table *table, LapMatch *match, const Change *change)
{
  g_autoptr(LapStore) store = copy_store(table, match, change);
  g_autoptr(LapHost) host = host_over(table, store);
  g_autoptr(LapMatch) again = lap_host_find(host, match->id, NULL);
  if (!again) return FALSE;
  g_autofree char *live = table_describe(match), *restored = table_describe(again);
  g_assert_cmpstr(restored, ==, live);
  return TRUE;
}

/* --- the cases */

static void test_used(void)
{
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = make(&table, EVERY);
  g_assert_true(is_the_same(&table, match, &(Change){0}));
  g_assert_true(is_the_same(&table, match, &(Change){.no_snapshots = TRUE}));
  g_assert_false(is_the_same(&table, match, &(Change){.first = "nonsense", .no_snapshots = TRUE}));
  g_assert_true(is_the_same(&table, match, &(Change){.first = "nonsense"}));
}

static void test_spoilt(void)
{
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = make(&table, EVERY);
  g_assert_true(is_the_same(&table, match, &(Change){.spoil_states = TRUE}));
  g_assert_true(is_the_same(&table, match, &(Change){.spoil_tails = TRUE}));
  g_assert_false(is_the_same(&table, match, &(Change){.first = "nonsense", .spoil_states = TRUE}));
  g_assert_false(is_the_same(&table, match, &(Change){.first = "nonsense", .spoil_tails = TRUE}));
}

/* Moves that nothing was taken back of, and that had no keys: only the tails know how many there were. */
static void test_gap(void)
{
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  table.host->snapshot_every = EVERY;
  g_autoptr(LapMatch) match = table_begin(&table, "sealed", 2);
  while (lap_match_get_seq(match) < 5 * EVERY) table_move(&table, match);
  g_assert_true(is_the_same(&table, match, &(Change){.first = "nonsense"}));
  g_assert_true(is_the_same(&table, match, &(Change){.gap = 3 * EVERY}));
  g_assert_false(is_the_same(&table, match, &(Change){.first = "nonsense", .gap = 3 * EVERY}));
}

/* Those that do not fit are taken anew when the match is restored. */
static void test_mended(void)
{
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = make(&table, EVERY);
  g_autoptr(LapStore) store = copy_store(&table, match, &(Change){.spoil_states = TRUE, .spoil_tails = TRUE});
  g_autoptr(LapHost) host = host_over(&table, store);
  g_autoptr(LapMatch) once = lap_host_find(host, match->id, NULL);
  for (guint64 seq = 1; seq <= lap_match_get_seq(match); seq++) {
    g_autoptr(LapSnapshot) before = lap_store_find_snapshot(table.store, match->id, seq, NULL);
    g_autoptr(LapSnapshot) after = lap_store_find_snapshot(store, match->id, seq, NULL);
    g_assert_cmpint(before != NULL, ==, after != NULL);
    if (!before) continue;
    g_assert_cmpuint(after->place, ==, before->place);
    g_assert_true(g_bytes_equal(after->state, before->state));
    g_assert_true(g_bytes_equal(after->tail, before->tail));
  }
}

/* However many moves are taken back, whatever is asked for begins at a snapshot. */
static void test_near(void)
{
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = make(&table, EVERY);
  g_autoptr(LapStore) spoilt_store = copy_store(&table, match, &(Change){.first = "nonsense"});
  g_autoptr(LapHost) host = host_over(&table, spoilt_store);
  g_autoptr(LapMatch) again = lap_host_find(host, match->id, NULL);
  g_autofree char *none = lap_match_view(again, 0, EVERY - 1, NULL);
  g_assert_null(none);
  for (guint64 seq = EVERY; seq <= ENTRIES; seq++) {
    g_autofree char *view = lap_match_view(again, 0, (gint64)seq, NULL),
                    *was = lap_match_view(match, 0, (gint64)seq, NULL);
    g_assert_nonnull(view);
    g_assert_cmpstr(view, ==, was);
  }
}

/* A host with other settings for the same store. */
static void test_intervals(void)
{
  for (guint every = 1; every < 20; every++) {
    g_auto(Table) table = {0};
    table_init(&table, NULL);
    g_autoptr(LapMatch) match = make(&table, every);
    table.host->snapshot_every = 7;
    table_assert_stored(&table, match);
    table_move(&table, match);
    table_assert_stored(&table, match);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/match/snapshot/what-lies-before-it-is-not-read", test_used);
  g_test_add_func("/match/snapshot/one-that-is-damaged-is-not-used", test_spoilt);
  g_test_add_func("/match/snapshot/one-that-does-not-follow-is-not-used", test_gap);
  g_test_add_func("/match/snapshot/and-is-taken-anew", test_mended);
  g_test_add_func("/match/snapshot/every-moment-is-near-one", test_near);
  g_test_add_func("/match/snapshot/intervals-may-change", test_intervals);
  return g_test_run();
}
