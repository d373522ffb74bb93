/* A store that fails: what was acknowledged stays, what was not is gone, and asking again with the same key repairs it.
 */
#include "failing-store.h"
#include "host/engine/position.h"
#include "table.h"

/* A sequence of requests, played over a store whose n-th call fails. Each part is repeated until it is granted. */
typedef struct {
  Table table;
  LapMatch *match;
  guint keys, part; /* keys: so many were granted */
  guint failures;
  guint64 granted; /* the last seq that was acknowledged */
} Story;

static void first_move(Story *story, guint seat, LapAction *steps, guint *n)
{
  LapSession *session = lap_match_session(story->match, NULL);
  if (!session) return;
  const LapActions *legal = lap_session_legal(session, seat, NULL, 0, NULL);
  LapMove move = LAP_MOVE_MORE;
  while (move == LAP_MOVE_MORE) {
    steps[(*n)++] = legal->v[0];
    move = lap_session_try(session, steps, *n, &legal, NULL);
  }
}

/* --- parts */

static gboolean create(Story *story, guint64 *seq, GError **error)
{
  g_autoptr(LapMatchSettings) settings = lap_match_settings_new("sealed", 3);
  lap_match_settings_set_public(settings, TRUE);
  lap_match_settings_set_seed(settings, 5);
  lap_match_settings_set_key(settings, table_key(0));
  g_clear_object(&story->match);
  story->match = lap_host_create(story->table.host, settings, NULL, error);
  *seq = 0;
  return story->match != NULL;
}

static gboolean join(Story *story, guint64 *seq, GError **error)
{
  return lap_match_join(story->match, NULL, -1, table_key(story->keys), table_key(story->keys), NULL, NULL, seq, error);
}

/* A retry chooses again, as a player would who sees where the match stands; it is granted already only if the failure
 * came after the commit. */
static gboolean move(Story *story, guint64 *seq, GError **error)
{
  LapAction steps[64];
  guint n = 0;
  guint32 waiting = lap_match_get_waiting(story->match);
  guint seat = waiting ? (guint)__builtin_ctz(waiting) : 0;
  if (!lap_match_ready(story->match, error)) return FALSE;
  first_move(story, seat, steps, &n);
  return lap_match_play(story->match, seat, steps, n, -1, table_key(story->keys), seq, error);
}

static gboolean propose(Story *story, LapProposalKind kind, guint64 *seq, GError **error)
{
  return lap_match_propose(story->match, 1, kind, table_key(story->keys), seq, error);
}

static gboolean propose_undo(Story *story, guint64 *seq, GError **error)
{
  return propose(story, LAP_PROPOSAL_UNDO, seq, error);
}

static gboolean propose_rematch(Story *story, guint64 *seq, GError **error)
{
  return propose(story, LAP_PROPOSAL_REMATCH, seq, error);
}

static gboolean accept(Story *story, guint seat, guint64 *seq, GError **error)
{
  guint64 id = 0;
  if (!lap_match_ready(story->match, error)) return FALSE;
  lap_match_get_proposal(story->match, &id, NULL, NULL);
  return lap_match_answer(story->match, seat, id, TRUE, table_key(story->keys), seq, error);
}

static gboolean accept_first(Story *story, guint64 *seq, GError **error) { return accept(story, 0, seq, error); }
static gboolean accept_last(Story *story, guint64 *seq, GError **error) { return accept(story, 2, seq, error); }

static gboolean resign(Story *story, guint64 *seq, GError **error)
{
  return lap_match_resign(story->match, 0, table_key(story->keys), seq, error);
}

static gboolean abort_it(Story *story, guint64 *seq, GError **error)
{
  return propose(story, LAP_PROPOSAL_ABORT, seq, error);
}

static gboolean leave(Story *story, guint64 *seq, GError **error)
{
  return lap_match_leave(story->match, 2, table_key(story->keys), NULL, seq, error);
}

