#include "symbols.h"

#include "host/text/titles.h"
#include "terminal.h"

/* --- drawings: the marks of a piece, as its plugin draws it, become letters */

/* The letter for an item that differs from others only by its colour; NULL for none. */
static const char *colour_letter(guint colour)
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
  const char *letter = colour_letter(mark->colour);
  gboolean bare = (!terminal()->colour || !terminal()->utf8) && letter && *mark->text && !has_letters(mark->text);
  return g_strdup(bare ? letter : mark->text);
}

gboolean drawing_has(const LapDrawing *drawing, LapAt at)
{
  for (guint i = 0; i < drawing->n; i++)
    if (drawing->mark[i].at == at && !(drawing->mark[i].text && !*drawing->mark[i].text)) return TRUE;
  return FALSE;
}

/* All marks at a place, without colours. */
static char *drawing_text(const LapDrawing *drawing, LapAt at)
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

/* --- items */

gboolean symbol_is_empty(const Render *render, const LapGameField *field, LapViewItem item)
{
  if (item != 0 || field->set || !field->shape) return item == 0 && field->set;
  const LapFace *look = lap_appearance_value(render->appearance, field, 0);
  return !look || (look->mark && !*look->mark);
}

static char *drawn_mark(const Render *render, const LapGameField *field, gint64 face, const LapDrawing *drawing)
{
  if (drawing_has(drawing, LAP_AT_MIDDLE)) return drawing_text(drawing, LAP_AT_MIDDLE);
  return lap_texts_piece(render->texts, field->set, (guint)face);
}

static char *face_mark(const Render *render, const LapGameField *field, gint64 face, guint *colour)
{
  LapDrawing drawing;
  if (lap_appearance_draw(render->appearance, field->set, face, &drawing)) {
    *colour = drawing.colour;
    return drawn_mark(render, field, face, &drawing);
  }
  const LapFace *look = lap_appearance_face(render->appearance, field->set, face);
  if (look) *colour = look->colour;
  return look && look->mark ? g_strdup(look->mark) : lap_texts_piece(render->texts, field->set, (guint)face);
}

static gboolean needs_letter(const Render *render, const LapGameField *field, const LapFace *look)
{
  const LapPlacement *placement = lap_appearance_placement(render->appearance, field);
  if (terminal()->colour || !colour_letter(look->colour)) return FALSE;
  for (guint i = 0; i < placement->n_values; i++) {
    const LapFace *other = &placement->values[i];
    if (other != look && g_strcmp0(other->mark, look->mark) == 0) return TRUE;
  }
  return FALSE;
}

static char *value_mark(const Render *render, const LapGameField *field, gint64 value, guint *colour)
{
  g_autofree char *name = lap_appearance_number(render->appearance, field, value);
  if (name) return g_strdup(lap_title_named(render->texts, "choice", name));
  const LapFace *look = lap_appearance_value(render->appearance, field, value);
  if (look) *colour = look->colour;
  if (look && look->mark) return g_strdup(needs_letter(render, field, look) ? colour_letter(look->colour) : look->mark);
  if (field->type == LAP_U64) return g_strdup_printf("%" G_GUINT64_FORMAT, (guint64)value);
  return g_strdup_printf("%" G_GINT64_FORMAT, value);
}

static char *back_mark(const Render *render, const LapGameField *field, guint back, guint *colour)
{
  const LapFace *look = lap_appearance_back(render->appearance, field->set, back);
  if (look) *colour = look->colour;
  if (look && look->mark) return g_strdup(look->mark);
  const char *hatch = terminal()->utf8 ? "▒▒" : "?";
  return field->set->n_backs > 1 ? lap_texts_back(render->texts, field->set, back) : g_strdup(hatch);
}

char *symbol_mark(const Render *render, const LapGameField *field, LapViewItem item, guint *colour)
{
  *colour = LAP_COLOUR_NONE;
  if (symbol_is_empty(render, field, item)) return g_strdup("");
  if (!field->set) return value_mark(render, field, item, colour);
  return item_is_back(field, item) ? back_mark(render, field, lap_view_item_back(item), colour)
                                   : face_mark(render, field, item, colour);
}

enum { LONG_NAME = 13 };

char *symbol_bare(const Render *render, const LapGameField *field, LapViewItem item)
{
  guint colour;
  g_autofree char *mark = symbol_mark(render, field, item, &colour);
  if (!item_is_face(field, item)) return g_steal_pointer(&mark);
  g_autofree char *name = lap_texts_piece(render->texts, field->set, (guint)item);
  return terminal_columns(name) < LONG_NAME ? g_steal_pointer(&name) : g_steal_pointer(&mark);
}

static char *bracketed(const Render *render, const LapGameField *field, LapViewItem item)
{
  g_autofree char *text = symbol_bare(render, field, item);
  return item_is_face(field, item) ? g_strdup_printf("[%s]", text) : g_steal_pointer(&text);
}

/* Parts of their own colours stand side by side, each on its ground. */
static char *drawn_chip(const LapDrawing *drawing)
{
  guint columns = drawing_columns(drawing, LAP_AT_MIDDLE) + 2;
  const char *ground = terminal_ground(drawing->colour);
  g_autoptr(Canvas) canvas = canvas_new(columns, 1);
  canvas_repeat(canvas, 0, 0, ground, " ", columns);
  drawing_put(drawing, LAP_AT_MIDDLE, canvas, 1, 0, ground, TRUE);
  g_autoptr(Picture) picture = canvas_picture(canvas, 0, columns);
  return g_strdup(picture->line->pdata[0]);
}

char *symbol_chip(const Render *render, const LapGameField *field, LapViewItem item)
{
  guint colour;
  LapDrawing drawing = {0};
  g_autofree char *mark = symbol_mark(render, field, item, &colour);
  const char *ground = terminal_ground(colour);
  if (symbol_is_empty(render, field, item)) return g_strdup(terminal()->utf8 ? "·" : ".");
  if (!terminal()->colour || !ground) return bracketed(render, field, item);
  if (item_is_face(field, item) && lap_appearance_draw(render->appearance, field->set, item, &drawing) &&
      drawing_has(&drawing, LAP_AT_MIDDLE))
    return drawn_chip(&drawing);
  g_autofree char *padded = g_strdup_printf(" %s ", mark);
  return terminal_styled(ground, padded);
}
