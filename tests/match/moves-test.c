/* Moves: whose, when, for which decision; clocks and giving up. */
#include "host/projection/text.h"
#include "table.h"

static gboolean plays(Table *table, LapMatch *match, guint seat, gint64 decision, const char *key, GError **error)
{
  LapAction steps[64];
  guint n = table_choose(table, match, table_waiting(match), steps, G_N_ELEMENTS(steps));
  for (guint i = 0; i < n; i++) steps[i].seat = (guint8)seat;
  return lap_match_play(match, seat, steps, n, decision, key, NULL, error);
}

static void test_not_started(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = table_create(&table, "connect-four", 2);
  g_assert_false(plays(&table, match, 0, -1, NULL, &error));
  assert_refused(error, NOT_STARTED);
  g_assert_false(lap_match_resign(match, 0, NULL, NULL, &error));
  assert_refused(error, NOT_STARTED);
}

static void test_turns(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = table_begin(&table, "connect-four", 2);
  guint seat = table_waiting(match);
  g_assert_false(plays(&table, match, !seat, -1, NULL, &error));
  assert_refused(error, NOT_YOUR_TURN);
  g_assert_false(plays(&table, match, 7, -1, NULL, &error));
  assert_refused(error, NOT_FOUND);
  g_assert_false(lap_match_play(match, seat, NULL, 0, -1, NULL, NULL, &error));
  assert_refused(error, ILLEGAL);
  LapAction nonsense = {.kind = 999, .seat = (guint8)seat};
  g_assert_false(lap_match_play(match, seat, &nonsense, 1, -1, NULL, NULL, &error));
  assert_refused(error, ILLEGAL);
  g_assert_cmpuint(lap_match_get_seq(match), ==, 2);
  g_assert_true(plays(&table, match, seat, -1, NULL, &error));
}

static void test_text(void)
{
  static const struct {
    const char *steps;
    int error;
  } cases[] = {
      {"", LAP_MATCH_ERROR_INVALID},
      {"{}", LAP_MATCH_ERROR_INVALID},
      {"[", LAP_MATCH_ERROR_INVALID},
      {"[]", LAP_MATCH_ERROR_ILLEGAL},
      {"[3]", LAP_MATCH_ERROR_ILLEGAL},
      {"[{\"kind\":\"connect-four/fly\"}]", LAP_MATCH_ERROR_ILLEGAL},
      {"[{\"kind\":\"connect-four/drop\",\"args\":{\"column\":3},\"colour\":1}]", LAP_MATCH_ERROR_ILLEGAL},
  };
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  gboolean complete;
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = table_begin(&table, "connect-four", 2);
  guint seat = table_waiting(match);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_assert_false(lap_match_play_text(match, seat, cases[i].steps, -1, NULL, NULL, &error));
    g_test_message("%s: %s", cases[i].steps, error->message);
    g_assert_error(error, LAP_MATCH_ERROR, cases[i].error);
    g_clear_error(&error);
  }
  g_autofree char *legal = lap_match_legal_text(match, seat, NULL, &complete, &error);
  g_assert_no_error(error);
  g_assert_false(complete);
  g_assert_true(g_str_has_prefix(legal, "[{\"kind\":\"connect-four/"));
  g_autofree char *first = g_strndup(legal, (gsize)(g_strstr_len(legal, -1, "}}") - legal) + 1);
  g_autofree char *step = g_strconcat(first, ",\"label\":\"Here\",\"highlights\":[]}]", NULL);
  g_autofree char *none = lap_match_legal_text(match, seat, step, &complete, &error);
  g_assert_true(complete);
  g_assert_cmpstr(none, ==, "[]");
  g_assert_true(lap_match_play_text(match, seat, step, -1, NULL, NULL, &error));
}

/* --- keys and decisions */

