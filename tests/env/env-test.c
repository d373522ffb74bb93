/* Environments one by one: what is refused, how matches end and begin again, faults of rules, and how numbers are
 * scaled. What holds for every game is tried by games-test.c. */
#include "host/env/env.h"

#include <string.h>

#include "host/env/numbers.h"
#include "host/plugins/registry.h"

static LapRegistry *registry, *zoo;

static LapGame *load(LapRegistry *from, const char *id)
{
  g_autoptr(GError) error = NULL;
  LapGame *game = lap_registry_load(from, id, &error);
  g_assert_no_error(error);
  return game;
}

static LapEnv *env_of(const char *id, const LapEnvSettings *settings)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapGame) game = load(registry, id);
  LapEnv *env = lap_env_new(game, settings, &error);
  g_assert_no_error(error);
  return env;
}

/* --- numbers */

static void test_numbers(void)
{
  static const struct {
    gint64 number;
    float scaled;
  } cases[] = {{0, 0},   {1, 1 / 64.f}, {-1, -1 / 64.f}, {64, 1},       {-64, -1},        {96, 1.5f},
               {128, 2}, {-128, -2},    {256, 3},        {1 << 20, 15}, {G_MININT64, -58}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) g_assert_cmpfloat(lap_scaled(cases[i].number), ==, cases[i].scaled);
  g_assert_cmpfloat(lap_scaled_magnitude(G_MAXUINT64), <=, 59);
  for (guint64 i = 0; i < 1 << 16; i++) g_assert_cmpfloat(lap_scaled_magnitude(i), <, lap_scaled_magnitude(i + 1));
}

/* --- what is refused */

static const struct {
  LapEnvSettings settings;
  const char *message;
} bad_settings[] = {
    {{.seats = 2, .matches = 0}, "an environment is of 1 to 1048576 matches, not of 0"},
    {{.seats = 2, .matches = LAP_ENV_MATCHES_MAX + 1}, "an environment is of 1 to 1048576 matches, not of 1048577"},
    {{.seats = 3, .matches = 1}, "tic-tac-toe is for 2 to 2 seats, not for 3"},
    {{.seats = 2, .matches = 1, .places = 65537}, "at most 65536 actions of a kind have a place, not 65537"},
    {{.seats = 2, .matches = 1, .reward = 2}, "rewards are by place (0) or by points (1), not by 2"},
};

static void test_settings(void)
{
  g_autoptr(LapGame) game = load(registry, "tic-tac-toe");
  for (guint i = 0; i < G_N_ELEMENTS(bad_settings); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(lap_env_new(game, &bad_settings[i].settings, &error));
    g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_OPTION);
    g_assert_cmpstr(error->message, ==, bad_settings[i].message);
  }
}

static const LapEnvSettings two = {.seats = 2, .matches = 2};
static const LapEnvBuffers nothing;

static const struct {
  gint32 action[2];
  const char *message;
} bad_actions[] = {
    {{0, -2}, "match 1: there is no action -2; they are 0 to 8"},
    {{9, 0}, "match 0: there is no action 9; they are 0 to 8"},
    {{G_MAXINT32, 0}, "match 0: there is no action 2147483647; they are 0 to 8"},
    {{0, 4}, "match 1: action 4 is not legal for seat 1; the mask has the 8 that are"},
};