typedef gboolean (*Part)(Story *, guint64 *, GError **);
static const Part parts[] = {create, join, join,   join,     move,        leave,           join,         move,
                             move,   move, move,   move,     move,        propose_undo,    accept_first, accept_last,
                             move,   move, resign, abort_it, accept_last, propose_rematch, accept_last,  accept_first};

/* --- telling it */

/* Whatever the failure was, the match is what the store has; asked for now, when the store works again. */
static void assert_true_to_the_store(Story *story)
{
  g_autoptr(GError) error = NULL;
  if (!story->match || story->match->gone) return;
  g_assert_true(lap_match_ready(story->match, &error));
  g_assert_no_error(error);
  g_assert_cmpuint(lap_match_get_seq(story->match), >=, story->granted);
  table_assert_stored(&story->table, story->match);
}

static void fail(Story *story, GError *error)
{
  g_assert_error(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_STORE);
  story->failures++;
  g_assert_cmpuint(story->failures, <=, 3);
  assert_true_to_the_store(story);
}

static void play_alone(Story *story)
{
  while (story->part < G_N_ELEMENTS(parts)) {
    g_autoptr(GError) error = NULL;
    guint64 seq = 0;
    if (!parts[story->part](story, &seq, &error)) {
      fail(story, error);
      continue;
    }
    story->granted = seq;
    story->keys++;
    story->part++;
  }
}

/* So many parts at a time in a batch; a batch that fails is played again from its beginning. */
static void play_in_batches(Story *story, guint size)
{
  while (story->part < G_N_ELEMENTS(parts)) {
    g_autoptr(GError) error = NULL;
    guint64 seq = story->granted;
    guint part = story->part, keys = story->keys;
    gboolean granted = TRUE;
    lap_host_begin(story->table.host);
    for (guint i = 0; granted && i < size && story->part < G_N_ELEMENTS(parts); i += granted) {
      granted = parts[story->part](story, &seq, &error);
      story->part += granted;
      story->keys += granted;
    }
    gboolean kept = lap_host_end(story->table.host, error ? NULL : &error);
    if (kept && granted) {
      story->granted = seq;
      continue;
    }
    /* A read that fails spoils nothing that was written before it. */
    if (kept) story->granted = seq;
    if (!kept) {
      story->part = part;
      story->keys = keys;
    }
    fail(story, error);
  }
}

/* What it comes to in the end. */
static char *play(guint at, guint batch, guint *calls)
{
  Story story = {0};
  g_autoptr(FailingStore) store = failing_store_new(at);
  table_init(&story.table, LAP_STORE(store));
  if (batch)
    play_in_batches(&story, batch);
  else
    play_alone(&story);
  *calls = failing_store_get_calls(store);
  g_assert_cmpuint(story.failures > 0, ==, at > 0);
  table_assert_stored(&story.table, story.match);
  char *end = g_strdup_printf("seq %" G_GUINT64_FORMAT " state %d moves %u rematch %s hash %016" G_GINT64_MODIFIER "x",
                              lap_match_get_seq(story.match), lap_match_get_state(story.match), story.match->moves->len,
                              lap_match_get_rematch(story.match),
                              lap_hash(lap_session_engine(lap_match_session(story.match, NULL)), story.match->block));
  g_autoptr(LapMatch) rematch = lap_host_find(story.table.host, lap_match_get_rematch(story.match), NULL);
  g_assert_nonnull(rematch);
  g_object_unref(story.match);
  table_clear(&story.table);
  return end;
}

static void assert_ends_the_same(guint batch)
{
  guint calls, ignored;
  g_autofree char *undisturbed = play(0, batch, &calls);
  g_assert_cmpuint(calls, >, G_N_ELEMENTS(parts) / 2);
  for (guint at = 1; at < calls; at++) {
    g_autofree char *end = play(at, batch, &ignored);
    g_assert_cmpstr(end, ==, undisturbed);
  }
}

