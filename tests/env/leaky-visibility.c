/* A leak in what is decided for an observation: a seat is shown every piece, in place of that of
 * host/projection/visibility.c. */
#include "host/projection/visibility.h"

gboolean lap_shows_piece(const LapGameField *field, guint row, const LapSlot *slot, guint viewer)
{
  (void)field, (void)row, (void)slot, (void)viewer;
  return TRUE;
}

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
