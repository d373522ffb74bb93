/* The engine: the loop over a block.
 *
 * A LapEngine is a game, a number of seats and options, and the workspace to run it: one a thread. Blocks are bytes of
 * lap_engine_block_size(), aligned to 16, that the caller owns; copying one is memcpy. Nothing in the loop allocates.
 *
 * This is the trusted path: it believes the plugin and the caller. session.h is the checked one. */
#pragma once

#include <string.h>

#include "game.h"
#include "generator.h"

G_BEGIN_DECLS

typedef struct LapEngine LapEngine;

/* The head of each block. Behind it, if the game has TOGETHER phases, LapAction sealed[seats][steps_max]; then, each
 * at its offset, the segments. */
typedef struct {
  LapGenerator generator;
  guint32 ply;        /* moves made, a sealed one when it is sealed */
  guint16 phase;      /* id; meaningless when over */
  guint16 ready;      /* TOGETHER: seats whose moves are sealed */
  guint8 over, steps; /* steps: of the unfinished move in this block, 0 at any boundary */
  guint8 seats, spare;
  guint8 sealed[16]; /* steps that each seat has sealed */
  guint32 spare2;
} LapHead;

static inline LapHead *lap_head(LapBlock *block) { return (LapHead *)block; }
static inline const LapHead *lap_head_of(const LapBlock *block) { return (const LapHead *)block; }

/* Returns NULL with LAP_GAME_ERROR_OPTION if `seats` is out of the game's range. `options` NULL: the defaults. Takes a
 * reference of the game, copies the options. */
LapEngine *lap_engine_new(LapGame *game, guint seats, const LapOptions *options, GError **error);
void lap_engine_free(LapEngine *engine);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapEngine, lap_engine_free)

const LapGame *lap_engine_game(const LapEngine *engine);
guint lap_engine_seats(const LapEngine *engine);
const LapOptions *lap_engine_options(const LapEngine *engine);
gsize lap_engine_block_size(const LapEngine *engine);

/* The context of the level at `depth`, and its segment in a block: for calling hooks that the engine does not call
 * (extensions of plugins), and for tests that set up a position. */
const LapContext *lap_engine_context(const LapEngine *engine, guint depth);
gpointer lap_engine_segment(const LapEngine *engine, LapBlock *block, guint depth);

/* For reading blocks by the field table. Returns how many rows a field has: one for each seat, if rows are seats. */
guint lap_engine_rows(const LapEngine *engine, const LapGameField *field);
/* A row of a field: its first item, and how many there are; of planes its words. Items are `field->item_stride` apart.
 */
gconstpointer lap_engine_row(const LapEngine *engine, const LapBlock *block, const LapGameField *field, guint row,
                             guint *n);
/* Returns the block from which a viewer's view is made. For a seat that has sealed its choice while others still
 * choose, this is a scratch block of the engine, valid until the next call, in which the seat's own steps are applied.
 * For all others it is `block`. */
const LapBlock *lap_engine_own_world(LapEngine *engine, const LapBlock *block, guint viewer);

/* A zeroed block of the right size and alignment; free with lap_block_free. */
LapBlock *lap_block_new(const LapEngine *engine);
void lap_block_free(LapBlock *block);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapBlock, lap_block_free)

static inline gboolean lap_same_action(const LapAction *a, const LapAction *b) { return memcmp(a, b, sizeof *a) == 0; }
/* The order of legal steps in the contract: by kind, then seat, then arguments. Below 0, 0 or above. */
gint lap_compare_actions(const LapAction *a, const LapAction *b);

typedef enum {
  LAP_MOVE_MORE, /* the same seat goes on */
  LAP_MOVE_MADE,
  LAP_MOVE_FAULT /* see lap_engine_fault; the block is worthless */
} LapMove;

/* Zeroes the block, seeds its generator, and runs to the first decision. */
LapMove lap_engine_start(LapEngine *engine, LapBlock *block, guint64 seed);

/* The seats that have to decide, as bits: those of the phase, less those that are ready. 0: the match is over. */
guint32 lap_engine_waiting(LapEngine *engine, const LapBlock *block);

/* Every step that a waiting seat may take. The list is the engine's, until the next call. In a TOGETHER phase it is
 * that of a scratch copy with the seat's own steps so far applied. */
const LapActions *lap_engine_legal(LapEngine *engine, const LapBlock *block, guint seat);

/* Takes a step that lap_engine_legal gave, and, when it completes a move, goes on to the next decision. */
LapMove lap_engine_apply(LapEngine *engine, LapBlock *block, const LapAction *action);

/* Which hook a checked engine is running: written before each hook. It may lie in shared memory, so that a parent
 * process can read where its child crashed or hangs. The strings live as long as the game. */
typedef struct {
  const char *volatile phase; /* "<plugin>/<name>", or NULL */
  const char *volatile hook;  /* "apply", "legal", ... */
  volatile guint32 started;   /* counts hooks */
  volatile guint32 ended;     /* `started` of the last one that has come back: while they differ, one runs */
  volatile guint32 steps;     /* counts those of playouts, which say no more: for a parent that waits for many */
} LapTrace;

