/* Gems Tracker: what is told of numbers when a column is placed and when somebody advances on the rails; and of tenders
 * when a column is placed and when a Booking is laid. */
#include "gems-tracker-solo-position.h"
#include "host/text/texts.h"

static const char *const names[] = {"Ann", "Bea"};

static LapTexts *texts_of(const char *id)
{
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  g_autoptr(LapGame) game = games_load(id);
  g_autoptr(GError) error = NULL;
  LapTexts *texts = lap_texts_new(game, lap_registry_get_folders(registry, id), "en", &error);
  g_assert_no_error(error);
  return texts;
}

/* What the last move told in sentences that begin so. */
static char *told_of(LapSession *session, const char *id, const char *beginning)
{
  g_autoptr(LapTexts) texts = texts_of(id);
  GString *out = g_string_new(NULL);
  guint n, told;
  const LapEvent *event = lap_session_events(session, &n);
  for (guint i = 0; i < n; i += told) {
    g_autofree char *sentence = lap_texts_events(texts, &event[i], n - i, names, 0, &told);
    if (g_str_has_prefix(sentence, beginning)) g_string_append_printf(out, "%s%s", out->len ? " " : "", sentence);
  }
  return g_string_free(out, FALSE);
}

static char *told_of_numbers(LapSession *session, const char *id) { return told_of(session, id, "Number"); }

/* Seat 0 is Ann, seat 1 is Bea, who is further on the rail track. Areas are parted by '/', the gems are from the first
 * slot on. m01 is ".W|WG|WG". */
typedef struct {
  struct {
    const char *areas[2], *gems[2];
    guint number;
    const char *mine, *move;
  } placed;
  const char *told;
} Column;
static const Column columns[] = {
    /* a new one; an empty one */
    {{{NULL}, {NULL}, 8, "m01", "begin_area not"}, "Number 8 has 2 connected gems. Number 8 would now go to Ann."},
    {{{NULL}, {NULL}, 8, "m04", "begin_area not"}, ""},
    /* a group that touches two numbers, and three */
    {{{"5"}, {"..|.W|.W"}, 8, "m01", "extend 0 right not"},
     "Numbers 5 and 8 have 4 connected gems each. Number 8 would now go to Ann."},
    {{{"5 = 8"}, {"....G.|.W....|.W...."}, 7, "m01", "cover 1 not"},
     "Numbers 5 and 7 have 4 connected gems each. Number 7 would now go to Ann."},
    {{{"5 = 8"}, {"......|.W..G.|.W..G."}, 7, "m01", "cover 1 not"},
     "Numbers 5, 7 and 8 have 4 connected gems each. Number 7 would now go to Ann."},
    /* two that count differently; and others that do not change */
    {{{"5 8"}, {"....|WW.W|W..W"}, 9, "m01", "extend 0 right not"},
     "Numbers 8 and 9 have 4 connected gems each. Number 9 would now go to Ann."},
    {{{"5 8"}, {".WW.|....|...W"}, 9, "m01", "extend 0 right not"},
     "Numbers 8 and 9 have 3 connected gems each. Number 9 would now go to Ann."},
    {{{"5 8 / 8"}, {"........|......W|......W"}, 9, "m01", "extend 1 right not"},
     "Numbers 8 and 9 have 4 connected gems each. Number 9 would now go to Ann."},
    {{{"5 8 / 8"}, {"..GG...|......W|......W"}, 9, "m01", "extend 1 right not"},
     "Number 8 counts 6 gems, in 2 areas. Number 9 has 4 connected gems. Number 9 would now go to Ann."},
    /* a point that changes hands; not where the other has more, or is further among equals */
    {{{"5", "5"}, {"..|.W|.W", "RR|R.|.."}, 8, "m01", "extend 0 right not"},
     "Numbers 5 and 8 have 4 connected gems each. Number 8 would now go to Ann. "
     "Number 5 would now go to Ann instead of Bea."},
    {{{"5", "5 8"}, {"..|.W|.W", "RRR."}, 8, "m01", "extend 0 right not"},
     "Numbers 5 and 8 have 4 connected gems each. Numbers 5 and 8 would now go to Ann instead of Bea."},
    {{{"5", "5"}, {"..|.W|.W", "RR|RR|R."}, 8, "m01", "extend 0 right not"},
     "Numbers 5 and 8 have 4 connected gems each. Number 8 would now go to Ann."},
    {{{"5", "5"}, {"..|.W|.W", "RR|RR|.."}, 8, "m01", "extend 0 right not"},
     "Numbers 5 and 8 have 4 connected gems each. Number 8 would now go to Ann."},
    /* what areas count together */
    {{{"8"}, {"GG|G.|.."}, 8, "m01", "begin_area not"}, "Number 8 counts 5 gems, in 2 areas."},
    {{{"5 8 / 5"}, {".WW....|......W|......W"}, 8, "m01", "extend 1 right not"},
     "Numbers 5 and 8 count 6 gems each, in 2 areas."},
};

