/* Gems Tracker: placing columns and Bookings. */
#include "gems-tracker-position.h"
#include "plugins/gems-tracker/tableau.h"

/* With a mine without rails. */
static LapSession *about_to_place(GemsPosition *position, guint number)
{
  return gems_position_about_to_place(position, number, "m01");
}

/* "new; 0 left; 0 right; cover 1": where the column may go, upright. */
static char *places_of(LapSession *session)
{
  const LapActions *legal = lap_session_legal(session, 0, NULL, 0, NULL);
  GString *out = g_string_new(NULL);
  for (guint i = 0; i < legal->n; i++) {
    const LapAction *action = &legal->v[i];
    const char *separator = out->len ? "; " : "";
    if (action->kind == GEMS_TRACKER_BEGIN_AREA && !action->arg[0])
      g_string_append_printf(out, "%snew", separator);
    else if (action->kind == GEMS_TRACKER_EXTEND && !action->arg[2])
      g_string_append_printf(out, "%s%d %s", separator, action->arg[0], action->arg[1] ? "right" : "left");
    else if (action->kind == GEMS_TRACKER_COVER && !action->arg[1])
      g_string_append_printf(out, "%scover %d", separator, action->arg[0]);
  }
  return g_string_free(out, FALSE);
}

static const struct {
  const char *area[3];
  guint number;
  const char *places;
} places[] = {
    {{NULL}, 4, "new"},
    {{"6"}, 4, "new; 0 left"}, /* the rulebook's Deni and Lusi */
    {{"2"}, 3, "new; 0 right"},
    {{"5"}, 5, "new"},
    {{"12"}, 1, "new; 0 left; 0 right"},
    {{"5 ="}, 5, "new; 0 right"},
    {{"5 = 5"}, 7, "new; 0 right"},
    {{"5 = 8", "7"}, 6, "new; 1 left; cover 1"},
    {{"3", "12 = 2"}, 1, "new; 0 left; 1 left; cover 2"},
    {{"6 9", "2", "11 ="}, 10, "new; 0 right; 1 right; 2 left; 2 right"},
};

static void test_places(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
    g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
    for (guint area = 0; area < 3 && places[i].area[area]; area++)
      gems_position_area(position, 0, places[i].area[area]);
    g_autoptr(LapSession) session = about_to_place(position, places[i].number);
    g_autofree char *found = places_of(session);
    g_assert_cmpstr(found, ==, places[i].places);
  }
}

/* Joni's loop: a Booking to the left of 2, 12 to the left of it; 1 covers the Booking in a later round. */
static void test_a_loop_over_a_booking(void)
{
  g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
  gems_position_area(position, 0, "2 4");
  g_autoptr(LapSession) session = about_to_place(position, 12);
  games_play(session, "book 0 left");
  g_assert_true(games_refuses(session, "cover 0 not"));
  games_play(session, "extend 0 left half");
  g_autofree char *areas = gems_areas(gems_state(session), 0);
  g_assert_cmpstr(areas, ==, "12 = 2 4");
  g_assert_false(tableau_fits_cover(gems_state(session), 0, 1, 1));

  GemsTracker later = *gems_state(session);
  later.round++;
  g_assert_true(tableau_fits_cover(&later, 0, 1, 1));
  g_assert_false(tableau_fits_cover(&later, 0, 1, 3));
}

static void test_bookings_before_and_after(void)
{
  g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
  gems_position_area(position, 0, "5");
  gems_position_area(position, 0, "8");
  g_autoptr(LapSession) session = about_to_place(position, 5);
  g_assert_true(games_refuses(session, "done")); /* the column is a must */
  games_play(session, "book 0 right");
  g_assert_true(games_is_legal(session, "extend 0 right not"));
  games_play(session, "extend 1 left not");
  g_assert_true(games_refuses(session, "extend 0 right not")); /* and only one */
  games_play(session, "book 1 right");
  g_assert_cmpint(games_waiting(session), ==, 0);
  games_play(session, "book 1 right"); /* the last: the turn ends by itself */
  g_assert_cmpint(games_waiting(session), ==, 1);
  g_autofree char *areas = gems_areas(gems_state(session), 0);
  g_assert_cmpstr(areas, ==, "5 = | 5 8 = =");
  g_assert_cmpuint(gems_state(session)->bookings[0].count, ==, 0);
}

