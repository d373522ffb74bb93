/* A store that lasts as long as its object: for tests, trials and hosts that need not remember. */
#pragma once

#include "store.h"

G_BEGIN_DECLS

#define LAP_TYPE_MEMORY_STORE (lap_memory_store_get_type())
G_DECLARE_FINAL_TYPE(LapMemoryStore, lap_memory_store, LAP, MEMORY_STORE, GObject)

/* Returns: (transfer full) */
LapStore *lap_memory_store_new(void);

G_END_DECLS