static void test_alone(void) { assert_ends_the_same(0); }

static void test_batches(void)
{
  for (guint batch = 1; batch < 6; batch++) assert_ends_the_same(batch);
}

/* --- one at a time */

static void test_undone(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(FailingStore) store = failing_store_new(0);
  g_auto(Table) table = {0};
  table_init(&table, LAP_STORE(store));
  g_autoptr(LapMatch) one = table_begin(&table, "sealed", 2), two = table_begin(&table, "sealed", 3);
  g_autofree char *before = table_describe(one), *before_two = table_describe(two);
  lap_host_begin(table.host);
  table_move(&table, one);
  table_move(&table, two);
  g_assert_cmpuint(lap_host_get_staged(table.host), ==, 2);
  failing_store_set_broken(store, TRUE);
  g_assert_false(lap_host_end(table.host, &error));
  assert_refused(error, STORE);
  failing_store_set_broken(store, FALSE);
  g_assert_cmpuint(table.undone, ==, 2);
  g_assert_true(lap_match_ready(one, &error) && lap_match_ready(two, &error));
  g_autofree char *after = table_describe(one), *after_two = table_describe(two);
  g_assert_cmpstr(before, ==, after);
  g_assert_cmpstr(before_two, ==, after_two);
  table_move(&table, one);
  table_assert_stored(&table, one);
}

static void test_created_vanishes(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(FailingStore) store = failing_store_new(0);
  g_auto(Table) table = {0};
  table_init(&table, LAP_STORE(store));
  lap_host_begin(table.host);
  g_autoptr(LapMatch) match = table_begin(&table, "sealed", 2);
  failing_store_set_broken(store, TRUE);
  g_assert_false(lap_match_resign(match, 0, NULL, NULL, &error));
  assert_refused(error, STORE);
  failing_store_set_broken(store, FALSE);
  g_assert_false(lap_match_resign(match, 0, NULL, NULL, &error));
  g_assert_false(lap_host_end(table.host, NULL));
  g_clear_error(&error);
  g_assert_false(lap_match_resign(match, 0, NULL, NULL, &error));
  assert_refused(error, NOT_FOUND);
  g_assert_null(lap_host_find(table.host, lap_match_get_id(match), &error));
  assert_refused(error, NOT_FOUND);
}

/* Whether the host has it, as it is described. */
static void assert_there(Table *table, LapMatch *match, const char *as)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapMatch) found = lap_host_find(table->host, lap_match_get_id(match), &error);
  g_assert_no_error(error);
  g_assert_true(found == match);
  g_autofree char *now = table_describe(match);
  g_assert_cmpstr(now, ==, as);
  table_assert_stored(table, match);
}

static void assert_removed(Table *table, LapMatch *match)
{
  g_autoptr(GError) error = NULL;
  g_assert_null(lap_host_find(table->host, lap_match_get_id(match), &error));
  assert_refused(error, NOT_FOUND);
  g_assert_false(lap_match_resign(match, 0, NULL, NULL, &error));
  assert_refused(error, NOT_FOUND);
}

static void test_removed_comes_back(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(FailingStore) store = failing_store_new(0);
  g_auto(Table) table = {0};
  table_init(&table, LAP_STORE(store));
  g_autoptr(LapMatch) match = table_begin(&table, "sealed", 2), other = table_begin(&table, "sealed", 2);
  g_autofree char *before = table_describe(match), *before_other = table_describe(other);
  lap_host_begin(table.host);
  table_move(&table, other);
  table_move(&table, match);
  g_assert_true(lap_host_remove(table.host, lap_match_get_id(match), &error));
  assert_removed(&table, match);
  failing_store_set_broken(store, TRUE);
  g_assert_false(lap_host_end(table.host, &error));
  assert_refused(error, STORE);
  g_assert_false(lap_host_remove(table.host, lap_match_get_id(match), &error));
  assert_refused(error, STORE);
  failing_store_set_broken(store, FALSE);
  g_assert_true(lap_match_ready(match, NULL) && lap_match_ready(other, NULL));
  assert_there(&table, match, before);
  assert_there(&table, other, before_other);
  table_move(&table, match);
  table_assert_stored(&table, match);
}

