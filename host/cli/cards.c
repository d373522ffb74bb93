#include "cards.h"

#include "box.h"
#include "terminal.h"

static const char *times(void) { return terminal()->utf8 ? "×" : "x"; }

static Picture *text_picture(char *text)
{
  Picture *picture = picture_new();
  picture_take(picture, text);
  return picture;
}

/* Flows what goes on one line of `wrap` items, line by line. */
static Picture *flow(GPtrArray *pictures, guint gap, const CardsLayout *layout)
{
  guint wrap = layout->wrap && !layout->group ? layout->wrap : MAX(pictures->len, 1);
  Picture *all = picture_new();
  for (guint i = 0; i < pictures->len; i += wrap) {
    GPtrArray *line = g_ptr_array_new();
    for (guint k = i; k < MIN(i + wrap, pictures->len); k++) g_ptr_array_add(line, pictures->pdata[k]);
    picture_below(all, picture_flow(line, gap, layout->columns), 0);
  }
  g_ptr_array_free(pictures, TRUE);
  return all;
}

/* --- large */

static Picture *card_draw(const Scene *scene, const LapGameField *field, Item item, guint place)
{
  Picture *card = box_draw(scene, field, item, place);
  guint number = scene_number(scene, field, item, place);
  if (!number) return card;
  g_autofree char *text = g_strdup_printf("%u", number);
  g_autofree char *styled = terminal_styled(TERMINAL_DIM, text);
  guint left = (card->columns - MIN(card->columns, terminal_columns(text))) / 2;
  picture_take(card, g_strdup_printf("%*s%s", (int)left, "", styled));
  return card;
}

Picture *cards_draw(const Scene *scene, const LapGameField *field, const Items *items, const CardsLayout *layout)
{
  GPtrArray *pictures = g_ptr_array_new();
  guint group = layout->group;
  for (guint i = 0; i < items->item->len;) {
    Picture *together = picture_new();
    do {
      picture_beside(together, card_draw(scene, field, items_at(items, i), i), group ? 0 : 1);
      i++;
    } while (group && i < items->item->len && i % group != 0);
    g_ptr_array_add(pictures, together);
  }
  return flow(pictures, group ? 2 : 1, layout);
}

/* --- names */

enum { LONG_NAME = 16 };

gboolean cards_are_names(const Scene *scene, const LapGameField *field, const Items *items)
{
  guint longest = 0, colour;
  if (lap_appearance_has_faces(scene->looks->appearance, field->set)) return FALSE;
  for (guint i = 0; i < items->item->len; i++) {
    g_autofree char *name = looks_mark(scene->looks, field, items_at(items, i), &colour);
    longest = MAX(longest, terminal_columns(name));
  }
  return longest >= LONG_NAME;
}

static Picture *name_draw(const Scene *scene, const LapGameField *field, Item item, guint place)
{
  guint colour, number = scene_number(scene, field, item, place);
  g_autofree char *name = looks_mark(scene->looks, field, item, &colour);
  g_autofree char *digits = number ? g_strdup_printf("%u ", number) : g_strdup("");
  g_autofree char *styled = terminal_styled(TERMINAL_DIM, digits);
  return text_picture(g_strconcat(styled, name, NULL));
}

Picture *cards_names(const Scene *scene, const LapGameField *field, const Items *items, const CardsLayout *layout)
{
  GPtrArray *pictures = g_ptr_array_new();
  for (guint i = 0; i < items->item->len; i++)
    g_ptr_array_add(pictures, name_draw(scene, field, items_at(items, i), i));
  return flow(pictures, 3, layout);
}

/* --- piles */

Picture *cards_pile(const Scene *scene, const LapGameField *field, const Items *items)
{
  /* Its back, where it has only one. */
  Item top = items->size ? (Item){ITEM_BACK, 0} : (Item){ITEM_EMPTY, 0};
  if (items->item->len) top = items_at(items, items->item->len - 1);
  Picture *pile = card_draw(scene, field, top, (guint)MAX(items->size, 1) - 1), *count = picture_new();
  picture_add(count, "");
  picture_take(count, g_strdup_printf("%s%" G_GINT64_FORMAT, times(), items->size));
  picture_beside(pile, count, 1);
  return pile;
}

/* --- small */

