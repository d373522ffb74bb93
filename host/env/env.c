/* The loop over many matches: each is a block, and besides it only what is to be decided next and which actions are
 * legal then, so that a step is refused before the rules are asked. */
#include <stdlib.h>
#include <string.h>

#include "env-private.h"
#include "host/engine/cures.h"
#include "host/engine/playouts.h"
#include "payoff.h"

/* Blocks begin at lines of the cache. */
#define LINE 64

/* --- life */

static gboolean check_settings(const LapEnvSettings *settings, GError **error)
{
  if (settings->matches < 1 || settings->matches > LAP_ENV_MATCHES_MAX)
    g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_OPTION, "an environment is of 1 to %u matches, not of %u",
                LAP_ENV_MATCHES_MAX, settings->matches);
  else if (settings->places > G_MAXUINT16 + 1)
    g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_OPTION, "at most %u actions of a kind have a place, not %u",
                G_MAXUINT16 + 1, settings->places);
  else if (settings->reward != LAP_ENV_PLACES_REWARD && settings->reward != LAP_ENV_POINTS_REWARD)
    g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_OPTION, "rewards are by place (0) or by points (1), not by %u",
                (guint)settings->reward);
  else
    return TRUE;
  return FALSE;
}

static gpointer lines(gsize size)
{
  gpointer memory = aligned_alloc(LINE, MAX((size + LINE - 1) & ~(gsize)(LINE - 1), LINE));
  if (!memory) g_error("out of memory for an environment of %zu bytes", size);
  return memset(memory, 0, size);
}

LapEnv *lap_env_new(LapGame *game, const LapEnvSettings *settings, GError **error)
{
  if (!check_settings(settings, error)) return NULL;
  g_autoptr(LapEngine) engine = lap_engine_new(game, settings->seats, settings->options, error);
  if (!engine) return NULL;
  g_autoptr(LapEnv) env = g_new0(LapEnv, 1);
  env->engine = g_steal_pointer(&engine);
  env->game = lap_game_ref(game);
  env->settings = *settings;
  env->settings.options = NULL;
  env->seats = settings->seats;
  if (!lap_action_space_init(&env->space, env->engine, settings->places ? settings->places : LAP_ENV_PLACES, error))
    return NULL;
  lap_observation_layout_init(&env->layout, env->engine);
  env->block_stride = (lap_engine_block_size(env->engine) + LINE - 1) & ~(gsize)(LINE - 1);
  env->words = (env->space.size + 63) / 64;
  env->blocks = lines(settings->matches * env->block_stride);
  env->legal = lines(settings->matches * env->words * sizeof(guint64));
  env->match = g_new0(LapEnvMatch, settings->matches);
  return g_steal_pointer(&env);
}

void lap_env_free(LapEnv *env)
{
  if (!env) return;
  lap_action_space_clear(&env->space);
  lap_observation_layout_clear(&env->layout);
  lap_engine_free(env->engine);
  lap_game_unref(env->game);
  free(env->blocks);
  free(env->legal);
  g_free(env->match);
  g_free(env);
}

guint lap_env_matches(const LapEnv *env) { return env->settings.matches; }
guint lap_env_seats(const LapEnv *env) { return env->seats; }
gsize lap_env_observation_size(const LapEnv *env) { return env->layout.size; }
gsize lap_env_actions(const LapEnv *env) { return env->space.size; }
LapEngine *lap_env_engine(LapEnv *env) { return env->engine; }
guint64 lap_env_left_out(const LapEnv *env) { return env->left_out; }

/* --- faults */

static gboolean fail(LapEnv *env, guint i, const char *why, GError **error)
{
  g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT, "match %u: %s", i,
              why ? why : "the rules of the game failed");
  env->ready = FALSE;
  return FALSE;
}

static gboolean fail_by_rules(LapEnv *env, guint i, GError **error)
{
  return fail(env, i, lap_engine_fault(env->engine), error);
}

/* An action whose arguments are not what its kind declares. */
static gboolean fail_by_action(LapEnv *env, guint i, const LapAction *action, GError **error)
{
  const LapGameKind *kind = lap_game_action(env->game, action->kind);
  g_autofree char *why = g_strdup_printf("legal offers an action of %s%s with arguments that it does not declare",
                                         kind ? "kind " : "a kind that the game does not have", kind ? kind->name : "");
  return fail(env, i, why, error);
}

/* --- what is to be decided */

/* Within a move, the one whose move it is. Of several that choose at once, the one that has taken the fewest steps;
 * else the lowest. */
static inline guint seat_to_decide(const LapBlock *block, guint32 waiting, guint mover)
{
  guint best = (guint)__builtin_ctz(waiting);
  if (G_UNLIKELY(lap_head_of(block)->steps) && waiting >> mover & 1) return mover;
  for (guint32 rest = waiting & (waiting - 1); G_UNLIKELY(rest); rest &= rest - 1) {
    guint seat = (guint)__builtin_ctz(rest);
    if (lap_head_of(block)->sealed[seat] < lap_head_of(block)->sealed[best]) best = seat;
  }
  return best;
}

