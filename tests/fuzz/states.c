#include "states.h"

#include "host/match/host-private.h"
#include "tests/match/table.h"

/* Things that happen in one run, at most: each is checked against the store. */
enum { STEPS_MAX = 80 };

typedef struct {
  Table table;
  LapMatch *match;
  char *id;
  char *committed; /* the match as the last commit left it */
  guint keys;
  gboolean in_batch;

  /* The last move that was granted, to be repeated. */
  LapAction steps[64];
  guint n_steps, seat, key;
  guint64 seq;
} States;

static guint seat_of(const States *states, guint argument) { return argument % lap_match_get_seats(states->match); }

static const char *new_key(States *states) { return table_key(++states->keys); }

/* --- what may happen; each returns whether it was granted */

static gboolean move(States *states, guint argument)
{
  guint32 waiting = lap_match_get_waiting(states->match);
  if (!waiting || lap_match_get_state(states->match) != LAP_MATCH_RUNNING) return FALSE;
  guint seat = seat_of(states, argument);
  while (!(waiting >> seat & 1)) seat = seat_of(states, seat + 1);
  guint n = table_choose(&states->table, states->match, seat, states->steps, G_N_ELEMENTS(states->steps));
  states->n_steps = 0;
  if (!lap_match_play(states->match, seat, states->steps, n, -1, new_key(states), &states->seq, NULL)) return FALSE;
  states->n_steps = n;
  states->seat = seat;
  states->key = states->keys;
  return TRUE;
}

/* A request whose answer was lost. */
static gboolean repeat_move(States *states, guint argument G_GNUC_UNUSED)
{
  guint64 seq = 0, before = lap_match_get_seq(states->match);
  if (!states->n_steps) return FALSE;
  gboolean granted = lap_match_play(states->match, states->seat, states->steps, states->n_steps, -1,
                                    table_key(states->key), &seq, NULL);
  g_assert_cmpuint(lap_match_get_seq(states->match), ==, before);
  g_assert_true(!granted || seq == states->seq);
  return FALSE;
}

static gboolean join(States *states, guint argument)
{
  g_autofree char *name = g_strdup_printf("Fay %u", argument % 5);
  return lap_match_join(states->match, NULL, (gint)(argument % 4) - 1, name, new_key(states), NULL, NULL, NULL, NULL);
}

static gboolean leave(States *states, guint argument)
{
  return lap_match_leave(states->match, seat_of(states, argument), new_key(states), NULL, NULL, NULL);
}

static gboolean seat_bot(States *states, guint argument)
{
  return lap_match_seat_bot(states->match, seat_of(states, argument), seat_of(states, argument >> 2), "random", NULL,
                            new_key(states), NULL, NULL);
}

static gboolean resign(States *states, guint argument)
{
  return lap_match_resign(states->match, seat_of(states, argument), new_key(states), NULL, NULL);
}

static gboolean propose(States *states, guint argument)
{
  static const LapProposalKind kinds[] = {LAP_PROPOSAL_UNDO, LAP_PROPOSAL_UNDO, LAP_PROPOSAL_REMATCH,
                                          LAP_PROPOSAL_ABORT};
  return lap_match_propose(states->match, seat_of(states, argument), kinds[argument / 8 % G_N_ELEMENTS(kinds)],
                           new_key(states), NULL, NULL);
}

static gboolean answer(States *states, guint argument)
{
  guint64 id;
  if (lap_match_get_proposal(states->match, &id, NULL, NULL) == LAP_PROPOSAL_NONE) return FALSE;
  return lap_match_answer(states->match, seat_of(states, argument), id, argument % 8 != 7, new_key(states), NULL, NULL);
}

static gboolean play_bots(States *states, guint argument)
{
  lap_host_play_bots(states->table.host, 1 + argument % 4);
  return TRUE;
}

static gboolean run_clocks(States *states, guint argument)
{
  table_wait(&states->table, argument * 50);
  lap_host_run_clocks(states->table.host);
  return TRUE;
}

