#include "table.h"

#include <string.h>

#include "field.h"
#include "host/projection/view.h"
#include "host/text/titles.h"
#include "messages.h"
#include "players.h"
#include "terminal.h"

/* --- fields that belong to no seat */

static Picture *below_label(const Render *render, const LapGameField *field, Picture *body)
{
  g_autofree char *label = field_label(render, field);
  guint columns = MIN(terminal_columns(label), terminal_width() - 4);
  g_autofree char *fitted = terminal_fit(label, columns);
  Picture *picture = picture_new();
  picture_take(picture, terminal_styled(TERMINAL_DIM, fitted));
  picture_below(picture, body, 0);
  return picture;
}

static Picture *behind(const char *label, Picture *body)
{
  Picture *picture = picture_new();
  picture_take(picture, terminal_styled(TERMINAL_DIM, label));
  picture_beside(picture, body, 1);
  return picture;
}

static Picture *behind_label(const Render *render, const LapGameField *field, Picture *body)
{
  g_autofree char *label = field_label(render, field);
  return behind(label, body);
}

static void add_together(const Render *render, GPtrArray *out)
{
  if (!render->together) return;
  Picture *points = picture_new();
  picture_add(points, render->together);
  g_ptr_array_add(out, behind(message("cli.together"), points));
}

static void add_picture(const Render *render, const LapGameField *field, guint row, gboolean large, GPtrArray *out)
{
  guint columns = terminal_width() - 4;
  Picture *body = large ? field_large(render, field, row, columns) : NULL;
  if (body) {
    g_ptr_array_add(out, below_label(render, field, body));
    return;
  }
  body = field_small(render, field, row, columns - 20);
  if (body) g_ptr_array_add(out, behind_label(render, field, body));
}

/* Rows that are no seats are drawn one by one, but planes, which are one board. */
static void add_shared(const Render *render, const LapGameField *field, GPtrArray *out)
{
  guint rows = field_rows(render, field);
  if (!rows) add_picture(render, field, FIELD_WHOLE, TRUE, out);
  for (guint row = 0; row < rows; row++)
    add_picture(render, field, row, field_draw(render, field) == LAP_DRAW_GRID, out);
}

/* The rows of all seats on a line, each behind its seat's name. */
static void add_central(const Render *render, const LapGameField *field, GPtrArray *out)
{
  GPtrArray *rows = g_ptr_array_new();
  for (guint seat = 0; seat < render->view->seats; seat++) {
    Picture *row = field_small(render, field, seat, terminal_width() / 2);
    if (!row) continue;
    Picture *named = picture_new();
    picture_add(named, render->names[seat]);
    picture_beside(named, row, 1);
    g_ptr_array_add(rows, named);
  }
  guint n = rows->len;
  Picture *body = picture_flow(rows, 3, terminal_width() - 20);
  if (n)
    g_ptr_array_add(out, behind_label(render, field, body));
  else
    picture_free(body);
}

/* What is large comes first, then what takes most of the width, then what takes one line. */
typedef enum { RANK_LARGE, RANK_WIDE, RANK_LINE, RANKS } Rank;

static Rank rank_of(const Picture *picture)
{
  if (picture->line->len < 2) return RANK_LINE;
  return picture->columns > terminal_width() / 2 ? RANK_WIDE : RANK_LARGE;
}

enum { GAP = 4 };

/* What takes one line stands in a column beside the only thing that takes more, where there is room: else the second
 * would need a line below it. `n` come before the lines. */
static void stack_lines(GPtrArray *pictures, guint n)
{
  guint columns = 0;
  for (guint i = n; i < pictures->len; i++) columns = MAX(columns, ((Picture *)pictures->pdata[i])->columns);
  const Picture *first = n == 1 ? pictures->pdata[0] : NULL;
  if (!first || pictures->len - n > first->line->len || first->columns + GAP + columns > terminal_width() - 4) return;
  Picture *column = picture_new();
  for (guint i = n; i < pictures->len; i++) picture_below(column, pictures->pdata[i], 0);
  g_ptr_array_set_size(pictures, n);
  g_ptr_array_add(pictures, column);
}

