#include "drawing.h"

#include "terminal.h"

const char *drawing_colour_letter(guint colour)
{
  static const char *const letters[] = {
      [LAP_COLOUR_WHITE] = "W",  [LAP_COLOUR_BLACK] = "K",  [LAP_COLOUR_GREY] = "E",  [LAP_COLOUR_RED] = "R",
      [LAP_COLOUR_ORANGE] = "O", [LAP_COLOUR_YELLOW] = "Y", [LAP_COLOUR_GREEN] = "G", [LAP_COLOUR_BLUE] = "B",
      [LAP_COLOUR_PURPLE] = "P", [LAP_COLOUR_PINK] = "I",   [LAP_COLOUR_BROWN] = "N"};
  return colour < G_N_ELEMENTS(letters) ? letters[colour] : NULL;
}

static gboolean has_letters(const char *text)
{
  for (; *text; text = g_utf8_next_char(text))
    if (g_unichar_isgraph(g_utf8_get_char(text)) &&
        (g_ascii_isgraph(*text) || g_unichar_isalnum(g_utf8_get_char(text))))
      return TRUE;
  return FALSE;
}

char *drawing_letters(const LapMark *mark)
{
  if (!mark->text) return g_strdup_printf("%d", mark->number);
  const char *letter = drawing_colour_letter(mark->colour);
  gboolean bare = (!terminal()->colour || !terminal()->utf8) && letter && *mark->text && !has_letters(mark->text);
  return g_strdup(bare ? letter : mark->text);
}

gboolean drawing_has(const LapDrawing *drawing, LapAt at)
{
  for (guint i = 0; i < drawing->n; i++)
    if (drawing->mark[i].at == at) return TRUE;
  return FALSE;
}

char *drawing_text(const LapDrawing *drawing, LapAt at)
{
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < drawing->n; i++) {
    if (drawing->mark[i].at != at) continue;
    g_autofree char *letters = drawing_letters(&drawing->mark[i]);
    g_string_append(text, letters);
  }
  return g_string_free(text, FALSE);
}

guint drawing_columns(const LapDrawing *drawing, LapAt at)
{
  g_autofree char *text = drawing_text(drawing, at);
  return terminal_columns(text);
}

void drawing_put(const LapDrawing *drawing, LapAt at, Canvas *canvas, int x, int y, const char *style,
                 gboolean on_ground)
{
  for (guint i = 0; i < drawing->n; i++) {
    const LapMark *mark = &drawing->mark[i];
    if (mark->at != at) continue;
    g_autofree char *letters = drawing_letters(mark);
    const char *own = (on_ground ? terminal_ground : terminal_ink)(mark->colour);
    canvas_put(canvas, x, y, own ? own : style, letters);
    x += (int)terminal_columns(letters);
  }
}

const LapMark *drawing_cell(const LapDrawing *drawing, guint x, guint y)
{
  for (guint i = 0; i < drawing->n; i++) {
    const LapMark *mark = &drawing->mark[i];
    if (mark->at == LAP_AT_CELL && mark->x == x && mark->y == y) return mark;
  }
  return NULL;
}
