#include "fields.h"

#include <string.h>

static const guint8 *segment(const LapEngine *engine, const LapBlock *block, guint depth)
{
  const LapGame *game = lap_engine_game(engine);
  gsize segments = lap_engine_block_size(engine) - game->segments_size;
  return (const guint8 *)block + segments + game->segment_offset[depth];
}

const guint8 *lap_fields_at(const LapEngine *engine, const LapBlock *block, const LapGameField *field, guint row,
                            guint item)
{
  return segment(engine, block, field->depth) + field->offset + (gsize)row * field->row_stride +
         (gsize)item * field->item_stride;
}

guint lap_fields_rows(const LapEngine *engine, const LapGameField *field)
{
  return field->of_seats ? MIN(lap_engine_seats(engine), field->rows) : field->rows;
}

static guint count_of(const LapEngine *engine, const LapBlock *block, const LapGameField *field, guint row)
{
  guint16 count;
  memcpy(&count, segment(engine, block, field->depth) + field->count + (gsize)row * field->count_stride, sizeof count);
  return count;
}

guint lap_fields_items(const LapEngine *engine, const LapBlock *block, const LapGameField *field, guint row)
{
  return field->count == LAP_NONE ? field->capacity : count_of(engine, block, field, row);
}

/* Bytes of one item; of a plane, of the whole row. */
static gsize item_bytes(const LapGameField *field)
{
  return field->type == LAP_PLANE ? field->row_stride : field->item_size;
}

static guint items_at_most(const LapGameField *field) { return field->type == LAP_PLANE ? 1 : field->capacity; }

static char *bytes_in_words(const guint8 *bytes, gsize n)
{
  GString *text = g_string_new("0x");
  for (gsize i = n; i-- > 0;) g_string_append_printf(text, "%02x", bytes[i]);
  return g_string_free(text, FALSE);
}

static char *item_difference(const LapGameField *field, guint row, guint item, const guint8 *a, const guint8 *b)
{
  if (memcmp(a, b, item_bytes(field)) == 0) return NULL;
  g_autofree char *one = bytes_in_words(a, item_bytes(field)), *other = bytes_in_words(b, item_bytes(field));
  return g_strdup_printf("field %s, row %u, item %u (%s and %s)", field->name, row, item, one, other);
}

static char *count_difference(const LapGameField *field, guint row, guint a, guint b)
{
  return a == b ? NULL : g_strdup_printf("the count of field %s, row %u (%u and %u)", field->name, row, a, b);
}

static char *field_difference(const LapGameField *field, const LapEngine *engine_a, const LapBlock *a,
                              const LapEngine *engine_b, const LapBlock *b)
{
  char *found = NULL;
  for (guint row = 0; row < field->rows && !found; row++) {
    if (field->count != LAP_NONE)
      found = count_difference(field, row, count_of(engine_a, a, field, row), count_of(engine_b, b, field, row));
    for (guint item = 0; item < items_at_most(field) && !found; item++)
      found = item_difference(field, row, item, lap_fields_at(engine_a, a, field, row, item),
                              lap_fields_at(engine_b, b, field, row, item));
  }
  return found;
}

static char *head_difference(const LapHead *a, const LapHead *b)
{
  if (a->generator.state != b->generator.state) return g_strdup("the generator");
  if (a->ply != b->ply) return g_strdup_printf("the number of moves (%u and %u)", a->ply, b->ply);
  if (a->over != b->over) return g_strdup("whether the match is over");
  if (a->phase != b->phase) return g_strdup_printf("the phase (0x%04x and 0x%04x)", a->phase, b->phase);
  return g_strdup("the head or the sealed moves");
}

char *lap_fields_difference(const LapEngine *engine, const LapBlock *a, const LapBlock *b)
{
  if (memcmp(a, b, lap_engine_block_size(engine)) == 0) return NULL;
  const GPtrArray *fields = lap_engine_game(engine)->fields;
  for (guint i = 0; i < fields->len; i++) {
    char *found = field_difference(g_ptr_array_index(fields, i), engine, a, engine, b);
    if (found) return found;
  }
  return head_difference(lap_head_of(a), lap_head_of(b));
}

