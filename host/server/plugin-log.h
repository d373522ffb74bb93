/* What happens to plugins, in the log: an author who breaks one reads there what is wrong with it. */
#pragma once

#include "host/match/host.h"
#include "host/plugins/registry.h"

G_BEGIN_DECLS

/* Logs the plugins that are unavailable (a warning with the reason), and from now on what happens to each. */
void lap_server_log_plugins(LapRegistry *registry);

/* Logs from now on which matches are suspended, since their rules have failed (an error with the reason), and resumed.
 */
void lap_server_log_suspensions(LapHost *host);

G_END_DECLS