static void test_retry(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  LapAction steps[64];
  guint64 first, second, third;
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = table_begin(&table, "sealed", 2);
  guint seat = table_waiting(match), n = table_choose(&table, match, seat, steps, G_N_ELEMENTS(steps));
  g_assert_true(lap_match_play(match, seat, steps, n, 2, table_key(1), &first, &error));
  while (lap_match_get_seq(match) < 8) table_move(&table, match);
  g_assert_true(lap_match_play(match, seat, steps, n, 2, table_key(1), &second, &error));
  table_restart(&table);
  g_autoptr(LapMatch) later = lap_host_find(table.host, lap_match_get_id(match), &error);
  g_assert_true(lap_match_play(later, seat, steps, n, 2, table_key(1), &third, &error));
  g_assert_cmpuint(first, ==, 3);
  g_assert_cmpuint(second, ==, 3);
  g_assert_cmpuint(third, ==, 3);
  g_assert_cmpuint(lap_match_get_seq(later), ==, 8);
  g_assert_false(lap_match_resign(later, seat, table_key(1), NULL, &error));
  assert_refused(error, KEY_REUSED);
  g_assert_true(lap_match_resign(later, !seat, table_key(1), NULL, &error));
}

/* A key that was refused is as good as new. */
static void test_refused_key(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = table_begin(&table, "connect-four", 2);
  guint seat = table_waiting(match);
  g_assert_false(plays(&table, match, !seat, -1, table_key(1), &error));
  assert_refused(error, NOT_YOUR_TURN);
  g_assert_true(plays(&table, match, seat, -1, NULL, &error));
  g_assert_true(plays(&table, match, !seat, -1, table_key(1), &error));
}

static void test_stale(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = table_begin(&table, "connect-four", 2);
  table_move(&table, match);
  guint64 decision = lap_match_get_decision(match);
  g_assert_cmpuint(decision, ==, 3);
  guint seat = table_waiting(match);
  g_assert_false(plays(&table, match, seat, (gint64)decision - 1, NULL, &error));
  assert_refused(error, STALE);
  g_assert_false(plays(&table, match, seat, (gint64)lap_match_get_seq(match) + 1, NULL, &error));
  assert_refused(error, STALE);
  g_assert_true(lap_match_propose(match, seat, LAP_PROPOSAL_ABORT, NULL, NULL, &error));
  g_assert_cmpuint(lap_match_get_decision(match), ==, decision);
  g_assert_true(plays(&table, match, seat, (gint64)decision, NULL, &error));
}

/* --- choices made at once */

typedef struct {
  guint sealed, opened; /* entries */
  guint steps;          /* of those that were sealed since the last opening */
} Chosen;

static void note(LapHost *host G_GNUC_UNUSED, LapMatch *match, const LapEntry *entry, Chosen *chosen)
{
  if (entry->kind != LAP_ENTRY_MOVE) return;
  if (entry->sealed) {
    g_assert_cmpuint(entry->n_events, ==, 0);
    g_assert_cmpuint(entry->n_opened, ==, 0);
    g_assert_cmpuint(entry->decision, <, entry->seq);
    chosen->sealed++;
    chosen->steps += entry->n_steps;
    return;
  }
  g_assert_cmpuint(entry->decision, ==, entry->seq);
  if (!entry->n_opened) return;
  g_assert_cmpuint(entry->n_opened, ==, chosen->steps + entry->n_steps);
  for (guint i = 1; i < entry->n_opened; i++) g_assert_cmpuint(entry->opened[i].seat, >=, entry->opened[i - 1].seat);
  g_autoptr(LapEntry) copy = lap_entry_copy(entry);
  g_assert_cmpmem(copy->opened, copy->n_opened * sizeof(LapAction), entry->opened, entry->n_opened * sizeof(LapAction));
  g_assert_cmpuint(lap_match_get_seats(match), ==, 3);
  chosen->opened++;
  chosen->steps = 0;
}

static void test_together(void)
{
  g_auto(Table) table = {0};
  Chosen chosen = {0};
  table_init(&table, NULL);
  g_signal_connect(table.host, "entry", G_CALLBACK(note), &chosen);
  g_autoptr(LapMatch) match = table_begin(&table, "sealed", 3);
  while (lap_match_get_state(match) == LAP_MATCH_RUNNING) table_move(&table, match);
  g_assert_cmpuint(chosen.opened, >, 1);
  g_assert_cmpuint(chosen.sealed, ==, 2 * chosen.opened);
}

/* --- giving up */

