#include "items.h"

#include <string.h>

void items_clear(Items *items) { g_clear_pointer(&items->item, g_array_unref); }

static gint64 word_among(const char *word, const char *const *words, guint from, guint n)
{
  for (guint i = from; i < n; i++)
    if (words[i] && strcmp(words[i], word) == 0) return i;
  return 0;
}

static gint64 back_named(const LapPieceSet *set, const char *name)
{
  return set->backs ? word_among(name, set->backs, 0, set->n_backs) : 0;
}

/* A face, or "?" and a back. */
static Item piece_item(const LapPieceSet *set, const char *word)
{
  if (*word == '?') return (Item){ITEM_BACK, back_named(set, word + 1)};
  return (Item){ITEM_FACE, word_among(word, set->key, 1, set->faces + 1u)};
}

/* In a grid of plain values or planes 0 is nobody's, unless it has a look of its own. */
static gboolean is_empty(const Looks *looks, const LapGameField *field, gint64 value)
{
  if (value != 0 || !field->shape) return FALSE;
  const LapFace *look = lap_appearance_value(looks->appearance, field, 0);
  return !look || (look->mark && !*look->mark);
}

static Item number_item(const Looks *looks, const LapGameField *field, gint64 value)
{
  return (Item){is_empty(looks, field, value) ? ITEM_EMPTY : ITEM_NUMBER, value};
}

static Item node_item(const Looks *looks, const LapGameField *field, JsonNode *node)
{
  if (!node || JSON_NODE_HOLDS_NULL(node)) return (Item){ITEM_EMPTY, 0};
  if (field->set) {
    const char *word = json_node_get_string(node);
    return word ? piece_item(field->set, word) : (Item){ITEM_EMPTY, 0};
  }
  /* Integers past 2^53 are strings. */
  const char *digits = json_node_get_string(node);
  return number_item(looks, field, digits ? (gint64)g_ascii_strtoull(digits, NULL, 10) : json_node_get_int(node));
}

static void append(Items *items, Item item, gint64 times)
{
  while (times-- > 0) g_array_append_val(items->item, item);
}

static void read_array(Items *items, const Looks *looks, const LapGameField *field, JsonArray *array)
{
  for (guint i = 0; i < json_array_get_length(array); i++)
    append(items, node_item(looks, field, json_array_get_element(array, i)), 1);
  items->size = items->item->len;
}

/* {"seen":[...],"hidden":{"card":4}} */
static void read_set(Items *items, const Looks *looks, const LapGameField *field, JsonObject *object)
{
  if (json_object_has_member(object, "seen"))
    read_array(items, looks, field, json_object_get_array_member(object, "seen"));
  if (!json_object_has_member(object, "hidden")) return;
  JsonObject *hidden = json_object_get_object_member(object, "hidden");
  g_autoptr(GList) backs = json_object_get_members(hidden);
  for (GList *back = backs; back; back = back->next)
    append(items, (Item){ITEM_BACK, back_named(field->set, back->data)},
           json_object_get_int_member(hidden, back->data));
  items->size = items->item->len;
}

/* {"top":"blue_2","size":9}, {"size":9} */
static void read_pile(Items *items, const Looks *looks, const LapGameField *field, JsonObject *object)
{
  items->size = json_object_get_int_member(object, "size");
  if (!json_object_has_member(object, "top") || items->size == 0) return;
  append(items, node_item(looks, field, json_object_get_member(object, "top")), 1);
}

static void read_one(Items *items, const Looks *looks, const LapGameField *field, JsonNode *value)
{
  append(items, node_item(looks, field, value), 1);
  items->size = items_at(items, 0).kind == ITEM_EMPTY ? 0 : 1;
}

void items_read(Items *items, const Looks *looks, const LapGameField *field, JsonNode *value)
{
  *items = (Items){.item = g_array_new(FALSE, FALSE, sizeof(Item))};
  gboolean single = field->capacity == 1 && field->count == LAP_NONE;
  if (!value || (JSON_NODE_HOLDS_NULL(value) && !(single && field->set)))
    items->hidden = TRUE;
  else if (JSON_NODE_HOLDS_ARRAY(value))
    read_array(items, looks, field, json_node_get_array(value));
  else if (JSON_NODE_HOLDS_OBJECT(value) && json_object_has_member(json_node_get_object(value), "size"))
    read_pile(items, looks, field, json_node_get_object(value));
  else if (JSON_NODE_HOLDS_OBJECT(value))
    read_set(items, looks, field, json_node_get_object(value));
  else
    read_one(items, looks, field, value);
}

guint items_run(const Items *items, guint i)
{
  Item first = items_at(items, i);
  guint run = 1;
  while (i + run < items->item->len && items_at(items, i + run).kind == first.kind &&
         items_at(items, i + run).value == first.value)
    run++;
  return run;
}
