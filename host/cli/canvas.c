#include "canvas.h"

#include "terminal.h"

/* One column. A letter that takes two has an empty one behind it. */
typedef struct {
  char letter[7];
  const char *style;
} Spot;

struct Canvas {
  guint columns, rows;
  Spot *spot;
};

Canvas *canvas_new(guint columns, guint rows)
{
  Canvas *canvas = g_new0(Canvas, 1);
  *canvas = (Canvas){columns, rows, g_new0(Spot, (gsize)columns * rows)};
  for (guint i = 0; i < columns * rows; i++) canvas->spot[i].letter[0] = ' ';
  return canvas;
}

void canvas_free(Canvas *canvas)
{
  g_free(canvas->spot);
  g_free(canvas);
}

static void put_letter(Canvas *canvas, int x, int y, const char *style, gunichar letter)
{
  if (x < 0 || y < 0 || (guint)x >= canvas->columns || (guint)y >= canvas->rows) return;
  Spot *spot = &canvas->spot[(guint)y * canvas->columns + (guint)x];
  spot->letter[letter ? g_unichar_to_utf8(letter, spot->letter) : 0] = '\0';
  spot->style = style;
}

void canvas_put(Canvas *canvas, int x, int y, const char *style, const char *text)
{
  for (; *text; text = g_utf8_next_char(text)) {
    gunichar letter = g_utf8_get_char(text);
    if (g_unichar_iszerowidth(letter)) continue;
    put_letter(canvas, x++, y, style, letter);
    if (g_unichar_iswide(letter)) put_letter(canvas, x++, y, style, 0);
  }
}

void canvas_repeat(Canvas *canvas, int x, int y, const char *style, const char *text, guint times)
{
  for (guint i = 0; i < times; i++) canvas_put(canvas, x + (int)(i * terminal_columns(text)), y, style, text);
}

/* One escape for all that stands side by side in one style. */
static char *line_of(const Spot *spot, guint columns)
{
  GString *line = g_string_new(NULL);
  for (guint i = 0; i < columns;) {
    g_autoptr(GString) run = g_string_new(NULL);
    const char *style = spot[i].style;
    for (; i < columns && g_strcmp0(spot[i].style, style) == 0; i++) g_string_append(run, spot[i].letter);
    g_autofree char *styled = terminal_styled(style, run->str);
    g_string_append(line, styled);
  }
  return g_string_free(line, FALSE);
}

Picture *canvas_picture(const Canvas *canvas, guint first, guint columns)
{
  Picture *picture = picture_new();
  for (guint y = 0; y < canvas->rows; y++)
    picture_take(picture, line_of(&canvas->spot[y * canvas->columns + first], MIN(columns, canvas->columns - first)));
  return picture;
}
