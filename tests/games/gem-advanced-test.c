/* GEM, the advanced game: colours, shields, bonuses and majorities. */
#include <string.h>

#include "gem-position.h"
#include "host/engine/convert.h"
#include "host/engine/preview.h"

enum { RED, GREEN, BLUE, YELLOW };

/* --- colours */

static void test_each_gem_has_a_colour(void)
{
  g_autoptr(LapSession) session = games_start("gem-advanced", 2, 1);
  int starter = games_waiting(session);
  gem_play(session, "first_gem d4");
  g_assert_cmpint(games_waiting(session), ==, starter);
  g_assert_cmpuint(gem_ways(session, NULL), ==, 4);
  gem_play(session, "colour blue");
  g_assert_cmpint(games_waiting(session), ==, 1 - starter);
  g_assert_cmpuint(gem_seen(session, "d4"), ==, GEM_GEM + gem_kind_of_colour(BLUE));
  g_assert_cmpuint(gem_advanced_state(session)->colours_left[BLUE], ==, 14);
  g_assert_cmpuint(gem_state(session)->gems_left, ==, 59);
}

static void test_an_empty_colour_is_forbidden(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
  position->advanced->colours_left[RED] = 0;
  position->advanced->colours_left[BLUE] = 0;
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "gem, place d4");
  g_assert_cmpuint(gem_ways(session, NULL), ==, 2);
  g_assert_true(gem_may(session, "colour green"));
  g_assert_true(gem_may(session, "colour yellow"));
}

static void test_the_last_colour_is_no_choice(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
  memset(position->advanced->colours_left, 0, GEM_COLOURS);
  position->advanced->colours_left[YELLOW] = 2;
  position->state->gems_left = 2;
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "gem, place d4");
  g_assert_cmpint(games_waiting(session), ==, 1);
  g_assert_cmpuint(gem_seen(session, "d4"), ==, GEM_GEM + gem_kind_of_colour(YELLOW));
  gem_play(session, "gem, place d5");
  g_assert_true(lap_session_over(session));
}

/* --- bonuses: gems from b1 on, between lasers of seat 0 */

static const struct {
  const char *colours;
  int points, bonus;
} bonuses[] = {{"rgb", 3, 5},     {"rrrr", 5, 5},  {"rgby", 5, 10}, {"rrrrr", 8, 8},  {"rrgb", 5, 0},
               {"yyy", 3, 3},     {"rrg", 3, 0},   {"r", 1, 0},     {"rr", 2, 0},     {"rg", 2, 0},
               {"gggggg", 12, 8}, {"rgbyr", 8, 0}, {"bbbby", 8, 0}, {"rrgbyy", 12, 0}};

static void test_bonuses(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(bonuses); i++) {
    g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
    char square[] = "a1";
    gem_position_laser(position, 0, square, "east", 1);
    for (const char *colour = bonuses[i].colours; *colour; colour++) {
      square[0]++;
      gem_position_gems_of(position, (int)(strchr("rgby", *colour) - "rgby"), square);
    }
    square[0]++;
    g_autoptr(LapSession) session = gem_position_play(position);
    g_autofree char *move = g_strdup_printf("laser, place %s, point west, coin 2", square);
    gem_play(session, move);
    g_assert_cmpint(gem_points(session, 0, "gem/extractions"), ==, bonuses[i].points);
    g_assert_cmpint(gem_points(session, 0, "gem-advanced/colour_bonuses"), ==, bonuses[i].bonus);
    g_assert_cmpuint(gem_told(session, "gem-advanced/scored_bonus"), ==, bonuses[i].bonus > 0);
  }
}

static void test_gathered_colours(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
  gem_position_laser(position, 0, "a1", "east", 1);
  gem_position_gems_of(position, RED, "b1 c1");
  gem_position_gems_of(position, YELLOW, "d1");
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "laser, place e1, point west, coin 2");
  static const guint8 gathered[] = {2, 0, 0, 1};
  g_assert_cmpmem(gem_advanced_state(session)->gathered[0], 4, gathered, 4);
}

