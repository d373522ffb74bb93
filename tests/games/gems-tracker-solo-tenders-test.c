/* Gems Tracker, solo: tenders, and the end. */
#include <string.h>

#include "gems-tracker-solo-position.h"

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
  g_autoptr(GemsPosition) position = solo_position_new(areas, 4, 3, 5, 4);
  guint run = run_tender(position);
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_4 orange_5 m01 m02");
  solo_play_pair(session, BLUE + 4, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
  g_assert_cmpuint(solo_state(session)->met[run], ==, 0);

  static const char *const longer[] = {"1 2 3 4", "8"};
  g_autoptr(GemsPosition) again = solo_position_new(longer, 5, 3, 9, 4);
  run = run_tender(again);
  g_autoptr(LapSession) other = gems_position_play(again);
  games_play(other, "choose blue_5 orange_9 m01 m02");
  solo_play_pair(other, BLUE + 5, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
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
  g_autoptr(GemsPosition) position = solo_position_new(areas, 4, 3, 12, 5);
  guint run = run_tender(position);
  solo_in_position(position)->reached[run] = 3;
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_4 orange_12 m01 m02");
  solo_play_pair(session, BLUE + 4, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
  g_assert_cmpint(told_of(session, run, NULL), ==, 4);
  solo_play_pair(session, ORANGE + 12, M02, EXTEND(1, GEMS_TRACKER_RIGHT));
  g_assert_cmpint(told_of(session, run, NULL), ==, 0);
}

/* Of one tender alone it is told how much it needs, too. */
static void test_one_tender_comes_nearer(void)
{
  static const char *const areas[] = {"1 2 3", "8"};
  g_autoptr(GemsPosition) position = solo_position_new(areas, 4, 3, 12, 5);
  guint run = run_tender(position);
  memset(solo_in_position(position)->met, 1, 10);
  solo_in_position(position)->met[run] = 0;
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_4 orange_12 m01 m02");
  solo_play_pair(session, BLUE + 4, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
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
  g_autoptr(GemsPosition) position = solo_position_new(areas, 4, 3, 12, 5);
  memset(solo_in_position(position)->met, 1, 10);
  for (guint i = 0; i < G_N_ELEMENTS(laid); i++) {
    gems_position_tender(position, i, laid[i]);
    solo_in_position(position)->met[i] = 0;
  }
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_4 orange_12 m01 m02");
  solo_play_pair(session, BLUE + 4, M01, EXTEND(0, GEMS_TRACKER_RIGHT)); /* m01 is ".W|WG|WG" */
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
 * any more. It is the match that is ended there, not a round. */
static void test_the_last_bookings(void)
{
  static const char *const areas[] = {"1 5", "2 7"};
  for (guint8 round = SOLO_ROUNDS - 1; round <= SOLO_ROUNDS; round++) {
    g_autoptr(GemsPosition) position = solo_position_new(areas, 6, 8, 9, 10);
    position->state->round = round;
    g_autoptr(LapSession) session = gems_position_play(position);
    gboolean is_last = round == SOLO_ROUNDS;
    games_play(session, "choose blue_6 orange_9 m01 m02");
    solo_play_pair(session, BLUE + 6, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
    games_play(session, "book 0 right");
    g_assert_cmpstr(phase_of(session), ==, "gems-tracker/place");
    solo_play_pair(session, ORANGE + 9, M02, EXTEND(1, GEMS_TRACKER_RIGHT));
    g_assert_cmpstr(phase_of(session), ==, is_last ? "gems-tracker-solo/all_placed" : "gems-tracker/place");
    games_play(session, "book 0 right");
    g_assert_true(games_refuses(session, is_last ? "done" : "end_match"));
    games_play(session, is_last ? "end_match" : "done");
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
    g_autoptr(GemsPosition) position = solo_position_new(areas, 3, 8, 4, 9);
    solo_position_bookings(position, 0);
    position->state->round = SOLO_ROUNDS;
    memset(solo_in_position(position)->met, 1, met);
    g_autoptr(LapSession) session = gems_position_play(position);
    games_play(session, "choose blue_3 orange_4 m01 m02");
    games_play(session, "skip blue_3 m01");
    g_assert_cmpuint(count_missed(session), ==, 0);
    g_assert_null(games_told(session, "gems-tracker-solo/match_ends", 0));
    games_play(session, "skip orange_4 m02");
    g_assert_true(lap_session_over(session));
    g_assert_nonnull(games_told(session, "gems-tracker-solo/match_ends", 0));
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
    g_autoptr(GemsPosition) position = solo_position_new(areas, 5, 8, 9, 10);
    solo_position_bookings(position, bookings);
    position->state->round = SOLO_ROUNDS;
    guint run = run_tender(position);
    g_autoptr(LapSession) session = gems_position_play(position);
    games_play(session, "choose blue_5 orange_9 m01 m02");
    solo_play_pair(session, ORANGE + 9, M02, EXTEND(1, GEMS_TRACKER_RIGHT));
    g_assert_null(games_told(session, "gems-tracker-solo/match_ends", 0));
    solo_play_pair(session, BLUE + 5, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
    const LapEvent *ends = games_told(session, "gems-tracker-solo/match_ends", 0);
    g_assert_cmpint(ends == NULL, ==, (gint)bookings);
    g_assert_cmpint(lap_session_over(session), ==, !bookings);
    g_assert_true(solo_state(session)->met[run]);
    const LapEvent *tender = games_told(session, "gems-tracker-solo/tender_met",
                                        gems_state(session)->tenders.slot[run].piece);
    if (ends) g_assert_true(ends < tender);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gems-tracker-solo/tenders/are-turned-down-when-the-highest-tier-is-reached",
                  test_a_tender_is_turned_down);
  g_test_add_func("/gems-tracker-solo/tenders/columns-tell-how-far-they-have-come", test_tenders_come_nearer);
  g_test_add_func("/gems-tracker-solo/tenders/one-alone-tells-how-much-it-needs", test_one_tender_comes_nearer);
  g_test_add_func("/gems-tracker-solo/tenders/several-come-nearer-at-once", test_several_tenders_come_nearer);
  g_test_add_func("/gems-tracker-solo/end/the-last-column-says-so", test_the_last_column);
  g_test_add_func("/gems-tracker-solo/end/bookings-are-of-no-use-once-all-is-placed", test_the_last_bookings);
  g_test_add_func("/gems-tracker-solo/end/has-seven-levels-of-praise", test_praise);
  return g_test_run();
}
