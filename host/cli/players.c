#include "players.h"

#include "field-picture.h"
#include "seat-lines.h"
#include "terminal.h"

/* --- blocks, side by side */

static void add_block(const Table *table, const LapGameField *field, guint seat, Picture *block, GString *labels)
{
  Picture *body = field_large(table, field, seat, terminal_width() - 4);
  if (!body) return;
  g_autofree char *label = field_label(table, field);
  if (body->line->len) g_string_append_printf(labels, "%s%s", labels->len ? ", " : "", label);
  picture_below(block, body, 0);
}

static Picture *seat_block(const Table *table, guint seat)
{
  Picture *block = picture_new(), *body = picture_new();
  g_autoptr(GString) labels = g_string_new(NULL);
  for (guint i = 0; i < table->scene.looks->game->fields->len; i++) {
    const LapGameField *field = table->scene.looks->game->fields->pdata[i];
    if (seat_lines_is_of_seats(table, field) && seat_lines_is_block(table, field))
      add_block(table, field, seat, body, labels);
  }
  g_autofree char *name = table_name(table, seat), *styled = terminal_styled(TERMINAL_BOLD, name);
  g_autofree char *dim = terminal_styled(TERMINAL_DIM, labels->str);
  if (body->line->len) picture_take(block, g_strdup_printf("%s  %s", styled, dim));
  picture_below(block, body, 0);
  return block;
}

/* The viewer's comes last, next to the choices. */
static Picture *blocks(const Table *table)
{
  GPtrArray *pictures = g_ptr_array_new();
  for (guint i = 1; i <= table->seats; i++) {
    guint seat = table->viewer < table->seats ? (table->viewer + i) % table->seats : i - 1;
    Picture *block = seat_block(table, seat);
    if (block->line->len)
      g_ptr_array_add(pictures, block);
    else
      picture_free(block);
  }
  return picture_flow(pictures, 4, terminal_width() - 2);
}

/* --- what the viewer holds */

static Picture *held(const Table *table)
{
  GPtrArray *pictures = g_ptr_array_new();
  for (guint i = 0; table->viewer < table->seats && i < table->scene.looks->game->fields->len; i++) {
    const LapGameField *field = table->scene.looks->game->fields->pdata[i];
    if (!seat_lines_is_of_seats(table, field) || !seat_lines_is_held(table, field, table->viewer)) continue;
    Picture *body = field_large(table, field, table->viewer, terminal_width() - 4), *picture = picture_new();
    if (!body) body = field_small(table, field, table->viewer, terminal_width() - 4);
    g_autofree char *label = field_label(table, field);
    picture_take(picture, terminal_styled(TERMINAL_DIM, label));
    if (body) picture_below(picture, body, 0);
    g_ptr_array_add(pictures, picture);
  }
  return picture_flow(pictures, 3, terminal_width() - 2);
}

static void add_area(Picture *picture, Picture *area)
{
  if (area->line->len) picture_add(picture, "");
  picture_below(picture, area, 2);
}

Picture *players_draw(const Table *table)
{
  Picture *picture = seat_lines_draw(table);
  add_area(picture, blocks(table));
  add_area(picture, held(table));
  return picture;
}
