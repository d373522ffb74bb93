/* Writing observations. The numbers are zeroed first: each part only writes what is not zero. */
#include "observation.h"

#include <string.h>

#include "host/projection/visibility.h"
#include "numbers.h"

/* What is being written: a row of a part. */
typedef struct {
  const LapGameField *field;
  guint row;           /* in the block */
  guint viewer, n;     /* items */
  const guint8 *first; /* item 0 */
  float *to;
} Row;

/* --- pieces */

static inline const LapSlot *slot_at(const Row *row, guint i)
{
  return (const LapSlot *)(gconstpointer)(row->first + (gsize)i * row->field->item_stride);
}

/* The place among faces and backs of what the viewer is shown of a slot; -1 where nothing lies. */
static inline gint symbol_at(const Row *row, guint i)
{
  const LapSlot *slot = slot_at(row, i);
  if (!slot->piece) return -1;
  if (lap_shows_piece(row->field, row->row, slot, row->viewer)) return slot->piece - 1;
  return row->field->set->faces + row->field->set->back[slot->piece];
}

static inline guint symbols_of(const Row *row) { return (guint)row->field->set->faces + row->field->set->n_backs; }

static void write_one_hot(const Row *row)
{
  guint symbols = symbols_of(row);
  for (guint i = 0; i < row->n; i++) {
    gint symbol = symbol_at(row, i);
    if (symbol >= 0) row->to[i * symbols + (guint)symbol] = 1;
  }
}

static void write_indices(const Row *row)
{
  float symbols = (float)symbols_of(row);
  for (guint i = 0; i < row->n; i++) row->to[i] = (float)(symbol_at(row, i) + 1) / symbols;
}

static void write_top(const Row *row)
{
  gint symbol = row->n ? symbol_at(row, row->n - 1) : -1;
  if (symbol >= 0) row->to[symbol] = 1;
}

static void count_faces(const Row *row)
{
  for (guint i = 0; i < row->n; i++) {
    gint symbol = symbol_at(row, i);
    if (symbol >= 0) row->to[symbol] += 1;
  }
}

/* --- planes and numbers */

static inline void write_four(const LapFourCells *four, LapFour lower, LapFour upper, float *to)
{
  static const LapFour one = {0x3F800000, 0x3F800000, 0x3F800000, 0x3F800000}; /* 1.0f */
  LapFour none = (LapFour)(((four->low & lower) | (four->high & upper)) == 0);
  LapFour numbers = ~none & one;
  memcpy(to, &numbers, sizeof numbers);
}

/* Of a small board each cell is written, without a branch for a bit. */
static inline void write_small_plane(const LapObservationPart *part, guint64 word, float *to)
{
  const LapFourCells *four = part->four;
  guint32 low = (guint32)word, high = (guint32)(word >> 32);
  LapFour lower = {low, low, low, low}, upper = {high, high, high, high};
  float *last = to + part->row_size - 4;
  for (; to < last; to += 4) write_four(four++, lower, upper, to);
  write_four(four, lower, upper, last);
}

static void write_plane(const LapObservationPart *part, const guint64 *word, float *to)
{
  for (guint i = 0; i < part->field->words; i++)
    for (guint64 bits = word[i] & part->cells[i]; bits; bits &= bits - 1)
      to[part->cell_of[64 * i + (guint)__builtin_ctzll(bits)]] = 1;
}

#define AS(type) (*(const type *)(gconstpointer)item)

static inline float number_at(guint8 type, const guint8 *item)
{
  switch (type) {
  case LAP_U8:
    return lap_scaled_magnitude(AS(guint8));
  case LAP_I8:
    return lap_scaled(AS(gint8));
  case LAP_U16:
    return lap_scaled_magnitude(AS(guint16));
  case LAP_I16:
    return lap_scaled(AS(gint16));
  case LAP_U32:
    return lap_scaled_magnitude(AS(guint32));
  case LAP_I32:
    return lap_scaled(AS(gint32));
  default:
    return lap_scaled_magnitude(AS(guint64));
  }
}

