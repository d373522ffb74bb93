/* Canvases: letters at columns and rows, each in a style of its own, that become a picture when all stand. */
#pragma once

#include "picture.h"

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
