/* Inside of the engine: its state, access to blocks, and the functions that its files share.
 *
 * The files stand in this order; each calls only what is above it.
 *
 *   link-*.c options.c game.c linking: the tables of a chain of plugins (game.h, link.h); do not use an engine
 *   engine-private.h             access to a block: head, sealed steps, fields by row and item
 *   check.c                      faults, and what must hold in a block
 *   services.c                   what a hook may call back
 *   engine.c                     the life of an engine: buffers, switches, contexts
 *   statistics.c                 what came out of many matches
 *   reply.c                      what another process has answered
 *   remote.c                     asks another process where the rules run there
 *   remote-playouts.c            playouts and previews there
 *   sealed.c                     choices made at once, kept aside
 *   loop.c                       start, who waits, legal steps, apply, playouts
 *   score.c highlights.c advice.c questions about one block
 *   drawing.c                    how a face looks
 *   determinise.c                another block that is as possible to a seat
 *   information.c                what seats know of a block, as a number
 *   playouts.c                   many playouts in one call
 *   common-events.c              the events that several possible courses have in common
 *   preview.c                    what steps bring, in worlds of a seat
 *   learned.c                    whether a seat knows more in one block than in another
 *   position.c convert.c         blocks that leave an engine: saved, loaded, hashed; turned into another variant's
 *   call.c                       what other processes ask
 *   session.c                    the checked path: whole moves on copies */
#pragma once

#include <string.h>

#include "knowledge.h"
#include "preview.h"
#include "remote.h"
#include "statistics.h"

/* The host's side of a level's context, from which its engine and level are found. */
struct LapLevel {
  LapEngine *engine;
  guint8 depth;
};

/* What is known of blocks whose rules run elsewhere: remote.c. */
typedef struct LapAnswers LapAnswers;

/* An engine holds no state of a match: that is the block alone. What it has is constant, a switch, or a buffer that is
 * valid for one call. After each group: which file changes it. */
struct LapEngine {
  /* Constant after lap_engine_new. */
  LapGame *game;
  LapOptions *options;
  guint8 seats;
  gsize block_size;
  gsize sealed_offset;      /* of LapAction sealed[seats][steps_max] in a block */
  LapGamePhase *const *top; /* phases as the topmost level sees them: [depth][index] */
  LapContext context[LAP_LEVELS_MAX];
  LapLevel level[LAP_LEVELS_MAX];
  const gint16 *option_rows[LAP_LEVELS_MAX];
  const LapRowsTable *catalogue_rows[LAP_LEVELS_MAX];
  LapAnswers *answers; /* NULL: the rules run in this process */

  /* Switches, changed by the owner of the engine between calls. */
  gboolean checked;    /* trace hooks and check what they do */
  gboolean counted;    /* checked, and there are lists: check their counts after every hook */
  gboolean collecting; /* keep events */
  gboolean backwards;  /* apply sealed moves from the last seat to the first */
  gboolean guided;     /* playouts choose by lapidary.rollout/1 */
  gboolean still;      /* call no hook to say who waits, or what a seat has chosen */

  /*  Results, valid until the next call. */
  LapActions actions; /* loop.c */
  guint64 lists;      /* loop.c: how often `actions` was filled, not counting playouts */
  GArray *events;     /* LapEvent; cleared by loop.c, added to by services.c */
  GArray *lines;      /* LapLine; cleared by score.c, added to by services.c */

  /* The hook that runs. */
  LapTrace own_trace;
  LapTrace *trace;  /* never NULL; a checked engine writes before each hook */
  gboolean sealing; /* loop.c: it makes a sealed step, and may neither draw nor send events */
  GString *fault;   /* check.c */
  gboolean faulted; /* set by check.c; cleared when a start or a step begins */

  /* Working memory. */
  LapBlock *scratch;  /* sealed.c, convert.c: a seat's own world; a block on its way to another engine */
  LapBlock *scratch2; /* session.c: where a move is tried while an undone one must be kept */
  guint16 *census;    /* check.c: [most faces of a set + 1] */
  LapSlot **slots;    /* determinise.c: [all slots of the block] */
};

/* --- access to a block */

static inline const LapGamePhase *phase_of(const LapEngine *engine, guint16 id)
{
  return &engine->top[id >> 8][id & 0xFF];
}

