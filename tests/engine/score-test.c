/* Scores: what lines add up to, ties and places, and what of it a viewer may know. */
#include <string.h>

#include "host/engine/knowledge.h"
#include "host/engine/session.h"
#include "host/projection/score.h"
#include "lapidary/plugin.h"

#define SEATS 3

/* What the score hook of the game yields; each test sets it. */
static LapLine lines[16];
static guint n_lines;

static uint32_t actors(const LapContext *context, const LapBlock *block)
{
  (void)context, (void)block;
  return 1;
}

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  (void)context, (void)block;
  lap_add(actions, LAP_ID(0, 0), seat);
}

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  (void)context, (void)block, (void)action;
  return LAP_OVER;
}

static void score(const LapContext *context, const LapBlock *block, int final)
{
  (void)block, (void) final;
  for (guint i = 0; i < n_lines; i++) context->host->line(context, &lines[i]);
}

static const LapPhase phases[] = {{"turn", .kind = LAP_PHASE_ONE, .actors = actors, .legal = legal, .apply = apply}};
static const LapKind actions[] = {{.name = "end"}}, categories[] = {{.name = "points"}};
static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 .id = "tally",
                                 .version = "1.0.0",
                                 .seats_min = 1,
                                 .seats_max = SEATS,
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(actions),
                                 .categories = LAP_TABLE(categories),
                                 .score = score};

static LapEngine *new_engine(void)
{
  const LapSource chain[] = {{.plugin = &plugin}};
  g_autoptr(GError) error = NULL;
  g_autoptr(LapGame) game = lap_game_link(chain, 1, &error);
  g_assert_no_error(error);
  return lap_engine_new(game, SEATS, NULL, NULL);
}

static void add(gint8 seat, guint8 tier, gint32 points, guint16 knows)
{
  lines[n_lines++] = (LapLine){.seat = seat, .tier = tier, .points = points, .knows = knows};
}

/* The places of all seats, as a word: "132". */
static char *places_of(const LapSheet *sheet)
{
  GString *text = g_string_new(NULL);
  for (guint seat = 0; seat < SEATS; seat++) g_string_append_printf(text, "%u", sheet->place[seat]);
  return g_string_free(text, FALSE);
}

static void assert_places(const char *expected)
{
  g_autoptr(LapEngine) engine = new_engine();
  g_autoptr(LapBlock) block = lap_block_new(engine);
  LapSheet sheet;
  lap_engine_start(engine, block, 1);
  lap_engine_score(engine, block, &sheet);
  g_assert_null(lap_engine_fault(engine));
  g_autofree char *places = places_of(&sheet);
  g_assert_cmpstr(places, ==, expected);
}

/* Seat 1 leads by one point in `tier`; all are equal elsewhere. */
static void every_tier_breaks_ties(void)
{
  for (guint8 tier = LAP_TIER_POINTS; tier <= LAP_TIER_MAX; tier++) {
    n_lines = 0;
    for (gint8 seat = 0; seat < SEATS; seat++) add(seat, tier, seat == 1 ? 5 : 4, LAP_EVERYONE);
    g_test_message("tier %u", tier);
    assert_places("212");
  }
}

static void a_lower_tier_outweighs_all_above_it(void)
{
  for (guint8 tier = LAP_TIER_POINTS; tier < LAP_TIER_MAX; tier++) {
    n_lines = 0;
    add(2, tier, 1, LAP_EVERYONE);
    for (guint8 above = tier + 1; above <= LAP_TIER_MAX; above++) add(0, above, 100, LAP_EVERYONE);
    assert_places("231");
  }
}

static void the_goal_breaks_no_ties(void)
{
  n_lines = 0;
  add(1, LAP_TIER_GOAL, 100, LAP_EVERYONE);
  assert_places("111");
}

static void lines_of_a_seat_and_tier_add_up(void)
{
  n_lines = 0;
  add(0, LAP_TIER_POINTS, 7, LAP_EVERYONE);
  add(1, LAP_TIER_POINTS, 4, LAP_EVERYONE);
  add(2, LAP_TIER_POINTS, 9, LAP_EVERYONE);
  add(1, LAP_TIER_POINTS, 4, LAP_EVERYONE);
  add(2, LAP_TIER_POINTS, -3, LAP_EVERYONE);
  assert_places("213");
}

static void together_all_win_if_they_reach_the_goal(void)
{
  for (gint32 points = 9; points <= 11; points++) {
    n_lines = 0;
    add(LAP_TOGETHER, LAP_TIER_POINTS, points - 3, LAP_EVERYONE);
    add(LAP_TOGETHER, LAP_TIER_GOAL, 10, LAP_EVERYONE);
    add(LAP_TOGETHER, LAP_TIER_POINTS, 3, LAP_EVERYONE);
    assert_places(points >= 10 ? "111" : "222");
  }
}

