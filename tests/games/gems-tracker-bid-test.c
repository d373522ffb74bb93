/* Gems Tracker: set-up, bids and draft. */
#include <string.h>

#include "gems-tracker-position.h"
#include "lapidary/zone.h"

/* --- the data */

/* By the number of players. */
static const struct {
  guint deck, gems, rails, empty, tenders, spots;
} decks[] = {{21, 18, 27, 3, 10, 0}, {30, 26, 38, 4, 6, 5}, {39, 34, 49, 5, 6, 7}, {48, 42, 60, 6, 8, 10}};

static void count_mine(const GemsTrackerMine *mine, guint gems[5], guint *rails, guint *empty)
{
  guint here = 0;
  for (guint i = 0; i < 6; i++) {
    gems[mine->gems[i]]++;
    here += mine->gems[i] != 0;
  }
  *rails += (guint)mine->rails;
  *empty += here == 0;
  g_assert_cmpint(mine->rails, ==, here ? 5 - (gint)here : 3);
  g_assert_cmpuint(mine->n_gems, ==, 6);
}

static void test_the_mines(void)
{
  g_autoptr(LapGame) game = games_load("gems-tracker");
  const GemsTrackerMine *mine = game->level[0].rows[0].row;
  for (guint seats = 1; seats <= 4; seats++) {
    guint deck = 0, gems[5] = {0}, rails = 0, empty = 0;
    for (guint face = 1; face <= GEMS_TRACKER_MINES; face++) {
      if (!(mine[face].seats >> (seats - 1) & 1)) continue;
      deck++;
      count_mine(&mine[face], gems, &rails, &empty);
    }
    g_assert_cmpuint(deck, ==, decks[seats - 1].deck);
    for (guint colour = 1; colour < 5; colour++) g_assert_cmpuint(gems[colour], ==, decks[seats - 1].gems);
    g_assert_cmpuint(rails, ==, decks[seats - 1].rails);
    g_assert_cmpuint(empty, ==, decks[seats - 1].empty);
  }
}

static void test_the_tenders(void)
{
  static const guint count[] = {4, 1, 2, 6, 1, 4, 1, 1, 4, 1, 1, 2}, at_most[] = {2, 1, 1, 2, 1, 2, 1, 1, 2, 1, 1, 1};
  g_autoptr(LapGame) game = games_load("gems-tracker");
  const GemsTrackerTender *tender = game->level[0].rows[1].row;
  const GemsTrackerType *type = game->level[0].rows[2].row;
  guint found[GEMS_TRACKER_TYPES] = {0};
  for (guint face = 1; face <= GEMS_TRACKER_TENDERS; face++) found[tender[face].type]++;
  for (guint i = 0; i < GEMS_TRACKER_TYPES; i++) {
    g_assert_cmpuint(found[i], ==, count[i]);
    g_assert_cmpint(type[i + 1].at_most, ==, (gint)at_most[i]);
  }
}

/* --- set-up */

static void check_seat(const GemsTracker *state, guint seat)
{
  g_assert_cmpuint(state->hand[seat].count, ==, 12);
  for (guint i = 0; i < 12; i++) {
    g_assert_cmpuint(state->hand[seat].slot[i].piece, ==, gems_tracker_card((guint8)seat, (guint8)(i + 1)));
    g_assert_cmpuint(state->hand[seat].slot[i].known, ==, LAP_EVERYONE);
  }
  g_assert_cmpuint(state->bookings[seat].count, ==, 3);
  g_assert_cmpuint(state->tie_breaker[seat], ==, seat + 1);
  g_assert_cmpint(state->rails[seat], ==, 0);
  g_assert_cmpuint(state->rail_order[seat], ==, seat);
}

static void check_types(const GemsTracker *state, const LapGame *game)
{
  const GemsTrackerTender *tender = game->level[0].rows[1].row;
  const GemsTrackerType *type = game->level[0].rows[2].row;
  gint laid[GEMS_TRACKER_TYPES] = {0};
  for (guint i = 0; i < state->tenders.count; i++) laid[tender[state->tenders.slot[i].piece].type]++;
  for (guint i = 0; i < GEMS_TRACKER_TYPES; i++) g_assert_cmpint(laid[i], <=, type[i + 1].at_most);
}

