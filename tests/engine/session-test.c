/* A session: whole moves only, nothing believed, nothing half done. */
#include <string.h>

#include "play.h"
#include "sealed-state.h"

static gboolean same_block(LapSession *session, const LapBlock *before)
{
  return memcmp(before, lap_session_block(session), lap_engine_block_size(lap_session_engine(session))) == 0;
}

static void refused(LapSession *session, const LapAction *steps, guint n, const char *message)
{
  g_autoptr(LapBlock) before = play_copy(session);
  g_autoptr(GError) error = NULL;
  g_assert_false(lap_session_play(session, steps, n, &error));
  g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_ILLEGAL);
  g_assert_nonnull(strstr(error->message, message));
  g_assert_true(same_block(session, before));
}

/* The first legal step of a seat after `n` steps. */
static LapAction first_step(LapSession *session, guint seat, const LapAction *prefix, guint n)
{
  GError *error = NULL;
  const LapActions *actions = lap_session_legal(session, seat, prefix, n, &error);
  g_assert_no_error(error);
  return actions->v[0];
}

static void refuses_what_is_not_a_move(void)
{
  g_autoptr(LapSession) session = play_new(1, 3, 1);
  LapAction steps[3];
  g_assert_cmpstr(play_phase(session), ==, "sealed/bid");
  steps[0] = first_step(session, 0, NULL, 0);
  steps[1] = steps[2] = first_step(session, 0, steps, 1);
  refused(session, steps, 0, "no steps");
  refused(session, steps, 1, "not complete after its 1 steps");
  refused(session, steps, 3, "complete after 2 steps, but there are 3");
  refused(session, steps + 1, 1, "step 1 (sealed/call) of seat 0 is not legal here");
  steps[1].seat = 1;
  refused(session, steps, 2, "step 2 is of seat 1, the move of seat 0");
  steps[0].seat = 3;
  refused(session, steps, 1, "seat 3 has nothing to decide now");
  steps[0].seat = 200;
  refused(session, steps, 1, "seat 200 has nothing to decide now");
}

static void refuses_a_prefix_that_is_not_of_the_seat(void)
{
  g_autoptr(LapSession) session = play_new(1, 3, 1);
  g_autoptr(GError) error = NULL;
  LapAction step = first_step(session, 0, NULL, 0);
  g_assert_null(lap_session_legal(session, 1, &step, 1, &error));
  g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_ILLEGAL);
}

/* What a list held is forgotten when the session's engine is used for something else in between. */
static void a_list_does_not_outlive_other_uses_of_the_engine(void)
{
  g_autoptr(LapSession) session = play_new(1, 3, 1);
  LapGenerator chooser = lap_generator_seeded(2);
  LapAction legal = first_step(session, 0, NULL, 0);
  g_autoptr(LapBlock) other = play_copy(session);
  lap_engine_playout(lap_session_engine(session), other, &chooser, 9, NULL);
  const LapActions *elsewhere = lap_engine_legal(lap_session_engine(session), other, 0);
  g_assert_cmpuint(elsewhere->n, >, 0);
  LapAction foreign = elsewhere->v[elsewhere->n - 1];
  foreign.seat = 0;
  const LapActions *here = lap_session_legal(session, 0, NULL, 0, NULL);
  for (guint i = 0; i < here->n; i++) g_assert_true(memcmp(&here->v[i], &foreign, sizeof foreign) != 0);
  lap_engine_legal(lap_session_engine(session), other, 0);
  refused(session, &foreign, 1, "is not legal here");
  g_autoptr(GError) error = NULL;
  lap_engine_legal(lap_session_engine(session), other, 0);
  g_assert_nonnull(lap_session_legal(session, 0, &legal, 1, &error));
  g_assert_no_error(error);
}

static void has_no_steps_after_a_whole_move(void)
{
  g_autoptr(LapSession) session = play_new(1, 3, 1);
  g_autoptr(GError) error = NULL;
  LapAction steps[2];
  steps[0] = first_step(session, 0, NULL, 0);
  steps[1] = first_step(session, 0, steps, 1);
  g_assert_null(lap_session_legal(session, 0, steps, 2, &error));
  g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_ILLEGAL);
  g_assert_nonnull(strstr(error->message, "complete after its 2 steps"));
}