static void test_most_of_each_colour(void)
{
  static const guint8 gathered[3][4] = {{3, 2, 0, 0}, {3, 4, 1, 0}, {1, 4, 0, 0}};
  static const int award[3] = {5, 5 + 5 + 5, 5};
  g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 3);
  memcpy(position->advanced->gathered, gathered, sizeof gathered);
  memset(position->advanced->colours_left, 0, GEM_COLOURS);
  position->advanced->colours_left[YELLOW] = 1;
  position->state->gems_left = 1;
  g_autoptr(LapSession) session = gem_position_play(position);
  for (guint seat = 0; seat < 3; seat++) {
    g_assert_cmpint(gem_points(session, seat, NULL), ==, 0);
    g_assert_cmpint(gem_progress(session, seat, "gem-advanced/most_of_colour"), ==, award[seat]);
  }
  gem_play(session, "gem, place d4");
  g_assert_true(lap_session_over(session));
  for (guint seat = 0; seat < 3; seat++) {
    g_assert_cmpint(gem_points(session, seat, "gem-advanced/most_of_colour"), ==, award[seat]);
    g_assert_cmpint(gem_progress(session, seat, NULL), ==, 0);
  }
}

/* --- previews */

/* With a gem on d1 five in a line are extracted; the same in one colour bring more. Its colour is chosen after it. */
static void test_what_a_gem_leads_to(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
  gem_position_laser(position, 0, "a1", "east", 1);
  gem_position_laser(position, 0, "g1", "west", 2);
  gem_position_gems_of(position, RED, "b1 c1 e1 f1");
  g_autoptr(LapSession) session = gem_position_play(position);
  LapEngine *engine = lap_session_engine(session);
  const guint before = lap_engine_get_trace(engine)->steps;
  g_auto(LapPreviews) previews;
  lap_previews_init(&previews);
  g_assert_true(lap_engine_preview(engine, lap_session_block(session), 0, 1, &previews));
  g_assert_cmpuint(previews.best->len, ==, 3); /* a gem, a laser, the shield */
  g_assert_cmpint(g_array_index(previews.wholes, gint64, 0), ==, 0);
  g_assert_cmpint(g_array_index(previews.best, gint64, 0), ==, 8 + 8);
  /* Who waits for an answer sees that the search for it goes on: each square at least, and a laser's ways on each. */
  g_assert_cmpuint(lap_engine_get_trace(engine)->steps - before, >, 40 * 4 * 5);
}

/* What it does to lines is told with its square, not once more with its colour. */
static void test_what_a_gem_does_is_told_with_its_square(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
  gem_position_laser(position, 1, "a1", "east", 1);
  gem_position_laser(position, 1, "d1", "west", 2);
  gem_position_laser(position, 1, "a3", "east", 3);
  gem_position_gems_of(position, RED, "b1 b3");
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "gem, place c1");
  g_assert_cmpuint(gem_told(session, "gem/completed"), ==, 1);
  gem_play(session, "colour red");
  g_assert_cmpuint(gem_told(session, "gem/completed"), ==, 0);
  gem_play(session, "gem, place c3");
  g_assert_cmpuint(gem_told(session, "gem/can_extract"), ==, 1);
  gem_play(session, "colour red");
  g_assert_cmpuint(gem_told(session, "gem/can_extract"), ==, 0);
  gem_play(session, "shield, shield_on c3");
  g_assert_cmpuint(gem_told(session, "gem/blocked"), ==, 1);
  g_assert_cmpuint(gem_advanced_state(session)->shield_square[0], ==, gem_square("c3"));
  g_assert_cmpuint(gem_advanced_state(session)->shield_square[1], ==, GEM_SQUARES);
}

/* --- points with the bonus, in what is told of lines: exact where the colours that are known decide it */

