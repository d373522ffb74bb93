/* What all have to agree on. */
#include "host/projection/text.h"
#include "table.h"

static gboolean proposes(LapMatch *match, guint seat, LapProposalKind kind, guint64 *id, GError **error)
{
  return lap_match_propose(match, seat, kind, NULL, id, error);
}

static gboolean answers(LapMatch *match, guint seat, guint64 id, gboolean accept, GError **error)
{
  return lap_match_answer(match, seat, id, accept, NULL, NULL, error);
}

static void test_undo(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  guint64 id;
  guint32 asked;
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = table_begin(&table, "connect-four", 2);
  table_move(&table, match);
  table_move(&table, match);
  g_autofree char *before = lap_match_view(match, LAP_WATCHER, -1, &error);
  guint seat = table_waiting(match);
  table_move(&table, match);
  table_move(&table, match);
  g_assert_true(proposes(match, seat, LAP_PROPOSAL_UNDO, &id, &error));
  g_assert_cmpint(lap_match_get_proposal(match, NULL, NULL, &asked), ==, LAP_PROPOSAL_UNDO);
  g_assert_cmpuint(asked, ==, 1u << !seat);
  g_assert_false(proposes(match, !seat, LAP_PROPOSAL_ABORT, NULL, &error));
  assert_refused(error, REFUSED);
  g_assert_false(answers(match, seat, id, TRUE, &error));
  assert_refused(error, REFUSED);
  g_assert_false(answers(match, !seat, id + 1, TRUE, &error));
  assert_refused(error, NOT_FOUND);
  g_assert_true(answers(match, !seat, id, TRUE, &error));
  g_autofree char *after = lap_match_view(match, LAP_WATCHER, -1, &error);
  g_assert_cmpstr(before, ==, after);
  g_assert_cmpuint(table_waiting(match), ==, seat);
  g_assert_cmpuint(lap_match_get_decision(match), ==, lap_match_get_seq(match));
  g_assert_cmpint(lap_match_get_proposal(match, NULL, NULL, NULL), ==, LAP_PROPOSAL_NONE);
  table_move(&table, match);
  table_assert_stored(&table, match);
}

static void test_nothing_to_undo(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = table_begin(&table, "connect-four", 2);
  guint seat = table_waiting(match);
  table_move(&table, match);
  g_assert_true(lap_match_is_undoable(match, seat, NULL));
  g_assert_false(lap_match_is_undoable(match, !seat, &error));
  assert_refused(error, REFUSED);
  g_clear_error(&error);
  g_assert_false(proposes(match, !seat, LAP_PROPOSAL_UNDO, NULL, &error));
  assert_refused(error, REFUSED);
}

/* As if so much had been proposed before. */
static void test_long_match(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = table_begin(&table, "connect-four", 2);
  guint64 seq = match->seq;
  match->seq = LAP_TALK_MAX;
  g_assert_false(proposes(match, 0, LAP_PROPOSAL_ABORT, NULL, &error));
  assert_refused(error, REFUSED);
  g_assert_false(lap_match_leave(match, 0, NULL, NULL, NULL, &error));
  assert_refused(error, REFUSED);
  match->seq = seq;
  g_assert_true(proposes(match, 0, LAP_PROPOSAL_ABORT, NULL, &error));
}

static void test_dropped(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  guint64 id;
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = table_begin(&table, "connect-four", 2);
  g_assert_true(proposes(match, 0, LAP_PROPOSAL_ABORT, &id, &error));
  table_move(&table, match);
  g_assert_false(answers(match, 1, id, TRUE, &error));
  assert_refused(error, NOT_FOUND);
  g_assert_true(proposes(match, 0, LAP_PROPOSAL_ABORT, &id, &error));
  g_assert_true(answers(match, 1, id, FALSE, &error));
  g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_RUNNING);
  g_assert_cmpint(lap_match_get_proposal(match, NULL, NULL, NULL), ==, LAP_PROPOSAL_NONE);
}

