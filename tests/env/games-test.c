/* What environments of every game hold alike, tried by random play: masks are what is legal, rewards are of the final
 * score, the same seed gives the same bytes however many matches there are, and an observation says all that a seat is
 * shown, and nothing else: two blocks that a seat cannot tell apart give the same bytes.
 *
 * Built with leaky-visibility.c, and LEAKY, it shows that an observation with more in it is caught. */
#include <string.h>

#include "host/engine/action-json.h"
#include "host/engine/knowledge.h"
#include "host/env/env.h"
#include "host/projection/view.h"
#include "tests/bots/positions.h"

/* Far more than any game takes, so that no match is cut off without being meant to be. */
#define STEPS_MAX 200000
#define MATCHES 4

static LapEnv *env_of(const PositionsOf *of, guint matches, LapEnvReward reward, gboolean auto_reset)
{
  const LapEnvSettings settings = {.seats = of->seats, .matches = matches, .reward = reward, .auto_reset = auto_reset};
  g_autoptr(GError) error = NULL;
  LapEnv *env = lap_env_new(of->game, &settings, &error);
  g_assert_no_error(error);
  return env;
}

/* --- worlds that a seat cannot tell apart */

/* A match of an environment of one, at a block, as a seat sees it. */
typedef struct {
  LapEnv *env;
  gsize floats, actions;
  float *observation;
  guint8 *legal;
} Seen;

static void seen_init(Seen *seen, const PositionsOf *of)
{
  static const LapEnvBuffers nothing;
  seen->env = env_of(of, 1, LAP_ENV_PLACES_REWARD, FALSE);
  seen->floats = lap_env_observation_size(seen->env);
  seen->actions = lap_env_actions(seen->env);
  seen->observation = g_new(float, seen->floats);
  seen->legal = g_malloc(seen->actions);
  g_assert_true(lap_env_reset(seen->env, 1, &nothing, NULL));
}

static void seen_clear(Seen *seen)
{
  lap_env_free(seen->env);
  g_free(seen->observation);
  g_free(seen->legal);
}

static void see(Seen *seen, const LapBlock *block, guint seat)
{
  g_autoptr(GError) error = NULL;
  memset(seen->observation, 0xA5, seen->floats * sizeof(float));
  lap_env_set_block(seen->env, 0, block, &error);
  g_assert_no_error(error);
  lap_env_look(seen->env, 0, seat, seen->observation, seen->legal, &error);
  g_assert_no_error(error);
}

static void test_secrecy(gconstpointer data)
{
  const PositionsOf *of = data;
  g_autoptr(Positions) positions = positions_new(of);
  g_autoptr(LapBlock) twin = lap_block_new(positions->engine);
  guint differ = 0;
  Seen a, b;
  seen_init(&a, of);
  seen_init(&b, of);
  while (positions_next_match(positions))
    while (positions_next(positions))
      for (guint seat = 0; seat < of->seats; seat++) {
        if (lap_head_of(positions->block)->steps && seat != positions->seat) continue; /* sees nothing of it yet */
        positions_twin(positions, seat, twin);
        see(&a, positions->block, seat);
        see(&b, twin, seat);
        differ += memcmp(a.observation, b.observation, a.floats * sizeof(float)) != 0;
        g_assert_cmpmem(a.legal, a.actions, b.legal, b.actions);
      }
  g_test_message("%u observations of %u positions differ", differ, positions->n);
#ifdef LEAKY
  g_assert_cmpuint(differ, >, 0);
#else
  g_assert_cmpuint(differ, ==, 0);
#endif
  seen_clear(&a);
  seen_clear(&b);
}

#ifndef LEAKY
/* What the seat is shown: the fields, the phase, and who decides. */
static char *shown(LapEngine *engine, const LapBlock *block, guint seat)
{
  g_autoptr(GString) view = g_string_new(NULL);
  lap_view_write(engine, block, seat, view);
  return g_strdup_printf("%u %x %s", lap_head_of(block)->phase, lap_engine_waiting(engine, block),
                         strstr(view->str, "\"ready\":"));
}

/* Positions that a seat sees differently have different observations. */
static void test_completeness(gconstpointer data)
{
  const PositionsOf *of = data;
  g_autoptr(Positions) positions = positions_new(of);
  g_autoptr(GHashTable)
      views = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, g_free);
  Seen seen;
  seen_init(&seen, of);
  while (positions_next_match(positions))
    while (positions_next(positions)) {
      see(&seen, positions->block, positions->seat);
      g_autoptr(GBytes) key = g_bytes_new(seen.observation, seen.floats * sizeof(float));
      g_autofree char *view = shown(positions->engine, positions->block, positions->seat);
      const char *before = g_hash_table_lookup(views, key);
      if (before)
        g_assert_cmpstr(view, ==, before);
      else
        g_hash_table_insert(views, g_steal_pointer(&key), g_steal_pointer(&view));
    }
  seen_clear(&seen);
}

