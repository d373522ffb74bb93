/* Gemtrix, the tournament: what a trix counts, and when it is over. */
#include "gemtrix-position.h"
#include "host/engine/convert.h"
#include "host/engine/position.h"
#include "plugins/gemtrix-tournament/gemtrix-tournament.h"

static Tournament *tournament_at(GemtrixPosition *position)
{
  gsize head = (sizeof(LapHead) + 15) & ~(gsize)15;
  return (Tournament *)((guint8 *)position->block + head + position->game->segment_offset[1]);
}

static const struct {
  const char *trixes;
  int points;
} worths[] = {
    {"blue_4 blue_x2 blue_x3", 12},
    {"blue_2 blue_6 blue_x3", 24},
    {"blue_4 blue_x2 blue_x3 red_2 red_6 red_x3", 36}, /* the leaflet's example */
    {"blue_x2 blue_x2 blue_x3", 0},
    {"blue_6 blue_6 blue_x2", 24},
    {"blue_2 blue_4 blue_6", 12},
    {"blue_6 blue_x2 blue_x2", 12},
    {"", 0},
};

static void test_worths(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(worths); i++) {
    g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix-tournament", 2);
    gemtrix_position_trixes(position, 0, worths[i].trixes);
    g_autoptr(LapSession) session = gemtrix_position_play(position);
    LapSheet sheet = games_sheet(session);
    g_assert_cmpint(sheet.total[0][LAP_TIER_POINTS], ==, worths[i].points);
    g_assert_cmpint(sheet.total[0][LAP_TIER_TIES], ==, 0);
  }
}

/* Both piles are empty and seat 0 passes: the game is over. Is the tournament? All other cards are in hands, but for
 * the trixes of seat 2, which count 0 (its own bonuses) or what is left. */
static const struct {
  const char *what;
  gint32 before[2];      /* points of seats 0 and 1 */
  const char *trixes[2]; /* of this game */
  guint32 games;         /* before this one */
  gboolean over;
  gint32 total[2];
  int place[2];
} ends[] = {
    {"nobody has 150", {100, 90}, {"blue_2 blue_4 blue_6", ""}, 3, FALSE, {112, 90}, {0, 0}},
    {"one has exactly 150", {138, 90}, {"blue_2 blue_4 blue_6", ""}, 3, TRUE, {150, 90}, {1, 2}},
    {"one has more, with a bonus", {120, 149}, {"blue_6 blue_6 blue_x3", ""}, 3, TRUE, {156, 149}, {1, 2}},
    {"two have enough, the higher wins",
     {138, 140},
     {"blue_2 blue_4 blue_6", "red_4 red_x2 red_x3"},
     3,
     TRUE,
     {150, 152},
     {2, 1}},
    {"equal at the top: one more game",
     {138, 138},
     {"blue_2 blue_4 blue_6", "red_4 red_x2 red_x3"},
     3,
     FALSE,
     {150, 150},
     {0, 0}},
    {"equal at the top, last game: shared",
     {138, 138},
     {"blue_2 blue_4 blue_6", "red_4 red_x2 red_x3"},
     49,
     TRUE,
     {150, 150},
     {1, 1}},
    {"last game, nobody has 150", {10, 20}, {"blue_2 blue_4 blue_6", ""}, 49, TRUE, {22, 20}, {1, 2}},
    {"the game before the last", {10, 20}, {"blue_2 blue_4 blue_6", ""}, 48, FALSE, {22, 20}, {0, 0}},
};

/* What no trix needs, in hands: three seats hold at most 18 of the cards, so the rest is tabled as the third seat's. */
static LapSession *at_the_end_of_a_game(GemtrixPosition *position, gsize i)
{
  Tournament *tournament = tournament_at(position);
  for (guint seat = 0; seat < 2; seat++) {
    tournament->points[seat] = ends[i].before[seat];
    gemtrix_position_trixes(position, seat, ends[i].trixes[seat]);
  }
  tournament->points[2] = -10000; /* seat 2 never matters, whatever lies before it */
  tournament->games = ends[i].games;
  return gemtrix_position_play(position);
}