/* The same with Ann further on the rail track: where it decides, that is told. */
static const Column columns_ahead[] = {
    {{{"5", "5"}, {"..|.W|.W", "RR|RR|.."}, 8, "m01", "extend 0 right not"},
     "Numbers 5 and 8 have 4 connected gems each. Number 8 would now go to Ann. "
     "Number 5 would now go to Ann instead of Bea: as many gems, but further on the rail track."},
    {{{"5", "5 8"}, {"..|.W|.W", "RRR.|R..."}, 8, "m01", "extend 0 right not"},
     "Numbers 5 and 8 have 4 connected gems each. "
     "Numbers 5 and 8 would now go to Ann instead of Bea: as many gems, but further on the rail track."},
    {{{"5", "5 8"}, {"..|.W|.W", "RR..|RR..|..WW"}, 8, "m01", "extend 0 right not"},
     "Numbers 5 and 8 have 4 connected gems each. Number 8 would now go to Ann instead of Bea. "
     "Number 5 would now go to Ann instead of Bea: as many gems, but further on the rail track."},
};

static void lay(GemsPosition *position, guint seat, const char *areas, const char *gems)
{
  g_auto(GStrv) area = g_strsplit(areas ? areas : "", " / ", -1);
  for (guint i = 0; area[i]; i++) gems_position_area(position, seat, area[i]);
  if (gems) gems_position_gems(position, seat, 0, gems);
}

static void check_column(const Column *column, guint ahead)
{
  g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
  for (guint seat = 0; seat < 2; seat++) lay(position, seat, column->placed.areas[seat], column->placed.gems[seat]);
  gems_position_ride(position, ahead, 9);
  g_autoptr(LapSession) session = gems_position_about_to_place(position, column->placed.number, column->placed.mine);
  games_play(session, column->placed.move);
  g_autofree char *told = told_of_numbers(session, "gems-tracker");
  g_assert_cmpstr(told, ==, column->told);
}

static void test_a_column(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(columns); i++) check_column(&columns[i], 1);
  for (gsize i = 0; i < G_N_ELEMENTS(columns_ahead); i++) check_column(&columns_ahead[i], 0);
}

/* The gems of Ann and of Bea at 5 and 7, how far Bea is on the rails, and what is told when Ann takes m03, which has
 * two rails. */
static const struct {
  const char *gems[2];
  guint ahead;
  const char *told;
} rides[] = {
    {{"RR..|....|....", "GG..|....|...."},
     1,
     "Number 5 would now go to Ann instead of Bea: as many gems, but further on the rail track."},
    {{"RR.W|....|....", "GG.Y|....|...."},
     1,
     "Numbers 5 and 7 would now go to Ann instead of Bea: as many gems, but further on the rail track."},
    {{"RR..|....|....", "GG..|....|...."}, 2, ""}, /* Bea came there first */
    {{"RR..|R...|....", "GG..|....|...."}, 1, ""},
    {{"RR..|....|....", "GG..|G...|...."}, 1, ""},
    {{"....|....|....", "....|....|...."}, 1, ""},
};

static void test_a_ride(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(rides); i++) {
    g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
    for (guint seat = 0; seat < 2; seat++) lay(position, seat, "5 7", rides[i].gems[seat]);
    gems_position_ride(position, 1, rides[i].ahead);
    g_autoptr(LapSession) session = gems_position_about_to_place(position, 8, "m03");
    g_autofree char *told = told_of_numbers(session, "gems-tracker");
    g_assert_cmpstr(told, ==, rides[i].told);
  }
}

/* --- tenders */

