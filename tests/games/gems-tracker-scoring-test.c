/* Gems Tracker: tokens, scoring, and who has won. */
#include <string.h>

#include "gems-tracker-position.h"

/* --- gem trackers */

static guint won_by(const GemsPosition *position, guint seat, guint scoring)
{
  guint won = 0;
  for (guint i = 0; i < GEMS_TRACKER_NUMBERS; i++) won += position->state->number_winner[scoring][i] == seat + 1;
  return won;
}

/* Gives a seat a number of the first scoring, or from 12 on one of the second. */
static void award(GemsPosition *position, guint i, guint seat)
{
  position->state->number_winner[i / GEMS_TRACKER_NUMBERS][i % GEMS_TRACKER_NUMBERS] = (guint8)(seat + 1);
}

/* The rulebook's: 2 is Lusi's (4 white against 4 yellow, more rails), 3 is Deni's (8 red against 4 white). */
enum { DENI, LUSI, JONI };

static void test_the_rulebooks_numbers(void)
{
  g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 3);
  gems_position_area(position, DENI, "3 9 10");
  gems_position_area(position, LUSI, "2 3");
  gems_position_area(position, JONI, "2 6");
  gems_position_gems(position, DENI, 0, "RRRR..|R.RRR.|......");
  gems_position_gems(position, LUSI, 0, "WWW.|..W.|....");
  gems_position_gems(position, JONI, 0, "YY..|YY..|...G");
  gems_position_ride(position, JONI, 2);
  gems_position_ride(position, LUSI, 3);
  position->state->round = 5;
  g_assert_cmpuint(gems_position_score(position), ==, 1);
  /* Numbers 9 and 10 are of the same red group, 6 has one green gem. */
  g_assert_cmpuint(won_by(position, DENI, 0), ==, 3);
  g_assert_cmpuint(won_by(position, LUSI, 0), ==, 1);
  g_assert_cmpuint(won_by(position, JONI, 0), ==, 1);
  for (guint seat = 0; seat < 3; seat++) g_assert_cmpuint(won_by(position, seat, 1), ==, 0);
  g_assert_cmpuint(position->state->number_gems[0][2], ==, 8);
}

/* The gems that two seats have at number 4, whose token came later to the same rail space, who wins, and whether by
 * that. */
static const struct {
  const char *gems[2];
  guint later, won[2], by_rails;
} numbers[] = {
    {{"RR|..|..", "GG|G.|.."}, 0, {0, 1}, 0}, {{"RR|R.|..", "GG|..|.."}, 0, {1, 0}, 0},
    {{"RR|..|..", "GG|..|.."}, 0, {0, 1}, 1}, {{"RR|..|..", "GG|..|.."}, 1, {1, 0}, 1},
    {{"..|..|..", "..|..|.."}, 0, {0, 0}, 0}, {{"..|..|..", "G.|..|.."}, 0, {0, 1}, 0},
    {{"RW|GY|RW", "GG|..|.."}, 0, {0, 1}, 0}, {{"R.|.R|R.", "W.|.W|W."}, 1, {1, 0}, 1},
};

static void test_who_wins_a_number(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++)
    for (guint round = 5; round <= 9; round += 4) {
      g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
      for (guint seat = 0; seat < 2; seat++) {
        gems_position_area(position, seat, "4");
        gems_position_gems(position, seat, 0, numbers[i].gems[seat]);
      }
      gems_position_ride(position, 1 - numbers[i].later, 2);
      gems_position_ride(position, numbers[i].later, 2);
      position->state->round = (guint8)round;
      g_assert_cmpuint(gems_position_score(position), ==, numbers[i].by_rails);
      for (guint seat = 0; seat < 2; seat++) {
        g_assert_cmpuint(won_by(position, seat, round == 9), ==, numbers[i].won[seat]);
        g_assert_cmpuint(won_by(position, seat, round != 9), ==, 0);
      }
    }
}

/* --- tokens */

/* Seats 0, 1 and 2 with this much on the rails bid in this order, and ride three each. */
static LapSession *about_to_put_tokens_in(GemsPosition *position, guint round)
{
  static const char *const moves[] = {"bid_last blue_12", "bid_last orange_8", "bid_last purple_4", NULL};
  gems_position_hand(position, 0, "12");
  gems_position_hand(position, 1, "8");
  gems_position_hand(position, 2, "4");
  gems_position_empty_mines(position, 4);
  position->state->round = (guint8)round;
  LapSession *session = gems_position_play(position);
  games_play_all(session, moves);
  for (guint turn = 0; turn < 3; turn++) {
    LapAction take = lap_session_legal(session, turn, NULL, 0, NULL)->v[0];
    g_assert_true(lap_session_play(session, &take, 1, NULL));
    games_play(session, "begin_area not");
    games_play(session, "done");
  }
  return session;
}

static LapSession *about_to_put_tokens(GemsPosition *position) { return about_to_put_tokens_in(position, 5); }

static LapAction token_at(LapSession *session, guint seat, gint spot)
{
  const LapActions *legal = lap_session_legal(session, seat, NULL, 0, NULL);
  for (guint i = 0; i < legal->n; i++)
    if (legal->v[i].kind == GEMS_TRACKER_PUT_TOKEN && legal->v[i].arg[0] == spot) return legal->v[i];
  return (LapAction){.kind = LAP_STAY};
}

