/* Which pages may speak to a listener. A browser lets every page that somebody has open reach servers on their own
 * machine, and tells in Origin whose page it is. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  gboolean loopback; /* bound to loopback: only loopback names are believed in Host, so that a name which an attacker
                        lets point here (DNS rebinding) does not pass for the same origin */
  char **listed;     /* further origins, or NULL */
} LapOriginRule;

/* Whether a request with this Host may be answered. A Host that is of a listed origin passes too: a proxy in front may
 * hand it on. */
gboolean lap_host_is_allowed(const LapOriginRule *rule, const char *host);

/* Whether a page of this origin may open a WebSocket: it is no page (`origin` NULL), of this very server, or listed. */
gboolean lap_origin_is_allowed(const LapOriginRule *rule, const char *origin, const char *host);

G_END_DECLS
