/* Bots that think on threads of their own: the match goes on when they have, and whatever happens in the meantime. */
#include "host/match/host-private.h"
#include "table.h"

/* --- a loop that waits for thoughts */

static gboolean dispatch(GSource *source, GSourceFunc callback G_GNUC_UNUSED, gpointer host)
{
  g_source_set_ready_time(source, -1);
  lap_host_release_bots(host);
  return G_SOURCE_CONTINUE;
}
static gboolean call_host(gpointer host G_GNUC_UNUSED) { return G_SOURCE_CONTINUE; }

/* Bots of the table's host think on so many threads; to be destroyed with the host. */
static GSource *begin_thinking(Table *table, guint threads)
{
  static GSourceFuncs functions = {.dispatch = dispatch};
  GSource *ready = g_source_new(&functions, sizeof(GSource));
  g_source_set_callback(ready, call_host, table->host, NULL);
  g_source_attach(ready, NULL);
  lap_host_set_thinking(table->host, threads, G_USEC_PER_SEC / 4, ready);
  return ready;
}

static void end_thinking(Table *table, GSource *ready)
{
  lap_host_set_thinking(table->host, 0, 0, NULL);
  g_source_destroy(ready);
  g_source_unref(ready);
}

/* Lets bots move until somebody else has to, or it is over. */
static void let_bots_play(Table *table, LapMatch *match)
{
  guint seats = lap_match_get_seats(match);
  for (;;) {
    while (lap_host_play_bots(table->host, 10))
      ;
    if (lap_match_get_state(match) != LAP_MATCH_RUNNING || lap_match_bot_to_move(match) == seats) return;
    g_main_context_iteration(NULL, TRUE);
  }
}

/* A match of two seats, "me" is NULL. */
static LapMatch *create(Table *table, const char *game, const char *first, const char *second)
{
  g_autoptr(LapMatchSettings) settings = lap_match_settings_new(game, 2);
  const char *const bots[] = {first, second};
  lap_match_settings_set_public(settings, TRUE);
  for (guint seat = 0; seat < 2; seat++)
    if (bots[seat]) lap_match_settings_set_bot(settings, seat, bots[seat]);
  LapMatch *match = table_create_by(table, settings, NULL);
  for (guint seat = 0; seat < 2; seat++)
    if (!bots[seat]) g_assert_true(lap_match_join(match, NULL, seat, "Ada", table_key(1), NULL, NULL, NULL, NULL));
  return match;
}

/* --- tests */

/* Its rules run in the host, and in a process of their own. */
static const char *const games[] = {"tic-tac-toe", "sealed"};

static void test_to_the_end(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(games); i++) {
    g_auto(Table) table = {0};
    table_init(&table, NULL);
    GSource *ready = begin_thinking(&table, 2);
    g_autoptr(LapMatch) match = create(&table, games[i], "easy", "greedy");
    let_bots_play(&table, match);
    g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_OVER);
    table_assert_stored(&table, match);
    end_thinking(&table, ready);
  }
}

/* Several at once; none waits for another. */
static void test_many(void)
{
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  GSource *ready = begin_thinking(&table, 2);
  g_autoptr(GPtrArray) matches = g_ptr_array_new_with_free_func(g_object_unref);
  for (guint i = 0; i < 8; i++) g_ptr_array_add(matches, create(&table, "tic-tac-toe", "easy", "easy"));
  for (guint i = 0; i < 8; i++) {
    let_bots_play(&table, g_ptr_array_index(matches, i));
    g_assert_cmpint(lap_match_get_state(g_ptr_array_index(matches, i)), ==, LAP_MATCH_OVER);
  }
  end_thinking(&table, ready);
}

/* The bot has begun, and the host is free. */
static LapMatch *begin_a_thought(Table *table)
{
  LapMatch *match = create(table, "tic-tac-toe", "hard", NULL);
  while (lap_host_play_bots(table->host, 10))
    ;
  g_assert_nonnull(match->thought);
  g_assert_cmpuint(lap_match_get_seq(match), ==, 1); /* Ada has come */
  return match;
}

static void test_person_resigns(void)
{
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  GSource *ready = begin_thinking(&table, 1);
  g_autoptr(LapMatch) match = begin_a_thought(&table);
  g_assert_true(lap_match_resign(match, 1, table_key(2), NULL, NULL));
  let_bots_play(&table, match);
  g_assert_cmpint(lap_match_get_state(match), !=, LAP_MATCH_RUNNING);
  table_assert_stored(&table, match);
  end_thinking(&table, ready);
}

/* Without waiting for as long as it would have thought, or the test is slow. */
static void test_host_ends(void)
{
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  GSource *ready = begin_thinking(&table, 1);
  g_autoptr(LapMatch) match = begin_a_thought(&table);
  g_autoptr(LapMatch) second = begin_a_thought(&table);
  end_thinking(&table, ready);
  g_assert_cmpuint(lap_match_get_seq(match), ==, 1);
  ready = begin_thinking(&table, 1); /* what was given up is thought of anew */
  let_bots_play(&table, match);
  g_assert_cmpuint(lap_match_get_seq(match), ==, 2);
  g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_RUNNING);
  end_thinking(&table, ready);
}

/* What was thought of another decision is not played. */
static void test_decision(void)
{
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = create(&table, "tic-tac-toe", NULL, "hard");
  GSource *ready = begin_thinking(&table, 1);
  table_move(&table, match);
  while (lap_host_play_bots(table.host, 10))
    ;
  LapThought *first = match->thought;
  g_assert_nonnull(first);
  g_assert_true(lap_thought_is_of(first, lap_match_get_game(match), lap_match_get_decision(match), 1, 0));
  g_assert_false(lap_thought_is_of(first, lap_match_get_game(match), lap_match_get_decision(match) + 1, 1, 0));
  g_assert_false(lap_thought_is_of(first, lap_match_get_game(match), lap_match_get_decision(match), 0, 0));
  let_bots_play(&table, match);
  g_assert_null(match->thought);
  table_assert_stored(&table, match);
  end_thinking(&table, ready);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/match/thinking/to-the-end", test_to_the_end);
  g_test_add_func("/match/thinking/many", test_many);
  g_test_add_func("/match/thinking/person-resigns", test_person_resigns);
  g_test_add_func("/match/thinking/host-ends", test_host_ends);
  g_test_add_func("/match/thinking/decision", test_decision);
  return g_test_run();
}
