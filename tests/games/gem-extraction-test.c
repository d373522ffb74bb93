/* GEM: extractions, contests, stacks and chains of them. */
#include <string.h>

#include "gem-position.h"
#include "host/engine/convert.h"
#include "host/engine/preview.h"
#include "host/projection/view.h"
#include "plugins/gem/extractions.h"

/* --- what is one: seat 0 has lasers as given, and seat 1 plays a gem far away */

static const struct {
  const char *gems, *other, *lasers;
  int points;
} lines[] = {
    {"b1 c1", "", "a1 east, d1 west", 2},
    {"b1", "c1", "a1 east, d1 west", 0},  /* black's laser in the way */
    {"b1", "", "a1 east, d1 west", 0},    /* an empty square in the way */
    {"", "", "a1 east, b1 west", 0},      /* no gem between */
    {"b1 c1", "", "a1 east, d1 east", 0}, /* not facing each other */
    {"b1 c1", "", "a1 west, d1 east", 0},
    {"b1 c1", "", "a1 east, d1 north", 0},
    {"b1 d1", "", "a1 east, c1 north, e1 west", 0}, /* an own laser in the way */
    {"b1 c1 d1 e1 f1 g1", "", "a1 east, h1 west", 12},
    {"b1 c1 d1 e1 f1", "", "a1 east, g1 west", 8},
    {"b1 c1 d1 e1", "", "a1 east, f1 west", 5},
    {"b1 c1 d1", "", "a1 east, e1 west", 3},
    {"b1", "", "a1 east, c1 west", 1},
    {"a2 a3", "", "a1 south, a4 north", 2},
    {"h2 h3 h4 h5 h6 h7", "", "h1 south, h8 north", 12},
    {"h1 a2", "", "g1 east, b2 west", 0},                      /* no way round the edge */
    {"b1 c1 b3", "", "a1 east, d1 west, a3 east, c3 west", 3}, /* two at once, both are scored */
};

static void lay_lasers(GemPosition *position, guint seat, const char *lasers)
{
  g_auto(GStrv) laser = g_strsplit(lasers, ", ", -1);
  for (guint i = 0; laser[i]; i++) {
    g_auto(GStrv) word = g_strsplit(laser[i], " ", -1);
    gem_position_laser(position, seat, word[0], word[1], i);
  }
}

static void test_what_is_one(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
    g_autoptr(GemPosition) position = gem_position_new("gem", 2);
    gem_position_gems(position, lines[i].gems);
    lay_lasers(position, 0, lines[i].lasers);
    if (*lines[i].other) gem_position_laser(position, 1, lines[i].other, "north", 0);
    g_autoptr(LapSession) session = gem_position_play(position);
    gem_play(session, "gem, place e8");
    if (games_waiting(session) == 0) gem_play(session, "extract a1 d1");
    g_assert_cmpint(gem_points(session, 0, "gem/extractions"), ==, lines[i].points);
    g_assert_cmpint(games_waiting(session), ==, 1);
  }
}

/* North of d4 there is an empty square, east two gems and a laser, south the edge behind gems, west an empty square. */
static void test_where_a_laser_points_is_lit(void)
{
  static const char *const lit[] = {"d3", "e4 f4 g4", "d5 d6 d7 d8", "c4"};
  g_autoptr(GemPosition) position = gem_position_new("gem", 2);
  gem_position_gems(position, "e4 f4 d5 d6 d7 d8");
  gem_position_laser(position, 1, "g4", "north", 0);
  position->state->step = GEM_POINTS_LASER;
  position->state->square = (uint8_t)gem_square("d4");
  const LapActions *actions = lap_engine_legal(position->engine, position->block, 0);
  g_assert_cmpuint(actions->n, ==, G_N_ELEMENTS(lit));
  for (guint i = 0; i < actions->n; i++) {
    g_auto(GStrv) squares = g_strsplit(lit[actions->v[i].arg[0]], " ", -1);
    LapHighlightedPlace place[LAP_HIGHLIGHTS_MAX];
    const guint n = lap_engine_highlights(position->engine, position->block, &actions->v[i], place);
    g_assert_cmpuint(n, ==, g_strv_length(squares));
    for (guint j = 0; j < n; j++) g_assert_cmpuint(place[j].index, ==, gem_square(squares[j]));
  }
}

