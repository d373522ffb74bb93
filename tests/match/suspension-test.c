/* Matches whose rules fail are suspended, and what becomes of them. That no rules are called shows in that no session
 * of theirs is opened. */
#include <string.h>

#include "host/match/host-private.h"
#include "host/projection/projection.h"
#include "host/projection/steps.h"
#include "table.h"

static const LapSuspension a_fault = {"fault", "sealed/bid", "apply", "it broke: ada holds red_1"};
static const LapSuspension a_crash = {"signal", "sealed/bid", "apply", "SIGSEGV"};

static char *project(LapMatch *match, guint viewer)
{
  g_autoptr(GError) error = NULL;
  GString *out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_json_begin_object(&json);
  lap_project_match(match, viewer, "en", &json, &error);
  g_assert_no_error(error);
  lap_json_end_object(&json);
  return g_string_free(out, FALSE);
}

/* Of the view what is in the block alone. */
static char *view_in(const char *state)
{
  const char *view = strstr(state, "\"fields\":");
  return g_strndup(view, (gsize)(strstr(view, ",\"hash\":") - view));
}

static void suspend(LapMatch *match, const LapSuspension *how)
{
  g_autoptr(GError) error = NULL;
  g_assert_true(lap_match_suspend(match, how, &error));
  g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_SUSPENDED);
}

/* The match in another host, whose rules have not been called. */
static LapMatch *found_still(Table *table, const char *id)
{
  g_autoptr(GError) error = NULL;
  table_restart(table);
  LapMatch *match = lap_host_find(table->host, id, &error);
  g_assert_no_error(error);
  g_assert_nonnull(match->suspension);
  g_assert_null(match->ruleset->session);
  return match;
}

static LapMatch *play_some(Table *table, guint moves)
{
  LapMatch *match = table_begin(table, "sealed", 2);
  for (guint i = 0; i < moves; i++) table_move(table, match);
  return match;
}

/* --- when a match is suspended */

static void test_bot(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatchSettings) settings = lap_match_settings_new("dead-end", 2);
  lap_match_settings_set_public(settings, TRUE);
  lap_match_settings_set_clock(settings, 60000, 0);
  lap_match_settings_set_bot(settings, 1, "random");
  g_autoptr(LapMatch) match = table_create_by(&table, settings, NULL);
  table_seat_all(match);
  while (lap_match_get_state(match) == LAP_MATCH_RUNNING) {
    LapAction draw = {.kind = LAP_ID(0, 0), .seat = 0};
    if (lap_match_get_waiting(match) & 1) lap_match_play(match, 0, &draw, 1, -1, NULL, NULL, &error);
    g_assert_no_error(error);
    while (lap_host_play_bots(table.host, 1)) continue;
  }
  g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_SUSPENDED);
  const LapSuspension *how = lap_match_get_suspension(match);
  g_assert_cmpstr(how->cause, ==, "fault");
  g_assert_cmpstr(how->phase, ==, "dead-end/turn");
  g_assert_cmpstr(how->hook, ==, "legal");
  g_assert_nonnull(strstr(how->reason, "a dead end"));
  g_assert_cmpuint(lap_match_get_waiting(match), ==, 0);
  g_assert_cmpint(match->deadline_ms, ==, 0);

  guint64 seq = lap_match_get_seq(match);
  g_assert_false(lap_host_play_bots(table.host, 10));
  g_assert_cmpuint(lap_match_get_seq(match), ==, seq);
  LapAction draw = {.kind = LAP_ID(0, 0), .seat = 0};
  g_assert_false(lap_match_play(match, 0, &draw, 1, -1, NULL, NULL, &error));
  assert_refused(error, SUSPENDED);
}

static LapMatch *two_at_a_dead_end(Table *table) { return table_begin(table, "dead-end", 2); }

/* A card that the seat has, or 0. */
static int16_t card_of(LapMatch *match, guint seat)
{
  LapNextSteps next;
  g_assert_true(lap_next_steps(match, seat, NULL, 0, &next, NULL));
  for (guint i = 0; i < next.actions->n; i++)
    if (next.actions->v[i].kind == LAP_ID(0, 1)) return next.actions->v[i].arg[0];
  return 0;
}

static void fail_to_play(LapMatch *match)
{
  g_autoptr(GError) error = NULL;
  guint seat = table_waiting(match);
  LapAction step = {.kind = LAP_ID(0, 1), .seat = (guint8)seat, .n_args = 1, .arg = {card_of(match, seat)}};
  const LapAction steps[] = {step, step};
  g_assert_false(lap_match_play(match, seat, steps, 2, -1, NULL, NULL, &error));
  assert_refused(error, FAULT);
}