static void test_the_set_up(void)
{
  for (guint i = 0; i < 300; i++) {
    guint seats = 2 + i % 3;
    g_autoptr(LapSession) session = games_start("gems-tracker", seats, i);
    const GemsTracker *state = gems_state(session);
    for (guint seat = 0; seat < seats; seat++) check_seat(state, seat);
    g_assert_cmpuint(state->mines.count, ==, seats + 1);
    g_assert_cmpuint(state->mine_deck.count, ==, decks[seats - 1].deck - seats - 1);
    g_assert_cmpuint(state->tenders.count, ==, decks[seats - 1].tenders);
    g_assert_cmpuint(state->spots.count, ==, decks[seats - 1].spots);
    check_types(state, lap_engine_game(lap_session_engine(session)));
  }
}

/* Every spot lies in the border between the two tenders that its row names: on the right of the first, or below it. */
static void test_the_board(void)
{
  static const guint lines[] = {1, 2, 2};
  for (guint seats = 2; seats <= 4; seats++) {
    g_autoptr(LapSession) session = games_start("gems-tracker", seats, seats);
    const GemsTracker *state = gems_state(session);
    const GemsTrackerSpot *spot = lap_engine_game(lap_session_engine(session))->level[0].rows[3].row;
    while (spot->seats != (gint)seats) spot++;
    for (guint i = 0; i < state->spots.count; i++, spot++) {
      gboolean below = state->spot_side[i] == GEMS_TRACKER_SOUTH;
      g_assert_cmpuint(state->spot_at[i], ==, spot->first);
      g_assert_cmpuint(state->tender_x[spot->second], ==, state->tender_x[spot->first] + !below);
      g_assert_cmpuint(state->tender_y[spot->second], ==, state->tender_y[spot->first] + below);
    }
    g_assert_cmpuint(state->tender_y[state->tenders.count - 1], ==, lines[seats - 2] - 1);
    g_assert_cmpuint(state->tender_x[state->tenders.count - 1], ==, state->tenders.count / lines[seats - 2] - 1);
  }
}

/* --- bids */

static const struct {
  guint seats;
  const char *bids[4];
  guint8 tie_breaker[4], order[4];
} bids[] = {
    /* The rulebook's: Deni 9, Lusi 5 with tie breaker 1, Joni 5. */
    {3, {"bid blue_4 blue_5", "bid orange_1 orange_4", "bid purple_2 purple_3"}, {3, 1, 2}, {0, 1, 2}},
    {3, {"bid blue_1 blue_4", "bid orange_2 orange_3", "bid purple_4 purple_5"}, {2, 1, 3}, {2, 1, 0}},
    {4,
     {"bid blue_1 blue_2", "bid orange_1 orange_2", "bid purple_1 purple_2", "bid pink_1 pink_2"},
     {3, 4, 1, 2},
     {2, 3, 0, 1}},
    {2, {"bid blue_1 blue_12", "bid orange_6 orange_7"}, {2, 1}, {1, 0}},
    {2, {"bid blue_11 blue_12", "bid orange_1 orange_2"}, {2, 1}, {0, 1}},
};

static void test_the_order(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(bids); i++) {
    g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", bids[i].seats);
    memcpy(position->state->tie_breaker, bids[i].tie_breaker, bids[i].seats);
    g_autoptr(LapSession) session = gems_position_play(position);
    for (guint seat = 0; seat < bids[i].seats; seat++) games_play(session, bids[i].bids[seat]);
    g_assert_cmpmem(gems_state(session)->order, bids[i].seats, bids[i].order, bids[i].seats);
    g_assert_cmpint(games_waiting(session), ==, bids[i].order[0]);
    for (guint turn = 0; turn < bids[i].seats; turn++)
      g_assert_cmpuint(gems_state(session)->place_in_order[bids[i].order[turn]], ==, turn + 1);
  }
}