static void tries_a_move_without_making_it(void)
{
  g_autoptr(LapSession) session = play_new(1, 3, 1);
  g_autoptr(LapBlock) before = play_copy(session);
  g_autoptr(GError) error = NULL;
  const LapActions *next;
  LapAction steps[2] = {first_step(session, 0, NULL, 0)};
  g_assert_cmpint(lap_session_try(session, steps, 1, &next, &error), ==, LAP_MOVE_MORE);
  steps[1] = next->v[0];
  g_assert_cmpint(lap_session_try(session, steps, 2, &next, &error), ==, LAP_MOVE_MADE);
  g_assert_null(next);
  g_assert_no_error(error);
  g_assert_cmpint(lap_session_try(session, steps + 1, 1, &next, &error), ==, LAP_MOVE_FAULT);
  g_assert_null(next);
  g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_ILLEGAL);
  g_assert_cmpint(lap_session_try(session, NULL, 0, &next, NULL), ==, LAP_MOVE_FAULT);
  g_assert_true(same_block(session, before));
  g_assert_true(lap_session_play(session, steps, 2, NULL));
}

/* Where an undone move is still kept, the tried one is elsewhere. */
static void tries_a_move_beside_an_undone_one(void)
{
  g_autoptr(LapSession) session = play_new(1, 3, 1);
  LapGenerator chooser = lap_generator_seeded(1);
  play_move(session, &chooser, 0);
  g_autoptr(LapBlock) after = play_copy(session);
  g_assert_true(lap_session_undo(session));
  const LapActions *next;
  LapAction step = first_step(session, 2, NULL, 0);
  g_assert_cmpint(lap_session_try(session, &step, 1, &next, NULL), ==, LAP_MOVE_MORE);
  g_assert_cmpuint(lap_head_of(lap_session_tried(session))->sealed[2], ==, 1);
  g_assert_cmpuint(lap_head_of(lap_session_tried(session))->sealed[0], ==, 0);
  g_assert_true(lap_session_redo(session));
  g_assert_true(same_block(session, after));
}

static void a_seat_that_is_ready_waits(void)
{
  g_autoptr(LapSession) session = play_new(1, 3, 1);
  LapGenerator chooser = lap_generator_seeded(1);
  LapAction step = first_step(session, 1, NULL, 0);
  g_assert_cmpuint(play_move(session, &chooser, 1), ==, 2);
  g_assert_cmpuint(lap_session_waiting(session), ==, 5);
  refused(session, &step, 1, "seat 1 has nothing to decide now");
  g_assert_null(lap_session_legal(session, 1, NULL, 0, NULL));
}

static void a_sealed_choice_moves_nothing_till_all_are_in(void)
{
  g_autoptr(LapSession) session = play_new(1, 2, 1);
  LapGenerator chooser = lap_generator_seeded(1);
  g_autoptr(LapBlock) before = play_copy(session);
  const LapGame *game = lap_engine_game(lap_session_engine(session));
  gsize from = lap_engine_block_size(lap_session_engine(session)) - game->segments_size;
  play_move(session, &chooser, 1);
  g_assert_cmpmem((const guint8 *)before + from, game->segments_size, (const guint8 *)lap_session_block(session) + from,
                  game->segments_size);
  play_move(session, &chooser, 0);
  g_assert_cmpstr(play_phase(session), ==, "sealed/claim");
}

/* A claim of two steps at least: a card is buried, then one is taken. */
static guint claim(LapSession *session, LapAction *steps)
{
  const LapActions *actions;
  guint seat = (guint)__builtin_ctz(lap_session_waiting(session)), n = 0;
  actions = lap_session_legal(session, seat, NULL, 0, NULL);
  steps[n++] = actions->v[1];
  g_assert_cmpuint(steps[0].kind, ==, SEALED_BURY);
  actions = lap_session_legal(session, seat, steps, n, NULL);
  steps[n++] = actions->v[actions->n - 1];
  g_assert_cmpuint(steps[1].kind, ==, SEALED_TAKE);
  return n;
}

