/* Hosts and origins: which names a listener answers to, and which pages may speak to it.
 *
 * A browser lets every page that somebody has open reach servers on their own machine and network, and says in Origin
 * whose page it is: only the server's own pages and those of listed origins may connect. A name that an attacker lets
 * point at the server's address (DNS rebinding) would make the attacker's pages the server's own. So only names are
 * believed in Host that nobody else can hold: addresses, localhost, and those that the operator listed. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  gboolean loopback; /* bound to loopback: of addresses, only those of loopback are believed in Host */
  char **hosts;      /* further names in Host ("play.example.org"), or NULL */
  char **listed;     /* further origins that may connect ("https://play.example.org"), or NULL */
} LapOriginRule;

/* Whether it is a host's name or address, in brackets if it is of IPv6, without a port. */
gboolean lap_origin_is_host_name(const char *text);

/* Whether a request with this Host may be answered. A Host that is of a listed origin passes too, since a proxy in
 * front may hand it on. */
gboolean lap_origin_allows_host(const LapOriginRule *rule, const char *host);

/* Whether a page of this origin may open a WebSocket at this Host: it is of this very server, or listed. */
gboolean lap_origin_allows_page(const LapOriginRule *rule, const char *origin, const char *host);

G_END_DECLS
