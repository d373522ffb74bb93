/* The matches in a store. */
#pragma once

#include "host/store/store.h"

/* Calls for every stored match that passes the filter (NULL: all), last changed first. Stops where `each` says FALSE;
 * FALSE with an error if the store fails. */
typedef gboolean (*StoredEach)(const LapStored *stored, gpointer data);
gboolean stored_for_each(LapStore *store, const LapStoreFilter *filter, StoredEach each, gpointer data, GError **error);