static guint count_events(LapSession *session, guint16 kind)
{
  guint n, found = 0;
  const LapEvent *events = lap_session_events(session, &n);
  for (guint i = 0; i < n; i++) found += events[i].kind == kind;
  return found;
}

static void events_of_every_step_are_told(void)
{
  g_autoptr(LapSession) session = play_new(1, 2, 1);
  LapGenerator chooser = lap_generator_seeded(1);
  LapAction steps[2];
  g_assert_true(play_until(session, &chooser, "sealed/claim"));
  g_assert_true(lap_session_play(session, steps, claim(session, steps), NULL));
  g_assert_cmpuint(count_events(session, SEALED_BURIED), ==, 1);
  g_assert_cmpuint(count_events(session, SEALED_TOOK), ==, 1);
  g_assert_cmpuint(count_events(session, SEALED_FILLED), ==, 1);
}

static void events_outlive_questions_and_refusals(void)
{
  g_autoptr(LapSession) session = play_new(1, 2, 1);
  LapGenerator chooser = lap_generator_seeded(1);
  LapAction steps[2];
  g_assert_true(play_until(session, &chooser, "sealed/claim"));
  g_assert_true(lap_session_play(session, steps, claim(session, steps), NULL));
  refused(session, steps, 2, "");
  g_assert_nonnull(lap_session_legal(session, 0, NULL, 0, NULL));
  g_assert_cmpuint(count_events(session, SEALED_BURIED), ==, 1);
}

static void the_start_tells_its_events(void)
{
  g_autoptr(LapSession) session = play_new(1, 3, 1);
  g_assert_cmpuint(count_events(session, SEALED_DREW), ==, 12);
  g_assert_cmpuint(count_events(session, SEALED_FILLED), ==, 3);
}

static void undo_goes_back_to_the_start_and_no_further(void)
{
  g_autoptr(LapSession) session = play_new(1, 2, 9);
  LapGenerator chooser = lap_generator_seeded(1);
  g_autoptr(LapBlock) before = play_copy(session);
  for (guint i = 0; i < 40 && !lap_session_over(session); i++) play_move(session, &chooser, -1);
  g_autoptr(LapBlock) after = play_copy(session);
  guint moves = 0;
  while (lap_session_undo(session)) moves++;
  g_assert_true(same_block(session, before));
  g_assert_cmpuint(lap_session_waiting(session), ==, 3);
  while (lap_session_redo(session)) moves--;
  g_assert_cmpuint(moves, ==, 0);
  g_assert_true(same_block(session, after));
}

/* A session that forgets plays on as one that does not, however long. */
static void it_forgets_moves_when_it_is_told_to(void)
{
  g_autoptr(LapSession) session = play_new(1, 3, 9);
  g_autoptr(LapSession) whole = play_new(1, 3, 9);
  LapGenerator chooser = lap_generator_seeded(1), same = lap_generator_seeded(1);
  guint moves = 0;
  for (; !lap_session_over(whole); moves++) {
    play_move(whole, &same, -1);
    play_move(session, &chooser, -1);
    lap_session_forget(session);
    g_assert_true(same_block(session, lap_session_block(whole)));
    g_assert_false(lap_session_undo(session));
    g_assert_false(lap_session_redo(session));
  }
  g_assert_cmpuint(moves, >, 16);
}

static void a_new_move_forgets_what_was_undone(void)
{
  g_autoptr(LapSession) session = play_new(1, 2, 9);
  LapGenerator chooser = lap_generator_seeded(1);
  for (guint i = 0; i < 5; i++) play_move(session, &chooser, -1);
  lap_session_undo(session);
  lap_session_undo(session);
  play_move(session, &chooser, -1);
  g_assert_false(lap_session_redo(session));
}

static void refuses_everything_once_over(void)
{
  g_autoptr(LapSession) session = play_new(1, 2, 9);
  LapGenerator chooser = lap_generator_seeded(1);
  LapAction step = first_step(session, 0, NULL, 0);
  while (!lap_session_over(session)) play_move(session, &chooser, -1);
  g_assert_cmpuint(lap_session_waiting(session), ==, 0);
  refused(session, &step, 1, "over");
  g_assert_null(lap_session_legal(session, 0, NULL, 0, NULL));
}