char *lap_fields_level_difference(const LapEngine *engine_a, const LapBlock *a, const LapEngine *engine_b,
                                  const LapBlock *b, guint depth)
{
  const GPtrArray *fields = lap_engine_game(engine_a)->fields;
  for (guint i = 0; i < fields->len; i++) {
    const LapGameField *field = g_ptr_array_index(fields, i);
    if (field->depth != depth || field->visibility == LAP_DERIVED) continue;
    char *found = field_difference(field, engine_a, a, engine_b, b);
    if (found) return found;
  }
  return NULL;
}

/* --- census */

static gboolean is_zero(const guint8 *bytes, gsize n)
{
  while (n-- > 0)
    if (bytes[n]) return FALSE;
  return TRUE;
}

/* Unused items are zero. */
static char *unused_broken(const LapEngine *engine, const LapBlock *block, const LapGameField *field)
{
  gboolean idle = field->hidden || field->type == LAP_SPARE;
  for (guint row = 0; row < field->rows; row++) {
    gboolean used = !idle && row < lap_fields_rows(engine, field);
    if (used && field->type == LAP_PLANE) continue;
    for (guint item = used ? lap_fields_items(engine, block, field, row) : 0; item < items_at_most(field); item++)
      if (!is_zero(lap_fields_at(engine, block, field, row, item), item_bytes(field)))
        return g_strdup_printf("field %s, row %u, item %u is not in use, but not zero", field->name, row, item);
  }
  return NULL;
}

static char *counts_broken(const LapEngine *engine, const LapBlock *block, const LapGameField *field)
{
  if (field->count == LAP_NONE) return NULL;
  for (guint row = 0; row < field->rows; row++) {
    guint count = count_of(engine, block, field, row);
    if (count > field->capacity)
      return g_strdup_printf("field %s, row %u has %u items, its capacity is %u", field->name, row, count,
                             field->capacity);
    if (count && row >= lap_fields_rows(engine, field))
      return g_strdup_printf("field %s, row %u has %u items, but no such seat plays", field->name, row, count);
  }
  return NULL;
}

typedef void (*EachSlot)(const LapGameField *field, guint row, guint item, const LapSlot *slot, gpointer data);

static void each_slot(const LapEngine *engine, const LapBlock *block, const LapGameField *field, EachSlot each,
                      gpointer data)
{
  for (guint row = 0; row < lap_fields_rows(engine, field); row++)
    for (guint item = 0; item < lap_fields_items(engine, block, field, row); item++) {
      LapSlot slot;
      memcpy(&slot, lap_fields_at(engine, block, field, row, item), sizeof slot);
      each(field, row, item, &slot, data);
    }
}

typedef struct {
  guint *copies;
  char *broken;
} Census;

static void take_down(const LapGameField *field, guint row, guint item, const LapSlot *slot, gpointer data)
{
  Census *census = data;
  if (census->broken) return;
  if (slot->piece > field->set->faces)
    census->broken = g_strdup_printf("field %s, row %u, item %u holds face %u of %u", field->name, row, item,
                                     slot->piece, field->set->faces);
  else if (!slot->piece && (slot->known || field->count != LAP_NONE))
    census->broken = g_strdup_printf("field %s, row %u, item %u is empty, but within the count or known", field->name,
                                     row, item);
  else
    census->copies[slot->piece]++;
}

static char *set_broken(const LapEngine *engine, const LapBlock *block, const LapPieceSet *set)
{
  const GPtrArray *fields = lap_engine_game(engine)->fields;
  g_autofree guint *copies = g_new0(guint, set->faces + 1);
  Census census = {copies, NULL};
  for (guint i = 0; i < fields->len; i++) {
    const LapGameField *field = g_ptr_array_index(fields, i);
    if (field->set == set) each_slot(engine, block, field, take_down, &census);
  }
  for (guint face = 1; set->total && !census.broken && face <= set->faces; face++)
    if (copies[face] != set->copies[face])
      census.broken = g_strdup_printf("\"%s\" (%s) is there %u times, not %u", set->key[face], set->name, copies[face],
                                      set->copies[face]);
  return census.broken;
}