static void test_what_may_be_bid(void)
{
  g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
  gems_position_hand(position, 0, "2 7 9");
  gems_position_hand(position, 1, "5");
  g_autoptr(LapSession) session = gems_position_play(position);
  g_assert_cmpuint(lap_session_legal(session, 0, NULL, 0, NULL)->n, ==, 3);
  g_assert_true(games_is_legal(session, "bid blue_2 blue_9"));
  g_assert_true(games_refuses(session, "bid blue_9 blue_2")); /* each two once */
  g_assert_true(games_refuses(session, "bid blue_2 blue_2"));
  g_assert_true(games_refuses(session, "bid blue_2 blue_3"));
  g_assert_true(games_refuses(session, "bid_last blue_2"));
  games_play(session, "bid blue_2 blue_9");
  g_assert_cmpuint(lap_session_legal(session, 1, NULL, 0, NULL)->n, ==, 1);
  games_play(session, "bid_last orange_5");
  g_assert_cmpuint(gems_state(session)->bid[0].count, ==, 2);
  g_assert_cmpuint(gems_state(session)->bid[1].count, ==, 1);
  g_assert_cmpuint(gems_state(session)->bid_sum[0], ==, 11);
  g_assert_cmpuint(gems_state(session)->bid_sum[1], ==, 5);
}

/* What others bid is not told before, and the sums come in the order of turns. */
static void test_sums_are_told(void)
{
  g_autoptr(LapSession) session = games_start("gems-tracker", 2, 1);
  games_play(session, "bid blue_2 blue_9");
  g_assert_null(games_told(session, "gems-tracker/bid_sum", 0));
  games_play(session, "bid orange_8 orange_12");
  const LapEvent *first = games_told(session, "gems-tracker/bid_sum", 1);
  const LapEvent *second = games_told(session, "gems-tracker/bid_sum", 0);
  g_assert_cmpint(first->arg[1], ==, 20);
  g_assert_cmpint(second->arg[1], ==, 11);
  g_assert_true(first < second);
}

/* Until all bids are in, the true match does not know them. */
static void test_bids_are_secret(void)
{
  g_autoptr(LapSession) session = games_start("gems-tracker", 3, 1);
  games_play(session, "bid blue_2 blue_9");
  g_assert_cmpuint(gems_state(session)->bid[0].count, ==, 0);
  g_assert_cmpuint(gems_state(session)->hand[0].count, ==, 12);
}

/* --- draft */

static GemsPosition *three_bids(void)
{
  GemsPosition *position = gems_position_new("gems-tracker", 3);
  gems_position_mines(position, "m01 m02 m03 m04");
  return position;
}
static const char *const three_moves[] = {"bid blue_11 blue_12", "bid orange_5 orange_6", "bid purple_1 purple_2",
                                          NULL};

static void test_what_may_be_taken(void)
{
  g_autoptr(GemsPosition) position = three_bids();
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play_all(session, three_moves);
  g_assert_cmpuint(lap_session_legal(session, 0, NULL, 0, NULL)->n, ==, 2 * 2 * 4);
  g_assert_true(games_refuses(session, "take 0 blue_11 m01"));
  games_play(session, "take 1 orange_6 m03");

  const GemsTracker *state = gems_state(session);
  g_assert_cmpuint(state->bid[1].count, ==, 0);
  g_assert_cmpuint(state->discards[1].count, ==, 1);
  g_assert_cmpuint(gems_tracker_number(state->discards[1].slot[0].piece), ==, 5);
  g_assert_cmpint(state->rails[0], ==, 2); /* at once */
  g_assert_cmpint(games_waiting(session), ==, 0);
}

/* The second may not take his own while the third's is there; the last has no choice. */
static void test_the_last_takes_his_own(void)
{
  g_autoptr(GemsPosition) position = three_bids();
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play_all(session, three_moves);
  static const char *const first[] = {"take 1 orange_6 m03", "begin_area not", "done", NULL};
  games_play_all(session, first);
  g_assert_true(games_refuses(session, "take 1 orange_5 m01")); /* taken from already */
  g_assert_true(games_is_legal(session, "take 2 purple_1 m01"));
  games_play(session, "take 0 blue_11 m01");
  games_play(session, "begin_area half");
  games_play(session, "done");
  g_assert_cmpint(games_waiting(session), ==, 2);
  g_assert_cmpuint(lap_session_legal(session, 2, NULL, 0, NULL)->n, ==, 2 * 2);
  games_play(session, "take 2 purple_2 m04");
}