static void test_actions(void)
{
  g_autoptr(LapEnv) env = env_of("tic-tac-toe", &two);
  g_assert_true(lap_env_reset(env, 1, &nothing, NULL));
  g_assert_true(lap_env_step(env, (gint32[]){3, 4}, &nothing, NULL));
  gsize size = lap_engine_block_size(lap_env_engine(env));
  g_autofree guint8 *before = g_memdup2(lap_env_block(env, 0), size);
  for (guint i = 0; i < G_N_ELEMENTS(bad_actions); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_false(lap_env_step(env, bad_actions[i].action, &nothing, &error));
    g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_ILLEGAL);
    g_assert_cmpstr(error->message, ==, bad_actions[i].message);
    g_assert_cmpmem(before, size, lap_env_block(env, 0), size);
  }
  g_autoptr(GError) error = NULL;
  g_assert_null(lap_env_action_to_json(env, 0, 3, &error));
  g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_ILLEGAL);
  g_assert_true(lap_env_step(env, (gint32[]){LAP_ENV_HOLD, LAP_ENV_HOLD}, &nothing, NULL));
  g_assert_cmpmem(before, size, lap_env_block(env, 0), size);
  g_assert_true(lap_env_step(env, (gint32[]){0, LAP_ENV_HOLD}, &nothing, NULL));
  g_assert_cmpuint(lap_head_of(lap_env_block(env, 0))->ply, ==, 2);
  g_assert_cmpuint(lap_head_of(lap_env_block(env, 1))->ply, ==, 1);
}

static void test_order_of_calls(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapEnv) env = env_of("tic-tac-toe", &two);
  float observation[64];
  g_assert_false(lap_env_step(env, (gint32[]){0, 0}, &nothing, &error));
  g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT);
  g_clear_error(&error);
  g_assert_false(lap_env_look(env, 0, 0, observation, NULL, &error));
  g_assert_cmpstr(error->message, ==, "match 0 has not begun: reset the environment first");
  g_clear_error(&error);
  g_assert_true(lap_env_reset(env, 1, &nothing, &error));
  g_assert_false(lap_env_look(env, 2, 0, observation, NULL, &error));
  g_assert_cmpstr(error->message, ==, "there is no match 2; they are counted from 0");
  g_clear_error(&error);
  g_assert_false(lap_env_look(env, 0, 2, observation, NULL, &error));
  g_assert_cmpstr(error->message, ==, "there is no seat 2; they are 0 to 1");
}

/* --- a layout by hand */

static void test_tic_tac_toe(void)
{
  static const float row_0[] = {1, 0, 1, 0, /* own */ 0, 0, 0, 0, 1,       0, 0, 0, 0, /* other */ 0,
                                0, 0, 0, 0, 0,           0, 0, 1, 2 / 64.f};
  g_autoptr(LapEnv) env = env_of("tic-tac-toe", &two);
  float observation[2][G_N_ELEMENTS(row_0)];
  guint8 legal[2][9];
  gint8 seat[2];
  const LapEnvBuffers out = {.observation = observation[0], .legal = legal[0], .seat = seat};
  g_assert_cmpuint(lap_env_observation_size(env), ==, G_N_ELEMENTS(row_0));
  g_assert_cmpuint(lap_env_actions(env), ==, 9);
  g_assert_true(lap_env_reset(env, 1, &nothing, NULL));
  g_assert_true(lap_env_step(env, (gint32[]){4, 0}, &out, NULL));
  g_assert_true(lap_env_step(env, (gint32[]){8, 1}, &out, NULL));
  /* seat 0; who waits; own marks; the other's marks; moves */
  g_assert_cmpmem(observation[0], sizeof observation[0], row_0, sizeof row_0);
  g_assert_cmpint(seat[0], ==, 0);
  g_assert_cmpmem(legal[0], 9, ((guint8[]){1, 1, 1, 1, 0, 1, 1, 1, 0}), 9);
  g_autofree char *action = lap_env_action_to_json(env, 0, 7, NULL);
  g_assert_cmpstr(action, ==, "{\"kind\":\"tic-tac-toe/mark\",\"seat\":0,\"args\":{\"cell\":7}}");
}