static void test_resign(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = table_begin(&table, "sealed", 3);
  g_assert_true(lap_match_resign(match, 0, table_key(1), NULL, &error));
  g_assert_true(lap_match_resign(match, 0, table_key(1), NULL, &error));
  g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_RUNNING);
  g_assert_false(lap_match_resign(match, 0, NULL, NULL, &error));
  assert_refused(error, REFUSED);
  g_assert_false(plays(&table, match, 0, -1, NULL, &error));
  assert_refused(error, NOT_YOUR_TURN);
  lap_host_play_bots(table.host, 1);
  g_assert_cmpuint(lap_match_get_waiting(match) & 1, ==, 0);
  g_assert_true(lap_match_resign(match, 2, NULL, NULL, &error));
  g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_OVER);
  g_assert_cmpstr(lap_match_result(match), ==, "resigned");
  g_assert_cmpuint(lap_match_get_waiting(match), ==, 0);
  g_assert_false(lap_match_resign(match, 1, NULL, NULL, &error));
  assert_refused(error, OVER);
  table_assert_stored(&table, match);
}

static void test_together_resign(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = table_begin(&table, "sealed-haven", 3);
  g_assert_true(lap_match_resign(match, 0, NULL, NULL, &error));
  g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_OVER);
}

/* --- clocks */

static LapMatch *clocked(Table *table)
{
  table_init(table, NULL);
  g_autoptr(LapMatchSettings) settings = lap_match_settings_new("connect-four", 2);
  lap_match_settings_set_public(settings, TRUE);
  lap_match_settings_set_clock(settings, 10000, 500);
  LapMatch *match = table_create_by(table, settings, NULL);
  table_wait(table, 99999);
  table_seat_all(match);
  return match;
}

static gint64 left(LapMatch *match, guint index)
{
  LapSeat seat;
  lap_match_get_seat(match, index, &seat);
  return seat.left;
}

static void test_clock(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  g_autoptr(LapMatch) match = clocked(&table);
  guint seat = table_waiting(match);
  g_assert_cmpint(left(match, seat), ==, 10000);
  table_wait(&table, 4000);
  g_assert_cmpint(left(match, seat), ==, 6000);
  g_assert_cmpint(left(match, !seat), ==, 10000);
  g_assert_cmpint(lap_host_run_clocks(table.host), ==, 6000000);
  table_move(&table, match);
  g_assert_cmpint(left(match, seat), ==, 6500);
  table_wait(&table, 9999);
  g_assert_cmpint(lap_host_run_clocks(table.host), ==, 1000);
  g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_RUNNING);
  table_assert_stored(&table, match);
  table_wait(&table, 1);
  g_assert_cmpint(lap_host_run_clocks(table.host), ==, -1);
  g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_OVER);
  g_assert_cmpint(left(match, !seat), ==, 0);
  table_assert_stored(&table, match);
}

/* A move that comes too late is refused, even if nobody has looked at the clock. */
static void test_too_late(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  g_autoptr(LapMatch) match = clocked(&table);
  table_wait(&table, 10000);
  g_assert_false(plays(&table, match, table_waiting(match), -1, NULL, &error));
  assert_refused(error, OVER);
}

/* A bot's moves take no time, whether it has the seat or plays for who has given up, so they earn none either. */
static void test_bot_clock(void)
{
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatchSettings) settings = lap_match_settings_new("sealed", 3);
  lap_match_settings_set_public(settings, TRUE);
  lap_match_settings_set_clock(settings, 10000, 500);
  lap_match_settings_set_bot(settings, 2, "random");
  g_autoptr(LapMatch) match = table_create_by(&table, settings, NULL);
  table_seat_all(match);
  table_wait(&table, 4000);
  g_assert_true(lap_match_resign(match, 0, NULL, NULL, NULL));
  table_wait(&table, 1000);
  while (lap_host_play_bots(table.host, 1)) continue;
  g_assert_cmpuint(match->moves->len, ==, 2);
  g_assert_cmpint(left(match, 0), ==, 6000);
  g_assert_cmpint(left(match, 1), ==, 5000);
  g_assert_cmpint(left(match, 2), ==, 10000);
  table_assert_stored(&table, match);
}