static void takes_over_a_position_only_if_it_holds(void)
{
  g_autoptr(LapSession) session = play_new(1, 2, 9);
  LapGame *game = (LapGame *)lap_engine_game(lap_session_engine(session));
  g_autoptr(LapBlock) block = play_copy(session);
  g_autoptr(LapSession) other = lap_session_new_at(game, 2, NULL, block, NULL);
  g_assert_nonnull(other);
  g_assert_true(same_block(other, block));
  g_autoptr(GError) error = NULL;
  LapSlot *hand = (LapSlot *)(guintptr)play_field(session, block, "sealed/hand", 0);
  hand[0].piece = hand[0].piece % 9 + 1;
  g_assert_null(lap_session_new_at(game, 2, NULL, block, &error));
  g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT);
  g_assert_nonnull(strstr(error->message, "in all zones"));
}

static void takes_no_other_number_of_seats(void)
{
  g_autoptr(LapSession) session = play_new(1, 2, 9);
  LapGame *game = (LapGame *)lap_engine_game(lap_session_engine(session));
  for (guint seats = 0; seats < 6; seats += seats == 1 ? 4 : 1) {
    g_autoptr(GError) error = NULL;
    g_assert_null(lap_session_new(game, seats, NULL, 1, &error));
    g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_OPTION);
    g_assert_nonnull(strstr(error->message, "2 to 4 seats"));
  }
}

static void a_restart_is_a_new_match(void)
{
  g_autoptr(LapSession) session = play_new(1, 2, 9);
  g_autoptr(LapSession) fresh = play_new(1, 2, 10);
  LapGenerator chooser = lap_generator_seeded(1);
  for (guint i = 0; i < 7; i++) play_move(session, &chooser, -1);
  g_assert_true(lap_session_restart(session, 10, NULL));
  g_assert_true(same_block(session, lap_session_block(fresh)));
  g_assert_false(lap_session_undo(session));
  g_assert_false(lap_session_redo(session));
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/session/a-list-does-not-outlive-other-uses-of-the-engine",
                  a_list_does_not_outlive_other_uses_of_the_engine);
  g_test_add_func("/session/refuses-what-is-not-a-move", refuses_what_is_not_a_move);
  g_test_add_func("/session/refuses-a-prefix-that-is-not-of-the-seat", refuses_a_prefix_that_is_not_of_the_seat);
  g_test_add_func("/session/has-no-steps-after-a-whole-move", has_no_steps_after_a_whole_move);
  g_test_add_func("/session/tries-a-move-without-making-it", tries_a_move_without_making_it);
  g_test_add_func("/session/tries-a-move-beside-an-undone-one", tries_a_move_beside_an_undone_one);
  g_test_add_func("/session/a-seat-that-is-ready-waits", a_seat_that_is_ready_waits);
  g_test_add_func("/session/a-sealed-choice-moves-nothing-till-all-are-in",
                  a_sealed_choice_moves_nothing_till_all_are_in);
  g_test_add_func("/session/events-of-every-step-are-told", events_of_every_step_are_told);
  g_test_add_func("/session/events-outlive-questions-and-refusals", events_outlive_questions_and_refusals);
  g_test_add_func("/session/the-start-tells-its-events", the_start_tells_its_events);
  g_test_add_func("/session/undo-goes-back-to-the-start-and-no-further", undo_goes_back_to_the_start_and_no_further);
  g_test_add_func("/session/it-forgets-moves-when-it-is-told-to", it_forgets_moves_when_it_is_told_to);
  g_test_add_func("/session/a-new-move-forgets-what-was-undone", a_new_move_forgets_what_was_undone);
  g_test_add_func("/session/refuses-everything-once-over", refuses_everything_once_over);
  g_test_add_func("/session/takes-over-a-position-only-if-it-holds", takes_over_a_position_only_if_it_holds);
  g_test_add_func("/session/takes-no-other-number-of-seats", takes_no_other_number_of_seats);
  g_test_add_func("/session/a-restart-is-a-new-match", a_restart_is_a_new_match);
  return g_test_run();
}