/* What is told of lines that a move opens, blocks or completes: seat 0 has lasers as given, and seat 1 moves. */
static const struct {
  const char *gems, *lasers, *own, *move;
  guint open, blocked, completed;
} told[] = {
    {"b1", "a1 east", "", "gem, place c1", 1, 0, 0},                /* a laser on d1 takes both */
    {"", "a1 east", "", "gem, place b1", 1, 0, 0},                  /* one gem, too */
    {"b1", "a1 north", "", "gem, place c1", 0, 0, 0},               /* it points elsewhere */
    {"b1", "a1 east", "", "gem, place d1", 0, 0, 0},                /* not in the line yet */
    {"b1 e1", "a1 east, f1 west", "", "gem, place c1", 1, 0, 0},    /* a gem on d1 takes all four */
    {"b1 c1 d1 e1 f1 g1", "a1 east", "", "gem, place h1", 0, 1, 0}, /* the edge is behind it */
    {"b1", "a1 east", "d1 north", "gem, place c1", 0, 1, 0},        /* another's laser is */
    {"c1 d1 e1 f1 g1 h1", "a1 east", "", "gem, place b1", 0, 1, 0}, /* the first of the line, and gems are behind it */
    {"c1", "a1 east", "d1 north", "gem, place b1", 0, 1, 0},
    {"", "a1 east", "c1 north", "gem, place b1", 0, 1, 0},
    {"c1", "a1 east, d1 north", "", "gem, place b1", 1, 0, 0}, /* one's own may be covered */
    {"", "g1 east", "", "gem, place h1", 0, 0, 0},             /* no laser ever fitted behind it */
    {"b1", "a1 east, d1 north", "", "gem, place c1", 1, 0, 0}, /* one's own may be covered */
    {"b1", "a1 east, a2 east, a3 east, a4 east, a5 east, a6 east", "", "gem, place c1", 0, 0, 0}, /* no laser is left */
    {"b1 c1 d1 e1 f1 g1", "a1 east, a2 east, a3 east, a4 east, a5 east, a6 east", "", "gem, place h1", 0, 1,
     0},                                                                 /* nor then */
    {"c4 c5", "c6 north", "b3 east, d3 west", "gem, place c3", 1, 0, 0}, /* an extraction empties c3 */
    {"b1", "a1 east", "", "laser, place c1, point north, coin 0", 0, 1, 0},
    {"b2", "a1 east", "", "laser, place b3, point north, coin 0", 1, 0,
     0}, /* towards b1: it can be taken from above it */
    {"b1 e1", "a1 east, f1 west", "", "laser, place d1, point north, coin 0", 0, 1, 0},
    {"b1 d1", "a1 east, e1 west", "", "laser, place c1, point north, coin 0", 0, 2, 0},
    {"", "b2 south, b4 north", "a3 east, c3 west", "gem, place b3", 1, 0, 2}, /* a contest over one gem */
    {"b1", "a1 east, d1 west", "", "gem, place c1", 0, 0, 0}, /* it is extracted, which is told by itself */
    {"b3 d3 c2 c4", "a3 east, e3 west", "c1 south, c5 north", "gem, place c3", 1, 0,
     2}, /* a contest, and what the loser has then */
};

static void test_what_is_told_of_lines(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(told); i++) {
    g_test_message("%s, %s: %s", told[i].gems, told[i].lasers, told[i].move);
    g_autoptr(GemPosition) position = gem_position_new("gem", 2);
    gem_position_gems(position, told[i].gems);
    lay_lasers(position, 0, told[i].lasers);
    lay_lasers(position, 1, told[i].own);
    position->state->active = 1;
    g_autoptr(LapSession) session = gem_position_play(position);
    gem_play(session, told[i].move);
    g_assert_cmpuint(gem_told(session, "gem/can_extract"), ==, told[i].open);
    g_assert_cmpuint(gem_told(session, "gem/blocked"), ==, told[i].blocked);
    g_assert_cmpuint(gem_told(session, "gem/completed"), ==, told[i].completed);
  }
}

static void test_a_line_of_ones_own_is_blocked(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem", 2);
  gem_position_gems(position, "b1 c1 d1 e1 f1 g1");
  lay_lasers(position, 1, "a1 east");
  position->state->active = 1;
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "gem, place h1");
  g_assert_cmpuint(gem_told(session, "gem/blocked"), ==, 0);
  g_assert_cmpuint(gem_told(session, "gem/blocked_own"), ==, 1);

  g_autoptr(GemPosition) first = gem_position_new("gem", 2);
  gem_position_gems(first, "f2 f3 f4 f5 f1");
  lay_lasers(first, 0, "f7 north");
  g_autoptr(LapSession) later = gem_position_play(first);
  gem_play(later, "gem, place f6");
  g_assert_cmpuint(gem_told(later, "gem/blocked_own"), ==, 1);
  g_assert_cmpint(gem_event(later, "gem/blocked_own")->arg[1], ==, 6);
}

