/* Nodes: what a store does for several hosts that own it together, and what a store with a single owner does instead.
 */
#include "node.h"

#include <string.h>

#include "store-module.h"
#include "store-private.h"

gboolean lap_store_is_node(const char *name)
{
  gsize length = name ? strspn(name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "._-") : 0;
  return length && length <= LAP_STORE_NODE_MAX && !name[length];
}

static gboolean is_shared(const char *url, GError **error)
{
  if (lap_store_is_postgresql(url)) return TRUE;
  g_set_error_literal(error, LAP_STORE_ERROR, LAP_STORE_ERROR_URL,
                      "nodes share a store in PostgreSQL: expected postgresql://...");
  return FALSE;
}

LapStore *lap_store_open_as_node(const char *url, const char *name, const char *address, GError **error)
{
  if (!lap_store_is_node(name))
    g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_INVALID,
                "not the name of a node: expected 1 to %d letters, digits, '.', '_' or '-'", LAP_STORE_NODE_MAX);
  else if (is_shared(url, error))
    return lap_store_open_postgresql(url, name, address, error);
  return NULL;
}

void lap_store_node_free(LapStoreNode *node)
{
  g_free(node->name);
  g_free(node->address);
  g_free(node->holder);
  g_free(node);
}

GPtrArray *lap_store_list_nodes(const char *url, GError **error)
{
  return is_shared(url, error) ? lap_store_list_postgresql_nodes(url, error) : NULL;
}

gboolean lap_store_claim(LapStore *store, const char *match, char **elsewhere, GError **error)
{
  g_autofree char *address = NULL;
  const LapStoreInterface *iface = LAP_STORE_GET_IFACE(store);
  gboolean owned = !iface->claim || !lap_store_is_id(match) || iface->claim(store, match, &address, error);
  if (elsewhere) *elsewhere = g_steal_pointer(&address);
  return owned;
}

void lap_store_release(LapStore *store, const char *match)
{
  const LapStoreInterface *iface = LAP_STORE_GET_IFACE(store);
  if (iface->release) iface->release(store, match);
}

GPtrArray *lap_store_renew(LapStore *store, gboolean *lost, GError **error)
{
  const LapStoreInterface *iface = LAP_STORE_GET_IFACE(store);
  *lost = FALSE;
  return iface->renew ? iface->renew(store, lost, error) : g_ptr_array_new_with_free_func(g_free);
}

void lap_store_leave(LapStore *store)
{
  const LapStoreInterface *iface = LAP_STORE_GET_IFACE(store);
  if (iface->leave) iface->leave(store);
}
