/* Environments: many matches of a game at once, for programs that learn to play.
 *
 * An environment holds N matches. In each a seat has a decision; a step takes an action for every match, moves all of
 * them on to the next decision, and writes what a learner needs into arrays of the caller's, a row a match: what the
 * seat that decides now may know (the observation), which actions it may take (the legal mask), and what the match has
 * brought to each seat (the rewards). Nothing is allocated in the loop. Everything follows from the game's tables, so
 * every game is an environment, and none of them has code for it.
 *
 * Observations are float32. Their layout is a list of parts, which follows from the game, the number of seats and the
 * field table alone; lap_env_describe writes it down. In this order:
 *   - "seat": one-hot, the seat that the observation is for;
 *   - "phase": one-hot among the phases in which seats decide; left out if there is but one;
 *   - "waiting": 1 for each seat that has a decision; "ready", in games with choices made at once: 1 for each that has
 *     chosen;
 *   - each field that the seat may see, in the order of the table. Sets of cells are planes of 0 and 1. Numbers are
 *     divided by 64; past 64 each doubling adds 1 (linear in between), so that none is above 59. A list has its count
 *     before it, divided by its capacity. A piece at its place is one-hot among faces and backs, all 0 where nothing
 *     lies; where that would take more than LAP_ENV_ONE_HOT_MAX numbers for the field, it is one number, (1 + its place
 *     among faces and backs) / (faces + backs). Pieces in no order are counted by face and back. Of a pile there is its
 *     top piece, or only its size.
 * Rows of seats begin with the seat that the observation is for, and go round: row 0 is always one's own. A field whose
 * rows only their owners see has one row. What a seat may see is decided by the functions that decide what people are
 * shown (host/projection/visibility.h): two blocks that a seat cannot tell apart give the same bytes.
 *
 * Actions are numbers below lap_env_actions, the same all through the life of an environment. Each kind of action has a
 * range of them, in the order of the game's table:
 *   - by arguments: if the product of what its arguments may be is at most LAP_ENV_BY_ARGUMENTS_MAX, each combination
 *     has a number, the last argument counting fastest. A seat is counted by its number, a piece from 0 (none), a cell
 *     or an item up to the field's capacity;
 *   - by place: any other kind (one with a plain number among its arguments, or too many combinations) has `places`
 *     numbers: the first stands for the first legal action of this kind, in the contract's order of actions, and so on.
 *     Legal actions beyond that cannot be taken; lap_env_left_out counts them.
 * A long move is taken step by step: each step is an action, and the same seat has the next decision. Where seats
 * choose at once they do so one after the other, the one that has taken the fewest steps first; none sees what others
 * chose.
 *
 * It believes the rules, as the engine does (host/engine/engine.h): what `lapidary check` finds is not looked for here.
 * An environment is used by one thread at a time; several may run on as many threads. Match i plays a stream of matches
 * whose seeds follow from the environment's seed and i: the same seed and actions give the same bytes. */
#pragma once

#include "host/engine/engine.h"

G_BEGIN_DECLS

/* Up to so many combinations of arguments each have an action of their own. */
#define LAP_ENV_BY_ARGUMENTS_MAX 4096
/* Actions of a kind by place, if the settings do not say. */
#define LAP_ENV_PLACES 1024
/* A field's pieces take no more numbers than this as one-hot. */
#define LAP_ENV_ONE_HOT_MAX 4096
/* The most matches of an environment. */
#define LAP_ENV_MATCHES_MAX (1u << 20)

/* What a match that is over brings. Before that all rewards are 0. */
typedef enum {
  LAP_ENV_PLACES_REWARD, /* by place from 1 (first) to -1 (last), equal seats the mean of theirs: the sum is 0. Where
                            seats play together, or one alone: 1 if they won, else -1 */
  LAP_ENV_POINTS_REWARD  /* the points of the final score, to each seat its own, or all those of all together */
} LapEnvReward;

typedef struct {
  guint seats;               /* of the game's range */
  guint matches;             /* N, 1 to LAP_ENV_MATCHES_MAX */
  const LapOptions *options; /* NULL: the defaults */
  LapEnvReward reward;
  gboolean auto_reset; /* a match that is over is followed by the next of its stream in the same step */
  guint32 moves_max;   /* a match with so many moves is cut off; 0: none is */
  guint places;        /* actions of a kind by place, up to 65536; 0: LAP_ENV_PLACES */
} LapEnvSettings;

/* As an action: the match stays as it is in this step, and its rows of `observation`, `legal` and `seat` are not
 * written. */
#define LAP_ENV_HOLD (-1)