/* Where events have their points. */
enum { POINTS_OF_CHANCE = 4, POINTS_OF_COMPLETED = 2 };

/* The points that the first event of a name tells; 0 if there is none. */
static int points_told(LapSession *session, const char *event, guint points)
{
  const LapEvent *told = gem_event(session, event);
  return told ? told->arg[points] : 0;
}

/* Gems "rg.b" from b1 on; a point is an open square. */
static void lay_row(GemPosition *position, const char *colours)
{
  char square[] = "b1";
  for (const char *colour = colours; *colour; colour++, square[0]++)
    if (*colour != '.') gem_position_gems_of(position, (int)(strchr("rgby", *colour) - "rgby"), square);
}

static void assert_told(LapSession *session, int exact, int at_least)
{
  g_assert_cmpint(points_told(session, "gem/can_extract", POINTS_OF_CHANCE), ==, exact);
  g_assert_cmpint(points_told(session, "gem/can_extract_at_least", POINTS_OF_CHANCE), ==, at_least);
}

/* Seat 1 has a laser on a1, and perhaps one that faces it; a gem is placed, and its colour chosen then. */
static const struct {
  const char *row, *facing, *square, *colour;
  int exact, at_least, then_exact;
} extensions[] = {
    {"rg", NULL, "d1", "blue", 0, 3, 3 + 5},     /* all different */
    {"rr", NULL, "d1", "red", 0, 3, 3 + 3},      /* all of one colour */
    {"rg", NULL, "d1", "red", 0, 3, 0},          /* neither: it is as told */
    {"r", NULL, "c1", "red", 2, 0, 0},           /* two never match */
    {"rrg", NULL, "e1", "red", 5, 0, 0},         /* these never do, either */
    {"rgb", NULL, "e1", "yellow", 0, 5, 15},     /* four different */
    {"r..r", "f1", "c1", "red", 0, 5, 0},        /* depends on one more gem, still */
    {"rr...r", "h1", "d1", "red", 0, 3, 6},      /* two gaps are left: a laser in the first */
    {"r..g", "f1", "c1", "red", 0, 5, 0},        /* it is sure now, but not other than told */
    {"rrrrr", NULL, "g1", "red", 0, 12, 12 + 8}, /* six of one colour */
};

static void test_a_colour_that_changes_points_is_told(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(extensions); i++) {
    g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
    gem_position_laser(position, 1, "a1", "east", 1);
    if (extensions[i].facing) gem_position_laser(position, 1, extensions[i].facing, "west", 2);
    lay_row(position, extensions[i].row);
    g_autoptr(LapSession) session = gem_position_play(position);
    g_autofree char *move = g_strdup_printf("gem, place %s", extensions[i].square);
    g_autofree char *colour = g_strdup_printf("colour %s", extensions[i].colour);
    gem_play(session, move);
    assert_told(session, extensions[i].exact, extensions[i].at_least);
    gem_play(session, colour);
    assert_told(session, extensions[i].then_exact, 0);
  }
}

/* After a laser on a1 all colours are known, but for that of a gem that would fill a gap. */
static void test_a_laser_is_told_with_the_bonus(void)
{
  static const struct {
    const char *row, *facing;
    int exact, at_least;
  } rows[] = {{"rgb", NULL, 8, 0}, {"rrr", NULL, 6, 0}, {"rrg", NULL, 3, 0}, {"r.r", "e1", 0, 3}, {"rg.g", "f1", 5, 0}};
  for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
    g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
    if (rows[i].facing) gem_position_laser(position, 0, rows[i].facing, "west", 2);
    lay_row(position, rows[i].row);
    g_autoptr(LapSession) session = gem_position_play(position);
    gem_play(session, "laser, place a1, point east, coin 1");
    assert_told(session, rows[i].exact, rows[i].at_least);
  }
}