/* The time of day may be set forward or back: nobody loses or gains by it, with whatever comes next. */
static void test_time_is_set(void)
{
  for (gint hours = -1; hours <= 1; hours += 2) {
    g_auto(Table) table = {0};
    g_autoptr(LapMatch) match = clocked(&table);
    guint seat = table_waiting(match);
    table_wait(&table, 1000);
    table_set_time(&table, hours * 3600000);
    g_assert_cmpint(lap_host_run_clocks(table.host), ==, 9000000);
    g_assert_cmpint(left(match, seat), ==, 9000);
    table_move(&table, match);
    g_assert_cmpint(left(match, seat), ==, 9500);
    table_set_time(&table, hours * 3600000);
    g_assert_true(lap_match_propose(match, seat, LAP_PROPOSAL_ABORT, NULL, NULL, NULL));
    g_assert_cmpint(left(match, !seat), ==, 10000);
    table_wait(&table, 10000);
    g_assert_cmpint(lap_host_run_clocks(table.host), ==, -1);
    g_assert_cmpstr(lap_match_result(match), ==, "resigned");
    table_assert_stored(&table, match);
  }
}

/* Seats that choose at once may have different times left. */
static void test_first_deadline(void)
{
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatchSettings) settings = lap_match_settings_new("sealed", 2);
  lap_match_settings_set_public(settings, TRUE);
  lap_match_settings_set_clock(settings, 10000, 0);
  g_autoptr(LapMatch) match = table_create_by(&table, settings, NULL);
  table_seat_all(match);
  for (guint moves = 0; moves < 64 && left(match, 0) == left(match, 1); moves++) {
    table_wait(&table, 100);
    table_move(&table, match);
  }
  while (lap_match_get_waiting(match) != 3 && lap_match_get_state(match) == LAP_MATCH_RUNNING)
    table_move(&table, match);
  g_assert_cmpint(left(match, 0), !=, left(match, 1));
  g_assert_cmpint(lap_host_run_clocks(table.host), ==, 1000 * MIN(left(match, 0), left(match, 1)));
}

/* The time while the host was down counts for nobody. Of the turn that it went down in, what entries say was used. */
static void test_downtime(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  g_autoptr(LapMatch) match = clocked(&table);
  guint seat = table_waiting(match);
  table_wait(&table, 1000);
  table_move(&table, match);
  table_wait(&table, 3000);
  g_assert_true(lap_match_propose(match, seat, LAP_PROPOSAL_ABORT, NULL, NULL, &error));
  table_wait(&table, 999999);
  table_restart(&table);
  table_set_time(&table, -3600000);
  g_autoptr(LapMatch) later = lap_host_find(table.host, lap_match_get_id(match), &error);
  g_assert_cmpint(left(later, seat), ==, 9500);
  g_assert_cmpint(left(later, !seat), ==, 7000);
  g_assert_cmpint(lap_host_run_clocks(table.host), ==, 7000000);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/moves/nothing-begins-before-all-seats-are-taken", test_not_started);
  g_test_add_func("/moves/only-who-is-waited-for-moves-and-only-legally", test_turns);
  g_test_add_func("/moves/steps-are-read-from-text-and-nothing-is-forgiven", test_text);
  g_test_add_func("/moves/the-same-key-moves-once-also-after-a-restart", test_retry);
  g_test_add_func("/moves/a-key-that-was-refused-may-come-again", test_refused_key);
  g_test_add_func("/moves/what-was-meant-for-another-decision-is-stale", test_stale);
  g_test_add_func("/moves/choices-made-at-once-open-together", test_together);
  g_test_add_func("/resign/bots-play-on-until-one-seat-is-left", test_resign);
  g_test_add_func("/resign/where-seats-play-together-it-ends-for-all", test_together_resign);
  g_test_add_func("/clock/it-runs-for-who-is-waited-for-and-then-time-is-up", test_clock);
  g_test_add_func("/clock/a-move-that-comes-too-late-is-none", test_too_late);
  g_test_add_func("/clock/a-bot-uses-no-time-and-gets-no-increment", test_bot_clock);
  g_test_add_func("/clock/a-time-of-day-that-is-set-forward-or-back-ends-nobodys-time", test_time_is_set);
  g_test_add_func("/clock/of-seats-that-choose-at-once-the-first-to-run-out-counts", test_first_deadline);
  g_test_add_func("/clock/the-time-while-the-host-was-down-does-not-count", test_downtime);
  return g_test_run();
}
