/* Gems Tracker, solo. */
#include <string.h>

#include "gems-tracker-position.h"
#include "lapidary/zone.h"
#include "plugins/gems-tracker-solo/gems-tracker-solo.h"

static const Solo *solo_state(LapSession *session) { return gems_segment(session, 1); }

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

/* --- positions: what lies open, laid by hand */

static Solo *solo_of_position(GemsPosition *position)
{
  return (Solo *)((guint8 *)position->state + position->game->segment_offset[1] - position->game->segment_offset[0]);
}

/* Puts the cards with two numbers where those of a deck lie open. */
static void open_two(LapSlot *open, LapSlot *deck, guint n, guint8 colour, guint first, guint second)
{
  const guint number[] = {first, second};
  for (guint i = 0; i < 2; i++) {
    guint16 face = gems_tracker_card(colour, (guint8)number[i]), there = open[i].piece;
    LapSlot *wanted = NULL;
    for (guint j = 0; j < n; j++)
      if (deck[j].piece == face) wanted = &deck[j];
    for (guint j = i; j < 2; j++)
      if (open[j].piece == face) wanted = &open[j];
    g_assert_nonnull(wanted);
    wanted->piece = there;
    open[i].piece = face;
  }
}

/* A match whose round has opened these trackers; `areas` are built, the cards for them come from other colours. */
static GemsPosition *opened(const char *const *areas, guint left, guint other_left, guint right, guint other_right)
{
  GemsPosition *position = gems_position_new("gems-tracker-solo", 1);
  Solo *solo = solo_of_position(position);
  open_two(solo->left.slot, solo->left_deck.slot, solo->left_deck.count, 0, left, other_left);
  open_two(solo->right.slot, solo->right_deck.slot, solo->right_deck.count, 1, right, other_right);
  for (guint i = 0; i < 2 && areas[i]; i++) gems_position_area(position, 0, areas[i]);
  gems_position_mines(position, "m01 m02 m04");
  return position;
}

static guint count_kind(LapSession *session, const LapAction *steps, guint n_steps, guint16 kind)
{
  const LapActions *legal = lap_session_legal(session, 0, steps, n_steps, NULL);
  guint n = 0;
  for (guint i = 0; i < legal->n; i++) n += legal->v[i].kind == kind;
  return n;
}

static gboolean may(LapSession *session, guint16 kind) { return count_kind(session, NULL, 0, kind) > 0; }

/* --- draft */

static void test_the_draft(void)
{
  static const char *const none[] = {NULL, NULL};
  g_autoptr(GemsPosition) position = opened(none, 3, 8, 2, 9);
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
  } cases[] = {{{"1 5", "2 7"}, 3, 6, {0, 1}},
               {{"5 = 9", "2 7"}, 8, 11, {2, 2}},
               {{"5 =", "12"}, 1, 4, {4, 3}},
               {{"5", NULL}, 1, 4, {-1, -1}}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    guint left = cases[i].left, right = cases[i].right;
    g_autoptr(GemsPosition) position = opened(cases[i].areas, left, left + 1, right, right + 1);
    g_autoptr(LapSession) session = gems_position_play(position);
    g_autofree char *move = g_strdup_printf("choose blue_%u orange_%u m01 m02", left, right);
    games_play(session, move);
    const LapEvent *told = games_told(session, "gems-tracker-solo/fits", gems_tracker_card(0, (guint8)left));
    g_assert_cmpint(told ? told->arg[1] : -1, ==, cases[i].places[0]);
    g_assert_cmpint(told ? told->arg[3] : -1, ==, cases[i].places[1]);
  }
}

/* Lays these tenders and regards all others as met. */
static void only_tenders(GemsPosition *position, const char *const *keys)
{
  guint8 *met = solo_of_position(position)->met;
  memset(met, 1, 10);
  for (guint i = 0; keys[i]; i++) {
    gems_position_tender(position, i, keys[i]);
    met[i] = 0;
  }
}

