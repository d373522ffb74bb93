#include "cards.h"

#include "marks.h"
#include "terminal.h"

static const char *times(void) { return terminal()->utf8 ? "×" : "x"; }

/* A box's text: the mark on its colour, the whole name where there are no colours. */
static char *box_text(const Looks *looks, const LapGameField *field, Item item, const char **style)
{
  guint colour;
  char *mark = looks_mark(looks, field, item, &colour);
  *style = terminal_ground(colour);
  if (item.kind != ITEM_FACE || (terminal()->colour && *style)) return mark;
  g_free(mark);
  return lap_texts_piece(looks->texts, field->set, (guint)item.value);
}

/* On a coloured ground no lines are needed. */
static Picture *coloured_box(const char *text, guint columns, const char *style)
{
  Picture *box = picture_new();
  guint left = (columns - terminal_columns(text)) / 2;
  g_autofree char *blank = g_strdup_printf("%*s", (int)columns, "");
  g_autofree char *middle = g_strdup_printf("%*s%s%*s", (int)left, "", text,
                                            (int)(columns - left - terminal_columns(text)), "");
  picture_take(box, terminal_styled(style, blank));
  picture_take(box, terminal_styled(style, middle));
  picture_take(box, terminal_styled(style, blank));
  return box;
}

static char *edge(const char *left, const char *along, const char *right, guint columns)
{
  GString *line = g_string_new(left);
  for (guint i = 0; i < columns; i++) g_string_append(line, along);
  g_string_append(line, right);
  return g_string_free(line, FALSE);
}

static Picture *lined_box(const char *text, guint columns, const char *style)
{
  gboolean fine = terminal()->utf8;
  Picture *box = picture_new();
  guint inside = columns - 2, left = (inside - terminal_columns(text)) / 2;
  const char *wall = fine ? "│" : "|";
  g_autofree char *styled = terminal_styled(style, text);
  picture_take(box, fine ? edge("╭", "─", "╮", inside) : edge("+", "-", "+", inside));
  picture_take(box, g_strdup_printf("%s%*s%s%*s%s", wall, (int)left, "", styled,
                                    (int)(inside - left - terminal_columns(text)), "", wall));
  picture_take(box, fine ? edge("╰", "─", "╯", inside) : edge("+", "-", "+", inside));
  return box;
}

static Picture *box_draw(const Looks *looks, const LapGameField *field, Item item)
{
  const char *style = NULL;
  g_autofree char *text = box_text(looks, field, item, &style);
  guint columns = MAX(terminal_columns(text) + (item.kind == ITEM_BACK && field->set->n_backs < 2 ? 2 : 4), 6);
  if (style && terminal()->colour) return coloured_box(text, columns, style);
  return lined_box(text, columns, item.kind == ITEM_BACK ? TERMINAL_DIM : TERMINAL_BOLD);
}

static guint number_of(const LapGameField *field, Item item, guint position, const GArray *marks)
{
  guint number = item.kind == ITEM_FACE ? marks_find(marks, field, LAP_ARG_PIECE, (gint)item.value) : 0;
  return number ? number : marks_find(marks, field, LAP_ARG_ITEM, (gint)position);
}

static Picture *card_draw(const Looks *looks, const LapGameField *field, Item item, guint position, const GArray *marks)
{
  Picture *card = box_draw(looks, field, item);
  guint number = number_of(field, item, position, marks);
  if (!number) return card;
  g_autofree char *text = g_strdup_printf("%u", number);
  g_autofree char *styled = terminal_styled(TERMINAL_DIM, text);
  guint left = (card->columns - MIN(card->columns, terminal_columns(text))) / 2;
  picture_take(card, g_strdup_printf("%*s%s", (int)left, "", styled));
  return card;
}

Picture *cards_draw(const Looks *looks, const LapGameField *field, const Items *items, guint group, const GArray *marks,
                    guint columns)
{
  GPtrArray *pictures = g_ptr_array_new();
  for (guint i = 0; i < items->item->len;) {
    Picture *together = picture_new();
    do {
      picture_beside(together, card_draw(looks, field, items_at(items, i), i, marks), group ? 0 : 1);
      i++;
    } while (group && i < items->item->len && i % group != 0);
    g_ptr_array_add(pictures, together);
  }
  return picture_flow(pictures, group ? 2 : 1, columns);
}

Picture *cards_pile(const Looks *looks, const LapGameField *field, const Items *items, const GArray *marks)
{
  Item top = {items->size ? ITEM_BACK : ITEM_EMPTY, 0};
  if (items->item->len) top = items_at(items, items->item->len - 1);
  Picture *pile = card_draw(looks, field, top, (guint)MAX(items->size, 1) - 1, marks), *count = picture_new();
  picture_add(count, "");
  picture_take(count, g_strdup_printf("%s%" G_GINT64_FORMAT, times(), items->size));
  picture_beside(pile, count, 1);
  return pile;
}

/* --- on a line */

static Picture *text_picture(char *text)
{
  Picture *picture = picture_new();
  picture_take(picture, text);
  return picture;
}

/* "▒▒×6" */
static char *run_text(const Looks *looks, const LapGameField *field, Item item, guint run)
{
  g_autofree char *chip = looks_chip(looks, field, item);
  return run > 1 ? g_strdup_printf("%s%s%u", chip, times(), run) : g_steal_pointer(&chip);
}

/* How many of the items at `i` make one chip: backs alike are counted rather than drawn. */
static guint chip_run(const Items *items, guint i, guint group)
{
  return items_at(items, i).kind == ITEM_BACK && !group ? items_run(items, i) : 1;
}

/* The chips of one group, or one run. */
static Picture *chips(const Looks *looks, const LapGameField *field, const Items *items, guint group, guint *i)
{
  guint first = *i, end = group ? MIN(first + group, items->item->len) : first + chip_run(items, first, group);
  gboolean tight = group && terminal()->colour;
  if (!group) {
    *i = end;
    return text_picture(run_text(looks, field, items_at(items, first), end - first));
  }
  Picture *together = picture_new();
  for (; *i < end; (*i)++)
    picture_beside(together, text_picture(run_text(looks, field, items_at(items, *i), 1)), tight ? 0 : 1);
  return together;
}

static Picture *size_picture(const Items *items)
{
  if (!items->size) return text_picture(g_strdup(terminal()->utf8 ? "–" : "-"));
  return text_picture(g_strdup_printf("%s%" G_GINT64_FORMAT, times(), items->size));
}

Picture *cards_line(const Looks *looks, const LapGameField *field, const Items *items, guint group, guint columns)
{
  if (!items->item->len) return size_picture(items);
  GPtrArray *pictures = g_ptr_array_new();
  for (guint i = 0; i < items->item->len;) g_ptr_array_add(pictures, chips(looks, field, items, group, &i));
  if (items->size > items->item->len) g_ptr_array_add(pictures, size_picture(items));
  return picture_flow(pictures, group ? 2 : 1, columns);
}