/* Who is asked may change with who sits there. */
static void test_dropped_by_seats(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  guint64 id;
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = table_begin(&table, "sealed", 3);
  g_assert_true(proposes(match, 0, LAP_PROPOSAL_ABORT, &id, &error));
  g_assert_true(lap_match_leave(match, 1, NULL, NULL, NULL, &error));
  g_assert_false(answers(match, 2, id, TRUE, &error));
  assert_refused(error, NOT_FOUND);
  g_assert_true(proposes(match, 0, LAP_PROPOSAL_ABORT, &id, &error));
  g_assert_true(lap_match_seat_bot(match, 0, 1, "random", NULL, NULL, NULL, &error));
  g_assert_false(answers(match, 2, id, TRUE, &error));
  assert_refused(error, NOT_FOUND);
  table_assert_stored(&table, match);
}

static void test_at_once(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatchSettings) settings = lap_match_settings_new("connect-four", 2);
  lap_match_settings_set_public(settings, TRUE);
  lap_match_settings_set_bot(settings, 1, "random");
  g_autoptr(LapMatch) match = table_create_by(&table, settings, NULL);
  table_seat_all(match);
  while (!(lap_match_get_waiting(match) & 1)) lap_host_play_bots(table.host, 1);
  table_move(&table, match);
  lap_host_play_bots(table.host, 1);
  g_assert_cmpuint(match->moves->len, >=, 2);
  g_assert_true(proposes(match, 0, LAP_PROPOSAL_UNDO, NULL, &error));
  g_assert_cmpuint(match->moves->len, <, 2);
  g_assert_true(proposes(match, 0, LAP_PROPOSAL_ABORT, NULL, &error));
  g_assert_cmpstr(lap_match_result(match), ==, "aborted");
}

/* A match of a person in seat 0 with a bot, the person being waited for. */
static LapMatch *begin_with_bot(Table *table, const char *game, gboolean seeded)
{
  g_autoptr(LapMatchSettings) settings = lap_match_settings_new(game, 2);
  if (seeded) lap_match_settings_set_seed(settings, 7);
  lap_match_settings_set_public(settings, TRUE);
  lap_match_settings_set_bot(settings, 1, "random");
  LapMatch *match = table_create_by(table, settings, NULL);
  table_seat_all(match);
  while (!(lap_match_get_waiting(match) & 1)) lap_host_play_bots(table->host, 1);
  return match;
}

/* In "sealed" the bot's card was hidden until both had chosen. */
static void test_alone(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = begin_with_bot(&table, "sealed", FALSE);
  g_autofree char *before = lap_match_view(match, 0, -1, &error);
  table_move(&table, match);
  g_assert_true(proposes(match, 0, LAP_PROPOSAL_UNDO, NULL, &error));
  g_autofree char *after = lap_match_view(match, 0, -1, &error);
  g_assert_cmpstr(before, ==, after);
  table_move(&table, match);
  while (!(lap_match_get_waiting(match) & 1)) lap_host_play_bots(table.host, 1);
  guint64 seq = match->seq;
  g_assert_false(proposes(match, 0, LAP_PROPOSAL_UNDO, NULL, &error));
  assert_refused(error, REFUSED);
  g_assert_cmpuint(match->seq, ==, seq);
  table_assert_stored(&table, match);
}

/* In Gemtrix each move ends with a draw; who is asked may allow what nobody may do alone. */
static void test_after_a_draw(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) alone = begin_with_bot(&table, "gemtrix", FALSE);
  table_move(&table, alone);
  while (!(lap_match_get_waiting(alone) & 1)) lap_host_play_bots(table.host, 1);
  g_assert_false(proposes(alone, 0, LAP_PROPOSAL_UNDO, NULL, &error));
  assert_refused(error, REFUSED);
  g_autoptr(LapMatch) agreed = table_begin(&table, "gemtrix", 2);
  guint seat = table_waiting(agreed);
  guint64 id;
  table_move(&table, agreed);
  g_assert_true(proposes(agreed, seat, LAP_PROPOSAL_UNDO, &id, &error));
  g_assert_true(answers(agreed, !seat, id, TRUE, &error));
  g_assert_cmpuint(agreed->moves->len, ==, 0);
}

static void test_alone_with_a_seed(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = begin_with_bot(&table, "gemtrix", TRUE);
  guint moves = match->moves->len;
  table_move(&table, match);
  while (!(lap_match_get_waiting(match) & 1)) lap_host_play_bots(table.host, 1);
  g_assert_true(proposes(match, 0, LAP_PROPOSAL_UNDO, NULL, &error));
  g_assert_cmpuint(match->moves->len, ==, moves);
}