static void put_token(LapSession *session, guint seat, gint spot)
{
  LapAction action = token_at(session, seat, spot);
  g_assert_cmpuint(action.kind, ==, GEMS_TRACKER_PUT_TOKEN);
  g_assert_true(lap_session_play(session, &action, 1, NULL));
}

static void test_tokens_in_the_order_of_rails(void)
{
  g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 3);
  gems_position_ride(position, 2, 4); /* the others will stand on one space, 0 below 1 */
  g_autoptr(LapSession) session = about_to_put_tokens(position);
  static const guint order[] = {2, 0, 1};
  for (guint i = 0; i < 3; i++) {
    g_assert_cmpint(games_waiting(session), ==, (gint)order[i]);
    g_assert_cmpuint(lap_session_legal(session, order[i], NULL, 0, NULL)->n, ==, 7 - i);
    put_token(session, order[i], (gint)(i + 2));
    if (i < 2) g_assert_cmpuint(token_at(session, order[i + 1], (gint)(i + 2)).kind, ==, LAP_STAY);
  }
  const GemsTracker *state = gems_state(session);
  static const guint8 spots[] = {0, 0, 3, 1, 2, 0, 0};
  g_assert_cmpmem(state->spots.item, 7, spots, 7);
  g_assert_cmpuint(state->round, ==, 6);
  g_assert_cmpuint(state->payments[0], ==, 2);
}

/* Whoever puts a token is told what both tenders will pay, and what all else will bring, also while others are still to
 * put theirs. */
static void test_tokens_tell_what_they_pay(void)
{
  g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 3);
  gems_position_area(position, 1, "4");
  gems_position_gems(position, 1, 0, "RR|..|..");
  gems_position_ride(position, 2, 4);
  g_autoptr(LapSession) session = about_to_put_tokens(position);
  gint16 told[3][3];
  for (guint i = 0; i < 3; i++) {
    guint seat = (guint)games_waiting(session);
    put_token(session, seat, (gint)(i + 2));
    memcpy(told[seat], &games_told(session, "gems-tracker/token_pays", seat)->arg[1], sizeof *told);
  }
  LapSheet sheet = games_sheet(session);
  for (guint seat = 0; seat < 3; seat++) {
    for (guint i = 0; i < 2; i++) g_assert_cmpint(gems_state(session)->paid[seat][i], ==, told[seat][i]);
    g_assert_cmpint(sheet.total[seat][LAP_TIER_POINTS], ==, told[seat][0] + told[seat][1] + told[seat][2]);
  }
  g_assert_cmpint(told[1][2], ==, 1);
}

/* The kind of what the last move told in this place, from 0 on; "": it told less. */
static const char *nth_told(LapSession *session, guint nth)
{
  guint n;
  const LapEvent *event = lap_session_events(session, &n);
  return nth < n ? lap_game_event(lap_engine_game(lap_session_engine(session)), event[nth].kind)->name : "";
}

/* That a token of round 5 stays and pays again is told with it, also by the last one, before what is scored. */
static void test_tokens_stay(void)
{
  for (guint round = 5; round <= 9; round += 4) {
    g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 3);
    g_autoptr(LapSession) session = about_to_put_tokens_in(position, round);
    for (guint i = 0; i < 3; i++) {
      put_token(session, (guint)games_waiting(session), (gint)(i + 2));
      g_assert_cmpstr(nth_told(session, 0), ==, "gems-tracker/token_put");
      g_assert_cmpstr(nth_told(session, 1), ==, "gems-tracker/token_pays");
      if (round == 5)
        g_assert_cmpstr(nth_told(session, 2), ==, "gems-tracker/token_stays");
      else
        g_assert_cmpstr(nth_told(session, 2), ==, i == 2 ? "gems-tracker/scoring_began" : "");
    }
  }
}

/* The tenders at each spot: their places in the layout. */
static const struct {
  guint seats;
  gint between[10][2];
} layouts[] = {
    {2, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}}},
    {3, {{0, 1}, {1, 2}, {3, 4}, {4, 5}, {0, 3}, {1, 4}, {2, 5}}},
    {4, {{0, 1}, {1, 2}, {2, 3}, {4, 5}, {5, 6}, {6, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}}},
};

static void test_layouts(void)
{
  LapGenerator chooser = lap_generator_seeded(5);
  for (gsize i = 0; i < G_N_ELEMENTS(layouts); i++) {
    g_autoptr(LapSession) session = games_start("gems-tracker", layouts[i].seats, i);
    while (lap_session_legal(session, (guint)games_waiting(session), NULL, 0, NULL)->v[0].kind !=
           GEMS_TRACKER_PUT_TOKEN)
      games_play_random(session, &chooser);
    const GemsTracker *state = gems_state(session);
    const LapActions *legal = lap_session_legal(session, (guint)games_waiting(session), NULL, 0, NULL);
    g_assert_cmpuint(legal->n, ==, state->spots.count);
    for (guint spot = 0; spot < legal->n; spot++)
      for (guint side = 0; side < 2; side++)
        g_assert_cmpint(legal->v[spot].arg[1 + side], ==, state->tenders.slot[layouts[i].between[spot][side]].piece);
  }
}