/* It is told how many gems now lie before the blocked laser, of seat 0, and what they end at. */
enum { AT_EDGE, AT_OTHERS_LASER };
static const struct {
  const char *gems, *lasers, *own, *move, *laser;
  int before, end;
} blocked[] = {
    {"b1 c1 d1 e1 f1 g1", "a1 east", "", "gem, place h1", "a1", 7, AT_EDGE},
    {"f1 h1", "e1 east", "", "gem, place g1", "e1", 3, AT_EDGE},
    {"b1", "a1 east", "d1 north", "gem, place c1", "a1", 2, AT_OTHERS_LASER},
    {"b1 c1", "a1 east", "", "laser, place d1, point north, coin 0", "a1", 2, AT_OTHERS_LASER},
    {"g1 h1", "e1 east", "", "gem, place f1", "e1", 3, AT_EDGE},
    {"", "a1 east", "c1 north", "gem, place b1", "a1", 1, AT_OTHERS_LASER},
};

static void test_how_a_line_is_blocked(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(blocked); i++) {
    g_autoptr(GemPosition) position = gem_position_new("gem", 2);
    gem_position_gems(position, blocked[i].gems);
    lay_lasers(position, 0, blocked[i].lasers);
    lay_lasers(position, 1, blocked[i].own);
    position->state->active = 1;
    g_autoptr(LapSession) session = gem_position_play(position);
    gem_play(session, blocked[i].move);
    const LapEvent *event = gem_event(session, "gem/blocked");
    g_assert_nonnull(event);
    const gint16 told_of[] = {1, 0, (gint16)blocked[i].before, (gint16)gem_square(blocked[i].laser),
                              (gint16)blocked[i].end};
    g_assert_cmpmem(event->arg, sizeof told_of, told_of, sizeof told_of);
  }
}

/* Seat 1 puts a laser right before one of seat 0. */
static const struct {
  const char *gems, *lasers, *own, *move;
  guint told;
} at_once[] = {
    {"", "a1 east", "", "laser, place b1, point north, coin 5", 1},
    {"c1", "a1 east", "", "laser, place b1, point north, coin 5", 1},        /* a gem on b1 would join another */
    {"", "a1 east, c1 west", "", "laser, place b1, point north, coin 5", 2}, /* a gem would have been extracted */
    {"", "g1 east", "", "laser, place h1, point north, coin 5", 0},          /* nothing fitted before the edge */
    {"c1", "a1 east", "d1 north", "laser, place b1, point north, coin 5", 0},
    {"", "a1 north", "", "laser, place b1, point north, coin 5", 0}, /* it points elsewhere */
    {"", "", "a1 east", "laser, place b1, point north, coin 5", 0},  /* one's own may be covered */
};

static void test_a_line_is_blocked_before_its_first_gem(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(at_once); i++) {
    g_test_message("%s, %s: %s", at_once[i].gems, at_once[i].lasers, at_once[i].move);
    g_autoptr(GemPosition) position = gem_position_new("gem", 2);
    gem_position_gems(position, at_once[i].gems);
    lay_lasers(position, 0, at_once[i].lasers);
    lay_lasers(position, 1, at_once[i].own);
    position->state->active = 1;
    g_autoptr(LapSession) session = gem_position_play(position);
    gem_play(session, at_once[i].move);
    g_assert_cmpuint(gem_told(session, "gem/blocked_at_once"), ==, at_once[i].told);
    g_assert_cmpuint(gem_told(session, "gem/blocked"), ==, 0);
    const LapEvent *event = gem_event(session, "gem/blocked_at_once");
    if (!event) continue;
    const gint16 told_of[] = {1, 0, (gint16)gem_square("a1"), AT_OTHERS_LASER};
    g_assert_true(event > gem_event(session, "gem/placed_laser"));
    if (at_once[i].told == 1) g_assert_cmpmem(event->arg, sizeof told_of, told_of, sizeof told_of);
  }
}

/* --- what is told of the line of a laser that is placed: seat 0 does so on d4, where other lasers of seat 1 are */

