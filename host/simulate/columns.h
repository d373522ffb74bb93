/* Rows of cells, printed as aligned text: the first column to the left, the others to the right. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct LapColumns LapColumns;

LapColumns *lap_columns_new(void);
void lap_columns_free(LapColumns *columns);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapColumns, lap_columns_free)

/* Begins a row; the cells that follow are its own. */
void lap_columns_row(LapColumns *columns);
void lap_columns_cell(LapColumns *columns, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* A row of the texts, ended by NULL. */
void lap_columns_head(LapColumns *columns, const char *const *texts);
/* Appends all rows, two spaces between the columns, a line each, and forgets them. */
void lap_columns_flush(LapColumns *columns, GString *out);

G_END_DECLS