static void test_description(void)
{
  g_autoptr(LapEnv) env = env_of("tic-tac-toe", &two);
  g_autofree char *description = lap_env_describe(env);
  g_assert_cmpstr(
      description, ==,
      "{\"game\":\"tic-tac-toe\",\"seats\":2,\"matches\":2,\"rewards\":\"places\",\"observation\":{\"size\":23,"
      "\"type\":\"float32\",\"parts\":[{\"name\":\"seat\",\"coding\":\"one-hot\",\"offset\":0,\"shape\":[2],\"rows\":"
      "\"plain\"},{\"name\":\"waiting\",\"coding\":\"flags\",\"offset\":2,\"shape\":[2],\"rows\":\"from-own\"},{"
      "\"name\":\"tic-tac-toe/marks\",\"coding\":\"planes\",\"offset\":4,\"shape\":[2,3,3],\"rows\":\"from-own\"},{"
      "\"name\":\"tic-tac-toe/moves\",\"coding\":\"numbers\",\"offset\":22,\"shape\":[],\"rows\":\"plain\","
      "\"divisor\":64}]},\"actions\":{\"size\":9,\"kinds\":[{\"name\":\"tic-tac-toe/mark\",\"by\":\"arguments\","
      "\"offset\":0,\"size\":9,\"arguments\":[{\"name\":\"cell\",\"type\":\"cell\",\"field\":\"tic-tac-toe/marks\","
      "\"size\":9}]}]}}");
}

/* --- ends and beginnings */

static void test_auto_reset(void)
{
  const LapEnvSettings settings = {.seats = 2, .matches = 1, .auto_reset = TRUE};
  g_autoptr(LapEnv) env = env_of("tic-tac-toe", &settings);
  guint8 done, legal[9];
  gint8 seat;
  float reward[2];
  const LapEnvBuffers out = {.legal = legal, .reward = reward, .done = &done, .seat = &seat};
  g_assert_true(lap_env_reset(env, 1, &out, NULL));
  for (gint32 i = 0; i < 7; i++) g_assert_true(lap_env_step(env, &i, &out, NULL)); /* 0 2 4 6 are a line of seat 0 */
  g_assert_cmpuint(done, ==, LAP_ENV_OVER);
  g_assert_cmpfloat(reward[0], ==, 1);
  g_assert_cmpfloat(reward[1], ==, -1);
  g_assert_cmpint(seat, ==, 0);
  g_assert_cmpmem(legal, 9, ((guint8[]){1, 1, 1, 1, 1, 1, 1, 1, 1}), 9);
  g_assert_true(lap_env_step(env, (gint32[]){0}, &out, NULL));
  g_assert_cmpuint(done, ==, LAP_ENV_GOES_ON);
  g_assert_cmpfloat(reward[0], ==, 0);
}

static void test_reset_of_some(void)
{
  g_autoptr(LapEnv) env = env_of("tic-tac-toe", &two);
  gint8 seat[2];
  const LapEnvBuffers out = {.seat = seat};
  g_assert_true(lap_env_reset(env, 1, &out, NULL));
  for (gint32 i = 0; i < 7; i++) g_assert_true(lap_env_step(env, (gint32[]){i, i}, &out, NULL));
  g_assert_cmpint(seat[0], ==, -1);
  g_assert_true(lap_env_step(env, (gint32[]){77, -5}, &out, NULL)); /* not read */
  g_assert_true(lap_env_reset_matches(env, (guint8[]){0, 1}, &out, NULL));
  g_assert_cmpint(seat[0], ==, -1);
  g_assert_cmpint(seat[1], ==, 0);
  g_assert_true(lap_env_step(env, (gint32[]){77, 3}, &out, NULL));
  g_assert_cmpint(seat[1], ==, 1);
}

static void test_cut_off(void)
{
  const LapEnvSettings settings = {.seats = 2, .matches = 1, .moves_max = 3};
  g_autoptr(LapEnv) env = env_of("tic-tac-toe", &settings);
  guint8 done;
  gint8 seat;
  float reward[2] = {7, 7};
  const LapEnvBuffers out = {.done = &done, .seat = &seat, .reward = reward};
  g_assert_true(lap_env_reset(env, 1, &out, NULL));
  for (gint32 i = 0; i < 3; i++) {
    g_assert_true(lap_env_step(env, &i, &out, NULL));
    g_assert_cmpuint(done, ==, i < 2 ? LAP_ENV_GOES_ON : LAP_ENV_CUT_OFF);
  }
  g_assert_cmpint(seat, ==, -1);
  g_assert_cmpfloat(reward[0], ==, 0);
  g_assert_cmpuint(lap_env_waiting(env, 0), ==, 0);
}