/* With the square of the laser there are the gems before, or the square of the next laser, and what it ends at. */
static const struct {
  const char *gems, *own, *others, *direction, *event;
  int gems_before, end;
} placed[] = {
    {"e4 f4", "", "g4 north", "east", "gem/meets", 2, AT_OTHERS_LASER},
    {"e4 f4", "", "g4 west", "east", "gem/meets", 2, AT_OTHERS_LASER}, /* whose line it blocks, too */
    {"d5 d6 d7 d8", "", "", "south", "gem/meets", 4, AT_EDGE},
    {"c4", "", "b4 east", "west", "gem/meets", 1, AT_OTHERS_LASER},
    {"d5 d6 d7 d8", "d4 north", "", "south", "gem/meets", 4, AT_EDGE}, /* on a stack */
    {"d5 d6 d7 d8", "d4 north, d4 west", "", "south", "gem/meets", 4, AT_EDGE},
    {"", "", "e4 north", "east", "gem/meets_at_once", 0, AT_OTHERS_LASER},
    {"", "d4 south", "e4 west", "east", "gem/meets_at_once", 0, AT_OTHERS_LASER},
    {"", "", "f4 north", "east", "gem/no_room", 0, AT_OTHERS_LASER}, /* a gem, and no laser behind it */
    {"f4 g4 h4", "", "", "east", "gem/no_room", 0, AT_EDGE},
    {"", "e4 west", "", "east", "gem/no_gem_between", 0, 0},
    {"", "e4 north", "", "east", "gem/no_gem_between", 0, 0},
    {"e4 f4", "", "", "east", NULL, 0, 0},          /* a laser on g4 can face it */
    {"e4 f4", "g4 north", "", "east", NULL, 0, 0},  /* one on g4 can be covered */
    {"e4 f4", "g4 west", "", "east", NULL, 0, 0},   /* it is extracted */
    {"", "", "", "east", NULL, 0, 0},               /* there is room */
    {"", "f4 west", "", "east", NULL, 0, 0},        /* a gem on e4 is extracted */
    {"", "f4 north", "", "east", NULL, 0, 0},       /* and this one can be covered */
    {"f4", "", "", "east", NULL, 0, 0},             /* with a gem on e4 and a laser on g4 */
    {"", "", "g4 north", "east", NULL, 0, 0},       /* a gem on e4, a laser on f4 */
    {"e4 f4", "", "g4 north", "north", NULL, 0, 0}, /* it does not point there */
    {"e4 f4", "a1 north, a2 north, a3 north, a4 north, a5 north", "", "east", NULL, 0,
     0}, /* the next laser that is back can */
};

static guint told_of_placed(LapSession *session)
{
  return gem_told(session, "gem/meets") + gem_told(session, "gem/meets_at_once") + gem_told(session, "gem/no_room") +
         gem_told(session, "gem/no_gem_between");
}

static void test_a_laser_that_can_extract_nothing(void)
{
  const gint16 d4 = (gint16)gem_square("d4"), e4 = (gint16)gem_square("e4");
  for (gsize i = 0; i < G_N_ELEMENTS(placed); i++) {
    g_test_message("%s, %s, %s: %s", placed[i].gems, placed[i].own, placed[i].others, placed[i].direction);
    g_autoptr(GemPosition) position = gem_position_new("gem", 2);
    gem_position_gems(position, placed[i].gems);
    lay_lasers(position, 0, placed[i].own);
    lay_lasers(position, 1, placed[i].others);
    g_autoptr(LapSession) session = gem_position_play(position);
    g_autofree char *move = g_strdup_printf("laser, place d4, point %s, coin 5", placed[i].direction);
    gem_play(session, move);
    g_assert_cmpuint(told_of_placed(session), ==, placed[i].event != NULL);
    if (!placed[i].event) continue;
    const LapEvent *event = gem_event(session, placed[i].event);
    g_assert_nonnull(event);
    g_assert_true(event > gem_event(session, "gem/placed_laser"));
    const gint16 end = (gint16)placed[i].end, before = (gint16)placed[i].gems_before;
    const gint16 after_gems[] = {0, before, d4, end}, right_before[] = {0, d4, end}, next_to_own[] = {0, d4, e4};
    if (before)
      g_assert_cmpmem(event->arg, sizeof after_gems, after_gems, sizeof after_gems);
    else if (g_str_equal(placed[i].event, "gem/no_gem_between"))
      g_assert_cmpmem(event->arg, sizeof next_to_own, next_to_own, sizeof next_to_own);
    else
      g_assert_cmpmem(event->arg, sizeof right_before, right_before, sizeof right_before);
  }
}

/* At the edge itself, and one square before it. */
static void test_a_laser_at_the_edge(void)
{
  static const struct {
    const char *square, *event;
  } lasers[] = {{"h4", "gem/meets_at_once"}, {"g4", "gem/no_room"}, {"f4", NULL}};
  for (gsize i = 0; i < G_N_ELEMENTS(lasers); i++) {
    g_autoptr(GemPosition) position = gem_position_new("gem", 2);
    g_autoptr(LapSession) session = gem_position_play(position);
    g_autofree char *move = g_strdup_printf("laser, place %s, point east, coin 5", lasers[i].square);
    gem_play(session, move);
    g_assert_cmpuint(told_of_placed(session), ==, lasers[i].event != NULL);
    if (!lasers[i].event) continue;
    const gint16 told_of[] = {0, (gint16)gem_square(lasers[i].square), AT_EDGE};
    g_assert_cmpmem(gem_event(session, lasers[i].event)->arg, sizeof told_of, told_of, sizeof told_of);
  }
}

/* With a gem on the one square that is open between it and one that faces it: whose laser is on `square` already, how
 * many gems there are, and what they bring. */