static void test_the_turn_ends_by_itself(void)
{
  g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
  gems_position_area(position, 0, "5");
  g_autoptr(LapSession) session = about_to_place(position, 7);
  for (guint i = 0; i < 3; i++) games_play(session, "book 0 left");
  g_assert_cmpint(games_waiting(session), ==, 0);
  g_assert_true(games_refuses(session, "book 0 left"));
  games_play(session, "extend 0 right not");
  g_assert_cmpint(games_waiting(session), ==, 1);
}

static void test_a_turn_without_bookings_left(void)
{
  g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
  gems_position_area(position, 0, "5");
  g_autoptr(LapSession) session = about_to_place(position, 7);
  games_play(session, "extend 0 right not");
  g_assert_cmpint(games_waiting(session), ==, 0);
  games_play(session, "done");
  g_assert_cmpint(games_waiting(session), ==, 1);
}

/* Nothing to extend: no Booking before there is an area. */
static void test_the_first_column(void)
{
  g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
  g_autoptr(LapSession) session = about_to_place(position, 7);
  g_assert_cmpuint(lap_session_legal(session, 0, NULL, 0, NULL)->n, ==, 2);
  games_play(session, "begin_area half");
  g_assert_true(games_is_legal(session, "book 0 left"));
}

/* m01 is ".W|WG|WG". */
static void check_ground(LapSession *session, const guint8 gems[6])
{
  const guint8 *ground = gems_state(session)->ground[0];
  for (guint i = 0; i < 6; i++) g_assert_cmpuint(ground[i / 2 * GEMS_TRACKER_WIDTH + i % 2], ==, gems[i]);
}

static void test_turned_mines(void)
{
  enum { W = GEMS_TRACKER_WHITE, G = GEMS_TRACKER_GREEN, ROCK = GEMS_TRACKER_ROCK };
  static const guint8 upright[6] = {ROCK, W, W, G, W, G}, turned[6] = {G, W, G, W, W, ROCK};
  g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
  g_autoptr(LapSession) session = about_to_place(position, 7);
  games_play(session, "begin_area not");
  check_ground(session, upright);

  g_autoptr(GemsPosition) again = gems_position_new("gems-tracker", 2);
  g_autoptr(LapSession) other = about_to_place(again, 7);
  games_play(other, "begin_area half");
  check_ground(other, turned);
}

/* One may place an empty mine either way up, and is told that it makes no difference; of others nothing is told. */
static void test_empty_mines_turned(void)
{
  for (guint empty = 0; empty <= 1; empty++) {
    g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
    gems_position_area(position, 0, "5");
    g_autoptr(LapSession) session = gems_position_about_to_place(position, 7, empty ? "m04" : "m01");
    g_assert_true(games_is_legal(session, "extend 0 right not"));
    games_play(session, "extend 0 right half");
    const LapEvent *told = games_told(session, "gems-tracker/turned_alike", 0);
    g_assert_cmpint(told != NULL, ==, (gint)empty);
  }
}

/* In the last round a Booking keeps no place any more, and that is told. */
static void test_a_booking_in_the_last_round(void)
{
  for (guint round = 8; round <= GEMS_TRACKER_ROUNDS; round++) {
    g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
    gems_position_area(position, 0, "5");
    position->state->round = (guint8)round;
    g_autoptr(LapSession) session = about_to_place(position, 7);
    games_play(session, "book 0 left");
    const LapEvent *told = games_told(session, "gems-tracker/stays_uncovered", 0);
    g_assert_cmpint(told != NULL, ==, round == GEMS_TRACKER_ROUNDS);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gems-tracker/place/a-column-goes-where-its-number-fits", test_places);
  g_test_add_func("/gems-tracker/place/a-booking-is-covered-in-a-later-round", test_a_loop_over_a_booking);
  g_test_add_func("/gems-tracker/place/bookings-go-before-and-after-the-column", test_bookings_before_and_after);
  g_test_add_func("/gems-tracker/place/without-bookings-the-column-ends-the-turn", test_the_turn_ends_by_itself);
  g_test_add_func("/gems-tracker/place/with-bookings-in-hand-the-player-ends-the-turn",
                  test_a_turn_without_bookings_left);
  g_test_add_func("/gems-tracker/place/a-booking-of-the-last-round-is-never-covered", test_a_booking_in_the_last_round);
  g_test_add_func("/gems-tracker/place/the-first-column-begins-an-area", test_the_first_column);
  g_test_add_func("/gems-tracker/place/a-mine-may-be-turned", test_turned_mines);
  g_test_add_func("/gems-tracker/place/an-empty-mine-is-the-same-either-way-up", test_empty_mines_turned);
  return g_test_run();
}