/* Values of `done`. */
enum {
  LAP_ENV_GOES_ON = 0,
  LAP_ENV_OVER = 1,   /* it came to its end */
  LAP_ENV_CUT_OFF = 2 /* it reached `moves_max`; all rewards are 0 */
};

/* Where a reset or a step writes: the caller's memory, N rows each. NULL: not wanted. */
typedef struct {
  float *observation; /* [N][lap_env_observation_size], for the seat that has to decide */
  guint8 *legal;      /* [N][lap_env_actions]: 1 for each action that it may take, else 0 */
  float *reward;      /* [N][seats], what this step has brought to each seat */
  guint8 *done;       /* [N], whether this step ended a match */
  gint8 *seat; /* [N], which seat has to decide; -1: none, the match is over. Then the observation is for the seat
                  that moved last, and nothing is legal */
} LapEnvBuffers;

typedef struct LapEnv LapEnv;

/* Returns NULL with LAP_GAME_ERROR_OPTION if a setting is out of range, or LAP_GAME_ERROR_FAULT if the game has too
 * many actions. Takes a reference of the game, copies the options. No match has begun: call lap_env_reset. */
LapEnv *lap_env_new(LapGame *game, const LapEnvSettings *settings, GError **error);
void lap_env_free(LapEnv *env);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapEnv, lap_env_free)

guint lap_env_matches(const LapEnv *env);
guint lap_env_seats(const LapEnv *env);
gsize lap_env_observation_size(const LapEnv *env); /* in floats */
gsize lap_env_actions(const LapEnv *env);

/* Writes layout and actions as an object:
 *   {"game":"marks","seats":2,"matches":1024,"rewards":"places",
 *    "observation":{"size":23,"type":"float32","parts":[{"name":"seat","coding":"one-hot","offset":0,"shape":[2]},...]},
 *    "actions":{"size":9,"kinds":[{"name":"marks/mark","by":"arguments","offset":0,"size":9,"arguments":[...]}]}}
 * `shape` is outermost first. A part of rows has "rows": "from-own" (those of seats, one's own first), "own" (one's own
 * alone) or "plain". A coding that divides has "divisor". Owned by the caller: g_free. */
char *lap_env_describe(const LapEnv *env);

/* Begins the first match of each stream, of the streams of `seed`. FALSE with LAP_GAME_ERROR_FAULT if the rules fail;
 * then reset again, with another seed. */
gboolean lap_env_reset(LapEnv *env, guint64 seed, const LapEnvBuffers *out, GError **error);
/* Begins the next match of the stream wherever `which` [N] is not 0; writes the rows of those alone. */
gboolean lap_env_reset_matches(LapEnv *env, const guint8 *which, const LapEnvBuffers *out, GError **error);

/* Takes `action` [N] in each match, or LAP_ENV_HOLD; what stands for matches that are over is not read. FALSE with
 * LAP_GAME_ERROR_ILLEGAL, and nothing has changed, if one of them is not legal; or with LAP_GAME_ERROR_FAULT if the
 * rules fail: then the environment takes no step until it is reset. */
gboolean lap_env_step(LapEnv *env, const gint32 *action, const LapEnvBuffers *out, GError **error);

/* Chooses in each match uniformly among what is legal, LAP_ENV_HOLD where nothing is. The same calls give the same
 * actions for the same seed. */
void lap_env_sample(LapEnv *env, gint32 *action);

/* --- one match: 0 to N - 1. Of others nobody waits, and their block is NULL. */

/* The seats that have a decision, as bits: several where they choose at once. */
guint32 lap_env_waiting(LapEnv *env, guint match);
/* The same observation and mask (either may be NULL) for any seat; nothing is legal to one that is not waiting. FALSE
 * with LAP_GAME_ERROR_OPTION if there is no such match or seat, or another seat is within a move: what was observed
 * before that is what is known then. */
gboolean lap_env_look(LapEnv *env, guint match, guint seat, float *observation, guint8 *legal, GError **error);
/* The block, until the next call; and the engine that reads it (host/projection/view.h, host/bots/worlds.h). */
const LapBlock *lap_env_block(const LapEnv *env, guint match);
LapEngine *lap_env_engine(LapEnv *env);
/* Goes on from a copy of `block`, which another engine or environment of this game, its seats and options has made. */
gboolean lap_env_set_block(LapEnv *env, guint match, const LapBlock *block, GError **error);
/* What an action of the seat to decide stands for, as an object of its kind and arguments, or NULL with
 * LAP_GAME_ERROR_ILLEGAL. Owned by the caller: g_free. */
char *lap_env_action_to_json(LapEnv *env, guint match, gint32 action, GError **error);

/* How many legal actions had no number so far (see "by place"). */
guint64 lap_env_left_out(const LapEnv *env);

G_END_DECLS
