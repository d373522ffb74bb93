#include "lapidary/tracker.h"

#include <glib.h>
#include <string.h>

#define TOKENS 5

typedef struct {
  gint16 space[TOKENS + 1];
  guint8 order[TOKENS + 1];
} Track;

static LapTracker handle(Track *track) { return LAP_TRACKER(track->space, track->order, TOKENS); }
static LapConstTracker reading(const Track *track) { return LAP_CONST_TRACKER(track->space, track->order, TOKENS); }

static Track started(void)
{
  Track track = {.space = {[TOKENS] = 77}, .order = {[TOKENS] = 77}};
  lap_tracker_start(handle(&track), 0);
  return track;
}

static void the_first_stack_is_in_the_order_of_tokens(void)
{
  Track track = started();
  for (guint8 token = 0; token < TOKENS; token++) {
    g_assert_cmpuint(lap_tracker_rank(reading(&track), token), ==, token);
    g_assert_cmpuint(lap_tracker_height(reading(&track), token), ==, token);
    g_assert_cmpuint(lap_tracker_rank_from_top(reading(&track), token), ==, TOKENS - 1 - token);
  }
  g_assert_cmpuint(lap_tracker_stacked(reading(&track), 0), ==, TOKENS);
  g_assert_cmpuint(lap_tracker_stacked(reading(&track), 1), ==, 0);
}

typedef struct {
  const char *why;
  struct {
    guint8 token;
    int by;
    LapArrival arrival;
  } move[4];
  guint moves;
  guint8 order[TOKENS];
} Case;

static const Case cases[] = {
    {"who is ahead is first", {{3, 2, LAP_ON_TOP}}, 1, {3, 0, 1, 2, 4}},
    {"who came first to a space is before who came later",
     {{3, 2, LAP_ON_TOP}, {1, 2, LAP_ON_TOP}},
     2,
     {3, 1, 0, 2, 4}},
    {"who comes below is before them all", {{3, 2, LAP_ON_TOP}, {1, 2, LAP_AT_BOTTOM}}, 2, {1, 3, 0, 2, 4}},
    {"a move of nothing changes nothing", {{0, 0, LAP_ON_TOP}, {4, 0, LAP_AT_BOTTOM}}, 2, {0, 1, 2, 3, 4}},
    {"there and back is on top", {{1, 1, LAP_ON_TOP}, {1, -1, LAP_ON_TOP}}, 2, {0, 2, 3, 4, 1}},
    {"back below zero is last", {{0, -3, LAP_ON_TOP}}, 1, {1, 2, 3, 4, 0}},
    {"over another stack", {{2, 1, LAP_ON_TOP}, {0, 1, LAP_ON_TOP}, {4, 5, LAP_ON_TOP}}, 3, {4, 2, 0, 1, 3}},
};

static void tokens_move(gconstpointer data)
{
  const Case *this = data;
  Track track = started();
  for (guint i = 0; i < this->moves; i++)
    lap_tracker_move(handle(&track), this->move[i].token, this->move[i].by, this->move[i].arrival);
  g_assert_cmpmem(track.order, TOKENS, this->order, TOKENS);
  g_assert_true(track.space[TOKENS] == 77 && track.order[TOKENS] == 77);
}

static void a_token_that_is_put_down_again_changes_its_place(void)
{
  static const guint8 on_top[] = {0, 2, 3, 4, 1}, at_bottom[] = {1, 0, 2, 3, 4};
  Track track = started();
  lap_tracker_put(handle(&track), 1, 0, LAP_ON_TOP);
  g_assert_cmpmem(track.order, TOKENS, on_top, TOKENS);
  lap_tracker_put(handle(&track), 1, 0, LAP_AT_BOTTOM);
  g_assert_cmpmem(track.order, TOKENS, at_bottom, TOKENS);
}

