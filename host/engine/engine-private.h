/* Inside of the engine: the workspace, shared by the files that run it. */
#pragma once

#include <string.h>

#include "knowledge.h"

/* What the context of a level leads back to. */
struct LapLevel {
  LapEngine *engine;
  guint8 depth;
};

struct LapEngine {
  LapGame *game;
  LapOptions *options;
  guint8 seats;
  gboolean checked;   /* call the checks of check.c */
  gboolean counted;   /* checked, and there are lists: look at their counts after every hook */
  gboolean recording; /* keep events */
  gboolean backwards; /* sealed moves from the last seat to the first */

  LapContext context[LAP_LEVELS_MAX];
  LapLevel level[LAP_LEVELS_MAX];
  const gint16 *option_rows[LAP_LEVELS_MAX];
  const LapRowsTable *catalogue_rows[LAP_LEVELS_MAX];
  LapGamePhase *const *top; /* the topmost view: [depth][index] */

  gsize block_size;
  gsize journal_offset;
  LapBlock *scratch;  /* a seat's own world in a TOGETHER phase */
  LapBlock *scratch2; /* where a session tries a move while an undone one must stay */
  guint16 *census;    /* [most faces of a set + 1] */
  LapSlot **slots;    /* [all slots of the block] */

  LapActions actions;
  guint64 lists;  /* how often `actions` was filled, playouts aside */
  GArray *lines;  /* LapLine */
  GArray *events; /* LapEvent */

  GString *fault;   /* text of the fault */
  gboolean faulted; /* a hook or a check has complained since the last start or move */
  gboolean sealing; /* the hook that runs makes a sealed move: it may neither draw nor tell */

  LapTrace own_trace;
  LapTrace *trace; /* checked: which hook runs or ran last, for messages and for whoever watches; never NULL */
};

static inline const LapGamePhase *phase_of(const LapEngine *engine, guint16 id)
{
  return &engine->top[id >> 8][id & 0xFF];
}

static inline gboolean lap_same_action(const LapAction *a, const LapAction *b) { return memcmp(a, b, sizeof *a) == 0; }

static inline LapAction *journal_of(const LapEngine *engine, LapBlock *block, guint seat)
{
  return (LapAction *)((guint8 *)block + engine->journal_offset) + seat * engine->game->steps_max;
}

static inline guint8 *segment_of(const LapEngine *engine, const LapBlock *block, guint depth)
{
  return (guint8 *)block + engine->context[depth].segment[depth];
}

static inline guint rows_of(const LapEngine *engine, const LapGameField *field)
{
  return field->of_seats ? engine->seats : field->rows;
}

static inline guint16 *count_at(const LapEngine *engine, const LapBlock *block, const LapGameField *field, guint row)
{
  return (guint16 *)(segment_of(engine, block, field->depth) + field->count + (gsize)row * field->count_stride);
}

/* How many items of a row there are. */
static inline guint items_of(const LapEngine *engine, const LapBlock *block, const LapGameField *field, guint row)
{
  return field->count == LAP_NONE ? field->capacity : MIN(*count_at(engine, block, field, row), field->capacity);
}

static inline guint8 *item_at(const LapEngine *engine, const LapBlock *block, const LapGameField *field, guint row,
                              guint item)
{
  return segment_of(engine, block, field->depth) + field->offset + (gsize)row * field->row_stride +
         (gsize)item * field->item_stride;
}

static inline LapSlot *slot_at(const LapEngine *engine, const LapBlock *block, const LapGameField *field, guint row,
                               guint item)
{
  return (LapSlot *)item_at(engine, block, field, row, item);
}

/* services.c: what every context points to. */
extern const LapServices lap_engine_services;

/* Notes a fault, with phase and hook if they are known; the first one stands. */
void lap_engine_complain(LapEngine *engine, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* One step more of a move that is not complete; FALSE, with a fault, where there is no end to it. */
static inline gboolean lap_engine_open_step(LapEngine *engine, LapHead *head)
{
  if (G_LIKELY(head->steps < G_MAXUINT8)) return ++head->steps;
  lap_engine_complain(engine, "a move is not complete after %u steps", head->steps);
  return FALSE;
}

/* Turns the checks on or off; returns how they were. */
static inline gboolean lap_engine_check(LapEngine *engine, gboolean on)
{
  gboolean before = engine->checked;
  engine->checked = on;
  engine->counted = on && engine->game->lists->len > 0;
  return before;
}

/* The engine's loop, for those that step in a block by themselves. */
LapMove lap_engine_advance(LapEngine *engine, LapBlock *block, const LapGamePhase *phase, guint16 next);
void lap_engine_list(LapEngine *engine, const LapBlock *block, const LapGamePhase *phase, guint seat);
void lap_engine_derive_all(LapEngine *engine, LapBlock *block);
static inline void lap_engine_derive(LapEngine *engine, LapBlock *block)
{
  if (G_UNLIKELY(engine->game->has_derived)) lap_engine_derive_all(engine, block);
}

/* Copies `block` into the scratch and applies the sealed steps of `seat` there. */
LapBlock *lap_engine_world_of(LapEngine *engine, const LapBlock *block, guint seat);
/* Applies the sealed moves of all to the block, in seat order, and empties the journals. */
LapMove lap_engine_unseal(LapEngine *engine, LapBlock *block, const LapGamePhase *phase);

/* check.c: after a hook: counts within capacities. At a boundary: everything that can be seen in a block. */
gboolean lap_check_counts(LapEngine *engine, const LapBlock *block);
gboolean lap_check_block(LapEngine *engine, const LapBlock *block);
/* A sealed step turned `before` into `after`: nothing but rows of `seat` has changed. */
gboolean lap_check_own_rows(LapEngine *engine, const LapBlock *before, const LapBlock *after, guint seat);
gboolean lap_check_event(LapEngine *engine, const LapBlock *block, const LapEvent *event);

/* --- the redactor */

/* Whether `viewer` (a seat, LAP_WATCHER, LAP_OMNISCIENT) is in a mask of seats. */
static inline gboolean lap_mask_has(guint16 mask, guint viewer)
{
  return viewer == LAP_OMNISCIENT || (mask >> viewer & 1);
}

/* record.c: appends a face, its back, or null where there is nothing. */
void lap_piece_write(const LapPieceSet *set, guint face, gboolean shown, GString *out);