static inline gboolean list(LapEnv *env, guint i, guint seat, guint64 *bits, guint8 *mask, LapActionNumbers *numbers,
                            GError **error)
{
  const LapActions *legal = lap_engine_legal(env->engine, block_of(env, i), seat);
  if (G_UNLIKELY(lap_engine_fault(env->engine))) return fail_by_rules(env, i, error);
  if (G_UNLIKELY(legal->n == 0)) return fail(env, i, "a seat has nothing that it may do; " LAP_DEAD_END_CURE, error);
  if (G_UNLIKELY(!lap_action_space_mark(&env->space, legal, bits, mask, numbers)))
    return fail_by_action(env, i, &legal->v[numbers->n + numbers->left_out], error);
  return TRUE;
}

gboolean lap_env_list(LapEnv *env, guint i, guint seat, guint64 *bits, guint8 *mask, LapActionNumbers *numbers,
                      GError **error)
{
  return list(env, i, seat, bits, mask, numbers, error);
}

static inline void zero_legal(LapEnv *env, guint64 *bits, guint8 *mask)
{
  if (env->words == 1)
    *bits = 0;
  else
    memset(bits, 0, env->words * sizeof *bits);
  if (mask) memset(mask, 0, env->space.size);
}

/* Writes what the caller wants of a match that is over, or cut off. */
static gboolean look_at_end(LapEnv *env, guint i, const LapEnvBuffers *out)
{
  LapEnvMatch *match = &env->match[i];
  match->seat = -1;
  match->waiting = match->numbers.n = 0;
  zero_legal(env, legal_of(env, i), out->legal ? out->legal + i * (gsize)env->space.size : NULL);
  if (out->seat) out->seat[i] = -1;
  if (out->observation)
    lap_observation_write(&env->layout, env->engine, block_of(env, i), (guint)match->mover, 0,
                          out->observation + i * env->layout.size);
  return TRUE;
}

/* Inlined into the loop of steps. */
static inline gboolean decide(LapEnv *env, guint i, const LapEnvBuffers *out, GError **error)
{
  LapEnvMatch *match = &env->match[i];
  const LapBlock *block = block_of(env, i);
  guint64 *bits = legal_of(env, i);
  guint8 *mask = out->legal ? out->legal + i * (gsize)env->space.size : NULL;
  if (match->seat < 0 || lap_head_of(block)->over) return look_at_end(env, i, out);
  match->waiting = lap_engine_waiting(env->engine, block) & ((1u << env->seats) - 1);
  if (G_UNLIKELY(!match->waiting)) return fail(env, i, lap_engine_fault(env->engine) ?: "nobody has a decision", error);
  guint seat = seat_to_decide(block, match->waiting, (guint)match->mover);
  match->seat = (gint8)seat;
  if (out->seat) out->seat[i] = (gint8)seat;
  zero_legal(env, bits, mask);
  if (!list(env, i, seat, bits, mask, &match->numbers, error)) return FALSE;
  env->left_out += match->numbers.left_out;
  if (out->observation)
    lap_observation_write(&env->layout, env->engine, block, seat, match->waiting,
                          out->observation + i * env->layout.size);
  return TRUE;
}

gboolean lap_env_decide(LapEnv *env, guint i, const LapEnvBuffers *out, GError **error)
{
  return decide(env, i, out, error);
}

/* --- beginning and ending matches */

static gboolean begin(LapEnv *env, guint i, GError **error)
{
  LapEnvMatch *match = &env->match[i];
  match->begun = TRUE;
  match->seat = match->mover = 0;
  if (lap_engine_start(env->engine, block_of(env, i), lap_match_seed(match->seed, match->games++)) == LAP_MOVE_FAULT)
    return fail_by_rules(env, i, error);
  return TRUE;
}

static void write_nothing(const LapEnv *env, guint i, const LapEnvBuffers *out)
{
  if (out->done) out->done[i] = LAP_ENV_GOES_ON;
  for (guint seat = 0; out->reward && seat < env->seats; seat++) out->reward[i * (gsize)env->seats + seat] = 0;
}

static gboolean end(LapEnv *env, guint i, const LapEnvBuffers *out, GError **error)
{
  gboolean over = lap_head_of(block_of(env, i))->over;
  if (out->done) out->done[i] = over ? LAP_ENV_OVER : LAP_ENV_CUT_OFF;
  if (over && out->reward) {
    LapSheet sheet;
    lap_engine_score(env->engine, block_of(env, i), &sheet);
    if (lap_engine_fault(env->engine)) return fail_by_rules(env, i, error);
    lap_env_payoff(env->settings.reward, &sheet, env->seats, out->reward + i * (gsize)env->seats);
  }
  if (env->settings.auto_reset) return begin(env, i, error);
  env->match[i].seat = -1;
  return TRUE;
}

gboolean lap_env_reset(LapEnv *env, guint64 seed, const LapEnvBuffers *out, GError **error)
{
  env->ready = TRUE;
  env->chooser = lap_match_chooser(seed);
  env->left_out = 0;
  for (guint i = 0; i < env->settings.matches; i++) {
    env->match[i].seed = lap_match_seed(seed, i);
    env->match[i].games = 0;
    write_nothing(env, i, out);
    if (!begin(env, i, error) || !decide(env, i, out, error)) return FALSE;
  }
  return TRUE;
}

