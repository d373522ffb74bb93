/* Views as JSON, and merge patches between two of them. */
#include <string.h>

#include "host/engine/action-json.h"
#include "view.h"

/* --- rows */

static void write_number(const LapGameField *field, LapViewItem item, LapJsonWriter *json)
{
  if (field->type == LAP_U64)
    lap_json_uint(json, (guint64)item);
  else
    lap_json_int(json, item);
}

static gboolean is_one_number(const LapGameField *field)
{
  return field->type != LAP_PLANE && field->capacity == 1 && field->count == LAP_NONE;
}

static void write_numbers(const LapGameField *field, const LapViewRow *row, LapJsonWriter *json)
{
  if (is_one_number(field)) {
    write_number(field, row->item[0], json);
    return;
  }
  lap_json_begin_array(json);
  for (guint i = 0; i < row->n; i++) write_number(field, row->item[i], json);
  lap_json_end_array(json);
}

static void write_piece(const LapGameField *field, LapViewItem item, LapJsonWriter *json)
{
  if (lap_view_item_is_back(item))
    lap_back_to_json(field->set, lap_view_item_back(item), json);
  else
    lap_face_to_json(field->set, (guint)item, json);
}

static void write_pieces(const LapGameField *field, const LapViewRow *row, guint n, LapJsonWriter *json)
{
  lap_json_begin_array(json);
  for (guint i = 0; i < n; i++) write_piece(field, row->item[i], json);
  lap_json_end_array(json);
}

/* Those of a set that are seen come first. */
static guint seen_of(const LapViewRow *row)
{
  guint seen = 0;
  while (seen < row->n && !lap_view_item_is_back(row->item[seen])) seen++;
  return seen;
}

/* How many of a set show the back. */
static guint hidden_of(const LapViewRow *row, guint back)
{
  guint hidden = 0;
  for (guint i = row->n; i-- > 0 && lap_view_item_is_back(row->item[i]);)
    hidden += lap_view_item_back(row->item[i]) == back;
  return hidden;
}

static void write_set(const LapGameField *field, const LapViewRow *row, LapJsonWriter *json)
{
  guint seen = seen_of(row);
  lap_json_begin_object(json);
  lap_json_name(json, "seen");
  write_pieces(field, row, seen, json);
  lap_json_member_object(json, "hidden");
  for (guint i = seen, n; i < row->n; i += n) {
    guint back = lap_view_item_back(row->item[i]);
    for (n = 1; i + n < row->n && row->item[i + n] == row->item[i];) n++;
    lap_json_member_int(json, field->set->backs[back], n);
  }
  lap_json_end_object(json);
  lap_json_end_object(json);
}

static LapViewItem top_of(const LapViewRow *row) { return row->n ? row->item[0] : 0; }

static void write_pile(const LapGameField *field, const LapViewRow *row, LapJsonWriter *json)
{
  lap_json_begin_object(json);
  if (row->kind == LAP_VIEW_TOP) {
    lap_json_name(json, "top");
    write_piece(field, top_of(row), json);
  }
  lap_json_member_int(json, "size", row->size);
  lap_json_end_object(json);
}

static void write_row(const LapGameField *field, const LapViewRow *row, LapJsonWriter *json)
{
  switch (row->kind) {
  case LAP_VIEW_SECRET:
    lap_json_null(json);
    break;
  case LAP_VIEW_NUMBERS:
    write_numbers(field, row, json);
    break;
  case LAP_VIEW_PLACES:
    write_pieces(field, row, row->n, json);
    break;
  case LAP_VIEW_SET:
    write_set(field, row, json);
    break;
  default:
    write_pile(field, row, json);
  }
}

/* --- views */

static gboolean is_array_of_rows(const LapGameField *field)
{
  return field->type != LAP_PLANE && (field->of_seats || field->rows > 1);
}

static void write_field(const LapViewField *in_view, LapJsonWriter *json)
{
  gboolean array = is_array_of_rows(in_view->field);
  lap_json_name(json, in_view->field->name);
  if (array) lap_json_begin_array(json);
  for (guint i = 0; i < in_view->n; i++) write_row(in_view->field, &in_view->row[i], json);
  if (array) lap_json_end_array(json);
}

static void write_seats(const char *name, guint32 seats, LapJsonWriter *json)
{
  lap_json_name(json, name);
  lap_json_bit_set(json, seats);
}

void lap_view_to_json(const LapView *view, LapJsonWriter *json)
{
  lap_json_begin_object(json);
  lap_json_member_word(json, "phase", view->phase->name);
  lap_json_member_int(json, "ply", view->ply);
  lap_json_member_bool(json, "over", view->over);
  write_seats("waiting", view->waiting, json);
  write_seats("ready", view->ready, json);
  lap_json_member_object(json, "fields");
  for (guint i = 0; i < view->n; i++) write_field(&view->field[i], json);
  lap_json_end_object(json);
  lap_json_end_object(json);
}

typedef void (*BuildView)(LapView *view, LapEngine *engine, const LapBlock *block, guint viewer);

static void write_built(BuildView build, LapEngine *engine, const LapBlock *block, guint viewer, GString *out)
{
  g_autoptr(LapView) view = lap_view_new(engine);
  LapJsonWriter json = lap_json_writer(out);
  build(view, engine, block, viewer);
  lap_view_to_json(view, &json);
}

void lap_view_write(LapEngine *engine, const LapBlock *block, guint viewer, GString *out)
{
  write_built(lap_view_build, engine, block, viewer, out);
}

void lap_remembered_write(LapEngine *engine, const LapBlock *block, guint viewer, GString *out)
{
  write_built(lap_view_build_remembered, engine, block, viewer, out);
}

