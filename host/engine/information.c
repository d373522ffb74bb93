/* Information sets as numbers: what some seats know in a block, hashed. */
#include "engine-private.h"
#include "knowledge.h"

#define PRIME_1 G_GUINT64_CONSTANT(0x9E3779B97F4A7C15)
#define PRIME_2 G_GUINT64_CONSTANT(0xBF58476D1CE4E5B9)

static inline guint64 mix(guint64 hash, guint64 value)
{
  hash = (hash ^ value) * PRIME_1;
  return hash ^ hash >> 29;
}

static inline guint64 mix_bytes(guint64 hash, const guint8 *bytes, gsize n)
{
  guint64 word;
  for (; n >= sizeof word; n -= sizeof word, bytes += sizeof word) {
    memcpy(&word, bytes, sizeof word);
    hash = mix(hash, word);
  }
  if (!n) return hash;
  word = 0;
  memcpy(&word, bytes, n);
  return mix(hash, word);
}

/* What the seats know of a slot: its face, or its back. */
static inline guint64 sight_of(const LapPieceSet *set, const LapSlot *slot, guint16 seats)
{
  if (!slot->piece) return 0;
  return (slot->known & seats) == seats ? slot->piece : 0x10000u + set->back[slot->piece];
}

static guint64 mix_slots(guint64 hash, const LapGameField *field, const guint8 *item, guint n, guint16 seats)
{
  guint64 sum = n;
  for (guint i = 0; i < n; i++, item += field->item_stride) {
    guint64 sight = sight_of(field->set, (const LapSlot *)(gconstpointer)item, seats);
    if (field->order == LAP_SET)
      sum += mix(PRIME_2, sight); /* positions mean nothing */
    else
      hash = mix(hash, sight);
  }
  return mix(hash, sum);
}

static guint64 mix_values(guint64 hash, const LapGameField *field, const guint8 *item, guint n)
{
  if (field->type == LAP_PLANE) return mix_bytes(hash, item, field->words * sizeof(guint64));
  if (field->item_stride == field->item_size) return mix_bytes(mix(hash, n), item, (gsize)n * field->item_size);
  for (guint i = 0; i < n; i++, item += field->item_stride) hash = mix_bytes(hash, item, field->item_size);
  return mix(hash, n);
}

/* Whether all of the seats know the values of a row. */
static inline gboolean is_known_row(const LapGameField *field, guint row, guint16 seats)
{
  return field->visibility == LAP_PUBLIC || (field->visibility == LAP_ROW_OWNER && !(seats & ~(1u << row)));
}

static guint64 mix_field(const LapEngine *engine, guint64 hash, const LapBlock *block, const LapGameField *field,
                         guint16 seats)
{
  for (guint row = 0; row < rows_of(engine, field); row++) {
    guint n = items_of(engine, block, field, row);
    const guint8 *item = item_at(engine, block, field, row, 0);
    if (field->set)
      hash = mix_slots(hash, field, item, n, seats);
    else if (is_known_row(field, row, seats))
      hash = mix_values(hash, field, item, n);
    else
      hash = mix(hash, n);
  }
  return hash;
}

guint64 lap_information_set(const LapEngine *engine, const LapBlock *block, guint16 seats, guint seat)
{
  const LapHead *head = lap_head_of(block);
  const GPtrArray *fields = engine->game->fields;
  guint64 hash = mix(mix(PRIME_2, head->phase | (guint64)seat << 16 | (guint64)head->steps << 24), seats);
  for (guint i = 0; i < fields->len; i++) {
    const LapGameField *field = g_ptr_array_index(fields, i);
    if (field->type != LAP_SPARE && field->visibility != LAP_DERIVED)
      hash = mix_field(engine, hash, block, field, seats);
  }
  const guint8 *sealed = (const guint8 *)block + engine->sealed_offset +
                         seat * engine->game->steps_max * sizeof(LapAction);
  return mix_bytes(mix(hash, head->sealed[seat]), sealed, head->sealed[seat] * sizeof(LapAction));
}

/* --- games without secrets */

static gboolean has_secret_arguments(const LapGame *game)
{
  for (guint depth = 0; depth < game->depth; depth++)
    for (guint i = 0; i < game->level[depth].plugin.actions.n; i++) {
      const LapGameKind *kind = &game->level[depth].actions[i];
      for (guint arg = 0; arg < kind->n_args; arg++)
        if (kind->args[arg].secret) return TRUE;
    }
  return FALSE;
}

static gboolean is_open_field(const LapEngine *engine, const LapBlock *block, const LapGameField *field)
{
  if (field->type == LAP_SPARE || field->visibility == LAP_DERIVED) return TRUE;
  if (!field->set) return field->visibility == LAP_PUBLIC;
  guint16 all = (guint16)((1u << engine->seats) - 1);
  for (guint row = 0; row < rows_of(engine, field); row++)
    for (guint item = 0; item < items_of(engine, block, field, row); item++) {
      const LapSlot *slot = slot_at(engine, block, field, row, item);
      if (slot->piece && (slot->known & all) != all) return FALSE;
    }
  return TRUE;
}

gboolean lap_is_open(const LapEngine *engine, const LapBlock *block)
{
  const GPtrArray *fields = engine->game->fields;
  if (engine->game->steps_max || has_secret_arguments(engine->game)) return FALSE;
  for (guint i = 0; i < fields->len; i++)
    if (!is_open_field(engine, block, g_ptr_array_index(fields, i))) return FALSE;
  return TRUE;
}

/* --- games in which all know the same */

static gboolean is_zero(const guint8 *bytes, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (bytes[i]) return FALSE;
  return TRUE;
}

static gboolean is_shared_item(const LapEngine *engine, const LapGameField *field, const guint8 *item)
{
  guint16 all = (guint16)((1u << engine->seats) - 1);
  const LapSlot *slot = (const LapSlot *)(gconstpointer)item;
  if (field->set) return !slot->piece || !(slot->known & all) || (slot->known & all) == all;
  return is_zero(item, field->type == LAP_PLANE ? field->words * sizeof(guint64) : field->item_size);
}

static gboolean is_shared_field(const LapEngine *engine, const LapBlock *block, const LapGameField *field)
{
  if (field->type == LAP_SPARE || field->visibility == LAP_DERIVED) return TRUE;
  if (!field->set && (field->visibility == LAP_PUBLIC || field->visibility == LAP_NOBODY)) return TRUE;
  for (guint row = 0; row < rows_of(engine, field); row++)
    for (guint item = 0; item < items_of(engine, block, field, row); item++)
      if (!is_shared_item(engine, field, item_at(engine, block, field, row, item))) return FALSE;
  return TRUE;
}

gboolean lap_is_shared(const LapEngine *engine, const LapBlock *block)
{
  const GPtrArray *fields = engine->game->fields;
  for (guint i = 0; i < fields->len; i++)
    if (!is_shared_field(engine, block, g_ptr_array_index(fields, i))) return FALSE;
  return TRUE;
}