/* What ended the tournament is told last, with the number of games. */
static void check_told(LapSession *session, gsize i)
{
  guint n;
  const LapEvent *events = lap_session_events(session, &n);
  const LapEvent *last = &events[n - 1];
  gboolean by_points = MAX(ends[i].total[0], ends[i].total[1]) >= 150 && ends[i].total[0] != ends[i].total[1];
  g_assert_cmpstr(lap_game_event(lap_engine_game(lap_session_engine(session)), last->kind)->name, ==,
                  by_points ? "gemtrix-tournament/points_reached" : "gemtrix-tournament/games_played");
  g_assert_cmpint(last->arg[0], ==, (gint)ends[i].games + 1);
  if (!by_points) return;
  g_assert_cmpint(last->arg[2], ==, ends[i].total[0] > ends[i].total[1] ? 0 : 1);
  g_assert_cmpint(last->arg[3], ==, MAX(ends[i].total[0], ends[i].total[1]));
}

/* The game that has just ended is one of those played, but the last is not one before itself. */
static void check_games(LapSession *session, gsize i)
{
  g_assert_cmpuint(((const Tournament *)gemtrix_segment(session, 1))->games, ==, ends[i].games + 1);
  LapSheet sheet = games_sheet(session);
  g_assert_cmpstr(lap_game_category(lap_engine_game(lap_session_engine(session)), sheet.line[0].kind)->name, ==,
                  "gemtrix-tournament/earlier_games");
  g_assert_cmpint(sheet.line[0].arg[0], ==, (gint)ends[i].games + !ends[i].over);
}

/* How often the last move told an event; `last`: the last of them, where there is one. */
static guint count_told(LapSession *session, const char *event, const LapEvent **last)
{
  const LapGame *game = lap_engine_game(lap_session_engine(session));
  guint n, told = 0;
  const LapEvent *events = lap_session_events(session, &n);
  for (guint i = 0; i < n; i++)
    if (g_str_equal(lap_game_event(game, events[i].kind)->name, event)) {
      *last = &events[i];
      told++;
    }
  return told;
}

/* A tournament that goes on says who is ahead, or that equal totals make it go on. */
static void check_leader(LapSession *session, gsize i)
{
  const LapEvent *last = NULL;
  gboolean equal = ends[i].total[0] == ends[i].total[1];
  g_assert_cmpuint(count_told(session, "gemtrix-tournament/equal_at_top", &last), ==, equal);
  g_assert_cmpuint(count_told(session, "gemtrix-tournament/leads", &last), ==, !equal);
  if (equal) return;
  g_assert_cmpint(last->arg[0], ==, ends[i].total[0] > ends[i].total[1] ? 0 : 1);
  g_assert_cmpint(last->arg[1], ==, MAX(ends[i].total[0], ends[i].total[1]));
  g_assert_cmpint(last->arg[2], ==, 150);
}

static void check_end(gsize i)
{
  g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix-tournament", 3);
  g_autoptr(LapSession) session = at_the_end_of_a_game(position, i);
  games_play(session, "pass");
  g_test_message("%s", ends[i].what);
  g_assert_cmpint(lap_session_over(session), ==, ends[i].over);
  check_games(session, i);
  if (ends[i].over)
    check_told(session, i);
  else
    check_leader(session, i);
  LapSheet sheet = games_sheet(session);
  for (guint seat = 0; seat < 2; seat++) {
    g_assert_cmpint(sheet.total[seat][LAP_TIER_POINTS], ==, ends[i].total[seat]);
    if (ends[i].over) g_assert_cmpint(sheet.place[seat], ==, ends[i].place[seat]);
  }
}

static void test_ends(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(ends); i++) check_end(i);
}