static void write_numbers(const Row *row)
{
  const guint8 *item = row->first;
  for (guint i = 0; i < row->n; i++, item += row->field->item_stride) row->to[i] = number_at(row->field->type, item);
}

/* --- parts */

static void write_row(const LapObservationPart *part, const Row *row)
{
  switch (part->coding) {
  case LAP_PART_NUMBERS:
    write_numbers(row);
    break;
  case LAP_PART_COUNT:
    *row->to = (float)row->n / (float)part->field->capacity;
    break;
  case LAP_PART_ONE_HOT:
    write_one_hot(row);
    break;
  case LAP_PART_INDEX:
    write_indices(row);
    break;
  case LAP_PART_TOP:
    write_top(row);
    break;
  case LAP_PART_OF_FACES:
    count_faces(row);
    break;
  default:
    break;
  }
}

/* Which row of the block is the i-th of a part. */
static inline guint row_in_block(const LapObservationPart *part, guint i, guint seat)
{
  guint row = part->rows_are == LAP_PART_PLAIN ? i : seat + i;
  return part->rows_are == LAP_PART_FROM_OWN && row >= part->rows ? row - part->rows : row;
}

static inline guint items_of(const LapObservationPart *part, const guint8 *block, guint row)
{
  const LapGameField *field = part->field;
  if (field->count == LAP_NONE) return field->capacity;
  guint n = *(const guint16 *)(gconstpointer)(block + part->count_at + (gsize)row * field->count_stride);
  return MIN(n, field->capacity);
}

static inline void write_planes(const LapObservationPart *part, const guint8 *block, guint seat, float *to)
{
  for (guint i = 0; i < part->rows; i++, to += part->row_size) {
    guint row = row_in_block(part, i, seat);
    const guint8 *words = block + part->at + (gsize)row * part->field->row_stride;
    if (G_LIKELY(part->four))
      write_small_plane(part, *(const guint64 *)(gconstpointer)words, to);
    else
      write_plane(part, (const guint64 *)(gconstpointer)words, to);
  }
}

static void write_field(const LapObservationPart *part, const guint8 *block, guint seat, float *to)
{
  const LapGameField *field = part->field;
  for (guint i = 0; i < part->rows; i++, to += part->row_size) {
    guint index = row_in_block(part, i, seat);
    if (index >= field->rows) continue;
    Row row = {field, index, seat, items_of(part, block, index), block + part->at + (gsize)index * field->row_stride,
               to};
    write_row(part, &row);
  }
}

/* A flag for each seat, from one's own on. */
static inline void write_flags(guint32 flags, guint seats, guint seat, float *to)
{
  for (; flags; flags &= flags - 1) {
    guint other = (guint)__builtin_ctz(flags);
    to[other >= seat ? other - seat : other + seats - seat] = 1;
  }
}

static void write_phase(const LapObservationLayout *layout, guint16 phase, float *to)
{
  for (guint i = 0; i < layout->phases; i++)
    if (layout->phase[i] == phase) to[i] = 1;
}

void lap_observation_write(const LapObservationLayout *layout, LapEngine *engine, const LapBlock *block, guint seat,
                           guint32 waiting, float *observation)
{
  const LapHead *head = lap_head_of(block);
  const guint8 *world = (const guint8 *)(head->sealed[seat] ? lap_engine_own_world(engine, block, seat) : block);
  memset(observation, 0, layout->size * sizeof *observation);
  for (guint i = 0; i < layout->n; i++) {
    const LapObservationPart *part = &layout->part[i];
    float *to = observation + part->offset;
    switch (part->coding) {
    case LAP_PART_SEAT:
      to[seat] = 1;
      break;
    case LAP_PART_PHASE:
      if (!head->over) write_phase(layout, head->phase, to);
      break;
    case LAP_PART_WAITING:
      write_flags(waiting, layout->seats, seat, to);
      break;
    case LAP_PART_READY:
      write_flags(head->ready, layout->seats, seat, to);
      break;
    case LAP_PART_PLANES:
      write_planes(part, world, seat, to);
      break;
    case LAP_PART_VALUE:
      *to = number_at(part->field->type, world + part->at);
      break;
    default:
      write_field(part, world, seat, to);
    }
  }
}