static void test_rematch(void)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *token = NULL;
  g_autoptr(LapInvitations) invitations = NULL;
  g_auto(Table) table = {0};
  guint64 id;
  guint viewer;
  table_init(&table, NULL);
  g_autoptr(LapMatchSettings) settings = lap_match_settings_new("sealed", 2);
  lap_match_settings_set_public(settings, TRUE);
  lap_match_settings_set_option(settings, "rounds", "1");
  g_autoptr(LapMatch) match = table_create_by(&table, settings, &invitations);
  g_assert_true(lap_match_join(match, NULL, 0, "Ada", table_key(1), NULL, &token, NULL, &error));
  table_seat_all(match);
  g_assert_false(proposes(match, 0, LAP_PROPOSAL_REMATCH, NULL, &error));
  assert_refused(error, REFUSED);
  g_assert_true(lap_match_resign(match, 1, NULL, NULL, &error));
  g_assert_false(proposes(match, 0, LAP_PROPOSAL_UNDO, NULL, &error));
  assert_refused(error, OVER);
  g_assert_true(proposes(match, 1, LAP_PROPOSAL_REMATCH, &id, &error));
  g_assert_true(answers(match, 0, id, TRUE, &error));
  g_assert_nonnull(lap_match_get_rematch(match));
  g_assert_false(proposes(match, 0, LAP_PROPOSAL_REMATCH, NULL, &error));
  assert_refused(error, REFUSED);
  table_assert_stored(&table, match);
  g_autoptr(LapMatch) next = lap_host_find(table.host, lap_match_get_rematch(match), &error);
  g_assert_cmpint(lap_match_get_state(next), ==, LAP_MATCH_RUNNING);
  g_assert_true(lap_match_authenticate(next, token, &viewer, &error));
  g_assert_cmpuint(viewer, ==, 0);
  g_assert_true(lap_match_authenticate(next, invitations->watch, &viewer, &error));
  g_assert_cmpuint(viewer, ==, LAP_WATCHER);
  g_assert_true(g_strv_equal(lap_match_options(next), lap_match_options(match)));
  table_move(&table, next);
  table_assert_stored(&table, next);
}

/* They sit at the new match as well, and their clocks would run. */
static void test_rematch_asks_who_resigned(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  guint64 id;
  guint32 asked;
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = table_begin(&table, "connect-four", 2);
  g_assert_true(lap_match_resign(match, 1, NULL, NULL, &error));
  g_assert_true(proposes(match, 0, LAP_PROPOSAL_REMATCH, &id, &error));
  g_assert_cmpint(lap_match_get_proposal(match, NULL, NULL, &asked), ==, LAP_PROPOSAL_REMATCH);
  g_assert_cmpuint(asked, ==, 1u << 1);
  g_assert_null(lap_match_get_rematch(match));
  table_assert_stored(&table, match);
  g_assert_true(answers(match, 1, id, TRUE, &error));
  g_assert_nonnull(lap_match_get_rematch(match));
  table_assert_stored(&table, match);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/proposals/undo-takes-back-the-proposers-last-move-and-all-since", test_undo);
  g_test_add_func("/proposals/who-has-not-moved-has-nothing-to-take-back", test_nothing_to_undo);
  g_test_add_func("/proposals/a-match-that-is-long-already-is-only-played-to-its-end", test_long_match);
  g_test_add_func("/proposals/a-move-drops-one-and-so-does-a-no", test_dropped);
  g_test_add_func("/proposals/leaving-and-a-new-bot-drop-one", test_dropped_by_seats);
  g_test_add_func("/proposals/with-bots-alone-it-happens-at-once", test_at_once);
  g_test_add_func("/proposals/alone-nothing-is-taken-back-after-which-a-secret-was-shown", test_alone);
  g_test_add_func("/proposals/what-was-drawn-is-put-back-only-by-agreement", test_after_a_draw);
  g_test_add_func("/proposals/alone-and-with-a-chosen-seed-anything-is-taken-back", test_alone_with_a_seed);
  g_test_add_func("/proposals/a-rematch-keeps-settings-seats-and-tokens", test_rematch);
  g_test_add_func("/proposals/a-rematch-needs-the-consent-of-who-resigned", test_rematch_asks_who_resigned);
  return g_test_run();
}