/* Whoever is the first to reach the target, in the middle of a game, is told of once. */
static void test_enough(void)
{
  LapGenerator chooser = lap_generator_seeded(3);
  g_autoptr(LapSession) session = games_start_with("gemtrix-tournament", 2, 5, "target", "1");
  const LapEvent *event = NULL;
  guint told = 0;
  while (!lap_session_over(session)) {
    games_play_random(session, &chooser);
    if (!count_told(session, "gemtrix-tournament/has_enough", &event)) continue;
    told++;
    LapSheet sheet = games_sheet(session);
    g_assert_cmpint(event->arg[1], ==, sheet.total[event->arg[0]][LAP_TIER_POINTS]);
  }
  g_assert_cmpuint(told, ==, 1);
}

static void test_the_next_game(void)
{
  g_autoptr(LapSession) session = games_start("gemtrix-tournament", 3, 1);
  static const int dealers[] = {0, 2, 1, 0, 2};
  for (guint game = 0; game < G_N_ELEMENTS(dealers); game++) {
    const Gemtrix *state = gemtrix_state(session);
    g_assert_cmpint(state->dealer, ==, dealers[game]);
    g_assert_cmpint(games_waiting(session), ==, (dealers[game] + 2) % 3);
    g_assert_cmpuint(((const Tournament *)gemtrix_segment(session, 1))->games, ==, game);
    g_assert_cmpuint(state->draw_pile.count, ==, 35);
    for (int turn = 0; turn < 3; turn++) games_play(session, "pass");
  }
}

/* Of the last game that may be played it is told that it is, as it begins. */
static void test_the_last_game(void)
{
  static const char *const limits[] = {"2", "3", "0"};
  for (guint i = 0; i < G_N_ELEMENTS(limits); i++) {
    g_autoptr(LapSession) session = games_start_with("gemtrix-tournament", 2, 1, "games_limit", limits[i]);
    guint limit = (guint)g_ascii_strtoull(limits[i], NULL, 10);
    g_assert_cmpuint(((const Tournament *)gemtrix_segment(session, 1))->games_limit, ==, limit);
    for (guint game = 2; game <= (limit ? limit : 4); game++) {
      const LapEvent *event = NULL;
      games_play(session, "pass");
      games_play(session, "pass");
      const char *told = game == limit ? "gemtrix-tournament/last_game" : "gemtrix-tournament/next_game";
      g_assert_cmpuint(count_told(session, told, &event), ==, 1);
      g_assert_cmpint(event->arg[0], ==, (gint)game);
    }
  }
}

static void test_options(void)
{
  static const struct {
    const char *option, *value;
    guint games;
  } cases[] = {{"games_limit", "1", 1}, {"games_limit", "4", 4}, {"games_limit", "50", 50}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(LapSession) session = games_start_with("gemtrix-tournament", 2, 1, cases[i].option, cases[i].value);
    guint passes = 0;
    for (; !lap_session_over(session); passes++) games_play(session, "pass");
    g_assert_cmpuint(passes, ==, 2 * cases[i].games);
    LapSheet sheet = games_sheet(session);
    g_assert_cmpuint(sheet.place[0], ==, 1);
    g_assert_cmpuint(sheet.place[1], ==, 1);
  }
}

static void test_no_limit_of_games(void)
{
  g_autoptr(LapSession) session = games_start_with("gemtrix-tournament", 2, 1, "games_limit", "0");
  for (guint pass = 0; pass < 150; pass++) games_play(session, "pass");
  g_assert_false(lap_session_over(session));
}

static void test_a_low_target(void)
{
  LapGenerator chooser = lap_generator_seeded(3);
  g_autoptr(LapSession) session = games_start_with("gemtrix-tournament", 2, 5, "target", "1");
  while (!lap_session_over(session)) games_play_random(session, &chooser);
  LapSheet sheet = games_sheet(session);
  g_assert_cmpint(MAX(sheet.total[0][LAP_TIER_POINTS], sheet.total[1][LAP_TIER_POINTS]), >=, 1);
}

