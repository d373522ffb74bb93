/* Matches become others in the middle, for every pair of variants that allows it: 30 of each, or a tenth of
 * LAPIDARY_TEST_POSITIONS. */
#include <string.h>

#include "host/engine/position.h"
#include "host/match/log.h"
#include "host/match/match-rules.h"
#include "table.h"

#define POSITIONS 300
#define MOVES_MAX 24
#define TRIES_MAX 40

static guint swaps_wanted(void)
{
  const char *text = g_getenv("LAPIDARY_TEST_POSITIONS");
  return MAX(text ? (guint)g_ascii_strtoull(text, NULL, 10) : POSITIONS, 10) / 10;
}

/* Two games, and a match of the first. */
typedef struct {
  Table *table;
  const char *from, *to;
} Pair;

static LapMatch *begin(const Pair *pair)
{
  LapGame *from = lap_host_get_game(pair->table->host, pair->from, NULL);
  LapGame *to = lap_host_get_game(pair->table->host, pair->to, NULL);
  guint least = MAX(from->seats_min, to->seats_min), most = MIN(from->seats_max, to->seats_max);
  return least > most ? NULL
                      : table_begin(pair->table, pair->from,
                                    least + lap_generator_below(&pair->table->chance, most - least + 1));
}

static void agree(LapMatch *match)
{
  guint64 id;
  guint32 asked;
  while (lap_match_get_proposal(match, &id, NULL, &asked) && asked) {
    g_autoptr(GError) error = NULL;
    lap_match_answer(match, (guint)g_bit_nth_lsf(asked, -1), id, TRUE, NULL, NULL, &error);
    g_assert_no_error(error);
  }
}

static gboolean is_one_of(LapMatch *match, const char *game) { return g_str_equal(lap_match_get_game_id(match), game); }

static guint64 hash_of(LapMatch *match)
{
  return lap_hash(lap_session_engine(lap_match_session(match, NULL)), match->block);
}

static void move_on(const Pair *pair, LapMatch *match, guint moves)
{
  while (moves-- && lap_match_get_state(match) == LAP_MATCH_RUNNING) table_move(pair->table, match);
}

/* Proposes it, and plays on until it has happened. FALSE: the rules refuse it, or it does not come to it. */
static gboolean swap(const Pair *pair, LapMatch *match, const char *to)
{
  if (lap_match_get_state(match) != LAP_MATCH_RUNNING || !lap_match_propose_swap(match, 0, to, NULL, NULL, NULL, NULL))
    return FALSE;
  agree(match);
  for (guint i = 0; i < MOVES_MAX && lap_match_awaits_swap(match); i++) table_move(pair->table, match);
  return is_one_of(match, to);
}

/* Takes the last move back, which was made before the swap, and does both again. */
static void go_back_and_forth(const Pair *pair, LapMatch *match)
{
  g_autoptr(GError) error = NULL;
  LapAction steps[64];
  if (!match->moves->len) return;
  LapMoveRecord last = g_array_index(match->moves, LapMoveRecord, match->moves->len - 1);
  guint64 swapped = hash_of(match), before = lap_match_get_seq(match);
  g_autoptr(LapMatch) then = lap_match_at(match, last.seq - 1, &error);
  g_assert_no_error(error);
  g_assert_true(lap_match_propose(match, last.seat, LAP_PROPOSAL_UNDO, NULL, NULL, &error));
  agree(match);
  g_assert_cmpuint(lap_match_get_seq(match), >, before);
  g_assert_true(is_one_of(match, pair->from));
  g_assert_cmpuint(hash_of(match), ==, hash_of(then));
  table_assert_stored(pair->table, match);
  g_autoptr(GPtrArray) line = lap_store_entries(pair->table->store, match->id, last.seq - 1, last.seq, NULL);
  g_auto(LapEntryReading) reading = {0};
  g_assert_true(lap_entry_read(&reading, line->pdata[0], match->ruleset->game, lap_match_seats(match), &error));
  memcpy(steps, reading.entry.steps, reading.entry.n_steps * sizeof *steps);
  g_assert_true(lap_match_play(match, last.seat, steps, reading.entry.n_steps, -1, NULL, NULL, &error));
  g_assert_true(swap(pair, match, pair->to));
  g_assert_cmpuint(hash_of(match), ==, swapped);
}

static LapGame *find_game(const char *id, gpointer host, GError **error) { return lap_host_get_game(host, id, error); }

static void replay(const Pair *pair, LapMatch *match)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *text = lap_match_log_text(match, &error);
  LapSession *session = NULL;
  g_autoptr(LapLog) log = lap_log_replay(match->original->game, find_game, pair->table->host, text, &session, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(lap_hash(lap_session_engine(session), lap_session_block(session)), ==, hash_of(match));
  lap_session_free(session);
}

/* FALSE: it did not come to a swap. */
static gboolean try_one(const Pair *pair)
{
  g_autoptr(LapMatch) match = begin(pair);
  if (!match) return FALSE;
  move_on(pair, match, lap_generator_below(&pair->table->chance, MOVES_MAX));
  if (!swap(pair, match, pair->to)) return FALSE;
  table_assert_stored(pair->table, match);
  go_back_and_forth(pair, match);
  move_on(pair, match, lap_generator_below(&pair->table->chance, 4));
  table_assert_stored(pair->table, match);
  replay(pair, match);
  return TRUE;
}

static void try_pair(const Pair *pair)
{
  guint made = 0, tries = 0;
  for (; made < swaps_wanted() && tries < made * TRIES_MAX + TRIES_MAX; tries++) made += try_one(pair);
  g_test_message("%s became %s %u times in %u matches", pair->from, pair->to, made, tries);
}

static void note(const LapVariant *variant, gpointer data)
{
  if (!variant->refusal || variant->later) g_ptr_array_add(data, g_strdup(variant->game->id));
}

static void test_game(gconstpointer id)
{
  g_auto(Table) table = {0};
  g_autoptr(GPtrArray) others = g_ptr_array_new_with_free_func(g_free);
  table_init(&table, NULL);
  table.host->snapshot_every = 7;
  LapGame *game = lap_host_get_game(table.host, id, NULL);
  for (guint seats = game->seats_min; seats <= game->seats_max && !others->len; seats++) {
    g_autoptr(LapMatch) match = table_begin(&table, id, seats);
    lap_match_visit_variants(match, note, others, NULL);
  }
  if (!others->len) g_test_skip("no other game can be made of it");
  for (guint i = 0; i < others->len; i++) {
    const Pair pair = {.table = &table, .from = id, .to = others->pdata[i]};
    try_pair(&pair);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  const GPtrArray *all = lap_registry_list(registry);
  for (guint i = 0; i < all->len; i++) {
    const LapPluginInfo *info = all->pdata[i];
    if (info->error) continue;
    g_autofree char *name = g_strconcat("/match/swap/", info->id, NULL);
    g_test_add_data_func(name, info->id, test_game);
  }
  return g_test_run();
}