/* --- tenders are paid by tokens */

/* Deni's token between D and I: two white-green pairs and two T's are 1 + 2. */
static void test_the_rulebooks_token(void)
{
  g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 3);
  gems_position_tender(position, 1, "d_white_green");
  gems_position_tender(position, 2, "i_t");
  gems_position_area(position, DENI, "1 2 3");
  gems_position_gems(position, DENI, 0, "WGWG..|.RRRYY|..RYY."); /* a T of red; yellow is none */
  position->state->spots.item[1] = DENI + 1;
  position->state->round = 5;
  gems_position_score(position);
  g_assert_cmpuint(position->state->payments[DENI], ==, 2);
  g_assert_cmpint(position->state->paid[DENI][0], ==, 1);
  g_assert_cmpint(position->state->paid[DENI][1], ==, 1);

  gems_position_gems(position, DENI, 0, "WGWG..|.RRRY.|..RYYY"); /* and one of yellow */
  gems_position_score(position);
  g_assert_cmpint(position->state->paid[DENI][2], ==, 1);
  g_assert_cmpint(position->state->paid[DENI][3], ==, 2);
  g_assert_cmpuint(position->state->payments[LUSI], ==, 0);
}

/* Both own tokens beside one tender: it pays twice; the first token pays again. */
static void test_two_own_tokens_at_one_tender(void)
{
  g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
  gems_position_tender(position, 0, "g");
  gems_position_tender(position, 1, "k");
  gems_position_tender(position, 2, "b");
  position->state->spots.item[0] = position->state->spots.item[1] = 1;
  position->state->round = 9;
  gems_position_score(position);
  static const gint8 paid[] = {0, 3, 3, 0};
  g_assert_cmpuint(position->state->payments[0], ==, 4);
  g_assert_cmpmem(position->state->paid[0], 4, paid, 4);
  for (guint i = 0; i < 4; i++) g_assert_cmpuint(position->state->paid_in[0][i], ==, 9);
}

/* --- who has won: most points, then fewest rails, then the higher token */

static const struct {
  guint8 won[3];
  gint8 paid[3];
  guint rails[3];
  gint place[3];
} ends[] = {
    {{5, 4, 3}, {0, 0, 0}, {9, 0, 0}, {1, 2, 3}},    {{5, 4, 3}, {-3, 0, 3}, {0, 0, 0}, {3, 2, 1}},
    {{5, 5, 3}, {0, 0, 0}, {3, 2, 0}, {2, 1, 3}},    {{5, 4, 3}, {0, 1, 2}, {1, 2, 3}, {1, 2, 3}},
    {{5, 5, 5}, {0, 0, 0}, {2, 2, 2}, {3, 2, 1}}, /* in the order in which they came */
    {{0, 0, 0}, {-1, -2, -3}, {0, 0, 0}, {1, 2, 3}},
};

static void test_the_end(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(ends); i++) {
    g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 3);
    guint number = 0;
    for (guint seat = 0; seat < 3; seat++) {
      for (guint n = 0; n < ends[i].won[seat]; n++) award(position, number++, seat);
      position->state->payments[seat] = 1;
      position->state->paid_for[seat][0] = 1;
      position->state->paid_in[seat][0] = 9;
      position->state->paid[seat][0] = ends[i].paid[seat];
      gems_position_ride(position, seat, ends[i].rails[seat]);
    }
    g_autoptr(LapSession) session = gems_position_play(position);
    LapSheet sheet = games_sheet(session);
    for (guint seat = 0; seat < 3; seat++) {
      g_assert_cmpint(sheet.total[seat][LAP_TIER_POINTS], ==, ends[i].won[seat] + ends[i].paid[seat]);
      g_assert_cmpint(sheet.place[seat], ==, ends[i].place[seat]);
    }
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gems-tracker/scoring/numbers-of-the-rulebook", test_the_rulebooks_numbers);
  g_test_add_func("/gems-tracker/scoring/a-number-has-one-winner-or-none", test_who_wins_a_number);
  g_test_add_func("/gems-tracker/tokens/come-in-the-order-of-rails", test_tokens_in_the_order_of_rails);
  g_test_add_func("/gems-tracker/tokens/tell-what-they-will-pay", test_tokens_tell_what_they_pay);
  g_test_add_func("/gems-tracker/tokens/that-pay-again-tell-it-before-the-scoring", test_tokens_stay);
  g_test_add_func("/gems-tracker/tokens/lie-between-two-tenders", test_layouts);
  g_test_add_func("/gems-tracker/scoring/the-token-of-the-rulebook", test_the_rulebooks_token);
  g_test_add_func("/gems-tracker/scoring/two-own-tokens-at-one-tender-are-paid-twice",
                  test_two_own_tokens_at_one_tender);
  g_test_add_func("/gems-tracker/end/most-points-then-fewest-rails-then-the-higher-token", test_the_end);
  return g_test_run();
}