static const struct {
  const char *gems, *own, *direction, *square;
  int extracted, points;
} with_gem[] = {
    {"", "f4 west", "east", "e4", 1, 1},      {"f4 g4", "h4 west", "east", "e4", 3, 3},
    {"e4 f4", "h4 west", "east", "g4", 3, 3}, {"d6", "d4 west, d7 north", "south", "d5", 2, 2}, /* on a stack */
    {"", "g4 west", "east", NULL, 0, 0},                                                        /* two are open */
    {"", "f4 north", "east", NULL, 0, 0}, /* it does not face it */
};

static void test_a_laser_that_extracts_with_a_gem(void)
{
  enum { GEM_CHOICE_OF_WITH = 1 };
  for (gsize i = 0; i < G_N_ELEMENTS(with_gem); i++) {
    g_autoptr(GemPosition) position = gem_position_new("gem", 2);
    gem_position_gems(position, with_gem[i].gems);
    lay_lasers(position, 0, with_gem[i].own);
    g_autoptr(LapSession) session = gem_position_play(position);
    g_autofree char *move = g_strdup_printf("laser, place d4, point %s, coin 5", with_gem[i].direction);
    gem_play(session, move);
    g_assert_cmpuint(gem_told(session, "gem/can_extract"), ==, with_gem[i].square != NULL);
    if (!with_gem[i].square) continue;
    const gint16 told_of[] = {0, (gint16)with_gem[i].extracted, GEM_CHOICE_OF_WITH,
                              (gint16)gem_square(with_gem[i].square), (gint16)with_gem[i].points};
    g_assert_cmpmem(gem_event(session, "gem/can_extract")->arg, sizeof told_of, told_of, sizeof told_of);
  }
}

/* --- each step of a laser tells what is decided with it */

/* Looks into the steps that may follow a move so far, and adds the names of what is told of one of them. */
static void add_foreseen(LapSession *session, const LapBlock *block, guint16 kind, gint16 arg, GString *names)
{
  LapEngine *engine = lap_session_engine(session);
  g_auto(LapPreviews) previews;
  lap_previews_init(&previews);
  g_assert_true(lap_engine_preview(engine, block, 0, 1, &previews));
  const LapActions *actions = lap_engine_legal(engine, block, 0);
  for (guint i = 0, at = 0; i < actions->n; i++) {
    const guint n = (guint)g_array_index(previews.n_events, gint64, i);
    for (guint event = at; event < at + n && actions->v[i].kind == kind && actions->v[i].arg[0] == arg; event++) {
      const guint16 told_of = g_array_index(previews.events, LapEvent, event).kind;
      g_string_append_printf(names, "%s%s", names->len ? " " : "",
                             lap_game_event(lap_engine_game(engine), told_of)->name + 4);
    }
    at += n;
  }
}

/* What is told of each step before it is taken: the square, the direction and the value of a laser of seat 0. */
static const struct {
  const char *gems, *own, *others, *square;
  gint16 direction;
  const char *of_square, *of_direction, *of_value;
} steps[] = {
    {"d2 d4 d5", "", "d6 north", "d3", LAP_NORTH, "placed_laser blocked", "pointed can_extract", "used_coin"},
    {"", "", "", "d3", LAP_NORTH, "placed_laser", "pointed", "used_coin"},
    {"", "b3 north", "", "b3", LAP_WEST, "placed_laser covered", "pointed no_room", "used_coin"},
    {"b3 c3", "a3 east", "", "d3", LAP_WEST, "placed_laser", "pointed extracted", "extracted"},
    {"b3 c3 d4", "a3 east", "d5 north", "d3", LAP_WEST, "placed_laser", "pointed extracted can_extract",
     "extracted can_extract"}, /* which blocks no line of others, for it comes back */
    {"b3 c3 d4", "a3 east", "d5 north", "d3", LAP_SOUTH, "placed_laser", "pointed blocked meets", "used_coin"},
    {"", "a8 north, a8 north, a8 north, a8 north, a8 north", "", "d3", LAP_NORTH, "placed_laser used_coin last_laser",
     "pointed used_coin last_laser", "used_coin last_laser"},
    {"b3", "a8 north, a8 north, a8 north, a8 north, a3 east", "", "c3", LAP_WEST, "placed_laser", "pointed extracted",
     "extracted"},
};

static void take(GemPosition *position, guint16 kind, gint16 arg)
{
  LapAction step = {.kind = kind, .seat = 0, .n_args = kind != GEM_TAKE_LASER, .arg = {arg}};
  g_assert_cmpint(lap_engine_apply(position->engine, position->block, &step), ==, LAP_MOVE_MORE);
}