/* --- batches, and the end of the host in the middle of one */

static gboolean begin_batch(States *states, guint argument G_GNUC_UNUSED)
{
  if (states->in_batch) return FALSE;
  lap_host_begin(states->table.host);
  return states->in_batch = TRUE;
}

static gboolean end_batch(States *states, guint argument G_GNUC_UNUSED)
{
  if (!states->in_batch) return FALSE;
  g_assert_true(lap_host_end(states->table.host, NULL));
  states->in_batch = FALSE;
  return TRUE;
}

static void find_again(States *states)
{
  g_autoptr(GError) error = NULL;
  states->match = lap_host_find(states->table.host, states->id, &error);
  g_assert_no_error(error);
}

/* What was not committed is gone, and all else is there. */
static gboolean kill_host(States *states, guint argument G_GNUC_UNUSED)
{
  g_clear_object(&states->match);
  lap_store_roll_back(states->table.store);
  table_restart(&states->table);
  states->in_batch = FALSE;
  states->n_steps = 0;
  find_again(states);
  g_autofree char *now = table_describe(states->match);
  g_assert_cmpstr(now, ==, states->committed);
  return TRUE;
}

/* The match leaves the memory, and is read again. */
static gboolean let_go(States *states, guint argument G_GNUC_UNUSED)
{
  g_autofree char *before = table_describe(states->match);
  if (states->in_batch) return FALSE;
  g_clear_object(&states->match);
  lap_host_set_open_max(states->table.host, 0);
  lap_host_set_open_max(states->table.host, 1000);
  find_again(states);
  g_autofree char *after = table_describe(states->match);
  g_assert_cmpstr(before, ==, after);
  return FALSE;
}

/* --- a run */

static void step(States *states, guint what, guint argument)
{
  static gboolean (*const acts[])(States *, guint) = {
      move,   move,    move,    move,   move,      repeat_move, join,        join,      leave,     seat_bot,
      resign, propose, propose, answer, play_bots, run_clocks,  begin_batch, end_batch, kill_host, let_go};
  g_autofree char *before = table_describe(states->match);
  gboolean granted = acts[what % G_N_ELEMENTS(acts)](states, argument);
  g_autofree char *after = table_describe(states->match);
  if (!granted) g_assert_cmpstr(before, ==, after);
  table_assert_stored(&states->table, states->match);
  if (states->in_batch) return;
  g_free(states->committed);
  states->committed = g_steal_pointer(&after);
}

static LapMatchSettings *some_settings(guint n)
{
  static const char *const games[] = {"sealed", "sealed-fair", "sealed-haven"};
  LapMatchSettings *settings = lap_match_settings_new(games[n % G_N_ELEMENTS(games)], 2);
  lap_match_settings_set_public(settings, TRUE);
  lap_match_settings_set_seed(settings, n);
  if (n & 8) lap_match_settings_set_clock(settings, 60000, 500);
  if (n & 16) lap_match_settings_set_bot(settings, 1, "random");
  return settings;
}

void states_run(const guint8 *bytes, gsize n)
{
  States states = {0};
  guint kind = n ? bytes[0] : 0;
  g_autoptr(LapMatchSettings) settings = some_settings(kind);
  table_init(&states.table, NULL);
  states.table.chance = lap_generator_seeded(kind);
  states.table.host->snapshot_every = kind & 32 ? 3 : 64;
  states.match = table_create_by(&states.table, settings, NULL);
  states.id = g_strdup(lap_match_get_id(states.match));
  states.committed = table_describe(states.match);
  for (gsize i = 1; i + 1 < n && i < 2 * STEPS_MAX; i += 2) step(&states, bytes[i], bytes[i + 1]);
  if (states.in_batch) end_batch(&states, 0);
  g_clear_object(&states.match);
  g_free(states.committed);
  g_free(states.id);
  table_clear(&states.table);
}
