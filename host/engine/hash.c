/* The hash of a block: the sum of the hashes of all fields, each seeded with the hash of its name.
 *
 * As in a position (position.c), neither the order nor the places of fields matter, which depend on the plugin's build,
 * only names and values. Derived fields and spare bytes are left out. */
#include "hash.h"

#include "engine-private.h"
#include "position.h"

static guint64 hash_field(const LapEngine *engine, const LapBlock *block, const LapGameField *field)
{
  guint64 hash = field->name_hash;
  for (guint row = 0; row < rows_of(engine, field); row++) {
    guint n = items_of(engine, block, field, row);
    const guint8 *item = item_at(engine, block, field, row, 0);
    hash = lap_hash_mix(hash + n);
    if (field->type == LAP_PLANE)
      hash = lap_hash_bytes(hash, item, field->row_stride);
    else if (field->item_stride == field->item_size)
      hash = lap_hash_bytes(hash, item, (gsize)n * field->item_size);
    else
      for (guint i = 0; i < n; i++) hash = lap_hash_bytes(hash, item + (gsize)i * field->item_stride, field->item_size);
  }
  return hash;
}

static guint64 hash_head(const LapEngine *engine, const LapBlock *block)
{
  const LapHead *head = lap_head_of(block);
  const guint64 words[] = {head->generator.state, (guint64)head->ply << 32 | head->over,
                           head->over ? 0 : lap_hash_text(phase_of(engine, head->phase)->name),
                           (guint64)head->ready << 32 | (guint64)head->steps << 16 | head->seats};
  guint64 hash = 0;
  for (guint i = 0; i < G_N_ELEMENTS(words); i++) hash = lap_hash_mix(hash ^ words[i]) + i;
  for (guint seat = 0; seat < engine->seats; seat++)
    hash = lap_hash_bytes(lap_hash_mix(hash + head->sealed[seat]),
                          (const guint8 *)sealed_of(engine, (LapBlock *)block, seat),
                          head->sealed[seat] * sizeof(LapAction));
  return hash;
}

guint64 lap_hash(const LapEngine *engine, const LapBlock *block)
{
  const GPtrArray *fields = engine->game->fields;
  guint64 hash = hash_head(engine, block);
  for (guint i = 0; i < fields->len; i++) {
    const LapGameField *field = g_ptr_array_index(fields, i);
    if (field->visibility != LAP_DERIVED && field->type != LAP_SPARE && !field->hidden)
      hash += lap_hash_mix(hash_field(engine, block, field));
  }
  return lap_hash_mix(hash);
}