static void test_what_each_step_tells(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(steps); i++) {
    g_test_message("%s, %s, %s: %s", steps[i].gems, steps[i].own, steps[i].others, steps[i].square);
    g_autoptr(GemPosition) position = gem_position_new("gem", 2);
    gem_position_gems(position, steps[i].gems);
    lay_lasers(position, 0, steps[i].own);
    lay_lasers(position, 1, steps[i].others);
    g_autoptr(LapSession) session = gem_position_play(position);
    const gint16 square = (gint16)gem_square(steps[i].square), coin = (gint16)gem_coin(0, 5);
    g_autoptr(GString) of_square = g_string_new(NULL), of_direction = g_string_new(NULL), of_value = g_string_new(NULL);
    take(position, GEM_TAKE_LASER, 0);
    add_foreseen(session, position->block, GEM_PLACE, square, of_square);
    take(position, GEM_PLACE, square);
    add_foreseen(session, position->block, GEM_POINT, steps[i].direction, of_direction);
    take(position, GEM_POINT, steps[i].direction);
    add_foreseen(session, position->block, GEM_COIN, coin, of_value);
    g_assert_cmpstr(of_square->str, ==, steps[i].of_square);
    g_assert_cmpstr(of_direction->str, ==, steps[i].of_direction);
    g_assert_cmpstr(of_value->str, ==, steps[i].of_value);
  }
}

static void test_what_it_leaves(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem", 2);
  gem_position_gems(position, "b1 c1 b2");
  gem_position_laser(position, 0, "a1", "east", 2);
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "laser, place d1, point west, coin 5");
  const Gem *state = gem_state(session);
  static const char *const open[] = {"a1", "b1", "c1", "d1"};
  for (guint i = 0; i < 4; i++) g_assert_cmpuint(gem_seen(session, open[i]), ==, GEM_OPEN);
  g_assert_cmpuint(gem_seen(session, "b2"), ==, GEM_GEM);
  g_assert_cmpuint(state->supply[0].count, ==, 6);
  g_assert_cmpuint(state->lasers[0], ==, 0);
  g_assert_cmpuint(state->gems[0], ==, 2);
  g_assert_cmpuint(gem_told(session, "gem/revealed"), ==, 0);
}

static void test_the_chain_marker(void)
{
  static const struct {
    const char *gems, *laser;
    guint chain;
  } extractions[] = {{"b1 c1 d1", "e1", 3}, {"b1 c1 d1 e1", "f1", 4}, {"b1 c1", "d1", 4}};
  guint chain = 0;
  for (guint i = 0; i < G_N_ELEMENTS(extractions); i++) {
    g_autoptr(GemPosition) position = gem_position_new("gem", 2);
    position->state->chain[0] = (guint8)chain;
    gem_position_gems(position, extractions[i].gems);
    gem_position_laser(position, 0, "a1", "east", 2);
    g_autoptr(LapSession) session = gem_position_play(position);
    g_autofree char *move = g_strdup_printf("laser, place %s, point west, coin 5", extractions[i].laser);
    gem_play(session, move);
    chain = gem_state(session)->chain[0];
    g_assert_cmpuint(chain, ==, extractions[i].chain);
  }
}

/* --- contests: seat 0 is black of the rulebook's example, seat 1 is blue */

static const struct {
  guint seats, active, black[2], blue[2];
  guint winner;
} contests[] = {
    {2, 0, {3, 5}, {3, 0}, 0}, {2, 1, {3, 5}, {3, 0}, 0}, {3, 2, {3, 5}, {3, 0}, 0},
    {2, 0, {0, 1}, {2, 3}, 1}, {2, 0, {1, 4}, {2, 3}, 0}, {2, 1, {1, 4}, {2, 3}, 1}, /* tied: who played the gem */
    {3, 2, {1, 4}, {2, 3}, 0}, {4, 3, {1, 4}, {2, 3}, 0}, {4, 2, {1, 4}, {2, 3}, 0}, /* a third: first clockwise */
};

static GemPosition *crossing(guint seats, const guint black[2], const guint blue[2])
{
  GemPosition *position = gem_position_new("gem", seats);
  gem_position_gems(position, "d3 d5 c4 e4");
  gem_position_laser(position, 0, "d2", "south", black[0]);
  gem_position_laser(position, 0, "d6", "north", black[1]);
  gem_position_laser(position, 1, "b4", "east", blue[0]);
  gem_position_laser(position, 1, "f4", "west", blue[1]);
  return position;
}

static void test_contests(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(contests); i++) {
    g_autoptr(GemPosition) position = crossing(contests[i].seats, contests[i].black, contests[i].blue);
    position->state->active = (guint8)contests[i].active;
    g_autoptr(LapSession) session = gem_position_play(position);
    gem_play(session, "gem, place d4");
    const Gem *state = gem_state(session);
    guint winner = contests[i].winner, loser = 1 - winner;
    g_assert_cmpint(gem_points(session, winner, "gem/extractions"), ==, 3);
    g_assert_cmpint(gem_points(session, loser, "gem/extractions"), ==, 0);
    g_assert_cmpuint(state->chain[winner], ==, 3);
    g_assert_cmpuint(state->lasers[winner], ==, 0);
    g_assert_cmpuint(state->lasers[loser], ==, 2);
    g_assert_cmpuint(gem_seen(session, "d4"), ==, GEM_OPEN);
    g_assert_cmpuint(gem_seen(session, winner ? "d3" : "c4"), ==, GEM_GEM);
    g_assert_cmpuint(gem_told(session, "gem/revealed"), ==, 2);
  }
}

