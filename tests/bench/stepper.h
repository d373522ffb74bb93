/* An environment whose matches are stepped at random, beside bare playouts of the same game. */
#pragma once

#include "host/env/env.h"
#include "player.h"

typedef struct {
  Player *player;
  LapEnv *env;
  LapEnvBuffers out;
  gint32 *action;
} Stepper;

/* `player` must outlive it. NULL with the error of lap_env_new or lap_env_reset. */
Stepper *stepper_new(Player *player, guint matches, GError **error);
void stepper_free(Stepper *stepper);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Stepper, stepper_free)

/* For measure(): each takes a Stepper and does steps of matches. */
guint64 work_steps(gpointer stepper, guint64 amount);      /* chosen and taken, with all that a step writes */
guint64 work_bare_steps(gpointer stepper, guint64 amount); /* those of lap_engine_playout */
