/* Hosts and origins: which names a listener answers to, and which pages may speak to it.
 *
 * A browser lets every open page reach servers on the user's machine and network, and sends the page's origin in
 * Origin: only the server's own pages and those of listed origins may connect. A name that an attacker lets point at
 * the server's address (DNS rebinding) would make the attacker's pages the server's own. So Host must be a name that no
 * other party can control: an address, localhost, or a name that the operator listed. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  gboolean loopback; /* bound to loopback: of addresses, only those of loopback are accepted in Host */
  char **hosts;      /* further names in Host ("play.example.org"), or NULL */
  char **listed;     /* further origins that may connect ("https://play.example.org"), or NULL */
} LapOriginRule;

/* Whether it is a host's name or address, in brackets if it is of IPv6, without a port. */
gboolean lap_origin_is_host_name(const char *text);

/* Whether a request with this Host may be answered. The host of a listed origin is allowed too, since a proxy in front
 * may pass it on. */
gboolean lap_origin_allows_host(const LapOriginRule *rule, const char *host);

/* Whether a page of this origin may open a WebSocket at this Host: it is of this very server, or listed. */
gboolean lap_origin_allows_page(const LapOriginRule *rule, const char *origin, const char *host);

G_END_DECLS
