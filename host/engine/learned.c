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

/* The same set of another game that has the level which it belongs to, or NULL. */
static const LapPieceSet *same_set(const LapGame *game, const LapPieceSet *set, const LapGame *of)
{
  if (game == of) return set;
  if (set->id >> 8 >= lap_game_shared_levels(game, of)) return NULL;
  for (guint i = 0; i < game->sets->len; i++) {
    const LapPieceSet *other = g_ptr_array_index(game->sets, i);
    if (other->id == set->id) return other;
  }
  return NULL;
}

/* A piece that moves is known before and after; one more that is known was hidden before. */
static gboolean knows_more_of(const Sight *before, const Sight *after, const LapPieceSet *set)
{
  g_autofree gint *faces = g_new0(gint, set->faces + 1u);
  const LapPieceSet *former = same_set(before->engine->game, set, after->engine->game);
  count_faces(after, set, 1, faces);
  if (former) count_faces(before, former, -1, faces);
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

gboolean lap_has_learned(const LapEngine *then, const LapBlock *before, const LapEngine *now, const LapBlock *after,
                         guint viewer)
{
  const Sight earlier = {then, before, viewer}, later = {now, after, viewer};
  if (lap_head_of(before)->generator.state != lap_head_of(after)->generator.state) return TRUE;
  for (guint i = 0; i < now->game->sets->len; i++)
    if (knows_more_of(&earlier, &later, g_ptr_array_index(now->game->sets, i))) return TRUE;
  return was_opened(&earlier, &later);
}
