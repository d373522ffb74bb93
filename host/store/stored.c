#include <errno.h>
#include <string.h>

#include "store-private.h"

G_DEFINE_BOXED_TYPE(LapStored, lap_stored, lap_stored_copy, lap_stored_free)

LapStored *lap_stored_copy(const LapStored *stored)
{
  LapStored *copy = g_new(LapStored, 1);
  *copy = *stored;
  copy->id = g_strdup(stored->id);
  copy->game = g_strdup(stored->game);
  copy->header = g_strdup(stored->header);
  return copy;
}

void lap_stored_free(LapStored *stored)
{
  if (!stored) return;
  g_free(stored->id);
  g_free(stored->game);
  g_free(stored->header);
  g_free(stored);
}

gboolean lap_store_is_id(const char *text)
{
  gsize length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789");
  return length && length <= LAP_STORE_ID_MAX && !text[length];
}

char *lap_stored_cursor(const LapStored *stored)
{
  return g_strdup_printf("%" G_GINT64_FORMAT "-%s", stored->changed, stored->id);
}

gboolean lap_store_read_cursor(const char *cursor, LapStorePlace *place)
{
  *place = (LapStorePlace){.changed = G_MAXINT64, .id = ""};
  if (!cursor) return TRUE;

  char *end;
  errno = 0;
  place->changed = g_ascii_strtoll(cursor, &end, 10);
  if (end == cursor || errno || *end != '-') return FALSE;

  place->id = end + 1;
  return lap_store_is_id(place->id);
}