/* A reference to it may be held for longer than the host lives. */
static void test_removed(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapMatch) match = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  match = table_begin(&table, "sealed", 2);
  g_assert_true(lap_host_remove(table.host, lap_match_get_id(match), &error));
  assert_removed(&table, match);
  g_assert_false(lap_host_remove(table.host, lap_match_get_id(match), &error));
  assert_refused(error, NOT_FOUND);
}

/* It is not there in the end, whatever it was in between. */
static void test_created_and_removed(void)
{
  g_autoptr(FailingStore) store = failing_store_new(0);
  g_auto(Table) table = {0};
  table_init(&table, LAP_STORE(store));
  lap_host_begin(table.host);
  g_autoptr(LapMatch) match = table_begin(&table, "sealed", 2);
  g_assert_true(lap_host_remove(table.host, lap_match_get_id(match), NULL));
  failing_store_set_broken(store, TRUE);
  g_assert_false(lap_host_end(table.host, NULL));
  failing_store_set_broken(store, FALSE);
  assert_removed(&table, match);
}

/* What cannot be removed since it is not there takes nothing else of the batch back. */
static void test_nothing_to_remove(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = table_begin(&table, "sealed", 2);
  lap_host_begin(table.host);
  table_move(&table, match);
  g_autofree char *moved = table_describe(match);
  g_assert_false(lap_host_remove(table.host, "nosuchmatch", &error));
  assert_refused(error, NOT_FOUND);
  g_assert_true(lap_host_end(table.host, &error));
  assert_there(&table, match, moved);
}

/* Nothing changes any more in a batch that has failed. */
static void test_batch_failed(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(FailingStore) store = failing_store_new(0);
  g_auto(Table) table = {0};
  table_init(&table, LAP_STORE(store));
  g_autoptr(LapMatch) match = table_begin(&table, "sealed", 2), other = table_begin(&table, "sealed", 2);
  lap_host_begin(table.host);
  failing_store_set_broken(store, TRUE);
  g_assert_false(lap_match_resign(match, 0, NULL, NULL, NULL));
  failing_store_set_broken(store, FALSE);
  g_assert_false(lap_match_resign(other, 0, NULL, NULL, &error));
  assert_refused(error, STORE);
  g_assert_false(lap_host_end(table.host, &error));
  assert_refused(error, STORE);
  lap_host_begin(table.host);
  g_assert_true(lap_match_resign(other, 0, NULL, NULL, &error));
  g_assert_true(lap_host_end(table.host, &error));
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/match/failing/a-match-that-is-asked-again-ends-as-if-nothing-had-failed", test_alone);
  g_test_add_func("/match/failing/so-does-one-whose-changes-are-committed-in-batches", test_batches);
  g_test_add_func("/match/failing/a-batch-that-cannot-be-committed-is-undone", test_undone);
  g_test_add_func("/match/failing/what-was-created-in-it-vanishes", test_created_vanishes);
  g_test_add_func("/match/failing/what-was-removed-in-it-comes-back", test_removed_comes_back);
  g_test_add_func("/match/failing/what-is-removed-is-not-there-any-more", test_removed);
  g_test_add_func("/match/failing/what-was-created-and-removed-in-it-is-not-there", test_created_and_removed);
  g_test_add_func("/match/failing/a-match-that-is-not-there-is-refused-alone", test_nothing_to_remove);
  g_test_add_func("/match/failing/nothing-changes-any-more-in-a-batch-that-failed", test_batch_failed);
  return g_test_run();
}
