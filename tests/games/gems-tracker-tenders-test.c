/* Gems Tracker: what each tender is worth. */
#include "gems-tracker-position.h"

/* --- tiers: a tender, the areas, gems at the first slot, and what it is worth */

static const struct {
  const char *tender, *area[5], *gems;
  gint worth;
} tiers[] = {
    {"d_white_green", {"1"}, "WG|..|..", 0},
    {"d_white_green", {"1"}, "WG|GW|..", 1},
    {"d_white_green", {"1"}, "WG|GW|WG", 1},
    {"d_white_green", {"1 2"}, "WGWG|GWGW|....", 2},
    {"d_white_green", {"1 2"}, "WGWG|GWGW|WG..", 2},
    {"d_white_green", {"1 2"}, "WGWG|GWGW|WGWG", 3},
    {"d_white_green", {"1 2 3 4"}, "WGWGWGWG|GWGWGWGW|WGWGWGWG", 3},
    {"d_green_red", {"1 2"}, "WGWG|GWGW|WGWG", 0},
    {"d_red_yellow", {"1 2"}, "RYRY|....|....", 1},
    {"e", {"3 4"}, "", 0},
    {"e", {"3 4 5"}, "", 1},
    {"e", {"12 1 2"}, "", 1},
    {"e", {"3 4 5 6"}, "", 2},
    {"e", {"10 11 12 1 2"}, "", 3},
    {"e", {"3 4 5 6 7 8"}, "", 3},
    {"e", {"3 4 = 5 6"}, "", 0},
    {"f_red", {"1 2"}, "RRRR|....|....", 0},
    {"f_red", {"1 2"}, "RRRR|R...|....", 1},
    {"f_red", {"1 2"}, "RRRR|RRR.|....", 2},
    {"f_red", {"1 2"}, "RRRR|RRRR|R...", 3},
    {"f_red", {"1 2 3"}, "RR..RR|RR..RR|RW..WW", 3}, /* connected or not */
    {"f_red", {"1", "2"}, "RR.RR|RR.RR|...WW", 0},   /* the gap is no cell of an area */
    {"g", {"1", "1"}, "", 0},
    {"g", {"1", "1", "1"}, "", 1},
    {"g", {"1", "1", "1", "2"}, "", 2},
    {"g", {"1", "1", "1", "2", "2"}, "", 3},
    {"h", {"1 2"}, "YYYY|....|....", 0},
    {"h", {"1 2"}, "YYYY|Y...|....", 1},
    {"h", {"1 2"}, "YYYY|YYY.|....", 2},
    {"h", {"1 2"}, "YYYY|YYYY|...Y", 3},
    {"h", {"1 2 3 4 5"}, "YYYYYY..WW|Y....YGGWW|YYYYYYGGWW", 3},
    {"i_t", {"1 2"}, "WWW.|.W..|....", 1},
    {"i_t", {"1 2 3"}, "WWWR..|.WRRR.|......", 2},
    {"i_t", {"1 2 3 4 5"}, "WWW.RRR...|.W...R.Y..|......YYY.", 3},
    {"i_l", {"1 2"}, "WWWW|WWWW|....", 2},
    {"i_s", {"1 2"}, "WWW.|.WWW|....", 1},
    {"i_o", {"1 2"}, "WWWW|WWWW|....", 2},
    {"i_o", {"1"}, "WW|WW|WW", 1},
    {"j", {"1 2"}, "WWWW|WWWW|WWWW", 3},
    {"j", {"1 2"}, "WWWW|GGGG|....", 2},
    {"j", {"1 2"}, "WWW.|W...|W...", 0},
    {"k", {"1 2"}, "", 3},
    {"k", {"5 = 8"}, "", -1},
    {"k", {"5 = 8", "2 = ="}, "", -3},
};