/* --- masks */

/* Buffers of an environment, in one piece of memory that can be compared. */
typedef struct {
  guint8 *bytes;
  gsize size;
  LapEnvBuffers out;
} Buffers;

static void buffers_init(Buffers *buffers, const LapEnv *env)
{
  gsize n = lap_env_matches(env), floats = n * (lap_env_observation_size(env) + lap_env_seats(env));
  buffers->size = floats * sizeof(float) + n * (lap_env_actions(env) + 2);
  buffers->bytes = g_malloc(buffers->size);
  memset(buffers->bytes, 0xA5, buffers->size);
  float *observation = (float *)(gpointer)buffers->bytes;
  guint8 *legal = (guint8 *)(observation + floats);
  guint8 *done = legal + n * lap_env_actions(env);
  buffers->out = (LapEnvBuffers){.observation = observation,
                                 .reward = observation + n * lap_env_observation_size(env),
                                 .legal = legal,
                                 .done = done,
                                 .seat = (gint8 *)(done + n)};
}

static char *action_json(const LapGame *game, const LapAction *action)
{
  GString *out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_action_to_json(game, action, TRUE, &json);
  return g_string_free(out, FALSE);
}

/* The numbers that are marked are, in their order, the legal actions in theirs. */
static void check_mask(LapEnv *env, const LapGame *game, guint match, const guint8 *legal, guint seat)
{
  LapActions list = *lap_engine_legal(lap_env_engine(env), lap_env_block(env, match), seat);
  g_autofree LapAction *copy = g_memdup2(list.v, list.n * sizeof *list.v);
  guint n = 0;
  for (gsize action = 0; action < lap_env_actions(env); action++) {
    g_assert_cmpuint(legal[action], <=, 1);
    if (!legal[action]) continue;
    g_assert_cmpuint(n, <, list.n);
    g_autofree char *is = lap_env_action_to_json(env, match, (gint32)action, NULL);
    g_autofree char *should = action_json(game, &copy[n++]);
    g_assert_cmpstr(is, ==, should);
  }
  g_assert_cmpuint(n, ==, list.n);
}

static void test_masks(gconstpointer data)
{
  const PositionsOf *of = data;
  g_autoptr(LapEnv) env = env_of(of, MATCHES, LAP_ENV_PLACES_REWARD, TRUE);
  g_autofree gint32 *action = g_new(gint32, MATCHES);
  g_autoptr(GError) error = NULL;
  Buffers buffers;
  buffers_init(&buffers, env);
  g_assert_true(lap_env_reset(env, 1, &buffers.out, &error));
  for (guint64 steps = test_positions(60); steps; steps--) {
    for (guint i = 0; i < MATCHES; i++) {
      g_assert_cmpint(buffers.out.seat[i], >=, 0);
      g_assert_cmpuint(lap_env_waiting(env, i) >> buffers.out.seat[i] & 1, ==, 1);
      check_mask(env, of->game, i, buffers.out.legal + i * lap_env_actions(env), (guint)buffers.out.seat[i]);
    }
    lap_env_sample(env, action);
    for (guint i = 0; i < MATCHES; i++) g_assert_true(buffers.out.legal[i * lap_env_actions(env) + (guint)action[i]]);
    lap_env_step(env, action, &buffers.out, &error);
    g_assert_no_error(error);
  }
  g_assert_cmpuint(lap_env_left_out(env), ==, 0);
  g_free(buffers.bytes);
}

/* --- rewards */

static void check_rewards(LapEnv *env, guint match, LapEnvReward how, const float *reward)
{
  LapSheet sheet;
  float sum = 0;
  guint seats = lap_env_seats(env);
  lap_engine_score(lap_env_engine(env), lap_env_block(env, match), &sheet);
  for (guint seat = 0; seat < seats; seat++) {
    sum += reward[seat];
    if (how == LAP_ENV_POINTS_REWARD) {
      g_assert_cmpfloat(reward[seat], ==, (float)sheet.total[sheet.together ? 0 : seat][LAP_TIER_POINTS]);
      continue;
    }
    g_assert_cmpfloat(reward[seat], >=, -1);
    g_assert_cmpfloat(reward[seat], <=, 1);
    for (guint other = 0; other < seats && !sheet.together; other++)
      g_assert_true((reward[seat] > reward[other]) == (sheet.place[seat] < sheet.place[other]));
  }
  if (how == LAP_ENV_PLACES_REWARD && !sheet.together && seats > 1) g_assert_cmpfloat_with_epsilon(sum, 0, 1e-5);
}

