#include "view.h"

#include <string.h>

#include "visibility.h"

/* The view that others read, and the arrays behind it, large enough for any block of the game. */
typedef struct {
  LapView view;
  LapViewField *field;
  LapViewRow *row;
  LapViewItem *item;
  guint16 *count; /* by face, 0 between uses */
} Storage;

/* A view that is being built. */
typedef struct {
  LapEngine *engine;
  const LapBlock *block; /* as the viewer sees it */
  guint viewer;
  gboolean remembered; /* by mask alone */
  LapViewField *field; /* where the next of each goes */
  LapViewRow *row;
  LapViewItem *item;
  guint16 *count;
} Builder;

/* --- storage */

static guint cells_of(const LapGameField *field) { return (guint)field->shape->width * field->shape->height; }

static guint most_faces(const LapGame *game)
{
  guint most = 0;
  for (guint i = 0; i < game->sets->len; i++) most = MAX(most, ((LapPieceSet *)game->sets->pdata[i])->faces);
  return most;
}

LapView *lap_view_new(const LapEngine *engine)
{
  const LapGame *game = lap_engine_game(engine);
  Storage *storage = g_new0(Storage, 1);
  gsize rows = 0, items = 0;
  for (guint i = 0; i < game->fields->len; i++) {
    const LapGameField *field = game->fields->pdata[i];
    guint n = lap_engine_rows(engine, field);
    rows += field->type == LAP_PLANE ? 1 : n;
    items += field->type == LAP_PLANE ? cells_of(field) : n * field->capacity;
  }
  storage->field = g_new(LapViewField, game->fields->len + 1);
  storage->row = g_new(LapViewRow, rows + 1);
  storage->item = g_new(LapViewItem, items + 1);
  storage->count = g_new0(guint16, most_faces(game) + 1);
  storage->view = (LapView){.game = game, .seats = lap_engine_seats(engine), .field = storage->field};
  return &storage->view;
}

void lap_view_free(LapView *view)
{
  Storage *storage = (Storage *)view;
  if (!storage) return;
  g_free(storage->field);
  g_free(storage->row);
  g_free(storage->item);
  g_free(storage->count);
  g_free(storage);
}

const LapViewField *lap_view_find(const LapView *view, const LapGameField *field)
{
  for (guint i = 0; i < view->n; i++)
    if (view->field[i].field == field) return &view->field[i];
  return NULL;
}

/* --- rows */

static void add_item(Builder *builder, LapViewRow *row, LapViewItem item)
{
  *builder->item++ = item;
  row->n++;
}

static gint64 plain_value(guint8 type, gconstpointer item)
{
  switch (type) {
  case LAP_U8:
    return *(const guint8 *)item;
  case LAP_I8:
    return *(const gint8 *)item;
  case LAP_U16:
    return *(const guint16 *)item;
  case LAP_I16:
    return *(const gint16 *)item;
  case LAP_U32:
    return *(const guint32 *)item;
  case LAP_I32:
    return *(const gint32 *)item;
  default:
    return (gint64) * (const guint64 *)item;
  }
}

static void add_numbers(Builder *builder, LapViewRow *row, const LapGameField *field, const guint8 *item)
{
  for (guint i = 0; i < row->size; i++, item += field->item_stride)
    add_item(builder, row, plain_value(field->type, item));
}

static gboolean shows(const Builder *builder, const LapGameField *field, guint row, const LapSlot *slot)
{
  return builder->remembered ? lap_remembers_piece(slot, builder->viewer)
                             : lap_shows_piece(field, row, slot, builder->viewer);
}

static LapViewItem piece_item(const Builder *builder, const LapGameField *field, guint row, const LapSlot *slot)
{
  if (!slot->piece || shows(builder, field, row, slot)) return slot->piece;
  return lap_view_item_of_back(field->set->back[slot->piece]);
}

static const LapSlot *slot_at(const LapGameField *field, const guint8 *first, guint i)
{
  return (const LapSlot *)(gconstpointer)(first + (gsize)i * field->item_stride);
}

static void add_places(Builder *builder, LapViewRow *row, const LapGameField *field, guint index, const guint8 *first)
{
  for (guint i = 0; i < row->size; i++)
    add_item(builder, row, piece_item(builder, field, index, slot_at(field, first, i)));
}

/* Sorted, so that the order in the block is not revealed. Empty slots are left out. */
static void add_set(Builder *builder, LapViewRow *row, const LapGameField *field, guint index, const guint8 *first)
{
  const LapPieceSet *set = field->set;
  guint16 hidden[256] = {0};
  for (guint i = 0; i < row->size; i++) {
    LapViewItem item = piece_item(builder, field, index, slot_at(field, first, i));
    if (lap_view_item_is_back(item))
      hidden[lap_view_item_back(item)]++;
    else
      builder->count[item]++;
  }
  for (guint face = 1; face <= set->faces; face++)
    for (; builder->count[face]; builder->count[face]--) add_item(builder, row, face);
  for (guint back = 0; back < set->n_backs; back++)
    for (; hidden[back]; hidden[back]--) add_item(builder, row, lap_view_item_of_back(back));
  builder->count[0] = 0;
  row->size = row->n;
}