/* The loser's two stay shown where they lie; the winner's are in a supply that does not show them. */
static void test_what_a_contest_shows(void)
{
  g_autoptr(GemPosition) position = crossing(2, (const guint[]){3, 5}, (const guint[]){3, 0});
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "gem, place d4");
  const Gem *state = gem_state(session);
  g_assert_cmpuint(state->laser[1][0].known, ==, LAP_EVERYONE);
  g_assert_cmpuint(state->laser[1][1].known, ==, LAP_EVERYONE);
  g_autoptr(GString) view = g_string_new(NULL);
  lap_view_write(lap_session_engine(session), lap_session_block(session), 1, view);
  g_assert_nonnull(strstr(view->str, "\"gem/supply\":[{\"seen\":[],\"hidden\":{\"suns\":6}},"));
  g_assert_nonnull(strstr(view->str, "\"gem/laser\":[[],[\"moons_3\",\"moons_null\"]]"));
  g_string_truncate(view, 0);
  lap_view_write(lap_session_engine(session), lap_session_block(session), 0, view);
  g_assert_nonnull(strstr(view->str, "\"gem/laser\":[[],[\"moons_3\",\"moons_null\"]]"));

  /* Under another laser it is still shown, and that one is not. */
  gem_play(session, "laser, place b4, point north, coin 1");
  g_string_truncate(view, 0);
  lap_view_write(lap_session_engine(session), lap_session_block(session), 0, view);
  g_assert_nonnull(strstr(view->str, "\"gem/laser\":[[],[\"moons_3\",\"?moons\",\"moons_null\"]]"));
}

/* A gem that completes two lines of one player is no contest. */
static void test_a_choice_of_two(void)
{
  for (guint i = 0; i < 2; i++) {
    g_autoptr(GemPosition) position = gem_position_new("gem", 2);
    gem_position_gems(position, "d3 d5 d6 c4 e4");
    gem_position_laser(position, 1, "d2", "south", 0);
    gem_position_laser(position, 1, "d7", "north", 1);
    gem_position_laser(position, 1, "b4", "east", 2);
    gem_position_laser(position, 1, "f4", "west", 3);
    g_autoptr(LapSession) session = gem_position_play(position);
    gem_play(session, "gem, place d4");
    g_assert_cmpint(games_waiting(session), ==, 1);
    g_assert_cmpuint(gem_ways(session, NULL), ==, 2);
    gem_play(session, i ? "extract b4 f4" : "extract d2 d7");
    g_assert_cmpint(gem_points(session, 1, "gem/extractions"), ==, i ? 3 : 5);
    g_assert_cmpuint(gem_state(session)->lasers[1], ==, 2);
    g_assert_cmpuint(gem_seen(session, i ? "d3" : "c4"), ==, GEM_GEM);
    g_assert_cmpint(games_waiting(session), ==, 1); /* and now it is his turn */
    g_assert_true(gem_may(session, "gem"));
  }
}

/* --- stacks */

static void test_only_the_top_extracts(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem", 2);
  gem_position_gems(position, "b1 c1");
  gem_position_laser(position, 0, "a1", "east", 1);
  gem_position_laser(position, 0, "a1", "south", 2);
  gem_position_laser(position, 0, "d1", "west", 3);
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "gem, place a2");
  g_assert_cmpint(gem_points(session, 0, "gem/extractions"), ==, 0);
  gem_play(session, "gem, place h8");

  /* The laser below takes part once the one above is taken back. */
  gem_play(session, "laser, place a3, point north, coin 5");
  g_assert_cmpint(gem_points(session, 0, "gem/extractions"), ==, 1 + 2);
  g_assert_cmpuint(gem_state(session)->lasers[0], ==, 0);
  g_assert_cmpuint(gem_told(session, "gem/extracted"), ==, 2);
  g_assert_cmpuint(gem_told(session, "gem/uncovered"), ==, 1);
}