/* Matches of one stream differ from each other, and from those of the next: else nothing would be learned of chance. */
static void test_streams(void)
{
  const LapEnvSettings settings = {.seats = 2, .matches = 64};
  g_autoptr(LapEnv) env = env_of("kuhn-poker", &settings);
  guint8 all[64];
  guint64 state[2][64];
  g_autoptr(GHashTable) seen = g_hash_table_new(g_int64_hash, g_int64_equal);
  memset(all, 1, sizeof all);
  g_assert_true(lap_env_reset(env, 1, &nothing, NULL));
  for (guint game = 0; game < 2; game++) {
    for (guint i = 0; i < 64; i++) {
      state[game][i] = lap_head_of(lap_env_block(env, i))->generator.state;
      g_assert_true(g_hash_table_add(seen, &state[game][i]));
    }
    g_assert_true(lap_env_reset_matches(env, all, &nothing, NULL));
  }
}

/* --- seats that choose at once */

static void test_at_once(void)
{
  const LapEnvSettings settings = {.seats = 3, .matches = 1};
  g_autoptr(LapEnv) env = env_of("sealed", &settings);
  gint8 seat;
  const LapEnvBuffers out = {.seat = &seat};
  gint32 action;
  g_assert_true(lap_env_reset(env, 1, &out, NULL));
  while (__builtin_popcount(lap_env_waiting(env, 0)) < 3) {
    lap_env_sample(env, &action);
    g_assert_true(lap_env_step(env, &action, &out, NULL));
  }
  for (gint8 turn = 0; turn < 3; turn++) { /* a step each, before one takes another */
    g_assert_cmpint(seat, ==, turn);
    lap_env_sample(env, &action);
    g_assert_true(lap_env_step(env, &action, &out, NULL));
  }
}

/* Of a move that is not made yet only its seat knows. */
static void test_within_a_move(void)
{
  const LapEnvSettings settings = {.seats = 2, .matches = 1, .auto_reset = TRUE};
  g_autoptr(LapEnv) env = env_of("gem-rush", &settings);
  g_autofree float *observation = g_new(float, lap_env_observation_size(env));
  gint8 seat;
  const LapEnvBuffers out = {.seat = &seat};
  g_autoptr(GError) error = NULL;
  gint32 action;
  g_assert_true(lap_env_reset(env, 1, &out, NULL));
  for (guint i = 0; i < 1000 && !lap_head_of(lap_env_block(env, 0))->steps; i++) {
    lap_env_sample(env, &action);
    g_assert_true(lap_env_step(env, &action, &out, NULL));
  }
  g_assert_cmpuint(lap_head_of(lap_env_block(env, 0))->steps, >, 0);
  g_assert_true(lap_env_look(env, 0, (guint)seat, observation, NULL, &error));
  g_assert_false(lap_env_look(env, 0, (guint)!seat, observation, NULL, &error));
  g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_OPTION);
}

/* --- actions by place */

static void test_places(void)
{
  const LapEnvSettings settings = {.seats = 2, .matches = 1, .places = 2};
  g_autoptr(LapEnv) env = env_of("last-stone", &settings);
  guint8 legal[2];
  const LapEnvBuffers out = {.legal = legal};
  g_assert_cmpuint(lap_env_actions(env), ==, 2);
  g_assert_true(lap_env_reset(env, 1, &out, NULL));
  guint n = lap_engine_legal(lap_env_engine(env), lap_env_block(env, 0), 0)->n;
  g_assert_cmpuint(n, >, 2);
  g_assert_cmpuint(lap_env_left_out(env), ==, n - 2);
  LapAction second = lap_engine_legal(lap_env_engine(env), lap_env_block(env, 0), 0)->v[1];
  g_autofree char *action = lap_env_action_to_json(env, 0, 1, NULL);
  g_autofree char *stones = g_strdup_printf("\"stones\":%d}", second.arg[1]);
  g_assert_nonnull(strstr(action, stones));
  g_assert_true(lap_env_step(env, (gint32[]){1}, &out, NULL));
}