static void test_tiers(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(tiers); i++) {
    g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
    for (guint area = 0; area < 5 && tiers[i].area[area]; area++) gems_position_area(position, 1, tiers[i].area[area]);
    gems_position_gems(position, 1, 0, tiers[i].gems);
    g_test_message("%s: %s, %s", tiers[i].tender, tiers[i].area[0], tiers[i].gems);
    g_assert_cmpint(gems_position_worth(position, 1, tiers[i].tender), ==, tiers[i].worth);
    if (tiers[i].worth) g_assert_true(gems_position_in_reach(position, 1, tiers[i].tender));
    gboolean topped = tiers[i].worth == 3 && *tiers[i].tender != 'k'; /* which has no tiers */
    g_assert_cmpint(gems_position_topped(position, 1, tiers[i].tender), ==, topped);
  }
}

static void test_empty_mines(void)
{
  g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 4);
  gems_position_area(position, 2, "1 2 =");
  gems_position_area(position, 2, "3 4");
  for (gint mines = 0; mines <= 4; mines++) {
    g_assert_cmpint(gems_position_worth(position, 2, "b"), ==, MIN(mines, 3));
    if (mines < 4) gems_position_empty_mine(position, 2);
  }
}

static void test_covered_bookings(void)
{
  g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
  gems_position_area(position, 0, "5 = 8");
  gems_position_hand(position, 0, "3 4");
  gems_position_hand(position, 1, "6 12");
  gems_position_mines(position, "m01 m02 m04");
  g_autoptr(LapSession) session = gems_position_play(position);
  static const char *const moves[] = {"bid blue_3 blue_4",
                                      "bid orange_6 orange_12",
                                      "take 0 blue_4 m01",
                                      "begin_area not",
                                      "done",
                                      "take 1 orange_6 m02",
                                      NULL};
  games_play_all(session, moves);
  games_play(session, "book 0 left");
  games_play(session, "cover 2 not");
  const GemsTracker *state = gems_state(session);
  g_assert_cmpuint(state->covered[0].count, ==, 1);
  *position->state = *state;
  g_assert_cmpint(gems_position_worth(position, 0, "k"), ==, -2);
  g_assert_cmpint(gems_position_worth(position, 1, "k"), ==, 3);
}

/* --- ranks: the amounts of all seats, and what each is worth */

typedef struct {
  guint seats;
  gint amount[4], most[4], least[4];
} Rank;
static const Rank ranks[] = {
    {3, {9, 9, 4}, {2, 2, 1}, {1, 1, 3}},
    {3, {9, 4, 4}, {3, 1, 1}, {1, 2, 2}},
    {3, {5, 5, 5}, {1, 1, 1}, {1, 1, 1}},
    {3, {1, 2, 3}, {1, 2, 3}, {3, 2, 1}},
    {3, {0, 0, 4}, {0, 0, 3}, {2, 2, 1}},
    {3, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}},
    {2, {6, 2}, {3, 1}, {1, 3}},
    {2, {4, 4}, {2, 2}, {2, 2}},
    {2, {0, 0}, {0, 0}, {2, 2}},
    {2, {0, 3}, {0, 3}, {3, 1}},
    {4, {9, 7, 5, 3}, {3, 2, 1, 0}, {0, 1, 2, 3}},
    {4, {9, 9, 5, 3}, {2, 2, 1, 0}, {0, 0, 2, 3}},
    {4, {9, 5, 5, 3}, {3, 1, 1, 0}, {0, 1, 1, 3}},
    {4, {9, 5, 3, 3}, {3, 2, 0, 0}, {0, 1, 2, 2}},
    {4, {9, 9, 9, 3}, {1, 1, 1, 0}, {0, 0, 0, 3}},
    {4, {5, 5, 5, 5}, {0, 0, 0, 0}, {0, 0, 0, 0}},
};

static void check_rank(const Rank *rank, const GemsPosition *position, const char *most, const char *least)
{
  for (guint seat = 0; seat < rank->seats; seat++) {
    g_test_message("%s, %u seats, seat %u: %d", most, rank->seats, seat, rank->amount[seat]);
    g_assert_cmpint(gems_position_worth(position, seat, most), ==, rank->most[seat]);
    if (least) g_assert_cmpint(gems_position_worth(position, seat, least), ==, rank->least[seat]);
  }
}

static void test_most_and_fewest_rails(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(ranks); i++) {
    g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", ranks[i].seats);
    for (guint seat = 0; seat < ranks[i].seats; seat++)
      gems_position_ride(position, seat, (guint)ranks[i].amount[seat]);
    check_rank(&ranks[i], position, "c_most", "c_least");
  }
}