/* The last colour is known at once. */
static void test_the_last_colour_is_told_with_the_bonus(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
  memset(position->advanced->colours_left, 0, GEM_COLOURS);
  position->advanced->colours_left[YELLOW] = 2;
  position->state->gems_left = 2;
  gem_position_laser(position, 1, "a1", "east", 1);
  lay_row(position, "yy");
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "gem, place d1");
  g_assert_cmpuint(gem_told(session, "gem/can_extract"), ==, 1);
  assert_told(session, 6, 0);
}

/* Of one line the extraction tells all. Of two, of two players or of one who chooses, the one that matches is told. */
static void test_a_completed_line_is_told_with_the_bonus(void)
{
  static const struct {
    int column; /* whose the second line is, or -1 */
    guint at_least, then;
  } lines[] = {{-1, 1, 0}, {0, 2, 1}, {1, 2, 1}};
  for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
    g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
    gem_position_laser(position, 1, "b3", "east", 4);
    gem_position_laser(position, 1, "f3", "west", 5);
    gem_position_gems_of(position, RED, "c3");
    gem_position_gems_of(position, GREEN, "e3");
    if (lines[i].column >= 0) {
      gem_position_laser(position, (guint)lines[i].column, "d1", "south", 1);
      gem_position_laser(position, (guint)lines[i].column, "d5", "north", 2);
      gem_position_gems_of(position, RED, "d2 d4");
    }
    g_autoptr(LapSession) session = gem_position_play(position);
    gem_play(session, "gem, place d3");
    g_assert_cmpuint(gem_told(session, "gem/completed_at_least"), ==, lines[i].at_least);
    g_assert_cmpint(points_told(session, "gem/completed_at_least", POINTS_OF_COMPLETED), ==, 3);
    gem_play(session, "colour blue");
    g_assert_cmpuint(gem_told(session, "gem/completed"), ==, lines[i].then);
    g_assert_cmpint(points_told(session, "gem/completed", POINTS_OF_COMPLETED), ==, lines[i].then ? 8 : 0);
    g_assert_cmpuint(gem_told(session, "gem/completed_at_least"), ==, 0);
  }
}

/* --- the order of what is told */

/* A gem is told before what it does, with its square; then its colour. */
static void test_a_gem_is_told_before_what_it_blocks(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
  gem_position_laser(position, 1, "e1", "east", 1);
  gem_position_gems_of(position, RED, "f1 g1");
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "gem, place h1");
  const LapEvent *placed = gem_event(session, "gem-advanced/places_gem"), *blocked = gem_event(session, "gem/blocked");
  g_assert_nonnull(placed);
  g_assert_true(placed < blocked);
  g_assert_cmpint(blocked->arg[2], ==, 3);
  gem_play(session, "colour red");
  g_assert_cmpuint(gem_told(session, "gem-advanced/took_colour"), ==, 1);
  g_assert_cmpuint(gem_told(session, "gem-advanced/places_gem"), ==, 0);
}

/* The last colour, which is no choice, is told at once. */
static void test_a_gem_of_the_last_colour_is_told(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
  memset(position->advanced->colours_left, 0, GEM_COLOURS);
  position->advanced->colours_left[YELLOW] = 2;
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "gem, place h1");
  g_assert_true(gem_event(session, "gem-advanced/places_gem") < gem_event(session, "gem-advanced/took_colour"));
  g_assert_cmpuint(gem_told(session, "gem-advanced/places_gem"), ==, 1);
}

/* --- shields */

enum { AT_OBSTACLE = 2 };