static void test_whole_tournaments(void)
{
  LapGenerator chooser = lap_generator_seeded(9);
  for (guint seats = 2; seats <= 6; seats++) {
    g_autoptr(LapSession) session = games_start("gemtrix-tournament", seats, seats);
    while (!lap_session_over(session)) games_play_random(session, &chooser);
    LapSheet sheet = games_sheet(session);
    gint32 best = 0;
    for (guint seat = 0; seat < seats; seat++) best = MAX(best, sheet.total[seat][LAP_TIER_POINTS]);
    g_assert_true(best >= 150 || ((const Tournament *)gemtrix_segment(session, 1))->games == 50);
  }
}

/* --- from a fast game to a tournament and back */

typedef struct {
  LapEngine *fast, *tournament;
  LapBlock *fast_block, *tournament_block;
} Both;

static Both both_new(void)
{
  g_autoptr(LapGame) fast = games_load("gemtrix");
  g_autoptr(LapGame) tournament = games_load("gemtrix-tournament");
  Both both = {lap_engine_new(fast, 2, NULL, NULL), lap_engine_new(tournament, 2, NULL, NULL), NULL, NULL};
  both.fast_block = lap_block_new(both.fast);
  both.tournament_block = lap_block_new(both.tournament);
  return both;
}

static void both_clear(Both *both)
{
  lap_block_free(both->fast_block);
  lap_block_free(both->tournament_block);
  lap_engine_free(both->fast);
  lap_engine_free(both->tournament);
}

static void test_there_and_back(void)
{
  Both both = both_new();
  g_autoptr(GError) error = NULL;
  lap_engine_start(both.fast, both.fast_block, 4);
  guint64 hash = lap_hash(both.fast, both.fast_block);

  g_assert_true(lap_convert(both.fast, both.fast_block, both.tournament, both.tournament_block, &error));
  g_assert_true(lap_convert(both.tournament, both.tournament_block, both.fast, both.fast_block, &error));
  g_assert_no_error(error);
  g_assert_cmpuint(lap_hash(both.fast, both.fast_block), ==, hash);
  both_clear(&both);
}

static void pass(LapEngine *engine, LapBlock *block)
{
  guint seat = (guint)__builtin_ctz(lap_engine_waiting(engine, block));
  LapAction action = {.kind = GEMTRIX_PASS, .seat = (guint8)seat};
  g_assert_cmpint(lap_engine_apply(engine, block, &action), ==, LAP_MOVE_MADE);
}

static void test_no_way_back(void)
{
  Both both = both_new();
  g_autoptr(GError) error = NULL;
  lap_engine_start(both.tournament, both.tournament_block, 4);
  pass(both.tournament, both.tournament_block);
  pass(both.tournament, both.tournament_block);
  g_assert_false(lap_convert(both.tournament, both.tournament_block, both.fast, both.fast_block, &error));
  g_assert_nonnull(strstr(error->message, "games_have_counted"));
  both_clear(&both);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/tournament/a-trix-counts-its-points-times-its-highest-bonus", test_worths);
  g_test_add_func("/tournament/ends-after-a-game-with-one-leader-who-has-enough", test_ends);
  g_test_add_func("/tournament/whoever-has-enough-points-is-told-of-once", test_enough);
  g_test_add_func("/tournament/the-next-game-is-dealt-by-the-seat-to-the-right", test_the_next_game);
  g_test_add_func("/tournament/of-the-last-game-it-is-told-that-it-is", test_the_last_game);
  g_test_add_func("/tournament/ends-after-its-limit-of-games", test_options);
  g_test_add_func("/tournament/goes-on-without-a-limit-of-games", test_no_limit_of_games);
  g_test_add_func("/tournament/ends-at-the-target-that-was-chosen", test_a_low_target);
  g_test_add_func("/tournament/ends-for-any-number-of-seats", test_whole_tournaments);
  g_test_add_func("/tournament/a-fast-game-becomes-a-tournament-and-back", test_there_and_back);
  g_test_add_func("/tournament/there-is-no-way-back-once-a-game-has-counted", test_no_way_back);
  return g_test_run();
}
