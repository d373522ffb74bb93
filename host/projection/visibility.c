#include "visibility.h"

static gboolean is_data(const LapGameField *field)
{
  return !field->hidden && field->type != LAP_SPARE && field->visibility != LAP_DERIVED;
}

gboolean lap_shows_field(const LapGameField *field, guint viewer)
{
  return is_data(field) && (field->visibility != LAP_NOBODY || viewer == LAP_OMNISCIENT);
}

gboolean lap_shows_row(const LapGameField *field, guint row, guint viewer)
{
  return field->visibility != LAP_ROW_OWNER || viewer == row || viewer == LAP_OMNISCIENT;
}

static gboolean is_counted(const LapGameField *field)
{
  return field->visibility == LAP_SIZE || field->visibility == LAP_TOP;
}

gboolean lap_shows_pile(const LapGameField *field, guint row, guint viewer)
{
  return lap_shows_field(field, viewer) && lap_shows_row(field, row, viewer) && is_counted(field);
}

gboolean lap_shows_items(const LapGameField *field, guint row, guint viewer)
{
  gboolean unordered = field->set && field->order == LAP_SET;
  return lap_shows_field(field, viewer) && lap_shows_row(field, row, viewer) && !is_counted(field) && !unordered;
}

gboolean lap_shows_piece(const LapGameField *field, guint row, const LapSlot *slot, guint viewer)
{
  if (field->visibility == LAP_BY_OWNER && viewer != row && viewer != LAP_OMNISCIENT) return FALSE;
  return lap_mask_has(slot->known, viewer);
}

gboolean lap_remembers_field(const LapGameField *field, guint viewer)
{
  return lap_shows_field(field, viewer) || (is_data(field) && field->type == LAP_SLOT);
}

gboolean lap_remembers_piece(const LapSlot *slot, guint viewer) { return lap_mask_has(slot->known, viewer); }

gboolean lap_shows_action_arguments(const LapAction *action, guint viewer)
{
  return viewer == action->seat || viewer == LAP_OMNISCIENT;
}

gboolean lap_shows_event_arguments(const LapEvent *event, guint viewer) { return lap_mask_has(event->knows, viewer); }

gboolean lap_shows_steps(const LapEntry *entry, guint viewer)
{
  return !entry->sealed || viewer == entry->seat || viewer == LAP_OMNISCIENT;
}

gboolean lap_shows_line(const LapLine *line, guint viewer) { return lap_mask_has(line->knows, viewer); }

gboolean lap_shows_log(gboolean over, guint viewer) { return over || viewer == LAP_OMNISCIENT; }