/* A shield before a line or on one of its gems: how many of them are still before the laser on a1. */
static void test_a_shield_blocks_lines(void)
{
  static const struct {
    const char *move;
    int before;
  } shields[] = {{"shield, shield_on d1", 2}, {"shield, shield_on c1", 1}, {"shield, shield_on b1", 0}};
  for (gsize i = 0; i < G_N_ELEMENTS(shields); i++) {
    g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
    gem_position_laser(position, 1, "a1", "east", 1);
    gem_position_gems_of(position, RED, "b1 c1");
    g_autoptr(LapSession) session = gem_position_play(position);
    gem_play(session, shields[i].move);
    const LapEvent *placed = gem_event(session, "gem-advanced/placed_shield"),
                   *blocked = gem_event(session, "gem/blocked");
    g_assert_nonnull(placed);
    g_assert_cmpuint(gem_told(session, "gem/blocked"), ==, shields[i].before > 0);
    g_assert_cmpuint(gem_told(session, "gem/blocked_at_once"), ==, shields[i].before == 0);
    if (!blocked) continue;
    g_assert_true(placed < blocked);
    const gint16 told_of[] = {0, 1, (gint16)shields[i].before, (gint16)gem_square("a1"), AT_OBSTACLE};
    g_assert_cmpmem(blocked->arg, sizeof told_of, told_of, sizeof told_of);
  }
}

/* Seat 0 puts its shield on b1, which is before the laser of a seat on a1, whatever is there. */
static const struct {
  const char *gems, *lasers, *shields;
  guint owner;
  const char *event;
} at_once[] = {
    {"b1", "a1 east", "", 1, "gem/blocked_at_once"},
    {"b1", "a1 east", "", 0, "gem/blocked_own_at_once"},
    {"", "a1 east", "", 1, "gem/blocked_at_once"},             /* no gem yet, but room for some */
    {"b1", "a1 east, c1 north", "", 1, "gem/blocked_at_once"}, /* the one on c1 could be covered */
    {"b1", "a1 east", "c1", 1, NULL},                          /* it was blocked before */
    {"b1 c1 d1 e1 f1 g1 h1", "a1 east", "", 1, NULL},
    {"b1", "a1 north", "", 1, NULL}, /* it points elsewhere */
};

static void test_a_shield_right_before_a_laser(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(at_once); i++) {
    g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
    g_auto(GStrv) laser = g_strsplit(at_once[i].lasers, ", ", -1);
    for (guint n = 0; laser[n]; n++) {
      g_auto(GStrv) word = g_strsplit(laser[n], " ", -1);
      gem_position_laser(position, at_once[i].owner, word[0], word[1], n);
    }
    gem_position_gems_of(position, RED, at_once[i].gems);
    gem_position_shields(position, at_once[i].shields);
    g_autoptr(LapSession) session = gem_position_play(position);
    gem_play(session, "shield, shield_on b1");
    const char *events[] = {"gem/blocked_at_once", "gem/blocked_own_at_once"};
    for (guint n = 0; n < G_N_ELEMENTS(events); n++)
      g_assert_cmpuint(gem_told(session, events[n]), ==, !g_strcmp0(at_once[i].event, events[n]));
    g_assert_cmpuint(gem_told(session, "gem/blocked"), ==, 0);
    if (!at_once[i].event) continue;
    const LapEvent *event = gem_event(session, at_once[i].event);
    const gint16 told_of[] = {0, 1, (gint16)gem_square("a1"), AT_OBSTACLE}, of_own[] = {0, told_of[2], AT_OBSTACLE};
    if (at_once[i].owner)
      g_assert_cmpmem(event->arg, sizeof told_of, told_of, sizeof told_of);
    else
      g_assert_cmpmem(event->arg, sizeof of_own, of_own, sizeof of_own);
    const char *on_it = *at_once[i].gems ? "gem-advanced/shielded_gem" : "gem-advanced/placed_shield";
    g_assert_true(event > gem_event(session, on_it));
  }
}

