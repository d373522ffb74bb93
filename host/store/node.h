/* Nodes: hosts that own a store together, each some of its matches. */
#pragma once

#include "store.h"

G_BEGIN_DECLS

/**
 * LAP_STORE_NODE_MAX:
 *
 * How long the name of a node is at most.
 */
#define LAP_STORE_NODE_MAX 64

/**
 * LAP_STORE_LEASE_SECONDS:
 *
 * How long a node owns its matches after it last said that it is there.
 */
#define LAP_STORE_LEASE_SECONDS 5

/**
 * lap_store_is_node:
 * @name: (nullable): a text
 *
 * Tells whether a text can be the name of a node: 1 to %LAP_STORE_NODE_MAX of a-z, A-Z, 0-9, ".", "_" and "-".
 *
 * Returns: whether it can
 */
gboolean lap_store_is_node(const char *name);

/**
 * lap_store_open_as_node:
 * @url: "postgresql://..."
 * @name: of the node, which no other node of the store has
 * @address: where clients reach this node, for those that ask another one for its matches
 * @error: why not
 *
 * Opens a store that several hosts own together. As long as it is open nobody opens it with [func@Lapidary.Store.open].
 * The node must renew what it owns, with lap_store_renew(), several times within %LAP_STORE_LEASE_SECONDS.
 *
 * Returns: (transfer full): the store
 */
LapStore *lap_store_open_as_node(const char *url, const char *name, const char *address, GError **error);

/**
 * lap_store_claim:
 * @store: a store
 * @match: id of a match
 * @elsewhere: (out) (optional) (nullable) (transfer full): where clients reach the node that has the match
 * @error: why not
 *
 * Makes this node the owner of a match if no other one is: before anything of it is read to be gone on with, or
 * written. A match that it has created is its own. Whoever is the only owner of a store has all of its matches.
 *
 * Returns: whether it is the owner; %TRUE also if there is no such match; else %LAP_STORE_ERROR_FENCED if another node
 *   is
 */
gboolean lap_store_claim(LapStore *store, const char *match, char **elsewhere, GError **error);

/**
 * lap_store_release:
 * @store: a store
 * @match: id of a match that this node owns, nothing of which is uncommitted
 *
 * Says that the node does not need the match any more, so that with the next renewal others may have it. To write to it
 * again the node must claim it.
 */
void lap_store_release(LapStore *store, const char *match);

/**
 * lap_store_renew:
 * @store: a store
 * @lost: (out): whether the node has lost all of its matches before: what it knows of them may be older than what is in
 *   the store
 * @error: why not
 *
 * Says that the node is there. Takes matches, some at a time, that were in use by nodes that are not there any more.
 *
 * Returns: (transfer full) (element-type utf8): ids of matches that it owns from now on
 */
GPtrArray *lap_store_renew(LapStore *store, gboolean *lost, GError **error);

/**
 * lap_store_leave:
 * @store: a store
 *
 * Gives all matches to whoever asks for them. Nothing can be written from now on.
 */
void lap_store_leave(LapStore *store);

/**
 * LapStoreNode:
 * @name: of the node
 * @address: where clients reach it
 * @holder: its machine and process, as the node has said
 * @since: when it opened the store, in microseconds since 1970, UTC
 * @is_there: whether it has said so within the last seconds
 * @matches: how many it has in memory
 *
 * A node of a store.
 */
typedef struct {
  char *name, *address, *holder;
  gint64 since;
  gboolean is_there;
  guint64 matches;
} LapStoreNode;

void lap_store_node_free(LapStoreNode *node);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapStoreNode, lap_store_node_free)

/**
 * lap_store_list_nodes:
 * @url: "postgresql://..."
 * @error: why not
 *
 * Lists the nodes that a store has had, without opening it.
 *
 * Returns: (transfer full) (element-type LapStoreNode): nodes, by name
 */
GPtrArray *lap_store_list_nodes(const char *url, GError **error);

G_END_DECLS