/* --- patches
 *
 * A merge patch goes into objects and replaces everything else as a whole. Objects are the view, its fields, and rows
 * that are sets or piles where they stand alone. */

static gboolean same_items(const LapViewRow *a, const LapViewRow *b, guint n)
{
  return memcmp(a->item, b->item, n * sizeof *a->item) == 0;
}

static gboolean same_row(const LapViewRow *a, const LapViewRow *b)
{
  return a->kind == b->kind && a->size == b->size && a->n == b->n && same_items(a, b, a->n);
}

static gboolean same_field(const LapViewField *a, const LapViewField *b)
{
  for (guint i = 0; i < a->n; i++)
    if (!same_row(&a->row[i], &b->row[i])) return FALSE;
  return TRUE;
}

static gboolean same_seen(const LapViewRow *a, const LapViewRow *b)
{
  guint seen = seen_of(a);
  return seen == seen_of(b) && same_items(a, b, seen);
}

static gboolean same_hidden(const LapPieceSet *set, const LapViewRow *a, const LapViewRow *b)
{
  for (guint back = 0; back < set->n_backs; back++)
    if (hidden_of(a, back) != hidden_of(b, back)) return FALSE;
  return TRUE;
}

/* Backs stand in the order of the set, and a patch puts new ones last. */
static gboolean has_patch_of_set(const LapPieceSet *set, const LapViewRow *before, const LapViewRow *after)
{
  gboolean is_new = FALSE;
  for (guint back = 0; back < set->n_backs; back++) {
    guint old = hidden_of(before, back), now = hidden_of(after, back);
    if (is_new && old && now) return FALSE;
    if (!old && now) is_new = TRUE;
  }
  return TRUE;
}

static gboolean has_patch_of_row(const LapGameField *field, const LapViewRow *before, const LapViewRow *after)
{
  if (after->kind == LAP_VIEW_SET) return has_patch_of_set(field->set, before, after);
  return after->kind != LAP_VIEW_TOP || top_of(after) != 0 || top_of(before) == 0;
}

gboolean lap_view_has_patch(const LapView *before, const LapView *after)
{
  if (before->game != after->game || before->n != after->n) return FALSE;
  for (guint i = 0; i < after->n; i++) {
    const LapGameField *field = after->field[i].field;
    if (before->field[i].field != field) return FALSE;
    if (!is_array_of_rows(field) && !has_patch_of_row(field, before->field[i].row, after->field[i].row)) return FALSE;
  }
  return TRUE;
}

static void patch_hidden(const LapPieceSet *set, const LapViewRow *before, const LapViewRow *after, LapJsonWriter *json)
{
  lap_json_member_object(json, "hidden");
  for (guint back = 0; back < set->n_backs; back++) {
    guint old = hidden_of(before, back), now = hidden_of(after, back);
    if (!old || old == now) continue;
    lap_json_name(json, set->backs[back]);
    if (now)
      lap_json_int(json, now);
    else
      lap_json_null(json);
  }
  for (guint back = 0; back < set->n_backs; back++)
    if (!hidden_of(before, back) && hidden_of(after, back))
      lap_json_member_int(json, set->backs[back], hidden_of(after, back));
  lap_json_end_object(json);
}

static void patch_set(const LapGameField *field, const LapViewRow *before, const LapViewRow *after, LapJsonWriter *json)
{
  if (!same_seen(before, after)) {
    lap_json_name(json, "seen");
    write_pieces(field, after, seen_of(after), json);
  }
  if (!same_hidden(field->set, before, after)) patch_hidden(field->set, before, after, json);
}

static void patch_pile(const LapGameField *field, const LapViewRow *before, const LapViewRow *after,
                       LapJsonWriter *json)
{
  if (top_of(before) != top_of(after)) {
    lap_json_name(json, "top");
    write_piece(field, top_of(after), json);
  }
  if (before->size != after->size) lap_json_member_int(json, "size", after->size);
}

static gboolean is_object(const LapViewField *in_view)
{
  LapViewRowKind kind = in_view->row->kind;
  gboolean object = kind == LAP_VIEW_SET || kind == LAP_VIEW_TOP || kind == LAP_VIEW_SIZE;
  return object && !is_array_of_rows(in_view->field);
}

static void patch_field(const LapViewField *before, const LapViewField *after, LapJsonWriter *json)
{
  if (!is_object(after)) {
    write_field(after, json);
    return;
  }
  lap_json_member_object(json, after->field->name);
  if (after->row->kind == LAP_VIEW_SET)
    patch_set(after->field, before->row, after->row, json);
  else
    patch_pile(after->field, before->row, after->row, json);
  lap_json_end_object(json);
}

static void patch_fields(const LapView *before, const LapView *after, LapJsonWriter *json)
{
  guint i = 0;
  while (i < after->n && same_field(&before->field[i], &after->field[i])) i++;
  if (i == after->n) return;
  lap_json_member_object(json, "fields");
  for (; i < after->n; i++)
    if (!same_field(&before->field[i], &after->field[i])) patch_field(&before->field[i], &after->field[i], json);
  lap_json_end_object(json);
}

void lap_view_patch_to_json(const LapView *before, const LapView *after, LapJsonWriter *json)
{
  lap_json_begin_object(json);
  if (before->phase != after->phase) lap_json_member_word(json, "phase", after->phase->name);
  if (before->ply != after->ply) lap_json_member_int(json, "ply", after->ply);
  if (before->over != after->over) lap_json_member_bool(json, "over", after->over);
  if (before->waiting != after->waiting) write_seats("waiting", after->waiting, json);
  if (before->ready != after->ready) write_seats("ready", after->ready, json);
  patch_fields(before, after, json);
  lap_json_end_object(json);
}
