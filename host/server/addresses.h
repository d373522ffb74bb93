/* What came from where: connections that are open and matches created in the last hour, by address. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct LapAddresses LapAddresses;

LapAddresses *lap_addresses_new(void);
void lap_addresses_free(LapAddresses *addresses);

/* The part of an address that counts as one place: all of an IPv4 one, the first 64 bits of an IPv6 one.
 * Returns: (transfer full) */
char *lap_address_place(const char *address);

guint lap_addresses_connections(LapAddresses *addresses, const char *address);
void lap_addresses_opened(LapAddresses *addresses, const char *address);
void lap_addresses_closed(LapAddresses *addresses, const char *address);

/* How many milliseconds to wait until another match may be created from there: 0 if one may be now. */
gint64 lap_addresses_wait(LapAddresses *addresses, const char *address, gint64 max);
void lap_addresses_created(LapAddresses *addresses, const char *address);

/* Forgets those of whom nothing counts any more. */
void lap_addresses_tidy(LapAddresses *addresses);

G_END_DECLS
