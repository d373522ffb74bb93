/* Nothing is allocated in the loop: once an environment has played for a while, steps call no malloc. */
#include <stdlib.h>

#include "host/env/env.h"
#include "host/plugins/registry.h"

#define MATCHES 32

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

static guint64 allocations;

void *malloc(size_t size) { return allocations++, __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return allocations++, __libc_calloc(n, size); }
void *realloc(void *memory, size_t size) { return allocations++, __libc_realloc(memory, size); }

static void play(LapEnv *env, const LapEnvBuffers *out, guint steps)
{
  gint32 action[MATCHES];
  for (guint i = 0; i < steps; i++) {
    lap_env_sample(env, action);
    if (!lap_env_step(env, action, out, NULL)) abort();
  }
}

static void test_allocation(gconstpointer id)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  lap_registry_set_isolation(registry, LAP_ISOLATION_NONE);
  g_autoptr(LapGame) game = lap_registry_load(registry, id, &error);
  g_assert_no_error(error);
  const LapEnvSettings settings = {.seats = game->seats_min, .matches = MATCHES, .auto_reset = TRUE};
  g_autoptr(LapEnv) env = lap_env_new(game, &settings, &error);
  g_autofree float *observation = g_new(float, MATCHES *lap_env_observation_size(env));
  g_autofree guint8 *legal = g_malloc(MATCHES * lap_env_actions(env));
  float reward[MATCHES * LAP_SEATS_MAX];
  guint8 done[MATCHES];
  gint8 seat[MATCHES];
  const LapEnvBuffers out = {observation, legal, reward, done, seat};
  g_assert_true(lap_env_reset(env, 1, &out, NULL));
  play(env, &out, 2000); /* lists of actions, events and lines have grown as they need */
  guint64 before = allocations;
  play(env, &out, 2000);
  g_assert_cmpuint(allocations, ==, before);
  g_free(g_malloc(before % 16 + 1));
  g_assert_cmpuint(allocations, >, before);
}

int main(int argc, char **argv)
{
  static const char *const games[] = {"tic-tac-toe", "kuhn-poker", "gemtrix", "gems-tracker", "oh-hell", "last-stone"};
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(games); i++) {
    g_autofree char *path = g_strdup_printf("/env/nothing-is-allocated-in-the-loop/%s", games[i]);
    g_test_add_data_func(path, games[i], test_allocation);
  }
  return g_test_run();
}