gboolean lap_env_check_ready(const LapEnv *env, GError **error)
{
  if (env->ready) return TRUE;
  g_set_error_literal(error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT,
                      "no match has begun, or the rules have failed: reset the environment first");
  return FALSE;
}

gboolean lap_env_reset_matches(LapEnv *env, const guint8 *which, const LapEnvBuffers *out, GError **error)
{
  if (!lap_env_check_ready(env, error)) return FALSE;
  for (guint i = 0; i < env->settings.matches; i++) {
    if (!which[i]) continue;
    write_nothing(env, i, out);
    if (!begin(env, i, error) || !decide(env, i, out, error)) return FALSE;
  }
  return TRUE;
}

/* --- steps */

gboolean lap_env_refuse(const LapEnv *env, guint i, gint32 action, GError **error)
{
  if (action < 0 || (guint32)action >= env->space.size)
    g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_ILLEGAL, "match %u: there is no action %d; they are 0 to %u", i,
                action, env->space.size - 1);
  else if (env->match[i].seat < 0)
    g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_ILLEGAL, "match %u is over", i);
  else
    g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_ILLEGAL,
                "match %u: action %d is not legal for seat %d; the mask has the %u that are", i, action,
                env->match[i].seat, env->match[i].numbers.n);
  return FALSE;
}

static gboolean check_actions(const LapEnv *env, const gint32 *action, GError **error)
{
  for (guint i = 0; i < env->settings.matches; i++)
    if (G_UNLIKELY(env->match[i].seat >= 0 && !is_legal(env, i, action[i]) && action[i] != LAP_ENV_HOLD))
      return lap_env_refuse(env, i, action[i], error);
  return TRUE;
}

/* Inlined likewise. */
static inline gboolean find_action(LapEnv *env, guint i, guint32 number, LapAction *action, GError **error)
{
  guint seat = (guint)env->match[i].seat;
  if (G_LIKELY(!lap_action_space_is_by_place(&env->space, number))) {
    *action = lap_action_space_action(&env->space, number, seat);
    return TRUE;
  }
  const LapActions *legal = lap_engine_legal(env->engine, block_of(env, i), seat);
  const LapAction *found = lap_action_space_find(&env->space, number, legal);
  if (!found) return fail_by_rules(env, i, error);
  *action = *found;
  return TRUE;
}

gboolean lap_env_find_action(LapEnv *env, guint i, guint32 number, LapAction *action, GError **error)
{
  return find_action(env, i, number, action, error);
}

static inline gboolean step_match(LapEnv *env, guint i, gint32 number, const LapEnvBuffers *out, GError **error)
{
  LapEnvMatch *match = &env->match[i];
  LapBlock *block = block_of(env, i);
  LapAction action;
  if (match->seat < 0) return decide(env, i, out, error);
  if (!find_action(env, i, (guint32)number, &action, error)) return FALSE;
  match->mover = match->seat;
  LapMove move = lap_engine_apply(env->engine, block, &action);
  if (G_UNLIKELY(move == LAP_MOVE_FAULT)) return fail_by_rules(env, i, error);
  const LapHead *head = lap_head_of(block);
  gboolean cut_off = move == LAP_MOVE_MADE && env->settings.moves_max && head->ply >= env->settings.moves_max;
  if ((head->over || cut_off) && !end(env, i, out, error)) return FALSE;
  return decide(env, i, out, error);
}

gboolean lap_env_step(LapEnv *env, const gint32 *action, const LapEnvBuffers *out, GError **error)
{
  if (!lap_env_check_ready(env, error) || !check_actions(env, action, error)) return FALSE;
  if (out->done) memset(out->done, LAP_ENV_GOES_ON, env->settings.matches);
  if (out->reward) memset(out->reward, 0, env->settings.matches * (gsize)env->seats * sizeof *out->reward);
  for (guint i = 0; i < env->settings.matches; i++)
    if (action[i] != LAP_ENV_HOLD && !step_match(env, i, action[i], out, error)) return FALSE;
  return TRUE;
}

/* The n-th bit that is set, from 0. */
static inline gint32 nth_bit(const guint64 *bits, guint n)
{
  gint32 word = 0;
  for (guint here; n >= (here = (guint)__builtin_popcountll(bits[word])); word++) n -= here;
  guint64 rest = bits[word];
  for (; n; n--) rest &= rest - 1;
  return 64 * word + __builtin_ctzll(rest);
}

void lap_env_sample(LapEnv *env, gint32 *action)
{
  for (guint i = 0; i < env->settings.matches; i++) {
    const LapActionNumbers *numbers = &env->match[i].numbers;
    action[i] = LAP_ENV_HOLD;
    if (!numbers->n) continue;
    guint chosen = lap_generator_below(&env->chooser, numbers->n);
    action[i] = numbers->n <= LAP_FEW_ACTIONS ? (gint32)numbers->first[chosen] : nth_bit(legal_of(env, i), chosen);
  }
}
