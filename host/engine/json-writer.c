#include "json-writer.h"

#include "knowledge.h"

void lap_json_number(GString *out, gint64 number)
{
  char digits[24];
  char *end = digits + sizeof digits, *at = end;
  guint64 rest = number < 0 ? -(guint64)number : (guint64)number;
  do *--at = (char)('0' + rest % 10);
  while (rest /= 10);
  if (number < 0) *--at = '-';
  g_string_append_len(out, at, end - at);
}

void lap_json_text(GString *out, const char *text)
{
  g_string_append_c(out, '"');
  g_string_append(out, text);
  g_string_append_c(out, '"');
}

static void write_back(GString *out, const LapPieceSet *set, guint face)
{
  g_string_append(out, "\"?");
  g_string_append(out, set->backs[set->back[face]]);
  g_string_append_c(out, '"');
}

void lap_json_piece(GString *out, const LapPieceSet *set, guint face, gboolean shown)
{
  if (face == 0)
    g_string_append(out, "null");
  else if (shown)
    lap_json_text(out, set->key[face]);
  else
    write_back(out, set, face);
}

void lap_json_separate(GString *out, gboolean *first)
{
  if (!*first) g_string_append_c(out, ',');
  *first = FALSE;
}

gboolean lap_mask_has(guint16 mask, guint viewer) { return viewer == LAP_HOST || (mask >> viewer & 1); }