/* "▒▒×6" */
static char *run_text(const Scene *scene, const LapGameField *field, Item item, guint run)
{
  g_autofree char *chip = looks_chip(scene->looks, field, item);
  return run > 1 ? g_strdup_printf("%s%s%u", chip, times(), run) : g_steal_pointer(&chip);
}

/* How many of the items at `i` make one chip: backs alike are counted rather than drawn. */
static guint chip_run(const Items *items, guint i, const CardsLayout *layout)
{
  gboolean counted = items_at(items, i).kind == ITEM_BACK && !layout->group && !layout->n_beside;
  return counted ? items_run(items, i) : 1;
}

/* What stands behind the chip at `i`. */
static char *beside_text(const Scene *scene, const CardsLayout *layout, guint i)
{
  GString *text = g_string_new(NULL);
  for (guint k = 0; k < layout->n_beside; k++) {
    guint colour;
    if (i >= layout->beside[k]->item->len) continue;
    g_autofree char *mark = looks_mark(scene->looks, layout->beside_field[k], items_at(layout->beside[k], i), &colour);
    g_string_append(text, mark);
  }
  return g_string_free(text, FALSE);
}

/* The chips of one group, or one run. */
static Picture *chips(const Scene *scene, const LapGameField *field, const Items *items, const CardsLayout *layout,
                      guint *i)
{
  guint first = *i, group = layout->group;
  guint end = group ? MIN(first + group, items->item->len) : first + chip_run(items, first, layout);
  gboolean tight = group && terminal()->colour;
  if (!group) {
    *i = end;
    Picture *chip = text_picture(run_text(scene, field, items_at(items, first), end - first));
    picture_beside(chip, text_picture(beside_text(scene, layout, first)), 0);
    return chip;
  }
  Picture *together = picture_new();
  for (; *i < end; (*i)++)
    picture_beside(together, text_picture(run_text(scene, field, items_at(items, *i), 1)), tight ? 0 : 1);
  return together;
}

static Picture *size_picture(const Items *items)
{
  if (!items->size) return text_picture(g_strdup(terminal()->utf8 ? "–" : "-"));
  return text_picture(g_strdup_printf("%s%" G_GINT64_FORMAT, times(), items->size));
}

Picture *cards_line(const Scene *scene, const LapGameField *field, const Items *items, const CardsLayout *layout)
{
  if (!items->item->len) return size_picture(items);
  GPtrArray *pictures = g_ptr_array_new();
  for (guint i = 0; i < items->item->len;) g_ptr_array_add(pictures, chips(scene, field, items, layout, &i));
  if (items->size > items->item->len) g_ptr_array_add(pictures, size_picture(items));
  return flow(pictures, layout->group ? 2 : 1, layout);
}

/* --- in groups of sizes */

enum { NARROWEST_CHIP = 4 };

/* The mark in the middle of its ground, or between brackets. */
static char *even_chip(const Scene *scene, const LapGameField *field, Item item, guint columns)
{
  guint colour;
  g_autofree char *mark = looks_mark(scene->looks, field, item, &colour);
  const char *ground = terminal()->colour ? terminal_ground(colour) : NULL;
  guint inside = columns - 2, blanks = inside - MIN(inside, terminal_columns(mark));
  g_autofree char *text = g_strdup_printf("%s%*s%s%s", ground ? " " : "[", (int)blanks, "", mark, ground ? " " : "]");
  return terminal_styled(ground, text);
}

static guint widest_mark(const Scene *scene, const LapGameField *field, const Items *items)
{
  guint columns = 0, colour;
  for (guint i = 0; i < items->item->len; i++) {
    g_autofree char *mark = looks_mark(scene->looks, field, items_at(items, i), &colour);
    columns = MAX(columns, terminal_columns(mark));
  }
  return columns;
}

Picture *cards_groups(const Scene *scene, const LapGameField *field, const Items *items, const CardsLayout *layout)
{
  guint columns = MAX(widest_mark(scene, field, items) + 2, NARROWEST_CHIP), next = 0;
  Picture *line = picture_new();
  for (guint group = 0; group < layout->sizes->item->len && next < items->item->len; group++)
    for (gint64 left = items_at(layout->sizes, group).value, first = next; left > 0 && next < items->item->len;
         left--) {
      guint gap = group && next == first ? 2 : 0;
      picture_beside(line, text_picture(even_chip(scene, field, items_at(items, next), columns)), gap);
      next++;
    }
  return line;
}