/* On a laser it ends the lines of its owner, who could cover it; those of others ended there before. */
static void test_a_shield_on_a_laser_blocks_its_owners_lines(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 3);
  gem_position_laser(position, 1, "a1", "east", 1);
  gem_position_laser(position, 1, "c1", "north", 2);
  gem_position_laser(position, 2, "e1", "west", 1);
  gem_position_laser(position, 1, "c2", "north", 3); /* without a gem: none would fit */
  gem_position_gems_of(position, RED, "b1 d1");
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "shield, shield_on c1");
  g_assert_cmpuint(gem_told(session, "gem/blocked"), ==, 1);
  g_assert_cmpuint(gem_told(session, "gem/blocked_at_once"), ==, 0);
  const gint16 told_of[] = {0, 1, 1, (gint16)gem_square("a1"), AT_OBSTACLE};
  const LapEvent *blocked = gem_event(session, "gem/blocked");
  g_assert_cmpmem(blocked->arg, sizeof told_of, told_of, sizeof told_of);
  g_assert_true(blocked > gem_event(session, "gem-advanced/shielded_lasers"));
}

/* A line that was blocked already is not blocked once more. */
static void test_a_shield_on_a_blocked_line(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
  gem_position_laser(position, 1, "e1", "east", 1);
  gem_position_gems_of(position, RED, "f1 g1 h1");
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "shield, shield_on g1");
  g_assert_cmpuint(gem_told(session, "gem/blocked"), ==, 0);
}

/* A gem on the first square before a laser, with a shield behind it, or behind gems. */
static void test_a_gem_between_a_laser_and_a_shield(void)
{
  static const struct {
    const char *gems, *shield;
    int before;
  } lines[] = {{"", "c1", 1}, {"c1 d1", "e1", 3}};
  for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
    g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
    gem_position_laser(position, 1, "a1", "east", 1);
    gem_position_gems_of(position, RED, lines[i].gems);
    gem_position_shields(position, lines[i].shield);
    g_autoptr(LapSession) session = gem_position_play(position);
    gem_play(session, "gem, place b1");
    g_assert_cmpuint(gem_told(session, "gem/blocked"), ==, 1);
    const gint16 told_of[] = {0, 1, (gint16)lines[i].before, (gint16)gem_square("a1"), AT_OBSTACLE};
    g_assert_cmpmem(gem_event(session, "gem/blocked")->arg, sizeof told_of, told_of, sizeof told_of);
    gem_play(session, "colour red");
    g_assert_cmpuint(gem_told(session, "gem/blocked"), ==, 0);
  }
}

/* Two lasers that face each other, after the second was placed: what a gem on b1 extracts, whatever its colour. */
static void test_a_laser_that_extracts_with_a_gem(void)
{
  static const struct {
    const char *row, *facing;
    int exact, at_least;
  } rows[] = {{".", "c1", 1, 0}, {".r", "d1", 2, 0}, {".rg", "e1", 0, 3}, {".rrg", "f1", 5, 0}};
  for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
    g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
    gem_position_laser(position, 0, rows[i].facing, "west", 2);
    lay_row(position, rows[i].row);
    g_autoptr(LapSession) session = gem_position_play(position);
    gem_play(session, "laser, place a1, point east, coin 1");
    assert_told(session, rows[i].exact, rows[i].at_least);
  }
}

static void test_a_laser_that_meets_a_shield(void)
{
  static const struct {
    const char *shield, *event;
  } shields[] = {{"d1", "gem/meets"}, {"b1", "gem/meets_at_once"}};
  for (gsize i = 0; i < G_N_ELEMENTS(shields); i++) {
    g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
    gem_position_gems_of(position, RED, "b1 c1");
    gem_position_shields(position, shields[i].shield);
    g_autoptr(LapSession) session = gem_position_play(position);
    gem_play(session, "laser, place a1, point east, coin 1");
    const LapEvent *event = gem_event(session, shields[i].event);
    g_assert_nonnull(event);
    g_assert_cmpint(event->arg[i ? 2 : 3], ==, AT_OBSTACLE);
  }
}

