/* Gems Tracker, solo: its set-up, the draft, and how columns are placed. */
#include "gems-tracker-solo-position.h"
#include "lapidary/zone.h"

/* --- set-up */

static guint of_type(const LapGame *game, const GemsTracker *state, gint type)
{
  const GemsTrackerTender *tender = game->level[0].rows[1].row;
  guint n = 0;
  for (guint i = 0; i < state->tenders.count; i++) n += tender[state->tenders.slot[i].piece].type == type;
  return n;
}

static void test_the_set_up(void)
{
  static const guint laid[] = {0, 1, 0, 2, 1, 2, 0, 1, 2, 1, 0, 0};
  for (guint seed = 0; seed < 100; seed++) {
    g_autoptr(LapSession) session = games_start("gems-tracker-solo", 1, seed);
    const GemsTracker *state = gems_state(session);
    const LapGame *game = lap_engine_game(lap_session_engine(session));
    g_assert_cmpuint(state->tenders.count, ==, 10);
    for (gint type = 0; type < GEMS_TRACKER_TYPES; type++) g_assert_cmpuint(of_type(game, state, type), ==, laid[type]);
    g_assert_cmpuint(state->mine_deck.count, ==, 21 - 3);
    g_assert_cmpuint(state->mines.count, ==, 3);
    g_assert_cmpuint(state->bookings[0].count, ==, 6);
    g_assert_cmpuint(state->hand[0].count, ==, 0);
    g_assert_cmpuint(solo_state(session)->left_deck.count, ==, 10);
    g_assert_cmpuint(solo_state(session)->right_deck.count, ==, 10);
  }
}

/* --- draft */

static void test_the_draft(void)
{
  static const char *const none[] = {NULL, NULL};
  g_autoptr(GemsPosition) position = solo_position_new(none, 3, 8, 2, 9);
  g_autoptr(LapSession) session = gems_position_play(position);
  g_assert_cmpuint(lap_session_legal(session, 0, NULL, 0, NULL)->n, ==, 2 * 2 * 3);
  g_assert_true(games_refuses(session, "choose blue_3 orange_2 m02 m01"));
  games_play(session, "choose blue_3 orange_2 m01 m04");
  const Solo *solo = solo_state(session);
  g_assert_cmpuint(solo->trackers.count, ==, 2);
  g_assert_cmpuint(solo->away.count, ==, 2);
  g_assert_cmpuint(gems_state(session)->mines.count, ==, 1);
  const LapEvent *told = games_told(session, "gems-tracker-solo/not_taken", gems_tracker_card(0, 8));
  g_assert_nonnull(told);
  g_assert_cmpint(told->arg[1], ==, gems_tracker_card(1, 9));
}

/* Once both areas are begun, the draft tells at how many places each tracker may stand. */
static void test_where_trackers_fit_is_told(void)
{
  static const struct {
    const char *areas[2];
    guint left, right;
    gint places[2]; /* of the left tracker, and of the right one; -1: it is not told */
  } cases[] = {{{"1 5", "2 7"}, 6, 8, {1, 2}},
               {{"1 5", "2 7"}, 3, 6, {-1, -1}}, /* told otherwise: see below */
               {{"5 = 9", "2 7"}, 8, 11, {2, 2}},
               {{"5 =", "12"}, 1, 4, {4, 3}},
               {{"5", NULL}, 1, 4, {-1, -1}}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    guint left = cases[i].left, right = cases[i].right;
    g_autoptr(GemsPosition) position = solo_position_new(cases[i].areas, left, left + 1, right, right + 1);
    g_autoptr(LapSession) session = gems_position_play(position);
    g_autofree char *move = g_strdup_printf("choose blue_%u orange_%u m01 m02", left, right);
    games_play(session, move);
    const LapEvent *told = games_told(session, "gems-tracker-solo/fits", gems_tracker_card(0, (guint8)left));
    g_assert_cmpint(told ? told->arg[1] : -1, ==, cases[i].places[0]);
    g_assert_cmpint(told ? told->arg[3] : -1, ==, cases[i].places[1]);
  }
}

/* Whether the last move told of this tracker that it shares one area with the other one, or fits nowhere: where there
 * are Bookings, these events say that they help. */
static const LapEvent *told_lost(LapSession *session, const char *event, gboolean can_book, guint16 tracker)
{
  g_autofree char *kind = g_strconcat("gems-tracker-solo/", event, can_book ? "_unless_booked" : "", NULL);
  return games_told(session, kind, tracker);
}