/* --- rules that fail */

static const struct {
  const char *game, *message;
} bad_rules[] = {
    {"dead-end", "*may do*"},
    {"never-decides", "match 0: *does not come to a decision*"},
    {"offers-nonsense", "match 0: legal offers an action of *arguments that it does not declare"},
};

/* Steps until the rules fail. */
static gboolean play(LapEnv *env, GError **error)
{
  gint32 action;
  if (!lap_env_reset(env, 1, &nothing, error)) return FALSE;
  for (guint i = 0; i < 1000; i++) {
    lap_env_sample(env, &action);
    if (!lap_env_step(env, &action, &nothing, error)) return FALSE;
  }
  return TRUE;
}

static void test_rules(gconstpointer data)
{
  guint i = GPOINTER_TO_UINT(data);
  g_autoptr(GError) error = NULL;
  g_autoptr(LapGame) game = load(zoo, bad_rules[i].game);
  const LapEnvSettings settings = {.seats = game->seats_min, .matches = 1, .auto_reset = TRUE};
  g_autoptr(LapEnv) env = lap_env_new(game, &settings, &error);
  g_assert_no_error(error);
  g_assert_false(play(env, &error));
  g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT);
  if (!g_pattern_match_simple(bad_rules[i].message, error->message)) g_error("%s", error->message);
  g_clear_error(&error);
  g_assert_false(lap_env_step(env, (gint32[]){0}, &nothing, &error));
  g_assert_cmpstr(error->message, ==, "no match has begun, or the rules have failed: reset the environment first");
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  registry = lap_registry_new(NULL);
  lap_registry_set_isolation(registry, LAP_ISOLATION_NONE);
  zoo = lap_registry_new((const char *const[]){ZOO_FOLDER, NULL});
  lap_registry_set_isolation(zoo, LAP_ISOLATION_NONE);
  g_test_add_func("/env/numbers-are-divided-and-grow-slowly-past-64", test_numbers);
  g_test_add_func("/env/settings-out-of-range-are-refused", test_settings);
  g_test_add_func("/env/an-illegal-action-changes-nothing", test_actions);
  g_test_add_func("/env/calls-out-of-order-are-refused", test_order_of_calls);
  g_test_add_func("/env/an-observation-and-a-mask-by-hand", test_tic_tac_toe);
  g_test_add_func("/env/a-description-by-hand", test_description);
  g_test_add_func("/env/a-match-that-is-over-is-followed-by-the-next", test_auto_reset);
  g_test_add_func("/env/matches-are-begun-again-one-by-one", test_reset_of_some);
  g_test_add_func("/env/a-match-is-cut-off", test_cut_off);
  g_test_add_func("/env/streams-of-matches-differ", test_streams);
  g_test_add_func("/env/seats-that-choose-at-once-take-a-step-each", test_at_once);
  g_test_add_func("/env/a-move-that-is-not-made-is-its-seats-alone", test_within_a_move);
  g_test_add_func("/env/actions-without-a-number-are-counted", test_places);
  for (guint i = 0; i < G_N_ELEMENTS(bad_rules); i++) {
    g_autofree char *path = g_strdup_printf("/env/rules-that-fail/%s", bad_rules[i].game);
    g_test_add_data_func(path, GUINT_TO_POINTER(i), test_rules);
  }
  int failed = g_test_run();
  g_object_unref(zoo);
  g_object_unref(registry);
  return failed;
}
