/* A store in memory whose n-th call fails, as a disk would: what is not committed is lost with it. */
#pragma once

#include "host/store/store.h"

#define TYPE_FAILING_STORE (failing_store_get_type())
G_DECLARE_FINAL_TYPE(FailingStore, failing_store, FAILING, STORE, GObject)

/* `at`: the number of the call that fails, from 1; 0: none. */
FailingStore *failing_store_new(guint at);
/* How many calls there were. */
guint failing_store_get_calls(FailingStore *store);
/* From now on all calls fail, or none. */
void failing_store_set_broken(FailingStore *store, gboolean broken);
