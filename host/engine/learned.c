/* What a seat has learned between two blocks of one match. An undo asks this: a seat that went back to the earlier
 * block would play on from there with knowledge that it did not have then. */
#include "engine-private.h"

/* What stands in a block, and who looks at it. */
typedef struct {
  const LapEngine *engine;
  const LapBlock *block;
  guint viewer;
} Sight;

/* Adds `by` to the count of each face for every slot of the field that the viewer knows. */
static void count_field(const Sight *sight, const LapGameField *field, gint by, gint *faces)
{
  for (guint row = 0; row < rows_of(sight->engine, field); row++)
    for (guint item = 0; item < items_of(sight->engine, sight->block, field, row); item++) {
      const LapSlot *slot = slot_at(sight->engine, sight->block, field, row, item);
      if (slot->piece && lap_mask_has(slot->known, sight->viewer)) faces[slot->piece] += by;
    }
}

static void count_faces(const Sight *sight, const LapPieceSet *set, gint by, gint *faces)
{
  const GPtrArray *fields = sight->engine->game->fields;
  for (guint i = 0; i < fields->len; i++) {
    const LapGameField *field = g_ptr_array_index(fields, i);
    if (field->set == set && field->type == LAP_SLOT && field->visibility != LAP_DERIVED)
      count_field(sight, field, by, faces);
  }
}

/* A piece that moves is known before and after; one more that is known was hidden before. */
static gboolean knows_more_of(const Sight *before, const Sight *after, const LapPieceSet *set)
{
  g_autofree gint *faces = g_new0(gint, set->faces + 1u);
  count_faces(after, set, 1, faces);
  count_faces(before, set, -1, faces);
  for (guint face = 0; face <= set->faces; face++)
    if (faces[face] > 0) return TRUE;
  return FALSE;
}

/* Choices of other seats that were sealed then, and are open. */
static gboolean was_opened(const Sight *before, const Sight *after)
{
  for (guint seat = 0; seat < before->engine->seats; seat++)
    if (seat != before->viewer && lap_head_of(before->block)->sealed[seat] && !lap_head_of(after->block)->sealed[seat])
      return TRUE;
  return FALSE;
}

gboolean lap_has_learned(LapEngine *engine, const LapBlock *before, const LapBlock *after, guint viewer)
{
  const Sight then = {engine, before, viewer}, now = {engine, after, viewer};
  if (lap_head_of(before)->generator.state != lap_head_of(after)->generator.state) return TRUE;
  for (guint i = 0; i < engine->game->sets->len; i++)
    if (knows_more_of(&then, &now, g_ptr_array_index(engine->game->sets, i))) return TRUE;
  return was_opened(&then, &now);
}
