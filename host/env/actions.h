/* The index space of actions: which number each action of a game has. env.h says by what scheme. */
#pragma once

#include "host/engine/engine.h"
#include "host/json/writer.h"

G_BEGIN_DECLS

/* The numbers of one kind of action. */
typedef struct {
  const LapGameKind *kind;
  gboolean by_place;
  guint32 first, n;
  guint32 radix[LAP_ARGS_MAX];  /* how many values each argument has; 0: it is not bounded */
  guint32 stride[LAP_ARGS_MAX]; /* by arguments: what one more of it adds to the number */
} LapActionRange;

typedef struct {
  guint n;
  LapActionRange *range;              /* [n], in the order of the game's kinds, lowest level first */
  LapActionRange *of[LAP_LEVELS_MAX]; /* [depth][index] of a kind: its range */
  guint n_of[LAP_LEVELS_MAX];         /* how many kinds a level has */
  guint16 *range_of;                  /* [size], index of the range that a number is in */
  guint32 size;                       /* how many numbers there are */
  guint32 *scratch;                   /* [size] */
} LapActionSpace;

/* FALSE with LAP_GAME_ERROR_FAULT if there are too many. `space` is zeroed by the caller, and freed by
 * lap_action_space_clear. */
gboolean lap_action_space_init(LapActionSpace *space, const LapEngine *engine, guint places, GError **error);
void lap_action_space_clear(LapActionSpace *space);

/* Legal actions as numbers. The first few stand in a list, too, from which one is chosen quickly. */
#define LAP_FEW_ACTIONS 28
typedef struct {
  guint n;                        /* how many there are */
  guint left_out;                 /* and how many besides have no number */
  guint32 first[LAP_FEW_ACTIONS]; /* [min(n, LAP_FEW_ACTIONS)] */
} LapActionNumbers;

/* Sets the bit of each of the legal actions in `bits`, which are zero, and its byte in `mask`, if that is not NULL,
 * where they are zero. FALSE if one is none that its kind declares, and is of the kind after so many as are counted. */
gboolean lap_action_space_mark(const LapActionSpace *space, const LapActions *legal, guint64 *bits, guint8 *mask,
                               LapActionNumbers *numbers);

/* Whether a number stands for an action by place, which takes a list of what is legal to be found. */
static inline gboolean lap_action_space_is_by_place(const LapActionSpace *space, guint32 number)
{
  return space->range[space->range_of[number]].by_place;
}
/* The action that a number by arguments stands for, of `seat`. */
static inline LapAction lap_action_space_action(const LapActionSpace *space, guint32 number, guint seat)
{
  const LapActionRange *range = &space->range[space->range_of[number]];
  guint32 rest = number - range->first;
  LapAction action = {.kind = range->kind->id, .seat = (guint8)seat, .n_args = (guint8)range->kind->n_args};
  if (action.n_args == 1) {
    action.arg[0] = (gint16)rest;
    return action;
  }
  for (guint i = 0; i < action.n_args; i++) {
    action.arg[i] = (gint16)(rest / range->stride[i]);
    rest %= range->stride[i];
  }
  return action;
}
/* The same of a number by place, among `legal`; NULL if it is not there. The list's own. */
const LapAction *lap_action_space_find(const LapActionSpace *space, guint32 number, const LapActions *legal);

/* Writes the members "size" and "kinds". */
void lap_action_space_members(const LapActionSpace *space, LapJsonWriter *json);

G_END_DECLS
