/* Proxies: whose address a request comes from.
 *
 * A reverse proxy opens the connections of all its clients, so limits by address would see one client only. It adds
 * the address that it was reached from at the end of the header X-Forwarded-For. Anybody can send that header, so it is
 * believed only from the addresses that the operator named, and only as far back as one named proxy passed it on to the
 * next: the client is the last address in it that is not a proxy's. What stands before was written by the client. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct LapProxies LapProxies;

/* `trusted`: "ADDRESS" or "ADDRESS/BITS" each, NULL-terminated, or NULL for none. NULL with an error that says what
 * would be right. */
LapProxies *lap_proxies_new(const char *const *trusted, GError **error);
void lap_proxies_free(LapProxies *proxies);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapProxies, lap_proxies_free)

/* Whether connections from this address are a trusted proxy's. */
gboolean lap_proxies_trust(const LapProxies *proxies, const char *address);

/* The client that a trusted proxy with the address `peer` reports. `forwarded`: the value of X-Forwarded-For. The last
 * proxy's address, if what it passed on is no address. (transfer full) */
char *lap_proxies_client(const LapProxies *proxies, const char *peer, const char *forwarded);

G_END_DECLS
