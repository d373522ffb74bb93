/* The redactor: a view is written here for one viewer, from tables and masks alone; record.c does what is told. */
#include <string.h>

#include "engine-private.h"
#include "host/json/write.h"

typedef struct {
  LapEngine *engine;
  const LapBlock *block;
  guint viewer;
  gboolean seen; /* by mask alone, whatever the look */
  GString *out;
} View;

static gboolean shows(const View *view, const LapGameField *field, guint row, const LapSlot *slot)
{
  if (!view->seen && field->visibility == LAP_BY_OWNER && view->viewer != LAP_OMNISCIENT && view->viewer != row)
    return FALSE;
  return lap_mask_has(slot->known, view->viewer);
}

static void write_places(View *view, const LapGameField *field, guint row)
{
  guint n = items_of(view->engine, view->block, field, row);
  g_string_append_c(view->out, '[');
  for (guint item = 0; item < n; item++) {
    const LapSlot *slot = slot_at(view->engine, view->block, field, row, item);
    if (item) g_string_append_c(view->out, ',');
    lap_piece_write(field->set, slot->piece, shows(view, field, row, slot), view->out);
  }
  g_string_append_c(view->out, ']');
}

static void write_seen_of_set(View *view, const LapGameField *field, guint row, guint16 *hidden)
{
  LapEngine *engine = view->engine;
  const LapPieceSet *set = field->set;
  guint16 *faces = engine->census;
  memset(faces, 0, (set->faces + 1u) * sizeof *faces);
  for (guint item = 0; item < items_of(engine, view->block, field, row); item++) {
    const LapSlot *slot = slot_at(engine, view->block, field, row, item);
    if (slot->piece == 0) continue;
    if (shows(view, field, row, slot))
      faces[slot->piece]++;
    else
      hidden[set->back[slot->piece]]++;
  }
  gboolean first = TRUE;
  for (guint face = 1; face <= set->faces; face++)
    for (guint i = 0; i < faces[face]; i++) {
      lap_json_separate(view->out, &first);
      lap_json_text(view->out, set->key[face]);
    }
}

static void write_set(View *view, const LapGameField *field, guint row)
{
  const LapPieceSet *set = field->set;
  guint16 hidden[256] = {0};
  g_string_append(view->out, "{\"seen\":[");
  write_seen_of_set(view, field, row, hidden);
  g_string_append(view->out, "],\"hidden\":{");
  gboolean first = TRUE;
  for (guint back = 0; back < set->n_backs; back++) {
    if (!hidden[back]) continue;
    lap_json_separate(view->out, &first);
    lap_json_text(view->out, set->backs[back]);
    g_string_append_c(view->out, ':');
    lap_json_number(view->out, hidden[back]);
  }
  g_string_append(view->out, "}}");
}

static void write_size(View *view, const LapGameField *field, guint row)
{
  guint n = items_of(view->engine, view->block, field, row);
  g_string_append_c(view->out, '{');
  if (field->visibility == LAP_TOP) {
    g_string_append(view->out, "\"top\":");
    const LapSlot *top = n ? slot_at(view->engine, view->block, field, row, n - 1) : NULL;
    lap_piece_write(field->set, top ? top->piece : 0, top && shows(view, field, row, top), view->out);
    g_string_append_c(view->out, ',');
  }
  g_string_append(view->out, "\"size\":");
  lap_json_number(view->out, n);
  g_string_append_c(view->out, '}');
}

static gint64 plain_value(const LapGameField *field, const guint8 *item)
{
  switch (field->type) {
  case LAP_U8:
    return *item;
  case LAP_I8:
    return *(const gint8 *)item;
  case LAP_U16:
    return *(const guint16 *)(gconstpointer)item;
  case LAP_I16:
    return *(const gint16 *)(gconstpointer)item;
  case LAP_U32:
    return *(const guint32 *)(gconstpointer)item;
  case LAP_I32:
    return *(const gint32 *)(gconstpointer)item;
  default:
    return (gint64) * (const guint64 *)(gconstpointer)item;
  }
}

/* Integers past 2^53 are strings, since many readers keep numbers as doubles. */
static void write_value(GString *out, const LapGameField *field, const guint8 *item)
{
  guint64 value = (guint64)plain_value(field, item);
  if (field->type == LAP_U64 && value > (G_GUINT64_CONSTANT(1) << 53))
    g_string_append_printf(out, "\"%" G_GUINT64_FORMAT "\"", value);
  else
    lap_json_number(out, (gint64)value);
}

