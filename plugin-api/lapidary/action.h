/* Actions that seats choose among, events that report what happened, and lines of the score.
 *
 * All three are small values: a kind, declared in a table, and a few integers. From the declarations the host turns
 * them to and from JSON and sentences, tells frontends what may be clicked, and hides what a seat may not know.
 *
 * Part of the Lapidary plugin contract. C library only. */
#ifndef LAPIDARY_ACTION_H
#define LAPIDARY_ACTION_H

#include <stdint.h>

#include "lapidary/piece.h"
#include "lapidary/table.h"

#define LAP_ARGS_MAX 6

typedef enum {
  LAP_ARG_PIECE = 1, /* a face of the piece set of `field` */
  LAP_ARG_ITEM,      /* an index into the list `field`; said as its number from 1: where people know what lies there by
                        name, say it as a PIECE */
  LAP_ARG_CELL,      /* an index into the grid `field` */
  LAP_ARG_SEAT,
  LAP_ARG_NUMBER,
  LAP_ARG_CHOICE /* an index into `choices` */
} LapArgType;

/* An argument of an action or event kind. All strings are static. */
typedef struct {
  const char *name;
  const char *field; /* what a frontend highlights: a field of this level or of a lower one ("<plugin>/<name>"). If its
                        rows are seats: the row of the seat argument before it, else of the one who acts. Required for
                        PIECE, ITEM and CELL. Of a NUMBER: its values are those of this grid, and it is what lies in the
                        cell of a CELL argument beside it, so that a frontend can show what has left again by now */
  const char *const *choices; /* CHOICE: keys, NULL-terminated; they are also the values in JSON */
  uint8_t type;
  uint8_t secret;  /* 1: sent only to the actor of an action, or to the seats in `knows` of an event; others are
                      sent the back of a piece, and nothing in place of other values. Actions that differ in secret
                      arguments alone (pieces of one back) must look alike to all others up to the next decision */
  uint8_t reveals; /* 1, of an event: what it says was a plain value (a role, a goal) that was hidden until then from
                      some who read it now. `lapidary check` takes what nobody has declared so for a leak */
  uint8_t spare[5];
} LapArg;

/* A kind of action, of event or of score line. Text keys: "<plugin>.action.<name>", "<plugin>.event.<name>",
 * "<plugin>.score.<name>"; the same with ".hidden" for viewers who may not know its secret arguments; of events
 * also with ".many" for several in a row. The heading of the score lines of a kind is "<plugin>.category.<name>" or,
 * without that, their text without arguments. */
typedef struct {
  const char *name;
  LapTable args; /* LapArg; at most LAP_ARGS_MAX */
} LapKind;

/* 16 bytes, compared as memory: unused arguments are zero. Sorted by kind, then seat, then arguments. */
typedef struct {
  uint16_t kind; /* LAP_ID of the kind */
  uint8_t seat;
  uint8_t n_args;
  int16_t arg[LAP_ARGS_MAX];
} LapAction;

/* The output of `legal`: a buffer of the host. If `n` ends above `capacity`, the host calls again with a larger one. */
typedef struct {
  LapAction *v;
  uint32_t n, capacity;
} LapActions;

typedef struct {
  uint16_t kind;
  uint16_t knows; /* who may know the secret arguments: bits of seats, LAP_WATCHER, LAP_EVERYONE */
  int16_t arg[LAP_ARGS_MAX];
} LapEvent;

/* Tiers of the score. The total of tier 0 decides; tiers 1.. break ties, in order, more is better; seats that are
 * equal on all share their place. Where seats play together (seat -1) they win if the total of tier 0 reaches that of
 * LAP_TIER_GOAL. Lines of LAP_TIER_PROGRESS count for nothing: they say how far a seat has come with something (a
 * tender, a task, what it has bid), where the first argument that names a piece, an item or a cell says. Where none
 * does, their points are what the seat would get at the end as it stands (an award for most of something). */
enum { LAP_TIER_POINTS = 0, LAP_TIER_TIES = 1, LAP_TIER_MAX = 6, LAP_TIER_GOAL = 7, LAP_TIER_PROGRESS = 8 };
#define LAP_TOGETHER (-1)

typedef struct {
  uint16_t kind;  /* LAP_ID of the category */
  uint16_t knows; /* who may see this line: LAP_EVERYONE, or fewer if it depends on hidden information */
  int8_t seat;    /* or LAP_TOGETHER */
  uint8_t tier;
  int16_t arg[LAP_ARGS_MAX]; /* for the reason text */
  int16_t target;            /* LAP_TIER_PROGRESS: how many points are needed; 0: it is compared with others */
  int32_t points;
} LapLine;

/* Returns room for one more action, or NULL if the buffer is full; it is counted in either case. Write the whole action
 * in place: building it elsewhere and copying it would be slower than the rest of this function. */
static inline LapAction *lap_actions_next(LapActions *actions)
{
  uint32_t n = actions->n++;
  return n < actions->capacity ? &actions->v[n] : (LapAction *)0;
}

/* Adds an action without arguments, with one, with two or with three. */
static inline void lap_add(LapActions *actions, uint16_t kind, uint8_t seat)
{
  LapAction *next = lap_actions_next(actions);
  if (next) *next = (LapAction){.kind = kind, .seat = seat};
}
static inline void lap_add_1(LapActions *actions, uint16_t kind, uint8_t seat, int16_t a)
{
  LapAction *next = lap_actions_next(actions);
  if (next) *next = (LapAction){.kind = kind, .seat = seat, .n_args = 1, .arg = {a}};
}
static inline void lap_add_2(LapActions *actions, uint16_t kind, uint8_t seat, int16_t a, int16_t b)
{
  LapAction *next = lap_actions_next(actions);
  if (next) *next = (LapAction){.kind = kind, .seat = seat, .n_args = 2, .arg = {a, b}};
}
static inline void lap_add_3(LapActions *actions, uint16_t kind, uint8_t seat, int16_t a, int16_t b, int16_t c)
{
  LapAction *next = lap_actions_next(actions);
  if (next) *next = (LapAction){.kind = kind, .seat = seat, .n_args = 3, .arg = {a, b, c}};
}

#endif