/* Where both trackers fit only in one and the same area, the draft says that, before all that mines are for. */
static void test_one_area_for_both(void)
{
  static const struct {
    const char *areas[2];
    guint left, right;
    gint area; /* -1: each may have one of its own */
  } cases[] = {{{"1 5", "2 7"}, 6, 6, 0},  {{"2 7", "1 5"}, 6, 6, 1},  {{"1 5 = 9", "3 8"}, 6, 7, 0}, /* on a Booking */
               {{"1 5", "2 7"}, 6, 8, -1}, {{"1 5", "2 7"}, 3, 6, -1}, {{"1 5", NULL}, 6, 7, -1}};
  for (gsize i = 0; i < 2 * G_N_ELEMENTS(cases); i++) {
    guint left = cases[i / 2].left, right = cases[i / 2].right;
    guint16 tracker = gems_tracker_card(0, (guint8)left);
    g_autoptr(GemsPosition) position = solo_position_new(cases[i / 2].areas, left, left + 1, right, right + 1);
    solo_position_bookings(position, i % 2);
    g_autoptr(LapSession) session = gems_position_play(position);
    g_autofree char *move = g_strdup_printf("choose blue_%u orange_%u m01 m02", left, right);
    games_play(session, move);
    const LapEvent *told = told_lost(session, "one_area", i % 2, tracker);
    g_assert_cmpint(told ? told->arg[2] : -1, ==, cases[i / 2].area);
    g_assert_null(told_lost(session, "one_area", !(i % 2), tracker));
    if (!told) continue;
    g_assert_cmpint(told->arg[1], ==, gems_tracker_card(1, (guint8)right));
    g_assert_null(games_told(session, "gems-tracker-solo/fits", tracker));
    guint n;
    g_assert_true(told == &lap_session_events(session, &n)[1]);
  }
}

/* Where one of the trackers fits nowhere, or both do, the draft says what becomes of them, and whether Bookings help;
 * a Booking makes room for one of them. */
static void test_trackers_that_fit_nowhere(void)
{
  static const struct {
    guint left, right, bookings;
    const char *event;
    gint16 arg[3];
  } cases[] = {{3, 6, 0, "one_nowhere", {BLUE + 3, ORANGE + 6, 1}},
               {3, 6, 1, "one_nowhere_unless_booked", {BLUE + 3, ORANGE + 6, 1}},
               {8, 3, 0, "one_nowhere", {ORANGE + 3, BLUE + 8, 2}},
               {8, 3, 6, "one_nowhere_unless_booked", {ORANGE + 3, BLUE + 8, 2}},
               {3, 4, 0, "both_nowhere", {BLUE + 3, ORANGE + 4}},
               {3, 4, 1, "both_nowhere_but_one_booking", {BLUE + 3, ORANGE + 4}},
               {3, 4, 2, "both_nowhere_unless_booked", {BLUE + 3, ORANGE + 4}}};
  static const char *const areas[] = {"1 5", "2 7"};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GemsPosition) position = solo_position_new(areas, cases[i].left, 10, cases[i].right, 11);
    solo_position_bookings(position, cases[i].bookings);
    g_autoptr(LapSession) session = gems_position_play(position);
    g_autofree char *move = g_strdup_printf("choose blue_%u orange_%u m01 m02", cases[i].left, cases[i].right);
    games_play(session, move);
    g_autofree char *kind = g_strconcat("gems-tracker-solo/", cases[i].event, NULL);
    const LapEvent *told = games_told(session, kind, (guint16)cases[i].arg[0]);
    g_assert_nonnull(told);
    g_assert_cmpmem(told->arg, sizeof cases[i].arg, cases[i].arg, sizeof cases[i].arg);
    guint n;
    g_assert_true(told == &lap_session_events(session, &n)[1]);
    g_assert_null(games_told(session, "gems-tracker-solo/fits", gems_tracker_card(0, (guint8)cases[i].left)));
  }
}

