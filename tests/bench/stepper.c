#include "stepper.h"

#define PLIES_MAX 100000

Stepper *stepper_new(Player *player, guint matches, GError **error)
{
  g_autoptr(Stepper) stepper = g_new0(Stepper, 1);
  const LapEnvSettings settings = {.seats = lap_engine_seats(player->engine), .matches = matches, .auto_reset = TRUE};
  stepper->player = player;
  stepper->env = lap_env_new(player->game, &settings, error);
  if (!stepper->env) return NULL;
  gsize n = matches;
  stepper->out = (LapEnvBuffers){.observation = g_new(float, n *lap_env_observation_size(stepper->env)),
                                 .legal = g_malloc(n * lap_env_actions(stepper->env)),
                                 .reward = g_new(float, n *settings.seats),
                                 .done = g_malloc(n),
                                 .seat = g_malloc(n)};
  stepper->action = g_new(gint32, n);
  return lap_env_reset(stepper->env, 1, &stepper->out, error) ? g_steal_pointer(&stepper) : NULL;
}

void stepper_free(Stepper *stepper)
{
  if (!stepper) return;
  lap_env_free(stepper->env);
  g_free(stepper->out.observation);
  g_free(stepper->out.legal);
  g_free(stepper->out.reward);
  g_free(stepper->out.done);
  g_free(stepper->out.seat);
  g_free(stepper->action);
  g_free(stepper);
}

guint64 work_steps(gpointer data, guint64 amount)
{
  Stepper *stepper = data;
  g_autoptr(GError) error = NULL;
  guint64 steps;
  for (steps = 0; steps < amount; steps += lap_env_matches(stepper->env)) {
    lap_env_sample(stepper->env, stepper->action);
    if (!lap_env_step(stepper->env, stepper->action, &stepper->out, &error))
      g_error("%s: %s", stepper->player->game->id, error->message);
  }
  return steps;
}

guint64 work_bare_steps(gpointer data, guint64 amount)
{
  Player *player = ((Stepper *)data)->player;
  guint64 steps = 0;
  while (steps < amount)
    if (lap_engine_start(player->engine, player->block, player->seed++) == LAP_MOVE_FAULT ||
        lap_engine_playout(player->engine, player->block, &player->chooser, PLIES_MAX, &steps) == LAP_MOVE_FAULT)
      g_error("%s: %s", player->game->id, lap_engine_fault(player->engine));
  return steps;
}