static void test_third_time(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = two_at_a_dead_end(&table);
  fail_to_play(match);
  fail_to_play(match);
  LapAction draw = {.kind = LAP_ID(0, 0), .seat = (guint8)table_waiting(match)};
  g_assert_true(lap_match_play(match, draw.seat, &draw, 1, -1, NULL, NULL, &error));
  fail_to_play(match);
  fail_to_play(match);
  lap_host_play_bots(table.host, 1);
  g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_RUNNING);
  fail_to_play(match);
  g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_RUNNING);
  lap_host_play_bots(table.host, 1);
  g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_SUSPENDED);
  g_assert_cmpstr(lap_match_get_suspension(match)->hook, ==, "legal");
}

/* --- what is left of it */

static void test_shown(void)
{
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = play_some(&table, 7);
  for (guint moves = 0; moves < 12; moves++) { /* with what is sealed, and without */
    g_autofree char *before = project(match, LAP_WATCHER), *view_before = view_in(before);
    suspend(match, &a_fault);
    g_autoptr(LapMatch) later = found_still(&table, lap_match_get_id(match));
    g_assert_false(later->lost);
    for (guint viewer = 0; viewer < 2; viewer++) {
      g_autofree char *state = project(later, viewer);
      g_assert_nonnull(strstr(state, "\"state\":\"suspended\""));
      g_assert_nonnull(strstr(state, "(phase sealed/bid, hook apply)"));
      g_assert_nonnull(strstr(state, "\"waiting\":[],"));
      g_assert_null(strstr(state, "red_1"));
    }
    g_autofree char *after = project(later, LAP_WATCHER), *view_after = view_in(after);
    g_assert_cmpstr(view_before, ==, view_after);
    g_assert_null(later->ruleset->session);
    g_assert_true(lap_match_resume(later, NULL));
    g_set_object(&match, later);
    table_move(&table, match);
  }
}

static void test_refused(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  LapNextSteps next;
  table_init(&table, NULL);
  g_autoptr(LapMatch) begun = play_some(&table, 3);
  suspend(begun, &a_fault);
  g_autoptr(LapMatch) match = found_still(&table, lap_match_get_id(begun));
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_json_begin_object(&json);
  g_assert_false(lap_next_steps(match, 0, NULL, 0, &next, &error));
  assert_refused(error, SUSPENDED);
  g_assert_false(lap_project_view(match, 0, "en", 2, &json, &error));
  assert_refused(error, SUSPENDED);
  g_assert_true(lap_project_view(match, 0, "en", -1, &json, &error));
  g_assert_false(lap_match_propose_swap(match, 0, "sealed-fair", NULL, NULL, NULL, &error));
  assert_refused(error, SUSPENDED);
  g_assert_true(lap_match_leave(match, 0, NULL, NULL, NULL, &error));
  g_assert_true(lap_match_join(match, NULL, 0, "Zoe", table_key(77), NULL, NULL, NULL, &error));
  g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_SUSPENDED);
  g_assert_null(match->ruleset->session);
}

/* Its end is no reason to call its rules either. */
static void test_end(void)
{
  g_autoptr(GError) error = NULL;
  for (guint by_agreement = 0; by_agreement < 2; by_agreement++) {
    g_auto(Table) table = {0};
    guint64 proposal;
    table_init(&table, NULL);
    g_autoptr(LapMatch) begun = play_some(&table, 3);
    suspend(begun, &a_crash);
    g_autoptr(LapMatch) match = found_still(&table, lap_match_get_id(begun));
    if (by_agreement) {
      g_assert_true(lap_match_propose(match, 0, LAP_PROPOSAL_ABORT, NULL, &proposal, &error));
      g_assert_true(lap_match_answer(match, 1, proposal, TRUE, NULL, NULL, &error));
    } else {
      g_assert_true(lap_match_resign(match, 0, NULL, NULL, &error));
    }
    g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_OVER);
    g_autofree char *live = project(match, 1);
    g_autoptr(LapMatch) later = found_still(&table, lap_match_get_id(begun));
    g_autofree char *state = project(later, 1);
    g_assert_cmpstr(state, ==, live);
    g_assert_null(strstr(state, "\"score\":"));
    g_assert_null(strstr(state, "\"suspended\":"));
    g_assert_null(later->ruleset->session);
    const LapStoreFilter over = {.states = LAP_STORED_ENDED};
    g_autoptr(GPtrArray) listed = lap_store_list(table.store, &over, NULL, 9, &error);
    g_assert_cmpuint(listed->len, ==, 1);
  }
}