/* Until the match is over a viewer's totals are made of the lines that it may see; how a match ended is public. */
static void a_viewer_knows_the_score_of_what_it_may_see(void)
{
  g_autoptr(LapEngine) engine = new_engine();
  g_autoptr(LapBlock) block = lap_block_new(engine);
  LapSheet sheet;
  n_lines = 0;
  add(0, LAP_TIER_POINTS, 3, LAP_EVERYONE);
  add(1, LAP_TIER_POINTS, 5, 1u << 1);
  lap_engine_start(engine, block, 1);
  static const struct {
    guint viewer, over, n;
    gint32 total;
    const char *places;
  } cases[] = {{0, 0, 1, 0, "122"}, {1, 0, 2, 5, "213"}, {LAP_WATCHER, 0, 1, 0, "122"},
               {0, 1, 1, 5, "213"}, {1, 1, 2, 5, "213"}, {LAP_WATCHER, 1, 1, 5, "213"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    lap_head(block)->over = (guint8)cases[i].over;
    lap_engine_score_known(engine, block, cases[i].viewer, &sheet);
    g_autofree char *places = places_of(&sheet);
    g_test_message("viewer %u, over %u", cases[i].viewer, cases[i].over);
    g_assert_cmpuint(sheet.n, ==, cases[i].n);
    g_assert_cmpint(sheet.total[1][LAP_TIER_POINTS], ==, cases[i].total);
    g_assert_cmpstr(places, ==, cases[i].places);
  }
}

static void wrong_lines_are_faults(void)
{
  static const struct {
    LapLine line;
    const char *fault;
  } cases[] = {
      {{.kind = 1}, "category 0x0001"},
      {{.kind = LAP_ID(1, 0)}, "category 0x0100"},
      {{.seat = SEATS}, "seat 3; there are 3"},
      {{.seat = LAP_TOGETHER - 1}, "seat -2"},
      {{.tier = LAP_TIER_PROGRESS + 1}, "tier 9; the last is 8"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(LapEngine) engine = new_engine();
    g_autoptr(LapBlock) block = lap_block_new(engine);
    LapSheet sheet;
    lap_engine_start(engine, block, 1);
    lines[0] = cases[i].line;
    n_lines = 1;
    lap_engine_score(engine, block, &sheet);
    g_assert_cmpuint(sheet.n, ==, 0);
    g_assert_nonnull(lap_engine_fault(engine));
    g_test_message("%s", lap_engine_fault(engine));
    g_assert_nonnull(strstr(lap_engine_fault(engine), cases[i].fault));
  }
}

/* A fault of the score is none of a move that is not this seat's. */
static void a_fault_of_the_score_is_no_fault_of_a_move(void)
{
  const LapSource chain[] = {{.plugin = &plugin}};
  const LapAction end = {.kind = LAP_ID(0, 0), .seat = 1};
  g_autoptr(GError) error = NULL;
  g_autoptr(LapGame) game = lap_game_link(chain, 1, NULL);
  g_autoptr(LapSession) session = lap_session_new(game, SEATS, NULL, 1, NULL);
  LapSheet sheet;
  n_lines = 0;
  add(SEATS, LAP_TIER_POINTS, 1, LAP_EVERYONE);
  lap_engine_score(lap_session_engine(session), lap_session_block(session), &sheet);
  g_assert_nonnull(lap_engine_fault(lap_session_engine(session)));
  g_assert_false(lap_session_play(session, &end, 1, &error));
  g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_ILLEGAL);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/score/every-tier-breaks-ties", every_tier_breaks_ties);
  g_test_add_func("/score/a-lower-tier-outweighs-all-above-it", a_lower_tier_outweighs_all_above_it);
  g_test_add_func("/score/the-goal-breaks-no-ties", the_goal_breaks_no_ties);
  g_test_add_func("/score/lines-of-a-seat-and-tier-add-up", lines_of_a_seat_and_tier_add_up);
  g_test_add_func("/score/together-all-win-if-they-reach-the-goal", together_all_win_if_they_reach_the_goal);
  g_test_add_func("/score/a-viewer-knows-the-score-of-what-it-may-see", a_viewer_knows_the_score_of_what_it_may_see);
  g_test_add_func("/score/wrong-lines-are-faults", wrong_lines_are_faults);
  g_test_add_func("/score/a-fault-of-the-score-is-no-fault-of-a-move", a_fault_of_the_score_is_no_fault_of_a_move);
  return g_test_run();
}
