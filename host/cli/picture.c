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

void picture_print(const Picture *picture, guint indent)
{
  for (guint i = 0; i < picture->line->len; i++) {
    g_autofree char *line = g_strchomp(g_strdup(line_of(picture, i)));
    printf("%*s%s\n", *line ? (int)indent : 0, "", line);
  }
}