/* `trace` NULL: the engine's own. */
void lap_engine_set_trace(LapEngine *engine, LapTrace *trace);
const LapTrace *lap_engine_get_trace(const LapEngine *engine);

/* Notes in the trace that `hook` runs, for an engine that is not checked and so notes none of its hooks, until it next
 * gets a score. `hook` is static. */
void lap_engine_note_hook(LapEngine *engine, const char *hook);

/* The trace of the engines that this thread makes from now on, in place of each one's own; NULL: their own. */
void lap_engine_set_thread_trace(LapTrace *trace);

/* Returns the fault, with phase and hook, or NULL. Owned by the engine; the next start or step clears it. */
const char *lap_engine_fault(const LapEngine *engine);

/* For tests: sealed moves are applied in descending order of seats, which must not make a difference. Off at first. */
void lap_engine_commit_backwards(LapEngine *engine, gboolean on);

/* For showing a block whose rules have failed: no hook is called to make a view of it, as which nobody has a decision
 * and what a seat has sealed is not open to it. Off at first. */
void lap_engine_keep_still(LapEngine *engine, gboolean on);

/* Plays on with uniformly random steps until the match is over or `plies` moves are made; returns LAP_MOVE_MADE if it
 * did. Ends in the same block as the same steps through lap_engine_apply. `*steps`, if not NULL, grows by the
 * steps taken. */
LapMove lap_engine_playout(LapEngine *engine, LapBlock *block, LapGenerator *chooser, guint32 plies, guint64 *steps);

/* Has the playouts of this engine choose as the game's lapidary.rollout/1 says, where it has that; of several levels,
 * the highest. */
void lap_engine_guide_playouts(LapEngine *engine);
gboolean lap_engine_is_guided(const LapEngine *engine);
/* After how many moves of a playout the game's lapidary.evaluate/1 is to be asked; -1: it has none. */
gint64 lap_engine_evaluates_after(const LapEngine *engine);
/* What a match that is not over is worth to each seat, from 0 to 1, as lapidary.evaluate/1 says. FALSE on a fault. */
gboolean lap_engine_evaluate(LapEngine *engine, const LapBlock *block, float worth[LAP_SEATS_MAX]);
/* The step that lapidary.rollout/1 chooses, for an engine that it guides; NULL on a fault. `legal` has two or more. */
const LapAction *lap_engine_rollout(LapEngine *engine, const LapBlock *block, guint seat, const LapActions *legal,
                                    guint32 random);

/* --- highlights.c */

/* A place to highlight for a step: an item or a cell, or a side of the piece there. */
typedef struct {
  const LapGameField *field;
  guint row, index;
  guint side; /* LapAt; LAP_AT_MIDDLE: the whole of it */
} LapHighlightedPlace;

/* Gets the places that the plugin highlights for `step`, besides its arguments, and returns how many there are.
 * lap_engine_legal must have given the step in this block; its list stays valid. Places that do not exist are left out;
 * whether the step's seat may see them is not checked here. */
guint lap_engine_highlights(LapEngine *engine, const LapBlock *block, const LapAction *step,
                            LapHighlightedPlace place[LAP_HIGHLIGHTS_MAX]);

/* --- drawing.c */

/* Draws a face as the row `row` of the faces of the level at `depth` says. Returns FALSE, and a zeroed drawing, if that
 * draws none. `drawing->n` is as the plugin left it, and may be above LAP_MARKS_MAX. */
gboolean lap_engine_draw(const LapEngine *engine, guint depth, guint row, guint face, LapDrawing *drawing);

/* --- score.c */

typedef struct {
  LapLine *line; /* [n], the engine's until the next call; the caller may remove some */
  guint n;
  gboolean together;                              /* lines are for all: `total[0]`, `won` */
  gint32 total[LAP_SEATS_MAX][LAP_TIER_GOAL + 1]; /* by tier */
  guint8 place[LAP_SEATS_MAX];                    /* 1 is best, equal seats share; together: 1 won or no goal, 2 lost */
} LapSheet;

/* Computes the present score or, if the match is over, the final one. */
void lap_engine_score(LapEngine *engine, const LapBlock *block, LapSheet *sheet);
/* The same as `viewer` (a seat, LAP_WATCHER or LAP_OMNISCIENT) may know it: only the lines that it may see, and until
 * the match is over totals and places of these alone, since even whether there are others may be a secret. How a match
 * ended is no secret. */
void lap_engine_score_known(LapEngine *engine, const LapBlock *block, guint viewer, LapSheet *sheet);
/* Computes totals and places again from the lines that the sheet has now. */
void lap_engine_add_up(const LapEngine *engine, LapSheet *sheet);

/* --- events of the last lap_engine_start or _apply, when collecting is on (off at first). The engine's until the next
 * call. In checked mode (session.h) each is checked against the masks when the hook sends it. */
void lap_engine_collect_events(LapEngine *engine, gboolean on);
const LapEvent *lap_engine_events(const LapEngine *engine, guint *n);

G_END_DECLS