static void write_plain(View *view, const LapGameField *field, guint row)
{
  guint n = items_of(view->engine, view->block, field, row);
  gboolean array = field->capacity > 1 || field->count != LAP_NONE;
  if (array) g_string_append_c(view->out, '[');
  for (guint item = 0; item < n; item++) {
    if (item) g_string_append_c(view->out, ',');
    write_value(view->out, field, item_at(view->engine, view->block, field, row, item));
  }
  if (array) g_string_append_c(view->out, ']');
}

static void write_row(View *view, const LapGameField *field, guint row)
{
  gboolean slots = field->type == LAP_SLOT;
  if (!slots && field->visibility == LAP_ROW_OWNER && view->viewer != LAP_OMNISCIENT && view->viewer != row)
    g_string_append(view->out, "null");
  else if ((field->visibility == LAP_SIZE || field->visibility == LAP_TOP) && !(slots && view->seen))
    write_size(view, field, row);
  else if (!slots)
    write_plain(view, field, row);
  else if (field->order == LAP_SET)
    write_set(view, field, row);
  else
    write_places(view, field, row);
}

static guint cell_of_planes(View *view, const LapGameField *field, guint bit)
{
  for (guint row = 0; row < rows_of(view->engine, field); row++) {
    const guint64 *words = (const guint64 *)(gconstpointer)item_at(view->engine, view->block, field, row, 0);
    if (words[bit / 64] >> (bit % 64) & 1) return row + 1;
  }
  return 0;
}

static void write_planes(View *view, const LapGameField *field)
{
  const LapShape *shape = field->shape;
  g_string_append_c(view->out, '[');
  for (guint y = 0; y < shape->height; y++)
    for (guint x = 0; x < shape->width; x++) {
      if (x || y) g_string_append_c(view->out, ',');
      gint bit = shape->origin + (gint)x * shape->step_x + (gint)y * shape->step_y;
      lap_json_number(view->out, cell_of_planes(view, field, (guint)bit));
    }
  g_string_append_c(view->out, ']');
}

static void write_field(View *view, const LapGameField *field)
{
  guint rows = rows_of(view->engine, field);
  gboolean array = field->of_seats || field->rows > 1;
  lap_json_text(view->out, field->name);
  g_string_append_c(view->out, ':');
  if (field->type == LAP_PLANE) {
    write_planes(view, field);
    return;
  }
  if (array) g_string_append_c(view->out, '[');
  for (guint row = 0; row < rows; row++) {
    if (row) g_string_append_c(view->out, ',');
    write_row(view, field, row);
  }
  if (array) g_string_append_c(view->out, ']');
}

static gboolean is_sent(const View *view, const LapGameField *field)
{
  if (field->hidden || field->type == LAP_SPARE || field->visibility == LAP_DERIVED) return FALSE;
  return field->visibility != LAP_NOBODY || view->viewer == LAP_OMNISCIENT || (view->seen && field->type == LAP_SLOT);
}

static void write_seats(GString *out, const char *name, guint32 seats)
{
  g_string_append_printf(out, ",\"%s\":", name);
  lap_json_bits(out, seats);
}

static void write_head(View *view)
{
  const LapHead *head = lap_head_of(view->block);
  g_string_append(view->out, "{\"phase\":");
  lap_json_text(view->out, phase_of(view->engine, head->phase)->name);
  g_string_append(view->out, ",\"ply\":");
  lap_json_number(view->out, head->ply);
  g_string_append(view->out, head->over ? ",\"over\":true" : ",\"over\":false");
  write_seats(view->out, "waiting", lap_engine_waiting(view->engine, view->block));
  write_seats(view->out, "ready", head->ready);
}

/* In a TOGETHER phase a seat sees its own sealed steps done. */
static const LapBlock *world_of(LapEngine *engine, const LapBlock *block, guint viewer)
{
  return viewer < engine->seats && lap_head_of(block)->sealed[viewer] ? lap_engine_world_of(engine, block, viewer)
                                                                      : block;
}

static void write_view(LapEngine *engine, const LapBlock *block, guint viewer, gboolean seen, GString *out)
{
  View view = {engine, block, viewer, seen, out};
  write_head(&view);
  view.block = world_of(engine, block, viewer);
  g_string_append(out, ",\"fields\":{");
  gboolean first = TRUE;
  for (guint i = 0; i < engine->game->fields->len; i++) {
    const LapGameField *field = g_ptr_array_index(engine->game->fields, i);
    if (!is_sent(&view, field)) continue;
    lap_json_separate(out, &first);
    write_field(&view, field);
  }
  g_string_append(out, "}}");
}

void lap_view_write(LapEngine *engine, const LapBlock *block, guint viewer, GString *out)
{
  write_view(engine, block, viewer, FALSE, out);
}

void lap_seen_write(LapEngine *engine, const LapBlock *block, guint viewer, GString *out)
{
  write_view(engine, block, viewer, TRUE, out);
}
