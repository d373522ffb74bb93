/* Items: the value of a field as it stands in a view, read back from JSON. What is drawn comes from here alone, so that
 * it shows nothing that a view does not. */
#pragma once

#include <json-glib/json-glib.h>

#include "symbols.h"

/* A value of one row. */
typedef struct {
  GArray *item;    /* Item, in order; of a pile that shows its top: that one, or none */
  gint64 size;     /* how many there are, also where no item is told */
  gboolean hidden; /* it is not the viewer's to see */
} Items;

void items_clear(Items *items);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Items, items_clear)

/* Reads what stands for one row of `field`. */
void items_read(Items *items, const Looks *looks, const LapGameField *field, JsonNode *value);

/* How many there are of the item at `i` and its like behind it. */
guint items_run(const Items *items, guint i);
#define items_at(items, i) g_array_index((items)->item, Item, i)