/* The token of seat 0, Ann, is at the first spot, between the first two tenders; of the spots that follow Bea has as
 * many. Ann's areas, the tender at some place, the moves, and what the last of them tells. m01 is ".W|WG|WG". */
static const struct {
  const char *tender;
  guint place, taken_by_bea;
  const char *areas, *moves[3], *told;
} tenders[] = {
    /* that its token touches, where they pay otherwise */
    {"g", 0, 0, "5 / 8", {"begin_area not"}, "For Ann, “G areas 3/4/5” would now pay 1 instead of 0."},
    {"g", 1, 0, "5 / 8 / 9", {"begin_area half"}, "For Ann, “G areas 3/4/5” would now pay 2 instead of 1."},
    {"g", 1, 0, "5 / 8", {"extend 0 right not"}, ""},
    {"g", 1, 0, "5 / 8 / 9 / 9 / 9", {"begin_area not"}, ""},
    {"d_white_green",
     1,
     0,
     "5",
     {"begin_area not"},
     "For Ann, “D white-green pairs 2/4/6” would now pay 1 instead of 0."},
    /* that rank all */
    {"a_white", 0, 0, "5", {"begin_area not"}, "For Ann, “A most white gems” would now pay 3 instead of 0."},
    {"a_white", 2, 2, "5", {"begin_area not"}, "For Bea, “A most white gems” would now pay 1 instead of 3."},
    /* others where a token may still be put, once each; not where only what is counted changes */
    {"g", 2, 0, "5 / 8", {"begin_area not"}, "For Ann, a token at “G areas 3/4/5” would now pay 1 instead of 0."},
    {"g", 2, 1, "5 / 8", {"begin_area not"}, "For Ann, a token at “G areas 3/4/5” would now pay 1 instead of 0."},
    {"g", 2, 1, "5", {"begin_area not"}, ""},
    {"g", 2, 2, "5 / 8", {"begin_area not"}, ""},
    {"a_white", 2, 0, "5", {"begin_area not"}, "For Ann, a token at “A most white gems” would now pay 3 instead of 0."},
    {"a_white",
     2,
     1,
     "5",
     {"begin_area not"},
     "For Ann, a token at “A most white gems” would now pay 3 instead of 0. "
     "For Bea, “A most white gems” would now pay 1 instead of 3."},
    /* Bookings */
    {"k", 1, 0, "5", {"book 0 left"}, "For Ann, “K no Bookings” would now pay −1 instead of 3."},
    {"k", 1, 0, "5", {"book 0 left", "book 0 left"}, "For Ann, “K no Bookings” would now pay −2 instead of −1."},
    {"k", 1, 0, "5", {"book 0 left", "begin_area not"}, ""},
    {"g", 1, 0, "5 / 8", {"book 0 left"}, ""},
    /* the first of them also where a token may still be put at the tender */
    {"k", 2, 0, "5", {"book 0 left"}, "For Ann, a token at “K no Bookings” would now pay −1 instead of 3."},
    {"k", 2, 1, "5", {"book 0 left"}, "For Ann, a token at “K no Bookings” would now pay −1 instead of 3."},
    {"k", 2, 2, "5", {"book 0 left"}, ""},
    {"k", 2, 0, "5", {"book 0 left", "book 0 right"}, ""},
    {"k", 2, 0, "5", {"begin_area not"}, ""},
};

/* At all other places are tenders that nothing of this changes. */
static void lay_tender(GemsPosition *position, const char *tender, guint place)
{
  static const char *const unchanged[] = {"c_least", "l_least", "l_most", "c_most", "b", "j"};
  for (guint i = 0; i < G_N_ELEMENTS(unchanged); i++) gems_position_tender(position, i, unchanged[i]);
  gems_position_tender(position, place, tender);
}

static void test_tenders(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(tenders); i++) {
    g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
    lay_tender(position, tenders[i].tender, tenders[i].place);
    lay(position, 0, tenders[i].areas, "");
    lay(position, 1, "5", "WW|..|..");
    position->state->spots.item[0] = 1;
    for (guint spot = 1; spot <= tenders[i].taken_by_bea; spot++) position->state->spots.item[spot] = 2;
    g_autoptr(LapSession) session = gems_position_about_to_place(position, 10, "m01");
    for (guint move = 0; tenders[i].moves[move]; move++) games_play(session, tenders[i].moves[move]);
    g_autofree char *told = told_of(session, "gems-tracker", "For ");
    g_test_message("case %" G_GSIZE_FORMAT, i);
    g_assert_cmpstr(told, ==, tenders[i].told);
  }
}