static void tokens_stop_at_the_ends_of_the_world(void)
{
  Track track = started();
  lap_tracker_move(handle(&track), 2, G_MAXINT, LAP_ON_TOP);
  lap_tracker_move(handle(&track), 3, G_MININT, LAP_ON_TOP);
  g_assert_cmpint(track.space[2], ==, G_MAXINT16);
  g_assert_cmpint(track.space[3], ==, G_MININT16);
  lap_tracker_move(handle(&track), 2, 1, LAP_ON_TOP);
  g_assert_cmpint(track.space[2], ==, G_MAXINT16);
}

static void the_first_of_some_is_found(void)
{
  Track track = started();
  lap_tracker_move(handle(&track), 3, 1, LAP_ON_TOP);
  g_assert_cmpuint(lap_tracker_first(reading(&track), 1 << 1 | 1 << 3), ==, 3);
  g_assert_cmpuint(lap_tracker_first(reading(&track), 1 << 2 | 1 << 1), ==, 1);
  g_assert_cmpuint(lap_tracker_first(reading(&track), 0), ==, LAP_NO_TOKEN);
}

/* --- against stacks of stamps: each arrival on top gets a later stamp, each one below an earlier one */

typedef struct {
  int space[TOKENS], stamp[TOKENS], latest, earliest;
} Slow;

static gboolean is_before(const Slow *slow, guint a, guint b)
{
  if (slow->space[a] != slow->space[b]) return slow->space[a] > slow->space[b];
  return slow->stamp[a] < slow->stamp[b];
}

static void assert_same(const Track *track, const Slow *slow)
{
  for (guint8 token = 0; token < TOKENS; token++) {
    guint before = 0, below = 0, from_top = 0;
    for (guint8 other = 0; other < TOKENS; other++) {
      gboolean same_space = slow->space[other] == slow->space[token];
      before += is_before(slow, other, token);
      below += same_space && slow->stamp[other] < slow->stamp[token];
      from_top += same_space ? slow->stamp[other] > slow->stamp[token] : slow->space[other] > slow->space[token];
    }
    g_assert_cmpint(track->space[token], ==, slow->space[token]);
    g_assert_cmpuint(lap_tracker_rank(reading(track), token), ==, before);
    g_assert_cmpuint(lap_tracker_height(reading(track), token), ==, below);
    g_assert_cmpuint(lap_tracker_rank_from_top(reading(track), token), ==, from_top);
  }
}

static void any_moves_end_as_with_stamps(void)
{
  for (guint round = 0; round < 100; round++) {
    Track track = started();
    Slow slow = {.stamp = {0, 1, 2, 3, 4}, .latest = 4};
    for (guint i = 0; i < 40; i++) {
      guint token = (guint)g_test_rand_int_range(0, TOKENS);
      int by = g_test_rand_int_range(-2, 4);
      LapArrival arrival = g_test_rand_int_range(0, 3) ? LAP_ON_TOP : LAP_AT_BOTTOM;
      lap_tracker_move(handle(&track), (guint8)token, by, arrival);
      slow.space[token] += by;
      if (by) slow.stamp[token] = arrival == LAP_ON_TOP ? ++slow.latest : --slow.earliest;
      assert_same(&track, &slow);
    }
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/tracker/the-first-stack-is-in-the-order-of-tokens", the_first_stack_is_in_the_order_of_tokens);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *path = g_strdelimit(g_strdup_printf("/tracker/move/%s", cases[i].why), " ", '-');
    g_test_add_data_func(path, &cases[i], tokens_move);
  }
  g_test_add_func("/tracker/a-token-put-down-again-changes-its-place",
                  a_token_that_is_put_down_again_changes_its_place);
  g_test_add_func("/tracker/tokens-stop-at-the-ends-of-the-world", tokens_stop_at_the_ends_of_the_world);
  g_test_add_func("/tracker/the-first-of-some-is-found", the_first_of_some_is_found);
  g_test_add_func("/tracker/any-moves-end-as-with-stamps", any_moves_end_as_with_stamps);
  return g_test_run();
}
