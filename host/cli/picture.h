/* Pictures of letters: lines that are put beside and below each other before anything is printed. */
#pragma once

#include <glib.h>

typedef struct {
  GPtrArray *line; /* char *, UTF-8, may hold colours */
  guint columns;   /* of the widest line */
} Picture;

Picture *picture_new(void);
void picture_free(Picture *picture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Picture, picture_free)

/* Adds a line below; takes it over. */
void picture_take(Picture *picture, char *line);
void picture_add(Picture *picture, const char *line);

/* Puts `right` to the right of `picture`, top to top, `gap` columns between; frees `right`. */
void picture_beside(Picture *picture, Picture *right, guint gap);
/* Puts `lower` below, moved right by `indent`; frees `lower`. */
void picture_below(Picture *picture, Picture *lower, guint indent);

/* Lays pictures out as words of a text are: side by side, `gap` columns between, a new band where the next would pass
 * `columns`. Frees those in `pictures` and the array. */
Picture *picture_flow(GPtrArray *pictures, guint gap, guint columns);

/* Prints it, moved right by `indent`. */
void picture_print(const Picture *picture, guint indent);
/* Prints `lines` of it, from `first` on. */
void picture_print_part(const Picture *picture, guint first, guint lines);

/* Canvases: letters at columns and rows, each in a style of its own, that become a picture when all stand. */

typedef struct Canvas Canvas;

Canvas *canvas_new(guint columns, guint rows);
void canvas_free(Canvas *canvas);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Canvas, canvas_free)

/* Writes `text`, which has no colours in it, from a column on, in a style of terminal.h (static, or NULL). What would
 * stand outside is left out. */
void canvas_put(Canvas *canvas, int x, int y, const char *style, const char *text);
/* The same `times` over, side by side. */
void canvas_repeat(Canvas *canvas, int x, int y, const char *style, const char *text, guint times);

/* The columns from `first` on. Returns: (transfer full) */
Picture *canvas_picture(const Canvas *canvas, guint first, guint columns);