/* What the draft says is so: with a Booking in each area both are placed. */
static void test_bookings_for_both(void)
{
  static const char *const areas[] = {"1 5", "2 7"};
  g_autoptr(GemsPosition) position = solo_position_new(areas, 3, 8, 4, 9);
  solo_position_bookings(position, 2);
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_3 orange_4 m01 m02");
  games_play(session, "book 0 right");
  games_play(session, "book 1 left");
  g_assert_false(solo_may(session, SOLO_SKIP));
  solo_play_pair(session, BLUE + 3, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
  solo_play_pair(session, ORANGE + 4, M02, EXTEND(1, GEMS_TRACKER_LEFT));
  g_autofree char *found = gems_areas(gems_state(session), 0);
  g_assert_cmpstr(found, ==, "1 5 = 3 | 4 = 2 7");
}

/* Of pairs it is told how many gems of each colour the mines have. */
static void test_what_mines_have_for_pairs(void)
{
  static const char *const none[] = {NULL, NULL}, *const tenders[] = {"d_white_green", NULL};
  g_autoptr(GemsPosition) position = solo_position_new(none, 3, 8, 2, 9);
  solo_position_tenders(position, tenders);
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_3 orange_2 m01 m02");
  const LapEvent *told = games_told(session, "gems-tracker-solo/colours_for",
                                    gems_state(session)->tenders.slot[0].piece);
  g_assert_nonnull(told);
  g_assert_cmpint(told->arg[1], ==, 5);
  g_assert_cmpint(told->arg[2], ==, 2);
}

/* Two tenders of a kind are told at once, so that with the act and where trackers fit there are six events at most. */
static void test_what_mines_have_for_two(void)
{
  static const char *const areas[] = {"5", "2"};
  static const char *const tenders[] = {"f_white", "d_white_green", "b", "f_green", "d_white_red", NULL};
  g_autoptr(GemsPosition) position = solo_position_new(areas, 8, 3, 9, 4);
  solo_position_tenders(position, tenders);
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_8 orange_9 m01 m02");
  const LapSlot *tender = gems_state(session)->tenders.slot;
  const LapEvent *gems = games_told(session, "gems-tracker-solo/two_gems_for", tender[0].piece);
  const LapEvent *colours = games_told(session, "gems-tracker-solo/two_colours_for", tender[1].piece);
  const gint16 of_gems[] = {(gint16)tender[0].piece, 5, (gint16)tender[3].piece, 2};
  const gint16 of_colours[] = {(gint16)tender[1].piece, 5, 2, (gint16)tender[4].piece, 5, 1};
  g_assert_cmpmem(gems->arg, sizeof of_gems, of_gems, sizeof of_gems);
  g_assert_cmpmem(colours->arg, sizeof of_colours, of_colours, sizeof of_colours);

  g_autoptr(LapSession) other = gems_position_play(position);
  games_play(other, "choose blue_8 orange_9 m01 m04");
  guint n;
  const LapEvent *event = lap_session_events(other, &n);
  g_assert_cmpuint(n, ==, 6);
  g_assert_true(games_told(other, "gems-tracker-solo/not_taken", gems_tracker_card(0, 3)) == &event[5]);
}

/* --- place */

static void test_two_areas_at_first(void)
{
  static const char *const none[] = {NULL, NULL};
  g_autoptr(GemsPosition) position = solo_position_new(none, 3, 8, 2, 9);
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_3 orange_2 m01 m02");
  g_assert_cmpuint(solo_count(session, NULL, 0, SOLO_PAIR), ==, 4); /* any pairing */
  g_assert_false(solo_may(session, SOLO_SKIP));
  g_assert_false(solo_may(session, GEMS_TRACKER_DONE));
  solo_play_pair(session, BLUE + 3, M02, BEGIN_AREA);
  g_assert_cmpuint(solo_count(session, NULL, 0, SOLO_PAIR), ==, 1);

  /* The first area has its column of this round: the second is all that is left. */
  LapAction pair = solo_pair(ORANGE + 2, M01);
  g_assert_cmpuint(solo_count(session, &pair, 1, GEMS_TRACKER_EXTEND), ==, 0);
  g_assert_cmpuint(solo_count(session, &pair, 1, GEMS_TRACKER_BEGIN_AREA), ==, 2);
  solo_play_pair(session, ORANGE + 2, M01, BEGIN_AREA);
  g_assert_true(solo_may(session, GEMS_TRACKER_DONE));
  games_play(session, "done");
  g_autofree char *areas = gems_areas(gems_state(session), 0);
  g_assert_cmpstr(areas, ==, "3 | 2");
  g_assert_cmpuint(gems_state(session)->round, ==, 2);
}

static void test_no_third_area(void)
{
  static const char *const areas[] = {"5", "6"};
  g_autoptr(GemsPosition) position = solo_position_new(areas, 3, 8, 2, 9);
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_8 orange_9 m01 m02");
  LapAction pair = solo_pair(BLUE + 8, M01);
  g_assert_cmpuint(solo_count(session, &pair, 1, GEMS_TRACKER_BEGIN_AREA), ==, 0);
  g_assert_cmpuint(solo_count(session, &pair, 1, GEMS_TRACKER_EXTEND), ==, 2 * 2);
  solo_play_pair(session, BLUE + 8, M01, EXTEND(1, GEMS_TRACKER_RIGHT));
  pair = solo_pair(ORANGE + 9, M02);
  g_assert_cmpuint(solo_count(session, &pair, 1, GEMS_TRACKER_EXTEND), ==, 2);
  solo_play_pair(session, ORANGE + 9, M02, EXTEND(0, GEMS_TRACKER_RIGHT));
  g_autofree char *found = gems_areas(gems_state(session), 0);
  g_assert_cmpstr(found, ==, "5 9 | 6 8");
}

/* Only where nothing fits, by any tracker; a Booking can help. */
static void test_skips(void)
{
  static const char *const areas[] = {"1 5", "2 7"};
  g_autoptr(GemsPosition) position = solo_position_new(areas, 3, 8, 4, 9);
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_3 orange_4 m01 m02");
  g_assert_false(solo_may(session, SOLO_PAIR));
  g_assert_cmpuint(solo_count(session, NULL, 0, SOLO_SKIP), ==, 4);
  g_assert_true(solo_may(session, GEMS_TRACKER_BOOK));
  games_play(session, "skip blue_3 m02");
  g_assert_cmpuint(solo_count(session, NULL, 0, SOLO_SKIP), ==, 1);
  games_play(session, "book 0 right");
  g_assert_false(solo_may(session, SOLO_SKIP));
  solo_play_pair(session, ORANGE + 4, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
  games_play(session, "done");
  g_autofree char *found = gems_areas(gems_state(session), 0);
  g_assert_cmpstr(found, ==, "1 5 = 4 | 2 7");
  g_assert_cmpuint(gems_state(session)->mine_discards.count, ==, 2); /* the skipped, and the one that was left */
}

static void test_one_that_fits_must_go_first(void)
{
  static const char *const areas[] = {"1 5", "2 7"};
  g_autoptr(GemsPosition) position = solo_position_new(areas, 3, 8, 6, 9);
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_3 orange_6 m01 m02");
  g_assert_cmpuint(solo_count(session, NULL, 0, SOLO_PAIR), ==, 2); /* of orange 6 only */
  g_assert_false(solo_may(session, SOLO_SKIP));
  solo_play_pair(session, ORANGE + 6, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
  g_assert_cmpuint(solo_count(session, NULL, 0, SOLO_SKIP), ==, 1);
}

/* A column after which the tracker that is left fits nowhere says that, behind the act. */
static void test_what_is_left_fits_nowhere(void)
{
  static const char *const areas[] = {"1 5", "2 7"};
  for (guint bookings = 0; bookings <= 1; bookings++) {
    g_autoptr(GemsPosition) position = solo_position_new(areas, 6, 8, 6, 9);
    solo_position_bookings(position, bookings);
    g_autoptr(LapSession) session = gems_position_play(position);
    games_play(session, "choose blue_6 orange_6 m01 m02");
    solo_play_pair(session, BLUE + 6, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
    const LapEvent *told = told_lost(session, "fits_nowhere", bookings, ORANGE + 6);
    g_assert_nonnull(told);
    g_assert_cmpint(told->arg[1], ==, M02);
    guint n;
    g_assert_true(told == &lap_session_events(session, &n)[1]);
    g_assert_true(solo_may(session, SOLO_SKIP));
  }
}

/* Where it fits, nothing is said. */
static void test_what_is_left_fits(void)
{
  static const char *const areas[] = {"1 5", "2 7"};
  g_autoptr(GemsPosition) position = solo_position_new(areas, 6, 8, 9, 10);
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_6 orange_9 m01 m02");
  solo_play_pair(session, BLUE + 6, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
  g_assert_null(told_lost(session, "fits_nowhere", TRUE, ORANGE + 9));
  g_assert_null(told_lost(session, "fits_nowhere", FALSE, ORANGE + 9));
}

/* The last Booking is of no help in the area that has had its column; in the other one it is. */
static void test_a_booking_for_what_is_left(void)
{
  static const char *const areas[] = {"1 5", "2 7"}, *const acts[] = {"book 0 right", "book 1 right"};
  for (guint area = 0; area < 2; area++) {
    g_autoptr(GemsPosition) position = solo_position_new(areas, 6, 8, 6, 9);
    solo_position_bookings(position, 1);
    g_autoptr(LapSession) session = gems_position_play(position);
    games_play(session, "choose blue_6 orange_6 m01 m02");
    solo_play_pair(session, BLUE + 6, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
    games_play(session, acts[area]);
    g_assert_cmpint(told_lost(session, "fits_nowhere", FALSE, ORANGE + 6) == NULL, ==, area == 1);
    g_assert_cmpint(solo_may(session, SOLO_SKIP), ==, area == 0);
  }
}

/* Where a Booking makes room for two trackers that fit nowhere, it does so in one area. */
static void test_a_booking_for_one_of_two(void)
{
  static const char *const areas[] = {"1 5", "2 7"};
  g_autoptr(GemsPosition) position = solo_position_new(areas, 3, 8, 4, 9);
  solo_position_bookings(position, 2);
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_3 orange_4 m01 m02");
  games_play(session, "book 1 right");
  const LapEvent *told = told_lost(session, "one_area", TRUE, BLUE + 3);
  g_assert_nonnull(told);
  g_assert_cmpint(told->arg[2], ==, 1);
  games_play(session, "book 1 right");
  g_assert_nonnull(told_lost(session, "one_area", FALSE, BLUE + 3));
}

/* Without Bookings the round ends by itself, by a column or by a skip. */
static void test_the_round_ends_by_itself(void)
{
  static const char *const areas[] = {"1 5", "2 7"};
  g_autoptr(GemsPosition) position = solo_position_new(areas, 3, 8, 6, 9);
  lap_zone_pass(LAP_HAND(&position->state->bookings[0]), LAP_ZONE(&position->state->box), LAP_EVERYONE);
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_3 orange_6 m01 m02");
  solo_play_pair(session, ORANGE + 6, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
  g_assert_cmpuint(gems_state(session)->round, ==, 1);
  games_play(session, "skip blue_3 m02");
  g_assert_cmpuint(gems_state(session)->round, ==, 2);
}

/* A pair is one move, which ends with its column. */
static void test_no_booking_within_a_pair(void)
{
  static const char *const areas[] = {"5", "6"};
  g_autoptr(GemsPosition) position = solo_position_new(areas, 3, 8, 2, 9);
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_8 orange_9 m01 m02");
  g_assert_true(solo_may(session, GEMS_TRACKER_BOOK));
  LapAction pair = solo_pair(BLUE + 8, M01);
  g_assert_cmpuint(solo_count(session, &pair, 1, GEMS_TRACKER_BOOK), ==, 0);
  g_assert_cmpuint(solo_count(session, &pair, 1, GEMS_TRACKER_EXTEND), ==, 2 * 2);
}

/* A Booking of this round is covered in the next at the earliest. */
static void test_a_booking_waits(void)
{
  static const char *const areas[] = {"5 =", "2"};
  g_autoptr(GemsPosition) position = solo_position_new(areas, 8, 3, 9, 4);
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_8 orange_9 m01 m02");
  games_play(session, "book 1 right");
  LapAction pair = solo_pair(BLUE + 8, M01);
  const LapActions *legal = lap_session_legal(session, 0, &pair, 1, NULL);
  for (guint i = 0; i < legal->n; i++)
    if (legal->v[i].kind == GEMS_TRACKER_COVER) g_assert_cmpint(legal->v[i].arg[0], ==, 1);
  g_assert_cmpuint(solo_count(session, &pair, 1, GEMS_TRACKER_COVER), ==, 2);
}

/* In the last round, the sixth, it never is, and that is told. */
static void test_a_booking_in_the_last_round(void)
{
  static const char *const areas[] = {"5", "2"};
  for (guint round = SOLO_ROUNDS - 1; round <= SOLO_ROUNDS; round++) {
    g_autoptr(GemsPosition) position = solo_position_new(areas, 8, 3, 9, 4);
    position->state->round = (guint8)round;
    g_autoptr(LapSession) session = gems_position_play(position);
    games_play(session, "choose blue_8 orange_9 m01 m02");
    games_play(session, "book 1 right");
    const LapEvent *told = games_told(session, "gems-tracker/stays_uncovered", 0);
    g_assert_cmpint(told != NULL, ==, round == SOLO_ROUNDS);
  }
}

/* --- whole matches */

/* Six rounds, of which each uses two cards of each deck, and at most a column an area. */
static void test_whole_matches(void)
{
  LapGenerator chooser = lap_generator_seeded(7);
  for (guint match = 0; match < 100; match++) {
    g_autoptr(LapSession) session = games_start("gems-tracker-solo", 1, match);
    for (guint plies = 0; !lap_session_over(session); plies++) {
      const GemsTracker *state = gems_state(session);
      g_assert_cmpuint(state->areas[0].count, <=, 2);
      g_assert_cmpuint(state->mined[0].count, <=, 2 * state->round);
      g_assert_cmpuint(plies, <, 6 * (1 + 2 + 1) + 6);
      LapAction move[4];
      guint steps = 0;
      const LapActions *legal = lap_session_legal(session, 0, NULL, 0, NULL);
      move[steps++] = legal->v[lap_generator_below(&chooser, legal->n)];
      if (move[0].kind == SOLO_PAIR) {
        legal = lap_session_legal(session, 0, move, 1, NULL);
        move[steps++] = legal->v[lap_generator_below(&chooser, legal->n)];
      }
      g_assert_true(lap_session_play(session, move, steps, NULL));
    }
    const Solo *solo = solo_state(session);
    g_assert_cmpuint(gems_state(session)->round, ==, 6);
    g_assert_cmpuint(solo->left_deck.count + solo->right_deck.count, ==, 0);
    g_assert_cmpuint(gems_state(session)->mine_deck.count, ==, 3);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gems-tracker-solo/set-up/has-two-decks-and-ten-tenders", test_the_set_up);
  g_test_add_func("/gems-tracker-solo/draft/takes-one-of-each-deck-and-two-mines", test_the_draft);
  g_test_add_func("/gems-tracker-solo/draft/tells-where-trackers-fit", test_where_trackers_fit_is_told);
  g_test_add_func("/gems-tracker-solo/draft/tells-that-both-fit-in-one-area-only", test_one_area_for_both);
  g_test_add_func("/gems-tracker-solo/draft/tells-what-fits-nowhere", test_trackers_that_fit_nowhere);
  g_test_add_func("/gems-tracker-solo/draft/what-mines-have-for-pairs", test_what_mines_have_for_pairs);
  g_test_add_func("/gems-tracker-solo/draft/what-mines-have-for-two-of-a-kind", test_what_mines_have_for_two);
  g_test_add_func("/gems-tracker-solo/place/both-areas-begin-in-the-first-round", test_two_areas_at_first);
  g_test_add_func("/gems-tracker-solo/place/each-area-has-one-column-a-round", test_no_third_area);
  g_test_add_func("/gems-tracker-solo/place/a-pair-is-skipped-only-if-nothing-fits", test_skips);
  g_test_add_func("/gems-tracker-solo/place/what-fits-is-not-skipped", test_one_that_fits_must_go_first);
  g_test_add_func("/gems-tracker-solo/place/tells-that-what-is-left-fits-nowhere", test_what_is_left_fits_nowhere);
  g_test_add_func("/gems-tracker-solo/place/tells-nothing-of-what-fits", test_what_is_left_fits);
  g_test_add_func("/gems-tracker-solo/place/a-booking-may-help-what-is-left", test_a_booking_for_what_is_left);
  g_test_add_func("/gems-tracker-solo/place/a-booking-may-help-one-of-two", test_a_booking_for_one_of_two);
  g_test_add_func("/gems-tracker-solo/place/bookings-in-both-areas-help-both", test_bookings_for_both);
  g_test_add_func("/gems-tracker-solo/place/without-bookings-the-round-ends-by-itself", test_the_round_ends_by_itself);
  g_test_add_func("/gems-tracker-solo/place/no-booking-within-a-pair", test_no_booking_within_a_pair);
  g_test_add_func("/gems-tracker-solo/place/a-booking-waits-for-the-next-round", test_a_booking_waits);
  g_test_add_func("/gems-tracker-solo/place/a-booking-of-the-last-round-is-never-covered",
                  test_a_booking_in_the_last_round);
  g_test_add_func("/gems-tracker-solo/end/comes-after-six-rounds", test_whole_matches);
  return g_test_run();
}
