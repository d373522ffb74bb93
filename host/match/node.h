/* A host as one of several nodes that own a store together: which of its matches are its own. */
#pragma once

#include "host.h"

G_BEGIN_DECLS

/**
 * lap_host_renew_leases:
 * @host: a host, in no batch
 * @lost: (out): whether its matches may be other nodes' now, so that it has none in memory any more
 * @error: why not
 *
 * Renews what the host owns of a store that nodes share, and takes up matches of nodes that are not there any more:
 * their clocks run and their bots move here from now on. Does nothing where the host is the only owner.
 *
 * Returns: whether the store could be reached
 */
gboolean lap_host_renew_leases(LapHost *host, gboolean *lost, GError **error);

/**
 * lap_host_let_all_go:
 * @host: a host, in no batch
 *
 * Removes all matches from memory. They are read from the store again, where they are this host's, when they are asked
 * for.
 */
void lap_host_let_all_go(LapHost *host);

/**
 * lap_host_leave:
 * @host: a host, in no batch
 *
 * Lets all matches go, for other nodes to take up. The host can change nothing any more.
 */
void lap_host_leave(LapHost *host);

/**
 * lap_host_forget_others:
 * @host: a host
 *
 * Forgets which matches other nodes have, which is asked for anew then: one of them may have left.
 */
void lap_host_forget_others(LapHost *host);

/**
 * lap_host_take_elsewhere:
 * @host: a host
 *
 * Tells which other node has the match that was looked for last, and forgets it.
 *
 * Returns: (transfer full) (nullable): where clients reach it; %NULL if no other node has it
 */
char *lap_host_take_elsewhere(LapHost *host);

G_END_DECLS
