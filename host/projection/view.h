/* Views: what one viewer sees of a block.
 *
 * A view is built from a block and the field table for one viewer. It holds what this viewer is shown and nothing else,
 * as flat arrays: fields, each with rows, each with items. Everything that shows a match reads views: the JSON writer
 * (lap_view_to_json), the patch from one state to the next (lap_view_patch_to_json) and the terminal. None of them
 * reads the block, so none can reveal more than the view has.
 *
 * Build a view again and again in the same struct: nothing is allocated then. */
#pragma once

#include "host/engine/engine.h"
#include "host/json/writer.h"

G_BEGIN_DECLS

/* What the items of a row are. */
typedef enum {
  LAP_VIEW_SECRET,  /* the row is not for this viewer: it has no items, and `size` is 0 */
  LAP_VIEW_NUMBERS, /* plain values; of planes the cells of their shape, row by row, each 0 or 1 + the plane that has it
                     */
  LAP_VIEW_PLACES,  /* pieces, each at its place */
  LAP_VIEW_SET,     /* pieces in no order: those that are seen by face, then the backs of the others */
  LAP_VIEW_TOP,     /* a pile: its top piece, if it has any */
  LAP_VIEW_SIZE     /* a pile: only how many there are */
} LapViewRowKind;

/* A plain value (of LAP_U64 its bits), or a piece: its face (from 1), 0 where nothing lies, or a back. */
typedef gint64 LapViewItem;
static inline LapViewItem lap_view_item_of_back(guint back) { return -1 - (gint64)back; }
/* Of pieces. */
static inline gboolean lap_view_item_is_back(LapViewItem item) { return item < 0; }
/* The index among LapPieceSet.backs. */
static inline guint lap_view_item_back(LapViewItem item) { return (guint)(-1 - item); }

typedef struct {
  LapViewRowKind kind;
  guint size; /* how many items there are, in the view or not */
  guint n;
  const LapViewItem *item; /* [n] */
} LapViewRow;

typedef struct {
  const LapGameField *field;
  guint n;               /* a row a seat where the field is of seats; planes are one row */
  const LapViewRow *row; /* [n] */
} LapViewField;

typedef struct {
  const LapGame *game;
  guint seats;
  guint viewer; /* a seat, LAP_WATCHER or LAP_OMNISCIENT */
  const LapGamePhase *phase;
  guint32 ply;            /* moves made so far */
  gboolean over;          /* then `phase` is the last one */
  guint32 waiting, ready; /* seats, as bits: those that have to decide, those that have and wait for others */
  guint n;
  const LapViewField *field; /* [n], those that the viewer is shown, in the order of the game's table */
} LapView;

/* An empty view for blocks of this engine, or of others with the same game and seats. The game must outlive it. */
LapView *lap_view_new(const LapEngine *engine);
void lap_view_free(LapView *view);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapView, lap_view_free)

/* Makes it the view of `block` for `viewer`; what it was before is gone. A seat that has sealed its choice while others
 * still choose sees its own steps done. */
void lap_view_build(LapView *view, LapEngine *engine, const LapBlock *block, guint viewer);
/* The same where `block` may be within a move: the rules are not asked who is waited for. */
void lap_view_build_within(LapView *view, LapEngine *engine, const LapBlock *block, guint viewer);
/* The same for all that `viewer` has ever seen, shown or not: every slot by its mask, as LAP_VIEW_PLACES or
 * LAP_VIEW_SET. Plain values are as in the view. For tests of secrecy. */
void lap_view_build_remembered(LapView *view, LapEngine *engine, const LapBlock *block, guint viewer);

/* Returns: (nullable): the field in the view, NULL if it is not shown */
const LapViewField *lap_view_find(const LapView *view, const LapGameField *field);

/* --- view-json.c */

/* Writes the view as an object:
 *   {"phase":"<plugin>/<name>","ply":3,"over":false,"waiting":[0],"ready":[],"fields":{"<plugin>/<name>":...}}
 * Fields whose rows are seats, or that have several rows, are an array of a value each row, others are their value;
 * null is a secret. A value of one row:
 *   - one number: 3; several or a list: [1,2]
 *   - planes (all rows together): the array of cells
 *   - pieces at their places: ["blue_2","?card",null], a face, a back, nothing
 *   - pieces in no order: {"seen":["blue_2"],"hidden":{"card":4}}
 *   - the top of a pile: {"top":"blue_2","size":9}; its size: {"size":9} */
void lap_view_to_json(const LapView *view, LapJsonWriter *json);

/* Whether a merge patch (RFC 7396) can turn the object of `before` into that of `after`, byte for byte. It cannot where
 * a member would have to come before others, or be null. Both are views of one viewer. */
gboolean lap_view_has_patch(const LapView *before, const LapView *after);
/* Writes that patch: {} if nothing has changed. */
void lap_view_patch_to_json(const LapView *before, const LapView *after, LapJsonWriter *json);

/* Appends the view of `block` for `viewer` as text, or what lap_view_build_remembered says of it. Both make a view for
 * that: to write many of them, keep one. */
void lap_view_write(LapEngine *engine, const LapBlock *block, guint viewer, GString *out);
void lap_remembered_write(LapEngine *engine, const LapBlock *block, guint viewer, GString *out);

G_END_DECLS