static void add_top(Builder *builder, LapViewRow *row, const LapGameField *field, guint index, const guint8 *first)
{
  if (row->size) add_item(builder, row, piece_item(builder, field, index, slot_at(field, first, row->size - 1)));
}

static LapViewRowKind kind_of(const Builder *builder, const LapGameField *field, guint row)
{
  gboolean slots = field->type == LAP_SLOT, whole = slots && builder->remembered;
  if (!slots && !lap_shows_row(field, row, builder->viewer)) return LAP_VIEW_SECRET;
  if (field->visibility == LAP_SIZE && !whole) return LAP_VIEW_SIZE;
  if (field->visibility == LAP_TOP && !whole) return LAP_VIEW_TOP;
  if (!slots) return LAP_VIEW_NUMBERS;
  return field->order == LAP_SET ? LAP_VIEW_SET : LAP_VIEW_PLACES;
}

static void add_items(Builder *builder, LapViewRow *row, const LapGameField *field, guint index)
{
  const guint8 *first = lap_engine_row(builder->engine, builder->block, field, index, &row->size);
  switch (row->kind) {
  case LAP_VIEW_NUMBERS:
    add_numbers(builder, row, field, first);
    break;
  case LAP_VIEW_PLACES:
    add_places(builder, row, field, index, first);
    break;
  case LAP_VIEW_SET:
    add_set(builder, row, field, index, first);
    break;
  case LAP_VIEW_TOP:
    add_top(builder, row, field, index, first);
    break;
  default:
    break;
  }
}

static void add_row(Builder *builder, const LapGameField *field, guint index)
{
  LapViewRow *row = builder->row++;
  *row = (LapViewRow){.kind = kind_of(builder, field, index), .item = builder->item};
  if (row->kind != LAP_VIEW_SECRET) add_items(builder, row, field, index);
}

/* --- planes */

/* A cell that is in several planes counts as the first one's. */
static void mark_cells(const LapShape *shape, const guint64 *words, LapViewItem mark, LapViewItem *cell)
{
  for (gint y = 0; y < shape->height; y++)
    for (gint x = 0; x < shape->width; x++, cell++) {
      guint bit = (guint)(shape->origin + x * shape->step_x + y * shape->step_y);
      if (!*cell && words[bit / 64] >> (bit % 64) & 1) *cell = mark;
    }
}

static void add_planes(Builder *builder, const LapGameField *field)
{
  guint n = cells_of(field), words;
  LapViewItem *cell = builder->item;
  *builder->row++ = (LapViewRow){.kind = LAP_VIEW_NUMBERS, .size = n, .n = n, .item = cell};
  memset(cell, 0, n * sizeof *cell);
  builder->item += n;
  for (guint row = 0; row < lap_engine_rows(builder->engine, field); row++)
    mark_cells(field->shape, lap_engine_row(builder->engine, builder->block, field, row, &words), row + 1, cell);
}

/* --- the whole */

static void add_field(Builder *builder, const LapGameField *field)
{
  LapViewField *in_view = builder->field++;
  guint rows = field->type == LAP_PLANE ? 1 : lap_engine_rows(builder->engine, field);
  *in_view = (LapViewField){.field = field, .n = rows, .row = builder->row};
  if (field->type == LAP_PLANE)
    add_planes(builder, field);
  else
    for (guint row = 0; row < rows; row++) add_row(builder, field, row);
}

static gboolean is_in_view(const Builder *builder, const LapGameField *field)
{
  return builder->remembered ? lap_remembers_field(field, builder->viewer) : lap_shows_field(field, builder->viewer);
}

static void read_head(LapView *view, const LapBlock *block)
{
  const LapHead *head = lap_head_of(block);
  view->phase = lap_game_phase(view->game, head->phase);
  view->ply = head->ply;
  view->over = head->over;
  view->waiting = 0;
  view->ready = head->ready;
}

static void build(Storage *storage, LapEngine *engine, const LapBlock *block, guint viewer, gboolean remembered)
{
  LapView *view = &storage->view;
  g_assert(view->game == lap_engine_game(engine) && view->seats == lap_engine_seats(engine));
  view->viewer = viewer;
  read_head(view, block);
  Builder builder = {engine,         lap_engine_own_world(engine, block, viewer),
                     viewer,         remembered,
                     storage->field, storage->row,
                     storage->item,  storage->count};
  for (guint i = 0; i < view->game->fields->len; i++) {
    const LapGameField *field = view->game->fields->pdata[i];
    if (is_in_view(&builder, field)) add_field(&builder, field);
  }
  view->n = (guint)(builder.field - storage->field);
}

void lap_view_build(LapView *view, LapEngine *engine, const LapBlock *block, guint viewer)
{
  lap_view_build_within(view, engine, block, viewer);
  view->waiting = lap_engine_waiting(engine, block);
}

void lap_view_build_within(LapView *view, LapEngine *engine, const LapBlock *block, guint viewer)
{
  build((Storage *)view, engine, block, viewer, FALSE);
}

void lap_view_build_remembered(LapView *view, LapEngine *engine, const LapBlock *block, guint viewer)
{
  build((Storage *)view, engine, block, viewer, TRUE);
  view->waiting = lap_engine_waiting(engine, block);
}