/* Connected or not, in any area. */
static void test_most_gems(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(ranks); i++) {
    g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", ranks[i].seats);
    for (guint seat = 0; seat < ranks[i].seats; seat++) {
      g_autofree char *gems = g_strnfill((gsize)MAX(ranks[i].amount[seat] - 1, 0), 'R');
      gems_position_area(position, seat, seat < 2 ? "1 2 3 4" : "5 6 7 8");
      gems_position_area(position, seat, seat < 2 ? "9" : "10");
      gems_position_gems(position, seat, 0, gems);
      if (ranks[i].amount[seat]) gems_position_gems(position, seat, 4, "WR|..|..");
    }
    check_rank(&ranks[i], position, "a_red", NULL);
  }
}

/* The largest and the smallest sum; what is in the hand does not count. */
static void test_discards(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(ranks); i++) {
    g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", ranks[i].seats);
    for (guint seat = 0; seat < ranks[i].seats; seat++) {
      gint amount = ranks[i].amount[seat];
      g_autofree char *numbers = amount < 3 ? g_strdup_printf("%d", amount) : g_strdup_printf("%d 2", amount - 2);
      gems_position_discards(position, seat, amount == 0 ? "" : amount == 4 ? "1 3" : numbers);
    }
    check_rank(&ranks[i], position, "l_most", "l_least");
  }
}

/* The line that says how far a seat has come with a tender. */
static const LapLine *progress_with(const LapSheet *sheet, gint seat, gint tender)
{
  for (guint i = 0; i < sheet->n; i++) {
    const LapLine *line = &sheet->line[i];
    if (line->tier == LAP_TIER_PROGRESS && line->seat == seat && line->arg[0] == tender) return line;
  }
  return NULL;
}

/* Two areas of the five that the highest tier needs, which are worth nothing yet; with nothing there is no line. */
static void test_progress(void)
{
  g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
  gems_position_area(position, 0, "1");
  gems_position_area(position, 0, "2");
  gems_position_tender(position, 0, "g");
  gint tender = position->state->tenders.slot[0].piece;
  g_autoptr(LapSession) session = gems_position_play(position);
  LapSheet sheet = games_sheet(session);
  const LapLine *line = progress_with(&sheet, 0, tender);
  g_assert_nonnull(line);
  g_assert_cmpint(line->points, ==, 2);
  g_assert_cmpint(line->target, ==, 5);
  g_assert_cmpint(line->arg[1], ==, 0);
  g_assert_null(progress_with(&sheet, 1, tender));
  g_assert_cmpint(sheet.total[0][LAP_TIER_POINTS], ==, 0);
}

/* More rails are worse there. */
static void test_progress_with_fewest(void)
{
  g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
  gems_position_ride(position, 0, 3);
  gems_position_tender(position, 0, "c_least");
  gint tender = position->state->tenders.slot[0].piece;
  g_autoptr(LapSession) session = gems_position_play(position);
  LapSheet sheet = games_sheet(session);
  const LapLine *line = progress_with(&sheet, 0, tender);
  g_assert_nonnull(line);
  g_assert_cmpint(line->points, ==, -3);
  g_assert_cmpint(line->arg[2], ==, 3);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gems-tracker/tenders/the-highest-tier-that-is-reached-pays", test_tiers);
  g_test_add_func("/gems-tracker/tenders/empty-mines-are-columns", test_empty_mines);
  g_test_add_func("/gems-tracker/tenders/covered-bookings-count-too", test_covered_bookings);
  g_test_add_func("/gems-tracker/tenders/rails-are-ranked", test_most_and_fewest_rails);
  g_test_add_func("/gems-tracker/tenders/gems-of-a-colour-are-ranked", test_most_gems);
  g_test_add_func("/gems-tracker/tenders/discards-are-ranked", test_discards);
  g_test_add_func("/gems-tracker/tenders/the-score-says-how-far-each-seat-has-come", test_progress);
  g_test_add_func("/gems-tracker/tenders/where-fewest-is-best-more-counts-against-a-seat", test_progress_with_fewest);
  return g_test_run();
}