/* Leaves as many Bookings. */
static void keep_bookings(GemsPosition *position, guint n)
{
  LapZone bookings = LAP_HAND(&position->state->bookings[0]);
  while (position->state->bookings[0].count > n)
    lap_zone_move(bookings, GEMS_TRACKER_BOOKING, LAP_ZONE(&position->state->box), LAP_EVERYONE);
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
    g_autoptr(GemsPosition) position = opened(cases[i / 2].areas, left, left + 1, right, right + 1);
    keep_bookings(position, i % 2);
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

/* Of pairs it is told how many gems of each colour the mines have. */
static void test_what_mines_have_for_pairs(void)
{
  static const char *const none[] = {NULL, NULL}, *const tenders[] = {"d_white_green", NULL};
  g_autoptr(GemsPosition) position = opened(none, 3, 8, 2, 9);
  only_tenders(position, tenders);
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
  g_autoptr(GemsPosition) position = opened(areas, 8, 3, 9, 4);
  only_tenders(position, tenders);
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

static LapAction pair_of(guint16 tracker, guint16 mine)
{
  return (LapAction){.kind = SOLO_PAIR, .n_args = 2, .arg = {(gint16)tracker, (gint16)mine}};
}

/* A pair and what becomes of it are one move. */
static void play_pair(LapSession *session, guint16 tracker, guint16 mine, LapAction place)
{
  LapAction move[] = {pair_of(tracker, mine), place};
  g_autoptr(GError) error = NULL;
  lap_session_play(session, move, 2, &error);
  g_assert_no_error(error);
}

#define BEGIN_AREA ((LapAction){.kind = GEMS_TRACKER_BEGIN_AREA, .n_args = 1})
#define EXTEND(area, side) ((LapAction){.kind = GEMS_TRACKER_EXTEND, .n_args = 3, .arg = {area, side}})
enum { BLUE = 0, ORANGE = GEMS_TRACKER_NUMBERS, M01 = 1, M02 = 2, M04 = 4 };

static void test_two_areas_at_first(void)
{
  static const char *const none[] = {NULL, NULL};
  g_autoptr(GemsPosition) position = opened(none, 3, 8, 2, 9);
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_3 orange_2 m01 m02");
  g_assert_cmpuint(count_kind(session, NULL, 0, SOLO_PAIR), ==, 4); /* any pairing */
  g_assert_false(may(session, SOLO_SKIP));
  g_assert_false(may(session, GEMS_TRACKER_DONE));
  play_pair(session, BLUE + 3, M02, BEGIN_AREA);
  g_assert_cmpuint(count_kind(session, NULL, 0, SOLO_PAIR), ==, 1);

  /* The first area has its column of this round: the second is all that is left. */
  LapAction pair = pair_of(ORANGE + 2, M01);
  g_assert_cmpuint(count_kind(session, &pair, 1, GEMS_TRACKER_EXTEND), ==, 0);
  g_assert_cmpuint(count_kind(session, &pair, 1, GEMS_TRACKER_BEGIN_AREA), ==, 2);
  play_pair(session, ORANGE + 2, M01, BEGIN_AREA);
  g_assert_true(may(session, GEMS_TRACKER_DONE));
  games_play(session, "done");
  g_autofree char *areas = gems_areas(gems_state(session), 0);
  g_assert_cmpstr(areas, ==, "3 | 2");
  g_assert_cmpuint(gems_state(session)->round, ==, 2);
}

static void test_no_third_area(void)
{
  static const char *const areas[] = {"5", "6"};
  g_autoptr(GemsPosition) position = opened(areas, 3, 8, 2, 9);
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_8 orange_9 m01 m02");
  LapAction pair = pair_of(BLUE + 8, M01);
  g_assert_cmpuint(count_kind(session, &pair, 1, GEMS_TRACKER_BEGIN_AREA), ==, 0);
  g_assert_cmpuint(count_kind(session, &pair, 1, GEMS_TRACKER_EXTEND), ==, 2 * 2);
  play_pair(session, BLUE + 8, M01, EXTEND(1, GEMS_TRACKER_RIGHT));
  pair = pair_of(ORANGE + 9, M02);
  g_assert_cmpuint(count_kind(session, &pair, 1, GEMS_TRACKER_EXTEND), ==, 2);
  play_pair(session, ORANGE + 9, M02, EXTEND(0, GEMS_TRACKER_RIGHT));
  g_autofree char *found = gems_areas(gems_state(session), 0);
  g_assert_cmpstr(found, ==, "5 9 | 6 8");
}

/* Only where nothing fits, by any tracker; a Booking can help. */
static void test_skips(void)
{
  static const char *const areas[] = {"1 5", "2 7"};
  g_autoptr(GemsPosition) position = opened(areas, 3, 8, 4, 9);
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_3 orange_4 m01 m02");
  g_assert_false(may(session, SOLO_PAIR));
  g_assert_cmpuint(count_kind(session, NULL, 0, SOLO_SKIP), ==, 4);
  g_assert_true(may(session, GEMS_TRACKER_BOOK));
  games_play(session, "skip blue_3 m02");
  g_assert_cmpuint(count_kind(session, NULL, 0, SOLO_SKIP), ==, 1);
  games_play(session, "book 0 right");
  g_assert_false(may(session, SOLO_SKIP));
  play_pair(session, ORANGE + 4, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
  games_play(session, "done");
  g_autofree char *found = gems_areas(gems_state(session), 0);
  g_assert_cmpstr(found, ==, "1 5 = 4 | 2 7");
  g_assert_cmpuint(gems_state(session)->mine_discards.count, ==, 2); /* the skipped, and the one that was left */
}

static void test_one_that_fits_must_go_first(void)
{
  static const char *const areas[] = {"1 5", "2 7"};
  g_autoptr(GemsPosition) position = opened(areas, 3, 8, 6, 9);
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_3 orange_6 m01 m02");
  g_assert_cmpuint(count_kind(session, NULL, 0, SOLO_PAIR), ==, 2); /* of orange 6 only */
  g_assert_false(may(session, SOLO_SKIP));
  play_pair(session, ORANGE + 6, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
  g_assert_cmpuint(count_kind(session, NULL, 0, SOLO_SKIP), ==, 1);
}

/* A column after which the tracker that is left fits nowhere says that, behind the act. */
static void test_what_is_left_fits_nowhere(void)
{
  static const char *const areas[] = {"1 5", "2 7"};
  for (guint bookings = 0; bookings <= 1; bookings++) {
    g_autoptr(GemsPosition) position = opened(areas, 6, 8, 6, 9);
    keep_bookings(position, bookings);
    g_autoptr(LapSession) session = gems_position_play(position);
    games_play(session, "choose blue_6 orange_6 m01 m02");
    play_pair(session, BLUE + 6, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
    const LapEvent *told = told_lost(session, "fits_nowhere", bookings, ORANGE + 6);
    g_assert_nonnull(told);
    g_assert_cmpint(told->arg[1], ==, M02);
    guint n;
    g_assert_true(told == &lap_session_events(session, &n)[2]); /* `connected` has no sentence here */
    g_assert_true(may(session, SOLO_SKIP));
  }
}

/* Where it fits, nothing is said. */
static void test_what_is_left_fits(void)
{
  static const char *const areas[] = {"1 5", "2 7"};
  g_autoptr(GemsPosition) position = opened(areas, 6, 8, 9, 10);
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_6 orange_9 m01 m02");
  play_pair(session, BLUE + 6, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
  g_assert_null(told_lost(session, "fits_nowhere", TRUE, ORANGE + 9));
  g_assert_null(told_lost(session, "fits_nowhere", FALSE, ORANGE + 9));
}

/* The last Booking is of no help in the area that has had its column; in the other one it is. */
static void test_a_booking_for_what_is_left(void)
{
  static const char *const areas[] = {"1 5", "2 7"}, *const acts[] = {"book 0 right", "book 1 right"};
  for (guint area = 0; area < 2; area++) {
    g_autoptr(GemsPosition) position = opened(areas, 6, 8, 6, 9);
    keep_bookings(position, 1);
    g_autoptr(LapSession) session = gems_position_play(position);
    games_play(session, "choose blue_6 orange_6 m01 m02");
    play_pair(session, BLUE + 6, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
    games_play(session, acts[area]);
    g_assert_cmpint(told_lost(session, "fits_nowhere", FALSE, ORANGE + 6) == NULL, ==, area == 1);
    g_assert_cmpint(may(session, SOLO_SKIP), ==, area == 0);
  }
}

/* Where a Booking makes room for two trackers that fit nowhere, it does so in one area. */
static void test_a_booking_for_one_of_two(void)
{
  static const char *const areas[] = {"1 5", "2 7"};
  g_autoptr(GemsPosition) position = opened(areas, 3, 8, 4, 9);
  keep_bookings(position, 2);
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
  g_autoptr(GemsPosition) position = opened(areas, 3, 8, 6, 9);
  lap_zone_pass(LAP_HAND(&position->state->bookings[0]), LAP_ZONE(&position->state->box), LAP_EVERYONE);
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_3 orange_6 m01 m02");
  play_pair(session, ORANGE + 6, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
  g_assert_cmpuint(gems_state(session)->round, ==, 1);
  games_play(session, "skip blue_3 m02");
  g_assert_cmpuint(gems_state(session)->round, ==, 2);
}

/* A pair is one move, which ends with its column. */
static void test_no_booking_within_a_pair(void)
{
  static const char *const areas[] = {"5", "6"};
  g_autoptr(GemsPosition) position = opened(areas, 3, 8, 2, 9);
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_8 orange_9 m01 m02");
  g_assert_true(may(session, GEMS_TRACKER_BOOK));
  LapAction pair = pair_of(BLUE + 8, M01);
  g_assert_cmpuint(count_kind(session, &pair, 1, GEMS_TRACKER_BOOK), ==, 0);
  g_assert_cmpuint(count_kind(session, &pair, 1, GEMS_TRACKER_EXTEND), ==, 2 * 2);
}

/* A Booking of this round is covered in the next at the earliest. */
static void test_a_booking_waits(void)
{
  static const char *const areas[] = {"5 =", "2"};
  g_autoptr(GemsPosition) position = opened(areas, 8, 3, 9, 4);
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_8 orange_9 m01 m02");
  games_play(session, "book 1 right");
  LapAction pair = pair_of(BLUE + 8, M01);
  const LapActions *legal = lap_session_legal(session, 0, &pair, 1, NULL);
  for (guint i = 0; i < legal->n; i++)
    if (legal->v[i].kind == GEMS_TRACKER_COVER) g_assert_cmpint(legal->v[i].arg[0], ==, 1);
  g_assert_cmpuint(count_kind(session, &pair, 1, GEMS_TRACKER_COVER), ==, 2);
}

/* --- tenders */

static guint count_met(const Solo *solo)
{
  guint n = 0;
  for (guint i = 0; i < 10; i++) n += solo->met[i];
  return n;
}

/* The place of the tender about runs, which is always there. */
static guint run_tender(const GemsPosition *position)
{
  const GemsTrackerTender *tender = position->game->level[0].rows[1].row;
  guint place = 0;
  while (tender[position->state->tenders.slot[place].piece].measure != GEMS_TRACKER_RUN) place++;
  return place;
}

/* A run of four is not the highest tier; of five it is, at once and for good. */
static void test_a_tender_is_turned_down(void)
{
  static const char *const areas[] = {"1 2 3", "8"};
  g_autoptr(GemsPosition) position = opened(areas, 4, 3, 5, 4);
  guint run = run_tender(position);
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_4 orange_5 m01 m02");
  play_pair(session, BLUE + 4, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
  g_assert_cmpuint(solo_state(session)->met[run], ==, 0);

  static const char *const longer[] = {"1 2 3 4", "8"};
  g_autoptr(GemsPosition) again = opened(longer, 5, 3, 9, 4);
  run = run_tender(again);
  g_autoptr(LapSession) other = gems_position_play(again);
  games_play(other, "choose blue_5 orange_9 m01 m02");
  play_pair(other, BLUE + 5, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
  g_assert_cmpuint(solo_state(other)->met[run], ==, 1);
  LapSheet sheet = games_sheet(other);
  g_assert_cmpint(sheet.total[0][LAP_TIER_POINTS], ==, count_met(solo_state(other)));
}

/* The events of the last move by which tenders came nearer: how many tenders each is about; 0: it is another one. */
static guint neared_by(LapSession *session, const LapEvent *event)
{
  static const char *const names[] = {"", "tender_neared", "two_neared", "three_neared"};
  const LapGame *game = lap_engine_game(lap_session_engine(session));
  const char *name = strrchr(lap_game_event(game, event->kind)->name, '/') + 1;
  guint n = G_N_ELEMENTS(names) - 1;
  while (n && !g_str_equal(name, names[n])) n--;
  return n;
}

/* How far the last move told that a tender has come; 0: it told nothing of it. `at`: the how manieth it was of all. */
static gint told_of(LapSession *session, guint place, guint *at)
{
  guint n, nth = 0;
  const LapEvent *event = lap_session_events(session, &n);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < neared_by(session, &event[i]); j++, nth++) {
      if (event[i].arg[2 * j] != (gint)gems_state(session)->tenders.slot[place].piece) continue;
      if (at) *at = nth;
      return event[i].arg[2 * j + 1];
    }
  return 0;
}

/* A column tells how far tenders have come by it, and nothing of those that are as far as before. */
static void test_tenders_come_nearer(void)
{
  static const char *const areas[] = {"1 2 3", "8"};
  g_autoptr(GemsPosition) position = opened(areas, 4, 3, 12, 5);
  guint run = run_tender(position);
  solo_of_position(position)->reached[run] = 3;
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_4 orange_12 m01 m02");
  play_pair(session, BLUE + 4, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
  g_assert_cmpint(told_of(session, run, NULL), ==, 4);
  play_pair(session, ORANGE + 12, M02, EXTEND(1, GEMS_TRACKER_RIGHT));
  g_assert_cmpint(told_of(session, run, NULL), ==, 0);
}

/* Of one tender alone it is told how much it needs, too. */
static void test_one_tender_comes_nearer(void)
{
  static const char *const areas[] = {"1 2 3", "8"};
  g_autoptr(GemsPosition) position = opened(areas, 4, 3, 12, 5);
  guint run = run_tender(position);
  memset(solo_of_position(position)->met, 1, 10);
  solo_of_position(position)->met[run] = 0;
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_4 orange_12 m01 m02");
  play_pair(session, BLUE + 4, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
  const LapEvent *told = games_told(session, "gems-tracker-solo/tender_neared",
                                    gems_state(session)->tenders.slot[run].piece);
  g_assert_nonnull(told);
  g_assert_cmpint(told->arg[1], ==, 4);
  g_assert_cmpint(told->arg[2], ==, 5);
}

/* Up to three tenders are told at once, those first for which it is alike which way up the mine is. */
static void test_several_tenders_come_nearer(void)
{
  static const char *const areas[] = {"1 2 3", "8"};
  static const char *const laid[] = {"h", "d_white_green", "f_green", "j", "f_white", "d_white_red"};
  g_autoptr(GemsPosition) position = opened(areas, 4, 3, 12, 5);
  memset(solo_of_position(position)->met, 1, 10);
  for (guint i = 0; i < G_N_ELEMENTS(laid); i++) {
    gems_position_tender(position, i, laid[i]);
    solo_of_position(position)->met[i] = 0;
  }
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_4 orange_12 m01 m02");
  play_pair(session, BLUE + 4, M01, EXTEND(0, GEMS_TRACKER_RIGHT)); /* m01 is ".W|WG|WG" */
  static const struct {
    guint place, at;
    gint amount;
  } told[] = {{2, 0, 2}, {4, 1, 3}, {0, 2, 2}, {1, 3, 2}};
  for (guint i = 0; i < G_N_ELEMENTS(told); i++) {
    guint at;
    g_assert_cmpint(told_of(session, told[i].place, &at), ==, told[i].amount);
    g_assert_cmpuint(at, ==, told[i].at);
  }
  g_assert_cmpint(told_of(session, 3, NULL) + told_of(session, 5, NULL), ==, 0);
  const guint kinds[] = {gems_state(session)->tenders.slot[2].piece, gems_state(session)->tenders.slot[0].piece};
  for (guint i = 0; i < 2; i++) g_assert_nonnull(games_told(session, "gems-tracker-solo/two_neared", kinds[i]));
}

/* --- the end */

static const char *phase_of(LapSession *session)
{
  const LapGame *game = lap_engine_game(lap_session_engine(session));
  return lap_game_phase(game, lap_head_of(lap_session_block(session))->phase)->name;
}

/* Bookings may be laid at any time: with all placed in the last round, a phase of its own says that they are of no use
 * any more. */
static void test_the_last_bookings(void)
{
  static const char *const areas[] = {"1 5", "2 7"};
  for (guint8 round = SOLO_ROUNDS - 1; round <= SOLO_ROUNDS; round++) {
    g_autoptr(GemsPosition) position = opened(areas, 6, 8, 9, 10);
    position->state->round = round;
    g_autoptr(LapSession) session = gems_position_play(position);
    gboolean is_last = round == SOLO_ROUNDS;
    games_play(session, "choose blue_6 orange_9 m01 m02");
    play_pair(session, BLUE + 6, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
    games_play(session, "book 0 right");
    g_assert_cmpstr(phase_of(session), ==, "gems-tracker/place");
    play_pair(session, ORANGE + 9, M02, EXTEND(1, GEMS_TRACKER_RIGHT));
    g_assert_cmpstr(phase_of(session), ==, is_last ? "gems-tracker-solo/all_placed" : "gems-tracker/place");
    games_play(session, "book 0 right");
    games_play(session, "done");
    g_assert_cmpint(lap_session_over(session), ==, is_last);
  }
}

static const char *praise_of(LapSession *session)
{
  const LapGame *game = lap_engine_game(lap_session_engine(session));
  guint n;
  const LapEvent *event = lap_session_events(session, &n);
  const LapGameKind *kind = lap_game_event(game, event[n - 1].kind);
  g_assert_cmpstr(kind->name, ==, "gems-tracker-solo/praised");
  return kind->args[1].choices[event[n - 1].arg[1]];
}

static const char *const praises[] = {"try_again", "try_again", "try_again", "okay",  "okay",    "good",
                                      "good",      "masterly",  "wow",       "great", "champion"};

/* Lines of the score that are for tenders which were not met; those that were met have all that is needed. */
static guint count_missed(LapSession *session)
{
  const LapGame *game = lap_engine_game(lap_session_engine(session));
  LapSheet sheet = games_sheet(session);
  guint missed = 0;
  for (guint i = 0; i < sheet.n; i++) {
    const LapGameKind *kind = lap_game_category(game, sheet.line[i].kind);
    if (!g_str_equal(kind->name, "gems-tracker-solo/tenders")) continue;
    g_assert_cmpint(sheet.line[i].points, ==, sheet.line[i].arg[1] == sheet.line[i].arg[2]);
    g_assert_cmpint(sheet.line[i].arg[1], <=, sheet.line[i].arg[2]);
    missed += sheet.line[i].points == 0;
  }
  return missed;
}

/* The last round, with so many met before: a match is played to its end, and nothing more can be met. */
static void test_praise(void)
{
  for (guint met = 0; met <= 10; met++) {
    static const char *const areas[] = {"1 5", "2 7"};
    g_autoptr(GemsPosition) position = opened(areas, 3, 8, 4, 9);
    lap_zone_pass(LAP_HAND(&position->state->bookings[0]), LAP_ZONE(&position->state->box), LAP_EVERYONE);
    position->state->round = SOLO_ROUNDS;
    memset(solo_of_position(position)->met, 1, met);
    g_autoptr(LapSession) session = gems_position_play(position);
    games_play(session, "choose blue_3 orange_4 m01 m02");
    games_play(session, "skip blue_3 m01");
    g_assert_cmpuint(count_missed(session), ==, 0);
    g_assert_null(games_told(session, "gems-tracker-solo/match_ends", met));
    games_play(session, "skip orange_4 m02");
    g_assert_true(lap_session_over(session));
    g_assert_nonnull(games_told(session, "gems-tracker-solo/match_ends", met));
    g_assert_cmpuint(count_missed(session), ==, 10 - met);
    g_assert_cmpstr(praise_of(session), ==, praises[met]);
    g_assert_cmpint(games_sheet(session).total[0][LAP_TIER_POINTS], ==, (gint)met);
  }
}

/* The last column ends the match, if no Booking is left: that is told before what else comes of it. */
static void test_the_last_column(void)
{
  static const char *const areas[] = {"1 2 3 4", "2 7"};
  for (guint bookings = 0; bookings <= 1; bookings++) {
    g_autoptr(GemsPosition) position = opened(areas, 5, 8, 9, 10);
    LapZone left = LAP_HAND(&position->state->bookings[0]);
    while (position->state->bookings[0].count > bookings)
      lap_zone_move(left, GEMS_TRACKER_BOOKING, LAP_ZONE(&position->state->box), LAP_EVERYONE);
    position->state->round = SOLO_ROUNDS;
    guint run = run_tender(position);
    g_autoptr(LapSession) session = gems_position_play(position);
    games_play(session, "choose blue_5 orange_9 m01 m02");
    play_pair(session, ORANGE + 9, M02, EXTEND(1, GEMS_TRACKER_RIGHT));
    g_assert_null(games_told(session, "gems-tracker-solo/match_ends", 0));
    play_pair(session, BLUE + 5, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
    const guint met = count_met(solo_state(session));
    const LapEvent *ends = games_told(session, "gems-tracker-solo/match_ends", met);
    g_assert_cmpint(ends == NULL, ==, (gint)bookings);
    g_assert_cmpint(lap_session_over(session), ==, !bookings);
    g_assert_true(solo_state(session)->met[run]);
    const LapEvent *tender = games_told(session, "gems-tracker-solo/tender_met",
                                        gems_state(session)->tenders.slot[run].piece);
    if (ends) g_assert_true(ends < tender);
  }
}

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
  g_test_add_func("/gems-tracker-solo/place/without-bookings-the-round-ends-by-itself", test_the_round_ends_by_itself);
  g_test_add_func("/gems-tracker-solo/place/no-booking-within-a-pair", test_no_booking_within_a_pair);
  g_test_add_func("/gems-tracker-solo/place/a-booking-waits-for-the-next-round", test_a_booking_waits);
  g_test_add_func("/gems-tracker-solo/tenders/are-turned-down-when-the-highest-tier-is-reached",
                  test_a_tender_is_turned_down);
  g_test_add_func("/gems-tracker-solo/tenders/columns-tell-how-far-they-have-come", test_tenders_come_nearer);
  g_test_add_func("/gems-tracker-solo/tenders/one-alone-tells-how-much-it-needs", test_one_tender_comes_nearer);
  g_test_add_func("/gems-tracker-solo/tenders/several-come-nearer-at-once", test_several_tenders_come_nearer);
  g_test_add_func("/gems-tracker-solo/end/the-last-column-says-so", test_the_last_column);
  g_test_add_func("/gems-tracker-solo/end/bookings-are-of-no-use-once-all-is-placed", test_the_last_bookings);
  g_test_add_func("/gems-tracker-solo/end/has-seven-levels-of-praise", test_praise);
  g_test_add_func("/gems-tracker-solo/end/comes-after-six-rounds", test_whole_matches);
  return g_test_run();
}