/* Before the first scoring no token lies: Ann, who has two white gems as Bea has, is told of all tenders what a token
 * of hers would pay otherwise. */
static const struct {
  const char *move, *told;
} without_tokens[] = {
    {"extend 0 right not", "For Ann, a token at “A most white gems” would now pay 3 instead of 2. "
                           "For Ann, a token at “F white gems in one area 5/7/9” would now pay 1 instead of 0."},
    {"begin_area not", "For Ann, a token at “A most white gems” would now pay 3 instead of 2."},
};

static void test_tenders_without_tokens(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(without_tokens); i++) {
    g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
    lay_tender(position, "f_white", 4);
    gems_position_tender(position, 0, "a_white");
    for (guint seat = 0; seat < 2; seat++) lay(position, seat, "5", "WW|..|..");
    g_autoptr(LapSession) session = gems_position_about_to_place(position, 10, "m01");
    games_play(session, without_tokens[i].move);
    g_autofree char *told = told_of(session, "gems-tracker", "For ");
    g_assert_cmpstr(told, ==, without_tokens[i].told);
  }
}

/* --- hints */

/* The hint of a column says what it counts, and who is ahead. */
static void test_hints(void)
{
  static const char *const hints[] = {"Number 5 counts 2 gems; the point would be for Bea",
                                      "Number 8 counts 5 gems, in 2 areas; the point would be for Ann",
                                      "Number 8 counts 5 gems, in 2 areas; the point would be for Ann",
                                      "Number 5 counts 3 gems; the point would be for Bea"};
  g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
  lay(position, 0, "5 8 / 8", "WW.G.YY|...G.Y.");
  lay(position, 1, "5", "RR|R.|..");
  g_autoptr(LapSession) session = gems_position_play(position);
  g_autoptr(LapTexts) texts = texts_of("gems-tracker");
  LapSheet sheet = games_sheet(session);
  guint found = 0;
  for (guint i = 0; i < sheet.n; i++) {
    g_autofree char *text = lap_texts_line(texts, &sheet.line[i], names);
    if (!g_str_has_prefix(text, "Number")) continue;
    g_assert_cmpuint(found, <, G_N_ELEMENTS(hints));
    g_assert_cmpstr(text, ==, hints[found++]);
  }
  g_assert_cmpuint(found, ==, G_N_ELEMENTS(hints));
}

/* Who plays alone competes for no numbers, and has no tokens. */
static void test_nothing_is_told_in_the_solo(void)
{
  static const char *const areas[] = {"5", "7"};
  g_autoptr(GemsPosition) position = solo_position_new(areas, 6, 7, 8, 9);
  gems_position_gems(position, 0, 0, "..|.W|.W");
  g_autoptr(LapSession) session = gems_position_play(position);
  games_play(session, "choose blue_6 orange_8 m01 m02");
  solo_play_pair(session, BLUE + 6, M01, EXTEND(0, GEMS_TRACKER_RIGHT));
  g_autofree char *told = told_of_numbers(session, "gems-tracker-solo");
  g_assert_cmpstr(told, ==, "");
  g_autofree char *of_tokens = told_of(session, "gems-tracker-solo", "For ");
  g_assert_cmpstr(of_tokens, ==, "");
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gems-tracker/numbers/a-column-tells-all-that-change", test_a_column);
  g_test_add_func("/gems-tracker/numbers/who-advances-gains-those-where-gems-are-equal", test_a_ride);
  g_test_add_func("/gems-tracker/numbers/tenders-tell-what-they-pay-otherwise", test_tenders);
  g_test_add_func("/gems-tracker/numbers/tenders-tell-it-before-tokens-lie", test_tenders_without_tokens);
  g_test_add_func("/gems-tracker/numbers/hints-add-up-what-areas-count", test_hints);
  g_test_add_func("/gems-tracker/numbers/nothing-is-told-of-them-in-the-solo", test_nothing_is_told_in_the_solo);
  return g_test_run();
}