/* --- how it goes on */

static void test_undo(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  guint64 proposal;
  table_init(&table, NULL);
  g_autoptr(LapMatch) begun = play_some(&table, 9);
  suspend(begun, &a_fault);
  g_autoptr(LapMatch) match = found_still(&table, lap_match_get_id(begun));
  guint moves = match->moves->len;
  g_assert_true(lap_match_propose(match, 0, LAP_PROPOSAL_UNDO, NULL, &proposal, &error));
  g_assert_true(lap_match_answer(match, 1, proposal, TRUE, NULL, NULL, &error));
  g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_RUNNING);
  g_assert_cmpuint(match->moves->len, <, moves);
  table_assert_stored(&table, match);
  table_move(&table, match);
  table_assert_stored(&table, match);
}

static void test_no_undo(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) begun = play_some(&table, 9);
  suspend(begun, &a_crash);
  g_autoptr(LapMatch) match = found_still(&table, lap_match_get_id(begun));
  g_assert_false(lap_match_propose(match, 0, LAP_PROPOSAL_UNDO, NULL, NULL, &error));
  assert_refused(error, REFUSED);
}

/* As when the host has ended within a hook: nothing says where the match stands but its entries. */
static void test_lost(void)
{
  static const char line[] =
      "{\"kind\":\"suspend\",\"seat\":0,\"at\":1,\"cause\":\"signal\",\"phase\":\"\",\"hook\":\"\","
      "\"reason\":\"SIGSEGV\"}";
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_json_begin_object(&json);
  table_init(&table, NULL);
  g_autoptr(LapMatch) begun = play_some(&table, 9);
  g_autofree char *before = table_describe(begun);
  const char *id = lap_match_get_id(begun);
  g_assert_true(lap_store_append(table.store, id, lap_match_get_seq(begun) + 1, line, LAP_STORED_SUSPENDED, 1, &error));
  g_assert_true(lap_store_commit(table.store, &error));
  g_autoptr(LapMatch) match = found_still(&table, id);
  g_assert_true(match->lost);
  g_assert_cmpuint(match->moves->len, ==, begun->moves->len);
  g_assert_false(lap_project_match(match, 0, "en", &json, &error));
  assert_refused(error, SUSPENDED);
  g_assert_true(lap_match_resume(match, &error));
  g_assert_false(match->lost);
  g_assert_cmpuint(match->decision, ==, begun->decision);
  g_assert_cmpuint(match->waiting, ==, begun->waiting);
  g_assert_cmpmem(match->block, match->ruleset->block_size, begun->block, begun->ruleset->block_size);
  table_assert_stored(&table, match);
}

static void test_resume(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) begun = play_some(&table, 9);
  g_assert_false(lap_match_resume(begun, &error));
  assert_refused(error, REFUSED);
  suspend(begun, &a_crash);
  g_autoptr(LapMatch) match = found_still(&table, lap_match_get_id(begun));
  g_assert_true(lap_match_resume(match, &error));
  g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_RUNNING);
  while (lap_match_get_state(match) == LAP_MATCH_RUNNING) table_move(&table, match);
  table_assert_stored(&table, match);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/suspension/rules-that-fail-where-a-bot-has-to-move-suspend-the-match", test_bot);
  g_test_add_func("/suspension/the-third-failure-for-one-decision-of-a-person-suspends-the-match", test_third_time);
  g_test_add_func("/suspension/everybody-sees-where-it-stands-and-why-without-its-rules", test_shown);
  g_test_add_func("/suspension/what-only-its-rules-could-tell-is-refused", test_refused);
  g_test_add_func("/suspension/seats-end-it-without-its-rules", test_end);
  g_test_add_func("/suspension/an-undo-by-agreement-lets-it-go-on", test_undo);
  g_test_add_func("/suspension/only-operators-let-a-match-go-on-that-has-ended-the-host", test_no_undo);
  g_test_add_func("/suspension/entries-alone-do-not-show-where-it-stands-but-let-it-be-resumed", test_lost);
  g_test_add_func("/suspension/an-operator-lets-it-go-on", test_resume);
  return g_test_run();
}
