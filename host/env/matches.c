/* An environment as it is described, and its matches one by one. */
#include <string.h>

#include "env-private.h"
#include "host/engine/action-json.h"

char *lap_env_describe(const LapEnv *env)
{
  GString *out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_json_begin_object(&json);
  lap_json_member_word(&json, "game", env->game->id);
  lap_json_member_int(&json, "seats", env->seats);
  lap_json_member_int(&json, "matches", env->settings.matches);
  lap_json_member_word(&json, "rewards", env->settings.reward == LAP_ENV_POINTS_REWARD ? "points" : "places");
  lap_json_member_object(&json, "observation");
  lap_observation_layout_members(&env->layout, env->game, &json);
  lap_json_end_object(&json);
  lap_json_member_object(&json, "actions");
  lap_action_space_members(&env->space, &json);
  lap_json_end_object(&json);
  lap_json_end_object(&json);
  return g_string_free(out, FALSE);
}

const LapBlock *lap_env_block(const LapEnv *env, guint match)
{
  return match < env->settings.matches ? block_of(env, match) : NULL;
}

static gboolean check_match(const LapEnv *env, guint i, GError **error)
{
  if (i < env->settings.matches && env->match[i].begun) return TRUE;
  g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_OPTION,
              i < env->settings.matches ? "match %u has not begun: reset the environment first"
                                        : "there is no match %u; they are counted from 0",
              i);
  return FALSE;
}

guint32 lap_env_waiting(LapEnv *env, guint match)
{
  return match < env->settings.matches ? env->match[match].waiting : 0;
}

gboolean lap_env_look(LapEnv *env, guint i, guint seat, float *observation, guint8 *legal, GError **error)
{
  if (!check_match(env, i, error) || !lap_env_check_ready(env, error)) return FALSE;
  if (seat >= env->seats) {
    g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_OPTION, "there is no seat %u; they are 0 to %u", seat,
                env->seats - 1);
    return FALSE;
  }
  guint32 waiting = env->match[i].waiting;
  if (lap_head_of(block_of(env, i))->steps && (gint)seat != env->match[i].seat) {
    g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_OPTION,
                "match %u: seat %d is within a move, of which seat %u sees nothing before it is made; look again then",
                i, env->match[i].seat, seat);
    return FALSE;
  }
  if (observation) lap_observation_write(&env->layout, env->engine, block_of(env, i), seat, waiting, observation);
  if (!legal) return TRUE;
  memset(legal, 0, env->space.size);
  if (!(waiting >> seat & 1)) return TRUE;
  LapActionNumbers numbers;
  g_autofree guint64 *bits = g_new0(guint64, env->words);
  return lap_env_list(env, i, seat, bits, legal, &numbers, error);
}

gboolean lap_env_set_block(LapEnv *env, guint i, const LapBlock *block, GError **error)
{
  static const LapEnvBuffers nothing;
  if (!lap_env_check_ready(env, error) || !check_match(env, i, error)) return FALSE;
  memcpy(block_of(env, i), block, lap_engine_block_size(env->engine));
  env->match[i].seat = env->match[i].mover = 0;
  return lap_env_decide(env, i, &nothing, error);
}

char *lap_env_action_to_json(LapEnv *env, guint i, gint32 number, GError **error)
{
  LapAction action;
  if (!check_match(env, i, error) || !lap_env_check_ready(env, error)) return NULL;
  if (env->match[i].seat < 0 || !is_legal(env, i, number)) {
    lap_env_refuse(env, i, number, error);
    return NULL;
  }
  if (!lap_env_find_action(env, i, (guint32)number, &action, error)) return NULL;
  GString *out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_action_to_json(env->game, &action, TRUE, &json);
  return g_string_free(out, FALSE);
}