/* A match that goes on brings nothing; one that is over stays so. */
static void check_row(LapEnv *env, guint i, LapEnvReward how, const LapEnvBuffers *out, gboolean was_over)
{
  const float *reward = out->reward + i * lap_env_seats(env);
  gboolean over = lap_head_of(lap_env_block(env, i))->over;
  g_assert_cmpuint(out->done[i], ==, over && !was_over ? LAP_ENV_OVER : LAP_ENV_GOES_ON);
  g_assert_true((out->seat[i] < 0) == over);
  if (out->done[i])
    check_rewards(env, i, how, reward);
  else
    for (guint seat = 0; seat < lap_env_seats(env); seat++) g_assert_cmpfloat(reward[seat], ==, 0);
  for (gsize action = 0; over && action < lap_env_actions(env); action++)
    g_assert_cmpuint(out->legal[i * lap_env_actions(env) + action], ==, 0);
}

static void play_to_the_end(const PositionsOf *of, LapEnvReward how)
{
  g_autoptr(LapEnv) env = env_of(of, MATCHES, how, FALSE);
  gint32 action[MATCHES];
  gboolean over[MATCHES] = {FALSE};
  guint left = MATCHES;
  g_autoptr(GError) error = NULL;
  Buffers buffers;
  buffers_init(&buffers, env);
  g_assert_true(lap_env_reset(env, 2, &buffers.out, &error));
  for (guint steps = 0; left && steps < STEPS_MAX; steps++) {
    lap_env_sample(env, action);
    lap_env_step(env, action, &buffers.out, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < MATCHES; i++) {
      check_row(env, i, how, &buffers.out, over[i]);
      left -= buffers.out.done[i] != 0;
      over[i] |= buffers.out.done[i] != 0;
    }
  }
  g_assert_cmpuint(left, ==, 0);
  g_free(buffers.bytes);
}

static void test_rewards(gconstpointer data)
{
  play_to_the_end(data, LAP_ENV_PLACES_REWARD);
  play_to_the_end(data, LAP_ENV_POINTS_REWARD);
}

/* --- the same seed, the same bytes */

/* The action of a match at a step, which no other match has a say in. */
static gint32 choose(const guint8 *legal, gsize actions, guint64 salt)
{
  gsize n = 0;
  for (gsize i = 0; i < actions; i++) n += legal[i];
  gsize k = (gsize)((salt * G_GUINT64_CONSTANT(0x9E3779B97F4A7C15)) >> 32) % n;
  for (gsize i = 0;; i++)
    if (legal[i] && !k--) return (gint32)i;
}

static void step_all(LapEnv *env, Buffers *buffers, guint64 step)
{
  g_autoptr(GError) error = NULL;
  gint32 action[2 * MATCHES];
  for (guint i = 0; i < lap_env_matches(env); i++)
    action[i] = choose(buffers->out.legal + i * lap_env_actions(env), lap_env_actions(env), 1000 * step + i);
  lap_env_step(env, action, &buffers->out, &error);
  g_assert_no_error(error);
}

#define ASSERT_SAME_ROWS(a, b, n) g_assert_cmpmem(a, (n) * sizeof *(a), b, (n) * sizeof *(b))

static void test_seeds(gconstpointer data)
{
  const PositionsOf *of = data;
  g_autoptr(LapEnv) few = env_of(of, MATCHES, LAP_ENV_POINTS_REWARD, TRUE);
  g_autoptr(LapEnv) many = env_of(of, 2 * MATCHES, LAP_ENV_POINTS_REWARD, TRUE);
  Buffers a, b;
  buffers_init(&a, few);
  buffers_init(&b, many);
  /* The first is used before, which must not matter. */
  g_assert_true(lap_env_reset(few, 5, &a.out, NULL));
  for (guint step = 0; step < 5; step++) step_all(few, &a, step);
  g_assert_true(lap_env_reset(few, 9, &a.out, NULL));
  g_assert_true(lap_env_reset(many, 9, &b.out, NULL));
  for (guint64 step = 0; step < test_positions(60); step++) {
    ASSERT_SAME_ROWS(a.out.observation, b.out.observation, MATCHES * lap_env_observation_size(few));
    ASSERT_SAME_ROWS(a.out.legal, b.out.legal, MATCHES * lap_env_actions(few));
    ASSERT_SAME_ROWS(a.out.reward, b.out.reward, MATCHES * of->seats);
    ASSERT_SAME_ROWS(a.out.done, b.out.done, MATCHES);
    ASSERT_SAME_ROWS(a.out.seat, b.out.seat, MATCHES);
    step_all(few, &a, step);
    step_all(many, &b, step);
  }
  g_free(a.bytes);
  g_free(b.bytes);
}
#endif

int main(int argc, char **argv)
{
  static const PositionsTest tests[] = {
#ifdef LEAKY
      {"an-observation-of-what-others-hide-is-caught", test_secrecy},
#else
      {"a-seat-observes-nothing-that-it-may-not-know", test_secrecy},
      {"a-seat-observes-all-that-it-is-shown", test_completeness},
      {"masks-are-what-is-legal", test_masks},
      {"rewards-are-of-the-final-score", test_rewards},
      {"a-match-follows-from-the-seed-and-its-place", test_seeds},
#endif
      {0}};
  return positions_main(argc, argv, "env", tests, 200, G_MAXUINT64);
}
