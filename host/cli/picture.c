#include "picture.h"

#include <stdio.h>

#include "terminal.h"

Picture *picture_new(void)
{
  Picture *picture = g_new0(Picture, 1);
  picture->line = g_ptr_array_new_with_free_func(g_free);
  return picture;
}

void picture_free(Picture *picture)
{
  g_ptr_array_unref(picture->line);
  g_free(picture);
}

void picture_take(Picture *picture, char *line)
{
  picture->columns = MAX(picture->columns, terminal_columns(line));
  g_ptr_array_add(picture->line, line);
}

void picture_add(Picture *picture, const char *line) { picture_take(picture, g_strdup(line)); }

static const char *line_of(const Picture *picture, guint i)
{
  return i < picture->line->len ? picture->line->pdata[i] : "";
}

static char *joined(const char *left, guint columns, const char *right)
{
  if (!*right) return g_strdup(left);
  return g_strdup_printf("%s%*s%s", left, (int)(columns - terminal_columns(left)), "", right);
}

void picture_beside(Picture *picture, Picture *right, guint gap)
{
  guint lines = MAX(picture->line->len, right->line->len);
  guint columns = picture->line->len ? picture->columns + gap : 0;
  g_autoptr(GPtrArray) left = g_steal_pointer(&picture->line);
  Picture old = {left, columns};
  picture->line = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < lines; i++) picture_take(picture, joined(line_of(&old, i), columns, line_of(right, i)));
  /* Blanks at its right end count. */
  picture->columns = MAX(picture->columns, columns + right->columns);
  picture_free(right);
}

void picture_below(Picture *picture, Picture *lower, guint indent)
{
  for (guint i = 0; i < lower->line->len; i++)
    picture_take(picture, g_strdup_printf("%*s%s", (int)indent, "", line_of(lower, i)));
  picture_free(lower);
}

Picture *picture_flow(GPtrArray *pictures, guint gap, guint columns)
{
  Picture *flow = picture_new(), *band = picture_new();
  for (guint i = 0; i < pictures->len; i++) {
    Picture *next = pictures->pdata[i];
    if (band->line->len && band->columns + gap + next->columns > columns) {
      picture_below(flow, band, 0);
      band = picture_new();
    }
    picture_beside(band, next, gap);
  }
  picture_below(flow, band, 0);
  g_ptr_array_free(pictures, TRUE);
  return flow;
}

static void print_lines(const Picture *picture, guint first, guint lines, guint indent)
{
  for (guint i = first; i < first + lines; i++) {
    g_autofree char *line = g_strchomp(g_strdup(line_of(picture, i)));
    printf("%*s%s\n", *line ? (int)indent : 0, "", line);
  }
}

void picture_print(const Picture *picture, guint indent) { print_lines(picture, 0, picture->line->len, indent); }

void picture_print_part(const Picture *picture, guint first, guint lines) { print_lines(picture, first, lines, 0); }

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
static char *styled_line(const Spot *spot, guint columns)
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
    picture_take(picture,
                 styled_line(&canvas->spot[y * canvas->columns + first], MIN(columns, canvas->columns - first)));
  return picture;
}
