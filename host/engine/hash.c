/* A hash of what a block says, whatever the field table's order and places: the sum, over the fields, of a hash of the
 * field's name and values. */
#include <string.h>

#include "engine-private.h"
#include "link.h"
#include "position.h"

/* The finaliser of MurmurHash3 (Appleby, public domain), as in SplitMix64. */
static inline guint64 mix(guint64 x)
{
  x ^= x >> 30;
  x *= G_GUINT64_CONSTANT(0xBF58476D1CE4E5B9);
  x ^= x >> 27;
  x *= G_GUINT64_CONSTANT(0x94D049BB133111EB);
  return x ^ x >> 31;
}

static inline guint64 hash_bytes(guint64 hash, const guint8 *bytes, gsize n)
{
  for (; n >= 8; bytes += 8, n -= 8) {
    guint64 word;
    memcpy(&word, bytes, 8);
    hash = mix(hash ^ GUINT64_FROM_LE(word)) + 0x9E3779B97F4A7C15;
  }
  guint64 rest = 0;
  for (gsize i = 0; i < n; i++) rest |= (guint64)bytes[i] << (8 * i);
  return n ? mix(hash ^ rest ^ n << 59) : hash;
}

guint64 lap_hash_text(const char *text) { return hash_bytes(0x6C617069, (const guint8 *)text, strlen(text)); }

static guint64 hash_field(const LapEngine *engine, const LapBlock *block, const LapGameField *field)
{
  guint64 hash = field->name_hash;
  for (guint row = 0; row < rows_of(engine, field); row++) {
    guint n = items_of(engine, block, field, row);
    const guint8 *item = item_at(engine, block, field, row, 0);
    hash = mix(hash + n);
    if (field->type == LAP_PLANE)
      hash = hash_bytes(hash, item, field->row_stride);
    else if (field->item_stride == field->item_size)
      hash = hash_bytes(hash, item, (gsize)n * field->item_size);
    else
      for (guint i = 0; i < n; i++) hash = hash_bytes(hash, item + (gsize)i * field->item_stride, field->item_size);
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
  for (guint i = 0; i < G_N_ELEMENTS(words); i++) hash = mix(hash ^ words[i]) + i;
  for (guint seat = 0; seat < engine->seats; seat++)
    hash = hash_bytes(mix(hash + head->sealed[seat]), (const guint8 *)journal_of(engine, (LapBlock *)block, seat),
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
      hash += mix(hash_field(engine, block, field));
  }
  return mix(hash);
}