/* Of one rank in the order of the fields. */
static Picture *shared_area(const Render *render)
{
  GPtrArray *pictures = g_ptr_array_new(), *sorted = g_ptr_array_new();
  add_together(render, pictures);
  for (guint i = 0; i < render->view->game->fields->len; i++) {
    const LapGameField *field = render->view->game->fields->pdata[i];
    if (!field_is_drawn(render, field)) continue;
    if (lap_appearance_is_central(render->appearance, field))
      add_central(render, field, pictures);
    else if (!field->of_seats || field->type == LAP_PLANE)
      add_shared(render, field, pictures);
  }
  guint lines = 0;
  for (Rank rank = RANK_LARGE; rank < RANKS; rank++)
    for (guint i = 0; i < pictures->len; i++)
      if (rank_of(pictures->pdata[i]) == rank) {
        g_ptr_array_add(sorted, pictures->pdata[i]);
        lines += rank == RANK_LINE;
      }
  g_ptr_array_free(pictures, TRUE);
  stack_lines(sorted, sorted->len - lines);
  return picture_flow(sorted, GAP, terminal_width() - 4);
}

Picture *table_draw(const Render *render)
{
  g_autoptr(GArray) tokens = field_tokens(render);
  Render full = *render;
  full.tokens = tokens;
  Picture *picture = picture_new(), *shared = shared_area(&full);
  gboolean any = shared->line->len > 0;
  picture_below(picture, shared, 2);
  if (any) picture_add(picture, "");
  picture_below(picture, players_draw(&full), 0);
  return picture;
}

/* --- the heading */

static char *waiting_names(const Render *render)
{
  GString *names = g_string_new(NULL);
  for (guint seat = 0; seat < render->view->seats; seat++)
    if (render->view->waiting >> seat & 1)
      g_string_append_printf(names, "%s%s", names->len ? ", " : "", render->names[seat]);
  return g_string_free(names, FALSE);
}

static char *heading_state(const Render *render)
{
  const LapView *view = render->view;
  if (view->over) return message_with("cli.over", COUNT("moves", view->ply));
  g_autofree char *names = waiting_names(render);
  return message_with("cli.move", COUNT("move", view->ply + 1), WORD("names", names),
                      WORD("phase", lap_title_named(render->texts, "phase", view->phase->name)));
}

char *table_heading(const Render *render, const char *title)
{
  const char *dash = terminal()->utf8 ? "─" : "-";
  g_autofree char *styled = terminal_styled(TERMINAL_BOLD, title);
  g_autofree char *right = heading_state(render);
  GString *line = g_string_new(NULL);
  g_string_append_printf(line, "%s%s %s ", dash, dash, styled);
  guint used = 6 + terminal_columns(title) + terminal_columns(right) + 1;
  for (guint i = used; i < terminal_width(); i++) g_string_append(line, dash);
  g_string_append_printf(line, " %s %s", right, dash);
  return g_string_free(line, FALSE);
}

/* --- descriptions of visible pieces */

/* The faces of a set that are in the view. */
static void find_faces(const LapView *view, const LapPieceSet *set, gboolean *found)
{
  for (guint i = 0; i < view->n; i++) {
    const LapViewField *field = &view->field[i];
    for (guint row = 0; field->field->set == set && row < field->n; row++)
      for (guint k = 0; k < field->row[row].n; k++)
        if (field->row[row].item[k] > 0) found[field->row[row].item[k]] = TRUE;
  }
}

static void print_set(const LapView *view, const LapPieceSet *set, LapTexts *texts)
{
  g_autofree gboolean *found = g_new0(gboolean, set->faces + 1u);
  find_faces(view, set, found);
  for (guint face = 1; face <= set->faces; face++) {
    const char *about = found[face] ? lap_title_about(view->game, texts, set, face) : NULL;
    if (!about) continue;
    g_autofree char *title = lap_texts_piece(texts, set, face), *paragraph = g_strdup_printf("%s: %s", title, about);
    terminal_paragraph("  ", paragraph);
  }
}

void table_print_about(const LapView *view, LapTexts *texts)
{
  for (guint i = 0; i < view->game->sets->len; i++) print_set(view, view->game->sets->pdata[i], texts);
}