char *lap_fields_census(const LapEngine *engine, const LapBlock *block)
{
  const LapGame *game = lap_engine_game(engine);
  char *broken = NULL;
  for (guint i = 0; i < game->fields->len && !broken; i++)
    broken = counts_broken(engine, block, g_ptr_array_index(game->fields, i));
  for (guint i = 0; i < game->fields->len && !broken; i++)
    broken = unused_broken(engine, block, g_ptr_array_index(game->fields, i));
  for (guint i = 0; i < game->sets->len && !broken; i++)
    broken = set_broken(engine, block, g_ptr_array_index(game->sets, i));
  return broken;
}

/* --- what a viewer has seen */

static gboolean knows(const LapSlot *slot, guint viewer) { return slot->known >> viewer & 1; }

typedef struct {
  guint viewer;
  GString *out;
  guint *faces, *backs; /* of a set: how many of each */
} Seeing;

/* As it lies in memory: what is seen is compared, never read, and printing it took half of a property's time. */
static void append_number(GString *out, guint number, char mark)
{
  g_string_append_len(out, (const char *)&number, sizeof number);
  g_string_append_c(out, mark);
}

static void see_place(const LapGameField *field, guint row, guint item, const LapSlot *slot, gpointer data)
{
  Seeing *seeing = data;
  (void)row, (void)item;
  if (!slot->piece)
    append_number(seeing->out, 0, '-');
  else if (knows(slot, seeing->viewer))
    append_number(seeing->out, slot->piece, ',');
  else
    append_number(seeing->out, field->set->back[slot->piece], '?');
}

static void see_member(const LapGameField *field, guint row, guint item, const LapSlot *slot, gpointer data)
{
  Seeing *seeing = data;
  (void)item;
  if (!slot->piece) return;
  if (knows(slot, seeing->viewer))
    seeing->faces[row * (field->set->faces + 1u) + slot->piece]++;
  else
    seeing->backs[row * field->set->n_backs + field->set->back[slot->piece]]++;
}

static void append_numbers(GString *out, const guint *numbers, guint n)
{
  for (guint i = 0; i < n; i++) append_number(out, numbers[i], ',');
}

static void see_field(const LapEngine *engine, const LapBlock *block, const LapGameField *field, gboolean places,
                      Seeing *seeing)
{
  g_string_append(seeing->out, field->name);
  for (guint row = 0; row < field->rows; row++)
    append_number(seeing->out, lap_fields_items(engine, block, field, row), ';');
  if (places && field->order != LAP_SET) {
    each_slot(engine, block, field, see_place, seeing);
  } else {
    guint n_faces = field->rows * (field->set->faces + 1u), n_backs = (guint)field->rows * field->set->n_backs;
    g_autofree guint *faces = g_new0(guint, n_faces);
    g_autofree guint *backs = g_new0(guint, n_backs);
    seeing->faces = faces;
    seeing->backs = backs;
    each_slot(engine, block, field, see_member, seeing);
    append_numbers(seeing->out, faces, n_faces);
    append_numbers(seeing->out, backs, n_backs);
  }
  g_string_append_c(seeing->out, '\n');
}

void lap_fields_seen(const LapEngine *engine, const LapBlock *block, guint viewer, gboolean places, GString *out)
{
  const GPtrArray *fields = lap_engine_game(engine)->fields;
  Seeing seeing = {.viewer = viewer, .out = out};
  for (guint i = 0; i < fields->len; i++) {
    const LapGameField *field = g_ptr_array_index(fields, i);
    if (field->type == LAP_SLOT) see_field(engine, block, field, places, &seeing);
  }
}

typedef struct {
  guint viewer, *n;
} Counting;

static void count_known(const LapGameField *field, guint row, guint item, const LapSlot *slot, gpointer data)
{
  Counting *counting = data;
  (void)field, (void)row, (void)item;
  if (knows(slot, counting->viewer)) counting->n[slot->piece]++;
}

void lap_fields_known(const LapEngine *engine, const LapBlock *block, const LapPieceSet *set, guint viewer,
                      guint *known)
{
  const GPtrArray *fields = lap_engine_game(engine)->fields;
  Counting counting = {viewer, known};
  for (guint i = 0; i < fields->len; i++) {
    const LapGameField *field = g_ptr_array_index(fields, i);
    if (field->set == set) each_slot(engine, block, field, count_known, &counting);
  }
}