/* With two players each takes from the other. */
static void test_two_players(void)
{
  LapGenerator chooser = lap_generator_seeded(3);
  g_autoptr(LapSession) session = games_start("gems-tracker", 2, 3);
  guint drafts = 0;
  while (!lap_session_over(session)) {
    guint seat = (guint)games_waiting(session);
    const LapActions *legal = lap_session_legal(session, seat, NULL, 0, NULL);
    for (guint i = 0; i < legal->n && legal->v[i].kind == GEMS_TRACKER_TAKE; i++, drafts++)
      g_assert_cmpint(legal->v[i].arg[0], ==, 1 - (gint)seat);
    games_play_random(session, &chooser);
  }
  g_assert_cmpuint(drafts, >, 18);
}

/* --- nine rounds */

/* By round: the hand before the bid, discards and columns after the round. */
static const guint hands[] = {12, 10, 8, 6, 4, 7, 5, 3, 1}, discards[] = {1, 2, 3, 4, 5, 1, 2, 3, 3};

static void check_bid(const GemsTracker *state, guint seats)
{
  guint round = state->round;
  for (guint seat = 0; seat < seats; seat++) {
    guint before = round == 1 || round == 6 ? 0 : discards[round - 2];
    g_assert_cmpuint(state->hand[seat].count, ==, hands[round - 1]);
    g_assert_cmpuint(state->discards[seat].count, ==, before);
    g_assert_cmpuint(state->mined[seat].count, ==, round - 1);
    g_assert_cmpuint(state->tie_breaker[seat], ==, (seat + 9 * seats - (round - 1)) % seats + 1);
    g_assert_cmpuint(state->payments[seat], ==, round > 5 ? 2 : 0);
  }
  g_assert_cmpuint(state->mines.count, ==, seats + 1);
  g_assert_cmpuint(state->mine_discards.count, ==, round - 1);
}

static void check_end(const GemsTracker *state, guint seats)
{
  for (guint seat = 0; seat < seats; seat++) {
    g_assert_cmpuint(state->hand[seat].count, ==, 0);
    g_assert_cmpuint(state->discards[seat].count, ==, 3);
    g_assert_cmpuint(state->mined[seat].count, ==, 9);
    g_assert_cmpuint(state->payments[seat], ==, 6);
  }
  g_assert_cmpuint(state->mine_deck.count, ==, 3);
}

static void test_whole_matches(void)
{
  LapGenerator chooser = lap_generator_seeded(7);
  for (guint match = 0; match < 45; match++) {
    guint seats = 2 + match % 3, round = 0, plies = 0;
    g_autoptr(LapSession) session = games_start("gems-tracker", seats, match);
    for (; !lap_session_over(session); plies++) {
      const GemsTracker *state = gems_state(session);
      if (state->round != round) check_bid(state, seats);
      round = state->round;
      games_play_random(session, &chooser);
    }
    g_assert_cmpuint(round, ==, 9);
    check_end(gems_state(session), seats);
    g_assert_cmpuint(plies, <=, seats * (9 * (1 + 1 + 2) + 3 + 2));
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gems-tracker/data/the-mines-are-counted-as-the-rules-say", test_the_mines);
  g_test_add_func("/gems-tracker/data/the-tenders-are-counted-as-the-rulebook-says", test_the_tenders);
  g_test_add_func("/gems-tracker/set-up/is-for-as-many-as-play", test_the_set_up);
  g_test_add_func("/gems-tracker/set-up/tenders-and-spots-make-a-board", test_the_board);
  g_test_add_func("/gems-tracker/bid/the-larger-sum-is-first-then-the-smaller-tie-breaker", test_the_order);
  g_test_add_func("/gems-tracker/bid/is-two-cards-or-the-last", test_what_may_be_bid);
  g_test_add_func("/gems-tracker/bid/sums-are-told-in-the-order-of-turns", test_sums_are_told);
  g_test_add_func("/gems-tracker/bid/is-secret-until-all-are-in", test_bids_are_secret);
  g_test_add_func("/gems-tracker/draft/takes-from-another-bid", test_what_may_be_taken);
  g_test_add_func("/gems-tracker/draft/the-last-may-take-from-the-own-bid", test_the_last_takes_his_own);
  g_test_add_func("/gems-tracker/draft/of-two-players-each-takes-from-the-other", test_two_players);
  g_test_add_func("/gems-tracker/rounds/are-nine-with-hands-as-the-rules-say", test_whole_matches);
  return g_test_run();
}