static void test_once_in_a_game(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
  gem_position_shields(position, "h8");
  g_autoptr(LapSession) session = gem_position_play(position);
  g_assert_cmpuint(gem_ways(session, "shield"), ==, 63);
  g_assert_false(gem_may(session, "shield, shield_on h8"));
  gem_play(session, "shield, shield_on d4");
  g_assert_cmpint(games_waiting(session), ==, 1);
  g_assert_cmpuint(gem_seen(session, "d4"), ==, GEM_OBSTACLE);
  g_assert_false(gem_may(session, "gem, place d4"));
  g_assert_true(gem_may(session, "shield"));
  gem_play(session, "laser, place d1, point south, coin 0");
  g_assert_false(gem_may(session, "shield"));
}

static void test_on_a_gem(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
  gem_position_gems_of(position, RED, "d4");
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "shield, shield_on d4");
  g_assert_cmpint(gem_points(session, 0, NULL), ==, 1);
  g_assert_cmpuint(gem_state(session)->gems[0], ==, 0);
  g_assert_cmpuint(gem_advanced_state(session)->gathered[0][RED], ==, 0);
}

/* The whole stack goes home, its own player's as any other's, and a revealed coin is still known to be there. */
static void test_on_a_stack(void)
{
  for (guint owner = 0; owner < 2; owner++) {
    g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
    gem_position_laser(position, owner, "d4", "east", 1);
    gem_position_laser(position, owner, "d4", "west", 2);
    gem_position_laser(position, owner, "d5", "west", 3);
    g_autoptr(LapSession) session = gem_position_play(position);
    gem_play(session, "shield, shield_on d4");
    const Gem *state = gem_state(session);
    g_assert_cmpuint(gem_seen(session, "d4"), ==, GEM_OBSTACLE);
    g_assert_cmpuint(state->supply[owner].count, ==, 5);
    g_assert_cmpuint(state->lasers[owner], ==, 1);
    g_assert_cmpuint(state->laser[owner][0].piece, ==, gem_coin((guint8)owner, 3));
    g_assert_cmpint(gem_points(session, 0, NULL), ==, 0);
  }
}

static void test_between_lasers(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
  gem_position_gems_of(position, RED, "b1 d1");
  gem_position_shields(position, "c1");
  gem_position_laser(position, 0, "a1", "east", 1);
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "laser, place e1, point west, coin 2");
  g_assert_cmpuint(gem_state(session)->lasers[0], ==, 2);
  g_assert_cmpuint(gem_told(session, "gem/extracted"), ==, 0);
}

static void test_a_shield_may_fill_the_board(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
  memset(position->state->board, GEM_GEM + gem_kind_of_colour(RED), GEM_SQUARES);
  position->state->board[5] = GEM_OPEN;
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "shield, shield_on f1");
  g_assert_true(lap_session_over(session));
}

/* --- changing the game */

/* Whether a match as far as it is becomes one of another game; what it then is on d4. */
static gboolean becomes(LapSession *session, const char *id, guint8 *seen, const char *reason)
{
  g_autoptr(LapGame) game = games_load(id);
  g_autoptr(LapOptions) options = lap_options_new(game);
  g_autoptr(GError) error = NULL;
  g_autoptr(LapEngine) to = lap_engine_new(game, lap_engine_seats(lap_session_engine(session)), options, &error);
  g_autoptr(LapBlock) block = lap_block_new(to);
  gboolean done = lap_convert(lap_session_engine(session), lap_session_block(session), to, block, &error);
  if (reason) g_assert_nonnull(strstr(error->message, reason));
  if (!done) return FALSE;
  g_autoptr(LapSession) other = lap_session_new_at(game, lap_engine_seats(to), options, block, &error);
  g_assert_no_error(error);
  *seen = gem_state(other)->board[gem_square("d4")];
  return TRUE;
}

static void test_a_basic_game_joins_before_its_first_gem(void)
{
  guint8 seen;
  g_autoptr(LapSession) session = games_start("gem", 2, 1);
  g_assert_true(becomes(session, "gem-advanced", &seen, NULL));
  gem_play(session, "first_gem d4");
  g_assert_false(becomes(session, "gem-advanced", &seen, "gems_have_no_colours"));
}

