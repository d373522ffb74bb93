/* A match that goes on from a moment of another one. */
#include "host/projection/text.h"
#include "table.h"

static LapMatchSettings *settings_from(LapMatch *match, guint64 seq)
{
  LapMatchSettings *settings = lap_match_settings_new(lap_match_get_game_id(match), lap_match_get_seats(match));
  lap_match_settings_set_public(settings, TRUE);
  lap_match_settings_set_from(settings, lap_match_get_id(match), seq);
  return settings;
}

static LapMatch *go_on(Table *table, LapMatch *match, guint64 seq, GError **error)
{
  g_autoptr(LapMatchSettings) settings = settings_from(match, seq);
  return lap_host_create(table->host, settings, NULL, error);
}

/* A match of which one seat gives up after so many moves. */
static LapMatch *broken_off(Table *table, const char *game, guint moves)
{
  LapMatch *match = table_begin(table, game, 2);
  for (guint i = 0; i < moves; i++) table_move(table, match);
  g_assert_true(lap_match_resign(match, 1, NULL, NULL, NULL));
  return match;
}

static void assert_same_view(LapMatch *match, gint64 at, LapMatch *next)
{
  g_autoptr(GError) error = NULL;
  for (guint seat = 0; seat < lap_match_get_seats(match); seat++) {
    g_autofree char *then = lap_match_view(match, seat, at, &error), *now = lap_match_view(next, seat, -1, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(then, ==, now);
  }
}

static void test_each_moment(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = broken_off(&table, "gemtrix", 6);
  for (guint64 seq = 0; seq <= lap_match_get_seq(match); seq++) {
    g_autoptr(LapMatch) next = go_on(&table, match, seq, &error);
    g_assert_no_error(error);
    g_assert_cmpint(lap_match_get_state(next), ==, LAP_MATCH_OPEN);
    g_assert_true(lap_match_is_seeded(next));
    assert_same_view(match, (gint64)seq, next);
    table_assert_stored(&table, next);
  }
}

static void test_goes_on(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = broken_off(&table, "connect-four", 5);
  g_autoptr(LapMatch) next = go_on(&table, match, lap_match_get_seq(match), &error);
  g_assert_no_error(error);
  g_assert_cmpuint(lap_match_get_seq(next), ==, 5);
  table_seat_all(next);
  g_assert_cmpint(lap_match_get_state(next), ==, LAP_MATCH_RUNNING);
  table_move(&table, next);
  g_autofree char *log = lap_match_log_text(next, &error);
  g_autoptr(LapLog) replayed = lap_log_replay(lap_match_get_game(next), NULL, NULL, log, NULL, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(lap_log_length(replayed), ==, 6);
  table_assert_stored(&table, next);
}

/* What was taken back at the moment is not gone through again. */
static void test_after_an_undo(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  guint64 id;
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = table_begin(&table, "connect-four", 2);
  table_move(&table, match);
  guint seat = table_waiting(match);
  table_move(&table, match);
  g_assert_true(lap_match_propose(match, seat, LAP_PROPOSAL_UNDO, NULL, &id, &error));
  g_assert_true(lap_match_answer(match, !seat, id, TRUE, NULL, NULL, &error));
  table_move(&table, match);
  g_assert_true(lap_match_resign(match, 0, NULL, NULL, &error));
  for (guint64 seq = 0; seq <= lap_match_get_seq(match); seq++) {
    g_autoptr(LapMatch) next = go_on(&table, match, seq, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(lap_match_get_seq(next), <=, 2);
    assert_same_view(match, (gint64)seq, next);
  }
}

static void test_refused(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) running = table_begin(&table, "connect-four", 2);
  g_assert_null(go_on(&table, running, 0, &error));
  assert_refused(error, REFUSED);
  g_autoptr(LapMatch) match = table_begin(&table, "tic-tac-toe", 2);
  while (lap_match_get_state(match) == LAP_MATCH_RUNNING) table_move(&table, match);
  g_assert_null(go_on(&table, match, lap_match_get_seq(match), &error));
  assert_refused(error, REFUSED);
  g_assert_null(go_on(&table, match, lap_match_get_seq(match) + 1, &error));
  assert_refused(error, NOT_FOUND);
  g_autoptr(LapMatchSettings) settings = settings_from(match, 1);
  lap_match_settings_set_seed(settings, 7);
  g_assert_null(lap_host_create(table.host, settings, NULL, &error));
  assert_refused(error, INVALID);
  g_autoptr(LapMatch) next = go_on(&table, match, lap_match_get_seq(match) - 1, &error);
  g_assert_no_error(error);
  g_assert_nonnull(next);
}

static void test_clocks(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  LapSeat seat;
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = broken_off(&table, "connect-four", 4);
  g_autoptr(LapMatchSettings) settings = settings_from(match, lap_match_get_seq(match));
  lap_match_settings_set_clock(settings, 60000, 5000);
  g_autoptr(LapMatch) next = lap_host_create(table.host, settings, NULL, &error);
  g_assert_no_error(error);
  lap_match_get_seat(next, 0, &seat);
  g_assert_cmpint(seat.left, ==, 60000);
  table_assert_stored(&table, next);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/continuation/any-moment-of-a-match-that-is-over-is-where-another-begins", test_each_moment);
  g_test_add_func("/continuation/it-is-played-on-and-its-log-replays-by-itself", test_goes_on);
  g_test_add_func("/continuation/what-was-taken-back-stays-so", test_after_an_undo);
  g_test_add_func("/continuation/a-match-that-runs-or-was-played-to-its-end-is-not-played-on", test_refused);
  g_test_add_func("/continuation/clocks-begin-full", test_clocks);
  return g_test_run();
}