static void test_stacks_from_the_bottom_up(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem", 2);
  g_autoptr(LapSession) session = gem_position_play(position);
  static const char *const moves[] = {"laser, place d4, point north, coin 3", "laser, place b4, point east, coin 1",
                                      "laser, place d4, point west, coin 0", "laser, place h8, point east, coin 2"};
  for (guint i = 0; i < G_N_ELEMENTS(moves); i++) {
    gem_play(session, moves[i]);
    g_assert_cmpuint(gem_told(session, "gem/covered"), ==, i == 2);
    gem_play(session, i == 0 ? "gem, place a8" : i == 1 ? "gem, place b8" : i == 2 ? "gem, place c8" : "gem, place d8");
  }
  const Gem *state = gem_state(session);
  static const guint8 values[] = {1, 3, 0, 2};
  for (guint i = 0; i < 4; i++) g_assert_cmpuint(state->laser[0][i].piece, ==, gem_coin(0, values[i]));
  g_assert_cmpuint(gem_seen(session, "d4"), ==, gem_laser(0, LAP_WEST));
}

/* --- against a slow reference, on random boards */

static gboolean faces(const Gem *state, guint8 seat, int from, int to, int step)
{
  guint8 out = gem_laser(seat, step == 1 ? LAP_EAST : LAP_SOUTH),
         back = gem_laser(seat, step == 1 ? LAP_WEST : LAP_NORTH);
  if (state->board[from] != out || state->board[to] != back || to - from < 2 * step) return FALSE;
  for (int square = from + step; square < to; square += step)
    if (!gem_is_gem(state->board[square])) return FALSE;
  return TRUE;
}

/* All pairs of squares of one row or column. */
static int slowly(const Gem *state, guint8 seat, GemExtraction *out)
{
  int n = 0;
  for (int from = 0; from < 64; from++)
    for (int to = from + 1; to < 64; to++)
      if (to / 8 == from / 8 && faces(state, seat, from, to, 1))
        out[n++] = (GemExtraction){(guint8)from, (guint8)to, LAP_EAST, (guint8)(to - from - 1)};
      else if (to % 8 == from % 8 && faces(state, seat, from, to, 8))
        out[n++] = (GemExtraction){(guint8)from, (guint8)to, LAP_SOUTH, (guint8)((to - from) / 8 - 1)};
  return n;
}

static void test_all_are_found(void)
{
  LapGenerator chooser = lap_generator_seeded(11);
  guint found = 0;
  for (guint board = 0; board < 1000; board++) {
    g_autoptr(GemPosition) position = gem_position_new("gem", 3);
    guint crossing = gem_position_crossing(position, &chooser);
    if (board % 2) position->state->board[crossing] = GEM_GEM;
    for (guint8 seat = 0; seat < 3; seat++) {
      GemExtraction quick[GEM_EXTRACTIONS_MAX], slow[GEM_COINS];
      int n = gem_extractions(position->state, seat, quick);
      g_assert_cmpint(n, ==, slowly(position->state, seat, slow));
      g_assert_cmpmem(quick, (gsize)n * sizeof *quick, slow, (gsize)n * sizeof *slow);
      found += (guint)n;
    }
  }
  g_assert_cmpuint(found, >, 100);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gem/extraction/what-is-one", test_what_is_one);
  g_test_add_func("/gem/extraction/where-a-laser-points-is-lit", test_where_a_laser_points_is_lit);
  g_test_add_func("/gem/extraction/what-it-leaves", test_what_it_leaves);
  g_test_add_func("/gem/extraction/what-is-told-of-lines", test_what_is_told_of_lines);
  g_test_add_func("/gem/extraction/how-a-line-is-blocked", test_how_a_line_is_blocked);
  g_test_add_func("/gem/extraction/a-line-of-ones-own-is-blocked", test_a_line_of_ones_own_is_blocked);
  g_test_add_func("/gem/extraction/a-line-is-blocked-before-its-first-gem",
                  test_a_line_is_blocked_before_its_first_gem);
  g_test_add_func("/gem/extraction/a-laser-that-can-extract-nothing", test_a_laser_that_can_extract_nothing);
  g_test_add_func("/gem/extraction/a-laser-at-the-edge", test_a_laser_at_the_edge);
  g_test_add_func("/gem/extraction/a-laser-that-extracts-with-a-gem", test_a_laser_that_extracts_with_a_gem);
  g_test_add_func("/gem/extraction/what-each-step-tells", test_what_each_step_tells);
  g_test_add_func("/gem/extraction/the-chain-marker", test_the_chain_marker);
  g_test_add_func("/gem/extraction/all-are-found", test_all_are_found);
  g_test_add_func("/gem/contest/the-higher-power-wins", test_contests);
  g_test_add_func("/gem/contest/what-it-shows", test_what_a_contest_shows);
  g_test_add_func("/gem/contest/two-of-one-player-are-a-choice", test_a_choice_of_two);
  g_test_add_func("/gem/stack/only-the-top-extracts", test_only_the_top_extracts);
  g_test_add_func("/gem/stack/is-kept-from-the-bottom-up", test_stacks_from_the_bottom_up);
  return g_test_run();
}