static void test_gems_lose_their_colours(void)
{
  guint8 seen = 0;
  g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
  gem_position_gems_of(position, BLUE, "d4");
  g_autoptr(LapSession) session = gem_position_play(position);
  g_assert_true(becomes(session, "gem", &seen, NULL));
  g_assert_cmpuint(seen, ==, GEM_GEM);
  gem_play(session, "shield, shield_on a1");
  g_assert_false(becomes(session, "gem", &seen, "advanced_rules_have_counted"));
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gem-advanced/colour/each-gem-has-one", test_each_gem_has_a_colour);
  g_test_add_func("/gem-advanced/colour/an-empty-one-is-forbidden", test_an_empty_colour_is_forbidden);
  g_test_add_func("/gem-advanced/colour/the-last-is-no-choice", test_the_last_colour_is_no_choice);
  g_test_add_func("/gem-advanced/score/bonuses", test_bonuses);
  g_test_add_func("/gem-advanced/score/gathered-colours", test_gathered_colours);
  g_test_add_func("/gem-advanced/score/most-of-each-colour", test_most_of_each_colour);
  g_test_add_func("/gem-advanced/preview/what-a-gem-leads-to", test_what_a_gem_leads_to);
  g_test_add_func("/gem-advanced/preview/what-a-gem-does-is-told-with-its-square",
                  test_what_a_gem_does_is_told_with_its_square);
  g_test_add_func("/gem-advanced/lines/a-colour-that-changes-points", test_a_colour_that_changes_points_is_told);
  g_test_add_func("/gem-advanced/lines/a-laser", test_a_laser_is_told_with_the_bonus);
  g_test_add_func("/gem-advanced/lines/a-laser-that-extracts-with-a-gem", test_a_laser_that_extracts_with_a_gem);
  g_test_add_func("/gem-advanced/lines/the-last-colour", test_the_last_colour_is_told_with_the_bonus);
  g_test_add_func("/gem-advanced/lines/completed", test_a_completed_line_is_told_with_the_bonus);
  g_test_add_func("/gem-advanced/colour/a-gem-is-told-before-what-it-blocks", test_a_gem_is_told_before_what_it_blocks);
  g_test_add_func("/gem-advanced/colour/a-gem-of-the-last-one-is-told", test_a_gem_of_the_last_colour_is_told);
  g_test_add_func("/gem-advanced/shield/blocks-lines", test_a_shield_blocks_lines);
  g_test_add_func("/gem-advanced/shield/right-before-a-laser", test_a_shield_right_before_a_laser);
  g_test_add_func("/gem-advanced/shield/on-a-laser-blocks-its-owners-lines",
                  test_a_shield_on_a_laser_blocks_its_owners_lines);
  g_test_add_func("/gem-advanced/shield/on-a-blocked-line", test_a_shield_on_a_blocked_line);
  g_test_add_func("/gem-advanced/shield/a-gem-between-a-laser-and-a-shield", test_a_gem_between_a_laser_and_a_shield);
  g_test_add_func("/gem-advanced/shield/a-laser-meets-it", test_a_laser_that_meets_a_shield);
  g_test_add_func("/gem-advanced/shield/once-in-a-game", test_once_in_a_game);
  g_test_add_func("/gem-advanced/shield/on-a-gem", test_on_a_gem);
  g_test_add_func("/gem-advanced/shield/on-a-stack", test_on_a_stack);
  g_test_add_func("/gem-advanced/shield/between-lasers", test_between_lasers);
  g_test_add_func("/gem-advanced/shield/may-fill-the-board", test_a_shield_may_fill_the_board);
  g_test_add_func("/gem-advanced/change/a-basic-game-joins-before-its-first-gem",
                  test_a_basic_game_joins_before_its_first_gem);
  g_test_add_func("/gem-advanced/change/gems-lose-their-colours", test_gems_lose_their_colours);
  return g_test_run();
}