static inline LapAction *sealed_of(const LapEngine *engine, LapBlock *block, guint seat)
{
  return (LapAction *)((guint8 *)block + engine->sealed_offset) + seat * engine->game->steps_max;
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

/* Rows that a highlight can name: those of seats. Sets of cells are sent as one array, whatever their rows are. */
static inline guint rows_told(const LapEngine *engine, const LapGameField *field)
{
  if (field->type == LAP_PLANE) return 1;
  if (field->of_seats) return engine->seats;
  return field->rows > 1 ? 0 : 1;
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

/* --- check.c */

/* Records a fault, with phase and hook if they are known; the first one stands. */
void lap_engine_set_fault(LapEngine *engine, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* After a hook: counts within capacities. Between moves: everything that can be seen in a block. */
gboolean lap_check_counts(LapEngine *engine, const LapBlock *block);
gboolean lap_check_block(LapEngine *engine, const LapBlock *block);
/* Checks that nothing was written behind a segment, where a guard is (link.h). */
gboolean lap_check_guards(LapEngine *engine, const LapBlock *block);
/* Checks a sealed step that turned `before` into `after`: only rows of `seat` may have changed. */
gboolean lap_check_own_rows(LapEngine *engine, const LapBlock *before, const LapBlock *after, guint seat);
/* Checks that the arguments of an event are in range, and that its pieces are known to all seats that may read them. */
gboolean lap_check_event(LapEngine *engine, const LapBlock *block, const LapEvent *event);

/* Whether the arguments of a kind name what there is: pieces of their set, seats, choices, places of their field. */
gboolean lap_check_arguments(LapEngine *engine, const LapGameKind *kind, const gint16 *arg);
/* Checks a line of a score sheet. */
gboolean lap_check_line(LapEngine *engine, const LapLine *line);
/* Checks that what lies in slots are faces of their sets, so that other processes' blocks can be read. */
gboolean lap_check_faces(LapEngine *engine, const LapBlock *block);

/* Called before a hook runs that belongs to no phase, and after it. */
static inline void begin_hook(LapEngine *engine, const char *name)
{
  engine->trace->hook = name;
  engine->trace->started++;
}
static inline void end_hook(LapEngine *engine) { engine->trace->ended = engine->trace->started; }

/* Called before the hook `name` of `phase` runs, and after it. A trusted engine does nothing here. */
static inline void before_hook(LapEngine *engine, const LapGamePhase *phase, const char *name)
{
  if (G_LIKELY(!engine->checked)) return;
  engine->trace->phase = phase->name;
  begin_hook(engine, name);
}
static inline void after_hook(LapEngine *engine, const LapBlock *block)
{
  if (G_LIKELY(!engine->checked)) return;
  end_hook(engine);
  if (G_UNLIKELY(engine->counted)) lap_check_counts(engine, block);
}

/* --- services.c: the functions that every context points to */

extern const LapServices lap_engine_services;

/* --- engine.c */

/* Turns the checks on or off; returns how they were. */
static inline gboolean lap_engine_check(LapEngine *engine, gboolean on)
{
  gboolean before = engine->checked;
  engine->checked = on;
  engine->counted = on && engine->game->lists->len > 0;
  return before;
}

/* --- remote.c: the functions of engine.h and below of the same names, for engines with `answers` */

LapAnswers *lap_answers_new(void);
void lap_answers_free(LapAnswers *answers);
LapMove lap_remote_start(LapEngine *engine, LapBlock *block, guint64 seed);
LapMove lap_remote_apply(LapEngine *engine, LapBlock *block, const LapAction *action);
guint32 lap_remote_waiting(LapEngine *engine, const LapBlock *block);
void lap_remote_legal(LapEngine *engine, const LapBlock *block, guint seat, LapActions *actions);
guint lap_remote_highlights(LapEngine *engine, const LapBlock *block, const LapAction *step,
                            LapHighlightedPlace place[LAP_HIGHLIGHTS_MAX]);
void lap_remote_score(LapEngine *engine, const LapBlock *block); /* fills engine->lines */
/* LAP_CALL_OWN_WORLD of `seat`, LAP_CALL_DERIVE. */
gboolean lap_remote_change(LapEngine *engine, LapBlock *block, LapRemoteCallKind kind, guint seat);
gboolean lap_remote_determinise(LapEngine *engine, LapBlock *block, guint viewer, LapGenerator *chooser);
/* LAP_CALL_LEAVE, LAP_CALL_JOIN: the text key of a reason to refuse, until the next call, or NULL. */
const char *lap_remote_convert(LapEngine *engine, LapBlock *block, LapRemoteCallKind kind, guint shared);
/* Whether the last call had no reply, as the process that it went to has ended; the block is as it was. */
gboolean lap_remote_has_ended(const LapEngine *engine);

/* --- remote-playouts.c */

LapMove lap_remote_playout(LapEngine *engine, LapBlock *block, LapGenerator *chooser, guint32 plies, guint64 *steps);
gboolean lap_remote_playouts(LapEngine *engine, const LapBlock *block, guint viewer, guint n, guint32 plies,
                             LapGenerator *chooser, LapStatistics *statistics);
gboolean lap_remote_preview(LapEngine *engine, const LapBlock *block, guint seat, guint64 seed, LapPreviews *previews);
guint lap_remote_play_matches(LapEngine *engine, guint64 seed, guint64 first, guint n, guint32 plies,
                              LapStatistics *statistics);

/* --- sealed.c */

/* Copies `block` into the scratch block and applies the sealed steps of `seat` there. */
LapBlock *lap_engine_world_of(LapEngine *engine, const LapBlock *block, guint seat);
/* Keeps a step. There must be room: fewer than steps_max are sealed. */
void lap_engine_seal(LapEngine *engine, LapBlock *block, guint seat, const LapAction *step);
void lap_engine_forget_sealed(LapEngine *engine, LapBlock *block, guint seat);
/* Applies the sealed moves of all seats to the block, in order of seats, and forgets them. */
LapMove lap_engine_unseal(LapEngine *engine, LapBlock *block, const LapGamePhase *phase);

/* --- convert.c */

/* Calls the leave hooks of the levels from `shared` up, topmost first, or their join hooks, lowest first, until one
 * refuses. The text key of its reason, or NULL. (transfer full) */
char *lap_engine_leave(LapEngine *engine, LapBlock *block, guint shared);
char *lap_engine_join(LapEngine *engine, LapBlock *block, guint shared);

/* --- loop.c */

/* Calls the derive hooks, from the base up. */
void lap_engine_derive_all(LapEngine *engine, LapBlock *block);
static inline void lap_engine_derive(LapEngine *engine, LapBlock *block)
{
  if (G_UNLIKELY(engine->game->has_derived)) lap_engine_derive_all(engine, block);
}
